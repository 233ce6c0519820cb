/**
 * DualPI2 as in Linux: probabilities in 32 bits, random draws (two for a classic packet, whose probability is the
 * square), and weighted round robin in bytes.
 * Source: Linux 7.2, net/sched/sch_dualpi2.c.
 */
import { NO_PACKET, type PolicyHost } from '../../../../engine/contract/policy.ts';
import { copyIntoGrown } from '../../../../engine/numbers/grown-array.ts';
import { PacketFlag } from '../../../../engine/packets/packet.ts';
import { bufferOperands, bufferStep } from '../buffer-steps.ts';
import { DualQueues } from '../dualpi2/dual-queues.ts';
import type { DualPi2Values } from '../dualpi2/dualpi2-parameters.ts';
import { DUALPI2_REASON } from '../dualpi2/dualpi2-reasons.ts';
import { PACKET_MEMORY_BYTES } from '../flow-queueing.ts';

/** Probability 1, and the number of different draws. */
const MAX_PROBABILITY = 0xffff_ffff;
const DRAW_COUNT = 2 ** 32;
/** Gains are set in 1/256 per second, and used per 64 ns. */
const GAIN_SCALE = 256;
const GAIN_TICK_NS = 64;
/** The shares of the queues are in percent. */
const PERCENT = 100;

/** Slots: the base probability, the delay at the last update (ns), both draws, and the credit (percent of bytes). */
const PROBABILITY_SLOT = 0;
const DELAY_NS_SLOT = 1;
const DRAW_SLOT = 2;
const SECOND_DRAW_SLOT = 3;
const CREDIT_SLOT = 4;
const ALPHA_SLOT = 5;
const BETA_SLOT = 6;

const NO_REASON = -1;

/** A policy with both queues of DualPI2 as in Linux. */
export class LinuxDualPi2 extends DualQueues<DualPi2Values> {
  private readonly slots = new Float64Array(7);
  /** By packet: the threshold of the L4S queue applies to it. */
  private steppedPackets = new Uint8Array(64);

  constructor(host: PolicyHost, values: DualPi2Values) {
    super(host, values);
    this.setGains();
    this.resetCredit();
  }

  override configure(values: DualPi2Values): void {
    super.configure(values);
    this.setGains();
  }

  enqueue(packet: number): number {
    this.advance();
    const { host, values, classicQueue, l4sQueue } = this;
    const bytes = host.packets.bytes[packet];
    const waitingPackets = classicQueue.packetCount + l4sQueue.packetCount;
    const isFull = waitingPackets >= values.limit;
    const memory = (waitingPackets + 1) * PACKET_MEMORY_BYTES;
    const isMemoryFull = memory > values.memoryLimitBytes;
    if (host.explaining && !isFull && isMemoryFull) host.explanation.tell({ memory }, ['memory > memoryLimitBytes']);
    else if (host.explaining) {
      const limits = { limitPackets: values.limit, limitBytes: Number.POSITIVE_INFINITY };
      host.explanation.tell(bufferOperands(limits, waitingPackets, 0, bytes), [bufferStep(limits, { isFull })]);
    }
    if (isFull || isMemoryFull) return DUALPI2_REASON.full;
    const isEct0 = this.isChosenEct0(packet);
    const isL4s = isEct0 || this.isL4s(packet);
    // A decision to mark comes before the packet is accepted, so it is the verdict itself.
    const reason = values.dropsAt === 'enqueue' ? this.decide(packet, isL4s) : NO_REASON;
    if (isDrop(reason)) return reason;
    if (isL4s) this.noteStep(packet);
    (isL4s ? l4sQueue : classicQueue).push(packet);
    if (reason !== NO_REASON && (host.packets.flags[packet] & PacketFlag.ce) === 0) return reason;
    if (isEct0) return DUALPI2_REASON['ect0-to-l4s'];
    return isL4s ? DUALPI2_REASON['to-l4s'] : DUALPI2_REASON['to-classic'];
  }

  dequeue(): number {
    this.advance();
    const { classicQueue, l4sQueue, slots, host, values } = this;
    while (classicQueue.packetCount + l4sQueue.packetCount > 0) {
      const isBoth = classicQueue.packetCount > 0 && l4sQueue.packetCount > 0;
      const isL4s = l4sQueue.packetCount > 0 && (classicQueue.packetCount === 0 || slots[CREDIT_SLOT] <= 0);
      const packet = (isL4s ? l4sQueue : classicQueue).shift();
      const reason = values.dropsAt === 'dequeue' ? this.decide(packet, isL4s) : NO_REASON;
      if (isDrop(reason)) {
        host.drop(packet, reason);
        continue;
      }
      if (reason !== NO_REASON) this.mark(packet, reason);
      if (isL4s && this.isAboveStep(packet)) this.markByStep(packet);
      // The credit changes only while both queues wait, and only for a packet that is sent.
      const share = isL4s ? this.classicPercent : this.classicPercent - PERCENT;
      if (isBoth) slots[CREDIT_SLOT] = slots[CREDIT_SLOT] + share * host.packets.bytes[packet];
      return packet;
    }
    this.resetCredit();
    return NO_PACKET;
  }

  signals(into: Float64Array): void {
    const { host, values } = this;
    const base = this.slots[PROBABILITY_SLOT] / DRAW_COUNT;
    into[0] = base;
    into[1] = base * base;
    into[2] = Math.min(1, values.couplingFactor * base);
    into[3] = this.headDelayNs(this.classicQueue, host.nowNs) / 1e6;
    into[4] = this.headDelayNs(this.l4sQueue, host.nowNs) / 1e6;
  }

  /** Updates p' in whole numbers of 32 and 64 bits. */
  protected override update(atNs: number): void {
    const { slots, values } = this;
    const delayNs = this.longerDelayNs(atNs);
    const change =
      (delayNs - Math.round(values.targetMs * 1e6)) * slots[ALPHA_SLOT] +
      (delayNs - slots[DELAY_NS_SLOT]) * slots[BETA_SLOT];
    slots[DELAY_NS_SLOT] = delayNs;
    const probabilityBefore = slots[PROBABILITY_SLOT];
    const step = Math.floor(Math.abs(change) / GAIN_TICK_NS);
    let probability: number;
    if (change > 0) {
      probability = (probabilityBefore + step) % DRAW_COUNT;
      if (probability < probabilityBefore) probability = MAX_PROBABILITY;
    } else {
      const difference = (probabilityBefore - step) % DRAW_COUNT;
      probability = difference < 0 ? difference + DRAW_COUNT : difference;
      if (probability > probabilityBefore) probability = 0;
    }
    if (!values.dropsOnOverload)
      probability = Math.min(probability, Math.floor(MAX_PROBABILITY / Math.max(1, values.couplingFactor)));
    slots[PROBABILITY_SLOT] = probability;
  }

  /** With `anyEct`, an ECT(0) packet goes to the L4S queue. */
  private isChosenEct0(packet: number): boolean {
    const flags = this.host.packets.flags[packet] & (PacketFlag.ect | PacketFlag.ect1 | PacketFlag.ce);
    return this.values.anyEct && flags === PacketFlag.ect;
  }

  private setGains(): void {
    const { slots, values } = this;
    slots[ALPHA_SLOT] = scaledGain(values.alpha);
    slots[BETA_SLOT] = scaledGain(values.beta);
  }

  private get classicPercent(): number {
    return Math.round(this.values.classicShare * PERCENT);
  }

  private resetCredit(): void {
    this.slots[CREDIT_SLOT] = this.values.mtuBytes * (2 * this.classicPercent - PERCENT);
  }

  /**
   * The decision of the probabilities on a packet that has left the queues, or has not entered them.
   * @returns a reason, or `NO_REASON`
   */
  private decide(packet: number, isL4s: boolean): number {
    const { slots, values, host, classicQueue, l4sQueue } = this;
    if (classicQueue.byteCount + l4sQueue.byteCount < 2 * values.mtuBytes) return NO_REASON;
    const coupledProbability = slots[PROBABILITY_SLOT] * values.couplingFactor;
    const isOverload = coupledProbability > MAX_PROBABILITY;
    let reason: number;
    if (isL4s && isOverload) {
      if (values.dropsOnOverload && this.drawsTwice()) reason = DUALPI2_REASON['drawn-overload'];
      else reason = DUALPI2_REASON['overload-mark'];
    } else if (isL4s) {
      reason = this.draws(DRAW_SLOT, coupledProbability) ? DUALPI2_REASON['coupled-draw'] : NO_REASON;
    } else if (!this.drawsTwice()) reason = NO_REASON;
    else if ((host.packets.flags[packet] & PacketFlag.ect) === 0) reason = DUALPI2_REASON['drawn-drop'];
    else reason = isOverload ? DUALPI2_REASON['drawn-overload'] : DUALPI2_REASON['drawn-mark'];
    if (reason !== NO_REASON && host.explaining) this.explain(packet);
    return reason;
  }

  /** Two draws make the square of the base probability. The second is made only after the first has hit. */
  private drawsTwice(): boolean {
    const probability = this.slots[PROBABILITY_SLOT];
    return this.draws(DRAW_SLOT, probability) && this.draws(SECOND_DRAW_SLOT, probability);
  }

  private draws(slot: number, probability: number): boolean {
    const { host, slots } = this;
    host.random.drawUniform();
    slots[slot] = Math.floor(host.random.drawn[0] * DRAW_COUNT);
    return slots[slot] <= probability;
  }

  /** A packet found at least `minStepPackets` packets in the L4S queue. */
  private noteStep(packet: number): void {
    if (packet >= this.steppedPackets.length)
      this.steppedPackets = copyIntoGrown(this.steppedPackets, new Uint8Array(this.host.packets.capacity));
    this.steppedPackets[packet] = this.l4sQueue.packetCount >= this.values.minStepPackets ? 1 : 0;
  }

  /** The threshold of the L4S queue is a number of packets. */
  private get countsSteps(): boolean {
    return this.values.stepPackets > 0 || this.values.stepInPackets;
  }

  private isAboveStep(packet: number): boolean {
    const { host, values, l4sQueue } = this;
    if (this.steppedPackets[packet] === 0) return false;
    if (this.countsSteps) return l4sQueue.packetCount > values.stepPackets;
    return host.nowNs - host.packets.arrivedNs[packet] > Math.round(values.stepMs * 1e6);
  }

  private markByStep(packet: number): void {
    const { host } = this;
    if (host.explaining) this.explain(packet, [this.countsSteps ? 'left > stepPackets' : 'sojourn > stepMs']);
    this.mark(packet, DUALPI2_REASON['step-mark']);
  }

  /** A packet that already carries CE is not marked again. */
  private mark(packet: number, reason: number): void {
    const { host } = this;
    if ((host.packets.flags[packet] & PacketFlag.ce) === 0) host.mark(packet, reason);
  }

  /** @param steps they replace those of the reason */
  private explain(packet: number, steps: readonly string[] = []): void {
    const { slots, host, values, l4sQueue } = this;
    const base = slots[PROBABILITY_SLOT] / DRAW_COUNT;
    host.explanation.tell(
      {
        base,
        coupled: values.couplingFactor * base,
        draw: slots[DRAW_SLOT] / DRAW_COUNT,
        secondDraw: slots[SECOND_DRAW_SLOT] / DRAW_COUNT,
        sojourn: (host.nowNs - host.packets.arrivedNs[packet]) / 1e6,
        left: l4sQueue.packetCount,
      },
      steps,
    );
  }
}

function isDrop(reason: number): boolean {
  return reason === DUALPI2_REASON['drawn-drop'] || reason === DUALPI2_REASON['drawn-overload'];
}

/** A gain of 1/s as the kernel has it: its setting in 1/256, then in units of 64 ns and of the largest probability. */
function scaledGain(gain: number): number {
  const setting = Math.round(gain * GAIN_SCALE);
  return Math.floor(Math.floor((setting * MAX_PROBABILITY) / (GAIN_SCALE / GAIN_TICK_NS)) / 1e9);
}
