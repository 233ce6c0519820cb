/**
 * PME + ERED: a packet marking engine at the edge marks the packets that are within a reservation. Enhanced RED drops
 * other packets early and at random, with low thresholds. For packets within the reservation it has high thresholds,
 * near the end of the buffer. Source: Feng, Kandlur, Saha & Shin, "Understanding TCP dynamics in an integrated services
 * Internet", NOSSDAV 1997; from memory. Approximated: F-GCRA at the edge switches replaces the engine, so tagged frames
 * are those outside their reservation. Cells replace packets, and the first cell of a frame decides for the whole
 * frame.
 */
import type { CellHost } from '../../engine/contract/cell-policy.ts';
import type { Reason } from '../../engine/contract/policy.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { redParameters } from '../mechanisms/random-early-detection.ts';
import { acceptReason, dropReason } from '../mechanisms/reasons.ts';
import type { CurveNames, RedCurve } from '../mechanisms/red-steps.ts';
import { AveragingPolicy, averageSignal, cellWeight } from './mechanisms/averaging-policy.ts';
import { cellPolicy, cellThreshold, overflowReason } from './mechanisms/cells.ts';
import { aal5FrameOutcomes, aal5FrameQuantities, SpreadDrops } from './mechanisms/spread-drops.ts';

const SOURCE = 'Feng et al. 1997; our own value';

const parameters = {
  minThreshold: cellThreshold('Lower threshold, tagged', 'min_th', 0.25, {
    help: 'Below this average queue, no tagged frame is dropped. F-GCRA tags the frames. In the paper, a packet marking engine does this.',
    source: SOURCE,
  }),
  maxThreshold: cellThreshold('Upper threshold, tagged', 'max_th', 0.5, {
    help: 'At or above this average queue, every tagged frame is dropped.',
    source: SOURCE,
  }),
  maxProbability: { ...redParameters.maxProbability, label: 'Drop probability at max_th, tagged', source: SOURCE },
  minUntagged: cellThreshold('Lower threshold, untagged', 'min_in', 0.8, {
    help: 'Below this average queue, no untagged frame is dropped.',
    source: SOURCE,
  }),
  maxUntagged: cellThreshold('Upper threshold, untagged', 'max_in', 1, {
    help: 'At or above this average queue, every untagged frame is dropped. If max_in is as large as the buffer, only frames without room are dropped.',
    source: SOURCE,
  }),
  untaggedProbability: {
    ...redParameters.maxProbability,
    label: 'Drop probability at max_in, untagged',
    symbol: 'max_p,in',
    default: 0.02,
    help: 'Probability of an early drop of untagged frames when the average queue is at max_in. The drops are then spread over the frames.',
    source: SOURCE,
  },
  queueWeight: cellWeight,
} as const satisfies ParameterSchema;

type EredValues = ValuesOf<typeof parameters>;

const untaggedNames: CurveNames = { low: 'minUntagged', high: 'maxUntagged', max: 'untaggedProbability' };
const taggedNames: CurveNames = { low: 'minThreshold', high: 'maxThreshold', max: 'maxProbability' };

/** A reason for each outcome of `SpreadDrops`; no frame is spared. */
function curveReasons(kind: 'tagged' | 'untagged', { low, high }: CurveNames): readonly Reason[] {
  return [
    acceptReason(`${kind}-below`, `${kind}, below its thresholds`, {
      template: `The average of {average} cells is below {${low}}: ${kind} frames are accepted.`,
    }),
    acceptReason(`${kind}-passed`, `${kind}, accepted by chance`, {
      template: `The average of {average} cells gives ${kind} frames p = {probability}. The draw {draw} is not below p: accepted.`,
    }),
    dropReason(`${kind}-early`, `${kind}, early drop`, {
      template: `The average of {average} cells gives ${kind} frames p = {probability}. The draw {draw} is below p: dropped.`,
    }),
    dropReason(`${kind}-above`, `${kind}, above its thresholds`, {
      template: `The average of {average} cells has reached {${high}}: every ${kind} frame is dropped.`,
    }),
  ];
}

const reasons: readonly Reason[] = [
  ...curveReasons('untagged', untaggedNames),
  ...curveReasons('tagged', taggedNames),
  overflowReason,
];

/** By outcome: the index of its reason; -1 for the spared frames that ERED does not have. */
const UNTAGGED_REASONS = aal5FrameOutcomes.map(({ id }) =>
  reasons.findIndex((reason) => reason.id === `untagged-${id}`),
);
const TAGGED_REASONS = aal5FrameOutcomes.map(({ id }) => reasons.findIndex((reason) => reason.id === `tagged-${id}`));

class EnhancedRed extends AveragingPolicy<EredValues> {
  private readonly untaggedDrops: SpreadDrops;
  private readonly taggedDrops: SpreadDrops;
  private untaggedCurve: RedCurve;

  constructor(host: CellHost, values: EredValues) {
    super(host, values);
    this.untaggedDrops = new SpreadDrops(host);
    this.taggedDrops = new SpreadDrops(host);
    this.untaggedCurve = untaggedCurve(values);
  }

  admit(_vc: number, isTagged: boolean): number {
    const drops = isTagged ? this.taggedDrops : this.untaggedDrops;
    const outcome = drops.decide(this.average, isTagged ? this.values : this.untaggedCurve);
    if (this.host.explaining) this.explain(drops, isTagged ? taggedNames : untaggedNames);
    return (isTagged ? TAGGED_REASONS : UNTAGGED_REASONS)[outcome];
  }

  override configure(values: EredValues): void {
    super.configure(values);
    this.untaggedCurve = untaggedCurve(this.values);
  }

  private explain(drops: SpreadDrops, names: CurveNames): void {
    const { explanation, heldCells, limitCells: limit } = this.host;
    explanation.tell({ held: heldCells, limit, ...drops.operands(this.average) }, drops.steps(names));
  }
}

function untaggedCurve({ minUntagged, maxUntagged, untaggedProbability }: EredValues): RedCurve {
  return { minThreshold: minUntagged, maxThreshold: maxUntagged, maxProbability: untaggedProbability };
}

export const ered = cellPolicy({
  id: 'ered',
  name: 'PME + ERED',
  summary:
    'RED with low thresholds for tagged frames and high thresholds for the others. Approximation: F-GCRA replaces the packet marking engine.',
  source: 'Feng, Kandlur, Saha & Shin, NOSSDAV 1997',
  taxonomy: {
    accounting: 'multiple',
    thresholds: 'multiple',
    threshold: 'static',
    drop: 'probabilistic',
    tagSensitive: true,
  },
  parameters,
  shares: 'none',
  thresholdStyles: { minThreshold: 'low', maxThreshold: 'high', minUntagged: 'low', maxUntagged: 'high' },
  constraints: [
    { lower: 'minThreshold', upper: 'maxThreshold', gap: 1 },
    { lower: 'minUntagged', upper: 'maxUntagged', gap: 1 },
  ],
  reasons,
  quantities: aal5FrameQuantities,
  signals: [averageSignal],
  create: (host, values) => new EnhancedRed(host, values),
});
