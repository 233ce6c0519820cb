/**
 * The shared part of FQ-CoDel, FQ-PIE and FQ-COBALT: a queue for each flow, turns, and the rule for a full buffer. A
 * control law keeps each queue short.
 * Source: RFC 8290, section 4; Linux, sch_fq_codel; ns-3.37.
 */

import type { DrawingHints, SignalHint } from '../../../engine/contract/drawing.ts';
import type { Operands, Quantities } from '../../../engine/contract/explanation.ts';
import { NO_PACKET, type PolicyHost, type Reason } from '../../../engine/contract/policy.ts';
import { BUFFER_STRIDE, BufferColumn, TurnList } from '../../../engine/contract/policy-tables.ts';
import { acceptReason, dropReason, indexById } from '../../mechanisms/reasons.ts';
import { FlowQueues, type QueueValues, writeQueueRow } from './flow-queues.ts';
import { PolicyWithQueues } from './policy-with-queues.ts';
import { waitingBufferQuantities } from './waiting-quantities.ts';

/** Reasons of every policy with such queues: its list begins with them. */
export const overflowReasons = [
  dropReason('full', 'buffer full', {
    template: 'It would not fit into queue {queue} even if all other queues were empty: dropped.',
  }),
  dropReason('overload', 'dropped: longest queue', {
    template:
      'A packet arrived at a full buffer. Queue {queue} held the most bytes of all queues, {queueBytes} bytes: dropped from its head.',
    source: 'RFC 8290, section 4.1',
  }),
] as const satisfies readonly Reason[];

/**
 * The reasons of policies that accept every packet that fits. A policy that also drops at the head of a queue adds its
 * own.
 */
export const flowQueueReasons = [
  ...overflowReasons,
  acceptReason('fits', 'accepted', { template: 'It was put into queue {queue} of {queues}.' }),
] as const satisfies readonly Reason[];

const REASON = indexById(flowQueueReasons);

export const flowQueueQuantities: Quantities = {
  ...waitingBufferQuantities,
  heldPackets: { symbol: 'x_i', meaning: 'waiting in its queue before this packet', unit: 'packets' },
  heldBytes: { symbol: 'x_i', meaning: 'waiting in its queue before this packet', unit: 'bytes' },
  waiting: { symbol: 'X', meaning: 'waiting in all queues with the packet that arrived', unit: 'packets' },
  waitingBytes: { symbol: 'X', meaning: 'waiting in all queues with the packet that arrived', unit: 'bytes' },
  queue: { symbol: 'i', meaning: 'number of its queue', unit: '' },
  queueBytes: { symbol: 'x_i', meaning: 'waiting in its queue', unit: 'bytes' },
};

/** The signals of the queues; they follow those of the law. */
export const queueSignals: readonly SignalHint[] = [{ id: 'active', label: 'active queues', unit: '', axis: 'own' }];

/** The differences between the implementations. */
export type FlowQueueVariant = 'rfc' | 'linux' | 'ns3';

/**
 * Linux and ns-3 drop at most this number of packets at once, or half of the longest queue's bytes. The RFC drops one.
 */
export const USUAL_BATCH_PACKETS = 64;

/**
 * Memory that Linux counts for a packet of up to 1664 bytes (`truesize`): a buffer of 2048 bytes, which also has the
 * bookkeeping of its parts, and a description of 256.
 */
export const PACKET_MEMORY_BYTES = 2304;

export interface FlowQueueingValues extends QueueValues {
  readonly quantumBytes: number;
}

/** @typeParam V the values of its parameters */
export abstract class FlowQueueing<V extends FlowQueueingValues> extends PolicyWithQueues<V> {
  protected readonly flows: FlowQueues;
  protected batchPackets = USUAL_BATCH_PACKETS;
  /** The packets that the limit on memory allows; only FQ-CoDel of Linux has one. */
  protected memoryPackets = Number.POSITIVE_INFINITY;
  private readonly variant: FlowQueueVariant;

  constructor(
    host: PolicyHost,
    variant: FlowQueueVariant,
    values: V,
    flows = new FlowQueues(host.packets, values, values.quantumBytes),
  ) {
    super(host, [flows.fifos]);
    this.variant = variant;
    this.flows = flows;
  }

  enqueue(packet: number): number {
    const { host, flows } = this;
    const { fifos } = flows;
    const bytes = host.packets.bytes[packet];
    const queue = this.queueOf(packet);
    // ns-3 does so even if the packet is dropped then.
    if (this.variant === 'ns3') this.activate(queue, packet);
    if (this.exceedsBuffer(queue, bytes)) {
      this.onQueueFull(queue);
      return this.refuse(queue, bytes);
    }
    const reason = this.judge(queue, packet);
    if (!this.accepts(reason)) return reason;
    this.activate(queue, packet);
    fifos.push(queue, packet);
    if (!this.isOverLimit()) return reason;
    const { operands, steps } = host.explanation;
    if (this.dropFromLongest(packet)) return REASON.overload;
    if (host.explaining) host.explanation.tell(operands, steps);
    return reason;
  }

  dequeue(): number {
    const { flows } = this;
    for (;;) {
      const queue = flows.nextToSend();
      if (queue < 0) return NO_PACKET;
      const packet = this.dequeueFrom(queue);
      if (packet !== NO_PACKET) {
        flows.charge(queue, this.host.packets.bytes[packet]);
        return packet;
      }
      flows.onEmpty(queue, this.variant === 'linux');
    }
  }

  configure(values: V): void {
    this.flows.quantumBytes = values.quantumBytes;
  }

  /** The queues in the lists, new ones first. Each may fill the whole buffer. */
  listBuffers(into: Float64Array): number {
    const { flows } = this;
    const maxRows = Math.floor(into.length / BUFFER_STRIDE);
    let rowCount = 0;
    for (const list of [TurnList.new, TurnList.old])
      for (let queue = flows.firstQueue(list); queue >= 0 && rowCount < maxRows; queue = flows.queueAfter(queue)) {
        const offset = BUFFER_STRIDE * rowCount++;
        writeQueueRow(into, offset, this.host, flows.fifos, queue);
        into[offset + BufferColumn.turn] = list;
        into[offset + BufferColumn.creditBytes] = flows.creditBytes[queue];
      }
    return rowCount;
  }

  /** The queue of a packet that arrives. */
  protected queueOf(packet: number): number {
    return this.flows.queueOf(this.host.packets.flow[packet]);
  }

  /** A packet is about to be put into a queue. */
  protected activate(queue: number, _packet: number): void {
    this.flows.activate(queue);
  }

  /** The packet that a queue sends, or NO_PACKET if the law leaves none. */
  protected abstract dequeueFrom(queue: number): number;

  /**
   * Decides on a packet for which its queue has room, and explains it if this is requested.
   * @returns the index of the reason
   */
  protected judge(queue: number, packet: number): number {
    if (this.host.explaining) this.explainFits(queue, packet);
    return REASON.fits;
  }

  protected explainFits(queue: number, packet: number): void {
    const { host, flows } = this;
    host.explanation.tell({ queue, queueBytes: flows.fifos.byteCounts[queue], bytes: host.packets.bytes[packet] });
  }

  /** True if this reason of `judge` accepts the packet. */
  protected accepts(_reason: number): boolean {
    return true;
  }

  /** A packet found its queue full. */
  protected onQueueFull(_queue: number): void {}

  /** A queue has lost packets to make room for another packet. */
  protected onOverload(_queue: number, _packets: number): void {}

  /** The packet would not fit even if all other queues were empty; in ns-3, its queue alone would be over the limit. */
  protected exceedsBuffer(queue: number, bytes: number): boolean {
    const { limitPackets, limitBytes } = this.host;
    if (this.variant !== 'ns3') return bytes > limitBytes;
    const { packetCounts, byteCounts } = this.flows.fifos;
    return packetCounts[queue] + 1 > limitPackets || byteCounts[queue] + bytes > limitBytes;
  }

  /** @returns the reason for a packet that exceeds the buffer */
  protected refuse(queue: number, bytes: number): number {
    if (this.host.explaining) this.explainFull(queue, bytes);
    return REASON.full;
  }

  private isOverLimit(): boolean {
    const { host, flows, memoryPackets } = this;
    const { packetCount, byteCount } = flows.fifos;
    return packetCount > host.limitPackets || byteCount > host.limitBytes || packetCount > memoryPackets;
  }

  /**
   * Drops packets from the heads of the longest queues until the rest fits.
   * @returns whether the packet that arrived is among the dropped ones
   */
  private dropFromLongest(arrivedPacket: number): boolean {
    const { flows } = this;
    let hasDroppedArrival = false;
    while (this.isOverLimit()) {
      const queue = flows.fifos.longestQueue(this.variant === 'ns3');
      const previousCount = flows.fifos.packetCounts[queue];
      if (this.dropBatchFrom(queue, arrivedPacket)) hasDroppedArrival = true;
      this.onOverload(queue, previousCount - flows.fifos.packetCounts[queue]);
    }
    return hasDroppedArrival;
  }

  private dropBatchFrom(queue: number, arrivedPacket: number): boolean {
    const { host, flows } = this;
    const { fifos } = flows;
    const halfBytes = Math.floor(fifos.byteCounts[queue] / 2);
    let thrownBytes = 0;
    if (host.explaining) this.explainOverload(queue);
    for (let thrownCount = 0; ; ) {
      const packet = fifos.shift(queue);
      thrownBytes += host.packets.bytes[packet];
      thrownCount++;
      // The packet is not accepted yet. Its own verdict drops it, and no packet is behind it.
      if (packet === arrivedPacket) return true;
      host.drop(packet, REASON.overload);
      if (this.variant === 'rfc' || thrownCount >= this.batchPackets || thrownBytes >= halfBytes) return false;
    }
  }

  private explainFull(queue: number, bytes: number): void {
    const { explanation, limitPackets, limitBytes } = this.host;
    const { packetCounts, byteCounts } = this.flows.fifos;
    if (this.variant !== 'ns3') explanation.tell({ queue, bytes, limitBytes }, ['bytes > limitBytes']);
    else if (Number.isFinite(limitBytes))
      explanation.tell({ queue, bytes, heldBytes: byteCounts[queue], limitBytes }, ['heldBytes + bytes > limitBytes']);
    else
      explanation.tell({ queue, heldPackets: packetCounts[queue], limitPackets }, ['heldPackets + 1 > limitPackets']);
  }

  private explainOverload(queue: number): void {
    const { host, flows } = this;
    const { fifos } = flows;
    const countsBytes = Number.isFinite(host.limitBytes);
    if (fifos.packetCount <= host.limitPackets && fifos.byteCount <= host.limitBytes) {
      const memory = fifos.packetCount * PACKET_MEMORY_BYTES;
      host.explanation.tell({ queue, queueBytes: fifos.byteCounts[queue], memory }, ['memory > memoryLimitBytes']);
      return;
    }
    const operands: Operands = countsBytes
      ? { waitingBytes: fifos.byteCount, limitBytes: host.limitBytes }
      : { waiting: fifos.packetCount, limitPackets: host.limitPackets };
    const step = countsBytes ? 'waitingBytes > limitBytes' : 'waiting > limitPackets';
    host.explanation.tell({ queue, queueBytes: fifos.byteCounts[queue], ...operands }, [step]);
  }
}

/**
 * A control law that decides on the packets at the head of each queue.
 * @typeParam V its values
 */
interface SubqueueLaw<V> {
  /** Sojourn time of the last processed packet, in any queue, ms. */
  readonly sojournMs: number;
  configure(values: V): void;
  /** @returns the packet to send, or NO_PACKET */
  dequeue(queue: number): number;
}

/** Queues for flows, each kept short by a law at its head, as in FQ-CoDel and FQ-COBALT. */
export abstract class FlowQueueingAtHead<V extends FlowQueueingValues> extends FlowQueueing<V> {
  protected abstract readonly law: SubqueueLaw<V>;

  override configure(values: V): void {
    super.configure(values);
    this.law.configure(values);
  }

  override signals(into: Float64Array): void {
    into[0] = this.law.sojournMs;
    into[1] = this.flows.activeCount;
  }

  protected override dequeueFrom(queue: number): number {
    return this.law.dequeue(queue);
  }
}

/** The drawing of such a policy: target, buffer, time waited and active queues. */
export const headLawHints: DrawingHints = {
  lens: 'turns',
  rows: { by: 'flow' },
  thresholds: [
    { parameter: 'targetMs', symbol: 'target', style: 'low', axis: 'delay' },
    { parameter: 'buffer', symbol: 'buffer', style: 'high' },
  ],
  signals: [{ id: 'sojourn', label: 'time waited', symbol: 't', unit: 'ms', axis: 'delay' }, ...queueSignals],
};
