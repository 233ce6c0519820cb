/** The plots of a run as numbers, for notebooks, Vega-Lite and other drawing programs. */

import { SeriesColumn } from '../engine/frame/frame.ts';
import type { LaneData, NamedLaneData } from '../engine/frame/lane-data.ts';
import { plotsOverTime } from '../plots/all-plots.ts';
import { type PlotOverTime, rowKey } from '../plots/over-time/plot-over-time.ts';
import { MAX_REFERENCE_RATIO } from '../shared/axis-limits.ts';
import { jsonNumber } from './file-numbers.ts';
import { secondsOfRow } from './series-table.ts';

/** One line of one lane. */
export interface PlotDataLine {
  readonly lane: string;
  /** The class of its row; if each line has its own row, the quantity; empty for all classes together. */
  readonly row: string;
  /** Its quantity: a class, a mean, or a value of the policy. */
  readonly name: string;
  /** One for each sample window of the lane; null for none. */
  readonly values: readonly (number | null)[];
  /** 95th percentile over a mean. */
  readonly upper?: readonly (number | null)[];
}

/** A value for comparison with the lines: the link's rate, a threshold, the buffer. */
export interface PlotDataReference {
  readonly lane: string;
  readonly symbol: string;
  readonly value: number;
  /** Time of the edit that gave it this value; it has had the value from the start without it. */
  readonly fromSeconds?: number;
}

export interface PlotData {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly help: string;
  readonly lines: readonly PlotDataLine[];
  readonly references: readonly PlotDataReference[];
  /** The rate of a link that varies, by sample window of the first lane. */
  readonly linkRate?: PlotDataLinkRate;
  /** The words for values of 100, for values of 0, and for none, if the lines are bands. */
  readonly bands?: readonly [high: string, low: string, none: string];
}

interface PlotDataLinkRate {
  readonly label: string;
  readonly unit: string;
  /** The end of its axis. */
  readonly max: number;
  readonly values: readonly (number | null)[];
}

/**
 * All plots over time that have a line in one of the lanes.
 * @param ids the requested plots; default all
 * @param untilSeconds later windows are left out
 */
export function plotData(
  lanes: readonly NamedLaneData[],
  ids?: readonly string[],
  untilSeconds = Number.POSITIVE_INFINITY,
): PlotData[] {
  return plotsOverTime
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .map((kind) => {
      const { id, title, unit, help } = kind;
      const lines = lanes.flatMap((lane) => {
        const sampleCount = shownSampleCount(lane, untilSeconds);
        const valuesOfRows = (value: (row: number) => number) =>
          Array.from({ length: sampleCount }, (_, row) => jsonNumber(value(row)));
        return kind.lines(lane).map(
          (line): PlotDataLine => ({
            lane: lane.lane,
            row: rowKey(kind, line),
            name: line.label,
            values: valuesOfRows(line.value),
            ...(line.upperValue === undefined ? {} : { upper: valuesOfRows(line.upperValue) }),
          }),
        );
      });
      const references = lanes.flatMap((lane) =>
        (kind.references?.(lane) ?? [])
          .filter(({ value, classIndex }) => Number.isFinite(value) && classIndex === undefined)
          .map(({ symbol, value, sinceNs = 0 }) => ({
            lane: lane.lane,
            symbol,
            value,
            ...(sinceNs > 0 ? { fromSeconds: sinceNs / 1e9 } : {}),
          })),
      );
      const linkRate = linkRateData(kind, lanes[0], untilSeconds);
      const bands = kind.bands === undefined ? {} : { bands: kind.bands };
      return { id, title, unit, help, lines, references, ...linkRate, ...bands };
    })
    .filter(({ lines }) => lines.some(({ values }) => values.some((value) => value !== null)));
}

/**
 * The references near the values of a row, each once if several lanes have it: from the time on at which all have it.
 * @param highest value of the row
 */
export function nearReferences(references: readonly PlotDataReference[], highest: number): PlotDataReference[] {
  const latestReferences = new Map<string, PlotDataReference>();
  for (const reference of references.filter(({ value }) => value <= MAX_REFERENCE_RATIO * highest)) {
    const key = `${reference.symbol} ${reference.value}`;
    const knownReference = latestReferences.get(key);
    if (knownReference === undefined || (knownReference.fromSeconds ?? 0) < (reference.fromSeconds ?? 0))
      latestReferences.set(key, reference);
  }
  return [...latestReferences.values()];
}

/** The rate of a link that varies, beside the lines of a plot. */
export interface LinkRate {
  readonly label: string;
  readonly unit: string;
  /** The largest value so far. */
  readonly max: number;
  readonly rowCount: number;
  readonly value: (row: number) => number;
}

/** The rate of the link of a plot that shows it. All lanes have the same link, so any lane has its rate. */
export function shownLinkRate(kind: PlotOverTime, lane: LaneData | undefined): LinkRate | undefined {
  if (kind.hasLinkRate !== true || lane?.description?.varies !== true) return undefined;
  const { series } = lane;
  const value = (row: number) => series.at(row, SeriesColumn.rateBps) / 1e6;
  let max = 0;
  for (let row = 0; row < series.rowCount; row++) max = Math.max(max, value(row));
  return max > 0 ? { label: 'rate of the link', unit: 'Mb/s', max, rowCount: series.rowCount, value } : undefined;
}

function linkRateData(kind: PlotOverTime, lane: NamedLaneData | undefined, untilSeconds: number) {
  const linkRate = shownLinkRate(kind, lane);
  if (lane === undefined || linkRate === undefined) return {};
  const { label, unit, max, value } = linkRate;
  const values = Array.from({ length: shownSampleCount(lane, untilSeconds) }, (_, row) => jsonNumber(value(row)));
  return { linkRate: { label, unit, max, values } };
}

/** Windows of a lane that have ended by a time. */
function shownSampleCount(lane: LaneData, untilSeconds: number): number {
  let { rowCount } = lane.series;
  while (rowCount > 0 && secondsOfRow(lane, rowCount - 1) > untilSeconds + 1e-9) rowCount--;
  return rowCount;
}

/** Ends of a lane's sample windows, s. */
export function sampleEnds(lane: LaneData, untilSeconds = Number.POSITIVE_INFINITY): number[] {
  return Array.from(
    { length: shownSampleCount(lane, untilSeconds) },
    (_, row) => jsonNumber(secondsOfRow(lane, row)) as number,
  );
}
