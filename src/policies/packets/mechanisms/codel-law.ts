/**
 * CoDel's control law, for one queue or many. It decides which packet a queue sends, and which packets are marked or
 * dropped before it. Source: RFC 8289, section 5.5; Linux, include/net/codel_impl.h; ns-3.37, CoDelQueueDisc. The RFC
 * only drops. Marks are set as in Linux, at most one for each sent packet.
 */

import type { Quantities } from '../../../engine/contract/explanation.ts';
import { NO_PACKET, type PolicyHost, type Reason } from '../../../engine/contract/policy.ts';
import { PacketFlag } from '../../../engine/packets/packet.ts';
import { booleanParameter, choiceParameter } from '../../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { dropReason, indexById, indicesOfItems, markReason } from '../../mechanisms/reasons.ts';
import type { Fifos } from './fifos.ts';

const RFC_SOURCE = 'RFC 8289';

export const codelParameters = {
  targetMs: numberParameter('Target', 'ms', [0, 10_000, 1], {
    symbol: 'target',
    default: 5,
    primary: true,
    help: 'If packets wait less than this time, the queue is short enough, and nothing is dropped.',
    source: `${RFC_SOURCE}, section 4.4`,
  }),
  intervalMs: numberParameter('Interval', 'ms', [0.1, 100_000, 10], {
    symbol: 'interval',
    default: 100,
    primary: true,
    help: 'If all packets during this time have waited at least the target time, one packet is dropped. The interval should be about the longest round trip.',
    source: `${RFC_SOURCE}, section 4.3`,
  }),
  ecn: booleanParameter('Mark (ECN)', {
    default: true,
    help: 'Packets of ECN-capable senders are marked instead of dropped.',
    source: 'RFC 3168; Linux, sch_codel',
  }),
  ceThresholdMs: numberParameter('Threshold for marks', 'ms', [0, 4_294_967, 1], {
    symbol: 'ce_threshold',
    default: 4_294_967,
    help: 'Linux only: packets of ECN-capable senders that waited longer are marked, whatever CoDel decides, also if it does not mark. The default is more than an hour: no marks.',
    source: 'Linux, include/net/codel_impl.h (ce_threshold)',
  }),
  mtuBytes: integerParameter('Largest packet', 'bytes', [0, 65_000, 100], {
    default: 1500,
    help: 'No packet is dropped while the queue holds at most this amount, even if this amount takes a long time to send.',
    source: `${RFC_SOURCE}, section 5.1 (maxpacket_)`,
  }),
  variant: choiceParameter('CoDel as in', {
    options: { rfc: 'RFC 8289', linux: 'Linux', ns3: 'ns-3' },
    default: 'rfc',
    live: false,
    help: 'Linux and ns-3 count in units of 1\u202f024 ns and estimate the square root. After a mark, ns-3 also measures the time to the next mark from now, not from the time at which this mark was due.',
  }),
  kernel: {
    kind: 'choice',
    label: 'Kernel',
    options: [
      { value: '7.x', label: '7.x' },
      { value: '5.x', label: '5.x' },
    ],
    default: '7.x',
    live: false,
    help: 'Linux only: in kernels 7.x, a link that finds the queue empty also ends the interval. In 5.x the interval goes on.',
    source: 'Linux, include/net/codel_impl.h',
  },
} as const satisfies ParameterSchema;

export type CodelValues = ValuesOf<typeof codelParameters>;

const FIRST_TEMPLATE =
  'It waited {sojourn} ms. All packets of the last {above} ms have waited at least the target, {targetMs} ms';
const NEXT_TEMPLATE = 'It waited {sojourn} ms, and drop or mark number {count} was due {late} ms ago';

export const codelReasons = [
  dropReason('first-drop', 'above target for an interval', {
    template: `${FIRST_TEMPLATE}: dropped.`,
    source: `${RFC_SOURCE}, section 5.5`,
  }),
  dropReason('next-drop', 'still above target', {
    template: `${NEXT_TEMPLATE}: dropped.`,
    source: `${RFC_SOURCE}, section 5.5`,
  }),
  markReason('first-mark', 'marked: above target for an interval', {
    template: `${FIRST_TEMPLATE}: marked, not dropped.`,
    source: 'RFC 3168 section 5',
  }),
  markReason('next-mark', 'marked: still above target', {
    template: `${NEXT_TEMPLATE}: marked, not dropped.`,
    source: 'RFC 3168 section 5',
  }),
  markReason('late-mark', 'marked: above the threshold for marks', {
    template: 'It waited {sojourn} ms, more than the threshold for marks, {ceThreshold} ms: marked.',
    steps: ['sojourn > ceThreshold'],
    source: 'Linux, include/net/codel_impl.h',
  }),
] as const satisfies readonly Reason[];

const REASON = indexById(codelReasons);

export const codelQuantities: Quantities = {
  sojourn: { symbol: 't', meaning: 'time that it waited', unit: 'ms' },
  target: { symbol: 'target', meaning: 'target, in units of 1\u202f024 ns', unit: 'ms' },
  interval: { symbol: 'interval', meaning: 'interval, in units of 1\u202f024 ns', unit: 'ms' },
  ceThreshold: { symbol: 'ce_threshold', meaning: 'threshold for marks, in units of 1\u202f024 ns', unit: 'ms' },
  leftBytes: { symbol: 'b', meaning: 'in the queue behind this packet', unit: 'bytes' },
  mtuBytes: { symbol: 'MTU', meaning: 'largest packet', unit: 'bytes' },
  above: { symbol: 't_a', meaning: 'time since the waiting time reached the target', unit: 'ms' },
  count: { symbol: 'n', meaning: 'drops or marks in this period of congestion, including this one', unit: '' },
  spacing: { symbol: String.raw`\Delta`, meaning: 'time between this drop or mark and the next one', unit: 'ms' },
  late: { symbol: 't_l', meaning: 'time since this drop or mark was due', unit: 'ms' },
};

/** Unit of time in Linux and ns-3, ns. */
const TICK_NS = 1024;
/** Largest number of drops at one dequeue, in Linux 7.x. */
const MAX_DROPS_OF_KERNEL_7 = 256;
/** 1 / sqrt(1) in their fixed point: all sixteen bits set. */
const ONE_FIXED_POINT = 65_535;
/** If a congestion begins within this number of intervals after the last one, it starts at the rate of the last one. */
const MEMORY_INTERVALS = 16;

/** Times, in ticks of the variant: 1 ns, or 1,024 ns. */
const SOJOURN_TICKS_SLOT = 0;
const TARGET_TICKS_SLOT = 1;
const INTERVAL_TICKS_SLOT = 2;
const NOW_TICKS_SLOT = 3;
const CE_THRESHOLD_TICKS_SLOT = 4;

/** CoDel's law over the queues of `Fifos`, with a state for each queue. */
export class CodelLaw {
  private readonly host: PolicyHost;
  private readonly fifos: Fifos;
  /** By its own reason: the index in the list of the policy. */
  private readonly policyReasons: readonly number[];
  private values: CodelValues;
  private isRfc = true;
  private isNs3 = false;
  /**
   * The latest sojourn time, target, interval, the time of this call, and the threshold for marks (Infinity for none).
   */
  private readonly ticks = new Float64Array(5);
  /** By queue: `first_above_time_` (0: none) and `drop_next_` of the RFC, in ticks. */
  private readonly firstAboveTicks: Float64Array;
  private readonly dropNextTicks: Float64Array;
  /** By queue: actions since the dropping state was entered; `count_` and `lastcount_` of the RFC. */
  private readonly count: Float64Array;
  private readonly lastCount: Float64Array;
  private readonly droppingByQueue: Uint8Array;
  /** By queue: 1 / sqrt(count) as a fraction of 65,536, as Linux and ns-3 estimate it. */
  private readonly inverseRoot: Uint16Array;

  constructor(host: PolicyHost, fifos: Fifos, reasons: readonly Reason[], values: CodelValues) {
    const queueCount = fifos.packetCounts.length;
    this.host = host;
    this.fifos = fifos;
    this.policyReasons = indicesOfItems(codelReasons, reasons);
    this.values = values;
    this.firstAboveTicks = new Float64Array(queueCount);
    this.dropNextTicks = new Float64Array(queueCount);
    this.count = new Float64Array(queueCount);
    this.lastCount = new Float64Array(queueCount);
    this.droppingByQueue = new Uint8Array(queueCount);
    this.inverseRoot = new Uint16Array(queueCount).fill(ONE_FIXED_POINT);
    this.configure(values);
    // The kernel's clock runs since long before time 0, so no state ended a short time ago.
    if (this.isKernel7) this.dropNextTicks.fill(Number.NEGATIVE_INFINITY);
  }

  configure(values: CodelValues): void {
    this.values = values;
    this.isRfc = values.variant === 'rfc';
    this.isNs3 = values.variant === 'ns3';
    this.ticks[TARGET_TICKS_SLOT] = this.toTicks(values.targetMs * 1e6);
    this.ticks[INTERVAL_TICKS_SLOT] = this.toTicks(values.intervalMs * 1e6);
    this.ticks[CE_THRESHOLD_TICKS_SLOT] = this.isLinux
      ? this.toTicks(values.ceThresholdMs * 1e6)
      : Number.POSITIVE_INFINITY;
  }

  /** Sojourn time of the last processed packet, in any queue, ms. */
  get sojournMs(): number {
    return (this.ticks[SOJOURN_TICKS_SLOT] * this.tickNs) / 1e6;
  }

  /**
   * The state of a queue: the time for which its packets have waited too long, ms. In the dropping state there are also
   * the number of actions and the time until the next one, ms (0 if it is late). Both are 0 in other states.
   */
  writeState(queue: number, into: Float64Array, rowStart: number): void {
    const { firstAboveTicks, ticks, droppingByQueue, dropNextTicks, tickNs } = this;
    const { nowNs } = this.host;
    const isDropping = droppingByQueue[queue] !== 0;
    const aboveNs = nowNs - (firstAboveTicks[queue] - ticks[INTERVAL_TICKS_SLOT]) * tickNs;
    into[rowStart] = firstAboveTicks[queue] === 0 ? 0 : Math.max(0, aboveNs) / 1e6;
    into[rowStart + 1] = isDropping ? this.count[queue] : 0;
    into[rowStart + 2] = isDropping ? Math.max(0, dropNextTicks[queue] * tickNs - nowNs) / 1e6 : 0;
  }

  /** @returns the packet to send, or NO_PACKET */
  dequeue(queue: number): number {
    const { ticks } = this;
    const packet = this.choose(queue);
    if (packet !== NO_PACKET && ticks[SOJOURN_TICKS_SLOT] > ticks[CE_THRESHOLD_TICKS_SLOT]) this.markLate(packet);
    return packet;
  }

  /** Linux: packets that a queue lost to overload count as actions. */
  addActions(queue: number, actions: number): void {
    if (this.isLinux) this.count[queue] = this.count[queue] + actions;
  }

  /**
   * `dequeue()` of RFC 8289, section 5.5.
   * @returns the packet to send, or NO_PACKET
   */
  private choose(queue: number): number {
    const { droppingByQueue, ticks } = this;
    ticks[NOW_TICKS_SLOT] = this.toTicks(this.host.nowNs);
    const packet = this.fifos.shift(queue);
    if (packet === NO_PACKET) {
      if (!this.isLinux || this.isKernel7) this.firstAboveTicks[queue] = 0;
      ticks[SOJOURN_TICKS_SLOT] = 0;
      droppingByQueue[queue] = 0;
      return NO_PACKET;
    }
    const mayAct = this.updateAboveTarget(queue, packet);
    if (droppingByQueue[queue] === 0) return mayAct ? this.beginDropping(queue, packet) : packet;
    droppingByQueue[queue] = mayAct ? 1 : 0;
    return mayAct ? this.continueDropping(queue, packet) : packet;
  }

  private get isLinux(): boolean {
    return this.values.variant === 'linux';
  }

  private get isKernel7(): boolean {
    return this.isLinux && this.values.kernel === '7.x';
  }

  private get tickNs(): number {
    return this.isRfc ? 1 : TICK_NS;
  }

  private toTicks(ns: number): number {
    return this.isRfc ? ns : Math.floor(ns / TICK_NS);
  }

  /** `dodequeue()` of RFC 8289: whether all packets have been above the target for an interval. */
  private updateAboveTarget(queue: number, packet: number): boolean {
    const { ticks, firstAboveTicks } = this;
    if (packet === NO_PACKET) {
      firstAboveTicks[queue] = 0;
      ticks[SOJOURN_TICKS_SLOT] = 0;
      return false;
    }
    ticks[SOJOURN_TICKS_SLOT] = this.sojournTicks(packet);
    if (this.isShort(queue) || ticks[SOJOURN_TICKS_SLOT] < ticks[TARGET_TICKS_SLOT]) {
      firstAboveTicks[queue] = 0;
      return false;
    }
    if (firstAboveTicks[queue] === 0) {
      firstAboveTicks[queue] = ticks[NOW_TICKS_SLOT] + ticks[INTERVAL_TICKS_SLOT];
      return false;
    }
    return this.isRfc
      ? ticks[NOW_TICKS_SLOT] >= firstAboveTicks[queue]
      : ticks[NOW_TICKS_SLOT] > firstAboveTicks[queue];
  }

  /** Linux stores the tick of the arrival; ns-3 rounds the difference down. */
  private sojournTicks(packet: number): number {
    const arrivedNs = this.host.packets.arrivedNs[packet];
    return this.isLinux
      ? this.ticks[NOW_TICKS_SLOT] - this.toTicks(arrivedNs)
      : this.toTicks(this.host.nowNs - arrivedNs);
  }

  /** The queue is too short for a drop. Linux counts all queues together. */
  private isShort(queue: number): boolean {
    const { fifos, values } = this;
    if (this.isNs3) return fifos.byteCounts[queue] < values.mtuBytes;
    return (this.isLinux ? fifos.byteCount : fifos.byteCounts[queue]) <= values.mtuBytes;
  }

  /**
   * Enters the dropping state with one action.
   * @returns the packet to send
   */
  private beginDropping(queue: number, packet: number): number {
    const { ticks, count } = this;
    let sentPacket = packet;
    if (this.markOrDrop(queue, packet, REASON['first-drop'], REASON['first-mark'])) {
      sentPacket = this.fifos.shift(queue);
      this.updateAboveTarget(queue, sentPacket);
    }
    this.droppingByQueue[queue] = 1;
    // If the last congestion ended a short time ago, its rate was right for this queue. So the new congestion begins
    // with this rate.
    const sinceDropNextTicks = ticks[NOW_TICKS_SLOT] - this.dropNextTicks[queue];
    const keepsCount =
      sinceDropNextTicks < MEMORY_INTERVALS * ticks[INTERVAL_TICKS_SLOT] && (sinceDropNextTicks >= 0 || !this.isNs3);
    const dropsSinceLast = count[queue] - this.lastCount[queue];
    count[queue] = dropsSinceLast > 1 && keepsCount ? dropsSinceLast : 1;
    if (count[queue] === 1) this.inverseRoot[queue] = ONE_FIXED_POINT;
    else this.estimateRoot(queue);
    this.lastCount[queue] = count[queue];
    this.schedule(queue, true);
    return sentPacket;
  }

  /**
   * In the dropping state, above the target: makes the due actions.
   * @returns the packet to send
   */
  private continueDropping(queue: number, packet: number): number {
    const { ticks, count, droppingByQueue, dropNextTicks } = this;
    let sentPacket = packet;
    let mayDrop = this.isKernel7 ? MAX_DROPS_OF_KERNEL_7 : Number.POSITIVE_INFINITY;
    while (mayDrop > 0 && droppingByQueue[queue] !== 0 && ticks[NOW_TICKS_SLOT] >= dropNextTicks[queue]) {
      mayDrop--;
      count[queue] = count[queue] + 1;
      this.estimateRoot(queue);
      if (!this.markOrDrop(queue, sentPacket, REASON['next-drop'], REASON['next-mark'])) {
        this.schedule(queue, this.isNs3);
        return sentPacket;
      }
      sentPacket = this.fifos.shift(queue);
      if (this.updateAboveTarget(queue, sentPacket)) this.schedule(queue, false);
      else droppingByQueue[queue] = 0;
    }
    return sentPacket;
  }

  /**
   * Marks the packet if it can be marked, otherwise drops it.
   * @returns whether it was dropped
   */
  private markOrDrop(queue: number, packet: number, drop: number, mark: number): boolean {
    const { host, policyReasons } = this;
    if (host.explaining) this.explain(queue, drop === REASON['first-drop']);
    if (this.values.ecn && (host.packets.flags[packet] & PacketFlag.ect) !== 0) {
      host.mark(packet, policyReasons[mark]);
      return false;
    }
    host.drop(packet, policyReasons[drop]);
    return true;
  }

  /** The packet to send has waited longer than the threshold for marks. One that carries CE already stays as it is. */
  private markLate(packet: number): void {
    const { host, ticks } = this;
    const flags = host.packets.flags[packet];
    if ((flags & PacketFlag.ect) === 0 || (flags & PacketFlag.ce) !== 0) return;
    if (host.explaining) {
      const ms = this.tickNs / 1e6;
      const [sojourn, ceThreshold] = [ticks[SOJOURN_TICKS_SLOT] * ms, ticks[CE_THRESHOLD_TICKS_SLOT] * ms];
      host.explanation.tell({ sojourn, ceThreshold });
    }
    host.mark(packet, this.policyReasons[REASON['late-mark']]);
  }

  /**
   * `control_law()` of RFC 8289: the time of the next action, counted from the present time or from the due time of the
   * last one.
   */
  private schedule(queue: number, startsNow: boolean): void {
    const { ticks, dropNextTicks } = this;
    const spacing = this.isRfc
      ? ticks[INTERVAL_TICKS_SLOT] / Math.sqrt(this.count[queue])
      : Math.max(
          // The estimate of a root may be 0 after a jump of the count.
          this.isKernel7 ? 1 : 0,
          Math.floor((ticks[INTERVAL_TICKS_SLOT] * this.inverseRoot[queue]) / 65_536),
        );
    dropNextTicks[queue] = (startsNow ? ticks[NOW_TICKS_SLOT] : dropNextTicks[queue]) + spacing;
  }

  /**
   * One step of Newton's method from the last estimate, r (3 - count r^2) / 2, in whole numbers of 64 bits. If count
   * has jumped, the estimate is far too large, and the difference wraps below 0. Linux then continues with the wrapped
   * value.
   */
  private estimateRoot(queue: number): void {
    if (this.isRfc) return;
    const { inverseRoot, count } = this;
    const root = inverseRoot[queue];
    const error = 3 * 2 ** 32 - count[queue] * root * root;
    if (error >= 0) inverseRoot[queue] = Math.floor((Math.floor(error / 4) * root) / 2 ** 31);
    else inverseRoot[queue] = wrappedStep(error, root);
  }

  private explain(queue: number, isFirst: boolean): void {
    const { ticks, host, fifos, isRfc } = this;
    const count = this.count[queue];
    const ms = this.tickNs / 1e6;
    const operands = {
      sojourn: ticks[SOJOURN_TICKS_SLOT] * ms,
      target: ticks[TARGET_TICKS_SLOT] * ms,
      interval: ticks[INTERVAL_TICKS_SLOT] * ms,
      leftBytes: this.isLinux ? fifos.byteCount : fifos.byteCounts[queue],
      above: (ticks[NOW_TICKS_SLOT] - this.firstAboveTicks[queue] + ticks[INTERVAL_TICKS_SLOT]) * ms,
    };
    const steps = [`sojourn >= ${isRfc ? 'targetMs' : 'target'}`, `leftBytes ${this.isNs3 ? '>=' : '>'} mtuBytes`];
    steps.push(isRfc ? 'above >= intervalMs' : 'above > interval');
    if (!isFirst) {
      Object.assign(operands, { count, late: (ticks[NOW_TICKS_SLOT] - this.dropNextTicks[queue]) * ms });
      steps.push('late >= 0');
    }
    if (!isFirst && isRfc) {
      Object.assign(operands, { spacing: this.values.intervalMs / Math.sqrt(count) });
      steps.push('spacing = intervalMs / count^0.5');
    }
    host.explanation.tell(operands, steps);
  }
}

/**
 * Bits 31 to 46 of (error mod 2^64) / 4 times root, for an error below 0. Only the lowest 48 bits of either part count.
 */
function wrappedStep(error: number, root: number): number {
  const wrappedError = error % 2 ** 50;
  const quarterStep = Math.floor((wrappedError < 0 ? wrappedError + 2 ** 50 : wrappedError) / 4);
  const high = Math.floor(quarterStep / 2 ** 24);
  const low = quarterStep % 2 ** 24;
  const product = ((high * root) % 2 ** 24) * 2 ** 24 + low * root;
  return Math.floor(product / 2 ** 31) % 65_536;
}
