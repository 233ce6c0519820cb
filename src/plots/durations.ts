/** Durations of transfers and round trips: for each lane and class a line of the share up to each duration. */
import type { LaneData } from '../engine/frame/lane-data.ts';
import { axisBelow, axisBeside, textMark } from '../scene/axis-marks.ts';
import type { Mark } from '../scene/marks.ts';
import { LETTER_BOX_PX, LETTER_GAP_PX } from '../scene/place-texts.ts';
import { TEXT_FONT, type TextRuler } from '../scene/text-ruler.ts';
import { laneDash, laneLetter } from '../shared/lane-letters.ts';
import { formatNumber } from '../shared/number-text.ts';
import { laneShade } from '../view/draw/palette.ts';
import type { DurationLine, MomentPlot } from './moment-plot.ts';
import { axisFromZero, classesOf, classInks, fileNumber, highestOf, noValuesMark } from './plot-marks.ts';

const MARGIN = { left: 44, top: 10, right: 22, bottom: 38 };
/** Distance of the middle of the name of the axis from the lower edge, px. */
const NAME_OVER_EDGE_PX = 9;
const KEY_ROW_PX = 16;
const KEY_LINE_PX = 22;
const KEY_GAP_PX = 4;
const KEY_GROUND_OPACITY = 0.85;
const LINE_PX = 1.8;

const quantilesOf = ({ frame }: LaneData, classIndex: number): number[] =>
  Array.from(frame?.durationQuantilesNs?.[classIndex] ?? [], (ns) => ns / 1e6).filter((ms) => !Number.isNaN(ms));

function linesOfLanes(lanes: readonly LaneData[]): DurationLine[] {
  const classes = classesOf(lanes);
  return classes.flatMap(({ label }, index) =>
    lanes.flatMap((laneData, lane) => {
      const quantilesMs = quantilesOf(laneData, index);
      if (quantilesMs.length === 0) return [];
      const [light, dark] = classInks(classes, index).edge as readonly [string, string];
      return [{ lane, label, ink: [laneShade(light, lane, false), laneShade(dark, lane, true)] as const, quantilesMs }];
    }),
  );
}

/** The quantile of the share 0.5. */
const medianOf = (quantilesMs: readonly number[]) => quantilesMs[Math.ceil(quantilesMs.length / 2) - 1] ?? Number.NaN;

const dashOf = (lane: number | undefined) => (lane === undefined ? [] : laneDash(lane));

/** The key, in the bottom right corner, where there are few lines. */
function durationKeyMarks(
  lines: readonly DurationLine[],
  [right, bottom]: readonly [number, number],
  ruler: TextRuler,
): Mark[] {
  const texts = lines.map(({ label, quantilesMs }) => `${label}, median ${formatNumber(medianOf(quantilesMs))}`);
  const signPx = KEY_LINE_PX + KEY_GAP_PX;
  const letterPx = LETTER_BOX_PX + LETTER_GAP_PX;
  const textPx = Math.min(
    right - MARGIN.left - signPx - letterPx - KEY_GAP_PX,
    1 + Math.max(...texts.map((text) => ruler(text, TEXT_FONT))),
  );
  const left = right - textPx - signPx - letterPx;
  const shownCount = Math.min(lines.length, Math.floor((bottom - MARGIN.top - 8) / KEY_ROW_PX));
  const top = bottom - 6 - shownCount * KEY_ROW_PX;
  const ground = { left: left - KEY_GAP_PX, right, top, bottom: top + shownCount * KEY_ROW_PX };
  return [
    { kind: 'rect', box: ground, fill: 'surface', opacity: KEY_GROUND_OPACITY },
    ...lines.slice(0, shownCount).flatMap(({ lane, label, ink }, row): Mark[] => {
      const y = top + (row + 0.5) * KEY_ROW_PX;
      const points = [
        { x: left, y },
        { x: left + KEY_LINE_PX, y },
      ];
      return [
        { kind: 'line', points, stroke: ink, strokePx: LINE_PX, dash: dashOf(lane) },
        textMark(
          `key ${row}`,
          [texts[row] ?? '', label],
          [left + signPx + (lane === undefined ? letterPx : 0), y, 'left'],
          { bounds: { right }, canBeCut: true, ...(lane === undefined ? {} : { letter: laneLetter(lane) }) },
        ),
      ];
    }),
  ];
}

/** The share of the transfers and round trips up to each duration. */
export const durationsPlot: MomentPlot = {
  id: 'durations',
  title: 'Durations (CDF)',
  unit: '%',
  help: 'For each time on the axis (ms): the share of short transfers, or of round trips of pings, that took at most this time. It counts those that began after the warm-up and are complete. A scenario without them has no line.',
  term: 'completion',
  label: 'Share of transfers and round trips that took at most this time, since the warm-up, by lane and class',
  form: 'curve',
  columns: () => ({ lane: 'lane', class: 'class', at: 'share (%)', value: 'duration (ms)' }),
  rows: ({ lanes }) =>
    lanes.flatMap(({ description, frame }, lane) =>
      (frame?.durationQuantilesNs ?? []).flatMap((quantiles, index) =>
        Array.from(quantiles ?? [], (ns, quantile) => ({
          lane: laneLetter(lane),
          class: description?.classes[index]?.label ?? '',
          at: (100 * (quantile + 1)) / (quantiles?.length ?? 1),
          value: fileNumber(ns / 1e6),
        })).filter(({ value }) => value !== null),
      ),
    ),
  isAvailable: ({ lanes }) => classesOf(lanes).some(({ timed }) => timed !== undefined),
  marks: ({ lanes, measuredDurations = [] }, size, ruler) => {
    const lines = [...measuredDurations, ...linesOfLanes(lanes)];
    const [bottom, right] = [size.height - MARGIN.bottom, size.width - MARGIN.right];
    const y = axisFromZero(100, 4, [bottom, MARGIN.top]);
    const axis = axisBeside(y, [MARGIN.left, right]);
    if (lines.length === 0) return [...axis, noValuesMark(size, 'nothing complete yet')];
    const longestMs = highestOf(lines.flatMap(({ quantilesMs }) => quantilesMs.slice(-1)));
    const x = axisFromZero(longestMs, 4, [MARGIN.left, right]);
    return [
      ...axis,
      ...axisBelow(x, bottom),
      textMark('axis', ['duration (ms)', 'ms'], [MARGIN.left, size.height - NAME_OVER_EDGE_PX, 'left'], {
        ink: 'muted',
      }),
      ...lines.map(({ lane, label, ink, quantilesMs }): Mark => {
        const share = (count: number) => y((100 * count) / quantilesMs.length);
        // Just before a duration, the share is that of the last point.
        const steps = quantilesMs.flatMap((ms, index) => [
          { x: x(ms), y: share(index) },
          { x: x(ms), y: share(index + 1) },
        ]);
        return {
          kind: 'line',
          points: [{ x: x(0), y: y(0) }, ...steps, { x: right, y: y(100) }],
          stroke: ink,
          strokePx: LINE_PX,
          dash: dashOf(lane),
          meaning: `${lane === undefined ? '' : `${laneLetter(lane)}, `}${label}: median ${formatNumber(medianOf(quantilesMs))} ms`,
        };
      }),
      ...durationKeyMarks(lines, [right, bottom], ruler),
    ];
  },
};
