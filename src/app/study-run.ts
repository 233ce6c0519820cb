/** A study that runs on the page: what it is doing, how far it is, what it has found so far. It outlives its dialog. */
import { createStore } from 'zustand/vanilla';
import { type Experiment, tasksOf } from '../studies/experiments.ts';
import { TaskPool } from '../studies/pool.ts';
import { inOrder, type Row, rowOf } from '../studies/rows.ts';
import type { SearchTask } from '../studies/tasks.ts';
import { taskWorker } from './task-worker.ts';

export interface StudyState {
  /** Id of the experiment whose rows these are. */
  readonly experiment: string;
  readonly replications: number;
  readonly state: 'idle' | 'running' | 'done' | 'cancelled';
  /** Part that is done, 0 to 1. */
  readonly done: number;
  /** Wall time that has passed, and that is still needed as far as can be told, s. */
  readonly elapsedSeconds: number;
  readonly leftSeconds: number | undefined;
  readonly rows: readonly Row[];
  readonly failures: readonly string[];
}

const NOTHING: StudyState = {
  experiment: '',
  replications: 0,
  state: 'idle',
  done: 0,
  elapsedSeconds: 0,
  leftSeconds: undefined,
  rows: [],
  failures: [],
};

/** From this part on the time that is left can be guessed. */
const KNOWN = 0.03;

export class StudyRun {
  readonly store = createStore<StudyState>(() => NOTHING);
  private readonly makeWorker: () => Worker;
  private pool: TaskPool<SearchTask> | undefined;

  constructor(makeWorker: () => Worker) {
    this.makeWorker = makeWorker;
  }

  /** Runs an experiment on all processors but one. A study that runs already is given up. */
  start(experiment: Experiment, replications: number, processors = navigator.hardwareConcurrency): void {
    this.cancel();
    const began = performance.now();
    const { id, paradigms } = experiment;
    this.store.setState({ ...NOTHING, experiment: id, replications, state: 'running' });
    const pool = new TaskPool(tasksOf(experiment, replications), {
      progress: (done) => {
        const elapsedSeconds = (performance.now() - began) / 1_000;
        const leftSeconds = done < KNOWN ? undefined : (elapsedSeconds * (1 - done)) / done;
        this.store.setState({ done, elapsedSeconds, leftSeconds });
      },
      done: ({ points }) =>
        this.store.setState(({ rows }) => ({ rows: inOrder([...rows, ...points.map(rowOf)], paradigms) })),
      failed: (task, message) =>
        this.store.setState(({ failures }) => ({
          failures: [...failures, `${experiment.axis} ${experiment.places[task.place]?.x}: ${message}`],
        })),
    });
    this.pool = pool;
    void pool
      .run(Math.max(1, processors - 1), () => taskWorker(this.makeWorker()))
      .then(() => this.store.setState({ state: 'done' }));
  }

  /** What has been found so far stays. */
  cancel(): void {
    if (this.store.getState().state !== 'running') return;
    this.pool?.cancel();
    this.store.setState({ state: 'cancelled' });
  }
}
