/** Measures the runs for the steps of a lesson, one after the other; each task once. */
import { messageOf } from '../../../app/loading.ts';
import type { RunAsked } from '../../../lessons/asked.ts';
import { measureTask, type ProgramInLane } from '../../../lessons/lesson-runs.ts';
import type { Measured } from '../../../lessons/measuring/measured.ts';
import type { RunState } from '../../../run-state/run-state.ts';
import type { MeasuringQueue } from './measuring-queue.ts';
import { Cancelled } from './measuring-worker.ts';

/** A run and its questions, as a text. Each key is measured once. */
type TaskKey = string;

export interface RunToMeasure {
  readonly key: TaskKey;
  readonly run: RunState;
  readonly asked: RunAsked;
  readonly program: ProgramInLane | undefined;
}

export interface MeasurementState {
  readonly measured: ReadonlyMap<TaskKey, Measured>;
  readonly failures: ReadonlyMap<TaskKey, string>;
  /** Finished share of the present measurement, 0 to 1. */
  readonly share: number | undefined;
}

/** The part of the desk that measurements need. */
interface Desk {
  state(): MeasurementState;
  setState(change: Partial<MeasurementState>): void;
  /** The tasks that wait, most urgent first. */
  waiting(): readonly RunToMeasure[];
  /** Loads all policies and presets. */
  loadRest(): Promise<unknown>;
}

export class StepMeasurements {
  private readonly desk: Desk;
  private readonly queue: MeasuringQueue;
  /** Cancels the present measurement. */
  private measuring: AbortController | undefined;
  private closed = false;

  constructor(desk: Desk, queue: MeasuringQueue) {
    this.desk = desk;
    this.queue = queue;
  }

  /** Measures the most urgent task, unless another task is being measured. */
  next(): void {
    if (this.measuring !== undefined || this.closed) return;
    const { measured, failures } = this.desk.state();
    const next = this.desk.waiting().find(({ key }) => !measured.has(key) && !failures.has(key));
    if (next !== undefined) void this.measure(next);
  }

  /** Cancels the present measurement. */
  cancel(): void {
    this.measuring?.abort();
  }

  close(): void {
    this.closed = true;
    this.cancel();
  }

  /** The measurements of some tasks, in their order; a text is the reason of a failure; undefined before the result. */
  found(tasks: readonly RunToMeasure[]): readonly Measured[] | string | undefined {
    const { measured, failures } = this.desk.state();
    const found: Measured[] = [];
    for (const { key } of tasks) {
      const failure = failures.get(key);
      if (failure !== undefined) return failure;
      const one = measured.get(key);
      if (one === undefined) return undefined;
      found.push(one);
    }
    return found;
  }

  private async measure({ key, run, asked, program }: RunToMeasure): Promise<void> {
    const { desk } = this;
    const stop = new AbortController();
    this.measuring = stop;
    desk.setState({ share: 0 });
    try {
      await desk.loadRest();
      const task = measureTask(run, asked, program);
      const found = await this.queue.measure(task, stop.signal, (share) => desk.setState({ share }));
      desk.setState({ measured: new Map(desk.state().measured).set(key, found) });
    } catch (error) {
      const message = error instanceof Cancelled ? 'you cancelled it' : messageOf(error);
      desk.setState({ failures: new Map(desk.state().failures).set(key, message) });
    }
    this.measuring = undefined;
    desk.setState({ share: undefined });
    this.next();
  }
}
