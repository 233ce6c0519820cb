/**
 * A QUIC receiver: puts the data in order, and acknowledges ranges of packet numbers, every second packet or after a
 * delay. Source: RFC 9000, section 13.2.
 */
import { Timer } from '../../events/clock.ts';
import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import { MAX_SACK_BLOCKS, OPTION_STRIDE, PacketFlag } from '../../packets/packet.ts';
import { CONSTANT_FIELDS } from '../../state/checkpoint.ts';
import { SequenceRanges } from '../sequence-ranges.ts';
import type { TransportHost } from '../tcp-sender.ts';
import { AckOption, MAX_FURTHER_RANGES, SEGMENT_OPTION } from './ack-frame.ts';
import type { QuicSettings } from './quic-parameters.ts';

/** Ranges of packet numbers that are remembered. Packets below them are not taken (section 13.2.3). */
const MAX_REMEMBERED_RANGES = 32;
/** Bytes of an ACK for a gap and the range below it, and for the three counts of ECN. */
const BYTES_PER_RANGE = 4;
const ECN_BYTES = 6;

/** The receiver of one QUIC connection. */
export class QuicReceiver {
  static readonly [CONSTANT_FIELDS] = [
    'firstSerial',
    'host',
    'flow',
    'classIndex',
    'values',
    'receivedPackets',
    'earlySegments',
    'timer',
  ];
  /** Packets of the connection have this serial number or a higher one. */
  readonly firstSerial: number;
  /** Next segment of the data that is expected in order. */
  expectedSegment = 0;
  private readonly host: TransportHost;
  private readonly flow: number;
  private readonly classIndex: number;
  private readonly values: QuicSettings;
  private readonly receivedPackets = new SequenceRanges();
  /** Packets below this number are not taken. */
  private firstPacket = 0;
  private largestPacket = -1;
  private largestArrivedNs = DOUBLE_ZERO;
  private readonly earlySegments = new SequenceRanges();
  /** Packets since the last ACK. */
  private unacknowledgedPackets = 0;
  private ceCount = 0;
  private capableCount = 0;
  private readonly timer: Timer;

  constructor(host: TransportHost, flow: number, classIndex: number, values: QuicSettings) {
    this.firstSerial = host.packets.allocatedCount;
    this.host = host;
    this.flow = flow;
    this.classIndex = classIndex;
    this.values = values;
    this.timer = new Timer(host.clock, () => this.acknowledge());
  }

  /** Receives a data packet. Returns true if its data is new. */
  onData(packet: number): boolean {
    const { packets, clock } = this.host;
    const number = packets.sequence[packet];
    if (number < this.firstPacket) return false;
    const flags = packets.flags[packet];
    const isMarked = (flags & PacketFlag.ce) !== 0;
    if (isMarked) this.ceCount++;
    if ((flags & (PacketFlag.ce | PacketFlag.ect)) !== 0) this.capableCount++;
    this.rememberPacket(number);
    const isInOrder = number === this.largestPacket + 1;
    if (number > this.largestPacket) {
      this.largestPacket = number;
      this.largestArrivedNs = clock.nowNs;
    }
    const segment = packets.options[packet * OPTION_STRIDE + SEGMENT_OPTION];
    const isNewData = this.receiveSegment(segment);
    this.unacknowledgedPackets++;
    const mayDelay = isInOrder && !isMarked && segment > 0 && this.unacknowledgedPackets < this.values.ackPackets;
    if (!mayDelay) this.acknowledge();
    else if (!this.timer.isArmed) this.timer.set(clock.nowNs + Math.round(this.values.maxAckDelayMs * 1e6));
    return isNewData;
  }

  /** Ends the connection at once: a delayed ACK is not sent. */
  close(): void {
    this.timer.close();
  }

  private rememberPacket(number: number): void {
    const { receivedPackets } = this;
    receivedPackets.add(number, number + 1);
    if (receivedPackets.rangeCount <= MAX_REMEMBERED_RANGES) return;
    this.firstPacket = receivedPackets.lowAt(1);
    receivedPackets.removeBelow(this.firstPacket);
  }

  private receiveSegment(segment: number): boolean {
    const { earlySegments } = this;
    if (segment < this.expectedSegment) return false;
    if (segment > this.expectedSegment) return earlySegments.add(segment, segment + 1) > 0;
    this.expectedSegment = earlySegments.takeFirst(this.expectedSegment + 1);
    return true;
  }

  private acknowledge(): void {
    const { receivedPackets } = this;
    const { packets, clock } = this.host;
    this.timer.stop();
    this.unacknowledgedPackets = 0;
    const packet = packets.allocate();
    const newestRange = receivedPackets.rangeCount - 1;
    const furtherCount = Math.min(newestRange, MAX_FURTHER_RANGES);
    const base = packet * OPTION_STRIDE;
    for (let range = 0; range < furtherCount; range++) {
      packets.options[2 * (packet * MAX_SACK_BLOCKS + range)] = receivedPackets.lowAt(newestRange - 1 - range);
      packets.options[2 * (packet * MAX_SACK_BLOCKS + range) + 1] = receivedPackets.highAt(newestRange - 1 - range);
    }
    packets.options[base + AckOption.firstLow] = receivedPackets.lowAt(newestRange);
    packets.options[base + AckOption.capable] = this.capableCount;
    packets.options[base + AckOption.delay] = Math.floor((clock.nowNs - this.largestArrivedNs) / 1e3);
    packets.sackCount[packet] = furtherCount;
    packets.flags[packet] = PacketFlag.ack;
    packets.classIndex[packet] = this.classIndex;
    packets.ceCount[packet] = this.ceCount;
    packets.sequence[packet] = this.largestPacket;
    packets.countedBytes[packet] = 0;
    packets.bornNs[packet] = clock.nowNs;
    const ecnBytes = this.capableCount > 0 ? ECN_BYTES : 0;
    packets.bytes[packet] = this.values.headerBytes + BYTES_PER_RANGE * furtherCount + ecnBytes;
    this.host.reply(this.flow, packet);
  }
}
