/** A histogram of the numbers of a class, beside the true values and their tolerances. */
import { max, min, quantileSorted, ticks } from 'd3-array';
import type { ComparedNumber } from '../answers/answers.ts';
import { formatValue } from '../hand-in/hand-in-texts.ts';

/** An answered or measured number; `right` is undefined while it is not judged. */
export interface ClassNumber {
  readonly value: number;
  readonly right: boolean | undefined;
  readonly compared: ComparedNumber | undefined;
}

export interface HistogramBin {
  readonly from: number;
  readonly to: number;
  readonly rightCount: number;
  readonly wrongCount: number;
  readonly unjudgedCount: number;
}

/** The lowest and the highest value of a class: one value if all have the same run. */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

export interface NumberHistogram {
  readonly label: string;
  readonly unit: string;
  readonly bins: readonly HistogramBin[];
  /** Numbers below the first bin and above the last one: they would make all bins wide. */
  readonly belowCount: number;
  readonly aboveCount: number;
  /** True values; undefined before the runs are measured, and for goals. */
  readonly trueValues: ValueRange | undefined;
  /** The allowed values. An end without a bound is infinite. Undefined before the runs are measured. */
  readonly band: ValueRange | undefined;
}

/** Wanted number of bins, and the largest one, if the allowed band would be narrower than a bin. */
const BIN_COUNT = 12;
const MAX_BIN_COUNT = 40;
/** The histogram reaches this many times the distance between the two quantiles beyond them. */
const REACH_BEYOND_QUANTILES = 1;
const LOW_QUANTILE = 0.1;
const HIGH_QUANTILE = 0.9;

export function numberHistogram(label: string, unit: string, numbers: readonly ClassNumber[]): NumberHistogram {
  const compared = numbers.flatMap((number) => number.compared ?? []);
  const trueValues = rangeOf(
    compared.flatMap(({ kind, expected }) => (kind === 'answer' && Number.isFinite(expected) ? expected : [])),
  );
  const bands = compared.flatMap((number) => bandOf(number) ?? []);
  const band =
    bands.length === 0
      ? undefined
      : { low: Math.min(...bands.map(({ low }) => low)), high: Math.max(...bands.map(({ high }) => high)) };
  const values = numbers.map(({ value }) => value).filter(Number.isFinite);
  const edges = binEdges(
    values,
    [
      ...(trueValues === undefined ? [] : [trueValues.low, trueValues.high]),
      ...(band === undefined ? [] : [band.low, band.high].filter(Number.isFinite)),
    ],
    band === undefined ? Number.POSITIVE_INFINITY : band.high - band.low,
  );
  const bins = edges
    .slice(1)
    .map((to, index) => binOf(numbers, edges[index] as number, to, index === edges.length - 2));
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  return {
    label,
    unit,
    bins,
    belowCount: values.filter((value) => value < first).length,
    aboveCount: values.filter((value) => value > last).length,
    trueValues,
    band,
  };
}

/** @param isLast the last bin has its upper edge too */
function binOf(numbers: readonly ClassNumber[], from: number, to: number, isLast: boolean): HistogramBin {
  const inBin = numbers.filter(({ value }) => value >= from && (value < to || (isLast && value === to)));
  const count = (right: boolean | undefined) => inBin.filter((number) => number.right === right).length;
  return { from, to, rightCount: count(true), wrongCount: count(false), unjudgedCount: count(undefined) };
}

function bandOf({ kind, expected, within, above, below }: ComparedNumber): ValueRange | undefined {
  if (kind === 'goal') return { low: above ?? Number.NEGATIVE_INFINITY, high: below ?? Number.POSITIVE_INFINITY };
  if (kind !== 'answer' || within === undefined || !Number.isFinite(expected)) return undefined;
  return { low: expected - within, high: expected + within };
}

function rangeOf(values: readonly number[]): ValueRange | undefined {
  const [low, high] = [min(values), max(values)];
  return low === undefined || high === undefined ? undefined : { low, high };
}

/**
 * Edges between round numbers, around most values and all marks: a round answer stands in the middle of its bin.
 * @param bandWidth a bin is no wider, if there is room for so many
 */
function binEdges(values: readonly number[], marks: readonly number[], bandWidth: number): readonly number[] {
  if (values.length === 0) return [];
  const sorted = [...values].sort((a, b) => a - b);
  const lowQuantile = quantileSorted(sorted, LOW_QUANTILE) as number;
  const highQuantile = quantileSorted(sorted, HIGH_QUANTILE) as number;
  const reach = REACH_BEYOND_QUANTILES * (highQuantile - lowQuantile || Math.abs(highQuantile) / 2 || 1);
  const shown = sorted.filter((value) => value >= lowQuantile - reach && value <= highQuantile + reach);
  const [low, high] = [Math.min(...shown, ...marks), Math.max(...shown, ...marks)];
  const margin = high === low ? Math.abs(high) / 2 || 1 : 0;
  const span = high - low + 2 * margin;
  const binCount = Math.min(MAX_BIN_COUNT, Math.max(BIN_COUNT, Math.ceil(span / bandWidth)));
  const middles = ticks(low - margin, high + margin, binCount);
  const [first = low, last = high] = [middles[0], middles.at(-1)];
  const step = (middles[1] ?? 0) - first || 1;
  const before = first - step / 2 > low - margin ? [first - step] : [];
  const after = last + step / 2 < high + margin ? [last + step] : [];
  const all = [...before, ...middles, ...after];
  return [...all.map((middle) => middle - step / 2), (all.at(-1) ?? last) + step / 2];
}

export function formatRange({ low, high }: ValueRange): string {
  if (low === high) return formatValue(low);
  if (!Number.isFinite(low)) return `below ${formatValue(high)}`;
  return Number.isFinite(high) ? `${formatValue(low)} to ${formatValue(high)}` : `above ${formatValue(low)}`;
}
