/**
 * The receiver of one video. A frame counts when all of its packets have arrived in order and the frames that it needs
 * count. A packet that a later one has overtaken comes too late.
 */
import { VideoFrameBoundary } from '../../packets/packet.ts';
import type { GroupOfPictures } from './group-of-pictures.ts';

/** Counts the useful frames of one video, from the packets that arrive. */
export class VideoDecoder {
  /** Packets and bytes of the last frame for which `receive` returned true. */
  packets = 0;
  bytes = 0;
  /** Packets that the last call of `receive` has found to be useless: their frames cannot be shown. */
  uselessPackets = 0;
  private readonly pattern: GroupOfPictures;
  /** Sequence number of the next packet if none is lost. */
  private expectedSequence = 0;
  /** No packet of the present frame was lost so far. */
  private isIntact = false;
  /** The last packet of the present frame has arrived. */
  private isComplete = true;
  /** The last I frame and the last I or P frame that count. */
  private lastIntraVideoFrame = -1;
  private referenceVideoFrame = -1;

  constructor(pattern: GroupOfPictures) {
    this.pattern = pattern;
  }

  /**
   * Counts a packet.
   * @returns whether it completes a useful frame; `packets` and `bytes` are its size
   */
  receive(frame: number, part: number, sequence: number, bytes: number): boolean {
    this.uselessPackets = 0;
    if (sequence < this.expectedSequence) {
      this.uselessPackets = 1;
      return false;
    }
    const isFirst = (part & VideoFrameBoundary.first) !== 0;
    if (isFirst || this.isComplete) {
      // The last packet of the frame before was lost.
      if (!this.isComplete) this.uselessPackets = this.packets;
      this.packets = 0;
      this.bytes = 0;
      this.isIntact = isFirst;
    } else if (sequence !== this.expectedSequence) this.isIntact = false;
    this.expectedSequence = sequence + 1;
    this.packets++;
    this.bytes += bytes;
    this.isComplete = (part & VideoFrameBoundary.last) !== 0;
    if (!this.isComplete) return false;
    if (this.isIntact && this.decode(frame)) return true;
    this.uselessPackets += this.packets;
    return false;
  }

  private decode(frame: number): boolean {
    const referenceFrame = this.pattern.neededBy(frame);
    if (referenceFrame === frame) this.lastIntraVideoFrame = frame;
    else if (referenceFrame !== this.lastIntraVideoFrame && referenceFrame !== this.referenceVideoFrame) return false;
    if (this.pattern.isReference(frame)) this.referenceVideoFrame = frame;
    return true;
  }
}
