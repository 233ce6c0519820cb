/** Does a task of a pool: the search of one place of an experiment, or one run. */
import { type Scenario, withValue } from '../engine/scenario.ts';
import { openRun } from '../runs/simulate.ts';
import { findPreset } from '../scenarios/index.ts';
import type { Point, ResultOf, Run, RunResult, RunTask, SearchResult, SearchTask, Task } from '../studies/tasks.ts';
import { type Experiment, findExperiment, flowsAt, type Place, scenarioOf } from './bhattacharjee/experiments.ts';
import { levelAt, smallestBuffer } from './bhattacharjee/search/buffer-search.ts';
import { type Arrivals, recordArrivals } from './bhattacharjee/search/open-loop.ts';
import { Trials } from './bhattacharjee/search/trials.ts';

/** Common random numbers: the same seeds everywhere. */
function seedOf(replication: number): number {
  return 1 + replication;
}

/** Does a task. @param pause called now and then, with the part that is done, 0 to 1; throws to give up */
export function runTask<T extends Task>(task: T, pause: (done: number) => void = () => {}): ResultOf<T> {
  return (task.kind === 'search' ? search(task, pause) : simulate(task, pause)) as ResultOf<T>;
}

/** The scenario of a run. @throws when there is no such preset */
function scenarioOfRun({ preset, settings = {}, scenario = findPreset(preset) }: Run & Partial<RunTask>): Scenario {
  if (scenario === undefined) throw new Error(`no preset is called ${preset}`);
  return Object.entries(settings).reduce((next, [path, value]) => withValue(next, path, value), scenario);
}

/** Events after which a run tells its progress, and that it is alive: some 200 ms. */
const BEAT_EVENTS = 500_000;

function simulate(task: RunTask, pause: (done: number) => void): RunResult {
  const { key, seed, policy, policyValues = {} } = task;
  const simulation = openRun({ scenario: scenarioOfRun(task), policy, policyValues, seed });
  while (!simulation.advance(simulation.endNs, BEAT_EVENTS)) pause(simulation.nowNs / simulation.endNs);
  const { flows: _, ...figures } = simulation.summary();
  return { kind: 'run', key, seed, figures, digest: simulation.digest(), simulatedSeconds: simulation.endNs / 1e9 };
}

/** What the sources of the last place have sent: places that differ only in buffer or policies share it. */
let recorded: { readonly key: string; readonly arrivals: readonly Arrivals[] } = { key: '', arrivals: [] };

function arrivalsOf(scenario: Scenario, replications: number, pause: (done: number) => void): readonly Arrivals[] {
  const { buffer: _, policies: __, ...traffic } = scenario;
  const key = JSON.stringify([traffic, replications]);
  if (recorded.key === key) return recorded.arrivals;
  recorded = { key: '', arrivals: [] };
  const arrivals: Arrivals[] = [];
  for (let replication = 0; replication < replications; replication++) {
    const recorded = (part: number) => pause((RECORDING * (replication + part)) / replications);
    recorded(0);
    arrivals.push(recordArrivals(scenario, seedOf(replication), recorded));
  }
  recorded = { key, arrivals };
  return arrivals;
}

/** Part of a search that recording takes. */
const RECORDING = 0.3;

/** Records what the sources of a place send, and plays it to every paradigm. */
function search(task: SearchTask, pause: (done: number) => void): SearchResult {
  const experiment = findExperiment(task.experiment) as Experiment;
  const place = experiment.places[task.place] as Place;
  const scenario = scenarioOf(experiment, place, task.reading);
  const arrivals = arrivalsOf(scenario, task.replications, pause);
  const { paradigms, levels } = experiment;
  const [videos, data] = flowsAt(place);
  const { x, line } = place;
  // What was recorded for another place counts too: figures hang on no order of places.
  let runs = arrivals.length;
  const points = paradigms.flatMap((paradigm, at): Point[] => {
    const progress = () => pause(RECORDING + ((1 - RECORDING) * at) / paradigms.length);
    progress();
    const point = { experiment: experiment.id, x, line, paradigm, videos, data };
    if (levels.length === 0) {
      const result = levelAt(arrivals, scenario, paradigm, scenario.buffer.bytesPerFlow as number, progress);
      runs += result.replays;
      return [{ ...point, goodput: undefined, result }];
    }
    const trials = new Trials(arrivals, scenario, paradigm, progress);
    const found = levels.map((goodput) => ({
      ...point,
      goodput,
      result: smallestBuffer(trials, { goodput }),
    }));
    runs += trials.replays;
    return found;
  });
  const seconds = arrivals[0]?.seconds ?? 0;
  return { kind: 'search', experiment: experiment.id, points, runs, simulatedSeconds: runs * seconds };
}
