/**
 * The results of the finished tasks: figures by run and seed, points by experiment. They are the same to the last bit
 * for every order in which the tasks end.
 */

import { type ReplicatedFigure, RunningStatistics } from '../shared/statistics.ts';
import type { RunFigures, RunStatistic, StudyPoint, StudyRun, TaskResult } from '../studies/tasks.ts';
import { experimentWithSearch, findExperiment } from './bhattacharjee/experiments.ts';
import { type ExperimentRow, experimentRow, sortExperimentRows } from './bhattacharjee/rows.ts';

/** A figure was requested from a run that is not done yet. */
export class NotRunError extends Error {}

/** Its mean over seeds, with the 95 % interval of Student's t, is compared. */
export interface StatisticOfRun {
  readonly run: StudyRun;
  readonly statistic: RunStatistic;
}

/** A function of statistics of runs, seed by seed. All its terms of one seed have the same random numbers. */
export interface ClaimFigure {
  readonly terms: readonly StatisticOfRun[];
  readonly compute: (values: readonly number[]) => number;
}

/** Two spellings of one run have the same key. */
export function runKey({ preset, settings = {}, policy, policyValues = {} }: StudyRun): string {
  const formatValues = (values: Readonly<Record<string, unknown>>) =>
    Object.keys(values)
      .sort()
      .map((path) => `${path}=${JSON.stringify(values[path])}`);
  return [preset, ...formatValues(settings), policy, ...formatValues(policyValues)].join(' ');
}

const NO_RUNS = { runs: 0, ns: 0 } as const;

/** The results of one measurement. Results of tasks are added one by one, in any order. */
export class TaskResults {
  private readonly bySeed = new Map<string, Map<number, RunFigures>>();
  private readonly points = new Map<string, readonly StudyPoint[]>();
  /** By run or experiment: the number of its runs, and their simulated time in whole ns. */
  private readonly amountOfTask = new Map<string, { runs: number; ns: number }>();

  add(result: TaskResult): void {
    if (result.kind === 'search') {
      const { experiment, points, runs, simulatedSeconds } = result;
      this.points.set(experiment, [...(this.points.get(experiment) ?? []), ...points]);
      this.addAmount(experiment, runs, simulatedSeconds);
      return;
    }
    const { key, seed, figures, simulatedSeconds } = result;
    const seeds = this.bySeed.get(key) ?? new Map<number, RunFigures>();
    this.bySeed.set(key, seeds.set(seed, figures));
    this.addAmount(key, 1, simulatedSeconds);
  }

  /** A copy with more results. */
  withResults(newResults: readonly TaskResult[]): TaskResults {
    const copy = new TaskResults();
    for (const [key, seeds] of this.bySeed) copy.bySeed.set(key, new Map(seeds));
    for (const [experiment, points] of this.points) copy.points.set(experiment, points);
    for (const [name, amount] of this.amountOfTask) copy.amountOfTask.set(name, amount);
    for (const result of newResults) copy.add(result);
    return copy;
  }

  /** Runs and simulated seconds of a run (by its key) or an experiment (by its id). */
  spentOn(name: string): { readonly runs: number; readonly seconds: number } {
    const { runs, ns } = this.amountOfTask.get(name) ?? NO_RUNS;
    return { runs, seconds: ns / 1e9 };
  }

  /**
   * The mean over seeds.
   * @throws NotRunError
   */
  figureOf(run: StudyRun, statistic: RunStatistic): ReplicatedFigure {
    return this.combinedFigure({ terms: [{ run, statistic }], compute: ([value = Number.NaN]) => value });
  }

  /**
   * The mean of a function of several figures, seed by seed. All figures of one seed have the same random numbers.
   * @throws NotRunError
   */
  combinedFigure({ terms, compute }: ClaimFigure): ReplicatedFigure {
    const seedsOfFigures = terms.map(({ run, statistic }) => ({ seeds: this.seedsOf(run), statistic }));
    const moments = new RunningStatistics();
    const seeds = [...(seedsOfFigures[0]?.seeds.keys() ?? [])].sort((a, b) => a - b);
    for (const seed of seeds) {
      const values = seedsOfFigures.flatMap(({ seeds: all, statistic }) => {
        const result = all.get(seed);
        return result === undefined ? [] : [statistic(result)];
      });
      if (values.length === seedsOfFigures.length) moments.add(compute(values));
    }
    const result = moments.result();
    if (result.n === 0)
      throw new NotRunError(`${terms.map(({ run }) => runKey(run)).join(' and ')} with the same seed`);
    return result;
  }

  /**
   * Points of an experiment as rows, in the order of its figures: its own points, or those of the experiment that also
   * finds them.
   */
  rows(experiment: string): ExperimentRow[] {
    const { levels = [], paradigms = [] } = findExperiment(experiment) ?? {};
    const points = this.points.get(experiment) ?? [];
    const studyPoints = points.length > 0 ? points : (this.points.get(experimentWithSearch(experiment)) ?? []);
    const rows = studyPoints.map(experimentRow).filter(({ level }) => level === undefined || levels.includes(level));
    return sortExperimentRows(rows, paradigms);
  }

  private seedsOf(run: StudyRun): ReadonlyMap<number, RunFigures> {
    const figuresBySeed = this.bySeed.get(runKey(run));
    if (figuresBySeed === undefined) throw new NotRunError(runKey(run));
    return figuresBySeed;
  }

  private addAmount(name: string, runCount: number, seconds: number): void {
    const previousAmount = this.amountOfTask.get(name) ?? NO_RUNS;
    this.amountOfTask.set(name, {
      runs: previousAmount.runs + runCount,
      ns: previousAmount.ns + Math.round(seconds * 1e9),
    });
  }
}
