/** Makes the tasks of a pool from papers. Each run is made once, for all its figures. The longest runs come first. */
import { resolveScenario, type Scenario, withValue } from '../engine/scenario/scenario.ts';
import { findPreset } from '../scenarios/index.ts';
import type { RunTask, SearchTask, StudyRun, Task } from '../studies/tasks.ts';
import { type Experiment, experimentTasks, findExperiment, scenarioOfPoint } from './bhattacharjee/experiments.ts';
import type { MeasurementMode, Paper } from './paper.ts';
import { runKey } from './task-results.ts';

export interface MeasurementPlan {
  readonly mode: MeasurementMode;
  readonly tasks: readonly Task[];
  /** Relative duration of a task, for the pool's progress. */
  readonly weightOf: (task: Task) => number;
}

/** Every run that a figure of the paper needs, once, by its key. */
export function runsOfPaper(paper: Paper): Map<string, StudyRun> {
  const seriesPoints = paper.diagrams.flatMap((figure) =>
    figure.kind === 'experiment' ? [] : figure.series.flatMap(({ points }) => points),
  );
  return new Map([...paper.cells, ...seriesPoints].map(({ run }) => [runKey(run), run]));
}

/**
 * The tasks of papers, each once, with their weights as relative durations.
 * @throws Error if a paper names an experiment or a preset that does not exist
 */
export function measurementPlan(papers: readonly Paper[], mode: MeasurementMode): MeasurementPlan {
  const weights = new Map<string, number>();
  const tasks = new Map<string, Task>();
  const nameOf = (task: Task) =>
    task.kind === 'run' ? `${task.key} ${task.seed}` : `${task.experiment} ${task.place}`;
  const add = (task: Task, weight: number) => {
    tasks.set(nameOf(task), task);
    weights.set(nameOf(task), weight);
  };
  for (const paper of papers) {
    const { seedCount, presetSeedCount = () => seedCount, settings } = paper.simulationAmounts[mode];
    for (const [key, run] of runsOfPaper(paper)) {
      const shorterRun: StudyRun = { ...run, settings: { ...run.settings, ...settings?.(run.preset) } };
      for (let seed = 1; seed <= presetSeedCount(run.preset); seed++) {
        const task: RunTask = { kind: 'run', key, seed, ...shorterRun };
        add(task, weightOfTask(task));
      }
    }
    for (const id of paper.experiments) {
      const experiment = findExperiment(id);
      if (experiment === undefined) throw new Error(`unknown experiment: ${id}`);
      for (const task of experimentTasks(experiment, seedCount, settings?.(experiment.preset) ?? {}))
        add(task, weightOfTask(task));
    }
  }
  const weightOf = (task: Task) => weights.get(nameOf(task)) ?? 0;
  return { mode, tasks: [...tasks.values()].sort((a, b) => weightOf(b) - weightOf(a)), weightOf };
}

/** Bits that the link can carry. The time of a run grows with them, for packets and for frames of cells. */
function simulatedBits(scenario: Scenario): number {
  const { link, run } = resolveScenario(scenario);
  return link.rateBps * run.durationSeconds;
}

/**
 * Relative duration of a task.
 * @throws Error if it names an experiment or a preset that does not exist
 */
export function weightOfTask(task: Task): number {
  if (task.kind === 'run') return runWeight(task);
  const experiment = findExperiment(task.experiment);
  if (experiment === undefined) throw new Error(`unknown experiment: ${task.experiment}`);
  return searchWeight(task, experiment);
}

function runWeight({ preset, settings = {}, scenario = findPreset(preset) }: RunTask): number {
  if (scenario === undefined) throw new Error(`unknown preset: ${preset}`);
  return simulatedBits(
    Object.entries(settings).reduce((next, [path, value]) => withValue(next, path, value), scenario),
  );
}

/** Relative to the recording of the traffic, which is a run: the time of one replay, and of the search of one level. */
const REPLAY_WEIGHT = 0.2;
const SEARCH_WEIGHT = 0.5;

function searchWeight(task: SearchTask, experiment: Experiment): number {
  const { levels, paradigms, places } = experiment;
  const bits = simulatedBits(scenarioOfPoint(experiment, places[task.place], task.reading));
  return bits * task.replications * (1 + paradigms.length * (REPLAY_WEIGHT + SEARCH_WEIGHT * levels.length));
}
