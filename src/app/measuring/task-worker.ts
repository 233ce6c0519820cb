/** A Web Worker as a worker of a pool. */
import type { CheckScheduler, TaskWorker } from '../../studies/task-pool.ts';
import type { Task, TaskResult } from '../../studies/tasks.ts';
import { NOT_LOADED_TEXT } from '../loading/loading.ts';

/** The progress of a measurement on the page. */
export interface MeasuringState {
  readonly state: 'idle' | 'running' | 'done' | 'cancelled';
  /** Finished part, including stored results, 0 to 1. */
  readonly progress: number;
  /** Elapsed wall time, and estimated remaining time, s. */
  readonly elapsedSeconds: number;
  readonly remainingSeconds: number | undefined;
  /** Runs that failed, with their messages. */
  readonly failures: readonly string[];
}

export const NOT_MEASURED: MeasuringState = {
  state: 'idle',
  progress: 0,
  elapsedSeconds: 0,
  remainingSeconds: undefined,
  failures: [],
};

/** @param thread it answers as workers/study.worker.ts and workers/lesson.worker.ts do */
export function startTaskWorker<T = Task, R = TaskResult>(thread: Worker): TaskWorker<T, R> {
  const worker: TaskWorker<T, R> = {
    start: (task) => thread.postMessage(task),
    onAnswer: () => {},
    close: () => thread.terminate(),
  };
  thread.onmessage = (event) => worker.onAnswer(event.data);
  thread.onerror = (event) => {
    event.preventDefault?.();
    worker.onAnswer({
      type: 'crashed',
      message: event.message || `its worker could not be loaded: ${NOT_LOADED_TEXT}`,
    });
  };
  return worker;
}

/** Number of processors of this machine; some browsers do not report it. */
export const processorCount = (): number => navigator.hardwareConcurrency || 2;

/** Time between two checks of the workers, ms. */
const CHECK_INTERVAL_MS = 1_000;

/**
 * Only while the page is visible. A browser may stop a hidden page with its workers, and the whole machine may sleep.
 */
export const scheduleChecksWhileVisible: CheckScheduler = (check) => {
  const timer = setInterval(() => {
    if (globalThis.document?.visibilityState !== 'hidden') check(CHECK_INTERVAL_MS);
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
};
