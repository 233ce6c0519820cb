/**
 * Random early detection for RED and RED-ECN. A parameter chooses one of three readings.
 * - `floyd93`: as in Floyd & Jacobson, "Random Early Detection Gateways for Congestion Avoidance", 1993, figure 2.
 * - `ns2`: as ns-2.35 runs it. The average takes at least m + 1 steps after an idle time. There is no early action on a
 *   queue of one packet, and the first packet after the average crosses min_th passes. `wait` spaces drops between 1/p
 *   and 2/p packets.
 * - `switch`: as in Zhu et al., "Congestion control for large-scale RDMA deployments" (DCQCN), 2015, figure 5. The
 *   curve gives the probability of each packet, whatever its size, and nothing is spread.
 */

import type { SignalHint, ThresholdHint } from '../../engine/contract/drawing.ts';
import type { Operands } from '../../engine/contract/explanation.ts';
import type { PolicyHost, Reason } from '../../engine/contract/policy.ts';
import { DOUBLE_ZERO } from '../../engine/numbers/double-zero.ts';
import { powIntInPlace } from '../../engine/numbers/exact-math.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { booleanParameter, choiceParameter } from '../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../params/number-parameter.ts';
import {
  type Constraint,
  type DefaultContext,
  numberValue,
  type ParameterSchema,
  type ValuesOf,
} from '../../params/schema.ts';
import { acceptReason, dropReason, indexById, indexOfItem, isAccepted, markReason } from './reasons.ts';
import { averageStep, type RedCurve, redBaseSteps, spreadSteps } from './red-steps.ts';

const FLOYD_SOURCE = 'Floyd & Jacobson 1993';

export const redParameters = {
  minThreshold: numberParameter('Lower threshold', 'packets', [0, 1e6, 1], {
    symbol: 'min_th',
    default: { rule: 'B / 6', compute: (context: DefaultContext) => context.bufferPackets / 6 },
    primary: true,
    help: 'Below this average queue, no packet is dropped early.',
    source: `${FLOYD_SOURCE}, figure 2`,
  }),
  maxThreshold: numberParameter('Upper threshold', 'packets', [0.001, 1e6, 1], {
    symbol: 'max_th',
    default: {
      rule: '3 min_th',
      compute: (context: DefaultContext) => 3 * numberValue(context.values, 'minThreshold'),
    },
    primary: true,
    help: 'At this average queue, the drop probability reaches max_p. Above max_th, the probability grows to 1 (gentle) or is 1. With min_th = max_th it is a step.',
    source: `${FLOYD_SOURCE}, figure 2`,
  }),
  maxProbability: numberParameter('Drop probability at max_th', '', [0, 1, 0.01], {
    symbol: 'max_p',
    default: 0.1,
    primary: true,
    help: 'Probability of an early drop when the average queue is at max_th. The drops are then spread over the packets.',
    source: `${FLOYD_SOURCE}, section 7`,
  }),
  queueWeight: numberParameter('Averaging weight', '', [0.00001, 1, 0.0005], {
    symbol: 'w_q',
    scale: 'log',
    default: 0.002,
    primary: true,
    help: 'Weight of the present queue in its moving average. With small values, RED tolerates bursts. With large values, RED follows them.',
    source: `${FLOYD_SOURCE}, section 6`,
  }),
  reading: choiceParameter('RED as in', {
    options: { ns2: 'ns-2', floyd93: 'the 1993 paper', switch: 'switches' },
    default: 'ns2',
    help: 'Three versions of the algorithm. They treat idle time, the spacing of drops, and the first packet above min_th differently. In switches the curve alone counts: with the averaging weight 1 and without gentle, it is the ramp of DCQCN with K_min, K_max and P_max.',
    source: `ns-2.35; ${FLOYD_SOURCE}; Zhu et al. 2015, figure 5`,
  }),
  gentle: booleanParameter('Gentle', {
    default: true,
    help: 'Above max_th, the probability grows linearly from max_p to 1 at twice max_th, instead of jumping to 1.',
    source: 'Floyd, "Recommendation on using the gentle variant of RED", 2000',
  }),
  wait: booleanParameter('Wait between drops', {
    default: true,
    help: 'ns-2 only: at least 1/p packets pass between two early drops.',
    source: 'ns-2.35',
  }),
  measure: choiceParameter('Queue counted in', {
    options: { packets: 'packets', bytes: 'bytes' },
    default: 'packets',
    help: 'In byte mode, large packets are dropped more often. A threshold of n packets then means n times the mean packet size, in bytes.',
  }),
  meanPacketBytes: integerParameter('Mean packet', 'bytes', [1, 65_000, 10], {
    default: 1000,
    help: 'RED uses this packet size for the decay of the average over idle time, and for the thresholds in byte mode.',
  }),
} as const satisfies ParameterSchema;

/** Equal thresholds are a step: no average is between them. */
export const redConstraints: readonly Constraint[] = [{ lower: 'minThreshold', upper: 'maxThreshold', gap: 0 }];

/**
 * `markLimit`: below this base probability, a packet that can be marked is marked and not dropped. Without it, no
 * packet is marked.
 */
export type RedValues = ValuesOf<typeof redParameters> & { markLimit?: number };

const decay = new Float64Array(1);

/**
 * Both ends of an idle time are whole nanoseconds. A packet that does not fit only because of this rounding still
 * counts as sent.
 */
const TIME_ROUNDING_NS = 1;

/** The list of a policy that drops begins with these reasons. */
export const redReasons = [
  acceptReason('below', 'accepted', {
    template: 'The average queue {average} is below min_th = {minThreshold}: accepted.',
  }),
  acceptReason('nearly-empty', 'accepted', {
    template:
      'The average queue {average} is not below min_th = {minThreshold}, but the queue is almost empty now: accepted.',
    source: 'ns-2.35',
  }),
  acceptReason('first-above', 'accepted', {
    template: 'The average queue {average} has just reached min_th = {minThreshold}: the first packet is accepted.',
    source: 'ns-2.35',
  }),
  acceptReason('passed', 'accepted', {
    template:
      'The average queue {average} gives {baseProbability} on the curve, and this packet p = {probability}. The draw {draw} is not below p: accepted.',
  }),
  dropReason('early', 'early drop', {
    template:
      'The average queue {average} gives {baseProbability} on the curve, and this packet p = {probability}. The draw {draw} is below p: dropped early.',
  }),
  dropReason('certain', 'average too high', {
    template: 'The average queue {average} is too far above max_th = {maxThreshold}: every packet is dropped.',
  }),
  dropReason('full', 'buffer full', {
    template: 'The buffer is full: dropped. The average does not matter.',
  }),
] as const satisfies readonly Reason[];

const REASON = indexById(redReasons);

/** The reasons of a policy that marks. */
export const redEcnReasons: readonly Reason[] = [
  ...redReasons,
  markReason('marked', 'marked', {
    template:
      'The average queue {average} gives {baseProbability} on the curve, and this packet p = {probability}. The draw {draw} is below p: marked, not dropped.',
    source: 'RFC 3168 section 5',
  }),
];

const MARKED_REASON = indexOfItem(redEcnReasons, 'marked');

export const redThresholds: readonly ThresholdHint[] = [
  { parameter: 'minThreshold', symbol: 'min_th', style: 'low' },
  { parameter: 'maxThreshold', symbol: 'max_th', style: 'middle' },
  { parameter: 'buffer', symbol: 'buffer', style: 'high' },
];

export const redSignals: readonly SignalHint[] = [
  { id: 'average', label: 'average queue', queueText: 'average', symbol: 'avg', unit: 'packets', axis: 'queue' },
  { id: 'probability', label: 'drop or mark probability', symbol: 'p_b', unit: '', axis: 'probability' },
];

/**
 * Slots of RED's state. Numbers are passed in these slots, because a double that is passed by value may cost an
 * allocation.
 */
const AVERAGE_SLOT = 0;
const BASE_PROBABILITY_SLOT = 1;
const SPREAD_PROBABILITY_SLOT = 2;
const DRAW_SLOT = 3;
/**
 * For the last packet: the average before it, and the number of packets that an idle time before it could have sent, -1
 * without idle time.
 */
const AVERAGE_BEFORE_SLOT = 4;
const IDLE_PACKETS_SLOT = 5;
/** The count since the last action, with which the probability of the last packet was spread. */
const COUNT_PACKETS_SLOT = 6;
const COUNT_BYTES_SLOT = 7;
/** The queue at that time: packets and bytes. */
const WAITING_PACKETS_SLOT = 8;
const WAITING_BYTES_SLOT = 9;
/** In byte mode: the probability between two steps, after spreading (ns-2) or by the size (1993). */
const SCALED_PROBABILITY_SLOT = 10;
const SLOT_COUNT = 11;

/** The probability before spreading, as a function of the average queue (in the thresholds' unit). */
export function baseProbability(average: number, values: RedCurve): number {
  scratch[AVERAGE_SLOT] = average;
  findBase(scratch, values);
  return scratch[BASE_PROBABILITY_SLOT];
}

/** The probability after spreading over the `count` packets since the last drop: gaps are uniform between 1 and 1/p. */
export function spreadProbability(base: number, count: number): number {
  return count * base < 1 ? Math.min(1, base / (1 - count * base)) : 1;
}

/** True for a reason that accepts the packet. */
export function redAccepts(reason: number): boolean {
  return isAccepted(redEcnReasons, reason);
}

const scratch = new Float64Array(SLOT_COUNT);

function findBase(slots: Float64Array, { minThreshold, maxThreshold, maxProbability, gentle }: RedCurve): void {
  const average = slots[AVERAGE_SLOT];
  if (average < minThreshold) slots[BASE_PROBABILITY_SLOT] = 0;
  else if (average < maxThreshold)
    slots[BASE_PROBABILITY_SLOT] = (maxProbability * (average - minThreshold)) / (maxThreshold - minThreshold);
  else if (gentle)
    slots[BASE_PROBABILITY_SLOT] = Math.min(
      1,
      ((1 - maxProbability) * average) / maxThreshold + 2 * maxProbability - 1,
    );
  else slots[BASE_PROBABILITY_SLOT] = 1;
}

/** The queue of a RED: its own queue, or a virtual one. */
export interface QueueContent {
  readonly packetCount: number;
  readonly byteCount: number;
}

/**
 * Whether RED's buffer has no room. Deviation: the packet in transmission does not count, as in ns-2's RED (DropTail
 * counts it).
 */
export function redIsFull({ limitPackets, limitBytes }: PolicyHost, queue: QueueContent, bytes: number): boolean {
  return queue.packetCount >= limitPackets || queue.byteCount + bytes > limitBytes;
}

/** The comparison by which a packet does not fit. */
export function redFullStep({ limitBytes }: PolicyHost): string {
  return Number.isFinite(limitBytes) ? 'waitingBytes + bytes > limitBytes' : 'waiting + 1 > limitPackets';
}

/** The decision of RED. The caller stores the packets. */
export class RandomEarlyDetection {
  values: RedValues;
  private readonly host: PolicyHost;
  private readonly queue: QueueContent;
  /**
   * The average queue, in packets (of the mean size, in byte mode); the probability before and after spreading; the
   * draw, NaN without a draw; and the input of the last decision.
   */
  private readonly slots = new Float64Array(SLOT_COUNT);
  /** Packets (or mean packets' worth of bytes) since the last early drop or mark; -1 in floyd93 below min_th. */
  private count = 0;
  private countBytes = 0;
  private wasAbove = false;
  private isIdle = true;
  private idleSinceNs = DOUBLE_ZERO;

  constructor(host: PolicyHost, queue: QueueContent, values: RedValues) {
    this.host = host;
    this.queue = queue;
    this.values = values;
    if (values.reading === 'floyd93') this.count = -1;
  }

  /**
   * @param isFull the packet does not fit, so RED's decision does not matter
   * @returns an index into `redEcnReasons`
   */
  decide(packet: number, isFull: boolean): number {
    this.estimate();
    return this.judge(packet, isFull);
  }

  /** The average, as it was estimated last, is below min_th. */
  get isBelow(): boolean {
    return this.slots[AVERAGE_SLOT] < this.values.minThreshold;
  }

  /** Decides as `decide` does, after a call of `estimate`. */
  judge(packet: number, isFull: boolean): number {
    const size = this.host.packets.bytes[packet];
    const reason = this.values.reading === 'ns2' ? this.decideNs2(packet, size) : this.decideFloyd(packet, size);
    if (!isFull) return reason;
    this.restartCount(0, 0);
    return REASON.full;
  }

  /** The queue has been empty and the link idle since `sinceNs`. */
  onQueueEmptied(sinceNs: number): void {
    if (this.isIdle) return;
    this.isIdle = true;
    this.idleSinceNs = sinceNs;
  }

  signals(into: Float64Array): void {
    into[0] = this.slots[AVERAGE_SLOT];
    into[1] = this.slots[BASE_PROBABILITY_SLOT];
  }

  /** The numbers of the last decision, at the time of the decision. */
  operands(packet: number): Operands {
    const { slots } = this;
    return {
      average: slots[AVERAGE_SLOT],
      averageBefore: slots[AVERAGE_BEFORE_SLOT],
      idlePackets: slots[IDLE_PACKETS_SLOT],
      waiting: slots[WAITING_PACKETS_SLOT],
      waitingBytes: slots[WAITING_BYTES_SLOT],
      bytes: this.host.packets.bytes[packet],
      baseProbability: slots[BASE_PROBABILITY_SLOT],
      count: slots[COUNT_PACKETS_SLOT],
      countBytes: slots[COUNT_BYTES_SLOT],
      spreadProbability: slots[SCALED_PROBABILITY_SLOT],
      scaledProbability: slots[SCALED_PROBABILITY_SLOT],
      probability: slots[SPREAD_PROBABILITY_SLOT],
      draw: slots[DRAW_SLOT],
    };
  }

  /**
   * The steps of the last decision.
   * @param fullCondition the comparison by which the packet does not fit
   */
  steps(packet: number, reason: number, fullCondition?: string): string[] {
    const { values } = this;
    if (reason === REASON.full) return fullCondition === undefined ? [] : [fullCondition];
    const operands = this.operands(packet);
    const steps = [averageStep(operands, values)];
    if (reason === REASON.below) return [...steps, 'average < minThreshold'];
    if (reason === REASON['nearly-empty']) return [...steps, 'average >= minThreshold', 'waiting <= 1'];
    if (reason === REASON['first-above']) return [...steps, 'average >= minThreshold'];
    steps.push(...redBaseSteps(operands, values), ...spreadSteps(operands, values));
    steps.push(reason === REASON.passed ? 'draw >= probability' : 'draw < probability');
    if (reason !== REASON.passed && this.isMarkable(packet))
      steps.push(reason === MARKED_REASON ? 'baseProbability < markLimit' : 'baseProbability >= markLimit');
    return steps;
  }

  /** A packet arrives: updates the exponentially weighted moving average of the waiting packets. */
  estimate(): void {
    const { queueWeight, measure, meanPacketBytes } = this.values;
    const { queue, slots } = this;
    slots[AVERAGE_BEFORE_SLOT] = slots[AVERAGE_SLOT];
    slots[IDLE_PACKETS_SLOT] = -1;
    slots[WAITING_PACKETS_SLOT] = queue.packetCount;
    slots[WAITING_BYTES_SLOT] = queue.byteCount;
    const presentLength = measure === 'bytes' ? queue.byteCount / meanPacketBytes : queue.packetCount;
    if (this.isIdle) this.decayOverIdleTime();
    else slots[AVERAGE_SLOT] = slots[AVERAGE_SLOT] * (1 - queueWeight);
    slots[AVERAGE_SLOT] = slots[AVERAGE_SLOT] + queueWeight * presentLength;
  }

  /** Over an idle time the average decays as if packets of the mean size had arrived and left at the link's rate. */
  private decayOverIdleTime(): void {
    const { queueWeight, meanPacketBytes, reading } = this.values;
    const idleNs = this.host.nowNs - this.idleSinceNs + TIME_ROUNDING_NS;
    const idlePackets = Math.floor((idleNs * this.host.rateBps) / (8e9 * meanPacketBytes));
    this.slots[IDLE_PACKETS_SLOT] = idlePackets;
    decay[0] = 1 - queueWeight;
    powIntInPlace(decay, reading === 'floyd93' ? idlePackets : idlePackets + 1);
    this.slots[AVERAGE_SLOT] = this.slots[AVERAGE_SLOT] * decay[0];
    this.isIdle = false;
  }

  private decideNs2(packet: number, size: number): number {
    const { values, slots } = this;
    const waitingLength = this.queue.packetCount;
    this.count++;
    this.countBytes += size;
    this.writeCounts();
    let reason = REASON.below;
    findBase(slots, values);
    slots[SPREAD_PROBABILITY_SLOT] = 0;
    slots[DRAW_SLOT] = Number.NaN;
    const isAbove = slots[AVERAGE_SLOT] >= values.minThreshold;
    if (!isAbove || waitingLength <= 1) {
      if (isAbove) reason = REASON['nearly-empty'];
      this.wasAbove = false;
    } else if (!this.wasAbove) {
      this.restartCount(1, size);
      this.wasAbove = true;
      reason = REASON['first-above'];
    } else {
      this.spreadNs2(size);
      reason = this.drawFor(packet);
    }
    return reason;
  }

  /** The decision of the paper of 1993, or that of switches. */
  private decideFloyd(packet: number, size: number): number {
    const { values, slots } = this;
    findBase(slots, values);
    let reason = REASON.below;
    slots[SPREAD_PROBABILITY_SLOT] = 0;
    slots[DRAW_SLOT] = Number.NaN;
    if (slots[AVERAGE_SLOT] < values.minThreshold) this.restartCount(-1, 0);
    else {
      this.count++;
      this.countBytes += size;
      this.writeCounts();
      if (values.reading === 'switch') slots[SPREAD_PROBABILITY_SLOT] = slots[BASE_PROBABILITY_SLOT];
      else this.spreadFloyd(size);
      reason = this.drawFor(packet);
    }
    return reason;
  }

  /** Spreads actions evenly: the gap is uniform between 1 and 1/p. */
  private spreadFloyd(size: number): void {
    const { measure, meanPacketBytes } = this.values;
    const base = this.slots[BASE_PROBABILITY_SLOT];
    const scaledProbability = measure === 'bytes' ? Math.min(1, (base * size) / meanPacketBytes) : base;
    this.slots[SCALED_PROBABILITY_SLOT] = scaledProbability;
    this.slots[SPREAD_PROBABILITY_SLOT] = spreadProbability(scaledProbability, this.count);
  }

  /** Spreads actions evenly: with `wait` the gap is uniform between 1/p and 2/p, without it between 1 and 1/p. */
  private spreadNs2(size: number): void {
    const { wait, measure, meanPacketBytes } = this.values;
    const base = this.slots[BASE_PROBABILITY_SLOT];
    const countSinceDrop = measure === 'bytes' ? Math.floor(this.countBytes / meanPacketBytes) : this.count;
    const share = countSinceDrop * base;
    let spreadChance: number;
    if (wait) spreadChance = share < 1 ? 0 : share < 2 ? base / (2 - share) : 1;
    else spreadChance = share < 1 ? base / (1 - share) : 1;
    this.slots[SCALED_PROBABILITY_SLOT] = Math.min(1, spreadChance);
    if (measure === 'bytes' && spreadChance < 1) spreadChance = (spreadChance * size) / meanPacketBytes;
    this.slots[SPREAD_PROBABILITY_SLOT] = Math.min(1, spreadChance);
  }

  /** Draws, and chooses the packet with the probability after spreading. */
  private drawFor(packet: number): number {
    const { slots } = this;
    const { random } = this.host;
    random.drawUniform();
    slots[DRAW_SLOT] = random.drawn[0];
    if (slots[DRAW_SLOT] >= slots[SPREAD_PROBABILITY_SLOT]) return REASON.passed;
    const reason = this.markOrDrop(packet);
    this.restartCount(0, 0);
    return reason;
  }

  /** The packet was chosen: marked if it can be and the average is not too high, dropped otherwise. */
  private markOrDrop(packet: number): number {
    const base = this.slots[BASE_PROBABILITY_SLOT];
    if (this.isMarkable(packet) && base < (this.values.markLimit ?? 0)) return MARKED_REASON;
    return base >= 1 ? REASON.certain : REASON.early;
  }

  /** The sender understands marks, and the policy gives them. */
  private isMarkable(packet: number): boolean {
    return this.values.markLimit !== undefined && (this.host.packets.flags[packet] & PacketFlag.ect) !== 0;
  }

  private writeCounts(): void {
    this.slots[COUNT_PACKETS_SLOT] = this.count;
    this.slots[COUNT_BYTES_SLOT] = this.countBytes;
  }

  private restartCount(packets: number, bytes: number): void {
    this.count = packets;
    this.countBytes = bytes;
  }
}
