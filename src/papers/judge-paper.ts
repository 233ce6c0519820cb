/** Compares measured figures with printed ones, and judges the claims of the papers. */
import type { ReplicatedFigure } from '../shared/statistics.ts';
import type { StudyRun } from '../studies/tasks.ts';
import { completeRows, type RowsOfExperiment } from './bhattacharjee/rows.ts';
import type { ClaimJudgement, EvidenceStatement, JudgementWithEvidence } from './claim-judgement.ts';
import { runsOfPaper } from './measurement-plan.ts';
import type { DrawnDiagram, Paper, PaperClaim, PaperTable, PublishedNumber } from './paper.ts';
import { NotRunError, type TaskResults } from './task-results.ts';
import { type Tolerance, tolerances } from './tolerances.ts';

/**
 * Only cells within or outside are counted. Derived: it is computed from other figures of the paper, which are counted.
 */
export type NumberJudgement = 'within' | 'outside' | 'derived' | 'suspect' | 'missing';

/** A printed number beside the measured one. */
export interface JudgedNumber
  extends Pick<
    PublishedNumber,
    'id' | 'table' | 'row' | 'column' | 'printed' | 'interval' | 'tolerance' | 'derived' | 'suspect' | 'cause'
  > {
  /** Mean, half-width of the 95 % interval and number of seeds; undefined when it was not measured. */
  readonly measured?: number;
  readonly ci95?: number;
  readonly n: number;
  /** Measured minus printed. */
  readonly difference?: number;
  readonly verdict: NumberJudgement;
}

/** A claim with its verdict and the evidence for it. */
export interface JudgedPaperClaim
  extends JudgementWithEvidence,
    Pick<PaperClaim, 'id' | 'sentence' | 'source' | 'cause'> {
  /** The measured result, in a few words with a number. */
  readonly measured?: EvidenceStatement;
}

export interface JudgementCounts extends Readonly<Record<NumberJudgement, number>> {
  readonly claims: Readonly<Record<ClaimJudgement, number>>;
}

/** The number of figures within their tolerances: ours, and those of the null model. */
export interface JudgedTable {
  readonly id: string;
  /** Figures that are within or outside. */
  readonly counted: number;
  readonly within: number;
  readonly nullModel: { readonly what: string; readonly why: string; readonly within: number };
}

/** All numbers and claims of a paper, judged. */
export interface JudgedPaper extends Pick<Paper, 'id' | 'title' | 'readings'> {
  readonly tables: readonly JudgedTable[];
  readonly cells: readonly JudgedNumber[];
  readonly claims: readonly JudgedPaperClaim[];
  readonly counts: JudgementCounts;
  /** Runs, and their simulated time, s. */
  readonly runs: number;
  readonly simulatedSeconds: number;
}

/** A measured point of a diagram, with the run that gave it. */
export interface DrawnPoint {
  readonly run: StudyRun;
  readonly x: number | string;
  readonly y: ReplicatedFigure;
}

/** A measured line of a diagram. */
export interface DrawnSeries {
  readonly name: string;
  readonly policy: string;
  readonly points: readonly DrawnPoint[];
}

/** The basis of a judgement: the results of runs, or a record of them. */
export interface PaperFindings {
  /** Mean over seeds; undefined if it was not measured. */
  readonly measuredFigureOf: (cell: PublishedNumber) => ReplicatedFigure | undefined;
  readonly judgementOnClaim: (claim: PaperClaim) => JudgementWithEvidence;
  /** Complete rows; empty if some are missing. */
  readonly rowsOf: RowsOfExperiment;
  readonly runs: number;
  readonly simulatedSeconds: number;
}

/** Judges a paper by the present results. A cell or a claim whose run is missing is missing. */
export function judgePaper(paper: Paper, results: TaskResults): JudgedPaper {
  return judgeFindings(paper, paperFindings(paper, results));
}

/** The findings of a paper from the results so far. What was not run is missing. */
export function paperFindings(paper: Paper, results: TaskResults): PaperFindings {
  const amounts = [...runsOfPaper(paper).keys(), ...paper.experiments].map((name) => results.spentOn(name));
  return {
    measuredFigureOf: (cell) => measureCell(cell, results),
    judgementOnClaim: (claim) =>
      orNotRun<JudgementWithEvidence>(
        () => claim.judge(results),
        (message) => ({ verdict: 'missing', evidence: [[`not run: ${message}`]] }),
      ),
    rowsOf: (experiment) => completeRows(experiment, results.rows(experiment)),
    runs: amounts.reduce((sum, { runs }) => sum + runs, 0),
    simulatedSeconds: amounts.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/** Judges all cells and claims of a paper. A figure that was not measured is judged as missing. */
export function judgeFindings(paper: Paper, findings: PaperFindings): JudgedPaper {
  const cells = paper.cells.map((cell) => judgeNumber(cell, findings.measuredFigureOf(cell)));
  const claims = paper.claims.map((claim): JudgedPaperClaim => {
    const { id, sentence, source, cause } = claim;
    const { verdict, evidence } = findings.judgementOnClaim(claim);
    const measuredRows = claim.measured?.(findings.rowsOf);
    const isContrary = verdict === 'fails' || verdict === 'not distinguishable';
    return { id, sentence, source, verdict, evidence, measured: measuredRows, cause: isContrary ? cause : undefined };
  });
  return {
    id: paper.id,
    title: paper.title,
    readings: paper.readings,
    cells,
    claims,
    ...paperScores(paper, cells, claims),
    runs: findings.runs,
    simulatedSeconds: findings.simulatedSeconds,
  };
}

/** The counts of its figures and claims. */
export function paperScores(
  paper: Paper,
  cells: readonly JudgedNumber[],
  claims: readonly JudgedPaperClaim[],
): Pick<JudgedPaper, 'tables' | 'counts'> {
  return {
    tables: paper.tables.map((table) => judgeTable(table, paper.cells, cells)),
    counts: { ...tally(cells, NUMBER_JUDGEMENTS), claims: tally(claims, CLAIM_JUDGEMENTS) },
  };
}

export const NUMBER_JUDGEMENTS = ['within', 'outside', 'derived', 'suspect', 'missing'] as const;
export const CLAIM_JUDGEMENTS = ['holds', 'fails', 'not distinguishable', 'not checkable', 'missing'] as const;

function tally<V extends string>(
  items: readonly { readonly verdict: V }[],
  judgements: readonly V[],
): Record<V, number> {
  return Object.fromEntries(
    judgements.map((judgement) => [judgement, items.filter((item) => item.verdict === judgement).length]),
  ) as Record<V, number>;
}

function orNotRun<T>(ask: () => T, notRunValue: (message: string) => T): T {
  try {
    return ask();
  } catch (error) {
    if (error instanceof NotRunError) return notRunValue(error.message);
    throw error;
  }
}

function measureCell(cell: PublishedNumber, results: TaskResults): ReplicatedFigure | undefined {
  return orNotRun<ReplicatedFigure | undefined>(
    () => results.figureOf(cell.run, cell.statistic),
    () => undefined,
  );
}

/** Numbers of our figures and of the null model's figures within their tolerances, among the counted ones. */
function judgeTable(
  { id, nullModel: { description, rationale, predict } }: PaperTable,
  publishedNumbers: readonly PublishedNumber[],
  judgedNumbers: readonly JudgedNumber[],
): JudgedTable {
  const isCounted = (_: PublishedNumber, index: number) =>
    ['within', 'outside'].includes(judgedNumbers[index]?.verdict ?? '');
  const countedNumbers = publishedNumbers.filter((cell, index) => cell.table === id && isCounted(cell, index));
  const nullModelNumbers = countedNumbers.filter((cell) => isClose(cell, { mean: predict(cell), ci95: 0 }));
  return {
    id,
    counted: countedNumbers.length,
    within: judgedNumbers.filter(({ table, verdict }) => table === id && verdict === 'within').length,
    nullModel: { what: description, why: rationale, within: nullModelNumbers.length },
  };
}

/** "ours 19 of 27, null model 12 of 27"; and, if the null model does as well, that the table proves nothing. */
export function formatScore({ counted, within, nullModel }: JudgedTable): string {
  const scoreText = `ours ${within} of ${counted}, null model ${nullModel.within} of ${counted}`;
  return within > nullModel.within || counted === 0
    ? scoreText
    : `${scoreText}. The null model does as well as our simulator, so this table does not show that our simulator is right`;
}

/** Compares a printed number with the measured one. A figure of fewer than two seeds is missing: it has no interval. */
export function judgeNumber(cell: PublishedNumber, figure: ReplicatedFigure | undefined): JudgedNumber {
  const { id, table, row, column, printed, interval, tolerance, derived, suspect, cause } = cell;
  const commonFields = { id, table, row, column, printed, tolerance, interval, derived, suspect };
  // One seed has no interval.
  if (figure === undefined || figure.n < 2 || Number.isNaN(figure.mean))
    return { ...commonFields, n: 0, verdict: 'missing' };
  const { mean, ci95, n } = figure;
  const judgement = judgementOnNumber(cell, figure);
  return {
    ...commonFields,
    measured: mean,
    ci95,
    n,
    difference: mean - printed,
    verdict: judgement,
    cause: judgement === 'outside' ? cause : undefined,
  };
}

function judgementOnNumber(cell: PublishedNumber, figure: ReplicatedFigure): NumberJudgement {
  if (cell.suspect !== undefined) return 'suspect';
  if (cell.derived !== undefined) return 'derived';
  return isClose(cell, figure) ? 'within' : 'outside';
}

/** Within its tolerance, or the printed interval and ours overlap. */
function isClose(cell: PublishedNumber, figure: Pick<ReplicatedFigure, 'mean' | 'ci95'>): boolean {
  return Math.abs(distanceInTolerances(cell, figure)) <= 1;
}

/**
 * The difference between a figure and the printed one, in units of the tolerance: −1 to 1 is within.
 * The allowed difference is the larger of the tolerance and the two intervals.
 */
export function distanceInTolerances(
  cell: PublishedNumber,
  { mean, ci95 }: Pick<ReplicatedFigure, 'mean' | 'ci95'>,
): number {
  const { printed, interval, tolerance } = cell;
  const { floor }: Tolerance = tolerances[tolerance];
  const difference = Math.abs(mean - printed);
  if (difference === 0) return 0;
  const distances = [
    toleranceDistance(cell, mean),
    ...(interval === undefined ? [] : [difference / (interval + ci95)]),
    ...(floor === undefined ? [] : [difference / floor]),
  ];
  return Math.sign(mean - printed) * Math.min(...distances);
}

function toleranceDistance(
  { printed, tolerance, wholeValue, maxValue = Number.NaN }: PublishedNumber,
  mean: number,
): number {
  const { value, kind }: Tolerance = tolerances[tolerance];
  const difference = Math.abs(mean - printed);
  if (kind === 'absolute') return difference / value;
  if (kind === 'relative') return difference / (value * Math.abs(printed));
  if (kind === 'part') return difference / (value * (wholeValue ?? Number.NaN));
  if (kind === 'deficit') return factorDistance(maxValue - mean, maxValue - printed, value);
  return factorDistance(mean, printed, value);
}

/** 1 if the ratio of both is this factor. */
function factorDistance(value: number, printedValue: number, factor: number): number {
  if (value <= 0 || printedValue <= 0) return Number.POSITIVE_INFINITY;
  return (Math.max(value / printedValue, printedValue / value) - 1) / (factor - 1);
}

/** A diagram of the paper in our values; missing runs are left out. */
export function seriesOfDiagram(diagram: DrawnDiagram, results: TaskResults): DrawnSeries[] {
  return diagram.series.map(({ name, policy, points }) => ({
    name,
    policy,
    points: points.flatMap(({ run, x, y }) =>
      orNotRun<DrawnPoint[]>(
        () => [{ run, x: typeof x === 'function' ? results.figureOf(run, x).mean : x, y: results.figureOf(run, y) }],
        () => [],
      ),
    ),
  }));
}
