/**
 * COBALT's control law, for one queue or many: CoDel with a rate that also falls step by step, and Blue. Blue is a drop
 * probability that grows with every overflow and shrinks with every idle moment. It shares no code with CoDel
 * (codel-law.ts): COBALT has no time above the target, its count falls step by step, and its roots have 32 bits.
 * Source: Linux, net/sched/sch_cake.c; ns-3.37, CobaltQueueDisc. There is no RFC.
 */

import type { Quantities } from '../../../engine/contract/explanation.ts';
import { NO_PACKET, type PolicyHost, type Reason } from '../../../engine/contract/policy.ts';
import { PacketFlag } from '../../../engine/packets/packet.ts';
import { booleanParameter, choiceParameter } from '../../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { dropReason, indexOfItem, indicesOfItems, markReason } from '../../mechanisms/reasons.ts';
import type { Fifos } from './fifos.ts';

/** Where the values of CAKE and COBALT come from. */
export const CAKE_SOURCE = 'Linux, sch_cake';

export const cobaltParameters = {
  targetMs: numberParameter('Target', 'ms', [0, 10_000, 1], {
    symbol: 'target',
    default: 5,
    primary: true,
    help: 'If packets wait no longer than this time, the queue is short enough, and CoDel drops nothing.',
    source: CAKE_SOURCE,
  }),
  intervalMs: numberParameter('Interval', 'ms', [0.1, 4_000, 10], {
    symbol: 'interval',
    default: 100,
    help: 'If packets wait longer than the target during this whole time, the first packet is dropped. The time from one drop to the next is never longer. The interval should be about the longest round trip.',
    source: CAKE_SOURCE,
  }),
  ecn: booleanParameter('Mark (ECN)', {
    default: true,
    help: 'CoDel marks packets of ECN-capable senders instead of dropping them. Blue always drops.',
    source: CAKE_SOURCE,
  }),
  blueIncrease: numberParameter('Increase of Blue', '', [0, 1, 0.001], {
    symbol: 'd_1',
    default: 1 / 256,
    help: 'When a packet finds the buffer full, Blue’s drop probability rises by this value, at most once within the target time.',
    source: `${CAKE_SOURCE} (p_inc)`,
  }),
  blueDecrease: numberParameter('Decrease of Blue', '', [0, 1, 0.0001], {
    symbol: 'd_2',
    default: 1 / 4096,
    help: 'When the link finds the queue empty, Blue’s drop probability falls by this value, at most once within the target time.',
    source: `${CAKE_SOURCE} (p_dec)`,
  }),
  mtuBytes: integerParameter('Largest packet', 'bytes', [0, 65_000, 100], {
    default: 1500,
    help: 'CoDel drops a packet only if it waited longer than the link needs to send four packets of this size. Not in ns-3.',
    source: CAKE_SOURCE,
  }),
  blueThresholdMs: numberParameter('Blue’s threshold', 'ms', [0, 100_000, 10], {
    default: 400,
    help: 'Only ns-3: the probability of Blue also grows when a packet has waited longer than this time.',
    source: 'ns-3.37 (BlueThreshold)',
  }),
  variant: choiceParameter('COBALT as in', {
    options: { cake: 'Linux (CAKE)', ns3: 'ns-3' },
    default: 'cake',
    live: false,
    help: 'In ns-3, Blue also reacts to long delays. ns-3 stores the time of the last change in only 32 bits. So after 4.3 s it does not wait between two changes.',
  }),
} as const satisfies ParameterSchema;

/** The parameters for one queue, with the law of Linux 7.2. */
export const oneQueueCobaltParameters = {
  ...cobaltParameters,
  variant: {
    ...cobaltParameters.variant,
    options: [
      { value: 'cake', label: 'Linux before 7 (CAKE)' },
      { value: 'linux', label: 'Linux 7.2 (CAKE)' },
      { value: 'ns3', label: 'ns-3' },
    ],
    help: `${cobaltParameters.variant.help} In Linux 7.2, the first congestion of a queue is met at once, not after an interval. A full buffer loses its oldest packet, and the last packet is never dropped.`,
  },
} as const satisfies ParameterSchema;

export type CobaltValues = ValuesOf<typeof oneQueueCobaltParameters>;

/** CAKE computes both times from a round trip, and never lets the interval fall below two targets (`cake_set_rate`). */
export function cobaltCaution({
  variant,
  targetMs,
  intervalMs,
}: Pick<CobaltValues, 'targetMs' | 'intervalMs'> & { readonly variant?: string }): string | undefined {
  if (variant === 'ns3' || intervalMs >= 2 * targetMs) return undefined;
  return `The interval of ${intervalMs} ms is less than two targets of ${targetMs} ms. CAKE of Linux never lets it fall below: here COBALT acts at times that no kernel has.`;
}

const DUE_TEMPLATE =
  'It waited {sojourn} ms, longer than the target, {targetMs} ms, and drop or mark number {count} was due {late} ms ago';

export const cobaltReasons: readonly Reason[] = [
  dropReason('due-drop', 'above target', {
    template: `${DUE_TEMPLATE}: dropped.`,
    source: CAKE_SOURCE,
  }),
  markReason('due-mark', 'marked: above target', {
    template: `${DUE_TEMPLATE}: marked, not dropped.`,
    source: CAKE_SOURCE,
  }),
  dropReason('blue', 'Blue', {
    template: 'The drop probability of Blue is {probability}, and the draw {draw} is below it: dropped.',
    steps: ['draw < probability'],
    source: CAKE_SOURCE,
  }),
];

const DUE_DROP_REASON = indexOfItem(cobaltReasons, 'due-drop');
const DUE_MARK_REASON = indexOfItem(cobaltReasons, 'due-mark');
const BLUE_REASON = indexOfItem(cobaltReasons, 'blue');

export const cobaltQuantities: Quantities = {
  sojourn: { symbol: 't', meaning: 'time that it waited', unit: 'ms' },
  fourPackets: { symbol: 't_4', meaning: 'time that the link needs to send four of the largest packets', unit: 'ms' },
  count: { symbol: 'n', meaning: 'drops or marks in this period of congestion before this one', unit: '' },
  late: { symbol: 't_l', meaning: 'time since this drop or mark was due', unit: 'ms' },
  probability: { symbol: 'p', meaning: 'drop probability of Blue', unit: '' },
  draw: { symbol: 'u', meaning: 'random number of this packet, from 0 to 1', unit: '' },
};

/** 1 / sqrt(count) is kept as a fraction of 2^32. */
const ONE_BITS = 0xffff_ffff;
const HALF_WORD_RANGE = 65_536;
/** Below this count the root is read from a table. */
const ROOT_TABLE_LENGTH = 16;
/** Largest count that stays exact. No run reaches it. */
const MAX_COUNT = 2 ** 21;
/** This number of the largest packets may always wait. */
const FREE_PACKETS = 4;
/**
 * In a tin of CAKE, the target is at least the time that the tin's share of the link takes for this number of the
 * largest packets.
 */
const TARGET_PACKETS = 1.5;

/** r (3 - n r^2) / 2 in whole numbers: one step of Newton's method towards 1 / sqrt(n). */
function newtonStep(root: number, count: number): number {
  const high = root >>> 16;
  const low = root & 0xffff;
  const square = high * high + Math.floor((2 * high * low * HALF_WORD_RANGE + low * low) / 2 ** 32);
  const numerator = Math.floor((3 * 2 ** 32 - count * square) / 4);
  return ((numerator * high + Math.floor((numerator * low) / HALF_WORD_RANGE)) / 2 ** 15) >>> 0;
}

/**
 * 1 / sqrt(n) for n below `ROOT_TABLE_LENGTH`, in four steps from the value of n - 1. For 0 and 1 nearly all bits are
 * set.
 */
const ROOTS = new Uint32Array(ROOT_TABLE_LENGTH);
ROOTS[0] = ONE_BITS;
for (let count = 1; count < ROOT_TABLE_LENGTH; count++) {
  let root = ROOTS[count - 1];
  for (let step = 0; step < 4; step++) root = newtonStep(root, count);
  ROOTS[count] = root;
}

/** The roots of Linux 7.2: exact, rounded down; for 2 and 6, a little less. */
const EXACT_ROOTS = Uint32Array.of(
  0xffff_ffff,
  0xffff_ffff,
  3_037_000_500,
  2_479_700_525,
  2_147_483_647,
  1_920_767_767,
  1_753_413_056,
  1_623_345_051,
  1_518_500_250,
  1_431_655_765,
  1_358_187_914,
  1_294_981_364,
  1_239_850_263,
  1_191_209_601,
  1_147_878_294,
  1_108_955_788,
);

/** Slots of a table of numbers that would be boxed in fields. */
const SOJOURN_NS_SLOT = 0;
export const TARGET_NS_SLOT = 1;
export const INTERVAL_NS_SLOT = 2;
const BLUE_THRESHOLD_NS_SLOT = 3;
/** Time since the next action of the present queue was due; below 0 before it is due. */
const LATE_NS_SLOT = 4;

/** In ns-3 the time of Blue's last change wraps after this number of ns. */
const NS3_CLOCK = 2 ** 32;

/** COBALT's law over the queues of `Fifos`, with a state for each queue. */
export class CobaltLaw {
  protected readonly host: PolicyHost;
  private readonly fifos: Fifos;
  /** By its own reason: the index in the list of the policy. */
  private readonly policyReasons: readonly number[];
  private readonly tinShare: number;
  private values: CobaltValues;
  private isNs3 = false;
  private isLinux = false;
  private marks = false;
  private roots = ROOTS;
  /** Times in ns: the latest sojourn time, the parameters, and the lateness of the next action. */
  protected readonly times = new Float64Array(5);
  /** By queue: number of actions, and the time of the next one (or the time at which it was cancelled), ns. */
  protected readonly count: Float64Array;
  protected readonly dropNextNs: Float64Array;
  private readonly droppingByQueue: Uint8Array;
  /** By queue: 1 / sqrt(count) as a fraction of 2^32. */
  private readonly inverseRoot: Uint32Array;
  /** By queue: Blue's drop probability, and the time of its last change, ns. */
  private readonly blueProbability: Float64Array;
  private readonly blueChanged: Float64Array;

  /**
   * @param tinShare in a tin of CAKE, the tin's share of the link; a queue in a tin never loses its last packet; 0: no
   * tin
   */
  constructor(host: PolicyHost, fifos: Fifos, reasons: readonly Reason[], values: CobaltValues, tinShare = 0) {
    const queueCount = fifos.packetCounts.length;
    this.host = host;
    this.fifos = fifos;
    this.policyReasons = indicesOfItems(cobaltReasons, reasons);
    this.tinShare = tinShare;
    this.values = values;
    this.count = new Float64Array(queueCount);
    this.dropNextNs = new Float64Array(queueCount);
    this.droppingByQueue = new Uint8Array(queueCount);
    this.inverseRoot = new Uint32Array(queueCount).fill(ONE_BITS);
    this.blueProbability = new Float64Array(queueCount);
    this.blueChanged = new Float64Array(queueCount);
    this.configure(values);
    // In Linux 7.2, a queue that was never congested has the root of its initialization.
    if (this.isLinux) this.inverseRoot.fill(0);
  }

  configure(values: CobaltValues): void {
    const { times } = this;
    this.values = values;
    this.isNs3 = values.variant === 'ns3';
    this.isLinux = values.variant === 'linux';
    this.marks = values.ecn;
    this.roots = this.isLinux ? EXACT_ROOTS : ROOTS;
    times[TARGET_NS_SLOT] = values.targetMs * 1e6;
    times[INTERVAL_NS_SLOT] = Math.round(values.intervalMs * 1e6);
    times[BLUE_THRESHOLD_NS_SLOT] = values.blueThresholdMs * 1e6;
    if (this.tinShare > 0) this.adaptTimesToTin();
  }

  /** A tin has a longer target and interval if its share of the link is slow. */
  private adaptTimesToTin(): void {
    const { times } = this;
    const givenNs = times[TARGET_NS_SLOT];
    times[TARGET_NS_SLOT] = Math.max(givenNs, Math.floor(this.packetsNs(TARGET_PACKETS)));
    times[INTERVAL_NS_SLOT] = Math.max(
      times[INTERVAL_NS_SLOT] + Math.round(times[TARGET_NS_SLOT] - givenNs),
      Math.round(2 * times[TARGET_NS_SLOT]),
    );
  }

  /** Time that the link, or the tin's share of it, takes for a number of the largest packets, ns. */
  private packetsNs(packets: number): number {
    const { host, tinShare, values } = this;
    return (packets * values.mtuBytes * 8e9) / (tinShare > 0 ? host.rateBps * tinShare : host.rateBps);
  }

  /** Sojourn time of the last processed packet, in any queue, ms. */
  get sojournMs(): number {
    return this.times[SOJOURN_NS_SLOT] / 1e6;
  }

  /** Blue's drop probability in a queue. */
  blueProbabilityOf(queue: number): number {
    return this.blueProbability[queue];
  }

  /** A packet found no room in its queue. */
  onQueueFull(queue: number): void {
    if (this.mayChangeBlue(queue)) this.changeBlue(queue, this.values.blueIncrease);
    this.droppingByQueue[queue] = 1;
    this.dropNextNs[queue] = this.host.nowNs;
    if (this.count[queue] === 0) this.count[queue] = 1;
  }

  /**
   * A queue lost packets to make room for another packet. In CAKE this counts as an overflow of the queue, in ns-3 it
   * does not.
   */
  onOverload(queue: number): void {
    if (!this.isNs3) this.onQueueFull(queue);
  }

  /** @returns the packet to send, or NO_PACKET */
  dequeue(queue: number): number {
    const { host, fifos } = this;
    for (;;) {
      const packet = fifos.shift(queue);
      if (packet === NO_PACKET) {
        // CAKE does not look at its queues while nothing waits.
        if (this.isLinux) this.times[SOJOURN_NS_SLOT] = 0;
        else this.onEmpty(queue);
        return NO_PACKET;
      }
      const reason = this.judge(queue, packet);
      if (reason < 0 || ((this.tinShare > 0 || this.isLinux) && fifos.packetCounts[queue] === 0)) return packet;
      host.drop(packet, reason);
    }
  }

  /**
   * Decides on a packet at the head, and marks it if the decision is a mark.
   * @returns the reason of its drop, or -1
   */
  judge(queue: number, packet: number): number {
    const { host, times, count, dropNextNs, droppingByQueue } = this;
    const { nowNs } = host;
    times[SOJOURN_NS_SLOT] = nowNs - host.packets.arrivedNs[packet];
    times[LATE_NS_SLOT] = nowNs - dropNextNs[queue];
    const isDue = count[queue] > 0 && times[LATE_NS_SLOT] >= 0;
    if (!this.isAbove()) droppingByQueue[queue] = 0;
    else {
      if (droppingByQueue[queue] === 0) {
        droppingByQueue[queue] = 1;
        dropNextNs[queue] = nowNs;
        this.scheduleNextAction(queue);
      }
      if (count[queue] === 0) count[queue] = 1;
    }
    let reason = -1;
    if (isDue && droppingByQueue[queue] !== 0) {
      reason = this.markOrDrop(queue, packet);
      this.setCount(queue, count[queue] + 1);
      this.scheduleNextAction(queue);
      times[LATE_NS_SLOT] = nowNs - dropNextNs[queue];
    } else if (isDue) this.calmDown(queue);
    // In Linux 7.2, Blue draws only for packets that are not dropped yet.
    if ((reason < 0 || !this.isLinux) && this.blueDrops(queue, packet)) reason = this.policyReasons[BLUE_REASON];
    // The same field has the time at which the rate falls.
    if (count[queue] === 0) dropNextNs[queue] = nowNs + times[INTERVAL_NS_SLOT];
    else if (times[LATE_NS_SLOT] > 0 && reason < 0) dropNextNs[queue] = nowNs;
    return reason;
  }

  /** The present packet has waited too long. */
  private isAbove(): boolean {
    const { times, isNs3 } = this;
    if (times[SOJOURN_NS_SLOT] <= times[TARGET_NS_SLOT]) return false;
    return isNs3 || times[SOJOURN_NS_SLOT] > this.sparedNs();
  }

  /** The time that a packet may wait at any target: that of four of the largest packets, ns. */
  protected sparedNs(): number {
    return this.packetsNs(FREE_PACKETS);
  }

  /**
   * Carries out the action that is due: marks the packet if it can be marked, and drops it otherwise.
   * @returns the reason of a drop, or -1
   */
  private markOrDrop(queue: number, packet: number): number {
    const { host, policyReasons } = this;
    if (host.explaining) this.explain(queue);
    if (!this.marks || (host.packets.flags[packet] & PacketFlag.ect) === 0) return policyReasons[DUE_DROP_REASON];
    host.mark(packet, policyReasons[DUE_MARK_REASON]);
    return -1;
  }

  /** Below the target: lowers the count by one for each action that would have been due. */
  private calmDown(queue: number): void {
    const { times, count, dropNextNs, host } = this;
    while (count[queue] > 0 && times[LATE_NS_SLOT] >= 0) {
      this.setCount(queue, count[queue] - 1);
      this.scheduleNextAction(queue);
      times[LATE_NS_SLOT] = host.nowNs - dropNextNs[queue];
    }
  }

  /** The link found the queue empty. */
  onEmpty(queue: number): void {
    const { count, values } = this;
    this.times[SOJOURN_NS_SLOT] = 0;
    if (this.blueProbability[queue] > 0 && this.mayChangeBlue(queue)) this.changeBlue(queue, -values.blueDecrease);
    this.droppingByQueue[queue] = 0;
    if (count[queue] === 0 || this.host.nowNs < this.dropNextNs[queue]) return;
    this.setCount(queue, count[queue] - 1);
    this.scheduleNextAction(queue);
  }

  /** Whether Blue drops the packet. It draws only while its probability is above 0. */
  private blueDrops(queue: number, packet: number): boolean {
    const { host, times, blueProbability, isNs3 } = this;
    if (isNs3 && times[SOJOURN_NS_SLOT] > times[BLUE_THRESHOLD_NS_SLOT] && this.mayChangeBlue(queue))
      this.changeBlue(queue, this.values.blueIncrease);
    if (blueProbability[queue] === 0) return false;
    host.random.drawUniformFor(packet);
    const { drawn } = host.random;
    if (drawn[0] >= blueProbability[queue]) return false;
    if (host.explaining) host.explanation.tell({ probability: blueProbability[queue], draw: drawn[0] });
    return true;
  }

  /** Blue last changed longer ago than the target. */
  private mayChangeBlue(queue: number): boolean {
    return this.host.nowNs - this.blueChanged[queue] > this.times[TARGET_NS_SLOT];
  }

  private changeBlue(queue: number, change: number): void {
    const { blueProbability, blueChanged, host } = this;
    blueProbability[queue] = Math.min(1, Math.max(0, blueProbability[queue] + change));
    blueChanged[queue] = this.isNs3 ? host.nowNs % NS3_CLOCK : host.nowNs;
  }

  private setCount(queue: number, count: number): void {
    const { inverseRoot } = this;
    this.count[queue] = Math.min(count, MAX_COUNT);
    inverseRoot[queue] = count < ROOT_TABLE_LENGTH ? this.roots[count] : newtonStep(inverseRoot[queue], count);
  }

  /** The next action is due interval / sqrt(count) later. */
  private scheduleNextAction(queue: number): void {
    const intervalNs = this.times[INTERVAL_NS_SLOT];
    const root = this.inverseRoot[queue];
    const high = root >>> 16;
    const low = root & 0xffff;
    const spacingNs = Math.floor(
      (intervalNs * high + Math.floor((intervalNs * low) / HALF_WORD_RANGE)) / HALF_WORD_RANGE,
    );
    this.dropNextNs[queue] = this.dropNextNs[queue] + spacingNs;
  }

  private explain(queue: number): void {
    const { host, times, isNs3 } = this;
    const operands = {
      sojourn: times[SOJOURN_NS_SLOT] / 1e6,
      count: this.count[queue],
      late: times[LATE_NS_SLOT] / 1e6,
    };
    const steps = ['sojourn > targetMs', 'late >= 0'];
    if (isNs3) host.explanation.tell(operands, steps);
    else {
      const fourPackets = this.sparedNs() / 1e6;
      host.explanation.tell({ ...operands, fourPackets }, [...steps, 'sojourn > fourPackets']);
    }
  }
}
