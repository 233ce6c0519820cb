/** The packets of videos by result: shown, sent in vain, or dropped. */

import { counterTotal } from '../../engine/figures/run-figures.ts';
import { ClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';

/** Shares of the arrived packets of all videos since the warm-up, %. */
export interface VideoPacketShares {
  /** In frames that can be shown. */
  readonly shownPercent: number;
  /** The receiver has them, but their frames cannot be shown. */
  readonly uselessPercent: number;
  readonly droppedPercent: number;
  /** They are on their way, or in frames that are not complete yet. */
  readonly restPercent: number;
}

/** @returns undefined without a video, or before its first packet */
export function videoPacketShares({ description, frame }: LaneData): VideoPacketShares | undefined {
  const videos = (description?.classes ?? []).flatMap(({ kind }, index) => (kind === 'video' ? index : []));
  const sumOverVideos = (column: number) =>
    frame === undefined ? 0 : videos.reduce((sum, index) => sum + counterTotal(frame.measured, column, index), 0);
  const arrivedPackets = sumOverVideos(ClassColumn.arrivedPackets);
  if (arrivedPackets === 0) return undefined;
  const percentOf = (column: number) => (100 * sumOverVideos(column)) / arrivedPackets;
  const [shownPercent, uselessPercent, droppedPercent] = [
    percentOf(ClassColumn.usefulPackets),
    percentOf(ClassColumn.uselessPackets),
    percentOf(ClassColumn.droppedPackets),
  ];
  // Packets that arrived in the warm-up can end after it.
  const restPercent = Math.max(0, 100 - shownPercent - uselessPercent - droppedPercent);
  return { shownPercent, uselessPercent, droppedPercent, restPercent };
}
