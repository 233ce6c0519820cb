/** A Web Worker as one of a pool. */
import type { TaskWorker } from '../studies/pool.ts';

export function browserWorker(makeWorker: () => Worker): TaskWorker {
  const own = makeWorker();
  const worker: TaskWorker = {
    start: (task) => own.postMessage(task),
    onAnswer: () => {},
    close: () => own.terminate(),
  };
  own.onmessage = (event) => worker.onAnswer(event.data);
  own.onerror = (event) => {
    event.preventDefault?.();
    worker.onAnswer({ type: 'crashed', message: event.message || 'the worker could not be started' });
  };
  return worker;
}
