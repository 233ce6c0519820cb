/** A browser's worker as a pool takes it. */
import type { TaskWorker } from '../studies/pool.ts';

export function taskWorker(own: Worker): TaskWorker {
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
