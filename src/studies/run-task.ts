/** Does the tasks of an experiment: records what its sources send, and plays it to every paradigm. */
import { levelAt, smallestBuffer } from './buffer-search.ts';
import {
  type Experiment,
  findExperiment,
  flowsAt,
  type Place,
  type Point,
  scenarioOf,
  type Task,
  type TaskResult,
} from './experiments.ts';
import { type Arrivals, recordArrivals } from './open-loop.ts';

/** Common random numbers: the same seeds everywhere. */
function seedOf(replication: number): number {
  return 1 + replication;
}

/** Does a task. @param pause called now and then, with the part that is done, 0 to 1; throws to give up */
export function runTask(task: Task, pause: (done: number) => void = () => {}): TaskResult {
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
  return { points, runs, simulatedSeconds: runs * seconds };
}
