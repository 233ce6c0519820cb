/** The plots of videos and of video players. */

import { usefulPacketShare } from '../../engine/figures/run-figures.ts';
import { SeriesClassColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { shownVideoGoal } from '../figures/shown-video-goals.ts';
import { playerShareReferences } from './equal-shares.ts';
import { columnValue, linesByClass, meanOfFrame, overSamples, type RowValue } from './lane-lines.ts';
import type { LaneLine, LaneReference, PlotKind } from './plot-kind.ts';

/** Groups of pictures are long: over a shorter time, one lost I frame makes most of a value. */
const SHOWN_SPAN_NS = 2e9;

function playerLines(lane: LaneData, column: number): LaneLine[] {
  return linesByClass(lane, column, 1).filter((_, index) => lane.description?.classes[index]?.kind === 'player');
}

/**
 * One line for each class of videos: the share of its packets in frames that can be shown, %. A window counts the packets
 * whose end is known in it: useful, useless, or dropped.
 */
function shownVideoLines(lane: LaneData): LaneLine[] {
  const { description } = lane;
  if (description === undefined) return [];
  const sampleCount = Math.max(1, Math.ceil(SHOWN_SPAN_NS / description.sampleNs - 1e-9));
  return linesByClass(lane, SeriesClassColumn.usefulPackets, 1).flatMap((line, index) => {
    if (description.classes[index]?.kind !== 'video') return [];
    const counts = (column: number) => columnValue(lane, seriesClassColumn(index, column), 1);
    const { usefulPackets, uselessPackets, drops } = SeriesClassColumn;
    const usefulRow = counts(usefulPackets);
    const [useless, dropped] = [counts(uselessPackets), counts(drops)];
    const endedPackets: RowValue = (row) => usefulRow(row) + useless(row) + dropped(row);
    const shareOfRows = (value: RowValue, total: RowValue) => (row: number) => (100 * value(row)) / total(row);
    return {
      ...line,
      value: shareOfRows(overSamples(usefulRow, sampleCount), overSamples(endedPackets, sampleCount)),
      sampleValue: shareOfRows(usefulRow, endedPackets),
      sampleCount,
      weight: endedPackets,
      ...meanOfFrame(lane, (span) => 100 * usefulPacketShare(span, index)),
    };
  });
}

/** The share of the video that a scenario asks for, %. */
function shownGoals({ description }: LaneData): LaneReference[] {
  const goal = description === undefined ? undefined : shownVideoGoal(description.scenario);
  return goal === undefined ? [] : [{ symbol: 'goal', value: 100 * goal }];
}

export const videoPlots: readonly PlotKind[] = [
  {
    id: 'shown',
    title: 'Video that can be shown',
    unit: '%',
    help: 'Share of the packets of a video that belong to frames that can be shown. A frame can be shown if no packet of it was lost, and if the frames that it needs can be shown. Each value counts the packets of two seconds: those that were dropped, and those whose frames ended at the receiver. The dotted line is the goal, if the scenario has one. A scenario without such videos has no line.',
    term: 'goodput',
    maxValue: 100,
    lines: shownVideoLines,
    references: shownGoals,
  },
  {
    id: 'video-buffer',
    title: 'Video buffer',
    unit: 's',
    help: 'Playing time in the buffer of a video player.',
    lines: (lane) => playerLines(lane, SeriesClassColumn.bufferSeconds),
  },
  {
    id: 'video-bitrate',
    title: 'Video bitrate',
    unit: 'kbit/s',
    help: 'Bitrate that a video player plays; 0 while it waits. The lines of the grid are the bitrates that the player can choose. It chooses by the rates that it measures, or by its buffer. The dotted line is the rate C of the link, divided by the number of long flows and players together.',
    annotates: 'fallOrRise',
    hasBitrateSteps: true,
    lines: (lane) => playerLines(lane, SeriesClassColumn.bitrateKbps),
    references: playerShareReferences,
  },
];
