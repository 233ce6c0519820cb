/**
 * SFQ as in Linux. Turns are counted in bytes: a queue sends while its credit is above 0, so the credit may fall below
 * 0. At the limit, the queue with most packets loses its youngest packet, or with `headdrop` its oldest. Each queue may
 * have RED (linux-sfq-red.ts).
 * Source: Linux 7.2, net/sched/sch_sfq.c. Without a change of the hash at intervals.
 */

import type { Quantities } from '../../../../engine/contract/explanation.ts';
import type { Policy, PolicyHost, Reason } from '../../../../engine/contract/policy.ts';
import { PacketFlag } from '../../../../engine/packets/packet.ts';
import { booleanParameter } from '../../../../params/choice-parameter.ts';
import { integerParameter } from '../../../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../../../params/schema.ts';
import { acceptReason, dropReason, indexById, markReason } from '../../../mechanisms/reasons.ts';
import { type QueueValues, quantumParameter } from '../flow-queues.ts';
import { QueueRing, ringReasons } from '../queue-ring.ts';
import { type BypassSlot, bypassedReason, bypassParameter, withBypass } from './bypass.ts';
import { LinuxSfqRed, linuxSfqRedParameters, linuxSfqRedQuantities, RedChoice } from './linux-sfq-red.ts';
import { LongestByPackets } from './longest-by-packets.ts';

const LINUX_SOURCE = 'Linux, sch_sfq';
/** Largest number of packets in a queue of Linux (`SFQ_MAX_DEPTH`). */
const MAX_DEPTH = 127;

export const linuxSfqParameters = {
  limit: integerParameter('Limit', 'packets', [2, 1e6, 1], {
    symbol: 'limit',
    default: 127,
    help: 'Only Linux: packets that may wait in all queues together. The packet in transmission does not count, and the buffer of the scenario does not matter.',
    source: `${LINUX_SOURCE}; tc-sfq(8)`,
  }),
  depth: integerParameter('Limit of a queue', 'packets', [1, MAX_DEPTH, 1], {
    symbol: 'depth',
    default: MAX_DEPTH,
    help: 'Only Linux: packets that may wait in one queue. More arrivals of its flows are dropped.',
    source: `${LINUX_SOURCE}; tc-sfq(8)`,
  }),
  headdrop: booleanParameter('Drop at the head', {
    default: false,
    help: 'Only Linux: a queue loses its oldest packet, not its youngest.',
    source: `${LINUX_SOURCE}; tc-sfq(8)`,
  }),
  quantumBytes: {
    ...quantumParameter.quantumBytes,
    primary: false,
    default: 1514,
    min: 1,
    help: 'Only Linux: bytes that a queue may send in one turn. It sends a packet while any credit is left, and the next turn begins with the debt. Linux takes the MTU with the header of the link layer.',
    source: `${LINUX_SOURCE}; tc-sfq(8)`,
  },
  divisor: integerParameter('Values of the hash', '', [1, 65_536, 1], {
    symbol: 'divisor',
    default: 1024,
    live: false,
    help: 'Only Linux: number of different values of the hash. Flows with the same value share a queue. At most as many queues as *Queues* says hold packets at the same time.',
    source: `${LINUX_SOURCE}; tc-sfq(8)`,
  }),
  ...linuxSfqRedParameters,
  ...bypassParameter,
} as const satisfies ParameterSchema;

export type LinuxSfqValues = ValuesOf<typeof linuxSfqParameters> & QueueValues;

const linuxSfqReasons = [
  acceptReason('hashed', 'accepted', {
    template: 'It was put into the queue of its hash value, {queue}.',
    source: LINUX_SOURCE,
  }),
  dropReason('no-queue', 'no free queue', {
    template: 'All {queues} queues held packets of other flows: dropped.',
    steps: ['active >= queues'],
    source: LINUX_SOURCE,
  }),
  dropReason('deep', 'queue of the flow full', {
    template: 'Its queue already held {ownPackets} packets, and may hold {depth}: dropped.',
    steps: ['ownPackets >= depth'],
    source: LINUX_SOURCE,
  }),
  dropReason('deep-head', 'queue of the flow full', {
    template:
      'A packet arrived at its queue, which already held {ownPackets} packets and may hold {depth}. The oldest packet of the queue was dropped.',
    steps: ['ownPackets >= depth'],
    source: LINUX_SOURCE,
  }),
  dropReason('longest', 'longest queue', {
    template:
      'With this packet, {held} packets waited, and the limit is {limit}. No queue was longer than its own, with {mostPackets} packets: dropped.',
    steps: ['held > limit'],
    source: LINUX_SOURCE,
  }),
  dropReason('longest-lost', 'dropped: longest queue', {
    template:
      'Another packet arrived. With it, {held} packets waited, and the limit is {limit}. The longest queue, with {mostPackets} packets, lost this packet.',
    steps: ['held > limit'],
    source: LINUX_SOURCE,
  }),
  dropReason('red-drop', 'early drop', {
    template: 'RED chose this packet: the average of its queue was {averageBytes} bytes. It was dropped.',
    source: LINUX_SOURCE,
  }),
  dropReason('red-drop-head', 'early drop', {
    template:
      'RED chose a packet that arrived at its queue, whose average was {averageBytes} bytes. The oldest packet of the queue was dropped.',
    source: LINUX_SOURCE,
  }),
  markReason('red-marked', 'marked', {
    template: 'RED chose this packet: the average of its queue was {averageBytes} bytes. It was marked, not dropped.',
    source: LINUX_SOURCE,
  }),
  markReason('red-marked-head', 'marked', {
    template:
      'RED chose a packet that arrived at its queue, whose average was {averageBytes} bytes. The oldest packet of the queue was marked.',
    source: LINUX_SOURCE,
  }),
] as const satisfies readonly Reason[];

export const linuxSfqQuantities: Quantities = {
  ...linuxSfqRedQuantities,
  active: { symbol: 'n', meaning: 'queues with packets', unit: '' },
  ownPackets: { symbol: 'x', meaning: 'in its queue before', unit: 'packets' },
  held: { symbol: 'X', meaning: 'waiting in all queues, including the packet that arrived', unit: 'packets' },
  mostPackets: { symbol: String.raw`\max x`, meaning: 'in the longest queue', unit: 'packets' },
};

/** The reasons of SFQ: of both variants. */
export const sfqReasons = [...ringReasons, ...linuxSfqReasons, bypassedReason] as const satisfies readonly Reason[];

const REASON = indexById(sfqReasons);

/** SFQ of Linux, with the bypass if it is on. */
export function createLinuxSfq(host: PolicyHost, values: LinuxSfqValues): Policy<LinuxSfqValues> {
  return values.bypass
    ? withBypass(host, REASON.bypassed, (innerHost, slot) => new LinuxSfq(innerHost, values, slot))
    : new LinuxSfq(host, values);
}

class LinuxSfq extends QueueRing<LinuxSfqValues> {
  private values: LinuxSfqValues;
  private readonly creditBytes: Float64Array;
  private readonly lengths: LongestByPackets;
  private readonly slot: BypassSlot | undefined;
  private readonly red: LinuxSfqRed | undefined;

  /** @param slot of the bypass: the packet in it counts for the limit, and is in no queue */
  constructor(host: PolicyHost, values: LinuxSfqValues, slot?: BypassSlot) {
    super(host, { queues: values.divisor, hash: values.hash });
    this.values = values;
    this.creditBytes = new Float64Array(values.divisor);
    this.lengths = new LongestByPackets(values.divisor, MAX_DEPTH);
    this.slot = slot;
    this.red = values.redMinBytes > 0 ? new LinuxSfqRed(host, values.divisor, values) : undefined;
  }

  override configure(values: LinuxSfqValues): void {
    this.values = values;
  }

  override enqueue(packet: number): number {
    const { host, fifos, lengths, values } = this;
    const queue = this.queueOf(packet);
    const ownPackets = fifos.packetCounts[queue];
    if (ownPackets === 0 && this.activeCount >= values.queues) {
      if (host.explaining) host.explanation.tell({ active: this.activeCount });
      return REASON['no-queue'];
    }
    let acceptedReason = REASON.hashed;
    if (this.red !== undefined && ownPackets > 0) {
      acceptedReason = this.judgeByRed(this.red, queue, packet);
      if (acceptedReason === REASON['red-drop'])
        return this.refuse(queue, packet, REASON['red-drop'], REASON['red-drop-head'], REASON.hashed);
    }
    if (ownPackets >= values.depth) {
      if (host.explaining) host.explanation.tell({ ownPackets });
      return this.refuse(queue, packet, REASON.deep, REASON['deep-head'], acceptedReason);
    }
    this.accept(queue, packet);
    lengths.change(queue, 1);
    if (this.heldPackets <= values.limit) return this.explainAccepted(queue, acceptedReason);
    const lostPacket = this.takeFromLongest();
    if (lostPacket === packet) return REASON.longest;
    host.drop(lostPacket, REASON['longest-lost']);
    return this.explainAccepted(queue, acceptedReason);
  }

  override dequeue(): number {
    const packet = super.dequeue();
    if (packet >= 0) this.lengths.change(this.queueOf(packet), -1);
    return packet;
  }

  protected override maySend(queue: number): boolean {
    const { creditBytes, fifos, host, values } = this;
    if (creditBytes[queue] <= 0) {
      creditBytes[queue] = creditBytes[queue] + values.quantumBytes;
      return false;
    }
    creditBytes[queue] = creditBytes[queue] - host.packets.bytes[fifos.headOf(queue)];
    return true;
  }

  /** A queue sends as long as its credit lasts. */
  protected override isTurnOver(): boolean {
    return false;
  }

  protected override onJoin(queue: number): void {
    this.creditBytes[queue] = this.values.quantumBytes;
    this.red?.begin(queue);
  }

  private get heldPackets(): number {
    return this.fifos.packetCount + (this.slot?.packetCount ?? 0);
  }

  /** If all queues have one packet, the queue whose turn it is loses it, and its turn. */
  private takeFromLongest(): number {
    const { host, fifos, lengths } = this;
    const isFlat = lengths.maxPackets === 1;
    const queue = isFlat ? this.firstQueue : lengths.longestQueue;
    if (host.explaining) host.explanation.tell({ held: this.heldPackets, mostPackets: lengths.maxPackets });
    const packet = this.values.headdrop ? fifos.shift(queue) : fifos.pop(queue);
    lengths.change(queue, -1);
    if (isFlat) this.leaveRing(queue);
    return packet;
  }

  /**
   * RED's decision on a packet that finds others in its queue.
   * @returns the reason with which it is accepted, or that of its drop
   */
  private judgeByRed(red: LinuxSfqRed, queue: number, packet: number): number {
    const { host, fifos, values } = this;
    const choice = red.judge(queue, fifos.byteCounts[queue]);
    if (choice === RedChoice.none) return REASON.hashed;
    if (host.explaining) red.explain();
    if (!values.ecn || (choice === RedChoice.above && values.harddrop)) return REASON['red-drop'];
    const { flags } = host.packets;
    const head = fifos.headOf(queue);
    if (values.headdrop && (flags[head] & PacketFlag.ect) !== 0) {
      // A packet that is marked already stays as it is.
      if ((flags[head] & PacketFlag.ce) === 0) host.mark(head, REASON['red-marked-head']);
      return REASON.hashed;
    }
    return (flags[packet] & PacketFlag.ect) !== 0 ? REASON['red-marked'] : REASON['red-drop'];
  }

  /**
   * A queue does not grow: the packet is dropped, or with `headdrop` it takes the place of the oldest one.
   * @param acceptedReason the reason if it takes the place
   */
  private refuse(queue: number, packet: number, reason: number, headReason: number, acceptedReason: number): number {
    const { host, fifos } = this;
    if (!this.values.headdrop) return reason;
    // The queue keeps its length, so its place among the queues of this length stays.
    host.drop(fifos.shift(queue), headReason);
    fifos.push(queue, packet);
    return this.explainAccepted(queue, acceptedReason);
  }

  private explainAccepted(queue: number, reason: number): number {
    const { host } = this;
    if (host.explaining && reason === REASON.hashed) host.explanation.tell({ queue });
    else if (host.explaining) this.red?.explain();
    return reason;
  }
}
