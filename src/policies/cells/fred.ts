/**
 * FRED, flow random early drop: RED with three more rules. Only VCs that hold at least an equal share of the average
 * queue lose frames at random. No VC holds more than max_q. A VC that has reached this limit more than once may hold
 * only an equal share. Source: Lin & Morris, "Dynamics of random early detection", SIGCOMM 1997, without its mode for
 * many flows; values are from memory. Adapted to ATM: cells replace packets, VCs replace flows, and the first cell of a
 * frame decides for the whole frame.
 */
import type { CellHost } from '../../engine/contract/cell-policy.ts';
import type { Quantities } from '../../engine/contract/explanation.ts';
import type { Reason } from '../../engine/contract/policy.ts';
import { integerParameter } from '../../params/number-parameter.ts';
import { type DefaultContext, numberValue, type ParameterSchema, type ValuesOf } from '../../params/schema.ts';
import { redParameters } from '../mechanisms/random-early-detection.ts';
import { acceptReason, dropReason, indexById, indicesOfItems } from '../mechanisms/reasons.ts';
import { AveragingPolicy, averageSignal, cellWeight } from './mechanisms/averaging-policy.ts';
import { cellPolicy, cellThreshold, holdingVcs, overflowReason } from './mechanisms/cells.ts';
import { aal5FrameOutcomes, aal5FrameQuantities, SpreadDrops } from './mechanisms/spread-drops.ts';

const SOURCE = 'Lin & Morris 1997';
const SOURCE_FROM_MEMORY = `${SOURCE} (from memory)`;

const parameters = {
  minThreshold: cellThreshold('Lower threshold', 'min_th', 0.25, {
    help: 'Below this average queue, no frame is dropped at random.',
    source: `${SOURCE_FROM_MEMORY}. The paper also has a lower bound, the cells of one round trip. We leave it out.`,
  }),
  maxThreshold: {
    ...cellThreshold('Upper threshold', 'max_th', 0.5, {
      help: 'At or above this average queue, every frame is dropped.',
      source: SOURCE_FROM_MEMORY,
    }),
    default: {
      rule: '2 min_th',
      compute: ({ values }: DefaultContext) => 2 * numberValue(values, 'minThreshold'),
    },
  },
  maxProbability: { ...redParameters.maxProbability, default: 0.02, source: SOURCE_FROM_MEMORY },
  minQueue: integerParameter('Free cells of each VC', 'cells', [0, 1e6, 12], {
    symbol: 'min_q',
    default: 48,
    help: 'A VC that holds fewer cells never loses a frame at random.',
    source: `${SOURCE}: 2 packets, or 4 in large buffers (from memory). Here: four frames of 12 cells.`,
  }),
  maxQueue: {
    ...cellThreshold('Most cells of each VC', 'max_q', 0.25, {
      help: 'If a VC holds this many cells, its next frame is dropped and the VC gets a strike.',
      source: SOURCE_FROM_MEMORY,
    }),
    default: {
      rule: 'min_th',
      compute: ({ values }: DefaultContext) => numberValue(values, 'minThreshold'),
    },
    primary: false,
  },
  queueWeight: cellWeight,
} as const satisfies ParameterSchema;

type FredValues = ValuesOf<typeof parameters>;

const quantities: Quantities = {
  ...aal5FrameQuantities,
  holdingVcs: { symbol: 'N', meaning: 'number of VCs that hold cells (1 if there is none)', unit: '' },
  share: { symbol: 'avgcq', meaning: 'average queue divided by the number of these VCs, at least 1', unit: 'cells' },
  strikes: { symbol: 'k_i', meaning: 'strikes of this VC before this frame', unit: '' },
};

/** A reason for each outcome of `SpreadDrops`, and FRED's own reasons. */
const reasons = [
  acceptReason('below', 'below min_th', {
    template: 'The average of {average} cells is below min_th = {minThreshold}: accepted.',
  }),
  acceptReason('passed', 'accepted by chance', {
    template: 'The average of {average} cells gives p = {probability}. The draw {draw} is not below p: accepted.',
  }),
  dropReason('early', 'early drop', {
    template: 'The average of {average} cells gives p = {probability}. The draw {draw} is below p: dropped.',
  }),
  dropReason('above', 'above max_th', {
    template: 'The average of {average} cells has reached max_th = {maxThreshold}: every frame is dropped.',
  }),
  acceptReason('spared', 'holds little', {
    template: 'The VC holds {ofVc} cells, less than its share of {share} or less than min_q = {minQueue}: accepted.',
  }),
  dropReason('over-max', 'holds max_q', {
    template: 'The VC holds {ofVc} cells, and max_q = {maxQueue} is the limit: dropped, with one more strike.',
  }),
  dropReason('over-twice', 'above two shares', {
    template:
      'The average of {average} cells has reached max_th = {maxThreshold}, and the VC holds more than two shares: dropped, with one more strike.',
  }),
  dropReason('struck', 'above its share, with strikes', {
    shortLabel: 'above its share',
    template:
      'The VC does not adapt: it holds {ofVc} cells, at least its share of {share}, and has {strikes} strikes: dropped, with one more strike.',
  }),
  overflowReason,
] as const satisfies readonly Reason[];

/** By outcome: the index of its reason. */
const REASON_OF_OUTCOME = indicesOfItems(aal5FrameOutcomes, reasons);
const REASON = indexById(reasons);

class FlowRandomEarlyDrop extends AveragingPolicy<FredValues> {
  private readonly drops: SpreadDrops;
  /** By VC, since the VC last held no cells. */
  private readonly strikeCounts: Int32Array;

  constructor(host: CellHost, values: FredValues) {
    super(host, values);
    this.drops = new SpreadDrops(host);
    this.strikeCounts = new Int32Array(host.heldOf.length);
  }

  admit(vc: number): number {
    const { values, average, strikeCounts } = this;
    const heldOfVc = this.host.heldOf[vc];
    const share = this.share();
    const strikeCount = strikeCounts[vc];
    let reason = this.judge(heldOfVc, share, strikeCount);
    if (reason === undefined)
      reason = REASON_OF_OUTCOME[this.drops.decide(average, values, heldOfVc >= Math.max(values.minQueue, share))];
    else strikeCounts[vc] = strikeCount + 1;
    if (this.host.explaining) this.explain(vc, share, strikeCount, reason);
    return reason;
  }

  override onCellSent(vc: number, slot: number): void {
    super.onCellSent(vc, slot);
    if (this.host.heldOf[vc] === 0) this.strikeCounts[vc] = 0;
  }

  override signals(into: Float64Array): void {
    super.signals(into);
    into[1] = this.share();
  }

  /** avgcq, the average queue of each VC that holds cells. */
  private share(): number {
    return Math.max(1, this.average / Math.max(1, holdingVcs(this.host.heldOf)));
  }

  /** @returns the reason why the VC counts as not adaptive; undefined if it counts as adaptive */
  private judge(heldOfVc: number, share: number, strikeCount: number): number | undefined {
    const { maxQueue, maxThreshold } = this.values;
    if (heldOfVc >= maxQueue) return REASON['over-max'];
    if (this.average >= maxThreshold && heldOfVc > 2 * share) return REASON['over-twice'];
    return heldOfVc >= share && strikeCount > 1 ? REASON.struck : undefined;
  }

  private explain(vc: number, share: number, strikeCount: number, reason: number): void {
    const { explanation, heldCells, heldOf, limitCells } = this.host;
    const operands = {
      held: heldCells,
      limit: limitCells,
      ofVc: heldOf[vc],
      holdingVcs: Math.max(1, holdingVcs(heldOf)),
      share,
      strikes: strikeCount,
      ...this.drops.operands(this.average),
    };
    explanation.tell(operands, this.steps(reason));
  }

  private steps(reason: number): string[] {
    const share = 'share = max(1, average / holdingVcs)';
    if (reason === REASON['over-max']) return ['ofVc >= maxQueue'];
    if (reason === REASON['over-twice']) return ['average >= maxThreshold', share, 'ofVc > 2 * share'];
    if (reason === REASON.struck) return [share, 'ofVc >= share', 'strikes > 1'];
    const drops = this.drops.steps();
    if (reason === REASON.spared) return [...drops, share, 'ofVc < max(minQueue, share)'];
    return reason === REASON.passed || reason === REASON.early
      ? [share, 'ofVc >= max(minQueue, share)', ...drops]
      : drops;
  }
}

export const fred = cellPolicy({
  id: 'fred',
  name: 'FRED',
  summary:
    'RED that also counts the cells of each VC. It drops frames of VCs above their share at random, and it limits VCs that do not adapt. Approximation: cells and VCs replace packets and flows.',
  source: 'Lin & Morris, SIGCOMM 1997',
  taxonomy: { accounting: 'multiple', thresholds: 'single', threshold: 'dynamic', drop: 'probabilistic' },
  parameters,
  thresholdStyles: { minThreshold: 'low', maxThreshold: 'high' },
  constraints: [{ lower: 'minThreshold', upper: 'maxThreshold', gap: 1 }],
  reasons,
  quantities,
  shares: 'equal',
  signals: [averageSignal, { id: 'share', label: 'share of a VC', symbol: 'avgcq', unit: 'cells', axis: 'own' }],
  create: (host, values) => new FlowRandomEarlyDrop(host, values),
});
