/** Compares a measured series with the same quantity of a run: the time at which they match, and where they differ. */
import { required } from '../../shared/required.ts';
import { nearestRank } from '../samples.ts';
import { BESIDE_PLOTS, type BesideSeries, type TimedValues } from './beside-plots.ts';

/** Shares of the values below those of a distribution. */
export const BESIDE_SHARES = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1] as const;

export interface BesideDistribution {
  readonly count: number;
  /** By `BESIDE_SHARES`. */
  readonly quantiles: readonly number[];
}

/** The number of values and their quantiles; undefined without values. */
export function distributionOf(values: Float64Array): BesideDistribution | undefined {
  if (values.length === 0) return undefined;
  const sortedValues = values.slice().sort();
  return { count: sortedValues.length, quantiles: BESIDE_SHARES.map((share) => nearestRank(sortedValues, share)) };
}

/** Largest number of times that are tried at once. */
const MAX_TRIED_SHIFTS = 1_000;
/** Step of a shift, s. */
export const SHIFT_STEP_SECONDS = 0.1;
/** A match covers at least this share of the shorter of the two. */
const MIN_OVERLAP_SHARE = 0.5;

const round = (seconds: number) => Math.round(seconds / SHIFT_STEP_SECONDS) * SHIFT_STEP_SECONDS;

/** The shifts at which a series and a span of the run overlap, s. */
export function shiftRange(measured: TimedValues, runSeconds: number): readonly [from: number, to: number] {
  const { timesSeconds } = measured;
  if (timesSeconds.length === 0) return [0, 0];
  const first = required(timesSeconds[0]);
  const last = required(timesSeconds[timesSeconds.length - 1]);
  return [round(first - runSeconds), round(last)];
}

/**
 * The part of a span of the run in which there are measured values, s. Only there the two are compared.
 * @param shiftSeconds measured time of the beginning of the run
 * @returns undefined if the measurement lies outside the span
 */
export function comparedSpan(
  { timesSeconds }: Pick<TimedValues, 'timesSeconds'>,
  shiftSeconds: number,
  [from, until]: readonly [from: number, until: number],
): readonly [from: number, until: number] | undefined {
  const first = Math.max(from, (timesSeconds[0] ?? Number.NaN) - shiftSeconds);
  const last = Math.min(until, (timesSeconds[timesSeconds.length - 1] ?? Number.NaN) - shiftSeconds);
  return first <= last ? [first, last] : undefined;
}

/**
 * The shift at which the two differ least: the least mean of the absolute differences at the times of the run.
 * @returns undefined if they have too little in common
 */
export function bestShift(measured: TimedValues, run: TimedValues): number | undefined {
  const knownRun = { timesSeconds: [] as number[], samples: [] as number[] };
  for (let index = 0; index < run.samples.length; index++)
    if (!Number.isNaN(required(run.samples[index]))) {
      knownRun.timesSeconds.push(required(run.timesSeconds[index]));
      knownRun.samples.push(required(run.samples[index]));
    }
  const runSeconds = knownRun.timesSeconds.at(-1);
  const count = measured.timesSeconds.length;
  if (runSeconds === undefined || count === 0) return undefined;
  const measuredSeconds = required(measured.timesSeconds[count - 1]) - required(measured.timesSeconds[0]);
  const minOverlap =
    MIN_OVERLAP_SHARE * Math.min(knownRun.samples.length, (knownRun.samples.length * measuredSeconds) / runSeconds);
  let [from, to] = shiftRange(measured, runSeconds);
  let bestMatch: { readonly shift: number; readonly cost: number } | undefined;
  // First in coarse steps over the whole range, then in finer ones around the best.
  for (;;) {
    const step = Math.max(SHIFT_STEP_SECONDS, (to - from) / MAX_TRIED_SHIFTS);
    for (let shift = from; shift <= to + step / 2; shift += step) {
      const cost = meanDifference(measured, knownRun, shift, minOverlap);
      if (cost !== undefined && (bestMatch === undefined || cost < bestMatch.cost)) bestMatch = { shift, cost };
    }
    if (bestMatch === undefined) return undefined;
    if (step <= SHIFT_STEP_SECONDS) return round(bestMatch.shift);
    [from, to] = [round(bestMatch.shift - 2 * step), round(bestMatch.shift + 2 * step)];
  }
}

/**
 * The mean absolute difference from the interpolated measurement, at the times of the run; undefined where fewer than
 * `minOverlap` have a measured value.
 */
function meanDifference(
  measured: TimedValues,
  run: TimedValues,
  shift: number,
  minOverlap: number,
): number | undefined {
  const { timesSeconds, samples } = measured;
  let next = 0;
  let sum = 0;
  let count = 0;
  for (let index = 0; index < run.samples.length; index++) {
    const time = required(run.timesSeconds[index]) + shift;
    while (next < timesSeconds.length && required(timesSeconds[next]) < time) next++;
    if (next === 0 || next === timesSeconds.length) continue;
    const [before, after] = [required(timesSeconds[next - 1]), required(timesSeconds[next])];
    const share = (time - before) / (after - before);
    const value = (1 - share) * required(samples[next - 1]) + share * required(samples[next]);
    sum += Math.abs(value - required(run.samples[index]));
    count++;
  }
  return count === 0 || count < minOverlap ? undefined : sum / count;
}

/** Values differ by more than this share, or not at all in words. */
const ALIKE_SHARE = 0.05;
/** A measured value is beyond the run by more than this share, and this, ms. */
const BEYOND_SHARE = 0.1;
const BEYOND_MS = 2;
/** A share of long round trips above which they are not single spikes. */
const MAX_SPIKE_SHARE = 0.05;

const LEAST = BESIDE_SHARES.indexOf(0);
const MEDIAN = BESIDE_SHARES.indexOf(0.5);

const number = (value: number) => String(Number(value.toPrecision(3)));

/**
 * Where the measurement and the run differ, and what no queue of the run explains, in a sentence or two.
 * @param measured of a span
 * @param run of the same span and quantity
 * @param runName name of the lane
 * @param runLongest largest known value of the run, not only of the span; where `run` has means of windows, also of
 *   single values
 */
export function differenceText(
  { plot }: Pick<BesideSeries, 'plot'>,
  measured: Float64Array,
  run: Float64Array,
  runName: string,
  runLongest = run.reduce((a, b) => Math.max(a, b), 0),
): string {
  const { unit, isOfSender } = BESIDE_PLOTS[plot];
  if (isOfSender === true) return 'Shown in the plots of one sender: choose “Sender” above the plots.';
  const [measuredDistribution, runDistribution] = [distributionOf(measured), distributionOf(run)];
  if (measuredDistribution === undefined) return 'The measurement has no values in this span. Shift it.';
  if (runDistribution === undefined) return `${runName} has no values in this span yet.`;
  // Most windows have no loss, so medians would say nothing.
  const isLoss = unit === BESIDE_PLOTS.drops.unit;
  const typicalValue = (values: Float64Array, { quantiles }: BesideDistribution) =>
    isLoss ? values.reduce((sum, value) => sum + value, 0) / values.length : required(quantiles[MEDIAN]);
  const [a, b] = [typicalValue(measured, measuredDistribution), typicalValue(run, runDistribution)];
  const medians = `${isLoss ? 'Mean' : 'Median'}: measured ${number(a)} ${unit}, ${runName} ${number(b)} ${unit}`;
  const differenceInWords =
    Math.abs(a - b) <= ALIKE_SHARE * Math.abs(b)
      ? `less than ${100 * ALIKE_SHARE} % apart`
      : `the measured one is ${a > b ? 'higher' : 'lower'}${b === 0 ? '' : ` by ${number(100 * Math.abs(a / b - 1))} %`}`;
  const cause =
    plot === 'round-trip'
      ? unexplainedDelay(measured, measuredDistribution, runDistribution, runName, runLongest)
      : plot === 'total' && a < b * (1 - BEYOND_SHARE)
        ? ' Something other than this queue limits the transfer: its sender, its window, or another bottleneck.'
        : '';
  return `${medians}: ${differenceInWords}.${cause}`;
}

function unexplainedDelay(
  measured: Float64Array,
  measuredDistribution: BesideDistribution,
  runDistribution: BesideDistribution,
  runName: string,
  runLongestMs: number,
): string {
  const limitBeyond = (ms: number) => ms + Math.max(BEYOND_MS, BEYOND_SHARE * ms);
  const longCount = measured.reduce((count, ms) => (ms > limitBeyond(runLongestMs) ? count + 1 : count), 0);
  const share = longCount / measured.length;
  const leastMs = required(measuredDistribution.quantiles[LEAST]);
  const ourLeast = required(runDistribution.quantiles[LEAST]);
  const path =
    leastMs > limitBeyond(ourLeast)
      ? ` The least round trip is ${number(leastMs - ourLeast)} ms longer than in ${runName}: a longer path, or a queue that never empties.`
      : '';
  if (longCount === 0) return path;
  const longTripsText = `${longCount} of ${measured.length} round trips are longer than the longest in ${runName}, ${number(runLongestMs)} ms, by more than ${100 * BEYOND_SHARE} %`;
  return share <= MAX_SPIKE_SHARE
    ? ` ${longTripsText}: no queue of ${runName} makes such spikes; Wi-Fi and busy hosts do.${path}`
    : ` ${longTripsText}: a longer buffer, or a second queue on the path.${path}`;
}
