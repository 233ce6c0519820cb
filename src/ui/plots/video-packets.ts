/** The packets of videos by result: shown, sent in vain, or dropped. */

import { counterTotal } from '../../engine/figures/run-figures.ts';
import { ClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';

/** Shares of the arrived packets of all videos since the warm-up, %. The rest waits, or is in frames that are not complete. */
export interface VideoPacketShares {
  /** In frames that can be shown. */
  readonly shownPercent: number;
  /** The receiver has them, but their frames cannot be shown. */
  readonly uselessPercent: number;
  readonly droppedPercent: number;
}

/** @returns undefined without a video, or before its first packet */
export function videoPacketShares({ description, frame }: LaneData): VideoPacketShares | undefined {
  const videos = (description?.classes ?? []).flatMap(({ kind }, index) => (kind === 'video' ? index : []));
  const sumOverVideos = (column: number) =>
    frame === undefined ? 0 : videos.reduce((sum, index) => sum + counterTotal(frame.measured, column, index), 0);
  const arrivedPackets = sumOverVideos(ClassColumn.arrivedPackets);
  if (arrivedPackets === 0) return undefined;
  const percentOf = (column: number) => (100 * sumOverVideos(column)) / arrivedPackets;
  return {
    shownPercent: percentOf(ClassColumn.usefulPackets),
    uselessPercent: percentOf(ClassColumn.uselessPackets),
    droppedPercent: percentOf(ClassColumn.droppedPackets),
  };
}
