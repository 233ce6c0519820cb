/** A histogram of the numbers of a class, beside the true values and their tolerances. */
import { bisectLeft, bisectRight, max, min, quantileSorted, tickStep } from 'd3-array';
import { required } from '../../shared/required.ts';
import type { ComparedNumber } from '../answers/answers.ts';
import { formatBounds } from '../answers/bounds.ts';
import { formatValue } from '../hand-in/hand-in-texts.ts';

/** An answered or measured number; `right` is undefined while it is not judged. */
export interface ClassNumber {
  readonly value: number;
  readonly isRight: boolean | undefined;
  readonly comparedNumber: ComparedNumber | undefined;
}

/** The numbers in one interval of the axis, in its unit. */
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

/** Numbers beyond an end of the axis. */
export interface NumbersBeyond {
  readonly count: number;
  /** The one that is farthest from the axis. */
  readonly farthestValue: number;
}

/** The figure on the axis. */
export interface AxisFigure {
  readonly label: string;
  readonly unit: string;
  /** The highest possible value, in the unit: the allowed band ends there. */
  readonly highest?: number | undefined;
}

/** The numbers of a class for one question. */
export interface NumberHistogram {
  readonly label: string;
  readonly unit: string;
  readonly bins: readonly HistogramBin[];
  /** Numbers below the first bin and above the last one: they would make all bins wide. Undefined without any. */
  readonly below: NumbersBeyond | undefined;
  readonly above: NumbersBeyond | undefined;
  /** True values; undefined before the runs are measured, and for goals. */
  readonly trueValues: ValueRange | undefined;
  /** The allowed values. An end without a bound is infinite. Undefined before the runs are measured. */
  readonly band: ValueRange | undefined;
  /** The allowed values in words, without the unit: the bounds of a goal as the lesson has them. */
  readonly allowedText: string;
  /** Whether it judges one goal of a challenge: an answer is right only if it meets all of them. */
  readonly isOfGoal: boolean;
}

/** Wanted number of bins, and the largest one beside an allowed band, which no bin crosses. */
const BIN_COUNT = 12;
const MAX_BIN_COUNT = 60;
/** The histogram reaches this many times the distance between the two quantiles beyond them. */
const REACH_BEYOND_QUANTILES = 1;
const LOW_QUANTILE = 0.1;
const HIGH_QUANTILE = 0.9;

/** The histogram of the numbers for one question. */
export function numberHistogram(
  { label, unit, highest = Number.POSITIVE_INFINITY }: AxisFigure,
  numbers: readonly ClassNumber[],
): NumberHistogram {
  const comparedNumbers = numbers.flatMap((number) => number.comparedNumber ?? []);
  const goal = comparedNumbers.find(({ kind }) => kind === 'goal');
  const trueValues = rangeOf(
    comparedNumbers.flatMap(({ kind, expectedValue }) =>
      kind === 'answer' && Number.isFinite(expectedValue) ? expectedValue : [],
    ),
  );
  const bands = comparedNumbers.flatMap((number) => bandOf(number) ?? []);
  const band =
    bands.length === 0
      ? undefined
      : {
          low: Math.min(...bands.map(({ low }) => low)),
          high: Math.min(highest, Math.max(...bands.map(({ high }) => high))),
        };
  const values = numbers.map(({ value }) => value).filter(Number.isFinite);
  const marks = [trueValues, band].flatMap((range) => (range === undefined ? [] : [range.low, range.high]));
  const edges = binEdges(values, marks.filter(Number.isFinite), band);
  const valuesBelow = values.filter((value) => value < (edges[0] ?? 0));
  const valuesAbove = values.filter((value) => value > (edges.at(-1) ?? 0));
  return {
    label,
    unit,
    bins: countBins(numbers, edges, band),
    below: numbersBeyond(valuesBelow, min(valuesBelow)),
    above: numbersBeyond(valuesAbove, max(valuesAbove)),
    trueValues,
    band,
    allowedText: goal === undefined ? (band === undefined ? '' : formatRange(band)) : formatBounds(goal),
    isOfGoal: goal !== undefined,
  };
}

function countBins(
  numbers: readonly ClassNumber[],
  edges: readonly number[],
  band: ValueRange | undefined,
): readonly HistogramBin[] {
  const bins = edges
    .slice(1)
    .map((to, index) => ({ from: required(edges[index]), to, rightCount: 0, wrongCount: 0, unjudgedCount: 0 }));
  for (const { value, isRight } of numbers) {
    const bin = bins[binIndex(value, isRight === true, edges, band)];
    if (bin === undefined) continue;
    if (isRight === true) bin.rightCount++;
    else if (isRight === false) bin.wrongCount++;
    else bin.unjudgedCount++;
  }
  return bins;
}

/**
 * A bin has its lower edge; the last one has its upper edge too. A right answer is in the band, also at its upper end.
 */
function binIndex(value: number, isRight: boolean, edges: readonly number[], band: ValueRange | undefined): number {
  if (value === edges.at(-1)) return edges.length - 2;
  if (!isRight || band === undefined) return bisectRight(edges, value) - 1;
  return value >= band.high ? bisectLeft(edges, band.high) - 1 : bisectRight(edges, Math.max(value, band.low)) - 1;
}

function numbersBeyond(values: readonly number[], farthestValue: number | undefined): NumbersBeyond | undefined {
  return farthestValue === undefined ? undefined : { count: values.length, farthestValue: farthestValue };
}

function bandOf({ kind, expectedValue, within, above, below }: ComparedNumber): ValueRange | undefined {
  if (kind === 'goal') return { low: above ?? Number.NEGATIVE_INFINITY, high: below ?? Number.POSITIVE_INFINITY };
  if (kind !== 'answer' || within === undefined || !Number.isFinite(expectedValue)) return undefined;
  return { low: expectedValue - within, high: expectedValue + within };
}

function rangeOf(values: readonly number[]): ValueRange | undefined {
  const [low, high] = [min(values), max(values)];
  return low === undefined || high === undefined ? undefined : { low, high };
}

/** The span of most numbers and of all marks. Beside a band of any width it has room for 60 bins of this width. */
function binnedRange(values: readonly number[], marks: readonly number[], band: ValueRange): ValueRange {
  const sortedValues = [...values].sort((a, b) => a - b);
  const lowQuantile = required(quantileSorted(sortedValues, LOW_QUANTILE));
  const highQuantile = required(quantileSorted(sortedValues, HIGH_QUANTILE));
  const reach = REACH_BEYOND_QUANTILES * (highQuantile - lowQuantile || Math.abs(highQuantile) / 2 || 1);
  const room = ((MAX_BIN_COUNT - 1) / 2) * (band.high - band.low || Number.POSITIVE_INFINITY);
  const from = Math.max(lowQuantile - reach, band.low - room);
  const to = Math.min(highQuantile + reach, band.high + room);
  const shownValues = [...sortedValues.filter((value) => value >= from && value <= to), ...marks];
  const [low, high] = [Math.min(...shownValues), Math.max(...shownValues)];
  if (high > low) return { low, high };
  const margin = Math.abs(high) / 2 || 1;
  return { low: low - margin, high: high + margin };
}

/**
 * Edges of bins of one width. The ends of the band are edges, so that right answers stand in it, and the true value is
 * in the middle of a bin, unless the band ends at the highest possible value. Without a band, round numbers are edges.
 * No edge is below 0 if no number is.
 */
function binEdges(
  values: readonly number[],
  marks: readonly number[],
  band: ValueRange = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY },
): readonly number[] {
  if (values.length === 0) return [];
  const { low, high } = binnedRange(values, marks, band);
  const bandWidth = band.high - band.low;
  const hasTwoEnds = bandWidth > 0 && Number.isFinite(bandWidth);
  const halfBinsInBand = Math.floor((bandWidth * BIN_COUNT) / (high - low) / 2 - 0.5);
  const binsInBand = hasTwoEnds ? 2 * Math.max(0, halfBinsInBand) + 1 : 0;
  const width = hasTwoEnds ? bandWidth / binsInBand : tickStep(low, high, BIN_COUNT);
  const bound = bandWidth === 0 ? undefined : [band.low, band.high].find(Number.isFinite);
  const edge = (index: number) =>
    hasTwoEnds && index >= binsInBand ? band.high + (index - binsInBand) * width : (bound ?? width / 2) + index * width;
  // One bin at least on the allowed side of a goal with one bound.
  const from = bound === band.high ? Math.min(low, bound - width) : low;
  const to = bound === band.low && !hasTwoEnds ? Math.max(high, bound + width) : high;
  const first = Math.floor((from - edge(0)) / width);
  const last = Math.max(first + 1, Math.ceil((to - edge(0)) / width - 1e-9));
  const edges = Array.from({ length: last - first + 1 }, (_, index) => edge(first + index));
  if ([...values, ...marks].some((value) => value < 0)) return edges;
  const above0 = edges.map((x) => Math.max(0, x));
  return above0.slice(Math.max(0, above0.lastIndexOf(0)));
}

/** A range in words; an infinite end is left out. */
export function formatRange({ low, high }: ValueRange): string {
  if (low === high) return formatValue(low);
  if (!Number.isFinite(low)) return `below ${formatValue(high)}`;
  return Number.isFinite(high) ? `${formatValue(low)} to ${formatValue(high)}` : `above ${formatValue(low)}`;
}
