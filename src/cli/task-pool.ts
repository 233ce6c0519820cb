/** Tasks of a study on worker threads: each worker takes the next task when it has done one. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { runTask, type Task, type TaskResult } from '../studies/bhattacharjee.ts';

/** What marks a thread as one of the pool. */
const MARK = 'task-pool';

type FromWorker =
  | { readonly type: 'progress'; readonly done: number }
  | { readonly type: 'result'; readonly result: TaskResult }
  | { readonly type: 'failed'; readonly message: string };

export interface PoolEvents {
  /** Part of all tasks that is done, 0 to 1. */
  progress(done: number): void;
  /** A task has failed; the others go on. */
  failed(task: Task, message: string): void;
}

export const processors = availableParallelism();

export function isPoolThread(): boolean {
  return workerData === MARK;
}

/** The life of a thread of the pool. */
export function servePool(): void {
  parentPort?.on('message', (task: Task) => {
    const send = (message: FromWorker) => parentPort?.postMessage(message);
    try {
      send({ type: 'result', result: runTask(task, (done) => send({ type: 'progress', done })) });
    } catch (error) {
      send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** Does all tasks with so many threads of this program. */
export async function runAll(tasks: readonly Task[], threads: number, events: PoolEvents): Promise<TaskResult[]> {
  const waiting = [...tasks];
  const results: TaskResult[] = [];
  const shares = new Map<Task, number>();
  const tell = (task: Task, share: number) => {
    shares.set(task, share);
    events.progress([...shares.values()].reduce((sum, part) => sum + part, 0) / tasks.length);
  };
  const work = async () => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: MARK });
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const mine = task;
      const answer = await ask(worker, mine, (done) => tell(mine, done));
      if (answer.type === 'result') results.push(answer.result);
      else events.failed(mine, answer.message);
      tell(mine, 1);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, work));
  return results;
}

function ask(
  worker: Worker,
  task: Task,
  progress: (done: number) => void,
): Promise<Exclude<FromWorker, { type: 'progress' }>> {
  return new Promise((resolve) => {
    const settle = (answer: Exclude<FromWorker, { type: 'progress' }>) => {
      worker.off('message', hear);
      worker.off('error', fail);
      resolve(answer);
    };
    const hear = (message: FromWorker) => {
      if (message.type === 'progress') progress(message.done);
      else settle(message);
    };
    const fail = (error: Error) => settle({ type: 'failed', message: error.message });
    worker.on('message', hear);
    worker.on('error', fail);
    worker.postMessage(task);
  });
}
