/** The rows of a plot: one for each class, with a line of every lane, or the difference of two. */

import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { counterTotal } from '../../engine/figures/run-figures.ts';
import { CLASS_STRIDE, ClassColumn, SeriesClassColumn, SeriesColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { shownLinkRate } from '../../export/plot-data.ts';
import { type PlotOverTime, rowKey } from '../../plots/over-time/plot-over-time.ts';
import { plottedQueue } from '../../plots/over-time/up-plots.ts';
import type { LaneLine } from '../../quantities/plots/lane-lines.ts';
import { sumOverClasses } from '../../quantities/plots/lane-lines.ts';
import { laneDash, laneLetter } from '../../shared/lane-letters.ts';
import { numberAt } from '../../shared/tables.ts';
import { classGlyph, type DrawingTheme, laneShade } from '../../view/draw/palette.ts';
import type { PlotLine, PlotLinkRate, PlotReference, PlotRow, PlotRug } from '../../view/plots/plot-model.ts';

/** The time over which means count, s. */
export interface MeanTime {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
  /**
   * `counted`: the counted time of the lanes, so a mean is the same figure as in the head of its lane. `windows`: the
   * same time, from the sample windows. `span`: a chosen span, from the sample windows.
   */
  readonly basis: 'counted' | 'windows' | 'span';
  /** The run has a warm-up, so figures from its start on are those of the warm-up. */
  readonly hasWarmup?: boolean;
}

const THICK_LINE_PX = 1.6;
const THIN_LINE_PX = 1;

/** @param difference lanes whose difference is shown: the first minus the second */
export function plotRows(
  kind: PlotOverTime,
  lanes: readonly LaneSnapshot[],
  difference: readonly [number, number] | undefined,
  time: MeanTime,
  theme: DrawingTheme,
): PlotRow[] {
  const rows = new Map<string, { classIndex: number | undefined; colour: LaneLine['colour']; lines: PlotLine[] }>();
  const put = (line: LaneLine, plotLine: PlotLine) => {
    const name = rowKey(kind, line);
    const row = rows.get(name) ?? { classIndex: line.classIndex, colour: line.colour, lines: [] };
    row.lines.push(plotLine);
    rows.set(name, row);
  };
  const classes = lanes[0]?.description?.classes ?? [];
  const lineColour = ({ classIndex, symbol, colour }: LaneLine, lane = 0) => {
    if (colour !== undefined) return laneShade(colourGlyph(colour, theme.isDark).edge, lane, theme.isDark);
    if (classIndex !== undefined)
      return laneShade(classGlyph(classes, classIndex, theme.isDark).edge, lane, theme.isDark);
    return symbol === undefined || kind.hasKeyedRows === true ? theme.text : theme.muted;
  };
  const [comparedLane, referenceLane] = [lanes[difference?.[0] ?? -1], lanes[difference?.[1] ?? -1]];
  if (comparedLane !== undefined && referenceLane !== undefined)
    for (const { line, counterpart, valueDifference } of differences(kind, comparedLane, referenceLane))
      put(line, {
        ...commonOfLine(comparedLane, line, lineColour(line), time),
        label: line.label,
        lane: undefined,
        symbol: '',
        dash: [],
        width: THICK_LINE_PX,
        rowCount: Math.min(comparedLane.series.rowCount, referenceLane.series.rowCount),
        value: valueDifference,
        mean: lineMean(comparedLane, line, time) - lineMean(referenceLane, counterpart, time),
      });
  else
    for (const [lane, state] of lanes.entries())
      for (const line of kind.lines(state)) {
        // Its name would be a row of its own, beside that of the class in a lane where it sends.
        if (state.description?.classes[line.classIndex ?? -1]?.isSilent === true) continue;
        const symbol = kind.hasKeyedRows === true ? undefined : line.symbol;
        put(line, {
          ...commonOfLine(state, line, lineColour(line, lane), time),
          label: rowLineName(kind, line, lane),
          lane,
          symbol: symbol ?? '',
          width: symbol === undefined ? THICK_LINE_PX : THIN_LINE_PX,
          name: symbol === undefined ? plottedQueue(kind, state).description?.laneName : undefined,
          dash: laneDash(lane),
          value: line.value,
          // A value that joins several windows does not have the weight of its last one.
          weight: line.sampleValue === undefined ? line.weight : undefined,
          upperValue: line.upperValue,
          joinsRows: line.joinsRows,
          lostCount: line.lostCount,
        });
      }
  const references = comparedLane === undefined ? sharedReferences(kind, lanes, time) : [];
  const plotRows = [...rows].map(([name, { classIndex, colour, lines }]) => ({
    name,
    classIndex,
    glyph:
      colour !== undefined
        ? colourGlyph(colour, theme.isDark)
        : classIndex === undefined
          ? undefined
          : classGlyph(classes, classIndex, theme.isDark),
    lines,
    references: references.filter(
      (reference) => reference.classIndex === undefined || reference.classIndex === classIndex,
    ),
  }));
  const [only] = plotRows;
  return only !== undefined && comparedLane === undefined && plotRows.length === 1 && lanes.length >= MIN_STRIP_LANES
    ? splitByLane(only, knownReferences(kind, lanes, time), lanes.length)
    : plotRows;
}

/** The rows with other lines. Of strips, the common row has other lines too. */
export const withLines = (
  rows: readonly PlotRow[],
  change: (lines: readonly PlotLine[], row: PlotRow, index: number) => readonly PlotLine[],
): PlotRow[] =>
  rows.map((row, index) => {
    const { commonRow } = row;
    const lines = change(row.lines, row, index);
    if (commonRow === undefined) return { ...row, lines };
    return { ...row, lines, commonRow: { ...commonRow, lines: change(commonRow.lines, row, index) } };
  });

/** The glyph of the packets of an ABE colour. */
export const colourGlyph = (colour: 'green' | 'blue', isDark: boolean) =>
  classGlyph([{ id: '', label: '', kind: 'adaptive', colour }], 0, isDark);

/** The quantity over the lines. All lanes have the same link. */
export function plotLinkRate(kind: PlotOverTime, [lane]: readonly LaneSnapshot[]): PlotLinkRate | undefined {
  const linkRate = shownLinkRate(kind, lane);
  return linkRate && lane && { ...linkRate, label: 'link rate', timeSeconds: sampleEnd(lane) };
}

/** The drops and marks of all lanes, for plots that show them. */
export function plotRug(kind: PlotOverTime, allLanes: readonly LaneSnapshot[], time: MeanTime): PlotRug | undefined {
  const lanes = allLanes.map((lane) => {
    const queue = plottedQueue(kind, lane);
    return kind.crossesBothQueues && lane.up !== undefined ? [queue, lane.up] : [queue];
  });
  const first = lanes[0]?.[0];
  // The strip of the rate of the link takes the room.
  if (kind.hasRug !== true || first?.description === undefined || shownLinkRate(kind, first)) return undefined;
  return {
    sampleSeconds: first.description.sampleNs / 1e9,
    hasMarks: lanes.flat().some(hasMarked),
    lanes: lanes.map((queues, lane) => {
      const parts = queues.map((queue) => ({
        queue,
        drops: sumOverClasses(queue, SeriesClassColumn.drops, 1),
        marks: sumOverClasses(queue, SeriesClassColumn.marks, 1),
      }));
      const sum = (count: (part: (typeof parts)[number]) => number) =>
        parts.reduce((total, part) => total + count(part), 0);
      return {
        lane,
        rowCount: Math.min(...queues.map(({ series }) => series.rowCount)),
        drops: (row) => sum(({ drops }) => drops(row)),
        marks: (row) => sum(({ marks }) => marks(row)),
        openWindow: {
          drops: sum(({ queue, drops }) => countSinceLastWindow(queue, drops, ClassColumn.droppedPackets)),
          marks: sum(({ queue, marks }) => countSinceLastWindow(queue, marks, ClassColumn.markedPackets)),
        },
        timeSeconds: sampleEnd(queues[0] as LaneData),
        droppedPackets: sum(({ queue, drops }) => sumInSpan(queue, drops, time, ClassColumn.droppedPackets)),
        markedPackets: sum(({ queue, marks }) => sumInSpan(queue, marks, time, ClassColumn.markedPackets)),
      };
    }),
  };
}

function hasMarked({ frame }: LaneData): boolean {
  if (frame === undefined) return false;
  for (let index = ClassColumn.markedPackets; index < frame.classes.length; index += CLASS_STRIDE)
    if (numberAt(frame.classes, index) > 0) return true;
  return false;
}

/**
 * The counter of the frame without the sample windows before it; 0 if the series has windows after the frame, which
 * have these packets.
 */
function countSinceLastWindow({ frame, series }: LaneData, count: (row: number) => number, column: number): number {
  if (frame === undefined) return 0;
  if (series.rowCount > 0 && series.at(series.rowCount - 1, SeriesColumn.timeNs) > frame.timeNs) return 0;
  let sum = counterTotal(frame, column);
  for (let row = 0; row < series.rowCount; row++) sum -= count(row);
  return sum;
}

/** A count of the time of the means: the counter of the frame, or the sum of the sample windows. */
function sumInSpan(
  { frame, series }: LaneData,
  count: (row: number) => number,
  time: MeanTime,
  column: number,
): number {
  if (time.basis === 'counted' && frame !== undefined) return counterTotal(frame.measured, column);
  let sum = 0;
  for (let row = 0; row < series.rowCount; row++) {
    const seconds = series.at(row, SeriesColumn.timeNs) / 1e9;
    if (seconds > time.fromSeconds + 1e-9 && seconds <= time.untilSeconds + 1e-9) sum += count(row);
  }
  return sum;
}

const sampleEnd =
  ({ series }: LaneData) =>
  (row: number) =>
    series.at(row, SeriesColumn.timeNs) / 1e9;

/** From this number of lanes on, each has a row of its own: in one row their lines would hide each other. */
const MIN_STRIP_LANES = 3;

/** A row for each lane with a value. A strip is low, so it has only the quantity, without the policy's own values. */
function splitByLane(combinedRow: PlotRow, references: readonly OwnReference[], laneCount: number): PlotRow[] {
  const { name, classIndex, glyph, lines } = combinedRow;
  // A strip has room for one name: that of its own reference, or of the one that all lanes have.
  const isOfAll = (plotReference: PlotReference) =>
    references.filter((other) => isSame(plotReference, other)).length === laneCount;
  const isNamed = (reference: OwnReference) =>
    !isOfAll(reference) || references.every((other) => other.lane !== reference.lane || isOfAll(other));
  const main = lines.filter(({ symbol }) => symbol === '');
  const shownLanes = Array.from({ length: laneCount }, (_, lane) => lane).filter((lane) =>
    main.some((candidate) => candidate.lane === lane),
  );
  return shownLanes.map((lane, index) => ({
    // The same in all rows, so only the first row names it.
    name: index === 0 ? name : '',
    classIndex,
    glyph: index === 0 ? glyph : undefined,
    commonRow: index === 0 ? combinedRow : undefined,
    lines: main.filter((line) => line.lane === lane),
    isStrip: true,
    references: references
      .filter((reference) => reference.lane === lane)
      .map((reference) => ({ ...reference, lane: undefined, symbol: isNamed(reference) ? reference.symbol : '' })),
  }));
}

function commonOfLine(lane: LaneSnapshot, line: LaneLine, colour: string, time: MeanTime) {
  return {
    colour,
    rowCount: lane.series.rowCount,
    mean: lineMean(lane, line, time),
    timeSeconds: sampleEnd(lane),
  };
}

/** "A long TCP"; if a lane has only one line, its letter is enough. */
function rowLineName(kind: PlotOverTime, line: LaneLine, lane: number): string {
  const letter = laneLetter(lane);
  const isOnlyLine = line.symbol === undefined && rowKey(kind, line) === '' && line.upperValue === undefined;
  return isOnlyLine ? letter : `${letter} ${line.label}`;
}

interface Difference {
  readonly line: LaneLine;
  readonly counterpart: LaneLine;
  readonly valueDifference: LaneLine['value'];
}

function differences(kind: PlotOverTime, lane: LaneSnapshot, otherLane: LaneSnapshot): Difference[] {
  const others = new Map(kind.lines(otherLane).map((line) => [line.key, line]));
  return kind.lines(lane).flatMap((line) => {
    const counterpart = others.get(line.key);
    if (counterpart === undefined) return [];
    const subtract = (value: LaneLine['value'], otherValue: LaneLine['value']) => (row: number) =>
      value(row) - otherValue(row);
    return { line, counterpart, valueDifference: subtract(line.value, counterpart.value) };
  });
}

interface OwnReference extends PlotReference {
  readonly lane: number;
  readonly classIndex?: number;
}

/** The references whose values held in a time. */
function knownReferences(
  kind: PlotOverTime,
  lanes: readonly LaneSnapshot[],
  { untilSeconds }: MeanTime,
): OwnReference[] {
  const allReferences = lanes.flatMap((lane, index) =>
    (kind.references?.(lane) ?? []).map((reference) => ({ ...reference, lane: index })),
  );
  return allReferences.filter(
    ({ value, sinceNs = 0 }) => Number.isFinite(value) && sinceNs / 1e9 <= untilSeconds + 1e-9,
  );
}

/** Measured values differ a little from lane to lane. */
const isSame = (a: PlotReference, b: PlotReference) =>
  b.symbol === a.symbol && Math.abs(b.value - a.value) <= 0.02 * Math.abs(a.value);

/** A reference that all lanes have with one value is shown once. Other references have the letter of their lane. */
function sharedReferences(
  kind: PlotOverTime,
  lanes: readonly LaneSnapshot[],
  time: MeanTime,
): (PlotReference & Pick<OwnReference, 'classIndex'>)[] {
  const references = knownReferences(kind, lanes, time);
  return references.flatMap((reference, index) => {
    const others = references.filter(({ symbol }) => symbol === reference.symbol);
    const isShared =
      others.every((other) => isSame(reference, other)) &&
      new Set(others.map(({ lane }) => lane)).size === lanes.length;
    const isFirst =
      references.findIndex(
        ({ symbol, classIndex }) => symbol === reference.symbol && classIndex === reference.classIndex,
      ) === index;
    if (!isShared) return { ...reference };
    const sinceNs = Math.max(...others.map((other) => other.sinceNs ?? 0));
    return isFirst ? { ...reference, sinceNs, lane: undefined } : [];
  });
}

/**
 * The mean of a line. In the counted time, it is the figure of the head of the lane, if the frame counts this figure.
 * Otherwise it is the mean over the sample windows of the time, each with its weight. Where the drawn value covers
 * several samples, `sampleValue` is the value of one sample.
 */
export function lineMean(
  { series }: Pick<LaneSnapshot, 'series'>,
  { sampleValue, value, weight, mean }: Pick<LaneLine, 'value' | 'sampleValue' | 'weight' | 'mean'>,
  time: MeanTime,
): number {
  if (time.basis === 'counted' && mean !== undefined) return mean();
  let sum = 0;
  let weights = 0;
  for (let row = series.rowCount - 1; row >= 0; row--) {
    const seconds = series.at(row, SeriesColumn.timeNs) / 1e9;
    if (seconds <= time.fromSeconds + 1e-9) break;
    const rowValue = (sampleValue ?? value)(row);
    if (seconds > time.untilSeconds + 1e-9 || Number.isNaN(rowValue)) continue;
    const rowWeight = weight?.(row) ?? 1;
    sum += rowWeight * rowValue;
    weights += rowWeight;
  }
  return sum / weights;
}
