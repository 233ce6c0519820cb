/**
 * Tasks to be measured for a lesson, one after the other, in the order of the requests. No other code uses the worker.
 */
import type { MeasureTask } from '../../lessons/measurement/measure-runs.ts';
import type { MeasuredRun } from '../../lessons/measurement/measured-run.ts';
import { MeasurementCancelledError, MeasuringWorker } from './measuring-worker.ts';

interface WaitingTask {
  readonly task: MeasureTask;
  readonly onProgress: (progress: number) => void;
  readonly resolve: (measuredRun: MeasuredRun) => void;
  readonly reject: (error: unknown) => void;
}

/** A queue of tasks before one worker, which measures one task at a time. */
export class MeasuringQueue {
  private readonly worker: MeasuringWorker;
  private readonly waitingTasks: WaitingTask[] = [];
  private currentTask: WaitingTask | undefined;

  constructor(worker = new MeasuringWorker()) {
    this.worker = worker;
  }

  /**
   * @param stop cancels only this task
   * @param onProgress called with the finished share, 0 to 1
   * @throws MeasurementCancelledError after `stop`; Error if the worker fails
   */
  measure(
    task: MeasureTask,
    stop: AbortSignal,
    onProgress: (progress: number) => void = () => {},
  ): Promise<MeasuredRun> {
    return new Promise<MeasuredRun>((resolve, reject) => {
      const waitingTask: WaitingTask = { task, onProgress, resolve, reject };
      if (stop.aborted) return reject(new MeasurementCancelledError('cancelled'));
      stop.addEventListener('abort', () => this.cancelTask(waitingTask), { once: true });
      this.waitingTasks.push(waitingTask);
      if (this.currentTask === undefined) void this.measureWaitingTasks();
    });
  }

  /** Ends the worker and the present measurement. */
  close(): void {
    this.worker.cancel();
    this.worker.close();
  }

  private async measureWaitingTasks(): Promise<void> {
    for (let next = this.waitingTasks.shift(); next !== undefined; next = this.waitingTasks.shift()) {
      this.currentTask = next;
      await this.worker.measure(next.task, next.onProgress).then(next.resolve, next.reject);
    }
    this.currentTask = undefined;
  }

  private cancelTask(waitingTask: WaitingTask): void {
    const index = this.waitingTasks.indexOf(waitingTask);
    if (waitingTask === this.currentTask) this.worker.cancel();
    if (index < 0) return;
    this.waitingTasks.splice(index, 1);
    waitingTask.reject(new MeasurementCancelledError('cancelled'));
  }
}
