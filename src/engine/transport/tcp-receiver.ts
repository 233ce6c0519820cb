/**
 * A TCP receiver: cumulative acknowledgements, SACK blocks (RFC 2018), delayed ACKs (RFC 5681 section 4.2) and two
 * echoes of congestion marks: a latch (RFC 3168 section 6.1.3) and a count (RFC 9768). A sender reads one of the two.
 */

import { Timer } from '../events/clock.ts';
import { MAX_SACK_BLOCKS, OPTION_STRIDE, PacketFlag } from '../packets/packet.ts';
import { CONSTANT_FIELDS } from '../state/checkpoint.ts';
import { SackCompression } from './sack-compression.ts';
import { SequenceRanges } from './sequence-ranges.ts';
import type { TcpValues } from './tcp-parameters.ts';
import type { SenderOptions, TransportHost } from './tcp-sender.ts';
import { ECHO_OPTION, MAX_BLOCKS_BESIDE_TIMESTAMPS, ticksBetween, timestampAt } from './timestamps.ts';

/** Blocks reported on one ACK: three fit beside timestamps, and ns-2 reports three. */
const MAX_REPORTED_BLOCKS = 3;
const BYTES_PER_BLOCK = 8;

/** With SACK compression and more blocks than these, an ACK is sent before a further block begins. */
const MAX_COMPRESSED_BLOCKS = 2;

/** The receiver of one TCP flow: it gets segments and sends acknowledgements. */
export class TcpReceiver {
  static readonly [CONSTANT_FIELDS] = [
    'firstSerial',
    'host',
    'flow',
    'classIndex',
    'values',
    'earlySegments',
    'recentBlocks',
    'delayTimer',
    'compression',
  ];
  /** Packets of the connection have this serial number or a higher one. */
  readonly firstSerial: number;
  /** Next segment expected in order. */
  expectedSegment = 0;
  private readonly host: TransportHost;
  private readonly flow: number;
  private readonly classIndex: number;
  private readonly values: TcpValues;
  private readonly earlySegments = new SequenceRanges();
  /** One segment of each recently reported block, newest first (RFC 2018 section 4). */
  private readonly recentBlocks = new Int32Array(MAX_REPORTED_BLOCKS);
  private recentBlockCount = 0;
  /** A segment that came again, for the next ACK (RFC 2883); -1 without one. */
  private duplicateSegment = -1;
  /**
   * The timestamp that the next ACK returns, and the next segment expected in order when the last ACK was sent
   * [TS.Recent, Last.ACK.sent].
   */
  private recentTimestamp = 0;
  private expectedAtLastAck = 0;
  private echoesMarks = false;
  /** Packets that came with CE. */
  private ceCount = 0;
  /**
   * Combined flags of the segments that the next ACK acknowledges: it echoes a mark on any of them (RFC 3168 section
   * 6.1.3).
   */
  private pendingFlags = 0;
  /** Timer of a receiver that delays ACKs. */
  private readonly delayTimer: Timer | undefined;
  private readonly compression: SackCompression | undefined;

  constructor({ host, flow, classIndex, values }: SenderOptions) {
    this.firstSerial = host.packets.allocatedCount;
    this.host = host;
    this.flow = flow;
    this.classIndex = classIndex;
    this.values = values;
    this.delayTimer = values.delayedAck ? new Timer(host.clock, () => this.acknowledge()) : undefined;
    this.compression =
      values.sackCompressionMs > 0 && this.sendsBlocks
        ? new SackCompression(host.clock, values.sackCompressionMs, () => this.acknowledge())
        : undefined;
  }

  /** Whether ACKs have SACK blocks (RFC 2018): not for the variants without SACK. */
  private get sendsBlocks(): boolean {
    return this.values.variant === 'sack' || this.values.variant === 'rack';
  }

  /** Receives a data packet. Returns true if the segment is new to the receiver. */
  onData(packet: number): boolean {
    const { packets } = this.host;
    const sequence = packets.sequence[packet];
    let flags = packets.flags[packet];
    // A SYN may be capable (DCTCP). Its mark is ignored: RFC 8257, section 3.5.
    if ((flags & PacketFlag.syn) !== 0) flags &= ~PacketFlag.ce;
    this.pendingFlags |= flags;
    if ((flags & PacketFlag.ce) !== 0) this.ceCount++;
    if (this.values.timestamps) this.updateTimestamp(sequence, packets.bornNs[packet]);
    if (this.compression?.isWaiting && this.beginsFurtherBlock(sequence)) this.acknowledge();
    const isNewData = this.receiveSegment(sequence);
    if (!isNewData && this.values.variant === 'rack') this.duplicateSegment = sequence;
    const { delayTimer } = this;
    if (delayTimer !== undefined) {
      if ((isNewData || this.values.conformance === 'ns2') && !delayTimer.isArmed && this.mayDelay(sequence, flags)) {
        delayTimer.set(this.host.clock.nowNs + this.values.delayedAckMs * 1e6);
        return isNewData;
      }
      delayTimer.stop();
    }
    if (isNewData && this.isCompressed()) return true;
    this.acknowledge((flags & PacketFlag.syn) !== 0 && (flags & PacketFlag.ece) !== 0);
    return isNewData;
  }

  /**
   * RFC 7323, section 4.3: the timestamp of a segment that begins at or before the end of the last ACK. So an ACK of
   * several segments returns the time of the first one, and one that is sent because of a gap that of the segment
   * before the gap.
   */
  private updateTimestamp(sequence: number, sentNs: number): void {
    if (sequence > this.expectedAtLastAck) return;
    const timestamp = timestampAt(sentNs, this.values.clockGranularityMs);
    if (this.expectedAtLastAck === 0 || ticksBetween(this.recentTimestamp, timestamp) >= 0)
      this.recentTimestamp = timestamp;
  }

  /** Ends the connection at once: a delayed ACK is not sent. */
  close(): void {
    this.delayTimer?.close();
    this.compression?.close();
  }

  private receiveSegment(sequence: number): boolean {
    const { earlySegments } = this;
    if (sequence < this.expectedSegment) return false;
    if (sequence > this.expectedSegment) {
      const isNewData = earlySegments.add(sequence, sequence + 1) > 0;
      this.rememberBlock(sequence);
      return isNewData;
    }
    this.expectedSegment = earlySegments.takeFirst(this.expectedSegment + 1);
    return true;
  }

  /**
   * Only the ACK of the first of two new segments in order may be delayed, never that of a segment that fills a gap. In
   * ns-2 the ACK of a repeated last segment may be delayed too.
   */
  private mayDelay(sequence: number, flags: number): boolean {
    return (
      sequence === this.expectedSegment - 1 && this.earlySegments.rangeCount === 0 && (flags & PacketFlag.syn) === 0
    );
  }

  /** Whether the ACK of a segment behind a gap waits. More than one segment of progress is told at once. */
  private isCompressed(): boolean {
    const { compression, expectedSegment } = this;
    if (compression === undefined || this.earlySegments.rangeCount === 0) return false;
    return expectedSegment - this.expectedAtLastAck <= 1 && compression.mayWait(expectedSegment);
  }

  /**
   * Whether a segment begins or continues a block beyond the ones that were reported last (`tcp_sack_new_ofo_skb` of
   * Linux).
   */
  private beginsFurtherBlock(sequence: number): boolean {
    const { earlySegments, recentBlocks } = this;
    if (sequence <= this.expectedSegment) return false;
    let blockCount = 0;
    let lastRange = -1;
    for (let index = 0; index < this.recentBlockCount && blockCount < MAX_COMPRESSED_BLOCKS; index++) {
      if (recentBlocks[index] < this.expectedSegment) continue;
      const range = earlySegments.firstEndingAfter(recentBlocks[index]);
      if (range === lastRange) continue;
      if (earlySegments.lowAt(range) - 1 <= sequence && sequence <= earlySegments.highAt(range)) return false;
      lastRange = range;
      blockCount++;
    }
    return blockCount === MAX_COMPRESSED_BLOCKS;
  }

  private acknowledge(offersEcn = false): void {
    const { packets, clock } = this.host;
    this.compression?.end();
    const packet = packets.allocate();
    if ((this.pendingFlags & PacketFlag.cwr) !== 0) this.echoesMarks = false;
    if ((this.pendingFlags & PacketFlag.ce) !== 0) this.echoesMarks = true;
    this.pendingFlags = 0;
    packets.flags[packet] = PacketFlag.ack | (this.echoesMarks || offersEcn ? PacketFlag.ece : 0);
    packets.classIndex[packet] = this.classIndex;
    packets.ceCount[packet] = this.ceCount;
    packets.sequence[packet] = this.expectedSegment - 1;
    packets.countedBytes[packet] = 0;
    packets.bornNs[packet] = clock.nowNs;
    if (this.sendsBlocks && (this.earlySegments.rangeCount > 0 || this.duplicateSegment >= 0))
      this.writeSackBlocks(packet);
    if (this.values.timestamps) {
      packets.options[packet * OPTION_STRIDE + ECHO_OPTION] = this.recentTimestamp;
    }
    this.expectedAtLastAck = this.expectedSegment;
    packets.bytes[packet] = this.values.headerBytes + BYTES_PER_BLOCK * packets.sackCount[packet];
    this.host.reply(this.flow, packet);
  }

  /** Moves the block of the newest segment to the front of the reported blocks. */
  private rememberBlock(sequence: number): void {
    const { recentBlocks, earlySegments } = this;
    const block = earlySegments.firstEndingAfter(sequence);
    let offset = 0;
    while (offset < this.recentBlockCount && earlySegments.firstEndingAfter(recentBlocks[offset]) !== block) offset++;
    if (offset === this.recentBlockCount) {
      if (offset < MAX_REPORTED_BLOCKS) this.recentBlockCount++;
      else offset--;
    }
    recentBlocks.copyWithin(1, 0, offset);
    recentBlocks[0] = sequence;
  }

  /**
   * Writes the block of a segment that came again, and those of the stored segments. Blocks that were filled or merged
   * since then are deleted.
   */
  private writeSackBlocks(packet: number): void {
    const { packets } = this.host;
    const { earlySegments, recentBlocks } = this;
    const duplicateBlocks = this.duplicateSegment < 0 ? 0 : 1;
    const base = 2 * (packet * MAX_SACK_BLOCKS + duplicateBlocks);
    const maxBlocks = this.values.timestamps ? MAX_BLOCKS_BESIDE_TIMESTAMPS - duplicateBlocks : MAX_REPORTED_BLOCKS;
    let blockCount = 0;
    let keptCount = 0;
    for (let index = 0; index < this.recentBlockCount; index++) {
      const sequence = recentBlocks[index];
      const range = earlySegments.firstEndingAfter(sequence);
      if (sequence < this.expectedSegment) continue;
      const low = earlySegments.lowAt(range);
      let isRepeated = false;
      for (let block = 0; block < blockCount; block++) isRepeated ||= packets.options[base + 2 * block] === low;
      if (isRepeated) continue;
      recentBlocks[keptCount++] = sequence;
      if (blockCount === maxBlocks) continue;
      packets.options[base + 2 * blockCount] = low;
      packets.options[base + 2 * blockCount + 1] = earlySegments.highAt(range);
      blockCount++;
    }
    this.recentBlockCount = keptCount;
    packets.sackCount[packet] = blockCount;
    if (this.duplicateSegment < 0) return;
    packets.options[base - 2] = this.duplicateSegment;
    packets.options[base - 1] = this.duplicateSegment + 1;
    packets.sackCount[packet]++;
    this.duplicateSegment = -1;
  }
}
