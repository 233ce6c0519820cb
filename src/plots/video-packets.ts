/** The packets of videos by result: shown, sent in vain, or dropped. */
import { counterTotal } from '../engine/figures/run-figures.ts';
import { ClassColumn } from '../engine/frame/frame.ts';
import type { LaneData } from '../engine/frame/lane-data.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import type { MomentPlot } from './moment-plot.ts';
import { type ClassInks, classInks, formatCountedTime, shownName } from './plot-marks.ts';
import { type LaneShares, shareBarsMarks } from './share-bars.ts';

/** Shares of the arrived packets of all videos since the warm-up, %. */
export interface VideoPacketShares {
  /** Share of the packets in frames that can be shown. */
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

/**
 * The bar of a lane: the packets that are shown, hollow those sent in vain, dark those that are dropped, and grey the
 * rest.
 */
function laneShares(lane: LaneData): LaneShares {
  const classes = lane.description?.classes ?? [];
  const shares = videoPacketShares(lane);
  const videoIndex = classes.findIndex(({ kind }) => kind === 'video');
  if (shares === undefined) return { name: shownName(lane), parts: [] };
  const video = classInks(classes, videoIndex);
  const hollowInks: ClassInks = { ...video, fill: 'surface', edge: 'muted', words: 'text' };
  const darkInks: ClassInks = { ...video, fill: 'text', edge: 'text', words: 'surface' };
  const rest: ClassInks = { ...video, fill: 'grid', edge: 'muted' };
  return {
    name: shownName(lane),
    parts: [
      { label: 'shown', inks: video, percent: shares.shownPercent },
      { label: 'sent in vain', inks: hollowInks, percent: shares.uselessPercent },
      { label: 'dropped', inks: darkInks, percent: shares.droppedPercent },
      ...(shares.restPercent > 0 ? [{ label: '', inks: rest, percent: shares.restPercent }] : []),
    ],
  };
}

/** A bar for every lane. */
export const videoPacketsPlot: MomentPlot = {
  id: 'video-packets',
  title: 'Video packets',
  unit: '% of video packets sent',
  help: 'A bar for each lane: the packets of videos that arrived at the queue since the warm-up. Shown: packets of frames that can be shown. Sent in vain: the receiver got the packet, but its frame cannot be shown. A packet of this frame was dropped, or a packet of another frame that this frame needs. Dropped: by the policy. The rest waits, or its frame is not complete yet. A scenario without such videos has no bar.',
  term: 'goodput',
  label: 'Packets of videos since the warm-up, by lane: shown, sent in vain, or dropped',
  columns: () => ({
    lane: 'lane',
    policy: 'policy',
    shownPercent: 'shown (%)',
    uselessPercent: 'sent in vain (%)',
    droppedPercent: 'dropped (%)',
  }),
  rows: ({ lanes }) =>
    lanes.flatMap((laneData, lane) => {
      const shares = videoPacketShares(laneData);
      return shares === undefined ? [] : [{ lane: laneLetter(lane), policy: shownName(laneData), ...shares }];
    }),
  isAvailable: ({ lanes }) => lanes.some((lane) => videoPacketShares(lane) !== undefined),
  marks: ({ lanes }, size, ruler) => {
    const hasRest = lanes.some((lane) => (videoPacketShares(lane)?.restPercent ?? 0) > 0);
    const meaning = `sent in vain: its frame cannot be shown${hasRest ? ' · grey: on the way' : ''}`;
    return shareBarsMarks(lanes.map(laneShares), meaning, formatCountedTime(lanes), size, ruler);
  },
};
