/** A Web Worker as a worker of a pool. */
import type { Awake, TaskWorker } from '../studies/pool.ts';
import { NOT_LOADED } from './loading.ts';

/** @param own runs workers/study.worker.ts */
export function taskWorker(thread: Worker): TaskWorker {
  const worker: TaskWorker = {
    start: (task) => thread.postMessage(task),
    onAnswer: () => {},
    close: () => thread.terminate(),
  };
  thread.onmessage = (event) => worker.onAnswer(event.data);
  thread.onerror = (event) => {
    event.preventDefault?.();
    worker.onAnswer({ type: 'crashed', message: event.message || `its worker could not be loaded: ${NOT_LOADED}` });
  };
  return worker;
}

/** Of this machine; some browsers do not tell. */
export const processorCount = (): number => navigator.hardwareConcurrency || 2;

/** Between two looks at the workers, ms. */
const LOOK_MS = 1_000;

/** Only while the page is in sight: a hidden one may be put to sleep with its workers, and so may the whole machine. */
export const whileInSight: Awake = (look) => {
  const timer = setInterval(() => {
    if (globalThis.document?.visibilityState !== 'hidden') look(LOOK_MS);
  }, LOOK_MS);
  return () => clearInterval(timer);
};
