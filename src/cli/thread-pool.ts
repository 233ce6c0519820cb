/** The workers of a study in Node: threads of this program. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { TaskAnswer, TaskWorker } from '../studies/task-pool.ts';
import { numberOption, type ParsedArguments } from './input/arguments.ts';
import { THREAD_MARK } from './thread-mark.ts';

const MAX_JOBS = 256;

/**
 * Number of threads from `--jobs`.
 * @param defaultJobs number without the option: all processors
 */
export function jobsOption(parsedArguments: ParsedArguments, defaultJobs = availableParallelism()): number {
  return numberOption(parsedArguments, '--jobs', { min: 1, max: MAX_JOBS }) ?? defaultJobs;
}

/** Threads without work. They keep their compiled code for the next tasks, and do not keep the program alive. */
const idleThreads: Worker[] = [];

/** @param programFile the program, which serves the pool in a thread with this mark */
export function startThreadWorker(programFile: string): TaskWorker {
  const thread = idleThreads.pop() ?? new Worker(programFile, { workerData: THREAD_MARK });
  let isWorking = false;
  const worker: TaskWorker = {
    start: (task) => {
      isWorking = true;
      thread.postMessage(task);
    },
    onAnswer: () => {},
    close: () => {
      // Without names, this would also remove the listeners by which Node reads the messages of the thread.
      for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
      if (isWorking) void thread.terminate();
      else {
        idleThreads.push(thread);
        thread.unref();
      }
    },
  };
  thread.on('message', (answer: TaskAnswer) => {
    isWorking = answer.type === 'progress';
    worker.onAnswer(answer);
  });
  thread.on('error', (error) => worker.onAnswer({ type: 'crashed', message: error.message }));
  thread.on('exit', (code) => worker.onAnswer({ type: 'crashed', message: `the thread ended with code ${code}` }));
  thread.ref();
  return worker;
}
