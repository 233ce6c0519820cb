/**
 * Sentences of a paper as data: figures over the seeds, the bounds that they must keep, and the values that the
 * evidence shows. Each is judged from the means and their intervals.
 */
import { fQuantile975, type ReplicatedFigure } from '../shared/statistics.ts';
import type { RunStatistic, StudyRun } from '../studies/tasks.ts';
import {
  type ClaimJudgement,
  type EvidencePart,
  type EvidenceStatement,
  type EvidenceValues,
  evidenceValues,
  type JudgementWithEvidence,
  worstJudgement,
} from './claim-judgement.ts';
import type { ClaimFigure, TaskResults } from './task-results.ts';

/** A statistic of one run as a figure. */
export const figureOf = (run: StudyRun, statistic: RunStatistic): ClaimFigure => ({
  terms: [{ run, statistic }],
  compute: ([value = Number.NaN]) => value,
});

/** One number of several figures. */
export const combineFigures = (
  figures: readonly ClaimFigure[],
  compute: (values: readonly number[]) => number,
): ClaimFigure => ({
  terms: figures.flatMap(({ terms }) => terms),
  compute: (values) => {
    let start = 0;
    return compute(
      figures.map((figure) => {
        const ownValues = values.slice(start, start + figure.terms.length);
        start += figure.terms.length;
        return figure.compute(ownValues);
      }),
    );
  },
});

/** a - b, from the values of each seed. */
export const differenceOf = (a: ClaimFigure, b: ClaimFigure) => combineFigures([a, b], differenceOfTwo);

/** a / b, from the values of each seed. */
export const quotientOf = (a: ClaimFigure, b: ClaimFigure) => combineFigures([a, b], ([x = 0, y = 0]) => x / y);

/** Each figure minus the next. */
export const fallsAlong = (figures: readonly ClaimFigure[]) =>
  neighbourPairs(figures).map(([a, b]) => differenceOf(a, b));

/** Means of figures, in the evidence. */
export interface ShownFigures extends Omit<EvidenceValues, 'values' | 'ci95'> {
  readonly figures: readonly ClaimFigure[];
  /** Whether the interval of the only figure is shown too. */
  readonly hasInterval?: true;
  /** Other numbers from the means. */
  readonly numbersOf?: (means: readonly number[]) => readonly number[];
}

/** Figures in an evidence, with this number of digits. */
export const shownFigures = (
  figures: readonly ClaimFigure[],
  digits: number,
  form: Omit<ShownFigures, 'figures' | 'digits'> = {},
): ShownFigures => ({ figures, digits, ...form });

/** The smallest and the largest of the means. */
export const shownRange = (figures: readonly ClaimFigure[], digits: number, unit?: string) =>
  shownFigures(figures, digits, { isRange: true, unit });

type ShownStatement = readonly (EvidencePart | ShownFigures)[];

/** "label: fig7 1.00, 2.00; fig8 …": a statement for each group of figures, with the unit after the last. */
export const shownGroups = (
  label: string,
  groups: readonly { readonly name?: string; readonly figures: readonly ClaimFigure[] }[],
  digits: number,
  unit?: string,
): readonly ShownStatement[] =>
  groups.map(({ name, figures }, index) => [
    `${index === 0 ? `${label}: ` : ''}${name === undefined ? '' : `${name} `}`,
    shownFigures(figures, digits, { unit: index < groups.length - 1 ? undefined : unit }),
  ]);

/** Bounds of figures. Without any, a figure must be above zero. */
interface FigureBounds {
  readonly low?: number;
  readonly high?: number;
  /** A sentence with "at least": a mean within the bounds is enough, unless one interval is outside. */
  readonly isAtLeast?: boolean;
  /** Least half-width of an interval: differences that are smaller do not count. */
  readonly minInterval?: number;
}

/** A sentence, or one part of it: the figures within the bounds. */
export interface ClaimCheck extends FigureBounds {
  readonly figures: readonly ClaimFigure[];
  readonly evidence: readonly ShownStatement[];
}

/** Fewer than two seeds give no interval. If a value is infinite for one seed, there is no mean and no interval. */
const lacksInterval = ({ mean, ci95, n }: ReplicatedFigure) => n < 2 || !Number.isFinite(mean) || Number.isNaN(ci95);

const NOT_CHECKABLE: JudgementWithEvidence = {
  verdict: 'not checkable',
  evidence: [['fewer than two seeds have been run, or a figure is not defined']],
};

/**
 * Holds if the whole 95 % interval of each figure is within the bounds. The sentence fails if one interval is wholly
 * outside. Otherwise it is not decided.
 */
export function judgeFigures(
  figures: readonly ReplicatedFigure[],
  { low, high, isAtLeast = false, minInterval = 0 }: FigureBounds,
): ClaimJudgement {
  if (figures.some(lacksInterval)) return 'not checkable';
  const bottom = low ?? (high === undefined ? 0 : Number.NEGATIVE_INFINITY);
  const margins = figures.flatMap(({ mean, ci95 }) =>
    [mean - bottom, (high ?? Number.POSITIVE_INFINITY) - mean].map((margin) => ({
      margin,
      ci95: Math.max(ci95, minInterval),
    })),
  );
  if (margins.some(({ margin, ci95 }) => margin + ci95 < 0)) return 'fails';
  const isOpen = margins.some(({ margin, ci95 }) => (isAtLeast ? margin < 0 : margin - ci95 <= 0));
  return isOpen ? 'not distinguishable' : 'holds';
}

/** Judges a sentence by its only check, or by the worst of its parts, by their names. */
export function judgeByChecks(
  checks: ClaimCheck | Readonly<Record<string, ClaimCheck>>,
): (results: TaskResults) => JudgementWithEvidence {
  return (results) => {
    if (isCheck(checks)) return judgeCheck(checks, results);
    const parts = Object.entries(checks).map(([name, check]) => ({ name, ...judgeCheck(check, results) }));
    return { verdict: worstJudgement(parts), evidence: parts };
  };
}

const isCheck = (checks: ClaimCheck | Readonly<Record<string, ClaimCheck>>): checks is ClaimCheck =>
  Array.isArray(checks.figures);

function judgeCheck({ figures, evidence, ...bounds }: ClaimCheck, results: TaskResults): JudgementWithEvidence {
  const verdict = judgeFigures(
    figures.map((figure) => results.combinedFigure(figure)),
    bounds,
  );
  return verdict === 'not checkable'
    ? NOT_CHECKABLE
    : { verdict, evidence: evidence.map((statement) => measuredStatement(statement, results)) };
}

const measuredStatement = (statement: ShownStatement, results: TaskResults): EvidenceStatement =>
  statement.map((part) => {
    if (typeof part !== 'object' || !('figures' in part)) return part;
    const { figures, digits, hasInterval, numbersOf = (means) => means, ...form } = part;
    const measuredFigures = figures.map((figure) => results.combinedFigure(figure));
    const ci95 = hasInterval && measuredFigures[0]?.ci95;
    return evidenceValues(numbersOf(measuredFigures.map(({ mean }) => mean)), digits, { ...form, ci95 });
  });

/**
 * Whether one figure varies between runs by a given factor more than another, from the widths of their intervals:
 * F-test of the variances, 97.5 % on either side.
 */
export function judgeVariesMore(
  a: ReplicatedFigure,
  b: ReplicatedFigure,
  minRatio: number,
  evidence: EvidenceStatement,
): JudgementWithEvidence {
  if ([a, b].some(lacksInterval) || a.n !== b.n) return NOT_CHECKABLE;
  const ratio = a.ci95 / b.ci95 / minRatio;
  const criticalRatio = Math.sqrt(fQuantile975(a.n - 1));
  const verdict = ratio * criticalRatio < 1 ? 'fails' : ratio > criticalRatio ? 'holds' : 'not distinguishable';
  return { verdict, evidence: [evidence] };
}

/** Pairs of neighbours, in their order. */
const neighbourPairs = <T>(items: readonly T[]): (readonly [T, T])[] =>
  items.slice(1).map((item, index) => [items[index], item]);

/** All pairs. */
export const allPairs = <T>(items: readonly T[]): (readonly [T, T])[] =>
  items.flatMap((item, index) => items.slice(index + 1).map((other) => [item, other] as const));

const differenceOfTwo = ([a = Number.NaN, b = Number.NaN]: readonly number[]) => a - b;
