/** Does a task of a pool: the search of one place of an experiment, or one run. */
import { type Scenario, withValue } from '../engine/scenario.ts';
import { findPreset } from '../scenarios/index.ts';
import { levelAt, smallestBuffer } from './buffer-search.ts';
import { type Experiment, findExperiment, flowsAt, type Place, scenarioOf } from './experiments.ts';
import { type Arrivals, recordArrivals } from './open-loop.ts';
import { openRun } from './simulate.ts';
import type { Point, ResultOf, Run, RunResult, RunTask, SearchResult, SearchTask, Task } from './tasks.ts';

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

/** Slices of a run after which its progress is told. */
const SLICES = 8;

function simulate(task: RunTask, pause: (done: number) => void): RunResult {
  const { key, seed, policy, policyValues = {} } = task;
  const simulation = openRun({ scenario: scenarioOfRun(task), policy, policyValues, seed });
  for (let slice = 1; slice <= SLICES; slice++) {
    simulation.advance(slice === SLICES ? simulation.endNs : Math.round((slice * simulation.endNs) / SLICES));
    if (slice < SLICES) pause(slice / SLICES);
  }
  const { flows: _, ...figures } = simulation.summary();
  return { kind: 'run', key, seed, figures, digest: simulation.digest(), simulatedSeconds: simulation.endNs / 1e9 };
}

/** Records what the sources of a place send, and plays it to every paradigm. */
function search(task: SearchTask, pause: (done: number) => void): SearchResult {
  const experiment = findExperiment(task.experiment) as Experiment;
  const place = experiment.places[task.place] as Place;
  const scenario = scenarioOf(experiment, place, task.reading);
  const arrivals: Arrivals[] = [];
  for (let replication = 0; replication < task.replications; replication++) {
    pause((0.1 * replication) / task.replications);
    arrivals.push(recordArrivals(scenario, seedOf(replication)));
  }
  const jobs = experiment.paradigms.flatMap((paradigm) =>
    (experiment.levels.length > 0 ? experiment.levels : [undefined]).map((goodput) => ({ paradigm, goodput })),
  );
  let runs = task.replications;
  const points = jobs.map(({ paradigm, goodput }, job): Point => {
    const progress = () => pause(0.1 + (0.9 * job) / jobs.length);
    const result =
      goodput === undefined
        ? levelAt(arrivals, scenario, paradigm, scenario.buffer.bytesPerFlow as number)
        : smallestBuffer(arrivals, scenario, paradigm, { goodput, pause: progress });
    runs += result?.replays ?? 0;
    const [videos, data] = flowsAt(place);
    const { x, line } = place;
    return { experiment: experiment.id, x, line, paradigm, goodput, videos, data, result };
  });
  const seconds = arrivals[0]?.seconds ?? 0;
  return { kind: 'search', experiment: experiment.id, points, runs, simulatedSeconds: runs * seconds };
}
