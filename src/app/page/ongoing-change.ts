/**
 * The change that is being made: from pointer down to up, or a series of steps by key. All its steps are one change of
 * the run. Each new step replaces the step before it.
 */
import type { RunState } from '../../run-state/run-state.ts';
import type { ValueChange } from './editor-change.ts';
import type { UndoPoint } from './run-control.ts';

/** Shortest time between two updates of the run during a drag, ms. Each update simulates a part of the run again. */
export const MIN_UPDATE_INTERVAL_MS = 50;
/** Steps without a pointer are one change if they are less than this wall time apart, ms. */
export const SAME_CHANGE_MS = 1_000;

/** The run with an accepted value, and the change for its message. */
export interface ChangeOutcome {
  readonly run: RunState;
  readonly change: ValueChange;
}

/** One change of the value at a path, from its first step to its end. */
export class OngoingChange {
  readonly path: string;
  /** The run before the change, and its time. */
  readonly startPoint: UndoPoint;
  /** The simulated time from which the value is valid, ns; undefined for the start. */
  readonly fromNs: number | undefined;
  /** The run played before, so it continues after the change. */
  readonly resumes: boolean;
  /** At least one step was applied, so there is something to undo. */
  hasUndoPoint = false;
  /** The result of the last step. */
  outcome: ChangeOutcome | undefined;
  private isPending = false;
  private updateTimer: ReturnType<typeof setTimeout> | undefined;
  private endTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(path: string, startPoint: UndoPoint, fromNs: number | undefined, resumes: boolean) {
    this.path = path;
    this.startPoint = startPoint;
    this.fromNs = fromNs;
    this.resumes = resumes;
  }

  /**
   * Adds a step.
   * @param onUpdate called a little later, with the last step only
   */
  addStep(outcome: ChangeOutcome, onUpdate: () => void): void {
    this.outcome = outcome;
    this.isPending = true;
    this.updateTimer ??= setTimeout(() => {
      this.updateTimer = undefined;
      onUpdate();
    }, MIN_UPDATE_INTERVAL_MS);
  }

  /** Ends the change after this time, unless another step schedules its end again. */
  scheduleEnd(onEnd: () => void, delayMs: number): void {
    clearTimeout(this.endTimer);
    this.endTimer = setTimeout(onEnd, delayMs);
  }

  /**
   * Applies the last step.
   * @returns whether there was a step that was not applied yet
   */
  takePending(): boolean {
    const { isPending } = this;
    this.isPending = false;
    return isPending;
  }

  /** Cancels all pending steps. */
  stop(): void {
    clearTimeout(this.updateTimer);
    clearTimeout(this.endTimer);
    this.updateTimer = undefined;
  }
}
