/** A sweep that runs on the page: how far it is, and what it has found so far. It outlives its dialog. */
import { createStore } from 'zustand/vanilla';
import { secondsLeft, TaskPool } from '../studies/pool.ts';
import { type Sweep, type SweepPoint, SweepResults, sweepTasks } from '../studies/sweep.ts';
import { type RunTask, spokenTask } from '../studies/tasks.ts';
import { taskWorker } from './task-worker.ts';

export interface SweepState {
  /** What these points are of; undefined before the first. */
  readonly sweep: Sweep | undefined;
  readonly state: 'idle' | 'running' | 'done' | 'cancelled';
  /** Part that is done, 0 to 1; runs that are, of all. */
  readonly done: number;
  readonly runs: number;
  readonly allRuns: number;
  /** Wall time that has passed, and that is still needed as far as can be told, s. */
  readonly elapsedSeconds: number;
  readonly leftSeconds: number | undefined;
  readonly points: readonly SweepPoint[];
  readonly failures: readonly string[];
}

const NOTHING: SweepState = {
  sweep: undefined,
  state: 'idle',
  done: 0,
  runs: 0,
  allRuns: 0,
  elapsedSeconds: 0,
  leftSeconds: undefined,
  points: [],
  failures: [],
};

/** Points are shown anew at most this often, ms. */
const SHOWN_MS = 200;
/** Failures that are told; the rest are alike. */
const MOST_FAILURES = 5;

export class SweepRun {
  readonly store = createStore<SweepState>(() => NOTHING);
  private readonly makeWorker: () => Worker;
  private pool: TaskPool<RunTask> | undefined;
  private results: SweepResults | undefined;

  constructor(makeWorker: () => Worker) {
    this.makeWorker = makeWorker;
  }

  /** Runs a sweep that has no problem on all processors but one. One that runs already is given up. */
  start(sweep: Sweep, processors = navigator.hardwareConcurrency): void {
    this.cancel();
    const began = performance.now();
    const tasks = sweepTasks(sweep);
    const results = new SweepResults(sweep.scenario);
    this.results = results;
    let shownMs = 0;
    this.store.setState({ ...NOTHING, sweep, state: 'running', allRuns: tasks.length });
    const pool = new TaskPool(tasks, {
      progress: (done) => {
        const elapsedSeconds = (performance.now() - began) / 1_000;
        this.store.setState({ done, elapsedSeconds, leftSeconds: secondsLeft(elapsedSeconds, done) });
      },
      done: (result) => {
        results.add(result);
        this.store.setState(({ runs }) => ({ runs: runs + 1 }));
        if (performance.now() - shownMs < SHOWN_MS) return;
        shownMs = performance.now();
        this.store.setState({ points: results.points() });
      },
      failed: (task, message) =>
        this.store.setState(({ failures }) => ({
          failures: [...failures, `place ${spokenTask(task)}: ${message}`].slice(0, MOST_FAILURES),
        })),
    });
    this.pool = pool;
    void pool
      .run(Math.max(1, processors - 1), () => taskWorker(this.makeWorker()))
      .then(() => this.store.setState({ state: 'done', points: results.points() }));
  }

  /** What has been found so far stays. */
  cancel(): void {
    if (this.store.getState().state !== 'running') return;
    this.pool?.cancel();
    this.store.setState({ state: 'cancelled', points: this.results?.points() ?? [] });
  }
}
