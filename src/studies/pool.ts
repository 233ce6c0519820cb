/** The tasks of a study on several workers: each takes the next task when it has done one; a failed task fails alone. */
import type { Task, TaskResult } from './experiments.ts';

export type TaskAnswer =
  | { readonly type: 'progress'; readonly done: number }
  | { readonly type: 'result'; readonly result: TaskResult }
  | { readonly type: 'failed'; readonly message: string };

/** A worker, in a browser or in Node. It does one task at a time. */
export interface TaskWorker {
  start(task: Task): void;
  /** Is called with every answer, also when the worker itself fails. */
  onAnswer: (answer: TaskAnswer) => void;
  close(): void;
}

export interface PoolEvents {
  /** Part of all tasks that is done, 0 to 1. */
  progress(done: number): void;
  done?(result: TaskResult): void;
  /** A task has failed; the others go on. */
  failed(task: Task, message: string): void;
}

export class TaskPool {
  private readonly workers: TaskWorker[] = [];
  private readonly waiting: Task[];
  private readonly count: number;
  private readonly shares = new Map<Task, number>();
  private readonly results: TaskResult[] = [];
  private readonly events: PoolEvents;
  private finish: (results: TaskResult[]) => void = () => {};

  constructor(tasks: readonly Task[], events: PoolEvents) {
    this.waiting = [...tasks];
    this.count = tasks.length;
    this.events = events;
  }

  /** Does all tasks with so many workers; the results come in the order in which they are done. */
  run(workers: number, makeWorker: () => TaskWorker): Promise<TaskResult[]> {
    return new Promise((resolve) => {
      this.finish = resolve;
      for (let at = 0; at < Math.min(workers, this.count); at++) {
        const worker = makeWorker();
        this.workers.push(worker);
        this.next(worker);
      }
    });
  }

  /** Gives up at once; `run` never answers. */
  cancel(): void {
    this.waiting.length = 0;
    for (const worker of this.workers) worker.close();
  }

  private next(worker: TaskWorker): void {
    const task = this.waiting.shift();
    if (task === undefined) {
      worker.close();
      this.workers.splice(this.workers.indexOf(worker), 1);
      if (this.workers.length === 0) this.finish(this.results);
      return;
    }
    worker.onAnswer = (answer) => this.take(worker, task, answer);
    worker.start(task);
  }

  private take(worker: TaskWorker, task: Task, answer: TaskAnswer): void {
    if (answer.type === 'progress') {
      this.tell(task, answer.done);
      return;
    }
    if (answer.type === 'result') {
      this.results.push(answer.result);
      this.events.done?.(answer.result);
    } else this.events.failed(task, answer.message);
    this.tell(task, 1);
    this.next(worker);
  }

  private tell(task: Task, share: number): void {
    this.shares.set(task, share);
    this.events.progress([...this.shares.values()].reduce((sum, part) => sum + part, 0) / this.count);
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
