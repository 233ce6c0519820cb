/** Series of measurements that can lie beside a run: those with the definition of one of its plots, on one time base. */
import type { GivenWay, LinkDirection, NamedMeasurement } from '../fit/link-fit.ts';
import { isFlat } from '../fit/probe-waits.ts';
import { findLoads, type TimedLoad } from '../fit/timed-loads.ts';
import type { MeasuredSeries } from '../measurement.ts';
import { nearestRank } from '../samples.ts';

/** The id of the plot over time that has the same definition: round trips, goodput, lost packets per second, the queue. */
export type BesideQuantity = 'round-trip' | 'total' | 'drops' | 'queue';

export const BESIDE_UNITS: Readonly<Record<BesideQuantity, string>> = {
  'round-trip': 'ms',
  total: 'Mb/s',
  drops: 'packets/s',
  queue: 'packets',
};

export interface BesideSeries {
  /** Name of the file, and of the series. */
  readonly name: string;
  readonly plot: BesideQuantity;
  readonly countedBy: string;
  /** In order of time, s. */
  readonly timesSeconds: Float64Array;
  /** Means if samples were joined. */
  readonly samples: Float64Array;
  /** The 95th percentiles of joined samples. */
  readonly upperSamples?: Float64Array;
}

/** More samples are joined in windows of equal length. */
export const MAX_BESIDE_SAMPLES = 10_000;

/**
 * Round trips come first. Of these, those that hardly vary come last: they may be of the idle line.
 * @param direction of the load; series of the other direction, and round trips of the idle line, are left out
 */
export function besideSeriesOf(files: readonly NamedMeasurement[], direction: LinkDirection): readonly BesideSeries[] {
  const origin = originUnixSeconds(files, direction);
  const { timed } = findLoads(files);
  const all = files.flatMap((file) => {
    const { name, measurement } = file;
    const start = measurement.startUnixSeconds;
    const offset = start === undefined || origin === undefined ? 0 : start - origin;
    return measurement.series.flatMap((series): BesideSeries[] => {
      const plot = plotOf(series, direction, file.way);
      if (plot === undefined) return [];
      if (plot === 'round-trip' && !isBesideLoad(file, series, direction, timed)) return [];
      const ordered = inOrder(series.timesSeconds, series.samples, offset);
      if (ordered.timesSeconds.length === 0) return [];
      const values = plot === 'drops' ? perSecond(ordered) : ordered;
      return [{ name: `${name}: ${series.name}`, plot, countedBy: series.countedBy, ...joined(values) }];
    });
  });
  const rank = ({ plot, samples }: BesideSeries) => (plot !== 'round-trip' ? 2 : isFlat(samples) ? 1 : 0);
  return all
    .map((item) => ({ item, rank: rank(item) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Whether a load in the direction may have run beside round trips: by the user's word, else by the times of the loads. */
function isBesideLoad(
  { measurement: { startUnixSeconds: start }, way }: NamedMeasurement,
  { timesSeconds }: MeasuredSeries,
  direction: LinkDirection,
  timed: readonly TimedLoad[],
): boolean {
  if (way !== undefined) return way === direction || way === 'both';
  if (start === undefined) return true;
  const isBeside = ({ startSeconds, endSeconds }: TimedLoad) =>
    timesSeconds.some((time) => start + time >= startSeconds && start + time <= endSeconds);
  const beside = timed.filter(isBeside);
  // A load that no file has may have run at other times.
  return beside.length === 0 || beside.some((load) => load.direction === direction);
}

/** Time zero: the start of the first load in the direction, else of the first file. Undefined without a clock. */
function originUnixSeconds(files: readonly NamedMeasurement[], direction: LinkDirection): number | undefined {
  const least = (times: readonly (number | undefined)[]) => {
    const known = times.filter((time) => time !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  };
  const loads = files
    .flatMap(({ measurement }) => measurement.transfers)
    .filter((load) => load.direction === direction);
  return (
    least(loads.map(({ startUnixSeconds }) => startUnixSeconds)) ??
    least(files.map(({ measurement }) => measurement.startUnixSeconds))
  );
}

function plotOf(
  { quantity, unit, direction, isInterpolated }: MeasuredSeries,
  way: LinkDirection,
  answer: GivenWay | undefined,
): BesideQuantity | undefined {
  if (isInterpolated === true) return undefined;
  if (quantity === 'delay') return direction === 'round trip' && unit === 'ms' ? 'round-trip' : undefined;
  if (direction !== way && (direction !== 'not told' || (answer ?? way) !== way)) return undefined;
  if (quantity === 'goodput') return unit === 'Mb/s' ? 'total' : undefined;
  if (unit !== 'packets') return undefined;
  return quantity === 'loss' ? 'drops' : quantity === 'queue' ? 'queue' : undefined;
}

interface TimedSamples {
  readonly timesSeconds: Float64Array;
  readonly samples: Float64Array;
}

/** Without times and values that are missing. */
function inOrder(times: Float64Array, samples: Float64Array, offset: number): TimedSamples {
  const places: number[] = [];
  let isSorted = true;
  let last = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < times.length; index++) {
    const time = times[index] as number;
    if (!Number.isFinite(time) || !Number.isFinite(samples[index])) continue;
    if (time < last) isSorted = false;
    last = time;
    places.push(index);
  }
  if (!isSorted) places.sort((a, b) => (times[a] as number) - (times[b] as number));
  return {
    timesSeconds: Float64Array.from(places, (place) => (times[place] as number) + offset),
    samples: Float64Array.from(places, (place) => samples[place] as number),
  };
}

/** Counts of intervals, whose ends are the times, as rates. The first interval is as long as the second. */
function perSecond({ timesSeconds, samples }: TimedSamples): TimedSamples {
  const lengthOf = (index: number) =>
    (timesSeconds[Math.max(1, index)] as number) - (timesSeconds[Math.max(1, index) - 1] as number);
  if (timesSeconds.length < 2) return { timesSeconds: new Float64Array(0), samples: new Float64Array(0) };
  return { timesSeconds, samples: samples.map((count, index) => count / lengthOf(index)) };
}

/** Many samples as the means of windows of equal length, with their 95th percentiles. A window has the time of its end. */
function joined(all: TimedSamples): Pick<BesideSeries, 'timesSeconds' | 'samples' | 'upperSamples'> {
  const { timesSeconds, samples } = all;
  const count = samples.length;
  if (count <= MAX_BESIDE_SAMPLES) return all;
  const from = timesSeconds[0] as number;
  const windowSeconds = ((timesSeconds[count - 1] as number) - from) / MAX_BESIDE_SAMPLES;
  const times: number[] = [];
  const means: number[] = [];
  const uppers: number[] = [];
  let first = 0;
  for (let window = 1; window <= MAX_BESIDE_SAMPLES && first < count; window++) {
    const end = from + window * windowSeconds;
    const isLast = window === MAX_BESIDE_SAMPLES;
    let next = first;
    while (next < count && (isLast || (timesSeconds[next] as number) <= end)) next++;
    if (next === first) continue;
    const values = samples.slice(first, next).sort();
    times.push(end);
    means.push(values.reduce((sum, value) => sum + value, 0) / values.length);
    uppers.push(nearestRank(values, 0.95));
    first = next;
  }
  return {
    timesSeconds: Float64Array.from(times),
    samples: Float64Array.from(means),
    upperSamples: Float64Array.from(uppers),
  };
}
