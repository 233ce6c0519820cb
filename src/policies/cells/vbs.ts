/**
 * VBS, virtual buffering strategy. A tagged frame is dropped or accepted by the load, in three steps, and by the cells
 * that its VC would hold under weighted round robin. Untagged frames are dropped only above H. Frames of VCs below
 * their share are not dropped early. Source: Hu & Jan, An efficient FIFO-based buffer management strategy for TCP over
 * GFR, section 3. Its state machine contradicts itself. With `repaired`, VCs below their share keep their privilege.
 * `literal` is as printed.
 */
import type { CellHost, CellOccupancy, CellPolicy } from '../../engine/contract/cell-policy.ts';
import type { SignalHint } from '../../engine/contract/drawing.ts';
import type { Quantities } from '../../engine/contract/explanation.ts';
import type { Reason } from '../../engine/contract/policy.ts';
import { VcColumn } from '../../engine/contract/policy-tables.ts';
import { DOUBLE_ZERO } from '../../engine/numbers/double-zero.ts';
import { choiceParameter } from '../../params/choice-parameter.ts';
import { integerParameter } from '../../params/number-parameter.ts';
import type { DefaultContext, ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { acceptReason, dropReason, indexById, isAccepted } from '../mechanisms/reasons.ts';
import { cellPolicy, cellThreshold, overflowReason, vcWeight } from './mechanisms/cells.ts';
import { EmulatedRoundRobin } from './mechanisms/emulated-round-robin.ts';
import { SlidingWindowRate } from './mechanisms/sliding-window-rate.ts';

const SOURCE = 'Hu & Jan, section 3';

const parameters = {
  highThreshold: {
    ...cellThreshold('Upper threshold', 'H', 1, {
      help: 'Above H, every frame is dropped.',
      source: `${SOURCE}: three frames below the buffer`,
    }),
    default: {
      rule: 'three frames of 12 cells below the buffer',
      compute: ({ bufferPackets }: DefaultContext) => Math.max(1, bufferPackets - 36),
    },
  },
  machine: choiceParameter('State machine', {
    options: { repaired: 'repaired', literal: 'as printed' },
    default: 'repaired',
    live: false,
    help: 'As printed: a VC below its share leaves state 3 at its next frame. Repaired: it stays in state 3 until it reaches its share.',
    source: `${SOURCE}.2 and figure 3`,
  }),
  roundCells: integerParameter('Round', 'cells', [1, 100_000, 15], {
    symbol: 'T̃',
    default: 15,
    help: 'Cells in one round of the emulated round robin. Each VC gets a number of cells in proportion to its guarantee.',
    source: `${SOURCE}.1: large enough to make all these numbers whole`,
  }),
  windowSlots: integerParameter('Window', 'slots', [1, 1e6, 100], {
    default: 1_000,
    live: false,
    help: 'Length of the past that the rate estimates take into account.',
    source: 'Hu & Jan, section 4.1',
  }),
  estimateCells: integerParameter('Estimate every', 'cells', [1, 100_000, 12], {
    symbol: 'Q',
    default: 36,
    live: false,
    help: 'Number of cells between two estimates of the arrival rate and the service rate.',
    source: 'Hu & Jan, section 4.1, for arrivals',
  }),
} as const satisfies ParameterSchema;

type VbsValues = ValuesOf<typeof parameters>;

const quantities: Quantities = {
  low: { symbol: 'L', meaning: 'lower threshold now', unit: 'cells' },
  middle: { symbol: 'M', meaning: 'middle threshold now', unit: 'cells' },
  scale: {
    symbol: 'Z',
    meaning: 'scale factor: a VC is above its share when its virtual queue holds this fraction of its threshold',
    unit: '',
  },
  service: { symbol: String.raw`\mu`, meaning: 'average service rate', unit: 'cells per slot' },
  arrivals: { symbol: String.raw`\lambda_s`, meaning: 'average arrival rate', unit: 'cells per slot' },
  peak: {
    symbol: String.raw`\lambda_a`,
    meaning: 'arrival rate, updated only while the average rises',
    unit: 'cells per slot',
  },
  virtual: {
    symbol: String.raw`\tilde X_i`,
    meaning: 'cells that this VC would hold under weighted round robin',
    unit: 'cells',
  },
  minimumRate: { symbol: 'W_i', meaning: 'minimum cell rate of this VC', unit: 'cells/s' },
  activeRates: {
    symbol: 'W_a',
    meaning: 'minimum cell rates of the VCs that would hold cells, including this one',
    unit: 'cells/s',
  },
  threshold: { symbol: String.raw`\mathit{TH}_i`, meaning: 'share of this VC in H', unit: 'cells' },
  stateBefore: { symbol: 'S', meaning: 'state of this VC before this frame', unit: '' },
  state: { symbol: "S'", meaning: 'state of this VC for this decision', unit: '' },
};

const LOW_STEP = 'low = min(highThreshold, limit * service / peak)';
const MIDDLE_STEP = 'middle = min(highThreshold, limit * service / arrivals)';

const reasons = [
  acceptReason('below', 'below L', {
    template: 'X = {held} cells is below L = {low}: every frame is accepted.',
    steps: [LOW_STEP, 'held < low'],
  }),
  acceptReason('guaranteed', 'guaranteed', {
    template: 'X = {held} cells is below H = {highThreshold}: untagged frames are guaranteed, so they are accepted.',
    steps: [LOW_STEP, 'low <= held < highThreshold'],
  }),
  acceptReason('spared', 'accepted by its state', {
    template: 'X = {held} cells has reached L = {low}, but tagged frames of a VC in state {state} are still accepted.',
  }),
  dropReason('above', 'above H', {
    template: 'X = {held} cells has reached H = {highThreshold}: every frame is dropped.',
    steps: ['held >= highThreshold'],
  }),
  dropReason('over-share', 'state 2: above its share', {
    template:
      'X = {held} cells has reached L = {low}, and the VC is in state 2, above its share: tagged frames are dropped.',
  }),
  dropReason('lost-privilege', 'state 4, above M', {
    shortLabel: 'state 4',
    template: 'X = {held} cells has reached M = {middle}: tagged frames of VCs in state 4 are also dropped.',
  }),
  overflowReason,
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

/** The input of the state of a VC. */
export interface VcOccupancy {
  readonly heldCells: number;
  readonly highThreshold: number;
  readonly middleThreshold: number;
  readonly virtualCells: number;
  /** The VC's share of H, and the part of this share above which the VC counts as above its share. */
  readonly threshold: number;
  readonly scaledThreshold: number;
}

/** The state after one step (figure 3), in either reading. */
export function nextState(state: number, machine: VbsValues['machine'], occupancy: VcOccupancy): number {
  const isAbove = occupancy.virtualCells >= occupancy.scaledThreshold;
  if (state === 1) return isAbove ? 2 : occupancy.heldCells >= occupancy.highThreshold ? 3 : 1;
  if (state === 2) return isAbove ? 2 : 1;
  if (machine === 'literal') {
    if (state === 3) return isAbove ? 3 : 4;
    return occupancy.heldCells >= occupancy.middleThreshold ? 1 : occupancy.virtualCells > occupancy.threshold ? 2 : 4;
  }
  if (state === 3) return isAbove ? 4 : 3;
  return occupancy.virtualCells > occupancy.threshold ? 2 : occupancy.heldCells < occupancy.middleThreshold ? 1 : 4;
}

/** The state that decides on a frame: as printed, the state before the frame; repaired, the one that follows. */
function decidingState(stateBefore: number, stateAfter: number, machine: VbsValues['machine']): number {
  return machine === 'literal' ? stateBefore : stateAfter;
}

/** The index of the reason for a frame of a VC in a state. */
function reasonInState(
  { heldCells, highThreshold, middleThreshold }: VcOccupancy,
  lowThreshold: number,
  state: number,
  isTagged: boolean,
): number {
  if (heldCells >= highThreshold) return REASON.above;
  if (heldCells < lowThreshold) return REASON.below;
  if (!isTagged) return REASON.guaranteed;
  if (state === 2) return REASON['over-share'];
  return state === 4 && heldCells >= middleThreshold ? REASON['lost-privilege'] : REASON.spared;
}

/** The rule of `admit`, from the state that the policy shows. */
function dropsFrame(
  { heldCells, virtualCells = 0, thresholdCells = 0, state = 1, signals = [] }: CellOccupancy,
  isTagged: boolean,
  { highThreshold, machine }: VbsValues,
): boolean {
  const occupancy: VcOccupancy = {
    heldCells,
    highThreshold,
    middleThreshold: signals[SIGNAL_INDEX.middle],
    virtualCells,
    threshold: thresholdCells,
    scaledThreshold: signals[SIGNAL_INDEX.scale] * thresholdCells,
  };
  const deciding = decidingState(state, nextState(state, machine, occupancy), machine);
  return !isAccepted(reasons, reasonInState(occupancy, signals[SIGNAL_INDEX.low], deciding, isTagged));
}

/** The comparisons for the next state of the repaired machine, as in `nextState`. */
function stateSteps(state: number, occupancy: VcOccupancy): string[] {
  const isAbove = occupancy.virtualCells >= occupancy.scaledThreshold;
  const share = isAbove ? 'virtual >= scale * threshold' : 'virtual < scale * threshold';
  const high = occupancy.heldCells >= occupancy.highThreshold ? 'held >= highThreshold' : 'held < highThreshold';
  const middle = occupancy.heldCells >= occupancy.middleThreshold ? 'held >= middle' : 'held < middle';
  const thresholdStep = occupancy.virtualCells > occupancy.threshold ? 'virtual > threshold' : 'virtual <= threshold';
  if (state === 1) return isAbove ? [share] : [share, high];
  if (state <= 3) return [share];
  return occupancy.virtualCells > occupancy.threshold ? [thresholdStep] : [thresholdStep, middle];
}

const signals = [
  { id: 'low', label: 'L', symbol: 'L', word: 'lower', unit: 'cells', axis: 'cells', isThreshold: true },
  { id: 'middle', label: 'M', symbol: 'M', word: 'middle', unit: 'cells', axis: 'cells', isThreshold: true },
  { id: 'scale', label: 'Z', symbol: 'Z', unit: '', axis: 'own' },
] as const satisfies readonly SignalHint[];

const SIGNAL_INDEX = indexById(signals);

class VirtualBufferingStrategy implements CellPolicy<VbsValues> {
  private values: VbsValues;
  private readonly host: CellHost;
  private readonly roundRobin: EmulatedRoundRobin;
  private readonly arrivalRate: SlidingWindowRate;
  private readonly serviceRate: SlidingWindowRate;
  private readonly state: Uint8Array;
  private lowThreshold = DOUBLE_ZERO;
  private middleThreshold = DOUBLE_ZERO;
  private scale = DOUBLE_ZERO + 1;

  constructor(host: CellHost, values: VbsValues) {
    this.host = host;
    this.values = values;
    this.roundRobin = new EmulatedRoundRobin(this.roundWeights());
    // The capacity for GFR is that of the link: one cell per slot.
    this.arrivalRate = new SlidingWindowRate(1, values.estimateCells, values.windowSlots);
    this.serviceRate = new SlidingWindowRate(1, values.estimateCells, values.windowSlots);
    this.state = new Uint8Array(host.minimumCellRate.length).fill(1);
    this.findThresholds();
  }

  admit(vc: number, isTagged: boolean): number {
    const { host, values } = this;
    this.findThresholds();
    const threshold = this.thresholdOf(vc);
    const occupancy: VcOccupancy = {
      heldCells: host.heldCells,
      highThreshold: values.highThreshold,
      middleThreshold: this.middleThreshold,
      virtualCells: this.roundRobin.virtualCells[vc],
      threshold,
      scaledThreshold: this.scale * threshold,
    };
    const stateBefore = this.state[vc];
    const stateAfter = nextState(stateBefore, values.machine, occupancy);
    this.state[vc] = stateAfter;
    const state = decidingState(stateBefore, stateAfter, values.machine);
    const reason = reasonInState(occupancy, this.lowThreshold, state, isTagged);
    if (host.explaining) this.explain(vc, occupancy, stateBefore, state, reason);
    return reason;
  }

  onCellOffered(_vc: number, slot: number): void {
    this.arrivalRate.onCell(slot);
  }

  onCellTaken(vc: number): void {
    this.roundRobin.onTaken(vc);
  }

  onCellSent(_vc: number, slot: number): void {
    this.serviceRate.onCell(slot);
    this.roundRobin.onSent();
  }

  configure(values: VbsValues): void {
    this.values = values;
    this.roundRobin.setWeights(this.roundWeights());
  }

  describeVc(vc: number, into: Float64Array, offset: number): void {
    into[offset + VcColumn.virtualCells] = this.roundRobin.virtualCells[vc];
    into[offset + VcColumn.thresholdCells] = this.thresholdOf(vc);
    into[offset + VcColumn.state] = this.state[vc];
  }

  signals(into: Float64Array): void {
    into[SIGNAL_INDEX.low] = this.lowThreshold;
    into[SIGNAL_INDEX.middle] = this.middleThreshold;
    into[SIGNAL_INDEX.scale] = this.scale;
  }

  /** Computed from the estimated load. None is above H, although the printed formulas allow it (equations 3 and 4). */
  private findThresholds(): void {
    const { highThreshold } = this.values;
    const { limitCells } = this.host;
    const { average, aggressive } = this.arrivalRate;
    this.lowThreshold = Math.min(highThreshold, (limitCells * this.serviceRate.average) / aggressive);
    this.middleThreshold = Math.min(highThreshold, (limitCells * this.serviceRate.average) / average);
    this.scale = Math.min(1, (this.serviceRate.average / aggressive) * (limitCells / highThreshold));
  }

  /** Share of H among the VCs that virtually hold cells, including this VC (equation 2). */
  private thresholdOf(vc: number): number {
    return (this.values.highThreshold * this.host.minimumCellRate[vc]) / this.activeRates(vc);
  }

  /** Sum of the guarantees of the VCs that virtually hold cells, including this VC, cells/s. */
  private activeRates(vc: number): number {
    const { virtualCells } = this.roundRobin;
    let sum = 0;
    for (let other = 0; other < virtualCells.length; other++)
      if (other === vc || virtualCells[other] > 0) sum += this.host.minimumCellRate[other];
    return sum;
  }

  /** Cells of a round by VC: at least one. */
  private roundWeights(): number[] {
    const { roundCells } = this.values;
    return Array.from(this.host.minimumCellRate, (_, vc) =>
      Math.max(1, Math.round(roundCells * vcWeight(this.host, vc))),
    );
  }

  private explain(vc: number, occupancy: VcOccupancy, stateBefore: number, state: number, reason: number): void {
    const { explanation, limitCells, minimumCellRate } = this.host;
    const { heldCells, virtualCells, threshold } = occupancy;
    const operands = {
      held: heldCells,
      limit: limitCells,
      low: this.lowThreshold,
      middle: this.middleThreshold,
      scale: this.scale,
      virtual: virtualCells,
      threshold,
      service: this.serviceRate.average,
      arrivals: this.arrivalRate.average,
      peak: this.arrivalRate.aggressive,
      minimumRate: minimumCellRate[vc],
      activeRates: this.activeRates(vc),
      stateBefore,
      state,
    };
    const isByState =
      reason === REASON.spared || reason === REASON['over-share'] || reason === REASON['lost-privilege'];
    explanation.tell(operands, isByState ? this.stateSteps(occupancy, stateBefore, state, reason) : []);
  }

  /** The steps to the verdict on a tagged frame, from the load and the state of the VC. */
  private stateSteps(occupancy: VcOccupancy, stateBefore: number, state: number, reason: number): string[] {
    const { machine } = this.values;
    const steps = machine === 'literal' ? [] : stateSteps(stateBefore, occupancy);
    const needsMiddle = state === 4 || steps.some((step) => step.includes('middle'));
    return [
      LOW_STEP,
      'low <= held < highThreshold',
      ...(needsMiddle ? [MIDDLE_STEP] : []),
      ...(steps.length > 0 ? ['threshold = highThreshold * minimumRate / activeRates'] : []),
      ...(steps.some((step) => step.includes('scale'))
        ? ['scale = min(1, service * limit / (peak * highThreshold))']
        : []),
      `stateBefore = ${stateBefore}`,
      ...steps,
      `state = ${state}`,
      ...(state === 4 ? [reason === REASON['lost-privilege'] ? 'held >= middle' : 'held < middle'] : []),
    ];
  }
}

export const vbs = cellPolicy({
  id: 'vbs',
  name: 'VBS',
  summary:
    'Drops tagged frames. Its decision depends on the load, and on the cells that the VC would hold under weighted round robin.',
  source: SOURCE,
  // The table is older and does not have it: classified here.
  taxonomy: {
    accounting: 'multiple',
    thresholds: 'multiple',
    threshold: 'dynamic',
    drop: 'deterministic',
    tagSensitive: true,
  },
  parameters,
  thresholdStyles: { highThreshold: 'high' },
  reasons,
  quantities,
  lens: 'states',
  signals,
  dropProbability: (occupancy, isTagged, values) => (dropsFrame(occupancy, isTagged, values) ? 1 : 0),
  create: (host, values) => new VirtualBufferingStrategy(host, values),
});
