/**
 * Judges sentences about figures: whether lines rise, whether they are straight, and whether they differ
 * significantly.
 */

import { type ReplicatedFigure, RunningStatistics, rSquared, spearman } from '../../shared/statistics.ts';
import {
  type ClaimJudgement,
  type EvidenceStatement,
  type EvidenceValues,
  evidenceValues,
  type JudgementWithEvidence,
  judgeByTest,
  listStatements,
  statement,
  worstJudgement,
} from '../claim-judgement.ts';
import type { ExperimentRow, RowsOfExperiment } from './rows.ts';

/** Least share of the variance that a line must explain if the paper says "linear". */
const MIN_LINEAR_SHARE = 0.97;
/** Least rank correlation for a rise (or fall) along the axis. It allows a few swaps of neighbours. */
const MIN_RANK_CORRELATION = 0.85;

export type RowStatistic = (row: ExperimentRow) => number | undefined;

/** One line of a figure, along its axis. */
export class StudyLine {
  readonly rows: readonly ExperimentRow[];

  constructor(rows: readonly ExperimentRow[]) {
    this.rows = [...rows].sort((a, b) => a.x - b.x);
  }

  rowAtX(x: number): ExperimentRow | undefined {
    return this.rows.find((row) => row.x === x);
  }

  /** If no buffer is enough, the need is infinite. */
  values(statistic: RowStatistic): number[] {
    return this.rows.map((row) => statistic(row) ?? Number.POSITIVE_INFINITY);
  }

  get xs(): number[] {
    return this.rows.map(({ x }) => x);
  }
}

/** The lines of the figures, from the rows of the experiments. */
export class StudyLines {
  readonly rows: RowsOfExperiment;

  constructor(rows: RowsOfExperiment) {
    this.rows = rows;
  }

  line(experiment: string, policy: string, level?: number, name = ''): StudyLine {
    return new StudyLine(
      this.rows(experiment).filter(
        (row) => row.policy === policy && row.line === name && (level === undefined || row.level === level),
      ),
    );
  }

  policies(experiment: string): string[] {
    return [...new Set(this.rows(experiment).map(({ policy }) => policy))];
  }

  /** Compares two paradigms with the same traffic at each place; positive if the first is larger. */
  comparePairs(
    experiment: string,
    policy: string,
    otherPolicy: string,
    statistic: 'video' | 'data' | 'delayMs',
    level?: number,
  ): PointDifference[] {
    const [first, second] = [this.line(experiment, policy, level), this.line(experiment, otherPolicy, level)];
    return first.rows.flatMap((row) => {
      const [mine, theirs] = [row.samples?.[statistic], second.rowAtX(row.x)?.samples?.[statistic]];
      return mine === undefined || theirs === undefined ? [] : [{ x: row.x, ...pairedDifference(mine, theirs) }];
    });
  }
}

/** A line rises (or falls) if its rank correlation with the axis is strong enough. */
export function judgeLineRise(
  label: EvidenceStatement,
  line: StudyLine,
  statistic: RowStatistic,
  falls = false,
): JudgementWithEvidence {
  const rank = spearman(line.xs, line.values(statistic));
  return judgeByTest(
    (falls ? -rank : rank) >= MIN_RANK_CORRELATION,
    statement`${label} rank correlation ${evidenceValues([rank], 2)}`,
  );
}

/** A line is straight if a linear fit explains most of its variance. */
export function judgeLineStraightness(policy: string, line: StudyLine, statistic: RowStatistic): JudgementWithEvidence {
  const fittedValue = rSquared(line.xs, line.values(statistic));
  return judgeByTest(fittedValue > MIN_LINEAR_SHARE, statement`${{ policy }}: R² ${evidenceValues([fittedValue], 4)}`);
}

/** The worst judgement of the parts, with the evidence of the parts that have this judgement. */
export function combineParts(judgedParts: readonly JudgementWithEvidence[]): JudgementWithEvidence {
  if (judgedParts.length === 0) return { verdict: 'missing', evidence: [['not run']] };
  const verdict = worstJudgement(judgedParts);
  return { verdict, evidence: judgedParts.filter((part) => part.verdict === verdict).flatMap((part) => part.evidence) };
}

export interface PointDifference {
  readonly x: number;
  readonly mean: number;
  readonly ci95: number;
}

/** The first is significantly larger at some place, and nowhere significantly smaller. */
export function judgeFirstLarger(
  label: EvidenceStatement,
  differences: readonly PointDifference[],
  unit?: string,
): JudgementWithEvidence {
  const differenceStatement = ({ x, mean, ci95 }: PointDifference) =>
    statement`${x} (${evidenceValues([mean], 3, { ci95, isSigned: true, unit })})`;
  const judge = (verdict: ClaimJudgement, words: string, points: readonly PointDifference[]) => ({
    verdict,
    evidence: [statement`${label}: ${words} at ${listStatements(points.map(differenceStatement))}`],
  });
  const smallerAt = differences.filter(({ mean, ci95 }) => mean + ci95 < 0);
  const largerAt = differences.filter(({ mean, ci95 }) => mean - ci95 > 0);
  if (smallerAt.length > 0) return judge('fails', 'negative', smallerAt);
  if (largerAt.length === 0) return judge('not distinguishable', 'no difference', differences);
  return judge('holds', 'positive', largerAt);
}

/** Whether a figure is significantly above zero, significantly below, or neither. */
export function judgeMeanPositive(
  shownValues: EvidenceStatement,
  { mean, ci95, n }: ReplicatedFigure,
): JudgementWithEvidence {
  const evidence = [shownValues];
  if (n < 2 || Number.isNaN(mean)) return { verdict: 'not checkable', evidence };
  if (mean - ci95 > 0) return { verdict: 'holds', evidence };
  return { verdict: mean + ci95 < 0 ? 'fails' : 'not distinguishable', evidence };
}

/** Mean of samples, with its 95 % interval. */
export function meanWithInterval(samples: readonly number[]): ReplicatedFigure {
  const moments = new RunningStatistics();
  for (const sample of samples) moments.add(sample);
  return moments.result();
}

/** Mean of the differences of pairs, with its 95 % interval. */
export function pairedDifference(a: readonly number[], b: readonly number[]): ReplicatedFigure {
  const pairs = Math.min(a.length, b.length);
  return meanWithInterval(Array.from({ length: pairs }, (_, index) => a[index] - b[index]));
}

/** a / b; NaN if one is missing. */
export function quotientOfTwo(a: number | undefined, b: number | undefined): number {
  return (a ?? Number.NaN) / (b ?? Number.NaN);
}

/** Bytes in kB, in the evidence. */
export const evidenceKilobytes = (bytes: number | undefined, digits = 1): EvidenceValues =>
  evidenceValues([bytes === undefined ? undefined : bytes / 1e3], digits, { unit: 'kB' });

/** Variance of a sample of two values or more, with n - 1 in the denominator. */
export function sampleVariance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (values.length - 1);
}
