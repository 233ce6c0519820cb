/**
 * The worker that measures runs for lessons. If it fails or stops answering, this is reported, as for the workers of a
 * study.
 */
import worker from '../../../workers/lesson.worker.ts?worker&url';
import type { MeasureTask } from '../../lessons/measurement/measure-runs.ts';
import type { MeasureAnswer, MeasuredRun } from '../../lessons/measurement/measured-run.ts';
import type { CheckScheduler } from '../../studies/task-pool.ts';
import { NOT_LOADED_TEXT } from '../loading/loading.ts';
import { scheduleChecksWhileVisible } from '../measuring/task-worker.ts';

/**
 * A worker that sends nothing for this time while the page is visible has stopped, ms. Usually it reports far more
 * often.
 */
const MAX_SILENCE_MS = 60_000;

/** The measurement is no longer needed. */
export class MeasurementCancelledError extends Error {}

/** A thread that measures runs. It is made here only, so that the build has one file with its address. */
export const startMeasuringThread = (): Worker => new Worker(worker, { type: 'module' });

/** One task at a time. */
export class MeasuringWorker {
  private worker: Worker | undefined;
  private isReady = false;
  private reject: ((error: Error) => void) | undefined;
  private readonly createWorker: () => Worker;
  private readonly scheduleCheck: CheckScheduler;

  constructor(createWorker = startMeasuringThread, scheduleCheck: CheckScheduler = scheduleChecksWhileVisible) {
    this.createWorker = createWorker;
    this.scheduleCheck = scheduleCheck;
  }

  /**
   * @param onProgress called with the finished share, 0 to 1.
   * @throws MeasurementCancelledError; Error if the worker fails
   */
  measure(task: MeasureTask, onProgress: (progress: number) => void): Promise<MeasuredRun> {
    return new Promise<MeasuredRun>((resolve, reject) => {
      this.cancel();
      this.worker ??= this.createWorker();
      const { worker } = this;
      let silentMs = 0;
      const stopLooking = this.scheduleCheck((ms) => {
        silentMs += this.isReady ? ms : 0;
        if (silentMs >= MAX_SILENCE_MS)
          fail(`no answer for ${MAX_SILENCE_MS / 1_000} seconds; the browser may have stopped it`);
      });
      const end = () => {
        stopLooking();
        this.reject = undefined;
      };
      const fail = (message: string) => {
        end();
        this.close();
        reject(new Error(message));
      };
      this.reject = (error) => {
        end();
        reject(error);
      };
      worker.onmessage = ({ data }: MessageEvent<MeasureAnswer>) => {
        this.isReady = true;
        silentMs = 0;
        if (data.type === 'progress') onProgress(data.progress);
        else if (data.type === 'failed') fail(data.message);
        else if (data.type === 'result') {
          end();
          resolve(data.result);
        }
      };
      worker.onerror = (event) => {
        event.preventDefault?.();
        fail(event.message || `its worker could not be loaded: ${NOT_LOADED_TEXT}`);
      };
      worker.postMessage(task);
    });
  }

  /** Cancels the present measurement. */
  cancel(): void {
    if (this.reject === undefined) return;
    this.reject(new MeasurementCancelledError('cancelled'));
    this.close();
  }

  close(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.isReady = false;
  }
}
