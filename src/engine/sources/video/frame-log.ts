/** The state of the last frames of the first videos, for drawings. It observes the packets and changes nothing. */
import {
  FrameStatus,
  MAX_LISTED_FRAMES,
  MAX_LISTED_VIDEOS,
  VIDEO_FRAME_STRIDE,
  VideoFrameColumn,
} from '../../frame/frame.ts';
import type { GroupOfPictures } from './group-of-pictures.ts';

/** Stored frames of each video. They include older frames that the listed frames need. */
const STORED_FRAMES = 2 * MAX_LISTED_FRAMES;

/** Cells of a frame here. */
const FRAME_SLOT = 0;
const PACKETS_SLOT = 1;
const SENT_SLOT = 2;
const LOST_SLOT = 3;
const DELIVERED_SLOT = 4;
const CELLS_SLOT = 5;

export class FrameLog {
  private readonly pattern: GroupOfPictures;
  private readonly cells = new Int32Array(MAX_LISTED_VIDEOS * STORED_FRAMES * CELLS_SLOT).fill(-1);

  constructor(pattern: GroupOfPictures) {
    this.pattern = pattern;
  }

  addFrame(video: number, frame: number, packets: number): void {
    if (video >= MAX_LISTED_VIDEOS) return;
    const offset = this.offset(video, frame);
    this.cells.fill(0, offset, offset + CELLS_SLOT);
    this.cells[offset + FRAME_SLOT] = frame;
    this.cells[offset + PACKETS_SLOT] = packets;
  }

  countSent(video: number, frame: number): void {
    this.count(video, frame, SENT_SLOT);
  }

  countDelivered(video: number, frame: number): void {
    this.count(video, frame, DELIVERED_SLOT);
  }

  countLost(video: number, frame: number): void {
    this.count(video, frame, LOST_SLOT);
  }

  /** Writes the known frames of a video, oldest first, starting at row `row`; returns the row after the last. */
  writeFrames(video: number, flow: number, latest: number, into: Float64Array, row: number): number {
    let next = row;
    if (video >= MAX_LISTED_VIDEOS) return next;
    for (let frame = Math.max(0, latest - MAX_LISTED_FRAMES + 1); frame <= latest; frame++) {
      const from = this.offset(video, frame);
      const to = next * VIDEO_FRAME_STRIDE;
      if (this.cells[from + FRAME_SLOT] !== frame || to + VIDEO_FRAME_STRIDE > into.length) continue;
      const cell = (column: number) => this.cells[from + column];
      into[to + VideoFrameColumn.flow] = flow;
      into[to + VideoFrameColumn.frame] = frame;
      into[to + VideoFrameColumn.kind] = this.pattern.kindOf(frame);
      into[to + VideoFrameColumn.needs] = this.pattern.neededBy(frame);
      into[to + VideoFrameColumn.packets] = cell(PACKETS_SLOT);
      into[to + VideoFrameColumn.sent] = cell(SENT_SLOT);
      into[to + VideoFrameColumn.lost] = cell(LOST_SLOT);
      into[to + VideoFrameColumn.delivered] = cell(DELIVERED_SLOT);
      into[to + VideoFrameColumn.status] = this.statusOf(video, frame, from);
      next++;
    }
    return next;
  }

  private statusOf(video: number, frame: number, from: number): number {
    const needed = this.pattern.neededBy(frame);
    if (needed !== frame && this.isRuined(video, needed)) return FrameStatus.useless;
    if (this.cells[from + LOST_SLOT] > 0) return FrameStatus.damaged;
    return this.cells[from + DELIVERED_SLOT] === this.cells[from + PACKETS_SLOT]
      ? FrameStatus.whole
      : FrameStatus.underWay;
  }

  /**
   * Whether an I or P frame cannot be shown, because it or a frame that it needs lost a packet. False for frames that
   * are no longer stored.
   */
  private isRuined(video: number, frame: number): boolean {
    const offset = this.offset(video, frame);
    if (this.cells[offset + FRAME_SLOT] !== frame) return false;
    const needed = this.pattern.neededBy(frame);
    return this.cells[offset + LOST_SLOT] > 0 || (needed !== frame && this.isRuined(video, needed));
  }

  private count(video: number, frame: number, column: number): void {
    if (video >= MAX_LISTED_VIDEOS) return;
    const offset = this.offset(video, frame);
    if (this.cells[offset + FRAME_SLOT] === frame) this.cells[offset + column] = this.cells[offset + column] + 1;
  }

  private offset(video: number, frame: number): number {
    return (video * STORED_FRAMES + (frame % STORED_FRAMES)) * CELLS_SLOT;
  }
}
