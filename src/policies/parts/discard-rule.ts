/**
 * Which packets are refused because what they need was lost here: two bits a buffer, "the last I frame lost a packet" and
 * "the last P frame did". While the first is set all of the video is refused; while the second is set, of one flow the B
 * frames and the rest of that P frame, of a class everything. A frame that begins clears what it makes up for.
 * Source: Bhattacharjee & McKinnon, section 2.3; MODEL.md says how silences of the paper were read.
 */
import { FrameKind, FramePart, type PacketPool } from '../../engine/packet.ts';

/** Bits in force. */
export const DiscardBit = { intra: 1, predicted: 2, bidirectional: 4 } as const;

export interface DiscardOptions {
  /** The flows of a class share the bits: a lost P frame refuses everything, the rest of I frames too. */
  readonly wholeClass: boolean;
  /** Any packet of an I (P) frame re-opens, instead of its first only. */
  readonly anyPacketReopens: boolean;
  /** Also refuse the rest of a B frame that lost a packet: a third bit. */
  readonly restOfB: boolean;
}

export class DiscardRule {
  options: DiscardOptions;
  /** Comparisons made so far. */
  steps = 0;
  /** By buffer: bits in force, and the frame and flow whose loss set the last of them. */
  readonly bits: number[] = [];
  readonly lostFrame: number[] = [];
  readonly lostFlow: number[] = [];
  private readonly packets: PacketPool;

  constructor(packets: PacketPool, options: DiscardOptions) {
    this.packets = packets;
    this.options = options;
  }

  addBuffer(): void {
    this.bits.push(0);
    this.lostFrame.push(-1);
    this.lostFlow.push(-1);
  }

  /** A packet comes: clears what it makes up for. @returns the bit because of which it is refused, or 0 */
  refuses(packet: number, buffer: number): number {
    const kind = this.packets.frameKind[packet] as number;
    if (kind === FrameKind.none) return 0;
    this.steps++;
    let bits = this.bits[buffer] as number;
    const first = ((this.packets.framePart[packet] as number) & FramePart.first) !== 0;
    const reopens = first || this.options.anyPacketReopens;
    if (kind === FrameKind.intra && reopens) bits = 0;
    else if (kind === FrameKind.predicted && reopens && (bits & DiscardBit.intra) === 0) bits = 0;
    else if (first) bits &= ~DiscardBit.bidirectional;
    this.bits[buffer] = bits;
    if ((bits & DiscardBit.intra) !== 0) return DiscardBit.intra;
    const refusedByP = kind !== FrameKind.intra || this.options.wholeClass;
    if (refusedByP && (bits & DiscardBit.predicted) !== 0) return DiscardBit.predicted;
    if (kind === FrameKind.bidirectional) return bits & DiscardBit.bidirectional;
    return 0;
  }

  /** A packet did not fit: sets the bit of its frame's kind. */
  lost(packet: number, buffer: number): void {
    const kind = this.packets.frameKind[packet] as number;
    const bit =
      kind === FrameKind.intra
        ? DiscardBit.intra
        : kind === FrameKind.predicted
          ? DiscardBit.predicted
          : kind === FrameKind.bidirectional && this.options.restOfB
            ? DiscardBit.bidirectional
            : 0;
    if (bit === 0) return;
    this.bits[buffer] = (this.bits[buffer] as number) | bit;
    this.lostFrame[buffer] = this.packets.frame[packet] as number;
    this.lostFlow[buffer] = this.packets.flow[packet] as number;
  }
}
