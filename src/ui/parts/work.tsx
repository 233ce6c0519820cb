/** Work that a view starts, such as a measurement: its progress and its failure. It is cancelled with the view. */
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../app/loading/loading.ts';
import { Button } from './button.tsx';

/** @param formatFailure the message about an error */
export function useWork(formatFailure: (error: unknown) => string = errorMessage) {
  /** The finished share, 0 to 1; undefined while no work is done. */
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState('');
  const controller = useRef<AbortController>(undefined);
  const cancel = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);

  /**
   * Does work, and cancels the work before it. After it was cancelled, its result and its error have no effect, nor its
   * end on newer work.
   */
  async function start<T>(
    run: (signal: AbortSignal, onProgress: (progress: number) => void) => Promise<T>,
    onEnd: (result: T) => void,
  ): Promise<void> {
    cancel();
    controller.current = new AbortController();
    const { signal } = controller.current;
    setFailure('');
    setProgress(0);
    try {
      const result = await run(signal, setProgress);
      if (!signal.aborted) onEnd(result);
    } catch (error) {
      if (!signal.aborted) setFailure(formatFailure(error));
    }
    if (controller.current.signal === signal) setProgress(undefined);
  }

  return { progress, failure, setFailure, start, cancel };
}

interface WorkProgressProps {
  readonly progress: number;
  readonly label: string;
  readonly cancel: () => void;
}

export function WorkProgress({ progress, label, cancel }: WorkProgressProps) {
  return (
    <>
      <progress value={progress} aria-label={label} /> {Math.round(100 * progress)} %{' '}
      <Button onClick={cancel}>Cancel</Button>
    </>
  );
}
