/** The workers of a study in Node: threads of this program. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { runTask } from '../papers/run-task.ts';
import { PROGRAM_POLICY } from '../params/id.ts';
import { registerProgram } from '../policies/loaded-policies.ts';
import { answerTask, type PoolEvents, type TaskAnswer, TaskPool, type TaskWorker } from '../studies/task-pool.ts';
import type { Task } from '../studies/tasks.ts';
import { numberOption, type ParsedArguments } from './input/arguments.ts';
import { definitionOfProgram } from './input/policy-file.ts';

/** Marks a thread as a thread of the pool. */
const THREAD_MARK = 'task-pool';

const MAX_JOBS = 256;

/**
 * Number of threads from `--jobs`.
 * @param defaultJobs number without the option: all processors
 */
export function jobsOption(parsedArguments: ParsedArguments, defaultJobs = availableParallelism()): number {
  return numberOption(parsedArguments, '--jobs', { min: 1, max: MAX_JOBS }) ?? defaultJobs;
}

export function isPoolThread(): boolean {
  return workerData === THREAD_MARK;
}

/** The life of a thread of the pool. */
export function servePool(): void {
  let program: string | undefined;
  const run = (task: Task, onProgress: (progress: number) => void) => {
    if (task.kind === 'run' && task.program !== undefined && task.program !== program) {
      registerProgram(definitionOfProgram({ source: task.program, name: PROGRAM_POLICY }));
      ({ program } = task);
    }
    return runTask(task, onProgress);
  };
  parentPort?.on('message', (task: Task) => answerTask(task, run, (answer) => parentPort?.postMessage(answer)));
}

/** Does all tasks with this number of threads. */
export function runAllTasks<T extends Task>(
  tasks: readonly T[],
  threadCount: number,
  events: PoolEvents<T>,
  weightOf?: (task: T) => number,
): Promise<void> {
  return new TaskPool(tasks, events, weightOf).run(threadCount, startThreadWorker);
}

export function startThreadWorker(): TaskWorker {
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: THREAD_MARK });
  const worker: TaskWorker = {
    start: (task) => thread.postMessage(task),
    onAnswer: () => {},
    close: () => void thread.terminate(),
  };
  thread.on('message', (answer: TaskAnswer) => worker.onAnswer(answer));
  thread.on('error', (error) => worker.onAnswer({ type: 'crashed', message: error.message }));
  thread.on('exit', (code) => worker.onAnswer({ type: 'crashed', message: `the thread ended with code ${code}` }));
  return worker;
}
