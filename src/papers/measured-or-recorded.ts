/**
 * The numbers of a paper on the page: each as measured here, otherwise as recorded, and the difference if there are
 * both. The two are never mixed in one number.
 */

import { presentFields } from '../shared/present-fields.ts';
import { completeRows, type ExperimentRow, sortExperimentRows } from './bhattacharjee/rows.ts';
import type { EvidenceStatement } from './claim-judgement.ts';
import {
  type DrawnSeries,
  type JudgedNumber,
  type JudgedPaper,
  type JudgedPaperClaim,
  paperScores,
} from './judge-paper.ts';
import type { DrawnDiagram, MeasurementMode, Paper } from './paper.ts';
import type { PaperRecord } from './paper-record.ts';
import type { TaskResults } from './task-results.ts';

export type FigureOrigin = 'here' | 'record';

/** The relation between a measurement of this page and the record. */
export interface RecordDifference {
  /** The intervals of the two do not meet. */
  readonly hasOtherValue: boolean;
  readonly hasOtherJudgement: boolean;
}

interface ShownOrigin<T> {
  /** Undefined if it was not measured at all. */
  readonly origin: FigureOrigin | undefined;
  /** The recorded value, if there is also a measurement of this page. */
  readonly recordedResult?: T;
}

/** A judged number, with its difference from the record if it has both. */
export interface ShownNumber extends JudgedNumber, ShownOrigin<JudgedNumber> {
  readonly recordDifference?: RecordDifference;
}

/** A judged claim, measured here or recorded. */
export interface ShownClaim extends JudgedPaperClaim, ShownOrigin<JudgedPaperClaim> {}

/** For the numbers and claims that were measured here and are also on record. */
export interface RecordComparison {
  readonly numberCount: number;
  /** Number of values that are the same to the last digit. */
  readonly sameValueCount: number;
  readonly differingValueCount: number;
  readonly otherJudgementCount: number;
  readonly claimCount: number;
  readonly otherClaimCount: number;
}

/** A paper as the page shows it. */
export interface ShownPaper extends JudgedPaper {
  readonly cells: readonly ShownNumber[];
  readonly claims: readonly ShownClaim[];
  /** The mode of the shown record; undefined without one. */
  readonly recordMode: MeasurementMode | undefined;
  readonly comparison: RecordComparison;
}

/** A paper, and what is known of its numbers. */
export interface PaperWithNumbers {
  readonly paper: Paper;
  readonly shownPaper: ShownPaper;
}

/** @param recordedPaper the judged record; undefined without a comparable record */
export function shownPaper(
  paper: Paper,
  measuredHere: JudgedPaper,
  recordedPaper: JudgedPaper | undefined,
  recordMode?: MeasurementMode,
): ShownPaper {
  const cells = measuredHere.cells.map((cell, index) => shownNumber(cell, recordedPaper?.cells[index]));
  const claims = measuredHere.claims.map((claim, index) => shownClaim(claim, recordedPaper?.claims[index]));
  return {
    ...measuredHere,
    cells,
    claims,
    ...paperScores(paper, cells, claims),
    recordMode,
    comparison: compareWithRecord(cells, claims),
  };
}

function shownNumber(measuredHere: JudgedNumber, recordedNumber: JudgedNumber | undefined): ShownNumber {
  const onRecord = recordedNumber?.measured === undefined ? undefined : recordedNumber;
  if (measuredHere.measured === undefined)
    return onRecord === undefined ? { ...measuredHere, origin: undefined } : { ...onRecord, origin: 'record' };
  if (onRecord === undefined) return { ...measuredHere, origin: 'here' };
  return {
    ...measuredHere,
    origin: 'here',
    recordedResult: onRecord,
    recordDifference: differenceFromRecord(measuredHere, onRecord),
  };
}

function differenceFromRecord(measuredHere: JudgedNumber, recordedNumber: JudgedNumber): RecordDifference {
  const distance = Math.abs((measuredHere.measured ?? Number.NaN) - (recordedNumber.measured ?? Number.NaN));
  return {
    hasOtherValue: distance > (measuredHere.ci95 ?? 0) + (recordedNumber.ci95 ?? 0),
    hasOtherJudgement: measuredHere.verdict !== recordedNumber.verdict,
  };
}

function shownClaim(measuredHere: JudgedPaperClaim, recordedClaim: JudgedPaperClaim | undefined): ShownClaim {
  const onRecord = recordedClaim?.verdict === 'missing' ? undefined : recordedClaim;
  if (measuredHere.verdict === 'missing')
    return onRecord === undefined ? { ...measuredHere, origin: undefined } : { ...onRecord, origin: 'record' };
  return { ...measuredHere, origin: 'here', ...presentFields({ recordedResult: onRecord }) };
}

function compareWithRecord(cells: readonly ShownNumber[], claims: readonly ShownClaim[]): RecordComparison {
  const comparedNumbers = cells.filter(({ recordDifference }) => recordDifference !== undefined);
  const recordedClaims = claims.filter(({ recordedResult }) => recordedResult !== undefined);
  return {
    numberCount: comparedNumbers.length,
    sameValueCount: comparedNumbers.filter(
      ({ measured, ci95, recordedResult }) => measured === recordedResult?.measured && ci95 === recordedResult?.ci95,
    ).length,
    differingValueCount: comparedNumbers.filter(({ recordDifference }) => recordDifference?.hasOtherValue).length,
    otherJudgementCount: comparedNumbers.filter(({ recordDifference }) => recordDifference?.hasOtherJudgement).length,
    claimCount: recordedClaims.length,
    otherClaimCount: recordedClaims.filter(({ verdict, recordedResult }) => verdict !== recordedResult?.verdict).length,
  };
}

/** The comparisons of several papers as one: each count is a sum. */
export function sumOfComparisons(comparisons: readonly RecordComparison[]): RecordComparison {
  const sum = (name: keyof RecordComparison) => comparisons.reduce((total, comparison) => total + comparison[name], 0);
  return {
    numberCount: sum('numberCount'),
    sameValueCount: sum('sameValueCount'),
    differingValueCount: sum('differingValueCount'),
    otherJudgementCount: sum('otherJudgementCount'),
    claimCount: sum('claimCount'),
    otherClaimCount: sum('otherClaimCount'),
  };
}

/** A diagram, point by point; each point belongs to its run. */
export function shownSeries(
  diagram: DrawnDiagram,
  measuredHere: readonly DrawnSeries[],
  recordedSeries: readonly DrawnSeries[] | undefined,
): DrawnSeries[] {
  return diagram.series.map(({ name, policy, points }, index) => ({
    name,
    policy,
    points: points.flatMap(({ run }) => {
      const drawnPoints = [measuredHere[index], recordedSeries?.[index]].map((series) =>
        series?.points.find((point) => point.run === run),
      );
      return drawnPoints[0] ?? drawnPoints[1] ?? [];
    }),
  }));
}

/** The answer to the question of a paper, with the rows behind it. */
export interface ShownFinding {
  readonly experiment: string;
  /** Id of the picture among those of the experiment. */
  readonly pictureId: string;
  readonly rows: readonly ExperimentRow[];
  /** The mode in which the rows were measured. */
  readonly mode: MeasurementMode;
  readonly title: EvidenceStatement;
  /** Undefined if the rows do not give it. */
  readonly answer: EvidenceStatement | undefined;
  /** Why the title may compare these values. */
  readonly countingNote: string | undefined;
}

/**
 * The answer from all rows that are measured here, otherwise from those on record: a quotient never mixes the two.
 * Undefined without an answer, or without rows.
 */
export function shownFinding(
  { finding }: Paper,
  mode: MeasurementMode,
  results: TaskResults,
  record: PaperRecord | undefined,
): ShownFinding | undefined {
  if (finding === undefined) return undefined;
  const { experiment, picture } = finding;
  const ownRows = completeRows(experiment, results.rows(experiment));
  const rows = ownRows.length > 0 ? ownRows : completeRows(experiment, record?.rows[experiment] ?? []);
  const title = finding.title(rows);
  if (title === undefined) return undefined;
  return {
    experiment,
    pictureId: picture,
    rows,
    mode: ownRows.length > 0 ? mode : (record?.mode ?? mode),
    title,
    answer: finding.answer(rows),
    countingNote: finding.countingNote(rows),
  };
}

/** The rows of an experiment, one by one. */
export function comparedRows(
  measuredHere: readonly ExperimentRow[],
  recordedRows: readonly ExperimentRow[],
  paradigms: readonly string[],
): ExperimentRow[] {
  const rowKey = ({ x, line, policy, level }: ExperimentRow) => [x, line, policy, level].join('|');
  const rows = new Map([...recordedRows, ...measuredHere].map((row) => [rowKey(row), row]));
  return sortExperimentRows([...rows.values()], paradigms);
}
