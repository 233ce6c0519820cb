/**
 * VBS, virtual buffering strategy: tagged frames are dropped by the load, in three steps, and by what their VC would hold
 * under weighted round robin; untagged ones only above H. VCs that have less than their share are spared.
 * Source: Hu & Jan, An efficient FIFO-based buffer management strategy for TCP over GFR, section 3. Its state machine
 * contradicts itself: `repaired` lets VCs below their share keep their privilege, `literal` is as printed.
 */
import type { CellHost, CellPolicy } from '../engine/cell-policy.ts';
import { type Reason, VcColumn } from '../engine/policy.ts';
import type { DefaultContext, ParameterSchema, ParameterValue, ValuesOf } from '../params/schema.ts';
import { cellPolicy, cellThreshold, overflowReason, weightOf } from './parts/cells.ts';
import { EmulatedRoundRobin } from './parts/emulated-round-robin.ts';
import { SlidingWindowRate } from './parts/sliding-window-rate.ts';

const SOURCE = 'Hu & Jan, section 3';

const parameters = {
  highThreshold: {
    ...cellThreshold(
      'Upper threshold',
      'H',
      1,
      'Above it every frame is dropped.',
      `${SOURCE}: three frames below the buffer`,
    ),
    default: {
      rule: 'three frames of 12 cells below the buffer',
      of: ({ bufferPackets }: DefaultContext) => Math.max(1, bufferPackets - 36),
    },
  },
  machine: {
    kind: 'choice',
    label: 'State machine',
    options: [
      { value: 'repaired', label: 'repaired' },
      { value: 'literal', label: 'as printed' },
    ],
    default: 'repaired',
    live: false,
    help: 'As printed, a VC below its share loses its privilege at once, and the one rule that needs state 4 never applies.',
    source: `${SOURCE}.2 and figure 3`,
  },
  roundCells: {
    kind: 'integer',
    label: 'Round',
    symbol: 'T̃',
    unit: 'cells',
    min: 1,
    max: 100_000,
    step: 15,
    default: 15,
    help: 'Cells of a round of the emulated round robin; each VC gets its part by its guarantee.',
    source: `${SOURCE}.1: so large that all parts are whole`,
  },
  windowSlots: {
    kind: 'integer',
    label: 'Window',
    unit: 'slots',
    min: 1,
    max: 1e6,
    step: 100,
    default: 1_000,
    live: false,
    help: 'How much of the past the estimated rates remember.',
    source: 'Hu & Jan, section 4.1',
  },
  estimateCells: {
    kind: 'integer',
    label: 'Estimate every',
    symbol: 'Q',
    unit: 'cells',
    min: 1,
    max: 100_000,
    step: 12,
    default: 36,
    live: false,
    help: 'Cells between two estimates of the rates of arrivals and of service.',
    source: 'Hu & Jan, section 4.1, for arrivals',
  },
} as const satisfies ParameterSchema;

type VbsValues = ValuesOf<typeof parameters>;

const BELOW = 0;
const GUARANTEED = 1;
const SPARED = 2;
const ABOVE = 3;
const OVER_SHARE = 4;
const LOST_PRIVILEGE = 5;

const operands = ['held', 'high', 'low', 'middle', 'virtual', 'threshold', 'state'] as const;

const reasons: readonly Reason[] = [
  {
    id: 'below',
    verdict: 'accept',
    label: 'below L',
    template: 'X = {held} cells is below L = {low}: every frame is taken.',
    operands,
    equation: 'X < L',
    worked: '«held» < «low»',
  },
  {
    id: 'guaranteed',
    verdict: 'accept',
    label: 'guaranteed',
    template: 'X = {held} cells is below H = {high}: what is guaranteed is taken.',
    operands,
    equation: 'X < H ,\\; CLP = 0',
    worked: '«held» < «high»',
  },
  {
    id: 'spared',
    verdict: 'accept',
    label: 'spared by its state',
    template:
      'X = {held} is above L = {low} (M = {middle}), but its VC is in state {state}, virtually holding {virtual} of {threshold}.',
    operands,
  },
  {
    id: 'above',
    verdict: 'drop',
    label: 'above H',
    template: 'X = {held} cells has reached H = {high}: every frame is dropped.',
    operands,
    equation: 'X \\ge H',
    worked: '«held» \\ge «high»',
  },
  {
    id: 'over-share',
    verdict: 'drop',
    label: 'state 2: above its share',
    template:
      'X = {held} is above L = {low}, and its VC virtually holds {virtual} of {threshold} cells: tagged frames are dropped.',
    operands,
    equation: 'X \\ge L ,\\; \\tilde X_i \\ge Z \\, TH_i',
    worked: '«held» \\ge «low»',
  },
  {
    id: 'lost-privilege',
    verdict: 'drop',
    label: 'state 4, above M',
    template: 'X = {held} has reached M = {middle}: tagged frames of VCs in state 4 are dropped too.',
    operands,
    equation: 'X \\ge M',
    worked: '«held» \\ge «middle»',
  },
  overflowReason,
];

/** What the state of a VC follows from. */
export interface Occupancy {
  readonly held: number;
  readonly high: number;
  readonly middle: number;
  readonly virtual: number;
  /** The VC's share of H, and the part of it from which it counts as above. */
  readonly threshold: number;
  readonly scaled: number;
}

/** The state after one step (figure 3), in either reading. */
export function nextState(state: number, machine: VbsValues['machine'], of: Occupancy): number {
  const above = of.virtual >= of.scaled;
  if (state === 1) return above ? 2 : of.held >= of.high ? 3 : 1;
  if (state === 2) return above ? 2 : 1;
  if (machine === 'literal') {
    if (state === 3) return above ? 3 : 4;
    return of.held >= of.middle ? 1 : of.virtual > of.threshold ? 2 : 4;
  }
  if (state === 3) return above ? 4 : 3;
  return of.virtual > of.threshold ? 2 : of.held < of.middle ? 1 : 4;
}

class VirtualBufferingStrategy implements CellPolicy {
  private values: VbsValues;
  private readonly host: CellHost;
  private readonly robin: EmulatedRoundRobin;
  private readonly arrivals: SlidingWindowRate;
  private readonly service: SlidingWindowRate;
  private readonly state: Uint8Array;
  private low = 0;
  private middle = 0;
  private scale = 1;

  constructor(host: CellHost, values: VbsValues) {
    this.host = host;
    this.values = values;
    this.robin = new EmulatedRoundRobin(this.weights());
    // The capacity for GFR is the link's: a cell a slot.
    this.arrivals = new SlidingWindowRate(1, values.estimateCells, values.windowSlots);
    this.service = new SlidingWindowRate(1, values.estimateCells, values.windowSlots);
    this.state = new Uint8Array(host.minimumCellRate.length).fill(1);
    this.findThresholds();
  }

  admit(vc: number, tagged: boolean): number {
    const { host, values } = this;
    this.findThresholds();
    const threshold = this.thresholdOf(vc);
    const of: Occupancy = {
      held: host.heldCells,
      high: values.highThreshold,
      middle: this.middle,
      virtual: this.robin.virtual[vc] as number,
      threshold,
      scaled: this.scale * threshold,
    };
    const before = this.state[vc] as number;
    const after = nextState(before, values.machine, of);
    this.state[vc] = after;
    const state = values.machine === 'literal' ? before : after;
    if (host.explaining) this.explain(of, state);
    return this.decide(of, state, tagged);
  }

  onCellOffered(_vc: number, slot: number): void {
    this.arrivals.onCell(slot);
  }

  onCellTaken(vc: number): void {
    this.robin.onTaken(vc);
  }

  onCellSent(_vc: number, slot: number): void {
    this.service.onCell(slot);
    this.robin.onSent();
  }

  configure(values: Readonly<Record<string, ParameterValue>>): void {
    this.values = values as VbsValues;
    this.robin.setWeights(this.weights());
  }

  describeVc(vc: number, into: Float64Array, at: number): void {
    into[at + VcColumn.virtualCells] = this.robin.virtual[vc] as number;
    into[at + VcColumn.thresholdCells] = this.thresholdOf(vc);
    into[at + VcColumn.state] = this.state[vc] as number;
  }

  signals(into: Float64Array): void {
    into[0] = this.low;
    into[1] = this.middle;
    into[2] = this.scale;
  }

  private decide({ held, high }: Occupancy, state: number, tagged: boolean): number {
    if (held >= high) return ABOVE;
    if (held < this.low) return BELOW;
    if (!tagged) return GUARANTEED;
    if (state === 2) return OVER_SHARE;
    return state === 4 && held >= this.middle ? LOST_PRIVILEGE : SPARED;
  }

  /** By the estimated load; none above H, which the printed formulas allow (equations 3 and 4). */
  private findThresholds(): void {
    const { highThreshold } = this.values;
    const { limitCells } = this.host;
    const { average, aggressive } = this.arrivals;
    this.low = Math.min(highThreshold, (limitCells * this.service.average) / aggressive);
    this.middle = Math.min(highThreshold, (limitCells * this.service.average) / average);
    this.scale = Math.min(1, (this.service.average / aggressive) * (limitCells / highThreshold));
  }

  /** Share of H among the VCs that virtually hold cells, this one among them (equation 2). */
  private thresholdOf(vc: number): number {
    const { virtual } = this.robin;
    let sum = 0;
    for (let other = 0; other < virtual.length; other++)
      if (other === vc || (virtual[other] as number) > 0) sum += this.host.minimumCellRate[other] as number;
    return (this.values.highThreshold * (this.host.minimumCellRate[vc] as number)) / sum;
  }

  /** Cells of a round by VC: at least one. */
  private weights(): number[] {
    const { roundCells } = this.values;
    return Array.from(this.host.minimumCellRate, (_, vc) =>
      Math.max(1, Math.round(roundCells * weightOf(this.host, vc))),
    );
  }

  private explain(of: Occupancy, state: number): void {
    const { operands: into } = this.host;
    into[0] = of.held;
    into[1] = of.high;
    into[2] = this.low;
    into[3] = of.middle;
    into[4] = of.virtual;
    into[5] = of.threshold;
    into[6] = state;
  }
}

export const vbs = cellPolicy({
  id: 'vbs',
  name: 'VBS',
  summary: 'Drops tagged frames by the load and by what their VC would hold under weighted round robin.',
  source: SOURCE,
  // Not in the table, which is older: classified here.
  taxonomy: {
    accounting: 'multiple',
    thresholds: 'multiple',
    threshold: 'dynamic',
    drop: 'deterministic',
    tagSensitive: true,
  },
  parameters,
  reasons,
  lens: 'states',
  signals: [
    { id: 'low', label: 'L', symbol: 'L', unit: 'cells', axis: 'cells' },
    { id: 'middle', label: 'M', symbol: 'M', unit: 'cells', axis: 'cells' },
    { id: 'scale', label: 'Z', symbol: 'Z', unit: '', axis: 'own' },
  ],
  create: (host, values) => new VirtualBufferingStrategy(host, values as VbsValues),
});
