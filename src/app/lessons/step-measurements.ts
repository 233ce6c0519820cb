/** Measures the runs for the steps of a lesson, one after the other. Each task is done once. */

import type { RunRequest } from '../../lessons/answers/figure-requests.ts';
import type { MeasuredRun } from '../../lessons/measurement/measured-run.ts';
import { measureTask, type ProgramInLane } from '../../lessons/runs/lesson-runs.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { errorMessage } from '../loading/loading.ts';
import type { MeasuringQueue } from './measuring-queue.ts';
import { MeasurementCancelledError } from './measuring-worker.ts';

/** A run and its questions, as a text. Each key is measured once. */
type TaskKey = string;

export interface RunToMeasure {
  readonly key: TaskKey;
  readonly run: RunState;
  readonly request: RunRequest;
  readonly program: ProgramInLane | undefined;
}

export interface MeasurementState {
  readonly measuredRuns: ReadonlyMap<TaskKey, MeasuredRun>;
  readonly failures: ReadonlyMap<TaskKey, string>;
  /** Finished share of the present measurement, 0 to 1. */
  readonly progress: number | undefined;
}

/** The part of an open lesson that measurements need. */
interface MeasuringHost {
  getState(): MeasurementState;
  setState(change: Partial<MeasurementState>): void;
  /** The tasks that wait, most urgent first. */
  waitingRuns(): readonly RunToMeasure[];
  /** Loads all policies and presets. */
  loadEditorAndCatalog(): Promise<unknown>;
}

/** Measures what the steps of a lesson wait for, one task at a time. */
export class StepMeasurements {
  private readonly host: MeasuringHost;
  private readonly queue: MeasuringQueue;
  /** Cancels the present measurement. */
  private abortController: AbortController | undefined;
  private isClosed = false;

  constructor(host: MeasuringHost, queue: MeasuringQueue) {
    this.host = host;
    this.queue = queue;
  }

  /** Measures the most urgent task, unless another task is being measured. */
  measureNext(): void {
    if (this.abortController !== undefined || this.isClosed) return;
    const { measuredRuns, failures } = this.host.getState();
    const next = this.host.waitingRuns().find(({ key }) => !measuredRuns.has(key) && !failures.has(key));
    if (next !== undefined) void this.measure(next);
  }

  /** Cancels the present measurement. */
  cancel(): void {
    this.abortController?.abort();
  }

  close(): void {
    this.isClosed = true;
    this.cancel();
  }

  private async measure({ key, run, request, program }: RunToMeasure): Promise<void> {
    const { host } = this;
    const abortController = new AbortController();
    this.abortController = abortController;
    host.setState({ progress: 0 });
    try {
      await host.loadEditorAndCatalog();
      const task = measureTask(run, request, program);
      const result = await this.queue.measure(task, abortController.signal, (progress) => host.setState({ progress }));
      host.setState({ measuredRuns: new Map(host.getState().measuredRuns).set(key, result) });
    } catch (error) {
      const message = error instanceof MeasurementCancelledError ? 'you cancelled it' : errorMessage(error);
      host.setState({ failures: new Map(host.getState().failures).set(key, message) });
    }
    this.abortController = undefined;
    host.setState({ progress: undefined });
    this.measureNext();
  }
}
