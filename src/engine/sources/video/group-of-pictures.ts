/**
 * The repeating pattern of a video's frames and their dependencies. A P frame needs the latest I frame before it. A B
 * frame needs the latest I or P frame before it, and the frames that this I or P frame needs.
 * Source: Bhattacharjee & McKinnon, section 2.2 (frames depend on earlier ones only).
 */
import { VIDEO_FRAME_LETTERS, VideoFrameKind } from '../../packets/packet.ts';

/** A pattern, as a regular expression: it begins with an I frame. */
export const GOP_PATTERN = 'I[IPB]{0,59}';

/** A pattern such as `IBBPBB`: for each place, its kind and the frames that it needs. */
export class GroupOfPictures {
  /** Kind of the frame at each place of the pattern. */
  readonly kinds: Uint8Array;
  /** Distance to the frame that the frame at a place needs directly, in frames; 0 for I frames. */
  readonly referenceDistance: Uint8Array;

  constructor(pattern: string) {
    this.kinds = Uint8Array.from(pattern, (letter) => VIDEO_FRAME_LETTERS.indexOf(letter));
    this.referenceDistance = new Uint8Array(pattern.length);
    let intraIndex = 0;
    let reference = 0;
    for (let index = 0; index < pattern.length; index++) {
      const kind = this.kinds[index];
      if (kind === VideoFrameKind.intra) intraIndex = index;
      else this.referenceDistance[index] = index - (kind === VideoFrameKind.predicted ? intraIndex : reference);
      if (kind !== VideoFrameKind.bidirectional) reference = index;
    }
  }

  get length(): number {
    return this.kinds.length;
  }

  kindOf(frame: number): number {
    return this.kinds[frame % this.kinds.length];
  }

  /** Whether other frames may need it: I and P frames. */
  isReference(frame: number): boolean {
    return this.kindOf(frame) !== VideoFrameKind.bidirectional;
  }

  /** Number of the frame that `frame` needs directly; its own number for an I frame. */
  neededBy(frame: number): number {
    return frame - this.referenceDistance[frame % this.referenceDistance.length];
  }
}
