/**
 * Changes of a run's values. A change from the start restarts the run. A change from now is an edit, and the run
 * continues. A drag is one change, from the time at which it began. During a drag, the span since that time is
 * simulated again with each new value. So the page always shows the run of its link.
 */
import { sortByTime } from '../../engine/scenario/edits.ts';
import { checkValue } from '../../params/check-value.ts';
import { problemInDisplayUnit } from '../../params/displayed-problem.ts';
import { isUnnamedUp } from '../../params/path.ts';
import {
  describeProblem,
  type ParameterProblem,
  type ParameterValue,
  type ParameterValues,
} from '../../params/schema.ts';
import { MAX_EDITS, type RunEdit, type RunState } from '../../run-state/run-state.ts';
import { runParameter } from '../../run-state/run-values.ts';
import { problemWith } from '../../run-state/validity.ts';
import { withEdit, withStartValue } from '../../run-state/with-value.ts';
import type { Session } from '../lanes/session.ts';
import type { ChangeStart, EditorChange } from './editor-change.ts';
import { LaneCommands } from './lane-commands.ts';
import { allowedRange, fitLaneValues, limitToRange } from './lane-constraints.ts';
import type { NoticeList } from './notice-list.ts';
import { type ChangeOutcome, MIN_UPDATE_INTERVAL_MS, OngoingChange, SAME_CHANGE_MS } from './ongoing-change.ts';
import type { PageLock } from './page-lock.ts';
import { RunCommands } from './run-commands.ts';
import type { RunControl } from './run-control.ts';
import { thresholdValue } from './threshold-value.ts';

/** The parts of the page that an editor needs. */
export interface EditorPage {
  readonly session: Readonly<Pick<Session, 'lanes' | 'endNs' | 'isPlaying' | 'hasEnded' | 'isWaiting' | 'play'>>;
  readonly state: { readonly appliesFrom: ChangeStart };
  readonly runs: Pick<RunControl, 'undoPoint' | 'change'>;
  readonly lock: Pick<PageLock, 'refuses'>;
  readonly notices: Pick<NoticeList, 'show' | 'replace'>;
  redraw(): void;
}

/** The steps of a change, which only the editor makes. */
type ChangeSteps = Pick<RunControl, 'open' | 'setEdits' | 'addUndoPoint'>;

/** The changes of the run on the page, by all controls. At most one change is ongoing. */
export class Editor {
  readonly lanes: LaneCommands;
  readonly run: RunCommands;
  private readonly page: EditorPage;
  private readonly steps: ChangeSteps;
  private readonly showChange: (change: EditorChange) => void;
  private ongoingChange: OngoingChange | undefined;
  private isPointerDown = false;
  /** A pointer went down after the last step, so the next step begins another change. */
  private isStepOfNewChange = false;
  /** The last step waits for the lanes. */
  private isStepPending = false;
  /** What the present drag needs of its queue: while the run starts again, no frame has it. */
  private draggedQueue:
    | { readonly policy: string; readonly values: ParameterValues; readonly limitBytes: number }
    | undefined;
  private lastMoved: { readonly edit: RunEdit | undefined; readonly wallMs: number } = { edit: undefined, wallMs: 0 };

  constructor(page: EditorPage, steps: ChangeSteps, showChange: (change: EditorChange) => void) {
    this.page = page;
    this.steps = steps;
    this.showChange = showChange;
    this.lanes = new LaneCommands(page);
    this.run = new RunCommands(page, showChange);
  }

  /** The dragged value, which is shown before the run has followed. */
  get draggedValue(): { readonly path: string; readonly value: ParameterValue } | undefined {
    const { ongoingChange } = this;
    return ongoingChange?.outcome && { path: ongoingChange.path, value: ongoingChange.outcome.change.value };
  }

  /** Whether a change of a value would be valid from now; otherwise it restarts the run. */
  isLive(path: string, appliesFrom: ChangeStart): boolean {
    const startPoint = this.page.runs.undoPoint;
    const isMidRun = startPoint.timeNs > 0 && startPoint.timeNs < this.page.session.endNs;
    return appliesFrom === 'now' && isMidRun && runParameter(startPoint.run, path)?.live !== false;
  }

  /** Sets a value in one step: typed, ticked or chosen. Returns the accepted value, for the control. */
  setValue(path: string, raw: unknown, appliesFrom = this.page.state.appliesFrom): ParameterValue | undefined {
    this.endChange();
    const ongoingChange = this.beginChange(path, appliesFrom);
    const outcome = this.computeOutcome(ongoingChange, raw);
    if (outcome === undefined || this.page.lock.refuses(path)) return undefined;
    this.applyOutcome(ongoingChange, outcome, ongoingChange.resumes);
    this.showChange(outcome.change);
    return outcome.change.value;
  }

  /** One step of a continuous change, by pointer or by key. Returns the accepted value, for the control. */
  dragValue(path: string, raw: unknown, appliesFrom = this.page.state.appliesFrom): ParameterValue | undefined {
    if (this.page.lock.refuses(path)) return undefined;
    if (this.ongoingChange?.path !== path || this.isStepOfNewChange) {
      this.endChange();
      this.ongoingChange = this.beginChange(path, appliesFrom);
    }
    this.isStepOfNewChange = false;
    const { ongoingChange } = this;
    const outcome = this.computeOutcome(ongoingChange, raw);
    if (outcome !== undefined) ongoingChange.addStep(outcome, () => this.applyPending());
    if (!this.isPointerDown) ongoingChange.scheduleEnd(() => this.endChange(), SAME_CHANGE_MS);
    this.page.redraw();
    return outcome?.change.value;
  }

  /**
   * One step of a drag of a threshold in a drawing. During the run it changes from now, whatever the controls do.
   * @param isUp of the queue up of the lane
   */
  dragThreshold(lane: number, parameter: string, amount: number, isUp = false): void {
    const { run, timeNs } = this.page.runs.undoPoint;
    const laneData = this.page.session.lanes[lane];
    const { frame, description } = (isUp ? laneData?.up : laneData) ?? {};
    if (frame !== undefined && description !== undefined)
      this.draggedQueue = { policy: description.policy, values: frame.policyValues, limitBytes: frame.limitBytes };
    if (this.draggedQueue === undefined) return;
    const { limitBytes, ...policy } = this.draggedQueue;
    const up = isUp ? policy : undefined;
    const { path, value } = thresholdValue(run, timeNs, { lane, parameter, amount, limitBytes, up });
    this.dragValue(path, value, 'now');
  }

  /**
   * A pointer is down. All steps until it is up are one change. A change by keys before it ends soon, after a paint.
   */
  grab(): void {
    this.ongoingChange?.scheduleEnd(() => this.endChange(), MIN_UPDATE_INTERVAL_MS);
    this.isStepOfNewChange = true;
    this.isPointerDown = true;
    this.draggedQueue = undefined;
  }

  release(): void {
    this.isPointerDown = false;
    this.endChange();
  }

  /** Completes the change that is being made, such as a drag. */
  endChange(): void {
    const { ongoingChange } = this;
    if (ongoingChange === undefined) return;
    ongoingChange.stop();
    this.ongoingChange = undefined;
    this.isStepPending = false;
    const { outcome } = ongoingChange;
    if (outcome === undefined) return;
    if (ongoingChange.takePending()) this.applyOutcome(ongoingChange, outcome, false);
    this.showChange(outcome.change);
    if (ongoingChange.fromNs === undefined && ongoingChange.resumes) this.page.session.play();
  }

  /** The lanes have reached their time, so they can get the last step. */
  onFrames(): void {
    if (this.isStepPending) this.applyPending();
  }

  removeEdit(index: number): void {
    const { run } = this.page.runs.undoPoint;
    const edit = run.edits[index];
    if (edit === undefined) return;
    const edits = run.edits.filter((other) => other !== edit);
    if (this.changeEdits('remove a change', edits)) this.showChange({ kind: 'removed', edit });
  }

  /** Moves a change to another time. Moves less than a second apart are one step of undo. */
  moveEdit(index: number, timeNs: number, wallMs = performance.now()): void {
    const { run } = this.page.runs.undoPoint;
    const edit = run.edits[index];
    if (edit === undefined) return;
    const movedEdit = { ...edit, timeNs: Math.min(this.page.session.endNs, Math.max(0, Math.round(timeNs))) };
    const edits = sortByTime(run.edits.map((other) => (other === edit ? movedEdit : other)));
    const continues = edit === this.lastMoved.edit && wallMs - this.lastMoved.wallMs < SAME_CHANGE_MS;
    if (!this.changeEdits('move a change', edits, !continues)) return;
    this.lastMoved = { edit: movedEdit, wallMs };
    this.showChange({ kind: 'moved', edit: movedEdit });
  }

  /** The range that the constraints allow for a number now, within its own bounds: min_th stays below max_th. */
  allowedRange(path: string): readonly [min: number, max: number] {
    const { ongoingChange } = this;
    const { run, timeNs } = ongoingChange?.path === path ? ongoingChange.startPoint : this.page.runs.undoPoint;
    const { min, max } = allowedRange(run, path, ongoingChange?.path === path ? (ongoingChange.fromNs ?? 0) : timeNs);
    return [min, max];
  }

  private beginChange(path: string, appliesFrom: ChangeStart): OngoingChange {
    const { session } = this.page;
    const startPoint = this.page.runs.undoPoint;
    // The run plays, or it has played to its end.
    const resumes = session.isPlaying || session.hasEnded;
    return new OngoingChange(path, startPoint, this.isLive(path, appliesFrom) ? startPoint.timeNs : undefined, resumes);
  }

  private applyPending(): void {
    const { ongoingChange } = this;
    if (ongoingChange === undefined) return;
    // On the way to a time, the lanes get a later value after they have reached it.
    this.isStepPending = this.page.session.isWaiting;
    if (this.isStepPending) return;
    // A restarted run stays at its start until the value is final.
    if (ongoingChange.takePending() && ongoingChange.outcome !== undefined)
      this.applyOutcome(ongoingChange, ongoingChange.outcome, false);
  }

  private applyOutcome(ongoingChange: OngoingChange, { run }: ChangeOutcome, isPlaying: boolean): void {
    const { path } = ongoingChange;
    const name = (runParameter(run, path)?.label ?? path).toLowerCase();
    const label = `set ${name}${isUnnamedUp(path) ? ', up' : ''}`;
    if (!ongoingChange.hasUndoPoint) this.steps.addUndoPoint(label, ongoingChange.startPoint);
    ongoingChange.hasUndoPoint = true;
    if (ongoingChange.fromNs === undefined) this.steps.open(run, 0, isPlaying);
    else this.steps.setEdits(run.edits);
  }

  /** The run with a value; undefined if it is refused, with a message. */
  private computeOutcome({ path, startPoint, fromNs }: OngoingChange, raw: unknown): ChangeOutcome | undefined {
    const { run, timeNs } = startPoint;
    const parameter = runParameter(run, path);
    if (parameter === undefined) return undefined;
    const checkedValue = checkValue(path, parameter, raw);
    if (!checkedValue.ok) return this.refuse(checkedValue.problem);
    const changedRun = fromNs === undefined ? withStartValue(run, path, checkedValue.value) : run;
    const { value, limit } = limitToRange(checkedValue.value, allowedRange(changedRun, path, fromNs ?? 0));
    const change = { kind: 'changed', path, value, fromNs, limit } as const;
    const isAtStart = fromNs === undefined;
    const { run: next, adjustedValues } = isAtStart
      ? fitLaneValues(withStartValue(run, path, value))
      : { run: withEdit(run, { timeNs: fromNs, path, value }), adjustedValues: [] };
    if (next.edits.length > MAX_EDITS) {
      this.page.notices.show(`A run keeps at most ${MAX_EDITS} changes. Restart or reset it to make more.`);
      return undefined;
    }
    const problem = problemWith(next, path, fromNs);
    if (problem !== undefined) return this.refuse(problem);
    if (!isAtStart)
      return { run: next, change: { ...change, timeBeforeRestartNs: 0, removedEditCount: 0, adjustedValues } };
    return {
      run: next,
      change: {
        ...change,
        timeBeforeRestartNs: timeNs,
        removedEditCount: run.edits.length - next.edits.length,
        adjustedValues,
      },
    };
  }

  /** Describes a problem in the unit of the field of the value. */
  private describe(problem: ParameterProblem): string {
    const parameter = runParameter(this.page.runs.undoPoint.run, problem.path);
    return describeProblem(
      problemInDisplayUnit(problem, parameter && 'unit' in parameter ? parameter.unit : undefined),
    );
  }

  private refuse(problem: ParameterProblem): undefined {
    this.page.notices.show(this.describe(problem));
    return undefined;
  }

  /** The run with lanes that fit its values. If there is none, shows the reason and returns undefined. */
  fitOrRefuse(run: RunState): RunState | undefined {
    const { run: fitted } = fitLaneValues(run);
    const problem = problemWith(fitted);
    return problem === undefined ? fitted : this.refuse(problem);
  }

  /**
   * Sets other edits, unless values would then conflict.
   * @returns whether they were set
   */
  private changeEdits(label: string, edits: readonly RunEdit[], addsUndoPoint = true): boolean {
    this.endChange();
    const startPoint = this.page.runs.undoPoint;
    if (this.page.lock.refuses()) return false;
    const run = { ...startPoint.run, edits };
    const problem = problemWith(run);
    if (problem !== undefined) {
      this.page.notices.show(`Cannot ${label}: ${this.describe(problem)}. Nothing was changed.`);
      return false;
    }
    if (addsUndoPoint) this.steps.addUndoPoint(label, startPoint);
    this.steps.setEdits(edits);
    return true;
  }
}
