/**
 * CAKE as the Linux kernel has it: a shaper, tins for kinds of traffic, equal shares for hosts and then for their
 * flows, a queue for each flow, COBALT in each queue, and a filter of ACKs. Source: Linux 7.2, net/sched/sch_cake.c;
 * tc-cake(8); Høiland-Jørgensen, Täht & Morton, Piece of CAKE, IEEE LANMAN 2018.
 */

import { NO_PACKET, type PolicyHost, type Reason } from '../../engine/contract/policy.ts';
import { BUFFER_STRIDE, BufferColumn, GroupTurn, TurnList } from '../../engine/contract/policy-tables.ts';
import { acceptReason, dropReason, indexOfItem } from '../mechanisms/reasons.ts';
import { isAck, needlessAck } from './mechanisms/cake/cake-ack-filter.ts';
import { QueueSet } from './mechanisms/cake/cake-hash.ts';
import { CakeLaw } from './mechanisms/cake/cake-law.ts';
import { CakeList } from './mechanisms/cake/cake-lists.ts';
import { type CakeValues, cakeConstraints, cakeParameters } from './mechanisms/cake/cake-parameters.ts';
import { chargedBytes, type Framing, memoryBytesOf, tinRateOf } from './mechanisms/cake/cake-rates.ts';
import { CakeShaper } from './mechanisms/cake/cake-shaper.ts';
import { type TinMode, tinModes } from './mechanisms/cake/cake-tins.ts';
import { CakeTurns, tinOfQueue } from './mechanisms/cake/cake-turns.ts';
import { OverflowHeap } from './mechanisms/cake/overflow-heap.ts';
import { CAKE_SOURCE, cobaltQuantities, cobaltReasons } from './mechanisms/cobalt-law.ts';
import { flowQueueQuantities, headLawHints } from './mechanisms/flow-queueing.ts';
import { writeQueueRow } from './mechanisms/flow-queues.ts';
import { ModemBuffer, modemFullReason } from './mechanisms/modem-buffer.ts';
import { packetPolicy } from './mechanisms/packet-policy.ts';
import { PolicyWithQueues } from './mechanisms/policy-with-queues.ts';

const ACK_STEPS = ['ackSegment <= laterSegment'];

const reasons: readonly Reason[] = [
  acceptReason('fits', 'accepted', {
    template:
      'It was put into queue {queue}, in tin {tin}. {load} busy flows divide the share of its host, so the queue may send {grant} bytes in a turn.',
    steps: ['grant = quantum / load'],
    source: CAKE_SOURCE,
  }),
  dropReason('overload', 'dropped: longest queue', {
    template:
      'The memory for packets was full: {memory} bytes. Queue {queue}, with {queueBytes} bytes, was on top of the heap of the longest queues: dropped from its head.',
    steps: ['memory > memoryBytes'],
    source: CAKE_SOURCE,
  }),
  ...cobaltReasons,
  dropReason('needless-ack', 'needless ACK', {
    template:
      'It acknowledges the segments before {ackSegment}. A later acknowledgement of its flow, for those before {laterSegment}, says no less: this one was dropped while it waited.',
    steps: ACK_STEPS,
    source: CAKE_SOURCE,
  }),
  modemFullReason,
];

const FITS_REASON = indexOfItem(reasons, 'fits');
const OVERLOAD_REASON = indexOfItem(reasons, 'overload');
const ACK_REASON = indexOfItem(reasons, 'needless-ack');
const MODEM_REASON = indexOfItem(reasons, 'modem-full');

class Cake extends PolicyWithQueues<CakeValues> {
  private readonly mode: TinMode;
  private readonly shaper: CakeShaper;
  private readonly turns: CakeTurns;
  private readonly law: CakeLaw;
  private readonly heap: OverflowHeap;
  private readonly modem: ModemBuffer;
  private framing: Framing;
  private memoryBytes = 0;
  private isIngress = false;
  private ackFilter: CakeValues['ackFilter'] = 'no';
  private readonly hasModem: boolean;
  /** Memory that the kernel counts for the waiting packets, bytes. */
  private heldMemory = 0;
  /** A size of packets, with its memory and what the shaper charges for it. */
  private measuredBytes = -1;
  private memoryOfSize = 0;
  private chargeOfSize = 0;

  constructor(host: PolicyHost, values: CakeValues) {
    const mode = tinModes[values.tins];
    const tinQuanta = mode.tins.map(({ quantumBytes }) => quantumBytes);
    const shaper = new CakeShaper(tinQuanta.length);
    const turns = new CakeTurns(host, shaper, tinQuanta, values.isolation);
    const modem = new ModemBuffer(host, values.modemPackets, MODEM_REASON);
    super(host, [modem, turns.fifos]);
    this.framing = framingOf(values);
    this.hasModem = values.modemPackets > 0;
    this.mode = mode;
    this.shaper = shaper;
    this.turns = turns;
    this.law = new CakeLaw(host, turns.fifos, reasons);
    this.heap = new OverflowHeap(turns.fifos.byteCounts);
    this.modem = modem;
    this.configure(values);
  }

  configure(values: CakeValues): void {
    this.framing = framingOf(values);
    this.measuredBytes = -1;
    this.memoryBytes = values.memoryBytes;
    this.isIngress = values.ingress;
    this.ackFilter = values.ackFilter;
    const bytesPerSecond = Math.floor(values.bandwidthBps / 8);
    const wholeUs = (milliseconds: number) => Math.max(1, Math.round(milliseconds * 1000)) * 1000;
    this.turns.setRates(
      this.mode.tins.map((tin) =>
        tinRateOf(
          tin.bytesPerSecond(bytesPerSecond),
          values.mtuBytes + values.headerBytes,
          wholeUs(values.targetMs),
          wholeUs(values.intervalMs),
        ),
      ),
    );
    this.shaper.setRate(tinRateOf(bytesPerSecond, values.mtuBytes, 0, 0).byteTime);
  }

  enqueue(packet: number): number {
    const { host, turns, shaper } = this;
    const { fifos } = turns;
    const tin = this.tinOf(packet);
    const queue = this.queueOf(packet, tin);
    if (fifos.packetsByTin[tin] === 0) shaper.begin(tin, fifos.packetCount === 0, host.nowNs);
    fifos.push(queue, packet);
    this.measure(packet);
    this.heldMemory += this.memoryOfSize;
    if (this.ackFilter !== 'no' && isAck(host.packets, packet)) this.filterAcks(queue, packet);
    this.heap.onGrowth(queue);
    turns.activate(queue, tin);
    if (host.explaining) this.explainFits(queue, tin);
    // The modem takes packets after all arrivals of this instant.
    if (this.hasModem) host.wakeAt(host.nowNs);
    return this.heldMemory > this.memoryBytes && this.makeRoom(packet) ? OVERLOAD_REASON : FITS_REASON;
  }

  dequeue(): number {
    if (!this.hasModem) return this.next();
    this.fillModem();
    return this.modem.shift();
  }

  wake(): void {
    if (this.hasModem) this.fillModem();
  }

  signals(into: Float64Array): void {
    into[0] = this.law.sojournMs;
    into[1] = this.turns.activeCount;
    into[2] = this.modem.packetCount;
  }

  /** The tin whose turn it is, and then the others, the highest first; in a tin new queues, then old ones. */
  listBuffers(into: Float64Array): number {
    const inTurn = this.turns.tinInTurn();
    let rows = inTurn < 0 ? 0 : this.listTin(into, inTurn, 0, inTurn);
    for (let tin = this.mode.tins.length - 1; tin >= 0; tin--)
      if (tin !== inTurn) rows = this.listTin(into, tin, rows, inTurn);
    return rows;
  }

  /** The next packet that the shaper lets go, or NO_PACKET. */
  private next(): number {
    const { host, turns, shaper } = this;
    for (let isFirst = true; turns.fifos.packetCount > 0; isFirst = false) {
      if (shaper.hasRate && shaper.dueNs > host.nowNs) {
        host.wakeAt(shaper.dueNs);
        return NO_PACKET;
      }
      const tin = turns.nextTin();
      if (tin < 0) return NO_PACKET;
      const packet = this.nextOf(tin, isFirst);
      if (packet !== NO_PACKET) return packet;
    }
    return NO_PACKET;
  }

  /** The next packet of a tin; NO_PACKET if the queue in turn was empty. */
  private nextOf(tin: number, isFirst: boolean): number {
    const { host, turns, law, isIngress } = this;
    const { fifos } = turns;
    let queue = turns.nextQueue(tin, isFirst);
    while (queue >= 0) {
      law.enterTin(turns.rates[tin], isIngress ? turns.bulkCount[tin] : 0);
      const packet = fifos.shift(queue);
      if (packet === NO_PACKET) {
        law.onEmpty(queue);
        turns.onEmpty(queue, tin, law.isAtRest(queue));
        return NO_PACKET;
      }
      this.heap.onLoss(queue);
      this.measure(packet);
      this.heldMemory -= this.memoryOfSize;
      const reason = law.judge(queue, packet);
      const isDropped = reason >= 0 && fifos.packetCounts[queue] > 0;
      if (!isDropped || isIngress) {
        this.shaper.charge(tin, turns.rates[tin].byteTime, this.chargeOfSize, host.nowNs, isDropped);
        turns.charge(queue, tin, this.chargeOfSize);
      }
      if (!isDropped) {
        this.heap.onSent();
        return packet;
      }
      host.drop(packet, reason);
      if (isIngress) queue = turns.nextQueue(tin, false);
    }
    return NO_PACKET;
  }

  /** Mostly a packet has the size of the one before. */
  private measure(packet: number): void {
    const bytes = this.host.packets.bytes[packet];
    if (bytes === this.measuredBytes) return;
    this.measuredBytes = bytes;
    this.memoryOfSize = memoryBytesOf(bytes);
    this.chargeOfSize = chargedBytes(this.framing, bytes);
  }

  private tinOf(packet: number): number {
    const { labels } = this.host.traffic;
    return labels === undefined ? 0 : this.mode.tinOfCodePoint[labels.codePointOf(packet)];
  }

  private queueOf(packet: number, tin: number): number {
    const { packets, traffic } = this.host;
    const { labels } = traffic;
    const classIndex = packets.classIndex[packet];
    const source = labels === undefined ? classIndex : labels.sourceHostOf(packet);
    const destination = labels === undefined ? classIndex : labels.destinationHostOf(packet);
    return this.turns.hash.queueFor(tin, packets.flow[packet], source, destination);
  }

  /** Drops an ACK that the arriving one makes needless. */
  private filterAcks(queue: number, arrivedPacket: number): void {
    const { host, turns } = this;
    const { packets } = host;
    const head = turns.fifos.headOf(queue);
    const needlessPacket = needlessAck(packets, head, arrivedPacket, this.ackFilter === 'aggressive');
    if (needlessPacket === NO_PACKET) return;
    if (host.explaining)
      host.explanation.tell(
        { ackSegment: packets.sequence[needlessPacket], laterSegment: packets.sequence[arrivedPacket] },
        ACK_STEPS,
      );
    turns.fifos.remove(queue, needlessPacket);
    this.measure(needlessPacket);
    this.heldMemory -= this.memoryOfSize;
    const tin = tinOfQueue(queue);
    if (this.isIngress) this.shaper.charge(tin, turns.rates[tin].byteTime, this.chargeOfSize, host.nowNs, true);
    host.drop(needlessPacket, ACK_REASON);
  }

  /**
   * Drops packets from the head of the longest queue until the memory is enough.
   * @returns whether the packet that arrived is among them: it is not accepted yet, and its own verdict drops it
   */
  private makeRoom(arrivedPacket: number): boolean {
    const { host, turns, law, memoryBytes } = this;
    const { fifos } = turns;
    const { operands, steps } = host.explanation;
    let hasLostArrival = false;
    while (this.heldMemory > memoryBytes) {
      const queue = this.heap.longest();
      const tin = tinOfQueue(queue);
      if (host.explaining)
        host.explanation.tell({ queue, queueBytes: fifos.byteCounts[queue], memory: this.heldMemory });
      const packet = fifos.shift(queue);
      if (packet === NO_PACKET) {
        this.heap.giveUp();
        continue;
      }
      this.heap.onLoss(queue);
      law.enterTin(turns.rates[tin], 0);
      law.onQueueFull(queue);
      this.measure(packet);
      this.heldMemory -= this.memoryOfSize;
      if (this.isIngress) this.shaper.charge(tin, turns.rates[tin].byteTime, this.chargeOfSize, host.nowNs, true);
      if (packet === arrivedPacket) hasLostArrival = true;
      else host.drop(packet, OVERLOAD_REASON);
    }
    if (host.explaining && !hasLostArrival) host.explanation.tell(operands, steps);
    return hasLostArrival;
  }

  /** The modem takes each packet as soon as the shaper lets it go. */
  private fillModem(): void {
    for (let packet = this.next(); packet !== NO_PACKET; packet = this.next()) this.modem.take(packet);
  }

  /**
   * Writes the queues of a tin after the existing rows.
   * @returns the new number of rows
   */
  private listTin(into: Float64Array, tin: number, startIndex: number, inTurn: number): number {
    const { turns, host } = this;
    const maxRows = Math.floor(into.length / BUFFER_STRIDE);
    let rows = startIndex;
    for (const list of turns.listsInOrder(tin))
      for (let queue = turns.lists.first(tin, list); queue >= 0 && rows < maxRows; queue = turns.lists.after(queue)) {
        const offset = BUFFER_STRIDE * rows++;
        writeQueueRow(into, offset, host, turns.fifos, queue);
        into[offset + BufferColumn.turn] = list === CakeList.new ? TurnList.new : TurnList.old;
        into[offset + BufferColumn.creditBytes] = turns.creditBytes[queue];
        into[offset + BufferColumn.group] =
          this.mode.tins.length > 1 ? 1 + GROUPS.indexOf(this.mode.tins[tin].name) : 0;
        into[offset + BufferColumn.host] = this.hostOf(queue);
        into[offset + BufferColumn.grantBytes] = turns.rates[tin].quantumBytes / turns.hash.hostLoad(queue);
        into[offset + BufferColumn.groupTurn] = tin === inTurn ? this.turnOf(tin) : GroupTurn.none;
      }
    return rows;
  }

  /**
   * The busier host of the packet at the head of a queue, if hosts have shares; 0 otherwise, and for an empty queue.
   */
  private hostOf(queue: number): number {
    const { host, turns } = this;
    const { labels } = host.traffic;
    const packet = turns.fifos.headOf(queue);
    const end = turns.hash.busierEnd(queue);
    if (packet === NO_PACKET || labels === undefined || end === undefined) return 0;
    return end === 'source' ? labels.sourceHostOf(packet) : labels.destinationHostOf(packet);
  }

  /** Why the tin is next. Without a shaper, tins just take turns. */
  private turnOf(tin: number): number {
    const { shaper, host, mode } = this;
    if (!shaper.hasRate || mode.tins.length === 1) return GroupTurn.none;
    return shaper.waitOf(tin, host.nowNs) <= 0 ? GroupTurn.belowShare : GroupTurn.soonest;
  }

  private explainFits(queue: number, tin: number): void {
    const { turns, host } = this;
    const load = turns.hash.hostLoad(queue);
    const { quantumBytes: quantum } = turns.rates[tin];
    const grant = quantum / load;
    const isNew = turns.hash.setByQueue[queue] === QueueSet.sparse ? 1 : 0;
    host.explanation.tell({ queue, tin, load, quantum, grant, isNew });
  }
}

/** The names of all tins, each once. */
const GROUPS: readonly string[] = [
  ...new Set(Object.values(tinModes).flatMap(({ tins }) => tins.map(({ name }) => name))),
];

function framingOf({ framing, overheadBytes, mpuBytes, headerBytes }: CakeValues): Framing {
  return { kind: framing, overheadBytes, minBytes: mpuBytes, headerBytes };
}

export const cake = packetPolicy({
  id: 'cake',
  name: 'CAKE',
  summary:
    'A shaper with equal shares for hosts and then for their flows, tins for kinds of traffic, and COBALT in each queue, as in the Linux kernel.',
  source: 'Linux, sch_cake; Høiland-Jørgensen, Täht & Morton, Piece of CAKE, IEEE LANMAN 2018',
  order: 'flow',
  workConserving: false,
  parameters: cakeParameters,
  constraints: cakeConstraints,
  // It has its own limit, not the buffer of the scenario.
  mayOverfill: () => true,
  ownLimit: () => ({ parameter: 'memoryBytes', unit: 'bytes' }),
  reasons,
  quantities: {
    ...flowQueueQuantities,
    ...cobaltQuantities,
    tin: { symbol: 'j', meaning: 'number of its tin; 0 has the lowest rank', unit: '' },
    load: { symbol: 'n_h', meaning: 'busy flows of its busier host in this tin, at least 1', unit: '' },
    quantum: { symbol: 'Q', meaning: 'bytes that a host may send in a turn', unit: 'bytes' },
    grant: { symbol: 'q', meaning: 'share of this queue in the quantum of its host', unit: 'bytes' },
    memory: { symbol: 'M', meaning: 'memory of the waiting packets', unit: 'bytes' },
    ackSegment: { symbol: 'a', meaning: 'segment that this acknowledgement waits for', unit: '' },
    laterSegment: { symbol: "a'", meaning: 'segment that the later acknowledgement waits for', unit: '' },
    isNew: { symbol: 's', meaning: '1 if the queue is new', unit: '' },
    fourPackets: {
      symbol: 't_4',
      meaning: 'time to send four of the largest packets at the rate of its tin',
      unit: 'ms',
    },
  },
  hints: {
    ...headLawHints,
    groups: GROUPS,
    signals: [...headLawHints.signals, { id: 'modem', label: 'in the modem', unit: 'packets', axis: 'own' }],
  },
  create: (host, values) => new Cake(host, values),
});
