/**
 * Series of measurements that can lie beside a run: those with the definition of one of its plots, on one time base.
 */

import { required } from '../../shared/required.ts';
import {
  type GivenDirection,
  isLoaded,
  type LinkDirection,
  type LoadDirection,
  type NamedMeasurement,
} from '../fit/link-fit.ts';
import { isFlat } from '../fit/probe-waits.ts';
import { findLoads, type TimedLoad } from '../fit/timed-loads.ts';
import type { MeasuredSeries, Measurement } from '../measurement.ts';
import { LOST_PROBES_UNIT, nearestRank } from '../samples.ts';
import { BESIDE_PLOTS, type BesideQuantity, type BesideSeries, MAX_BESIDE_SAMPLES } from './beside-plots.ts';

/** Lost probes are counted in windows of this length. */
const LOSS_WINDOW_SECONDS = 1;
/** A longer measurement than a year has wrong times. */
const MAX_LOSS_WINDOWS = 366 * 86_400;

/**
 * Round trips come first. Of these, those that hardly vary come last: they may be of the idle line.
 * @param loadDirection of the load; series of the other direction, and round trips of the idle line, are left out. With
 * `both`, so are round trips beside one of the loads alone
 */
export function besideSeriesOf(
  files: readonly NamedMeasurement[],
  loadDirection: LoadDirection,
): readonly BesideSeries[] {
  const origin = originUnixSeconds(files, loadDirection);
  // With both loads, the plots show the queue down and its load.
  const direction = loadDirection === 'up' ? 'up' : 'down';
  const { timedLoads } = findLoads(files);
  const besideSeries = files.flatMap((file) => {
    const { name, measurement } = file;
    const start = measurement.startUnixSeconds;
    const offset = start === undefined || origin === undefined ? 0 : start - origin;
    return measurement.series.flatMap((series): BesideSeries[] => {
      const plot = plotOf(series, direction, file.givenDirection);
      if (plot === undefined) return [];
      if (BESIDE_PLOTS[plot].isOfProbes === true && !isBesideLoad(file, series, loadDirection, timedLoads)) return [];
      const values = comparableSamples(plot, series, inOrder(series.timesSeconds, series.samples, offset), {
        measurement,
        direction,
        offset,
      });
      if (values === undefined || values.timesSeconds.length === 0) return [];
      const meaning = plot === 'class-delay' ? ', less the least' : '';
      return [{ name: `${name}: ${series.name}${meaning}`, plot, countedBy: series.countedBy, ...joinSamples(values) }];
    });
  });
  const rank = ({ plot, samples }: BesideSeries) =>
    BESIDE_PLOTS[plot].isOfSender === true
      ? 4
      : plot === 'lost-probes'
        ? 3
        : plot !== 'round-trip'
          ? 2
          : isFlat(samples)
            ? 1
            : 0;
  return besideSeries
    .map((item) => ({ item, rank: rank(item) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

interface SeriesOrigin {
  readonly measurement: Measurement;
  readonly direction: LinkDirection;
  /** Time zero of the measurement on the time base of the run, s. */
  readonly offset: number;
}

/** The samples of a series with the definition of its plot; undefined if the file does not have what that needs. */
function comparableSamples(
  plot: BesideQuantity,
  { unit }: MeasuredSeries,
  ordered: TimedSamples,
  { measurement, direction, offset }: SeriesOrigin,
): TimedSamples | undefined {
  const { timesSeconds, samples } = ordered;
  if (plot === 'drops') return perSecond(ordered);
  if (plot === 'lost-probes') return lossesPerSecond(timesSeconds, measurement, offset);
  if (plot === 'class-delay') {
    const leastMs = samples.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    return { timesSeconds, samples: samples.map((ms) => ms - leastMs) };
  }
  if (plot !== 'sender-window' || unit === 'segments') return ordered;
  const transfer = measurement.transfers.find(
    ({ direction: transferDirection, payloadBytes }) =>
      payloadBytes !== undefined && (transferDirection === direction || transferDirection === 'not told'),
  );
  const segmentBytes = transfer?.payloadBytes;
  return segmentBytes === undefined
    ? undefined
    : { timesSeconds, samples: samples.map((bytes) => bytes / segmentBytes) };
}

/**
 * Whether a load in the direction may have run beside round trips: by the user's word, else by the times of the loads.
 */
function isBesideLoad(
  { measurement: { startUnixSeconds: start }, givenDirection }: NamedMeasurement,
  { timesSeconds }: MeasuredSeries,
  loadDirection: LoadDirection,
  timedLoads: readonly TimedLoad[],
): boolean {
  if (givenDirection !== undefined) return givenDirection === loadDirection || givenDirection === 'both';
  if (start === undefined) return true;
  const isBeside = ({ startSeconds, endSeconds }: TimedLoad) =>
    timesSeconds.some((time) => start + time >= startSeconds && start + time <= endSeconds);
  const overlappingLoads = timedLoads.filter(isBeside);
  // A load that no file has may have run at other times.
  if (overlappingLoads.length === 0) return true;
  const directions = overlappingLoads.map((load) => load.direction);
  return loadDirection === 'both'
    ? directions.includes('down') && directions.includes('up')
    : directions.includes(loadDirection);
}

/** Time zero: the start of the first load in the direction, else of the first file. Undefined without a clock. */
function originUnixSeconds(files: readonly NamedMeasurement[], loadDirection: LoadDirection): number | undefined {
  const earliestOf = (times: readonly (number | undefined)[]) => {
    const knownTimes = times.filter((time) => time !== undefined);
    return knownTimes.length === 0 ? undefined : Math.min(...knownTimes);
  };
  const loads = files
    .flatMap(({ measurement }) => measurement.transfers)
    .filter((load) => isLoaded(loadDirection, load.direction));
  return (
    earliestOf(loads.map(({ startUnixSeconds }) => startUnixSeconds)) ??
    earliestOf(files.map(({ measurement }) => measurement.startUnixSeconds))
  );
}

function plotOf(
  { name, quantity, unit, direction, isInterpolated }: MeasuredSeries,
  shownDirection: LinkDirection,
  givenDirection: GivenDirection | undefined,
): BesideQuantity | undefined {
  if (isInterpolated === true) return undefined;
  const isOfDirection =
    direction === shownDirection || (direction === 'not told' && (givenDirection ?? shownDirection) === shownDirection);
  if (quantity === 'delay' && unit === 'ms') {
    if (isRoundTripOfTcp(name)) return direction === 'round trip' || isOfDirection ? 'sender-round-trip' : undefined;
    if (direction === 'round trip') return 'round-trip';
    return direction === shownDirection ? 'class-delay' : undefined;
  }
  if (quantity === 'loss' && unit === LOST_PROBES_UNIT)
    return direction === 'round trip' || isOfDirection ? 'lost-probes' : undefined;
  if (!isOfDirection) return undefined;
  if (quantity === 'goodput') return unit === 'Mb/s' ? 'total' : undefined;
  if (quantity === 'window') return 'sender-window';
  if (unit !== 'packets') return undefined;
  return quantity === 'loss' ? 'drops' : quantity === 'queue' ? 'queue' : undefined;
}

/** Round trips of the packets of a transfer, smoothed by its sender: not those of a probe. */
const isRoundTripOfTcp = (name: string) => /round trip of TCP|::tcp_rtt/.test(name);

interface TimedSamples {
  readonly timesSeconds: Float64Array;
  readonly samples: Float64Array;
}

/** The samples in order of time, without times and values that are missing. */
function inOrder(times: Float64Array, samples: Float64Array, offset: number): TimedSamples {
  const places: number[] = [];
  let isSorted = true;
  let last = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < times.length; index++) {
    const time = required(times[index]);
    if (!Number.isFinite(time) || !Number.isFinite(samples[index])) continue;
    if (time < last) isSorted = false;
    last = time;
    places.push(index);
  }
  if (!isSorted) places.sort((a, b) => required(times[a]) - required(times[b]));
  return {
    timesSeconds: Float64Array.from(places, (place) => required(times[place]) + offset),
    samples: Float64Array.from(places, (place) => required(samples[place])),
  };
}

/** Counts of intervals, whose ends are the times, as rates. The first interval is as long as the second. */
function perSecond({ timesSeconds, samples }: TimedSamples): TimedSamples {
  const lengthOf = (index: number) =>
    required(timesSeconds[Math.max(1, index)]) - required(timesSeconds[Math.max(1, index) - 1]);
  if (timesSeconds.length < 2) return { timesSeconds: new Float64Array(0), samples: new Float64Array(0) };
  return { timesSeconds, samples: samples.map((count, index) => count / lengthOf(index)) };
}

/**
 * Lost probes of each window, from the first probe of the measurement to the last. A window has the time of its end.
 */
function lossesPerSecond(lostTimes: Float64Array, { series }: Measurement, offset: number): TimedSamples | undefined {
  let [from, until] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const include = (time: number) => {
    from = Math.min(from, time);
    until = Math.max(until, time);
  };
  for (const { quantity, isInterpolated, timesSeconds } of series)
    if (quantity === 'delay' && isInterpolated !== true) for (const time of timesSeconds) include(time + offset);
  lostTimes.forEach(include);
  const windowCount = Math.floor((until - from) / LOSS_WINDOW_SECONDS) + 1;
  if (!(windowCount > 0 && windowCount <= MAX_LOSS_WINDOWS)) return undefined;
  const samples = new Float64Array(windowCount);
  for (const time of lostTimes) {
    const window = Math.floor((time - from) / LOSS_WINDOW_SECONDS);
    samples[window] = required(samples[window]) + 1 / LOSS_WINDOW_SECONDS;
  }
  return { timesSeconds: samples.map((_, window) => from + (window + 1) * LOSS_WINDOW_SECONDS), samples };
}

/**
 * Many samples as the means of windows of equal length, with their 95th percentiles. A window has the time of its end.
 */
function joinSamples(all: TimedSamples): Pick<BesideSeries, 'timesSeconds' | 'samples' | 'upperSamples'> {
  const { timesSeconds, samples } = all;
  const count = samples.length;
  if (count <= MAX_BESIDE_SAMPLES) return all;
  const from = required(timesSeconds[0]);
  const windowSeconds = (required(timesSeconds[count - 1]) - from) / MAX_BESIDE_SAMPLES;
  const times: number[] = [];
  const means: number[] = [];
  const uppers: number[] = [];
  let first = 0;
  for (let window = 1; window <= MAX_BESIDE_SAMPLES && first < count; window++) {
    const end = from + window * windowSeconds;
    const isLast = window === MAX_BESIDE_SAMPLES;
    let next = first;
    while (next < count && (isLast || required(timesSeconds[next]) <= end)) next++;
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
