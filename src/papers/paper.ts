/**
 * A paper as data: its questions, its printed figures with the runs that measure them again, its claims, and its
 * pictures. It runs nothing. `measurement-plan.ts` makes tasks of it, and `judge-paper.ts` compares their results.
 */
import type { ParameterValues } from '../params/schema.ts';
import type { RunStatistic, StudyRun } from '../studies/tasks.ts';
import type { ExperimentRow, RowsOfExperiment } from './bhattacharjee/rows.ts';
import type { EvidenceStatement, JudgementWithEvidence } from './claim-judgement.ts';
import type { StatisticOfRun, TaskResults } from './task-results.ts';
import type { ToleranceId } from './tolerances.ts';

/** A number that a paper prints, with the run that measures it again. */
export interface PublishedNumber extends StatisticOfRun {
  /** Unique in its paper. */
  readonly id: string;
  /** Id of its table. */
  readonly table: string;
  readonly row: string;
  readonly column: string;
  /** The group of the column, if it has one; `column` has both names. */
  readonly heading?: ColumnHeading;
  readonly printed: number;
  /** Half-width of the interval that is printed with it. */
  readonly interval?: number;
  readonly tolerance: ToleranceId;
  /** The whole for a tolerance that is a part of a whole, in the cell's unit. */
  readonly wholeValue?: number;
  /** The largest possible value, in the cell's unit. The comparison uses the difference between it and the figure. */
  readonly maxValue?: number;
  /** The figures of the paper from which it is derived: it is shown and not counted. */
  readonly derived?: string;
  /** The reason why the printed figure cannot be right: it is shown and not counted. */
  readonly suspect?: string;
  /** The known reason why our value differs. */
  readonly cause?: string;
  /** The value of the null model for this cell, in the cell's unit, if each cell has its own. */
  readonly nullValue?: number;
}

/** The two lines above a column of a table. */
export interface ColumnHeading {
  readonly group: string;
  readonly name: string;
}

/** A column in a group of neighbours. */
export const groupedColumn = (group: string, name: string) => ({
  column: `${group}, ${name}`,
  heading: { group, name },
});

/**
 * A guess made without the simulation: a constant, an equal share, a full link. It is judged by
 * the same tolerances. If it does as well as we do in a table, the table does not show that we are right.
 */
export interface NullModel {
  /** The null model in words, to be read after "null model:". */
  readonly description: string;
  /** The reason for this guess. */
  readonly rationale: string;
  /** Its value for a cell, in the cell's unit. */
  readonly predict: (cell: PublishedNumber) => number;
}

/** Our reading of a paper at a point that is ambiguous or left out. */
export interface PaperReading {
  readonly what: string;
  /** Whether the paper prints it or we infer it. */
  readonly basis: 'printed' | 'inferred';
  readonly why: string;
  /** The evidence against it. */
  readonly against?: string;
}

/** A table of a paper: its rows and columns, without its numbers. */
export interface PaperTable {
  readonly id: string;
  readonly title: string;
  /** Unit of its cells; empty for shares from 0 to 1. */
  readonly unit: string;
  readonly source: string;
  /** Short name beside a mark of a number; default: its source. */
  readonly shortName?: string;
  /** Number of decimals of its shown figures. */
  readonly digits: number;
  /** A sentence about the comparison, if it needs one. */
  readonly note?: string;
  readonly nullModel: NullModel;
}

export interface PaperClaim {
  readonly id: string;
  /** Its statement, in two to six words, on its mark below its topic. */
  readonly shortName: string;
  /** The claim in our own words. */
  readonly sentence: string;
  /** Section of the paper. */
  readonly source: string;
  /** @throws NotRunError when a run is missing: then the claim has no judgement */
  readonly judge: (results: TaskResults) => JudgementWithEvidence;
  /** The known reason why it does not hold here. */
  readonly cause?: string;
  /** The result of our runs in its place, in plain words without figures, for a claim that does not hold here. */
  readonly instead?: string;
  /**
   * The measured result, in a few words with a number, for its mark; undefined without rows.
   * @param rowsOf complete rows of an experiment, which may be without samples
   */
  readonly measured?: (rowsOf: RowsOfExperiment) => EvidenceStatement | undefined;
  /** The quantity that it is about; its claims stand together in the picture of the claims. */
  readonly topic?: string;
}

/** The answer to the question of a paper, in words and in one picture, from the rows of its main experiment. */
export interface PaperFinding {
  /** Id of the experiment; its diagram has the same id. */
  readonly experiment: string;
  /** Id of the picture among those of the experiment. */
  readonly picture: string;
  /** The answer in a sentence; undefined if the rows do not give it. */
  readonly answer: (rows: readonly ExperimentRow[]) => EvidenceStatement | undefined;
  /** The content of the picture; undefined without rows. */
  readonly title: (rows: readonly ExperimentRow[]) => EvidenceStatement | undefined;
  /** Why the title may compare values that count different things elsewhere in the picture. */
  readonly countingNote: (rows: readonly ExperimentRow[]) => string | undefined;
}

/** The answer to the question of a paper in words, and the judgements of claims that it repeats. */
export interface PaperAnswer {
  readonly text: string;
  /** Ids of the claims that hold, if it is true, and of those that do not. */
  readonly holding: readonly string[];
  readonly failing: readonly string[];
}

export interface SeriesPoint {
  readonly run: StudyRun;
  /** Place on the axis; a label if the axis has names; a statistic if the place was measured too. */
  readonly x: number | string | RunStatistic;
  readonly y: RunStatistic;
}

export interface DiagramSeries {
  readonly name: string;
  /** Id of the policy, which determines its colour and dash. */
  readonly policy: string;
  readonly points: readonly SeriesPoint[];
}

/** A picture of the paper whose values are not printed, drawn again from our runs. */
export interface DrawnDiagram {
  readonly kind: 'lines' | 'bars';
  readonly id: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly DiagramSeries[];
  /** Values to compare the series with, by place, e.g. the guarantee of each VC. */
  readonly reference?: { readonly name: string; readonly values: readonly number[] };
}

/**
 * The pictures of an experiment: `experimentDiagrams` of `bhattacharjee/experiment-diagrams.ts` draws them from its
 * rows.
 */
export interface ExperimentDiagrams {
  readonly kind: 'experiment';
  readonly id: string;
  readonly title: string;
  /** Id of the experiment. */
  readonly experiment: string;
}

export type PaperDiagram = DrawnDiagram | ExperimentDiagrams;

/** A few short runs, or all runs in full length. */
export type MeasurementMode = 'quick' | 'full';

/** The amount of simulation. */
export interface SimulationAmount {
  /** Every run has the seeds from 1 to this number, so compared runs have the same seeds. */
  readonly seedCount: number;
  /** Fewer seeds for the runs of a preset whose figures hardly differ between seeds. Default `seeds`. */
  readonly presetSeedCount?: (preset: string) => number;
  /** Values by path that make the runs of a preset shorter. */
  readonly settings?: (preset: string) => ParameterValues;
}

/** A paper as data: its printed numbers, its claims, and the runs that measure them. */
export interface Paper {
  readonly id: string;
  /**
   * Its authors, and the subject by which many know it: "Hu & Jan". Its scenarios have it as the name of their group.
   */
  readonly name: string;
  readonly title: string;
  readonly authors: string;
  /** With initials, as they are cited. */
  readonly citedAuthors: string;
  /** Where and when it was published, if it says so: "ATM Forum 98-0405, 1998". */
  readonly publication?: string;
  /** Its question, in our words. */
  readonly question: string;
  /** Its network, traffic and measures, in short. */
  readonly setUp: string;
  /** The short forms of its claims and tables, spelled out above them: the meaning of each. */
  readonly terms: Readonly<Record<string, string>>;
  readonly readings: readonly PaperReading[];
  readonly tables: readonly PaperTable[];
  readonly cells: readonly PublishedNumber[];
  readonly diagrams: readonly PaperDiagram[];
  readonly claims: readonly PaperClaim[];
  /** Shown first, if the claims alone do not tell the answer. */
  readonly finding?: PaperFinding;
  /** Shown first as long as its claims have these judgements. */
  readonly answer?: PaperAnswer;
  /** Experiments whose searches are part of it (`src/papers/bhattacharjee/experiments.ts`). */
  readonly experiments: readonly string[];
  readonly simulationAmounts: Readonly<Record<MeasurementMode, SimulationAmount>>;
  /** The main reason why many of its numbers are outside, at most 15 words. */
  readonly mainCause?: string;
}

/** "R. Goyal, R. Jain, S. Fahmy, B. Vandalore, Buffer Management for the GFR Service, ATM Forum 98-0405, 1998". */
export const formatCitation = ({ citedAuthors, title, publication }: Paper): string =>
  [citedAuthors, title, publication].filter(Boolean).join(', ');
