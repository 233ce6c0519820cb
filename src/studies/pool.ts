/** The tasks of a study on several workers: each takes the next task when it has done one; a failed task fails alone. */
import type { ResultOf, Task, TaskResult } from './tasks.ts';

export type TaskAnswer =
  | { readonly type: 'progress'; readonly done: number }
  | { readonly type: 'result'; readonly result: TaskResult }
  | { readonly type: 'failed'; readonly message: string }
  /** The worker itself has broken down: it answers no more. */
  | { readonly type: 'crashed'; readonly message: string };

/** A worker, in a browser or in Node. It does one task at a time. */
export interface TaskWorker {
  start(task: Task): void;
  /** Is called with every answer, also when the worker itself fails. */
  onAnswer: (answer: TaskAnswer) => void;
  close(): void;
}

export interface PoolEvents<T extends Task> {
  /** Part of all tasks that is done, 0 to 1. */
  progress(done: number): void;
  done?(result: ResultOf<T>, task: T): void;
  /** A task has failed; the others go on. */
  failed(task: T, message: string): void;
}

/** Failures that are told; the rest are alike. */
export const MOST_FAILURES = 5;

/** From this part on the time that is left can be guessed. */
const KNOWN = 0.02;

/** @param done part of all that is done, 0 to 1 */
export function secondsLeft(elapsedSeconds: number, done: number): number | undefined {
  return done > KNOWN ? (elapsedSeconds * (1 - done)) / done : undefined;
}

export class TaskPool<T extends Task = Task> {
  private readonly workers: TaskWorker[] = [];
  private readonly waiting: T[];
  private readonly count: number;
  /** How long each task takes beside the others, and how much of all is done. */
  private readonly weightOf: (task: T) => number;
  private readonly weight: number;
  private readonly begun = new Map<T, number>();
  private ended = 0;
  private readonly events: PoolEvents<T>;
  private finish: () => void = () => {};
  private makeWorker: () => TaskWorker = () => {
    throw new Error('not running');
  };

  constructor(tasks: readonly T[], events: PoolEvents<T>, weightOf: (task: T) => number = () => 1) {
    this.waiting = [...tasks];
    this.count = tasks.length;
    this.weightOf = weightOf;
    this.weight = tasks.reduce((sum, task) => sum + weightOf(task), 0);
    this.events = events;
  }

  /** Does all tasks with so many workers. Results go to `done` and are not kept: many take no more room than one. */
  run(workers: number, makeWorker: () => TaskWorker): Promise<void> {
    return new Promise((resolve) => {
      this.finish = resolve;
      this.makeWorker = makeWorker;
      if (this.count === 0) resolve();
      for (let at = 0; at < Math.min(workers, this.count); at++) this.next(this.engaged());
    });
  }

  /** Gives up at once; `run` never answers. */
  cancel(): void {
    this.waiting.length = 0;
    for (const worker of [...this.workers]) this.dismiss(worker);
  }

  private engaged(): TaskWorker {
    const worker = this.makeWorker();
    this.workers.push(worker);
    return worker;
  }

  private dismiss(worker: TaskWorker): void {
    worker.onAnswer = () => {};
    worker.close();
    this.workers.splice(this.workers.indexOf(worker), 1);
  }

  private next(worker: TaskWorker): void {
    const task = this.waiting.shift();
    if (task === undefined) {
      this.dismiss(worker);
      if (this.workers.length === 0) this.finish();
      return;
    }
    worker.onAnswer = (answer) => this.take(worker, task, answer);
    worker.start(task);
  }

  private take(worker: TaskWorker, task: T, answer: TaskAnswer): void {
    if (answer.type === 'progress') {
      this.begun.set(task, answer.done * this.weightOf(task));
      this.tell();
      return;
    }
    if (answer.type === 'result') this.events.done?.(answer.result as ResultOf<T>, task);
    else this.events.failed(task, answer.message);
    this.begun.delete(task);
    this.ended += this.weightOf(task);
    this.tell();
    if (answer.type !== 'crashed') this.next(worker);
    else {
      this.dismiss(worker);
      this.next(this.engaged());
    }
  }

  private tell(): void {
    const begun = [...this.begun.values()].reduce((sum, part) => sum + part, 0);
    this.events.progress(Math.min(1, (this.ended + begun) / this.weight));
  }
}

/** What a worker does with a task. */
export function answerTask(
  task: Task,
  run: (task: Task, pause: (done: number) => void) => TaskResult,
  send: (answer: TaskAnswer) => void,
): void {
  try {
    send({ type: 'result', result: run(task, (done) => send({ type: 'progress', done })) });
  } catch (error) {
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
