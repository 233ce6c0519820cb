/**
 * FRED, flow random early drop: as RED, but only those lose at random who hold at least an equal share of the average
 * queue, nobody holds more than max_q, and who has been stopped there more than once is held to the share.
 * Source: Lin & Morris, "Dynamics of random early detection", SIGCOMM 1997, without its mode for many flows; values are
 * recalled. Adapted to ATM: cells for packets, VCs for flows, and the first cell of a frame decides for all of it.
 */
import type { CellHost } from '../engine/cell-policy.ts';
import type { Reason } from '../engine/policy.ts';
import type { DefaultContext, ParameterSchema, ValuesOf } from '../params/schema.ts';
import { AveragingPolicy, averageSignal, cellWeight } from './parts/averaging-policy.ts';
import { cellPolicy, cellThreshold, holdingVcs, overflowReason } from './parts/cells.ts';
import { redParameters } from './parts/random-early-detection.ts';
import { SPREAD_EQUATION, SPREAD_FALLS, SPREAD_PASSES, SpreadDrops } from './parts/spread-drops.ts';

const SOURCE = 'Lin & Morris 1997';
const RECALLED = `${SOURCE}; recalled`;

const parameters = {
  minThreshold: cellThreshold(
    'Lower threshold',
    'min_th',
    0.25,
    'Below this average queue nothing is dropped at random.',
    `${RECALLED}; a round trip of cells where that is less is left out`,
  ),
  maxThreshold: {
    ...cellThreshold('Upper threshold', 'max_th', 0.5, 'From this average queue on every frame is dropped.', RECALLED),
    default: {
      rule: '2 min_th',
      of: ({ values }: DefaultContext) => 2 * (values.minThreshold as number),
    },
  },
  maxProbability: { ...redParameters.maxProbability, default: 0.02, source: RECALLED },
  minQueue: {
    kind: 'integer',
    label: 'Free for each VC',
    symbol: 'min_q',
    unit: 'cells',
    min: 0,
    max: 1e6,
    step: 12,
    default: 48,
    help: 'A VC that holds less never loses at random.',
    source: `${SOURCE}: 2 packets, or 4 in large buffers; recalled, as four frames of 12 cells`,
  },
  maxQueue: {
    ...cellThreshold(
      'Most for each VC',
      'max_q',
      0.25,
      'A VC that holds as much gets no more, and a strike.',
      RECALLED,
    ),
    default: {
      rule: 'min_th',
      of: ({ values }: DefaultContext) => values.minThreshold as number,
    },
    primary: false,
  },
  queueWeight: cellWeight,
} as const satisfies ParameterSchema;

type FredValues = ValuesOf<typeof parameters>;

/** After the outcomes of `SpreadDrops`. */
const OVER_MAX = 5;
const OVER_TWICE = 6;
const STRUCK = 7;

const operands = ['held', 'limit', 'average', 'ofVc', 'share', 'strikes', 'probability', 'draw'] as const;

const reasons: readonly Reason[] = [
  {
    id: 'below',
    verdict: 'accept',
    label: 'below min_th',
    template: 'The average of {average} cells is below min_th = {minThreshold}: taken.',
    operands,
    equation: 'avg < min_{th}',
    worked: '«average» < «minThreshold»',
  },
  {
    id: 'passed',
    verdict: 'accept',
    label: 'drew well',
    template:
      'The VC holds {ofVc} of a share of {share} cells, the average is {average}: p = {probability}; drew {draw}: taken.',
    operands,
    equation: SPREAD_EQUATION,
    worked: SPREAD_PASSES,
  },
  {
    id: 'early',
    verdict: 'drop',
    label: 'early drop',
    template:
      'The VC holds {ofVc} of a share of {share} cells, the average is {average}: p = {probability}; drew {draw}: dropped.',
    operands,
    equation: SPREAD_EQUATION,
    worked: SPREAD_FALLS,
  },
  {
    id: 'above',
    verdict: 'drop',
    label: 'above max_th',
    template: 'The average of {average} cells has reached max_th = {maxThreshold}: every frame is dropped.',
    operands,
    equation: 'avg \\ge max_{th}',
    worked: '«average» \\ge «maxThreshold»',
  },
  {
    id: 'spared',
    verdict: 'accept',
    label: 'holds little',
    template: 'The VC holds {ofVc} cells, less than its share of {share} or than min_q = {minQueue}: taken.',
    operands,
    equation: 'X_i < \\max(min_q, avgcq)',
    worked: '«ofVc» < \\max(«minQueue», «share»)',
  },
  {
    id: 'over-max',
    verdict: 'drop',
    label: 'holds max_q',
    template: 'The VC holds {ofVc} cells, and max_q = {maxQueue} is the most: dropped, strike {strikes}.',
    operands,
    equation: 'X_i \\ge max_q',
    worked: '«ofVc» \\ge «maxQueue»',
  },
  {
    id: 'over-twice',
    verdict: 'drop',
    label: 'above two shares',
    template:
      'The average of {average} cells has reached max_th = {maxThreshold}, and the VC holds {ofVc}, above twice its share of {share}: dropped, strike {strikes}.',
    operands,
    equation: 'avg \\ge max_{th} ,\\; X_i > 2 \\, avgcq',
    worked: '«ofVc» > 2 \\cdot «share»',
  },
  {
    id: 'struck',
    verdict: 'drop',
    label: 'above its share, struck before',
    template:
      'The VC does not adapt: it holds {ofVc} cells of a share of {share}, and has been struck: dropped, strike {strikes}.',
    operands,
    equation: 'X_i \\ge avgcq ,\\; strike_i > 1',
    worked: '«ofVc» \\ge «share»',
  },
  overflowReason,
];

class FlowRandomEarlyDrop extends AveragingPolicy<FredValues> {
  private readonly drops: SpreadDrops;
  /** By VC, since it last held nothing. */
  private readonly strikes: Int32Array;

  constructor(host: CellHost, values: FredValues) {
    super(host, values);
    this.drops = new SpreadDrops(host);
    this.strikes = new Int32Array(host.heldOf.length);
  }

  admit(vc: number): number {
    const { values, average, strikes } = this;
    const ofVc = this.host.heldOf[vc] as number;
    const share = this.share();
    let reason = this.judge(ofVc, share, strikes[vc] as number);
    if (reason === undefined) reason = this.drops.decide(average, values, ofVc >= Math.max(values.minQueue, share));
    else strikes[vc] = (strikes[vc] as number) + 1;
    if (this.host.explaining) this.explain(vc, share);
    return reason;
  }

  override onCellSent(vc: number, slot: number): void {
    super.onCellSent(vc, slot);
    if (this.host.heldOf[vc] === 0) this.strikes[vc] = 0;
  }

  override signals(into: Float64Array): void {
    super.signals(into);
    into[1] = this.share();
  }

  /** avgcq, the average queue of each VC that holds cells. */
  private share(): number {
    return Math.max(1, this.average / Math.max(1, holdingVcs(this.host.heldOf)));
  }

  /** @returns why the VC counts as one that does not adapt; undefined where it does not */
  private judge(ofVc: number, share: number, strikes: number): number | undefined {
    const { maxQueue, maxThreshold } = this.values;
    if (ofVc >= maxQueue) return OVER_MAX;
    if (this.average >= maxThreshold && ofVc > 2 * share) return OVER_TWICE;
    return ofVc >= share && strikes > 1 ? STRUCK : undefined;
  }

  private explain(vc: number, share: number): void {
    const { operands: into, heldCells, heldOf, limitCells } = this.host;
    into[0] = heldCells;
    into[1] = limitCells;
    into[2] = this.average;
    into[3] = heldOf[vc] as number;
    into[4] = share;
    into[5] = this.strikes[vc] as number;
    into[6] = this.drops.probability;
    into[7] = this.drops.draw;
  }
}

export const fred = cellPolicy({
  id: 'fred',
  name: 'FRED',
  summary:
    'As RED, by what each VC holds: drops at random from VCs above their share, and holds those that do not adapt to it. Approximated: cells and VCs stand for packets and flows.',
  source: 'Lin & Morris, SIGCOMM 1997',
  taxonomy: {
    accounting: 'multiple',
    thresholds: 'single',
    threshold: 'dynamic',
    drop: 'probabilistic',
    tagSensitive: false,
  },
  parameters,
  constraints: [{ lower: 'minThreshold', upper: 'maxThreshold', gap: 1 }],
  reasons,
  shares: 'equal',
  signals: [averageSignal, { id: 'share', label: 'share of a VC', symbol: 'avgcq', unit: 'cells', axis: 'own' }],
  create: (host, values) => new FlowRandomEarlyDrop(host, values as FredValues),
});
