/**
 * Counts the events of the port: totals by class and flow, waiting times, the length of the queue over time. Recording
 * does not change the run.
 */
import type { VerdictKind } from '../contract/policy.ts';
import type { Clock } from '../events/clock.ts';
import {
  CLASS_STRIDE,
  ClassColumn,
  DEPARTURE_STRIDE,
  DepartureColumn,
  LOST_ON_LINK,
  MAX_DEPARTURE_ROWS,
  MAX_DROP_OR_MARK_ROWS,
  MAX_VERDICT_ROWS,
  VERDICT_STRIDE,
  VerdictColumn,
} from '../frame/frame.ts';
import { writePacketRow } from '../frame/packet-row.ts';
import type { LaterVerdict, PortObserver } from '../network/port.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import { PacketFlag, type PacketPool } from '../packets/packet.ts';
import { DelayHistogram, delayBin } from './delay-histogram.ts';
import { DurationLog } from './duration-log.ts';
import { FLOW_STRIDE, FlowColumn, FlowTable } from './flow-table.ts';
import { OccupancyTimes } from './occupancy-times.ts';
import { RetransmissionCounts } from './retransmission-counts.ts';
import { RowRing } from './row-ring.ts';

/** What a recorder counts besides totals. */
export interface RecorderOptions {
  readonly classCount: number;
  /** Throughput counts bytes on the wire instead of payload. */
  readonly countsWire: boolean;
  /** Keep the tables of single packets for frames. */
  readonly recordsPackets: boolean;
  /** Classes that measure durations. Default none. */
  readonly timedClasses?: readonly number[];
  /** The step for the times by waiting bytes. Default: they are not measured. */
  readonly byteStep?: number;
}

/** The counts of one run, from its beginning: packets, bytes, and sums of waiting times in ns. */
export class Recorder implements PortObserver {
  /** Counters by class since the start, as `Frame.classes` has them. */
  readonly classes: Float64Array;
  readonly flows = new FlowTable();
  /** Waiting times since the warm-up by class. */
  readonly classDelays: DelayHistogram[] = [];
  /** Time by the number of packets waiting since the warm-up, up to the last call of `integrate`. */
  readonly occupancy = new OccupancyTimes();
  /** Time by the waiting bytes; undefined without a step. */
  readonly byteOccupancy: OccupancyTimes | undefined;
  /** Durations of transfers or round trips by class; undefined for classes that time nothing. */
  readonly durations: readonly (DurationLog | undefined)[];
  /** Retransmissions since the warm-up by class. */
  readonly retransmissions: RetransmissionCounts;
  /** Waiting now. */
  waitingPackets = 0;
  waitingBytes = 0;
  /** Most packets waiting since the last call of `resetMaxWaiting`. */
  maxWaitingPackets = 0;
  /** Integrals over time since the start: packet ns, byte ns. */
  waitingPacketNs = DOUBLE_ZERO;
  waitingByteNs = DOUBLE_ZERO;
  /** Sum of the squares of all waiting times since the start, ns^2. */
  delaySquares = DOUBLE_ZERO;
  readonly verdicts = new RowRing(MAX_VERDICT_ROWS, VERDICT_STRIDE);
  /** The newest verdicts of these kinds since the start. */
  readonly dropsAndMarks = {
    drop: new RowRing(MAX_DROP_OR_MARK_ROWS, VERDICT_STRIDE),
    mark: new RowRing(MAX_DROP_OR_MARK_ROWS, VERDICT_STRIDE),
  };
  readonly departures = new RowRing(MAX_DEPARTURE_ROWS, DEPARTURE_STRIDE);
  /** Waiting times in the present sample window, of all packets. */
  readonly sampleDelays = new DelayHistogram();
  private readonly clock: Clock;
  private readonly packets: PacketPool;
  private readonly countsWire: boolean;
  private readonly recordsPackets: boolean;
  /** Place of the newest row of `departures`. */
  private departureRow = 0;
  private changedNs = DOUBLE_ZERO;
  /** End of the warm-up, ns; -Infinity before. */
  private measuredFromNs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, packets: PacketPool, options: RecorderOptions) {
    this.clock = clock;
    this.packets = packets;
    this.countsWire = options.countsWire;
    this.recordsPackets = options.recordsPackets;
    this.byteOccupancy = options.byteStep === undefined ? undefined : new OccupancyTimes(options.byteStep);
    this.classes = new Float64Array(options.classCount * CLASS_STRIDE);
    this.retransmissions = new RetransmissionCounts(options.classCount);
    for (let index = 0; index < options.classCount; index++) this.classDelays.push(new DelayHistogram());
    this.durations = this.classDelays.map((_, index) =>
      options.timedClasses?.includes(index) ? new DurationLog() : undefined,
    );
  }

  resetMaxWaiting(): void {
    this.maxWaitingPackets = this.waitingPackets;
  }

  onArrival(packet: number): void {
    const { packets, classes, flows } = this;
    const row = packets.classIndex[packet] * CLASS_STRIDE;
    const countedBytes = this.countedBytesOf(packet);
    classes[row + ClassColumn.arrivedPackets] = classes[row + ClassColumn.arrivedPackets] + 1;
    classes[row + ClassColumn.arrivedBytes] = classes[row + ClassColumn.arrivedBytes] + packets.bytes[packet];
    classes[row + ClassColumn.offeredBytes] = classes[row + ClassColumn.offeredBytes] + countedBytes;
    const { entries } = flows;
    const slot = packets.flow[packet] * FLOW_STRIDE + FlowColumn.arrivedBytes;
    entries[slot] = entries[slot] + countedBytes;
  }

  onVerdict(packet: number, reason: number, kind: VerdictKind, heldCells = Number.NaN, heldOfVc = Number.NaN): void {
    if (this.recordsPackets) this.recordVerdict(packet, reason, kind, heldCells, heldOfVc);
    if (kind === 'drop') {
      this.countDrop(packet);
      return;
    }
    if (kind === 'mark') this.countMark(packet);
    this.integrate();
    this.waitingPackets++;
    this.waitingBytes += this.packets.bytes[packet];
    if (this.waitingPackets > this.maxWaitingPackets) this.maxWaitingPackets = this.waitingPackets;
  }

  onLaterVerdict(packet: number, reason: number, kind: LaterVerdict): void {
    if (this.recordsPackets) this.recordVerdict(packet, reason, kind, Number.NaN, Number.NaN);
    if (kind === 'mark') this.countMark(packet);
    else {
      this.countDrop(packet);
      this.removeWaiting(packet);
    }
  }

  onServiceStart(packet: number): void {
    this.removeWaiting(packet);
    const { packets, classes } = this;
    const waitedNs = this.clock.nowNs - packets.arrivedNs[packet];
    const classIndex = packets.classIndex[packet];
    const row = classIndex * CLASS_STRIDE;
    classes[row + ClassColumn.startedPackets] = classes[row + ClassColumn.startedPackets] + 1;
    classes[row + ClassColumn.delaySumNs] = classes[row + ClassColumn.delaySumNs] + waitedNs;
    if ((packets.flags[packet] & PacketFlag.green) !== 0) {
      classes[row + ClassColumn.greenPackets] = classes[row + ClassColumn.greenPackets] + 1;
      classes[row + ClassColumn.greenDelaySumNs] = classes[row + ClassColumn.greenDelaySumNs] + waitedNs;
    }
    this.delaySquares += waitedNs * waitedNs;
    const { entries } = this.flows;
    const slot = packets.flow[packet] * FLOW_STRIDE;
    entries[slot + FlowColumn.startedPackets] = entries[slot + FlowColumn.startedPackets] + 1;
    entries[slot + FlowColumn.delaySumNs] = entries[slot + FlowColumn.delaySumNs] + waitedNs;
    const bin = delayBin(waitedNs);
    this.sampleDelays.add(bin);
    this.classDelays[classIndex].add(bin);
  }

  onDeparture(packet: number): void {
    const { packets, classes, flows } = this;
    const row = packets.classIndex[packet] * CLASS_STRIDE;
    const countedBytes = this.countedBytesOf(packet);
    const sentBytes = packets.bytes[packet] - (packets.hasCells ? packets.lostBytes[packet] : 0);
    classes[row + ClassColumn.departedPackets] = classes[row + ClassColumn.departedPackets] + 1;
    classes[row + ClassColumn.departedBytes] = classes[row + ClassColumn.departedBytes] + sentBytes;
    classes[row + ClassColumn.countedBytes] = classes[row + ClassColumn.countedBytes] + countedBytes;
    const { entries } = flows;
    const slot = packets.flow[packet] * FLOW_STRIDE + FlowColumn.countedBytes;
    entries[slot] = entries[slot] + countedBytes;
    if (this.recordsPackets) this.recordDeparture(packet);
  }

  /** Counts in `column` of its class a packet or a reply that the link has lost or delayed behind the queue. */
  onWireEvent(packet: number, column: number): void {
    this.addToCount(this.packets.classIndex[packet] * CLASS_STRIDE + column, 1);
    // The link decides about a packet at the end of its transmission, so its row is the newest. Nobody reads unrecorded
    // rows.
    if (column === ClassColumn.lostPackets)
      this.departures.table[this.departureRow + DepartureColumn.flags] |= LOST_ON_LINK;
  }

  /** A packet has reached its receiver and is useful there. */
  onUsefulPacket(packet: number): void {
    const { classIndex, flow } = this.packets;
    this.onUseful(classIndex[packet], flow[packet], 1, this.countedBytesOf(packet));
  }

  /** Counts packets and bytes that have become useful to their receiver. */
  onUseful(classIndex: number, flow: number, packets: number, bytes: number): void {
    this.addToCount(classIndex * CLASS_STRIDE + ClassColumn.usefulPackets, packets);
    this.addToCount(classIndex * CLASS_STRIDE + ClassColumn.usefulBytes, bytes);
    const slot = flow * FLOW_STRIDE + FlowColumn.usefulBytes;
    this.flows.entries[slot] = this.flows.entries[slot] + bytes;
  }

  /** Counts packets that reached their receiver, in frames of video that cannot be shown. */
  onUseless(classIndex: number, packets: number): void {
    this.addToCount(classIndex * CLASS_STRIDE + ClassColumn.uselessPackets, packets);
  }

  /** A transfer, or a round trip, that began at `startNs` is complete. */
  onCompleted(classIndex: number, startNs: number): void {
    this.durations[classIndex]?.add(this.clock.nowNs - startNs, startNs >= this.measuredFromNs);
  }

  /** Counts of answers by class, of a recorder that counts them apart. */
  ackCounts(): Float64Array | undefined {
    return undefined;
  }

  /** Brings the integrals up to now. */
  integrate(): void {
    const { nowNs } = this.clock;
    const elapsedNs = nowNs - this.changedNs;
    this.occupancy.add(this.waitingPackets, elapsedNs);
    this.byteOccupancy?.addLength(this.waitingBytes, elapsedNs);
    this.waitingPacketNs += this.waitingPackets * elapsedNs;
    this.waitingByteNs += this.waitingBytes * elapsedNs;
    this.changedNs = nowNs;
  }

  /** The waiting times of all packets since the warm-up, in a new histogram. */
  delays(): DelayHistogram {
    return DelayHistogram.sumOf(this.classDelays);
  }

  /** The warm-up ends: deletes its waiting times, queues, durations and retransmissions. */
  endWarmup(): void {
    this.integrate();
    this.occupancy.clear();
    this.byteOccupancy?.clear();
    for (const histogram of this.classDelays) histogram.clear();
    for (const log of this.durations) log?.clear();
    this.retransmissions.clear();
    this.measuredFromNs = this.clock.nowNs;
  }

  private removeWaiting(packet: number): void {
    this.integrate();
    this.waitingPackets--;
    this.waitingBytes -= this.packets.bytes[packet];
  }

  private countedBytesOf(packet: number): number {
    const { packets } = this;
    // A frame that has lost a cell is sent but useless.
    if (packets.isBroken(packet)) return 0;
    return this.countsWire ? packets.bytes[packet] : packets.countedBytes[packet];
  }

  private addToCount(slot: number, amount: number): void {
    this.classes[slot] = this.classes[slot] + amount;
  }

  private countDrop(packet: number): void {
    const row = this.packets.classIndex[packet] * CLASS_STRIDE;
    this.addToCount(row + ClassColumn.droppedPackets, 1);
    this.addToCount(row + ClassColumn.droppedBytes, this.packets.bytes[packet]);
  }

  private countMark(packet: number): void {
    this.addToCount(this.packets.classIndex[packet] * CLASS_STRIDE + ClassColumn.markedPackets, 1);
  }

  private recordVerdict(packet: number, reason: number, kind: VerdictKind, heldCells: number, heldOfVc: number): void {
    const { table } = this.verdicts;
    const rowStart = this.verdicts.beginRow();
    writePacketRow(table, rowStart + VerdictColumn.serial, this.packets, packet);
    table[rowStart + VerdictColumn.timeNs] = this.clock.nowNs;
    table[rowStart + VerdictColumn.reason] = reason;
    table[rowStart + VerdictColumn.waitingPackets] = this.waitingPackets;
    table[rowStart + VerdictColumn.sequence] = this.packets.sequence[packet];
    table[rowStart + VerdictColumn.heldCells] = heldCells;
    table[rowStart + VerdictColumn.heldOfVc] = heldOfVc;
    if (kind === 'accept') return;
    const ring = this.dropsAndMarks[kind];
    const copy = ring.beginRow();
    for (let column = 0; column < VERDICT_STRIDE; column++) ring.table[copy + column] = table[rowStart + column];
  }

  private recordDeparture(packet: number): void {
    const { table } = this.departures;
    const rowStart = this.departures.beginRow();
    this.departureRow = rowStart;
    writePacketRow(table, rowStart + DepartureColumn.serial, this.packets, packet);
    table[rowStart + DepartureColumn.timeNs] = this.clock.nowNs;
  }
}
