/** Judges a sentence of a paper from means and their intervals. */
import { fQuantile975, type ReplicatedFigure } from '../shared/statistics.ts';
import { type JudgementWithEvidence, worstJudgement } from './claim-judgement.ts';

const NO_INTERVAL_EVIDENCE = 'fewer than two seeds have been run, or a figure is not defined';

/** One seed gives no interval. If a value is infinite for one seed, there is no mean and no interval. */
const lacksInterval = ({ mean, ci95, n }: ReplicatedFigure) => n < 2 || !Number.isFinite(mean) || Number.isNaN(ci95);

/**
 * Holds if each figure is significantly above zero (or above a subtracted bound): its whole 95 % interval is above. The
 * sentence fails if one figure is significantly below. If an interval contains zero, the sentence is not decided.
 */
export function judgeAboveZero(differences: readonly ReplicatedFigure[], evidence: string): JudgementWithEvidence {
  if (differences.some(lacksInterval)) return { verdict: 'not checkable', evidence: NO_INTERVAL_EVIDENCE };
  if (differences.some(({ mean, ci95 }) => mean + ci95 < 0)) return { verdict: 'fails', evidence };
  const isOpen = differences.some(({ mean, ci95 }) => mean - ci95 <= 0);
  return { verdict: isOpen ? 'not distinguishable' : 'holds', evidence };
}

/** Fails if the whole interval of one difference is below zero. Otherwise holds if no mean is below zero. */
export function judgeNotBelowZero(differences: readonly ReplicatedFigure[], evidence: string): JudgementWithEvidence {
  if (differences.some(lacksInterval)) return { verdict: 'not checkable', evidence: NO_INTERVAL_EVIDENCE };
  if (differences.some(({ mean, ci95 }) => mean + ci95 < 0)) return { verdict: 'fails', evidence };
  return { verdict: differences.some(({ mean }) => mean < 0) ? 'not distinguishable' : 'holds', evidence };
}

/** Holds if the interval of each figure lies between two bounds. One bound may be infinite. */
export function judgeBetween(
  figures: readonly ReplicatedFigure[],
  low: number,
  high: number,
  evidence: string,
): JudgementWithEvidence {
  if (figures.some(lacksInterval)) return { verdict: 'not checkable', evidence: NO_INTERVAL_EVIDENCE };
  const margins = figures.flatMap(({ mean, ci95, n }) =>
    [mean - low, high - mean].map((margin) => ({ mean: margin, ci95, n })),
  );
  return judgeAboveZero(
    margins.filter(({ mean }) => mean !== Number.POSITIVE_INFINITY),
    evidence,
  );
}

/**
 * Whether one figure varies between runs by a given factor more than another, from the widths of their intervals:
 * F-test of the variances, 97.5 % on either side.
 */
export function judgeVariesMore(
  a: ReplicatedFigure,
  b: ReplicatedFigure,
  minRatio: number,
  evidence: string,
): JudgementWithEvidence {
  if ([a, b].some(lacksInterval) || a.n !== b.n) return { verdict: 'not checkable', evidence: NO_INTERVAL_EVIDENCE };
  const ratio = a.ci95 / b.ci95 / minRatio;
  const criticalRatio = Math.sqrt(fQuantile975(a.n - 1));
  if (ratio * criticalRatio < 1) return { verdict: 'fails', evidence };
  return { verdict: ratio > criticalRatio ? 'holds' : 'not distinguishable', evidence };
}

/** Pairs of neighbours, in their order. */
export const neighbourPairs = <T>(items: readonly T[]): (readonly [T, T])[] =>
  items.slice(1).map((item, index) => [items[index], item]);

/** All pairs. */
export const allPairs = <T>(items: readonly T[]): (readonly [T, T])[] =>
  items.flatMap((item, index) => items.slice(index + 1).map((other) => [item, other] as const));

/** The first figure minus the second. */
export const differenceOfTwo = ([a = Number.NaN, b = Number.NaN]: readonly number[]) => a - b;

/** The difference of the first two figures minus that of the next two. */
export const differenceOfDifferences = (values: readonly number[]) =>
  differenceOfTwo(values) - differenceOfTwo(values.slice(2));

/** The difference between the largest and the smallest. */
export const spreadOfValues = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

/** A sentence with several parts has the worst judgement of the parts. The evidence has the judgement of each part. */
export function combineNamedParts(partsByName: Readonly<Record<string, JudgementWithEvidence>>): JudgementWithEvidence {
  const evidenceOfEach = Object.entries(partsByName).map(
    ([name, { verdict, evidence }]) => `${name}: ${verdict} (${evidence})`,
  );
  return { verdict: worstJudgement(Object.values(partsByName)), evidence: evidenceOfEach.join('; ') };
}

export const formatFixedNumbers = (values: readonly number[], digits: number) =>
  values.map((value) => value.toFixed(digits)).join(', ');

export const formatValueRange = (values: readonly number[], digits: number, unit = '') =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}${unit}`;

export const meansOfFigures = (figures: readonly ReplicatedFigure[]) => figures.map(({ mean }) => mean);
