import { usefulPacketShare } from '../../engine/figures/run-figures.ts';
import { SeriesClassColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { shownVideoGoal } from '../../quantities/figures/shown-video-goals.ts';
import {
  columnValue,
  type LaneLine,
  type LaneReference,
  linesByClass,
  meanOfFrame,
  overSamples,
  type RowValue,
} from '../../quantities/plots/lane-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** Groups of pictures are long: over a shorter time, one lost I frame makes most of a value. */
const SHOWN_SPAN_NS = 2e9;

/**
 * One line for each class of videos: the share of its packets in frames that can be shown, %. A window counts the
 * packets whose end is known in it: useful, useless, or dropped.
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
    const shareOfRows = (value: RowValue, total: RowValue) => (row: number) => 100 * (value(row) / total(row));
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

/** The video that can be shown. */
export const shownPlot: PlotOverTime = {
  id: 'shown',
  title: 'Video that can be shown',
  unit: '%',
  help: 'Share of the packets of a video that belong to frames that can be shown. A frame can be shown if no packet of it was lost, and if the frames that it needs can be shown. Each value counts the packets of two seconds: those that were dropped, and those whose frames ended at the receiver. The dotted line is the goal, if the scenario has one. A scenario without such videos has no line.',
  term: 'goodput',
  maxValue: 100,
  lines: shownVideoLines,
  references: shownGoals,
};
