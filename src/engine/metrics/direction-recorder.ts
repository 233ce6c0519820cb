/** The recorder of one direction of a link with two queues: it also counts answers, such as ACKs, apart from data. */
import type { VerdictKind } from '../contract/policy.ts';
import type { Clock } from '../events/clock.ts';
import type { LaterVerdict } from '../network/port.ts';
import { PacketFlag, type PacketPool } from '../packets/packet.ts';
import { Recorder, type RecorderOptions } from './recorder.ts';

/** Columns of `DirectionRecorder.acks`: a row for each class, counted from the start of the run. */
export const AckColumn = {
  arrivedPackets: 0,
  droppedPackets: 1,
  startedPackets: 2,
  delaySumNs: 3,
  departedBytes: 4,
} as const;
export const ACK_STRIDE = 5;

/** A recorder that also counts answers. Each direction of a link with two queues has its own. */
export class DirectionRecorder extends Recorder {
  /** ACKs and other answers by class; they are among the packets of `classes` too. */
  readonly acks: Float64Array;
  private readonly pool: PacketPool;
  private readonly time: Clock;

  constructor(clock: Clock, packets: PacketPool, options: RecorderOptions) {
    super(clock, packets, options);
    this.pool = packets;
    this.time = clock;
    this.acks = new Float64Array(options.classCount * ACK_STRIDE);
  }

  override onArrival(packet: number): void {
    super.onArrival(packet);
    this.count(packet, AckColumn.arrivedPackets, 1);
  }

  override onVerdict(packet: number, reason: number, kind: VerdictKind): void {
    super.onVerdict(packet, reason, kind);
    if (kind === 'drop') this.count(packet, AckColumn.droppedPackets, 1);
  }

  override onLaterVerdict(packet: number, reason: number, kind: LaterVerdict): void {
    super.onLaterVerdict(packet, reason, kind);
    if (kind === 'drop') this.count(packet, AckColumn.droppedPackets, 1);
  }

  override onServiceStart(packet: number): void {
    super.onServiceStart(packet);
    this.count(packet, AckColumn.startedPackets, 1);
    this.count(packet, AckColumn.delaySumNs, this.time.nowNs - this.pool.arrivedNs[packet]);
  }

  override onDeparture(packet: number): void {
    super.onDeparture(packet);
    this.count(packet, AckColumn.departedBytes, this.pool.bytes[packet]);
  }

  override ackCounts(): Float64Array {
    return this.acks;
  }

  /** Counts a packet, if it is an answer. */
  private count(packet: number, column: number, amount: number): void {
    const { flags, classIndex } = this.pool;
    if ((flags[packet] & PacketFlag.ack) === 0) return;
    const slot = classIndex[packet] * ACK_STRIDE + column;
    this.acks[slot] = this.acks[slot] + amount;
  }
}
