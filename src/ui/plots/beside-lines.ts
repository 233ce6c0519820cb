/** The lines of a measurement in the plots over time: grey, below those of the lanes. */

import type { BesideState } from '../../app/line/beside.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { BESIDE_PLOTS, type BesideSeries, valuesBetween } from '../../measurements/beside/beside-plots.ts';
import type { DurationLine } from '../../plots/moment-plot.ts';
import type { PlotOverTime } from '../../plots/over-time/plot-over-time.ts';
import type { LaneLine } from '../../quantities/plots/lane-lines.ts';
import { numberAt } from '../../shared/tables.ts';
import type { DrawingTheme } from '../../view/draw/palette.ts';
import type { PlotLine, PlotRow } from '../../view/plots/plot-model.ts';
import { type MeanTime, withLines } from './plot-rows.ts';

const SYMBOL = 'measured';
const WIDTH_PX = 1.6;

/** The measured series that a plot shows. */
export const besideSeriesOfPlot = (series: readonly BesideSeries[], plotId: string): readonly BesideSeries[] =>
  series.filter(({ plot }) => BESIDE_PLOTS[plot].plotId === plotId);

/**
 * The rows of a plot with the measured lines of its quantity. Each lane's own row has them. Of rows of classes, the
 * first has those of the load, and that of the pings those of probes.
 */
export function withBesideLines(
  kind: PlotOverTime,
  rows: readonly PlotRow[],
  { series, shiftSeconds }: Pick<BesideState, 'series' | 'shiftSeconds'>,
  time: MeanTime,
  theme: DrawingTheme,
  lane: LaneData | undefined,
): readonly PlotRow[] {
  const shownSeries = besideSeriesOfPlot(series, kind.id);
  if (shownSeries.length === 0) return rows;
  const probeRow = Math.max(
    0,
    rows.findIndex(({ classIndex }) => classIndex !== undefined && classIndex === probeClass(lane)),
  );
  const linesOf = (index: number) =>
    shownSeries
      .filter(({ plot }) => index === (BESIDE_PLOTS[plot].isOfProbes === true ? probeRow : 0))
      .map((item) => besideLine(item, shiftSeconds, time, theme.muted));
  return withLines(rows, (lines, { isStrip }, index) => [...linesOf(isStrip === true ? 0 : index), ...lines]);
}

/** The line of a lane that a measured series is compared with: that of its pings for probes, else the first. */
export function comparedLine(item: BesideSeries, kind: PlotOverTime, lane: LaneData): LaneLine | undefined {
  return (BESIDE_PLOTS[item.plot].isOfProbes === true ? probeLine(kind, lane) : undefined) ?? kind.lines(lane)[0];
}

const probeClass = (lane: LaneData | undefined): number | undefined =>
  lane?.description?.classes.findIndex(({ timed }) => timed === 'roundTrip');

const probeLine = (kind: PlotOverTime, lane: LaneData): LaneLine | undefined =>
  kind.lines(lane).find(({ classIndex }) => classIndex !== undefined && classIndex === probeClass(lane));

/** As many shares as the distributions of the lanes have. */
const MAX_QUANTILES = 100;

/**
 * The distributions of measured round trips, over the span of those of the lanes: of probes that left since the
 * warm-up.
 */
export function measuredDurationLines(
  lane: LaneData | undefined,
  { series, shiftSeconds }: Pick<BesideState, 'series' | 'shiftSeconds'>,
): DurationLine[] {
  if (lane?.description === undefined || lane.frame === undefined) return [];
  const [from, until] = [lane.description.warmupNs / 1e9, lane.frame.timeNs / 1e9];
  return besideSeriesOfPlot(series, 'round-trip').flatMap((item) => {
    const sortedValues = valuesBetween(item, from, until, shiftSeconds).sort();
    const count = Math.min(sortedValues.length, MAX_QUANTILES);
    const quantilesMs = Array.from({ length: count }, (_, rank) =>
      numberAt(sortedValues, Math.ceil(((rank + 1) * sortedValues.length) / count) - 1),
    );
    return count === 0
      ? []
      : [{ lane: undefined, label: `${SYMBOL}, ${item.name}`, ink: 'muted' as const, quantilesMs }];
  });
}

function besideLine(
  { name, timesSeconds, samples, upperSamples }: BesideSeries,
  shiftSeconds: number,
  { fromSeconds, untilSeconds }: MeanTime,
  colour: string,
): PlotLine {
  const timeSeconds = (row: number) => numberAt(timesSeconds, row) - shiftSeconds;
  let sum = 0;
  let count = 0;
  for (let row = 0; row < samples.length; row++) {
    if (timeSeconds(row) <= fromSeconds || timeSeconds(row) > untilSeconds) continue;
    sum += numberAt(samples, row);
    count++;
  }
  const line: PlotLine = {
    label: `${SYMBOL}, ${name}`,
    lane: undefined,
    symbol: SYMBOL,
    colour,
    dash: [],
    width: WIDTH_PX,
    rowCount: samples.length,
    mean: sum / count,
    timeSeconds,
    value: (row) => numberAt(samples, row),
    // A lost probe is told in words.
    joinsRows: () => true,
  };
  return upperSamples === undefined ? line : { ...line, upperValue: (row) => numberAt(upperSamples, row) };
}
