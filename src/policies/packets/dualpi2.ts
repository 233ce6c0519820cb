/**
 * DualPI2: two queues before one link. L4S packets (ECT(1) or CE) wait in a queue that marks at a short delay, the
 * others in the classic queue. A proportional integral controller sets a base probability p' from the queueing delay.
 * The classic queue drops or marks with the square of p'. The L4S queue marks with k p'. So flows of both kinds get
 * similar rates. Source: De Schepper, Briscoe & White, RFC 9332, appendix A, figures 2 to 8.
 */
import type { SignalHint } from '../../engine/contract/drawing.ts';
import { type CautionContext, NO_PACKET, type PolicyHost } from '../../engine/contract/policy.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { indexById } from '../mechanisms/reasons.ts';
import { bufferOperands, bufferStep } from './mechanisms/buffer-steps.ts';
import { DualQueues } from './mechanisms/dualpi2/dual-queues.ts';
import { type DualPi2Values, dualPi2Parameters } from './mechanisms/dualpi2/dualpi2-parameters.ts';
import { DUALPI2_REASON, dualPi2Reasons } from './mechanisms/dualpi2/dualpi2-reasons.ts';
import { coupledStep, dualPi2Quantities, nativeSteps, piUpdateSteps } from './mechanisms/dualpi2/dualpi2-steps.ts';
import { LinuxDualPi2 } from './mechanisms/linux/linux-dualpi2.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';

/** The credit of an idle link. L4S goes first, for about (1 - 2 share) / share packets of this size, bytes (Linux). */
const CREDIT_PACKET_BYTES = 1500;
/** If at most this many packets are left in the L4S queue, it is too short to mark by its delay (Th_len). */
const MAX_SHORT_QUEUE_PACKETS = 1;

/** Slots of the state: the base probability p', and the longer delay at the last update, ns. */
const BASE_PROBABILITY_SLOT = 0;
const DELAY_NS_SLOT = 1;
/** The probabilities that depend on p': for the classic queue, and coupled for the L4S queue. */
const CLASSIC_PROBABILITY_SLOT = 2;
const COUPLED_PROBABILITY_SLOT = 3;
/** `count` of both queues, and the earlier `count` of the last processed queue. */
const CLASSIC_SUM_SLOT = 4;
const L4S_SUM_SLOT = 5;
const SUM_BEFORE_SLOT = 6;
/** For weighted round robin, bytes: above 0 it is the turn of the classic queue. */
const CREDIT_BYTES_SLOT = 7;
/** Slots of p' and the delay before the last update, ns. */
const BASE_PROBABILITY_BEFORE_SLOT = 8;
const DELAY_BEFORE_NS_SLOT = 9;
/** For the last L4S packet: the probability by its delay, and the larger of this and the coupled probability. */
const NATIVE_PROBABILITY_SLOT = 10;
const MARK_PROBABILITY_SLOT = 11;
const SLOT_COUNT = 12;

const signals = [
  { id: 'base', label: 'base probability', symbol: "p'", unit: '', axis: 'probability' },
  { id: 'classic', label: 'classic probability', symbol: 'p_C', unit: '', axis: 'probability' },
  { id: 'coupled', label: 'coupled probability', symbol: 'p_CL', unit: '', axis: 'probability' },
  { id: 'classicDelay', label: 'classic delay', symbol: 'τ_C', unit: 'ms', axis: 'delay', row: 1 },
  { id: 'l4sDelay', label: 'L4S delay', symbol: 'τ_L', unit: 'ms', axis: 'own' },
] as const satisfies readonly SignalHint[];

const SIGNAL_INDEX = indexById(signals);

class DualPi2 extends DualQueues<DualPi2Values> {
  private readonly slots = new Float64Array(SLOT_COUNT);
  /** The last update was made with the present parameters. */
  private explainsBase = false;

  constructor(host: PolicyHost, values: DualPi2Values) {
    super(host, values);
    this.resetCredit();
  }

  /** `dualpi2_enqueue()` of RFC 9332, figure 3. Deviation: no room is kept for an MTU. */
  enqueue(packet: number): number {
    this.advance();
    const { host, classicQueue, l4sQueue } = this;
    const bytes = host.packets.bytes[packet];
    const waitingPackets = classicQueue.packetCount + l4sQueue.packetCount;
    const waitingBytes = classicQueue.byteCount + l4sQueue.byteCount;
    const isFull = waitingPackets + 1 > host.limitPackets || waitingBytes + bytes > host.limitBytes;
    if (host.explaining)
      host.explanation.tell(bufferOperands(host, waitingPackets, waitingBytes, bytes), [bufferStep(host, { isFull })]);
    if (isFull) return DUALPI2_REASON.full;
    const isL4s = this.isL4s(packet);
    (isL4s ? l4sQueue : classicQueue).push(packet);
    return isL4s ? DUALPI2_REASON['to-l4s'] : DUALPI2_REASON['to-classic'];
  }

  /** `dualpi2_dequeue()` of RFC 9332, figure 7. */
  dequeue(): number {
    this.advance();
    const { classicQueue, l4sQueue } = this;
    while (classicQueue.packetCount + l4sQueue.packetCount > 0) {
      const isFromL4s = this.takeTurnOfL4s();
      const packet = (isFromL4s ? l4sQueue : classicQueue).shift();
      if (isFromL4s ? this.admitOrDropL4s(packet) : this.admitOrDropClassic(packet)) return packet;
    }
    this.resetCredit();
    return NO_PACKET;
  }

  override configure(values: DualPi2Values): void {
    super.configure(values);
    this.explainsBase = false;
    this.deriveProbabilities();
  }

  signals(into: Float64Array): void {
    const { slots, host } = this;
    into[SIGNAL_INDEX.base] = slots[BASE_PROBABILITY_SLOT];
    into[SIGNAL_INDEX.classic] = slots[CLASSIC_PROBABILITY_SLOT];
    into[SIGNAL_INDEX.coupled] = slots[COUPLED_PROBABILITY_SLOT];
    into[SIGNAL_INDEX.classicDelay] = this.headDelayNs(this.classicQueue, host.nowNs) / 1e6;
    into[SIGNAL_INDEX.l4sDelay] = this.headDelayNs(this.l4sQueue, host.nowNs) / 1e6;
  }

  /** If p_C is at least 1/k^2, the classic queue drops all chosen packets: `p_Cmax`. */
  private get classicLimit(): number {
    const { couplingFactor } = this.values;
    return Math.min(1, 1 / (couplingFactor * couplingFactor));
  }

  /** `dualpi2_update()` of RFC 9332, figure 8. */
  protected override update(atNs: number): void {
    const { slots } = this;
    const delayNs = this.longerDelayNs(atNs);
    slots[BASE_PROBABILITY_BEFORE_SLOT] = slots[BASE_PROBABILITY_SLOT];
    slots[DELAY_BEFORE_NS_SLOT] = slots[DELAY_NS_SLOT];
    slots[DELAY_NS_SLOT] = delayNs;
    slots[BASE_PROBABILITY_SLOT] = Math.min(1, Math.max(0, this.unboundedProbability()));
    this.explainsBase = true;
    this.deriveProbabilities();
  }

  /** p' of the last update, before it is limited to 0 to 1. */
  private unboundedProbability(): number {
    const { slots, values } = this;
    const deviationNs = slots[DELAY_NS_SLOT] - values.targetMs * 1e6;
    const trendNs = slots[DELAY_NS_SLOT] - slots[DELAY_BEFORE_NS_SLOT];
    return slots[BASE_PROBABILITY_BEFORE_SLOT] + (values.alpha * deviationNs + values.beta * trendNs) / 1e9;
  }

  private deriveProbabilities(): void {
    const { slots } = this;
    slots[CLASSIC_PROBABILITY_SLOT] = slots[BASE_PROBABILITY_SLOT] * slots[BASE_PROBABILITY_SLOT];
    // This is limited to 1. Figure 8 has no limit, and an excess over 1 would cause drops in the L4S queue.
    slots[COUPLED_PROBABILITY_SLOT] = Math.min(1, this.values.couplingFactor * slots[BASE_PROBABILITY_SLOT]);
  }

  /** `scheduler()`: whether the next packet comes from the L4S queue. */
  private takeTurnOfL4s(): boolean {
    const { classicQueue, l4sQueue, values, slots, host } = this;
    if (classicQueue.packetCount === 0 || l4sQueue.packetCount === 0) return l4sQueue.packetCount > 0;
    if (values.scheduler === 'tsFifo') {
      const { arrivedNs } = host.packets;
      return arrivedNs[l4sQueue.headPacket] - values.shiftMs * 1e6 <= arrivedNs[classicQueue.headPacket];
    }
    // The credit changes only while both queues wait (Linux), so a paced L4S flow never has to wait for the classic
    // queue.
    const isFromL4s = slots[CREDIT_BYTES_SLOT] <= 0;
    const { classicShare } = values;
    slots[CREDIT_BYTES_SLOT] =
      slots[CREDIT_BYTES_SLOT] +
      (isFromL4s ? classicShare * l4sQueue.headBytes : -(1 - classicShare) * classicQueue.headBytes);
    return isFromL4s;
  }

  private resetCredit(): void {
    this.slots[CREDIT_BYTES_SLOT] = (2 * this.values.classicShare - 1) * CREDIT_PACKET_BYTES;
  }

  /** @returns whether the packet is sent, marked or not */
  private admitOrDropClassic(packet: number): boolean {
    const { slots, host } = this;
    if (!this.addAndTestSum(CLASSIC_SUM_SLOT, CLASSIC_PROBABILITY_SLOT)) return true;
    const isEct = (host.packets.flags[packet] & PacketFlag.ect) !== 0;
    const isOverload = slots[CLASSIC_PROBABILITY_SLOT] >= this.classicLimit;
    if (isEct && !isOverload) {
      this.mark(packet, DUALPI2_REASON['classic-mark']);
      return true;
    }
    this.drop(packet, isEct ? DUALPI2_REASON['classic-overload'] : DUALPI2_REASON['classic-drop']);
    return false;
  }

  /** @returns whether the packet is sent, marked or not */
  private admitOrDropL4s(packet: number): boolean {
    const { slots } = this;
    if (slots[COUPLED_PROBABILITY_SLOT] < 1) {
      slots[NATIVE_PROBABILITY_SLOT] = this.nativeProbability(packet);
      slots[MARK_PROBABILITY_SLOT] = Math.max(slots[NATIVE_PROBABILITY_SLOT], slots[COUPLED_PROBABILITY_SLOT]);
      if (this.addAndTestSum(L4S_SUM_SLOT, MARK_PROBABILITY_SLOT))
        this.mark(
          packet,
          slots[NATIVE_PROBABILITY_SLOT] > slots[COUPLED_PROBABILITY_SLOT]
            ? DUALPI2_REASON['native-mark']
            : DUALPI2_REASON['coupled-mark'],
        );
      return true;
    }
    if (this.addAndTestSum(L4S_SUM_SLOT, CLASSIC_PROBABILITY_SLOT)) {
      this.drop(packet, DUALPI2_REASON['l4s-overload']);
      return false;
    }
    const sumBefore = slots[SUM_BEFORE_SLOT];
    if (!this.addAndTestSum(L4S_SUM_SLOT, COUPLED_PROBABILITY_SLOT)) return true;
    slots[SUM_BEFORE_SLOT] = sumBefore;
    this.mark(packet, DUALPI2_REASON['coupled-mark']);
    return true;
  }

  /** `laqm()` of RFC 9332, figure 5, and 0 if the queue is too short. */
  private nativeProbability(packet: number): number {
    if (this.l4sQueue.packetCount <= MAX_SHORT_QUEUE_PACKETS) return 0;
    const { lowerMs, upperMs } = this;
    const sojournMs = this.sojournMs(packet);
    if (sojournMs >= upperMs) return 1;
    return sojournMs > lowerMs ? (sojournMs - lowerMs) / (upperMs - lowerMs) : 0;
  }

  /** Ends of the L4S ramp, ms. */
  private get lowerMs(): number {
    return Math.max(0, this.values.stepMs - this.values.rampMs / 2);
  }

  private get upperMs(): number {
    return this.values.stepMs + this.values.rampMs / 2;
  }

  private sojournMs(packet: number): number {
    const { host } = this;
    return (host.nowNs - host.packets.arrivedNs[packet]) / 1e6;
  }

  /** `recur()`: true with a frequency equal to the likelihood, evenly spaced. */
  private addAndTestSum(sum: number, likelihood: number): boolean {
    const { slots } = this;
    slots[SUM_BEFORE_SLOT] = slots[sum];
    slots[sum] = slots[sum] + slots[likelihood];
    if (slots[sum] <= 1) return false;
    slots[sum] = slots[sum] - 1;
    return true;
  }

  /** A packet that already carries CE is not marked again. */
  private mark(packet: number, reason: number): void {
    const { host } = this;
    if ((host.packets.flags[packet] & PacketFlag.ce) !== 0) return;
    if (host.explaining) this.explain(packet, reason);
    host.mark(packet, reason);
  }

  private drop(packet: number, reason: number): void {
    const { host } = this;
    if (host.explaining) this.explain(packet, reason);
    host.drop(packet, reason);
  }

  private explain(packet: number, reason: number): void {
    const { slots, host, l4sQueue } = this;
    const isL4s =
      reason === DUALPI2_REASON['coupled-mark'] ||
      reason === DUALPI2_REASON['native-mark'] ||
      reason === DUALPI2_REASON['l4s-overload'];
    const operands = {
      base: slots[BASE_PROBABILITY_SLOT],
      baseBefore: this.explainsBase ? slots[BASE_PROBABILITY_BEFORE_SLOT] : Number.NaN,
      delay: slots[DELAY_NS_SLOT] / 1e6,
      delayBefore: slots[DELAY_BEFORE_NS_SLOT] / 1e6,
      classic: slots[CLASSIC_PROBABILITY_SLOT],
      coupled: slots[COUPLED_PROBABILITY_SLOT],
      native: slots[NATIVE_PROBABILITY_SLOT],
      likelihood: slots[MARK_PROBABILITY_SLOT],
      sojourn: this.sojournMs(packet),
      left: l4sQueue.packetCount,
      lower: this.lowerMs,
      upper: this.upperMs,
      sumBefore: slots[SUM_BEFORE_SLOT],
      sum: slots[isL4s ? L4S_SUM_SLOT : CLASSIC_SUM_SLOT] + 1,
    };
    host.explanation.tell(operands, [...this.baseSteps(), ...this.steps(packet, reason)]);
  }

  private baseSteps(): string[] {
    return this.explainsBase ? piUpdateSteps(this.unboundedProbability()) : [];
  }

  private steps(packet: number, reason: number): string[] {
    const { slots, values, l4sQueue } = this;
    const coupledProbabilityStep = coupledStep(values.couplingFactor * slots[BASE_PROBABILITY_SLOT]);
    const classic = 'classic = base * base';
    if (
      reason === DUALPI2_REASON['classic-drop'] ||
      reason === DUALPI2_REASON['classic-mark'] ||
      reason === DUALPI2_REASON['classic-overload']
    ) {
      const steps = [classic, 'sum = sumBefore + classic', 'sum > 1'];
      if (reason === DUALPI2_REASON['classic-overload']) steps.push(this.overloadStep('>='));
      if (reason === DUALPI2_REASON['classic-mark']) steps.push(this.overloadStep('<'));
      return steps;
    }
    if (reason === DUALPI2_REASON['l4s-overload'])
      return [coupledProbabilityStep, 'coupled >= 1', classic, 'sum = sumBefore + classic', 'sum > 1'];
    if (slots[COUPLED_PROBABILITY_SLOT] >= 1) {
      const sums = ['sumBefore + classic <= 1', 'sum = sumBefore + classic + coupled', 'sum > 1'];
      return [coupledProbabilityStep, 'coupled >= 1', classic, ...sums];
    }
    const { lowerMs, upperMs } = this;
    const native = nativeSteps(this.sojournMs(packet), l4sQueue.packetCount, lowerMs, upperMs);
    return [
      coupledProbabilityStep,
      ...native,
      'likelihood = max(native, coupled)',
      'sum = sumBefore + likelihood',
      'sum > 1',
    ];
  }

  /** Whether p_C reaches p_Cmax, which is 1/k^2 but at most 1. */
  private overloadStep(sign: '>=' | '<'): string {
    const { couplingFactor } = this.values;
    return couplingFactor <= 1 ? `classic ${sign} 1` : `classic ${sign} 1 / couplingFactor^2`;
  }
}

const NO_L4S_CAUTION =
  'No source sends L4S packets (ECT(1)): the L4S queue stays empty, and all packets share the classic queue. Choose Prague as the congestion control of a class. In a list of packets, L4S packets have ect 2.';

const takesEct0 = ({ variant, anyEct }: DualPi2Values) => variant === 'linux' && anyEct;

/** A warning for slow links: in Linux the threshold in time also applies if one packet takes longer than it. */
function slowLinkCaution(
  { variant, stepMs, stepPackets, minStepPackets }: DualPi2Values,
  { rateBps, largestPacketBytes }: CautionContext,
): string | undefined {
  const packetMs = (largestPacketBytes * 8e3) / rateBps;
  // A rate that varies is NaN.
  if (variant !== 'linux' || stepPackets > 0 || minStepPackets > 0 || !(packetMs > stepMs)) return undefined;
  return `The link needs ${Number(packetMs.toPrecision(3))} ms for one packet, and the L4S threshold is ${stepMs} ms. So each L4S packet that waits for another one is marked, and L4S flows get little of the link. Set the threshold to several packet times, such as ${Math.ceil(4 * packetMs)} ms.`;
}

export const dualPi2 = packetPolicy({
  id: 'dualpi2',
  name: 'DualPI2',
  summary:
    'A shallow queue for L4S senders beside a classic queue. Both probabilities follow one base: L4S gets k times the base, classic gets its square.',
  source: 'De Schepper, Briscoe & White, RFC 9332, 2023',
  order: 'codepoint',
  parameters: dualPi2Parameters,
  mayOverfill: ({ variant }) => variant === 'linux',
  ownLimit: ({ variant }) => (variant === 'linux' ? { parameter: 'limit', unit: 'packets' } : undefined),
  caution: (values, link) => (link.sendsL4s || takesEct0(values) ? slowLinkCaution(values, link) : NO_L4S_CAUTION),
  reasons: dualPi2Reasons,
  quantities: dualPi2Quantities,
  hints: {
    lens: 'coupling',
    rows: { by: 'codepoint', names: ['L4S', 'classic'] },
    thresholds: [
      { parameter: 'stepMs', symbol: 'step', style: 'low', axis: 'delay', row: 0 },
      { parameter: 'targetMs', symbol: 'target', style: 'middle', axis: 'delay', row: 1 },
      bufferThreshold,
    ],
    signals,
  },
  create: (host, values) => (values.variant === 'linux' ? new LinuxDualPi2(host, values) : new DualPi2(host, values)),
});
