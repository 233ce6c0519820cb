/**
 * PIE's control law over one queue: a drop probability that follows the queueing delay, updated at fixed times, and the
 * decision on each arriving packet. The caller stores the packets.
 * Source: Pan, Natarajan, Baker & White, RFC 8033: appendix A, with sections 5.1 (ECN) and 5.4 (derandomisation).
 * Variant: ns-3.37 (PieQueueDisc). That of Linux has its own file, `linux/linux-pie-control.ts`.
 */
import type { SignalHint } from '../../../engine/contract/drawing.ts';
import type { PolicyHost } from '../../../engine/contract/policy.ts';
import { PacketFlag } from '../../../engine/packets/packet.ts';
import type { QueueContent } from '../../mechanisms/random-early-detection.ts';
import { indexById } from '../../mechanisms/reasons.ts';
import { DepartureRate } from './departure-rate.ts';
import type { PieValues } from './pie-parameters.ts';
import { PIE_REASON, pieAccepts } from './pie-reasons.ts';
import { type PieUpdate, pieUpdateSteps, updateDivisor } from './pie-steps.ts';

/** Below this probability a short delay is enough for a packet to pass: RFC 8033, section 4.1. */
const MAX_CALM_PROBABILITY = 0.2;
/** Bounds of the sum of probabilities, with derandomisation: RFC 8033, section 5.4. */
const MIN_PROBABILITY_SUM = 0.85;
const MAX_PROBABILITY_SUM = 8.5;
/** ns-3: the allowance is given again after this time without congestion, ns. */
const NS3_CALM_NS = 1.5e9;

/** Slots of the state. Doubles stay in a table: a double that is passed by value may cost an allocation. */
const PROBABILITY_SLOT = 0;
/** Queueing delay, ns: of the last sent packet (0 if it left the queue empty), and at the last update. */
const DELAY_NS_SLOT = 1;
const DELAY_AT_UPDATE_NS_SLOT = 2;
/** Rest of the burst allowance, ns. */
const BURST_NS_SLOT = 3;
/** Sum of probabilities since the last drop. */
const PROBABILITY_SUM_SLOT = 4;
const NEXT_UPDATE_NS_SLOT = 5;
/** For the last update: probability and delay before it, and the change. */
const PROBABILITY_BEFORE_SLOT = 6;
const DELAY_BEFORE_NS_SLOT = 7;
const PROBABILITY_CHANGE_SLOT = 8;
/** For the last decision: the probability after scaling by the size, and the draw, NaN without a draw. */
const SCALED_PROBABILITY_SLOT = 9;
const DRAW_SLOT = 10;
/** The sum including this packet, if sums are used. */
const PROBABILITY_SUM_BEFORE_ACTION_SLOT = 11;
const SLOT_COUNT = 12;

/** ns-3: state of the burst allowance. */
const NO_BURST_STATE = 0;
const PROTECTING_STATE = 1;
const AFTER_BURST_STATE = 2;

/** The signals of a control law. */
export const pieSignals = [
  { id: 'probability', label: 'drop probability', symbol: 'p', unit: '', axis: 'probability' },
  {
    id: 'delay',
    label: 'delay at the update',
    shortQueueText: 'delay',
    symbol: 'τ',
    unit: 'ms',
    axis: 'delay',
    mayBeMissing: true,
  },
  { id: 'deviationTerm', label: 'change of p by the deviation', unit: '', axis: 'own', mayBeMissing: true },
  { id: 'trendTerm', label: 'change of p by the trend', unit: '', axis: 'own', mayBeMissing: true },
  { id: 'burst', label: 'burst allowance left', symbol: 'b', unit: 'ms', axis: 'own' },
  { id: 'change', label: 'change of p at the last update', unit: '', axis: 'own', mayBeMissing: true },
] as const satisfies readonly SignalHint[];

export const pieSignalIndex = indexById(pieSignals);

/**
 * Largest rise of the probability at an update, from a probability of 0.1 on: RFC 8033, section 5.5. ns-3 and Linux
 * have it.
 */
const MAX_PIE_RISE = 0.02;

/** The control law of one queue. */
export interface PieLaw {
  readonly nextUpdateNs: number;
  readonly probability: number;
  configure(values: PieValues): void;
  advance(): void;
  refuse(): void;
  judge(packet: number): number;
  onSent(packet: number): void;
  signals(into: Float64Array): void;
  explain(packet: number, reason: number): void;
}

/** PIE's law over one queue, of the RFC or of ns-3. */
export class PieControl implements PieLaw {
  private values: PieValues;
  private readonly host: PolicyHost;
  private readonly queue: QueueContent;
  private readonly slots = new Float64Array(SLOT_COUNT);
  /** Undefined if packets have time stamps. */
  private readonly departures: DepartureRate | undefined;
  private burstState = NO_BURST_STATE;
  private calmUpdateCount = 0;
  /** For the explanation of the last update; 0 if there is no explanation, because a parameter has changed. */
  private divisor = 0;
  private isCapped = false;
  private isDecayed = false;
  private hasUpdated = false;

  /**
   * The first update comes one period after `startNs`, in ns-3 at `startNs`.
   * @param queue the waiting packets
   */
  constructor(host: PolicyHost, queue: QueueContent, values: PieValues, startNs: number) {
    this.host = host;
    this.queue = queue;
    this.values = values;
    const { slots } = this;
    const { variant } = values;
    if (values.delayFrom === 'departures') this.departures = new DepartureRate(variant === 'ns3');
    slots[NEXT_UPDATE_NS_SLOT] = startNs + (variant === 'ns3' ? 0 : this.periodNs);
    slots[BURST_NS_SLOT] = variant === 'ns3' ? 0 : values.maxBurstMs * 1e6;
    slots[DRAW_SLOT] = Number.NaN;
  }

  /** Time of the next update, ns. */
  get nextUpdateNs(): number {
    return this.slots[NEXT_UPDATE_NS_SLOT];
  }

  /** The probability of a drop or a mark, 0 to 1. */
  get probability(): number {
    return this.slots[PROBABILITY_SLOT];
  }

  /** Sets new values, after the due updates were made. */
  configure(values: PieValues): void {
    this.values = values;
    const { slots } = this;
    this.divisor = 0;
    slots[NEXT_UPDATE_NS_SLOT] = Math.min(slots[NEXT_UPDATE_NS_SLOT], this.host.nowNs + this.periodNs);
    slots[BURST_NS_SLOT] = Math.min(slots[BURST_NS_SLOT], values.maxBurstMs * 1e6);
  }

  /**
   * Makes the due updates. It must be called before any other change of the queue at this time. An update depends only
   * on values that do not change between two calls, so it may be made late.
   */
  advance(): void {
    const { slots, host } = this;
    while (slots[NEXT_UPDATE_NS_SLOT] <= host.nowNs) {
      this.update();
      slots[NEXT_UPDATE_NS_SLOT] = slots[NEXT_UPDATE_NS_SLOT] + this.periodNs;
      if (this.isAtRest) this.skipIdleUpdates();
    }
  }

  /** A packet has found the buffer full. */
  refuse(): void {
    this.slots[PROBABILITY_SUM_SLOT] = 0;
  }

  /**
   * Decides on a packet that fits.
   * @returns an index into `pieReasons`
   */
  judge(packet: number): number {
    const { slots, values } = this;
    slots[DRAW_SLOT] = Number.NaN;
    const passReason = this.reasonToPass();
    if (passReason >= 0) return passReason;
    const { host } = this;
    const size = this.scalesBySize ? host.packets.bytes[packet] / values.meanPacketBytes : 1;
    slots[SCALED_PROBABILITY_SLOT] = slots[PROBABILITY_SLOT] * size;
    if (this.isSpaced) {
      if (slots[PROBABILITY_SLOT] === 0) slots[PROBABILITY_SUM_SLOT] = 0;
      slots[PROBABILITY_SUM_SLOT] = slots[PROBABILITY_SUM_SLOT] + slots[PROBABILITY_SLOT];
      slots[PROBABILITY_SUM_BEFORE_ACTION_SLOT] = slots[PROBABILITY_SUM_SLOT];
      if (slots[PROBABILITY_SUM_SLOT] < MIN_PROBABILITY_SUM) return PIE_REASON['too-soon'];
      if (slots[PROBABILITY_SUM_SLOT] >= MAX_PROBABILITY_SUM)
        return this.markOrDrop(packet, PIE_REASON.overdue, PIE_REASON['overdue-marked']);
    }
    host.random.drawUniform();
    slots[DRAW_SLOT] = host.random.drawn[0];
    const isDropChosen =
      values.variant === 'ns3'
        ? slots[DRAW_SLOT] <= slots[SCALED_PROBABILITY_SLOT]
        : slots[DRAW_SLOT] < slots[SCALED_PROBABILITY_SLOT];
    return isDropChosen ? this.markOrDrop(packet, PIE_REASON.early, PIE_REASON.marked) : PIE_REASON.passed;
  }

  /** A packet was taken out to be sent. It is no longer in the queue. */
  onSent(packet: number): void {
    const { slots, host, queue } = this;
    const { nowNs } = host;
    // Deviation: appendix A keeps the delay of the last packet also when the queue is empty, and would never stop
    // dropping.
    if (this.departures === undefined)
      slots[DELAY_NS_SLOT] = queue.packetCount === 0 ? 0 : nowNs - host.packets.arrivedNs[packet];
    else this.departures.onSent(host.packets.bytes[packet], queue.byteCount, nowNs);
  }

  /**
   * The probability; the delay at the last update, ms; the two terms of that update; the change of the probability,
   * with all limits; and the rest of the burst allowance, ms. The delay is NaN before the first update. Terms and
   * change are NaN if the terms did not change p: before it, until the next one after a change of a parameter, and in
   * the burst of ns-3.
   */
  signals(into: Float64Array): void {
    const { slots, values } = this;
    into[pieSignalIndex.probability] = slots[PROBABILITY_SLOT];
    into[pieSignalIndex.delay] = this.hasUpdated ? slots[DELAY_AT_UPDATE_NS_SLOT] / 1e6 : Number.NaN;
    const scale = this.divisor > 0 ? 1e9 * this.divisor : Number.NaN;
    into[pieSignalIndex.deviationTerm] =
      (values.alpha * (slots[DELAY_AT_UPDATE_NS_SLOT] - values.targetMs * 1e6)) / scale;
    into[pieSignalIndex.trendTerm] =
      (values.beta * (slots[DELAY_AT_UPDATE_NS_SLOT] - slots[DELAY_BEFORE_NS_SLOT])) / scale;
    into[pieSignalIndex.change] =
      this.divisor > 0 ? slots[PROBABILITY_SLOT] - slots[PROBABILITY_BEFORE_SLOT] : Number.NaN;
    into[pieSignalIndex.burst] = slots[BURST_NS_SLOT] / 1e6;
  }

  /** Explains the decision on the last packet, before the packet is stored. */
  explain(packet: number, reason: number): void {
    const { host, slots, queue } = this;
    const operands = {
      probability: slots[PROBABILITY_SLOT],
      probabilityBefore: slots[PROBABILITY_BEFORE_SLOT],
      delay: slots[DELAY_AT_UPDATE_NS_SLOT] / 1e6,
      delayBefore: slots[DELAY_BEFORE_NS_SLOT] / 1e6,
      delayNow: slots[DELAY_NS_SLOT] / 1e6,
      change: slots[PROBABILITY_CHANGE_SLOT],
      divisor: this.divisor,
      burstLeft: slots[BURST_NS_SLOT] / 1e6,
      waiting: queue.packetCount,
      waitingBytes: queue.byteCount,
      bytes: host.packets.bytes[packet],
      sum: slots[PROBABILITY_SUM_BEFORE_ACTION_SLOT],
      scaledProbability: this.scalesBySize ? slots[SCALED_PROBABILITY_SLOT] : Number.NaN,
      draw: slots[DRAW_SLOT],
    };
    host.explanation.tell(operands, this.steps(packet, reason));
  }

  /** No packet waits and the probability is 0: further updates only use up the burst allowance. */
  private get isAtRest(): boolean {
    const { slots } = this;
    if (this.values.variant !== 'rfc' || this.departures !== undefined) return false;
    const isZero = slots[PROBABILITY_SLOT] === 0 && slots[DELAY_NS_SLOT] === 0 && slots[DELAY_AT_UPDATE_NS_SLOT] === 0;
    return isZero && slots[PROBABILITY_BEFORE_SLOT] === 0 && slots[DELAY_BEFORE_NS_SLOT] === 0;
  }

  /** Makes all due updates at once. */
  private skipIdleUpdates(): void {
    const { slots, periodNs } = this;
    const dueUpdateCount = Math.floor((this.host.nowNs - slots[NEXT_UPDATE_NS_SLOT]) / periodNs) + 1;
    if (dueUpdateCount <= 0) return;
    this.spendBurst(dueUpdateCount);
    slots[NEXT_UPDATE_NS_SLOT] = slots[NEXT_UPDATE_NS_SLOT] + dueUpdateCount * periodNs;
  }

  /** Takes the time of `updates` periods from the burst allowance. */
  private spendBurst(updates: number): void {
    const { slots } = this;
    slots[BURST_NS_SLOT] = Math.max(0, slots[BURST_NS_SLOT] - updates * this.periodNs);
  }

  private get periodNs(): number {
    return Math.round(this.values.updateMs * 1e6);
  }

  /** ns-3 scales the probability by the size of the packet if the buffer counts bytes. */
  private get scalesBySize(): boolean {
    return this.values.variant === 'ns3' && Number.isFinite(this.host.limitBytes);
  }

  private get isSpaced(): boolean {
    return this.values.derandomise;
  }

  /** The reason why the packet passes without a draw; -1 if a draw is needed. */
  private reasonToPass(): number {
    const { slots, values } = this;
    const { variant } = values;
    const halfNs = (values.targetMs * 1e6) / 2;
    const isCalm =
      slots[PROBABILITY_SLOT] === 0 && slots[DELAY_NS_SLOT] < halfNs && slots[DELAY_AT_UPDATE_NS_SLOT] < halfNs;
    if (variant === 'rfc' && isCalm) slots[BURST_NS_SLOT] = values.maxBurstMs * 1e6;
    if (slots[BURST_NS_SLOT] > 0) return PIE_REASON['in-burst'];
    if (variant === 'ns3' && this.burstState === NO_BURST_STATE) {
      this.burstState = PROTECTING_STATE;
      slots[BURST_NS_SLOT] = values.maxBurstMs * 1e6;
    }
    if (slots[DELAY_AT_UPDATE_NS_SLOT] < halfNs && slots[PROBABILITY_SLOT] < MAX_CALM_PROBABILITY)
      return PIE_REASON['short-delay'];
    return this.isShort ? PIE_REASON['short-queue'] : -1;
  }

  /** Whether at most two packets wait, or the bytes of two mean packets. */
  private get isShort(): boolean {
    const { queue, values } = this;
    return this.countsPackets ? queue.packetCount <= 2 : queue.byteCount <= 2 * values.meanPacketBytes;
  }

  private get countsPackets(): boolean {
    return this.values.variant === 'ns3' && !Number.isFinite(this.host.limitBytes);
  }

  /** The packet was chosen: marked if it can be and the probability is not too high, dropped otherwise. */
  private markOrDrop(packet: number, drop: number, mark: number): number {
    const { slots, values, host } = this;
    const { variant, ecn, markLimit } = values;
    const canMark = ecn && slots[PROBABILITY_SLOT] < markLimit && (host.packets.flags[packet] & PacketFlag.ect) !== 0;
    // The text of the RFC only has drops. Its pseudo-code also restarts the sum at a mark that a draw has chosen.
    if (variant === 'rfc' || !canMark) slots[PROBABILITY_SUM_SLOT] = 0;
    return canMark ? mark : drop;
  }

  /** `calculate_drop_prob()` of RFC 8033, appendix A. */
  private update(): void {
    const { slots, values, queue } = this;
    const { variant } = values;
    this.hasUpdated = true;
    if (this.departures !== undefined) slots[DELAY_NS_SLOT] = this.departures.delayNs(queue.byteCount);
    const delayNs = slots[DELAY_NS_SLOT];
    const beforeNs = slots[DELAY_AT_UPDATE_NS_SLOT];
    slots[PROBABILITY_BEFORE_SLOT] = slots[PROBABILITY_SLOT];
    slots[DELAY_BEFORE_NS_SLOT] = beforeNs;
    if (variant === 'ns3' && slots[BURST_NS_SLOT] > 0) {
      slots[PROBABILITY_SLOT] = 0;
      this.divisor = 0;
    } else this.changeProbability(delayNs, beforeNs);
    this.isDecayed = delayNs === 0 && beforeNs === 0;
    if (this.isDecayed) slots[PROBABILITY_SLOT] = slots[PROBABILITY_SLOT] * 0.98;
    slots[PROBABILITY_SLOT] = Math.min(1, Math.max(0, slots[PROBABILITY_SLOT]));
    slots[DELAY_AT_UPDATE_NS_SLOT] = delayNs;
    this.updateBurst(delayNs, beforeNs);
  }

  private changeProbability(delayNs: number, beforeNs: number): void {
    const { slots, values } = this;
    const { variant } = values;
    const previousProbability = slots[PROBABILITY_SLOT];
    const targetNs = values.targetMs * 1e6;
    this.divisor = updateDivisor(previousProbability);
    const change = (values.alpha * (delayNs - targetNs) + values.beta * (delayNs - beforeNs)) / 1e9 / this.divisor;
    this.isCapped = variant !== 'rfc' && previousProbability >= 0.1 && change > MAX_PIE_RISE;
    slots[PROBABILITY_CHANGE_SLOT] = this.isCapped ? MAX_PIE_RISE : change;
    slots[PROBABILITY_SLOT] = previousProbability + slots[PROBABILITY_CHANGE_SLOT];
  }

  private updateBurst(delayNs: number, beforeNs: number): void {
    const { slots, values } = this;
    const halfNs = (values.targetMs * 1e6) / 2;
    const isCalm = slots[PROBABILITY_SLOT] === 0 && delayNs < halfNs && beforeNs < halfNs;
    this.spendBurst(1);
    if (values.variant !== 'ns3') return;
    if (isCalm && this.departures?.isUnknown === false) this.departures.deleteAverage();
    this.updateNs3Burst(isCalm && slots[BURST_NS_SLOT] === 0);
  }

  /** ns-3: after a burst the allowance comes back when there was no congestion for 1.5 s. */
  private updateNs3Burst(isCalm: boolean): void {
    if (!isCalm) {
      if (this.burstState === AFTER_BURST_STATE) this.calmUpdateCount = 0;
    } else if (this.burstState === PROTECTING_STATE) {
      this.burstState = AFTER_BURST_STATE;
      this.calmUpdateCount = 0;
    } else if (this.burstState === AFTER_BURST_STATE) {
      this.calmUpdateCount++;
      if (this.calmUpdateCount <= Math.floor(NS3_CALM_NS / this.periodNs)) return;
      this.calmUpdateCount = 0;
      this.burstState = NO_BURST_STATE;
    }
  }

  private steps(packet: number, reason: number): string[] {
    const { values, slots } = this;
    if (reason === PIE_REASON['in-burst']) return ['burstLeft > 0'];
    if (reason === PIE_REASON['short-delay']) return ['delay < targetMs / 2', 'probability < 0.2'];
    const isLong = slots[DELAY_AT_UPDATE_NS_SLOT] / 1e6 >= values.targetMs / 2;
    const longStep = isLong ? 'delay >= targetMs / 2' : 'probability >= 0.2';
    if (reason === PIE_REASON['short-queue']) return [longStep, this.lengthStep(true)];
    const steps = [longStep, this.lengthStep(false)];
    if (this.divisor > 0) steps.unshift(...pieUpdateSteps(this.lastUpdate));
    steps.push(...this.choiceSteps(reason));
    const hasActed = !pieAccepts(reason) || reason === PIE_REASON.marked || reason === PIE_REASON['overdue-marked'];
    if (hasActed && values.ecn && (this.host.packets.flags[packet] & PacketFlag.ect) !== 0)
      steps.push(`probability ${pieAccepts(reason) ? '<' : '>='} markLimit`);
    return steps;
  }

  private lengthStep(isShort: boolean): string {
    const sign = isShort ? '<=' : '>';
    return this.countsPackets ? `waiting ${sign} 2` : `waitingBytes ${sign} 2 * meanPacketBytes`;
  }

  private choiceSteps(reason: number): string[] {
    if (reason === PIE_REASON['too-soon']) return ['sum < 0.85'];
    if (reason === PIE_REASON.overdue || reason === PIE_REASON['overdue-marked']) return ['sum >= 8.5'];
    const steps = this.isSpaced ? ['0.85 <= sum < 8.5'] : [];
    const isNs3 = this.values.variant === 'ns3';
    const scales = this.scalesBySize;
    if (scales) steps.push('scaledProbability = probability * bytes / meanPacketBytes');
    const sign = reason === PIE_REASON.passed ? (isNs3 ? '>' : '>=') : isNs3 ? '<=' : '<';
    return [...steps, `draw ${sign} ${scales ? 'scaledProbability' : 'probability'}`];
  }

  private get lastUpdate(): PieUpdate {
    const { slots, isCapped, isDecayed } = this;
    const sum = slots[PROBABILITY_BEFORE_SLOT] + slots[PROBABILITY_CHANGE_SLOT];
    const reachedBound = sum < 0 ? 'low' : sum > 1 ? 'high' : 'no';
    return { isCapped, isBoosted: false, decay: isDecayed ? '0.98' : '', reachedBound };
  }
}
