/**
 * Decides which packets are refused because a packet that they need was lost here. A buffer has two bits: "the last I
 * frame lost a packet" and "the last P frame did". While the first is set, all of the video is refused. While the
 * second is set, a buffer of one flow refuses the B frames and the rest of that P frame. A buffer of a class refuses
 * everything. A frame that ends the refusal clears the bits. Source: Bhattacharjee & McKinnon, section 2.3. MODEL.md
 * describes our readings where the paper says nothing.
 */
import { type PacketColumns, VideoFrameBoundary, VideoFrameKind } from '../../../engine/packets/packet.ts';

/** Bits that are set. */
export const DiscardBit = { intra: 1, predicted: 2, bidirectional: 4 } as const;

/** A refusal without a bit: the packet's own I or P frame has lost a packet, and another frame has cleared the bits. */
export const OWN_VIDEO_FRAME_BIT = 8;

/**
 * The packet of an I (P) frame that clears the bits: any packet of a frame without loss so far, the first packet of a
 * frame, or any packet. The first option stores one frame number for each flow, in addition to the two bits.
 */
export type ReopeningPacket = 'intactFrame' | 'frameStart' | 'anyPacket';

export interface DiscardOptions {
  /** The flows of a class share the bits: a lost P frame refuses everything, the rest of I frames too. */
  readonly coversClass: boolean;
  readonly reopenOn: ReopeningPacket;
  /** Also refuse the rest of a B frame that lost a packet: a third bit. */
  readonly coversRestOfB: boolean;
}

/** The discard bits of all buffers. */
export class DiscardRule {
  options: DiscardOptions;
  /** Comparisons made so far. */
  comparisonCount = 0;
  /** By buffer: bits that are set, and the frame and flow whose loss set the last of them. */
  readonly bits: number[] = [];
  readonly lostVideoFrames: number[] = [];
  readonly lostFlows: number[] = [];
  /**
   * By flow: the last frame that lost a packet here, including refused packets; -1 for none. Only with `intactFrame`.
   */
  readonly brokenVideoFrames: number[] = [];
  private readonly packets: PacketColumns;

  constructor(packets: PacketColumns, options: DiscardOptions) {
    this.packets = packets;
    this.options = options;
  }

  addBuffer(): void {
    this.bits.push(0);
    this.lostVideoFrames.push(-1);
    this.lostFlows.push(-1);
  }

  /** Bits of state: those of the buffers, and those of the stored frame numbers of flows. */
  get stateBits(): number {
    return this.bits.length * (this.options.coversRestOfB ? 3 : 2) + this.brokenVideoFrames.length;
  }

  /**
   * A packet arrives: clears the bits that it ends.
   * @returns the bit that refuses it, OWN_VIDEO_FRAME_BIT, or 0
   */
  judgeArrival(packet: number, buffer: number): number {
    const kind = this.packets.frameKind[packet];
    if (kind === VideoFrameKind.none) return 0;
    this.comparisonCount++;
    const isBroken = this.isBroken(packet);
    const bits = this.bitsAfter(packet, this.bits[buffer], isBroken);
    this.bits[buffer] = bits;
    const refusal = this.refusingBit(kind, bits, isBroken);
    if (refusal !== 0) this.setBrokenVideoFrame(packet);
    return refusal;
  }

  /** A packet did not fit: sets the bit of its frame's kind. */
  onLost(packet: number, buffer: number): void {
    const kind = this.packets.frameKind[packet];
    if (kind === VideoFrameKind.none) return;
    this.setBrokenVideoFrame(packet);
    const bit =
      kind === VideoFrameKind.intra
        ? DiscardBit.intra
        : kind === VideoFrameKind.predicted
          ? DiscardBit.predicted
          : this.options.coversRestOfB
            ? DiscardBit.bidirectional
            : 0;
    if (bit === 0) return;
    this.bits[buffer] = this.bits[buffer] | bit;
    this.lostVideoFrames[buffer] = this.packets.frame[packet];
    this.lostFlows[buffer] = this.packets.flow[packet];
  }

  /** The bits that remain after the arrival of this packet. */
  private bitsAfter(packet: number, bits: number, isBroken: boolean): number {
    const kind = this.packets.frameKind[packet];
    const isFirst = (this.packets.framePart[packet] & VideoFrameBoundary.first) !== 0;
    const { reopenOn } = this.options;
    const reopens = reopenOn === 'intactFrame' ? !isBroken : isFirst || reopenOn === 'anyPacket';
    if (kind === VideoFrameKind.intra && reopens) return 0;
    if (kind === VideoFrameKind.predicted && reopens && (bits & DiscardBit.intra) === 0) return 0;
    return isFirst ? bits & ~DiscardBit.bidirectional : bits;
  }

  private refusingBit(kind: number, bits: number, isBroken: boolean): number {
    if ((bits & DiscardBit.intra) !== 0) return DiscardBit.intra;
    const isRefusedByP = kind !== VideoFrameKind.intra || this.options.coversClass;
    if (isRefusedByP && (bits & DiscardBit.predicted) !== 0) return DiscardBit.predicted;
    if (kind === VideoFrameKind.bidirectional) return bits & DiscardBit.bidirectional;
    return isBroken ? OWN_VIDEO_FRAME_BIT : 0;
  }

  private isBroken(packet: number): boolean {
    return this.brokenVideoFrames[this.packets.flow[packet]] === this.packets.frame[packet];
  }

  private setBrokenVideoFrame(packet: number): void {
    if (this.options.reopenOn !== 'intactFrame') return;
    const flow = this.packets.flow[packet];
    while (this.brokenVideoFrames.length <= flow) this.brokenVideoFrames.push(-1);
    this.brokenVideoFrames[flow] = this.packets.frame[packet];
  }
}
