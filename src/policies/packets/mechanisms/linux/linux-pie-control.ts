/**
 * PIE's control law over one queue as the Linux kernel computes it (7.2: net/sched/sch_pie.c, include/net/pie.h), in
 * whole numbers. A delay is counted in ticks of 64 ns. A probability has 56 binary places in a word of 64 bits, so it
 * may pass 1, up to 256. A table holds the upper and the lower half of each word, as doubles: nothing is allocated for
 * a packet. An update computes with BigInt, because its products have up to 64 bits, and doubles only 53.
 */
import type { PolicyHost } from '../../../../engine/contract/policy.ts';
import { PacketFlag } from '../../../../engine/packets/packet.ts';
import type { QueueContent } from '../../../mechanisms/random-early-detection.ts';
import { type PieLaw, pieSignalIndex } from '../pie-control.ts';
import type { PieValues } from '../pie-parameters.ts';
import { PIE_REASON, pieAccepts } from '../pie-reasons.ts';
import { pieUpdateSteps, updateDivisor } from '../pie-steps.ts';
import { piePeriodMs, pieSixteenths, QUEUES_PER_TICK } from './pie-rounding.ts';

const TWO_32 = 2 ** 32;
const TICK_NS = 64;
const TICKS_PER_SECOND = 15_625_000;
const LONG_DELAY_TICKS = 3_906_250;
/** The largest probability of the kernel's text, 1. Its other constants are parts of it, rounded down as there. */
const ONE = (1n << 56n) - 1n;
const CALM = halves(ONE / 5n);
const MIN_SUM = halves((ONE / 100n) * 85n);
const MAX_SUM = halves((ONE / 2n) * 17n);
const ONE_PER_TICK = ONE / BigInt(TICKS_PER_SECOND);
/** A measurement of the departure rate takes this number of bytes. A rate has 8 binary places. */
const MEASURED_BYTES = 16_384;
const RATE_SCALE = 256;

/**
 * The discipline is one tick of the kernel's clock old at time 0, as in the logs of the kernel that tests compare with.
 * So the first update is at 0.5 s.
 */
const FIRST_UPDATE_NS = 500e6;

/** Words of 64 bits: the upper half is at this place, the lower one behind it. */
const PROBABILITY_SLOT = 0;
const SUM_SLOT = 2;
/** Probability for a packet, scaled by its size; the part of the probability for one byte. */
const LOCAL_SLOT = 4;
const PER_BYTE_SLOT = 6;
/** Marks are given up to this probability. */
const MARK_LIMIT_SLOT = 8;
/** Delays, in ticks: the present one, and that at the update before. */
const DELAY_SLOT = 10;
const OLD_DELAY_SLOT = 11;
/** Rest of the burst allowance, in ticks. */
const BURST_SLOT = 12;
/** Begin of a measurement, or the last departure, in ticks; -1 for none. */
const STAMP_SLOT = 13;
/** Bytes of the measurement, -1 without one, and the average rate. */
const MEASURED_SLOT = 14;
const RATE_SLOT = 15;
const NEXT_UPDATE_NS_SLOT = 16;
/** For the explanation of the last update: the probability before it, delays in ticks, and the change. */
const PROBABILITY_BEFORE_SLOT = 17;
const UPDATE_DELAY_SLOT = 18;
const UPDATE_OLD_DELAY_SLOT = 19;
const CHANGE_SLOT = 20;
/** For the last decision: the sum with this packet, and the draw, NaN without one. */
const DECIDED_SUM_SLOT = 21;
const DRAW_SLOT = 22;
const SLOT_COUNT = 23;

/** PIE's law over one queue, as in Linux. */
export class LinuxPieControl implements PieLaw {
  private values: PieValues;
  private readonly host: PolicyHost;
  private readonly queue: QueueContent;
  /** The queues that one timer updates. */
  private readonly timedQueues: number;
  /** The limit for marks is counted in hundredths, as in FQ-PIE. */
  private readonly countsPercent: boolean;
  private readonly slots = new Float64Array(SLOT_COUNT);
  /** For the explanation of the last update; 0 if there is no explanation, because a parameter has changed. */
  private divisor = 0;
  private isCapped = false;
  private isBoosted = false;
  private isDecayed = false;
  private hasReachedZero = false;
  private hasUpdated = false;

  /**
   * @param queue the waiting packets
   * @param turn for FQ-PIE: the number of its queue, and of all queues
   */
  constructor(host: PolicyHost, queue: QueueContent, values: PieValues, turn?: { queue: number; queues: number }) {
    const { slots } = this;
    this.host = host;
    this.queue = queue;
    this.values = values;
    this.countsPercent = turn !== undefined;
    this.timedQueues = turn?.queues ?? 1;
    const tickOfQueue = Math.floor((turn?.queue ?? 0) / QUEUES_PER_TICK);
    slots[NEXT_UPDATE_NS_SLOT] = FIRST_UPDATE_NS + tickOfQueue * this.clockTickNs;
    this.restart();
    this.setLimits();
  }

  /** Time of the next update, ns. */
  get nextUpdateNs(): number {
    return this.slots[NEXT_UPDATE_NS_SLOT];
  }

  /** May be above 1. */
  get probability(): number {
    return this.toNumber(PROBABILITY_SLOT);
  }

  /** Sets new values, after the due updates were made. A timer that runs keeps its time. */
  configure(values: PieValues): void {
    this.values = values;
    this.divisor = 0;
    this.setLimits();
  }

  /** Makes the due updates; as in `PieControl`. */
  advance(): void {
    const { slots, host } = this;
    while (slots[NEXT_UPDATE_NS_SLOT] <= host.nowNs) {
      this.update();
      slots[NEXT_UPDATE_NS_SLOT] = slots[NEXT_UPDATE_NS_SLOT] + this.periodNs;
      if (this.isAtRest && slots[NEXT_UPDATE_NS_SLOT] <= host.nowNs) this.skipIdleUpdates();
    }
  }

  /** A packet has found the buffer full. */
  refuse(): void {
    this.setWord(SUM_SLOT, 0, 0);
  }

  /**
   * Decides on a packet that fits.
   * @returns an index into `pieReasons`
   */
  judge(packet: number): number {
    const { slots, host, values } = this;
    slots[DRAW_SLOT] = Number.NaN;
    if (slots[BURST_SLOT] > 0) return PIE_REASON['in-burst'];
    if (slots[DELAY_SLOT] < this.halfTargetTicks && isBelow(slots, PROBABILITY_SLOT, CALM))
      return PIE_REASON['short-delay'];
    if (this.backlogBytes < 2 * this.mtuBytes) return PIE_REASON['short-queue'];
    const bytes = host.packets.bytes[packet] + values.headerBytes;
    if (values.byteMode && bytes <= this.mtuBytes) this.scaleBy(bytes);
    else this.setWord(LOCAL_SLOT, slots[PROBABILITY_SLOT], slots[PROBABILITY_SLOT + 1]);
    this.addToSum();
    slots[DECIDED_SUM_SLOT] = this.toNumber(SUM_SLOT);
    if (isBelow(slots, SUM_SLOT, MIN_SUM)) return PIE_REASON['too-soon'];
    if (!isBelow(slots, SUM_SLOT, MAX_SUM))
      return this.markOrDrop(packet, PIE_REASON.overdue, PIE_REASON['overdue-marked']);
    if (!this.isChosen()) return PIE_REASON.passed;
    this.setWord(SUM_SLOT, 0, 0);
    return this.markOrDrop(packet, PIE_REASON.early, PIE_REASON.marked);
  }

  /** A packet was taken out to be sent. It is no longer in the queue. */
  onSent(packet: number): void {
    const { host, values } = this;
    if (values.delayFrom === 'departures') this.measureRate(host.packets.bytes[packet] + values.headerBytes);
    else this.takeDelay(packet);
  }

  /** As in `PieControl`. */
  signals(into: Float64Array): void {
    const { slots, values } = this;
    const scale = this.divisor > 0 ? TICKS_PER_SECOND * this.divisor : Number.NaN;
    into[pieSignalIndex.probability] = this.probability;
    into[pieSignalIndex.delay] = this.hasUpdated ? toMs(slots[UPDATE_DELAY_SLOT]) : Number.NaN;
    into[pieSignalIndex.deviationTerm] = (values.alpha * (slots[UPDATE_DELAY_SLOT] - this.targetTicks)) / scale;
    into[pieSignalIndex.trendTerm] = (values.beta * (slots[UPDATE_DELAY_SLOT] - slots[UPDATE_OLD_DELAY_SLOT])) / scale;
    into[pieSignalIndex.change] = this.divisor > 0 ? this.probability - slots[PROBABILITY_BEFORE_SLOT] : Number.NaN;
    into[pieSignalIndex.burst] = toMs(slots[BURST_SLOT]);
  }

  /** Explains the decision on the last packet, before the packet is stored. */
  explain(packet: number, reason: number): void {
    const { host, slots, queue, values } = this;
    const operands = {
      probability: this.probability,
      probabilityBefore: slots[PROBABILITY_BEFORE_SLOT],
      delay: toMs(slots[UPDATE_DELAY_SLOT]),
      delayBefore: toMs(slots[UPDATE_OLD_DELAY_SLOT]),
      delayNow: toMs(slots[DELAY_SLOT]),
      change: slots[CHANGE_SLOT],
      divisor: this.divisor,
      burstLeft: toMs(slots[BURST_SLOT]),
      waiting: queue.packetCount,
      waitingBytes: this.backlogBytes,
      bytes: host.packets.bytes[packet] + values.headerBytes,
      sum: slots[DECIDED_SUM_SLOT],
      scaledProbability: values.byteMode ? this.toNumber(LOCAL_SLOT) : Number.NaN,
      draw: slots[DRAW_SLOT],
      deviceMtuBytes: this.mtuBytes,
    };
    host.explanation.tell(operands, this.steps(packet, reason));
  }

  /** The time of the kernel's clock between two interrupts, ns. */
  private get clockTickNs(): number {
    return 1e9 / Number(this.values.kernelHz);
  }

  private get periodNs(): number {
    const { updateMs, kernelHz } = this.values;
    return 1e6 * piePeriodMs(updateMs, Number(kernelHz), this.timedQueues);
  }

  private get targetTicks(): number {
    return Math.floor((Math.round(this.values.targetMs * 1000) * 1000) / TICK_NS);
  }

  private get halfTargetTicks(): number {
    return Math.floor(this.targetTicks / 2);
  }

  /** Largest packet of the device, with the header of its link. */
  private get mtuBytes(): number {
    return this.values.mtuBytes + this.values.headerBytes;
  }

  /** All waiting packets with their headers. */
  private get backlogBytes(): number {
    const { queue, values } = this;
    return queue.byteCount + values.headerBytes * queue.packetCount;
  }

  /** Further updates would change nothing. */
  private get isAtRest(): boolean {
    const { slots, divisor } = this;
    const isZero = slots[PROBABILITY_SLOT] === 0 && slots[PROBABILITY_SLOT + 1] === 0;
    const hasNoDelay = slots[DELAY_SLOT] === 0 && slots[OLD_DELAY_SLOT] === 0 && slots[UPDATE_OLD_DELAY_SLOT] === 0;
    return divisor > 0 && isZero && hasNoDelay && slots[RATE_SLOT] === 0 && slots[PROBABILITY_BEFORE_SLOT] === 0;
  }

  private skipIdleUpdates(): void {
    const { slots, periodNs } = this;
    const dueUpdateCount = Math.floor((this.host.nowNs - slots[NEXT_UPDATE_NS_SLOT]) / periodNs) + 1;
    slots[NEXT_UPDATE_NS_SLOT] = slots[NEXT_UPDATE_NS_SLOT] + dueUpdateCount * periodNs;
  }

  /** As at the start: full burst allowance, no measurement. Probability and delay stay. */
  private restart(): void {
    const { slots } = this;
    slots[BURST_SLOT] = Math.floor((this.values.maxBurstMs * 1e6) / TICK_NS);
    slots[STAMP_SLOT] = -1;
    slots[MEASURED_SLOT] = -1;
    slots[RATE_SLOT] = 0;
    this.setWord(SUM_SLOT, 0, 0);
  }

  private setLimits(): void {
    const { values, countsPercent } = this;
    const limit = countsPercent
      ? (ONE / 100n) * BigInt(Math.round(values.markLimit * 100))
      : (ONE * BigInt(Math.round(values.markLimit * 1e6))) / 1_000_000n;
    this.writeWord(MARK_LIMIT_SLOT, limit);
    this.writePerByte();
  }

  private writePerByte(): void {
    if (this.values.byteMode) this.writeWord(PER_BYTE_SLOT, this.readWord(PROBABILITY_SLOT) / BigInt(this.mtuBytes));
  }

  /** The delay from the time stamp of a packet that leaves. */
  private takeDelay(packet: number): void {
    const { slots, host, queue } = this;
    const nowTicks = Math.floor(host.nowNs / TICK_NS);
    const stamp = slots[STAMP_SLOT];
    slots[DELAY_SLOT] = queue.packetCount === 0 ? 0 : nowTicks - Math.floor(host.packets.arrivedNs[packet] / TICK_NS);
    slots[STAMP_SLOT] = nowTicks;
    if (stamp >= 0) this.spendBurst((nowTicks - stamp) % TWO_32);
  }

  /** The departure rate, from a packet that leaves. */
  private measureRate(bytes: number): void {
    const { slots, backlogBytes } = this;
    const nowTicks = Math.floor(this.host.nowNs / TICK_NS);
    if (backlogBytes >= MEASURED_BYTES && slots[MEASURED_SLOT] < 0) {
      slots[STAMP_SLOT] = nowTicks;
      slots[MEASURED_SLOT] = 0;
    }
    if (slots[MEASURED_SLOT] < 0) return;
    slots[MEASURED_SLOT] = slots[MEASURED_SLOT] + bytes;
    if (slots[MEASURED_SLOT] < MEASURED_BYTES) return;
    const elapsedTicks = (nowTicks - slots[STAMP_SLOT]) % TWO_32;
    if (elapsedTicks === 0) return;
    const rate = Math.floor(((slots[MEASURED_SLOT] * RATE_SCALE) % TWO_32) / elapsedTicks);
    const average = slots[RATE_SLOT];
    slots[RATE_SLOT] = average === 0 ? rate : average - Math.floor(average / 8) + Math.floor(rate / 8);
    slots[MEASURED_SLOT] = backlogBytes < MEASURED_BYTES ? -1 : 0;
    if (slots[MEASURED_SLOT] === 0) slots[STAMP_SLOT] = nowTicks;
    this.spendBurst(elapsedTicks);
  }

  private spendBurst(ticks: number): void {
    this.slots[BURST_SLOT] = Math.max(0, this.slots[BURST_SLOT] - ticks);
  }

  /** The probability for a packet of this size. */
  private scaleBy(bytes: number): void {
    const { slots } = this;
    const lowerWord = slots[PER_BYTE_SLOT + 1] * bytes;
    const carry = Math.floor(lowerWord / TWO_32);
    this.setWord(LOCAL_SLOT, (slots[PER_BYTE_SLOT] * bytes + carry) % TWO_32, lowerWord % TWO_32);
  }

  private addToSum(): void {
    const { slots } = this;
    if (slots[LOCAL_SLOT] === 0 && slots[LOCAL_SLOT + 1] === 0) {
      this.setWord(SUM_SLOT, 0, 0);
      return;
    }
    const lowerWord = slots[SUM_SLOT + 1] + slots[LOCAL_SLOT + 1];
    const carry = lowerWord >= TWO_32 ? 1 : 0;
    this.setWord(SUM_SLOT, (slots[SUM_SLOT] + slots[LOCAL_SLOT] + carry) % TWO_32, lowerWord % TWO_32);
  }

  /** Draws a word and compares its upper 56 bits with the probability. */
  private isChosen(): boolean {
    const { slots } = this;
    const { random } = this.host;
    random.drawWord64();
    const { drawn } = random;
    const upperWord = Math.floor(drawn[0] / 256);
    const lowerWord = (drawn[0] % 256) * 2 ** 24 + Math.floor(drawn[1] / 256);
    slots[DRAW_SLOT] = (upperWord + lowerWord / TWO_32) / 2 ** 24;
    return upperWord < slots[LOCAL_SLOT] || (upperWord === slots[LOCAL_SLOT] && lowerWord < slots[LOCAL_SLOT + 1]);
  }

  /**
   * The packet was chosen: marked if it can be and the probability is not too high, dropped otherwise. A drop restarts
   * the sum.
   */
  private markOrDrop(packet: number, drop: number, mark: number): number {
    const { slots, values, host } = this;
    const isLow = !isBelow(slots, MARK_LIMIT_SLOT, slots, PROBABILITY_SLOT);
    if (values.ecn && isLow && (host.packets.flags[packet] & PacketFlag.ect) !== 0) return mark;
    this.setWord(SUM_SLOT, 0, 0);
    return drop;
  }

  /** `pie_calculate_probability()`. */
  private update(): void {
    const { slots, values, backlogBytes } = this;
    const measuresRate = values.delayFrom === 'departures';
    this.hasUpdated = true;
    if (measuresRate) {
      slots[OLD_DELAY_SLOT] = slots[DELAY_SLOT];
      const scaledBacklog = (backlogBytes * RATE_SCALE) % TWO_32;
      slots[DELAY_SLOT] = slots[RATE_SLOT] > 0 ? Math.floor(scaledBacklog / slots[RATE_SLOT]) : 0;
    }
    const delay = slots[DELAY_SLOT];
    const oldDelay = slots[OLD_DELAY_SLOT];
    slots[UPDATE_DELAY_SLOT] = delay;
    slots[UPDATE_OLD_DELAY_SLOT] = oldDelay;
    this.changeProbability(delay, oldDelay);
    const halfTicks = this.halfTargetTicks;
    const isZero = slots[PROBABILITY_SLOT] === 0 && slots[PROBABILITY_SLOT + 1] === 0;
    if (delay < halfTicks && oldDelay < halfTicks && isZero && (!measuresRate || slots[RATE_SLOT] > 0)) this.restart();
    if (!measuresRate) slots[OLD_DELAY_SLOT] = delay;
    this.writePerByte();
  }

  private changeProbability(delay: number, oldDelay: number): void {
    const { slots, values } = this;
    const probabilityBefore = this.readWord(PROBABILITY_SLOT);
    slots[PROBABILITY_BEFORE_SLOT] = this.probability;
    let shift = 4n;
    if (probabilityBefore < ONE / 10n) {
      shift += 1n;
      for (let part = 100n; part <= 1_000_000n && probabilityBefore < ONE / part; part *= 10n) shift += 2n;
    }
    const alpha = weight(values.alpha, shift);
    const beta = weight(values.beta, shift);
    let change = BigInt.asIntN(64, alpha * BigInt(delay - this.targetTicks) + beta * BigInt(delay - oldDelay));
    this.isCapped = change > ONE / 50n && probabilityBefore >= ONE / 10n;
    if (this.isCapped) change = (ONE / 100n) * 2n;
    this.isBoosted = delay > LONG_DELAY_TICKS;
    if (this.isBoosted) change = BigInt.asIntN(64, change + ONE / 50n);
    let newProbability = BigInt.asUintN(64, probabilityBefore + change);
    const hasOverflown = change > 0n && newProbability < probabilityBefore;
    this.hasReachedZero = change <= 0n && newProbability > probabilityBefore;
    if (hasOverflown) newProbability = ONE;
    if (this.hasReachedZero) newProbability = 0n;
    this.isDecayed = delay === 0 && oldDelay === 0 && this.backlogBytes === 0 && !hasOverflown;
    if (this.isDecayed) newProbability -= newProbability / 64n;
    this.divisor = updateDivisor(slots[PROBABILITY_BEFORE_SLOT]);
    slots[CHANGE_SLOT] = Number(change) / 2 ** 56;
    this.writeWord(PROBABILITY_SLOT, newProbability);
  }

  private steps(packet: number, reason: number): string[] {
    const { values, slots } = this;
    if (reason === PIE_REASON['in-burst']) return ['burstLeft > 0'];
    if (reason === PIE_REASON['short-delay']) return ['delayNow < targetMs / 2', 'probability < 0.2'];
    const isLong = slots[DELAY_SLOT] >= this.halfTargetTicks;
    const steps = [isLong ? 'delayNow >= targetMs / 2' : 'probability >= 0.2'];
    if (reason === PIE_REASON['short-queue']) return [...steps, 'waitingBytes < 2 * deviceMtuBytes'];
    steps.push('waitingBytes >= 2 * deviceMtuBytes');
    if (this.divisor > 0) steps.unshift(...pieUpdateSteps(this.lastUpdate));
    const probability = values.byteMode ? 'scaledProbability' : 'probability';
    if (reason === PIE_REASON['too-soon']) steps.push('sum < 0.85');
    else if (reason === PIE_REASON.overdue || reason === PIE_REASON['overdue-marked']) steps.push('sum >= 8.5');
    else steps.push('0.85 <= sum < 8.5', `draw ${reason === PIE_REASON.passed ? '>=' : '<'} ${probability}`);
    const hasActed = !pieAccepts(reason) || reason === PIE_REASON.marked || reason === PIE_REASON['overdue-marked'];
    if (hasActed && values.ecn && (this.host.packets.flags[packet] & PacketFlag.ect) !== 0)
      steps.push(`probability ${pieAccepts(reason) ? '<=' : '>'} markLimit`);
    return steps;
  }

  private get lastUpdate() {
    const { isCapped, isBoosted, isDecayed, hasReachedZero } = this;
    const decay = isDecayed ? ('63 / 64' as const) : ('' as const);
    return { isCapped, isBoosted, decay, reachedBound: hasReachedZero ? ('low' as const) : ('no' as const) };
  }

  private setWord(slot: number, upperWord: number, lowerWord: number): void {
    this.slots[slot] = upperWord;
    this.slots[slot + 1] = lowerWord;
  }

  private readWord(slot: number): bigint {
    return BigInt(this.slots[slot]) * BigInt(TWO_32) + BigInt(this.slots[slot + 1]);
  }

  private writeWord(slot: number, word: bigint): void {
    const [upperWord, lowerWord] = halves(word);
    this.setWord(slot, upperWord, lowerWord);
  }

  /** A word with 56 binary places. */
  private toNumber(slot: number): number {
    return (this.slots[slot] + this.slots[slot + 1] / TWO_32) / 2 ** 24;
  }
}

function halves(word: bigint): readonly [upper: number, lower: number] {
  return [Number(word >> 32n), Number(word & 0xffff_ffffn)];
}

/** Whether the word at a place is below another one. */
function isBelow(slots: Float64Array, slot: number, other: ArrayLike<number>, otherSlot = 0): boolean {
  const upper = slots[slot];
  const otherUpper = other[otherSlot];
  return upper < otherUpper || (upper === otherUpper && slots[slot + 1] < other[otherSlot + 1]);
}

/** A weight of the control law for a tick: tc's whole number, in sixteenths, times its part of 1, shifted. */
function weight(perSecond: number, shift: bigint): bigint {
  return (BigInt(pieSixteenths(perSecond)) * ONE_PER_TICK) >> shift;
}

const toMs = (ticks: number): number => (ticks * TICK_NS) / 1e6;
