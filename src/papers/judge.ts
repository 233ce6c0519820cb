/** Compares what has been measured with what is printed, and decides what the papers say. */
import type { Replicated } from '../studies/statistics.ts';
import type { Run } from '../studies/tasks.ts';
import type { JudgedClaim, Verdict } from '../studies/verdict.ts';
import type { DrawnFigure, Paper, PublishedCell } from './paper.ts';
import { runsOf } from './plan.ts';
import { NotRun, type Results } from './results.ts';
import { type Tolerance, tolerances } from './tolerances.ts';

/** In order: its value is outside, but it stands to the figure beside it as printed. */
export type CellVerdict = 'within' | 'in order' | 'outside' | 'suspect' | 'missing';

export interface JudgedCell {
  readonly id: string;
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly printed: number;
  readonly interval?: number;
  /** Mean, half-width of the 95 % interval and number of seeds; undefined when it was not measured. */
  readonly measured?: number;
  readonly ci95?: number;
  readonly n: number;
  /** Measured less printed. */
  readonly difference?: number;
  /** Id in `tolerances.ts`. */
  readonly tolerance: string;
  readonly verdict: CellVerdict;
  readonly suspect?: string;
  /** Why its value is another, as far as it is known. */
  readonly cause?: string;
}

export interface JudgedPaperClaim extends JudgedClaim {
  readonly source: string;
  /** Where it does not hold, as far as it is known. */
  readonly cause?: string;
}

export interface Counts extends Readonly<Record<CellVerdict, number>> {
  readonly claims: Readonly<Record<Verdict, number>>;
}

export interface JudgedPaper {
  readonly id: string;
  readonly title: string;
  readonly cells: readonly JudgedCell[];
  readonly claims: readonly JudgedPaperClaim[];
  readonly counts: Counts;
  /** Runs, and what they simulated, s. */
  readonly runs: number;
  readonly simulatedSeconds: number;
}

export interface DrawnPoint {
  readonly run: Run;
  readonly x: number | string;
  readonly y: Replicated;
}

export interface DrawnSeries {
  readonly name: string;
  readonly policy: string;
  readonly points: readonly DrawnPoint[];
}

/** Judges a paper by what there is so far: a cell whose run is missing is missing, a claim not checkable. */
export function judgePaper(paper: Paper, results: Results): JudgedPaper {
  const cells = paper.cells.map((cell) => judgeCell(cell, measured(cell, results), apart(cell, results)));
  const claims = paper.claims.map((claim): JudgedPaperClaim => {
    const { id, sentence, source, cause } = claim;
    const { verdict, evidence } = orNotRun(
      () => claim.decide(results),
      (message) => ({ verdict: 'not checkable', evidence: `not run: ${message}` }) as const,
    );
    const why = cause === undefined || verdict === 'holds' || verdict === 'not checkable' ? {} : { cause };
    return { id, sentence, source, verdict, evidence, ...why };
  });
  const spent = [...runsOf(paper).keys(), ...paper.experiments].map((name) => results.spentOn(name));
  return {
    id: paper.id,
    title: paper.title,
    cells,
    claims,
    counts: { ...tally(cells, CELL_VERDICTS), claims: tally(claims, VERDICTS) },
    runs: spent.reduce((sum, { runs }) => sum + runs, 0),
    simulatedSeconds: spent.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

export const CELL_VERDICTS = ['within', 'in order', 'outside', 'suspect', 'missing'] as const;
export const VERDICTS = ['holds', 'fails', 'not distinguishable', 'not checkable'] as const;

function tally<V extends string>(items: readonly { readonly verdict: V }[], verdicts: readonly V[]): Record<V, number> {
  return Object.fromEntries(
    verdicts.map((verdict) => [verdict, items.filter((item) => item.verdict === verdict).length]),
  ) as Record<V, number>;
}

function orNotRun<T>(ask: () => T, otherwise: (message: string) => T): T {
  try {
    return ask();
  } catch (error) {
    if (error instanceof NotRun) return otherwise(error.message);
    throw error;
  }
}

function measured(cell: PublishedCell, results: Results): Replicated | undefined {
  return orNotRun<Replicated | undefined>(
    () => results.figure(cell.run, cell.of),
    () => undefined,
  );
}

/** By how much it lies above the figure beside it, seed by seed. */
function apart({ run, of, beside }: PublishedCell, results: Results): Replicated | undefined {
  if (beside === undefined) return undefined;
  return orNotRun<Replicated | undefined>(
    () => results.difference(run, beside.run, of, beside.of),
    () => undefined,
  );
}

/** @param difference from the figure beside it */
export function judgeCell(
  cell: PublishedCell,
  figure: Replicated | undefined,
  difference?: Replicated | undefined,
): JudgedCell {
  const { id, table, row, column, printed, interval, tolerance, suspect, cause } = cell;
  const common = {
    ...{ id, table, row, column, printed, tolerance },
    ...(interval === undefined ? {} : { interval }),
    ...(suspect === undefined ? {} : { suspect }),
  };
  // One seed has no interval.
  if (figure === undefined || figure.n < 2 || Number.isNaN(figure.mean)) return { ...common, n: 0, verdict: 'missing' };
  const { mean, ci95, n } = figure;
  const verdict = verdictOn(cell, figure, difference);
  const why = (verdict === 'outside' || verdict === 'in order') && cause !== undefined ? { cause } : {};
  return { ...common, measured: mean, ci95, n, difference: mean - printed, verdict, ...why };
}

function verdictOn(cell: PublishedCell, figure: Replicated, difference: Replicated | undefined): CellVerdict {
  if (cell.suspect !== undefined) return 'suspect';
  if (isClose(cell, figure)) return 'within';
  return standsAsPrinted(cell, difference) ? 'in order' : 'outside';
}

/** For certain: the 95 % interval of the difference leaves out 0. */
function standsAsPrinted({ printed, beside }: PublishedCell, difference: Replicated | undefined): boolean {
  if (beside === undefined || difference === undefined || difference.n < 2) return false;
  const { mean, ci95 } = difference;
  return Math.abs(mean) > ci95 && Math.sign(mean) === Math.sign(printed - beside.printed);
}

/** Within its tolerance; or the interval that is printed and ours meet. */
function isClose({ printed, interval, tolerance, whole }: PublishedCell, { mean, ci95 }: Replicated): boolean {
  const { value, kind, floor }: Tolerance = tolerances[tolerance];
  const difference = Math.abs(mean - printed);
  if (interval !== undefined && difference <= interval + ci95) return true;
  if (floor !== undefined && difference <= floor) return true;
  if (kind === 'absolute') return difference <= value;
  if (kind === 'relative') return difference <= value * Math.abs(printed);
  if (kind === 'part') return difference <= value * (whole ?? Number.NaN);
  return mean <= printed * value && mean >= printed / value;
}

/** A figure of the paper in our values; what has not been run is left out. */
export function drawFigure(figure: DrawnFigure, results: Results): DrawnSeries[] {
  return figure.series.map(({ name, policy, points }) => ({
    name,
    policy,
    points: points.flatMap(({ run, x, y }) =>
      orNotRun<DrawnPoint[]>(
        () => [{ run, x: typeof x === 'function' ? results.figure(run, x).mean : x, y: results.figure(run, y) }],
        () => [],
      ),
    ),
  }));
}
