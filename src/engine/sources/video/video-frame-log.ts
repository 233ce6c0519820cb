/** The state of the last frames of the first videos, for drawings. It observes the packets and changes nothing. */
import {
  MAX_LISTED_VIDEO_FRAMES,
  MAX_LISTED_VIDEOS,
  VIDEO_FRAME_STRIDE,
  VideoFrameColumn,
  VideoFrameStatus,
} from '../../frame/frame.ts';
import type { GroupOfPictures } from './group-of-pictures.ts';

/** Stored frames of each video. They include older frames that the listed frames need. */
const STORED_VIDEO_FRAMES = 2 * MAX_LISTED_VIDEO_FRAMES;

/** Offsets in the entry of a video frame, and its length. */
const NUMBER_SLOT = 0;
const PACKETS_SLOT = 1;
const SENT_SLOT = 2;
const LOST_SLOT = 3;
const DELIVERED_SLOT = 4;
const ENTRY_STRIDE = 5;

/** The last frames of the first videos: number, packets, and how many were sent, delivered or lost. */
export class VideoFrameLog {
  private readonly pattern: GroupOfPictures;
  private readonly entries = new Int32Array(MAX_LISTED_VIDEOS * STORED_VIDEO_FRAMES * ENTRY_STRIDE).fill(-1);

  constructor(pattern: GroupOfPictures) {
    this.pattern = pattern;
  }

  add(video: number, videoFrame: number, packets: number): void {
    if (video >= MAX_LISTED_VIDEOS) return;
    const offset = this.offset(video, videoFrame);
    this.entries.fill(0, offset, offset + ENTRY_STRIDE);
    this.entries[offset + NUMBER_SLOT] = videoFrame;
    this.entries[offset + PACKETS_SLOT] = packets;
  }

  countSent(video: number, videoFrame: number): void {
    this.count(video, videoFrame, SENT_SLOT);
  }

  countDelivered(video: number, videoFrame: number): void {
    this.count(video, videoFrame, DELIVERED_SLOT);
  }

  countLost(video: number, videoFrame: number): void {
    this.count(video, videoFrame, LOST_SLOT);
  }

  /** Writes the known frames of a video, oldest first, starting at row `row`; returns the row after the last. */
  writeVideoFrames(video: number, flow: number, latestVideoFrame: number, into: Float64Array, row: number): number {
    let next = row;
    if (video >= MAX_LISTED_VIDEOS) return next;
    for (
      let videoFrame = Math.max(0, latestVideoFrame - MAX_LISTED_VIDEO_FRAMES + 1);
      videoFrame <= latestVideoFrame;
      videoFrame++
    ) {
      const from = this.offset(video, videoFrame);
      const to = next * VIDEO_FRAME_STRIDE;
      if (this.entries[from + NUMBER_SLOT] !== videoFrame || to + VIDEO_FRAME_STRIDE > into.length) continue;
      const entry = (column: number) => this.entries[from + column];
      into[to + VideoFrameColumn.flow] = flow;
      into[to + VideoFrameColumn.frame] = videoFrame;
      into[to + VideoFrameColumn.kind] = this.pattern.kindOf(videoFrame);
      into[to + VideoFrameColumn.needs] = this.pattern.neededBy(videoFrame);
      into[to + VideoFrameColumn.packets] = entry(PACKETS_SLOT);
      into[to + VideoFrameColumn.sent] = entry(SENT_SLOT);
      into[to + VideoFrameColumn.lost] = entry(LOST_SLOT);
      into[to + VideoFrameColumn.delivered] = entry(DELIVERED_SLOT);
      into[to + VideoFrameColumn.status] = this.statusOf(video, videoFrame, from);
      next++;
    }
    return next;
  }

  private statusOf(video: number, videoFrame: number, from: number): number {
    const referenceFrame = this.pattern.neededBy(videoFrame);
    if (referenceFrame !== videoFrame && this.isRuined(video, referenceFrame)) return VideoFrameStatus.useless;
    if (this.entries[from + LOST_SLOT] > 0) return VideoFrameStatus.damaged;
    return this.entries[from + DELIVERED_SLOT] === this.entries[from + PACKETS_SLOT]
      ? VideoFrameStatus.whole
      : VideoFrameStatus.underWay;
  }

  /**
   * Whether an I or P frame cannot be shown, because it or a frame that it needs lost a packet. False for frames that
   * are no longer stored.
   */
  private isRuined(video: number, videoFrame: number): boolean {
    const offset = this.offset(video, videoFrame);
    if (this.entries[offset + NUMBER_SLOT] !== videoFrame) return false;
    const referenceFrame = this.pattern.neededBy(videoFrame);
    return (
      this.entries[offset + LOST_SLOT] > 0 || (referenceFrame !== videoFrame && this.isRuined(video, referenceFrame))
    );
  }

  private count(video: number, videoFrame: number, column: number): void {
    if (video >= MAX_LISTED_VIDEOS) return;
    const offset = this.offset(video, videoFrame);
    if (this.entries[offset + NUMBER_SLOT] === videoFrame)
      this.entries[offset + column] = this.entries[offset + column] + 1;
  }

  private offset(video: number, videoFrame: number): number {
    return (video * STORED_VIDEO_FRAMES + (videoFrame % STORED_VIDEO_FRAMES)) * ENTRY_STRIDE;
  }
}
