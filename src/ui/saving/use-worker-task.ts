/**
 * The progress of a task that a separate worker does for a dialog. There is one task at a time. Closing the dialog
 * cancels it.
 */
import { useEffect, useRef, useState } from 'react';

export type TaskProgress<Running> =
  | { readonly state: 'idle' }
  | ({ readonly state: 'running' } & Running)
  | { readonly state: 'ended'; readonly text: string; readonly hasFailed: boolean };

/** @typeParam Running what is shown while the worker works */
export function useWorkerTask<Running extends object>() {
  const [progress, setProgress] = useState<TaskProgress<Running>>({ state: 'idle' });
  const worker = useRef<Worker>(undefined);
  useEffect(() => () => worker.current?.terminate(), []);
  const end = (text: string, hasFailed = false) => {
    worker.current?.terminate();
    worker.current = undefined;
    setProgress({ state: 'ended', text, hasFailed });
  };
  return {
    progress,
    begin: (newWorker: Worker, runningTask: Running) => {
      worker.current = newWorker;
      setProgress({ state: 'running', ...runningTask });
    },
    report: (runningTask: Running) => setProgress({ state: 'running', ...runningTask }),
    /** Whether a worker is still at its task: a cancelled one is not. */
    isPresent: (candidate: Worker) => worker.current === candidate,
    end,
    cancel: () => end('Cancelled.'),
  };
}
