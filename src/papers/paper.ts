/**
 * A paper as data: its questions, its printed figures with the runs that measure them again, its claims, and its pictures.
 * Nothing here runs. `plan.ts` makes tasks of it, and `judge.ts` compares their results.
 */
import type { Values } from '../engine/scenario.ts';
import type { RunArguments, Statistic } from '../studies/tasks.ts';
import type { Measurement, Results } from './results.ts';
import type { ToleranceId } from './tolerances.ts';
import type { Decision } from './verdict.ts';

export interface PublishedCell extends Measurement {
  /** Unique in its paper. */
  readonly id: string;
  /** Id of the table in which it stands. */
  readonly table: string;
  readonly row: string;
  readonly column: string;
  /** Where the column stands in a group with its neighbours; `column` says both. */
  readonly heading?: Heading;
  readonly printed: number;
  /** Half-width of the interval that is printed with it. */
  readonly interval?: number;
  readonly tolerance: ToleranceId;
  /** The whole of a tolerance that is a part, in the cell's unit. */
  readonly whole?: number;
  /** The most that there can be, in the cell's unit: what is compared is what the figure lacks of it. */
  readonly most?: number;
  /** From which other figures of the paper it follows: it is shown and not counted. */
  readonly derived?: string;
  /** Why the printed figure cannot be right: it is shown and not counted. */
  readonly suspect?: string;
  /** Why ours lies elsewhere, as far as it is known. */
  readonly cause?: string;
  /** The value of the null model for this cell, in the cell's unit, if each cell has its own. */
  readonly nullValue?: number;
}

export interface Heading {
  readonly group: string;
  readonly name: string;
}

/** A column that stands with its neighbours in a group. */
export const columnIn = (group: string, name: string) => ({ column: `${group}, ${name}`, heading: { group, name } });

/**
 * A guess made without the simulation: a constant, an equal share, a full link. It is judged by
 * the same tolerances. A table in which it does as well as we do does not show that we are right.
 */
export interface NullModel {
  /** In words, to be read after "null model:". */
  readonly what: string;
  /** Why this one. */
  readonly why: string;
  /** Its value of a cell, in the cell's unit. */
  readonly says: (cell: PublishedCell) => number;
}

/** How we read a paper where it can be read in more than one way, or leaves something out. */
export interface PaperReading {
  readonly what: string;
  /** Whether the paper prints it, or we infer it. */
  readonly basis: 'printed' | 'inferred';
  readonly why: string;
  /** The evidence against it. */
  readonly against?: string;
}

export interface Table {
  readonly id: string;
  readonly title: string;
  /** Unit of its cells, and where they stand; empty for shares from 0 to 1. */
  readonly unit: string;
  readonly source: string;
  /** Decimals with which its figures are shown. */
  readonly digits: number;
  /** How ours are made comparable, where that takes a sentence. */
  readonly note?: string;
  readonly nullModel: NullModel;
}

export interface Claim {
  readonly id: string;
  /** In our own words. */
  readonly sentence: string;
  /** Section of the paper. */
  readonly source: string;
  /** @throws NotRun when a run is missing: then the claim has no verdict */
  readonly decide: (results: Results) => Decision;
  /** Why it does not hold here, as far as it is known. */
  readonly cause?: string;
}

export interface SeriesPoint {
  readonly run: RunArguments;
  /** Place on the axis; a label where the axis is one of names; a statistic where it was measured too. */
  readonly x: number | string | Statistic;
  readonly y: Statistic;
}

export interface Series {
  readonly name: string;
  /** Id of the policy, whose colour and dash it takes. */
  readonly policy: string;
  readonly points: readonly SeriesPoint[];
}

/** A picture of the paper whose values are not printed, drawn again from our runs. */
export interface DrawnFigure {
  readonly kind: 'lines' | 'bars';
  readonly id: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  /** Values to compare the series with, by their place, e.g. what is guaranteed to each VC. */
  readonly reference?: { readonly name: string; readonly values: readonly number[] };
}

/** The pictures of an experiment: `figuresOf` of `bhattacharjee/figures.ts` draws them from its rows. */
export interface ExperimentFigures {
  readonly kind: 'experiment';
  readonly id: string;
  readonly title: string;
  /** Id of the experiment. */
  readonly experiment: string;
}

export type PaperFigure = DrawnFigure | ExperimentFigures;

export type Mode = 'quick' | 'full';

/** How much is simulated. */
export interface Extent {
  /** Seeds 1 to this for every run: runs that are compared have the same seeds. */
  readonly seeds: number;
  /** Fewer seeds for the runs of a preset whose figures hardly differ between seeds. Default `seeds`. */
  readonly fewerSeeds?: (preset: string) => number;
  /** Values by path that make the runs of a preset shorter. */
  readonly settings?: (preset: string) => Values;
}

export interface Paper {
  readonly id: string;
  readonly title: string;
  readonly authors: string;
  readonly citation: string;
  /** Its question, in our words. */
  readonly question: string;
  /** Its network, traffic and measures, in short. */
  readonly setUp: string;
  readonly readings: readonly PaperReading[];
  readonly tables: readonly Table[];
  readonly cells: readonly PublishedCell[];
  readonly figures: readonly PaperFigure[];
  readonly claims: readonly Claim[];
  /** Experiments whose searches are part of it (`src/papers/bhattacharjee/experiments.ts`). */
  readonly experiments: readonly string[];
  readonly extent: Readonly<Record<Mode, Extent>>;
}
