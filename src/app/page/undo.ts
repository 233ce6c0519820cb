/** The changes of a run that can be undone: the runs before and after, and their times. */
import type { RunState } from '../../run-state/run-state.ts';

/** The state before or after an action. */
export interface UndoPoint {
  readonly run: RunState;
  readonly timeNs: number;
}

interface UndoStep extends UndoPoint {
  /** The name of the action, for the buttons. */
  readonly label: string;
}

const MAX_UNDO_STEPS = 100;

export class UndoHistory {
  private undoneSteps: UndoStep[] = [];
  private doneSteps: UndoStep[] = [];

  get undoLabel(): string | undefined {
    return this.doneSteps.at(-1)?.label;
  }

  get redoLabel(): string | undefined {
    return this.undoneSteps.at(-1)?.label;
  }

  /** Stores the state before an action. */
  add(label: string, startPoint: UndoPoint): void {
    this.doneSteps.push({ ...startPoint, label });
    if (this.doneSteps.length > MAX_UNDO_STEPS) this.doneSteps.shift();
    this.undoneSteps = [];
  }

  undo(now: UndoPoint): UndoPoint | undefined {
    return this.move(this.doneSteps, this.undoneSteps, now);
  }

  redo(now: UndoPoint): UndoPoint | undefined {
    return this.move(this.undoneSteps, this.doneSteps, now);
  }

  private move(from: UndoStep[], to: UndoStep[], now: UndoPoint): UndoPoint | undefined {
    const step = from.pop();
    if (step === undefined) return undefined;
    to.push({ ...now, label: step.label });
    return step;
  }
}
