/**
 * The tasks of a study on several workers: each takes the next task after it has finished one. A failed task does not
 * stop the others. A worker that fails or stops answering is replaced, and the next worker gets its task, once.
 */

import { required } from '../shared/required.ts';
import type { ResultOfTask, Task, TaskResult } from './tasks.ts';

/** What a worker answers about its task. */
export type TaskAnswer<R = TaskResult> =
  /** The worker has been loaded: from now on, its silence is a failure. */
  | { readonly type: 'ready' }
  /** The share of the task that is done, 0 to 1. */
  | { readonly type: 'progress'; readonly progress: number }
  | { readonly type: 'result'; readonly result: R }
  | { readonly type: 'failed'; readonly message: string }
  /** The worker itself has broken down: it answers no more. */
  | { readonly type: 'crashed'; readonly message: string };

/** A worker, in a browser or in Node. It does one task at a time. */
export interface TaskWorker<T = Task, R = TaskResult> {
  start(task: T): void;
  /** Is called with every answer, also when the worker itself fails. */
  onAnswer: (answer: TaskAnswer<R>) => void;
  close(): void;
}

/** What a pool reports. */
export interface PoolEvents<T, R = ResultOfTask<T>> {
  /** Part of all tasks that is done, 0 to 1. */
  onProgress(progress: number): void;
  onDone?(result: R, task: T): void;
  /** A task has failed; the others continue. */
  onFailure(task: T, message: string): void;
}

/**
 * Calls `check` at intervals with the elapsed wall time in which workers could answer, ms.
 * @returns a function that stops it
 */
export type CheckScheduler = (check: (ms: number) => void) => () => void;

/** A worker that reports nothing for this time has stopped, ms. Workers report progress far more often. */
const MAX_SILENCE_MS = 60_000;
/** After this many workers in a row have failed before they were ready, the pool starts no more. */
const MAX_FAILED_STARTS = 8;

/** Largest number of failures that are reported. */
export const MAX_REPORTED_FAILURES = 5;

/** After this part, the remaining time can be estimated. */
const MIN_PROGRESS_FOR_ESTIMATE = 0.02;

/** @param progress finished part of all tasks, 0 to 1 */
export function estimateRemainingSeconds(elapsedSeconds: number, progress: number): number | undefined {
  return progress > MIN_PROGRESS_FOR_ESTIMATE ? (elapsedSeconds * (1 - progress)) / progress : undefined;
}

/** The task of a worker. */
interface Work<T> {
  readonly task: T;
  /** The worker has sent a message, so it has been loaded. */
  hasAnswered: boolean;
  /** Time since its last message, ms. */
  silentMs: number;
  /** Time since the worker first answered in this task, ms. */
  elapsedMs: number;
}

/** A pool for one list of tasks. It calls its events as tasks end, in any order. */
export class TaskPool<T = Task, R = ResultOfTask<T>> {
  private readonly activeWork = new Map<TaskWorker<T, R>, Work<T>>();
  private readonly waitingTasks: T[];
  private readonly taskCount: number;
  /** The relative duration of each task, and the finished part of all. */
  private readonly weightOf: (task: T) => number;
  private readonly totalWeight: number;
  private readonly begunWeights = new Map<T, number>();
  private endedWeight = 0;
  /** Tasks that have been given to a second worker. */
  private readonly retriedTasks = new Set<T>();
  /** Number of workers in a row that failed before their first message. */
  private failedStartCount = 0;
  private readonly events: PoolEvents<T, R>;
  private readonly scheduleCheck: CheckScheduler | undefined;
  private readonly maxTaskMs: number;
  private finish: () => void = () => {};
  private stopChecks: () => void = () => {};
  private createWorker: () => TaskWorker<T, R> = () => {
    throw new Error('not running');
  };

  /**
   * @param scheduleCheck with it, the pool detects silent workers; without it, only workers that fail
   * @param maxTaskMs a task that takes longer fails, and no other worker gets it; it needs `scheduleCheck`
   */
  constructor(
    tasks: readonly T[],
    events: PoolEvents<T, R>,
    weightOf: (task: T) => number = () => 1,
    scheduleCheck?: CheckScheduler,
    maxTaskMs = Number.POSITIVE_INFINITY,
  ) {
    this.waitingTasks = [...tasks];
    this.taskCount = tasks.length;
    this.weightOf = weightOf;
    this.totalWeight = tasks.reduce((sum, task) => sum + weightOf(task), 0);
    this.events = events;
    this.scheduleCheck = scheduleCheck;
    this.maxTaskMs = maxTaskMs;
  }

  /** Does all tasks with this number of workers. Results go to `onDone` and are not stored, so memory does not grow. */
  run(workerCount: number, createWorker: () => TaskWorker<T, R>): Promise<void> {
    return new Promise((resolve) => {
      this.finish = resolve;
      this.createWorker = createWorker;
      if (this.taskCount === 0) resolve();
      else this.stopChecks = this.scheduleCheck?.((ms) => this.checkWorkers(ms)) ?? this.stopChecks;
      for (let index = 0; index < Math.min(workerCount, this.taskCount); index++) this.startWorker();
    });
  }

  /** Stops at once; the promise of `run` never settles. */
  cancel(): void {
    this.waitingTasks.length = 0;
    this.stopChecks();
    for (const worker of [...this.activeWork.keys()]) this.dismiss(worker);
  }

  /**
   * Gives the next task to a new worker. If none can be made, the existing workers do the rest; without workers, all
   * tasks fail.
   */
  private startWorker(): void {
    if (this.waitingTasks.length === 0) {
      this.finishIfDone();
      return;
    }
    let worker: TaskWorker<T, R>;
    try {
      worker = this.createWorker();
    } catch (error) {
      if (this.activeWork.size === 0) this.failAll(this.waitingTasks.splice(0), formatError(error));
      this.finishIfDone();
      return;
    }
    this.giveTask(worker, required(this.waitingTasks.shift()), false);
  }

  private giveTask(worker: TaskWorker<T, R>, task: T, hasAnswered: boolean): void {
    this.activeWork.set(worker, { task, hasAnswered, silentMs: 0, elapsedMs: 0 });
    worker.onAnswer = (answer) => this.handleAnswer(worker, task, answer);
    worker.start(task);
  }

  private dismiss(worker: TaskWorker<T, R>): void {
    worker.onAnswer = () => {};
    worker.close();
    this.activeWork.delete(worker);
  }

  private finishIfDone(): void {
    if (this.activeWork.size > 0) return;
    this.stopChecks();
    this.finish();
  }

  private handleAnswer(worker: TaskWorker<T, R>, task: T, answer: TaskAnswer<R>): void {
    const work = required(this.activeWork.get(worker));
    if (answer.type === 'crashed') {
      this.failedStartCount = work.hasAnswered ? 0 : this.failedStartCount + 1;
      this.replaceWorker(worker, task, answer.message);
      return;
    }
    this.failedStartCount = 0;
    work.hasAnswered = true;
    work.silentMs = 0;
    if (answer.type === 'ready') return;
    if (answer.type === 'progress') {
      this.begunWeights.set(task, answer.progress * this.weightOf(task));
      this.reportProgress();
      return;
    }
    if (answer.type === 'result') this.events.onDone?.(answer.result, task);
    else this.events.onFailure(task, answer.message);
    this.endTask(task);
    const next = this.waitingTasks.shift();
    if (next !== undefined) this.giveTask(worker, next, true);
    else {
      this.dismiss(worker);
      this.finishIfDone();
    }
  }

  /** Dismisses a worker that failed. Another worker gets its task, but only once. */
  private replaceWorker(worker: TaskWorker<T, R>, task: T, message: string): void {
    this.dismiss(worker);
    if (this.failedStartCount >= MAX_FAILED_STARTS) {
      this.failAll([task, ...this.waitingTasks.splice(0)], message);
    } else if (this.retriedTasks.has(task)) this.failTask(task, message);
    else {
      this.retriedTasks.add(task);
      this.waitingTasks.unshift(task);
    }
    this.startWorker();
  }

  private failAll(tasks: readonly T[], message: string): void {
    for (const task of tasks) this.failTask(task, message);
  }

  private failTask(task: T, message: string): void {
    this.events.onFailure(task, message);
    this.endTask(task);
  }

  private endTask(task: T): void {
    this.begunWeights.delete(task);
    this.endedWeight += this.weightOf(task);
    this.reportProgress();
  }

  /** A worker that is being loaded is not silent: the network is slow. */
  private checkWorkers(ms: number): void {
    for (const [worker, work] of [...this.activeWork]) {
      if (!work.hasAnswered) continue;
      work.silentMs += ms;
      work.elapsedMs += ms;
      if (work.elapsedMs >= this.maxTaskMs) {
        this.dismiss(worker);
        this.failTask(work.task, `it takes longer than ${this.maxTaskMs / 1_000} seconds`);
        this.startWorker();
        continue;
      }
      if (work.silentMs < MAX_SILENCE_MS) continue;
      this.replaceWorker(
        worker,
        work.task,
        `no answer for ${MAX_SILENCE_MS / 1_000} seconds; the browser may have stopped its worker`,
      );
    }
  }

  private reportProgress(): void {
    const begunShare = [...this.begunWeights.values()].reduce((sum, progress) => sum + progress, 0);
    this.events.onProgress(Math.min(1, (this.endedWeight + begunShare) / this.totalWeight));
  }
}

/** The state of a worker's task. */
export function answerTask(
  task: Task,
  run: (task: Task, onProgress: (progress: number) => void) => TaskResult,
  send: (answer: TaskAnswer) => void,
): void {
  try {
    send({ type: 'result', result: run(task, (progress) => send({ type: 'progress', progress })) });
  } catch (error) {
    send({ type: 'failed', message: formatError(error) });
  }
}

const formatError = (error: unknown) => (error instanceof Error ? error.message : String(error));
