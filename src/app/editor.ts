/**
 * Changes of a run's values. A change from the start restarts the run. A change from now is an edit, and the run
 * continues. A drag is one change, from the time at which it began. During a drag, the span since that time is
 * simulated again with each new value, so that the page always shows the run of its link.
 */
import { checkValue, describeProblem, type ParameterProblem, type ParameterValue } from '../params/schema.ts';
import { inOrder, withEdit, withStartValue } from '../run-state/changes.ts';
import { MAX_EDITS, type RunEdit, type RunState } from '../run-state/run-state.ts';
import { runParameter } from '../run-state/selectors.ts';
import { problemWith } from '../run-state/validity.ts';
import { ChangeInHand, SAME_CHANGE_MS } from './change-in-hand.ts';
import { fittedLanes, type GivenWay, roomOf, type Stop, stopped } from './lane-constraints.ts';
import type { Session } from './session.ts';
import type { UndoPoint } from './undo.ts';

/** The time from which a change of a control is valid. */
export const applying = ['start', 'now'] as const;
export type AppliesFrom = (typeof applying)[number];

/** The result of a change, for its message. */
export interface ValueChange {
  readonly kind: 'changed';
  readonly path: string;
  readonly value: ParameterValue;
  /** Simulated time from which it is valid, ns; undefined for the start. */
  readonly fromNs: number | undefined;
  /** Time of the run before the restart, ns; 0 at its start. */
  readonly leftNs: number;
  /** Removed later changes of the same value. */
  readonly gone: number;
  readonly stop: Stop | undefined;
  readonly givenWay: readonly GivenWay[];
}

/** An edit that was moved to another time or removed. */
export interface EditChange {
  readonly kind: 'moved' | 'removed';
  readonly edit: RunEdit;
}

/** The functions of the page that an editor needs. */
export interface Desk {
  readonly session: Pick<Session, 'endNs' | 'playing' | 'ended' | 'underWay' | 'play'>;
  present(): UndoPoint;
  /** Whether this page is locked for this path. If it is, the page shows a message. */
  refused(path?: string): boolean;
  notify(text: string): void;
  report(change: ValueChange | EditChange): void;
  note(label: string, before: UndoPoint): void;
  begin(run: RunState, playing: boolean): void;
  takeEdits(edits: readonly RunEdit[]): void;
}

interface Outcome {
  readonly run: RunState;
  readonly change: ValueChange;
}

export class Editor {
  private readonly desk: Desk;
  private hand: ChangeInHand | undefined;
  private pointerDown = false;
  /** The last step waits for the lanes. */
  private due = false;
  private lastMoved: { readonly edit: RunEdit | undefined; readonly wallMs: number } = { edit: undefined, wallMs: 0 };

  constructor(desk: Desk) {
    this.desk = desk;
  }

  /** The dragged value, which is shown before the run has followed. */
  get dragged(): { readonly path: string; readonly value: ParameterValue } | undefined {
    const { hand } = this;
    return hand?.value === undefined ? undefined : { path: hand.path, value: hand.value };
  }

  /** Whether a change of a value would be valid from now; otherwise it restarts the run. */
  isLive(path: string, wanted: AppliesFrom): boolean {
    const present = this.desk.present();
    const inMidRun = present.timeNs > 0 && present.timeNs < this.desk.session.endNs;
    return wanted === 'now' && inMidRun && runParameter(present.run, path)?.live !== false;
  }

  /** Sets a value in one step: typed, ticked or chosen. Returns the accepted value, for the control. */
  set(path: string, raw: unknown, wanted: AppliesFrom): ParameterValue | undefined {
    this.letGo();
    const hand = this.newChange(path, wanted);
    const outcome = this.outcome(hand, raw);
    if (outcome === undefined || this.desk.refused(path)) return undefined;
    this.apply(hand, outcome, hand.resumes);
    this.desk.report(outcome.change);
    return outcome.change.value;
  }

  /** One step of a continuous change, by pointer or by key. Returns the accepted value, for the control. */
  drag(path: string, raw: unknown, wanted: AppliesFrom): ParameterValue | undefined {
    if (this.desk.refused(path)) return undefined;
    if (this.hand?.path !== path) {
      this.letGo();
      this.hand = this.newChange(path, wanted);
    }
    const { hand } = this;
    const outcome = this.outcome(hand, raw);
    if (outcome !== undefined) hand.step(raw, outcome.change.value, () => this.follow());
    if (!this.pointerDown) hand.endLater(() => this.letGo());
    return outcome?.change.value;
  }

  /** A pointer is down. All steps until it is up are one change. */
  grab(): void {
    this.letGo();
    this.pointerDown = true;
  }

  release(): void {
    this.pointerDown = false;
    this.letGo();
  }

  /** Ends the present change. */
  letGo(): void {
    const { hand } = this;
    if (hand === undefined) return;
    hand.stop();
    this.hand = undefined;
    this.due = false;
    const outcome = hand.value === undefined ? undefined : this.outcome(hand, hand.asked);
    if (outcome === undefined) return;
    if (hand.takePending()) this.apply(hand, outcome, false);
    this.desk.report(outcome.change);
    if (hand.fromNs === undefined && hand.resumes) this.desk.session.play();
  }

  /** The lanes have reached their time, so they can get the last step. */
  arrived(): void {
    if (this.due) this.follow();
  }

  removeEdit(index: number): void {
    const { run } = this.desk.present();
    const edit = run.edits[index];
    if (edit === undefined) return;
    const edits = run.edits.filter((other) => other !== edit);
    if (this.changeEdits('remove a change', edits)) this.desk.report({ kind: 'removed', edit });
  }

  /** Moves a change to another time. Moves less than a second apart are one step of undo. */
  moveEdit(index: number, timeNs: number, wallMs: number): void {
    const { run } = this.desk.present();
    const edit = run.edits[index];
    if (edit === undefined) return;
    const moved = { ...edit, timeNs: Math.min(this.desk.session.endNs, Math.max(0, Math.round(timeNs))) };
    const edits = inOrder(run.edits.map((other) => (other === edit ? moved : other)));
    const goesOn = edit === this.lastMoved.edit && wallMs - this.lastMoved.wallMs < SAME_CHANGE_MS;
    if (!this.changeEdits('move a change', edits, !goesOn)) return;
    this.lastMoved = { edit: moved, wallMs };
    this.desk.report({ kind: 'moved', edit: moved });
  }

  /** The present limits of a number, in addition to its own bounds. */
  allowedRange(path: string): readonly [least: number, most: number] {
    const { hand } = this;
    const { run, timeNs } = hand?.path === path ? hand.before : this.desk.present();
    const { least, most } = roomOf(run, path, hand?.path === path ? (hand.fromNs ?? 0) : timeNs);
    return [least, most];
  }

  private newChange(path: string, wanted: AppliesFrom): ChangeInHand {
    const { session } = this.desk;
    const present = this.desk.present();
    // The run plays, or it has played to its end.
    const resumes = session.playing || session.ended;
    return new ChangeInHand(path, present, this.isLive(path, wanted) ? present.timeNs : undefined, resumes);
  }

  private follow(): void {
    const { hand } = this;
    if (hand === undefined) return;
    // On the way to a time, the lanes get a later value after they have reached it.
    this.due = this.desk.session.underWay;
    if (this.due) return;
    const outcome = hand.takePending() ? this.outcome(hand, hand.asked) : undefined;
    // A restarted run stays at its start until the value is final.
    if (outcome !== undefined) this.apply(hand, outcome, false);
  }

  private apply(hand: ChangeInHand, { run }: Outcome, playing: boolean): void {
    const label = `set ${(runParameter(run, hand.path)?.label ?? hand.path).toLowerCase()}`;
    if (!hand.noted) this.desk.note(label, hand.before);
    hand.noted = true;
    if (hand.fromNs === undefined) this.desk.begin(run, playing);
    else this.desk.takeEdits(run.edits);
  }

  /** The run with a value; undefined if it is refused, with a message. */
  private outcome({ path, before, fromNs }: ChangeInHand, raw: unknown): Outcome | undefined {
    const { run, timeNs } = before;
    const parameter = runParameter(run, path);
    if (parameter === undefined) return undefined;
    const checked = checkValue(path, parameter, raw);
    if (!checked.ok) return this.refuse(checked.problem);
    const changed = fromNs === undefined ? withStartValue(run, path, checked.value) : run;
    const { value, stop } = stopped(checked.value, roomOf(changed, path, fromNs ?? 0));
    const change = { kind: 'changed', path, value, fromNs, stop } as const;
    const atStart = fromNs === undefined;
    const { run: next, givenWay } = atStart
      ? fittedLanes(withStartValue(run, path, value))
      : { run: withEdit(run, { timeNs: fromNs, path, value }), givenWay: [] };
    if (next.edits.length > MAX_EDITS) {
      this.desk.notify(`A run keeps at most ${MAX_EDITS} changes. Restart or reset it to make more.`);
      return undefined;
    }
    const problem = problemWith(next, path, fromNs);
    if (problem !== undefined) return this.refuse(problem);
    if (!atStart) return { run: next, change: { ...change, leftNs: 0, gone: 0, givenWay } };
    return { run: next, change: { ...change, leftNs: timeNs, gone: run.edits.length - next.edits.length, givenWay } };
  }

  private refuse(problem: ParameterProblem): undefined {
    this.desk.notify(describeProblem(problem));
    return undefined;
  }

  /** The run with lanes that fit its values. If there is none, shows the reason and returns undefined. */
  sound(run: RunState): RunState | undefined {
    const { run: fitted } = fittedLanes(run);
    const problem = problemWith(fitted);
    return problem === undefined ? fitted : this.refuse(problem);
  }

  /** Sets other edits, unless values would then conflict. @returns whether they were set */
  private changeEdits(label: string, edits: readonly RunEdit[], noting = true): boolean {
    this.letGo();
    const present = this.desk.present();
    if (this.desk.refused()) return false;
    const run = { ...present.run, edits };
    const problem = problemWith(run);
    if (problem !== undefined) {
      this.desk.notify(`Cannot ${label}: ${describeProblem(problem)}. Nothing was changed.`);
      return false;
    }
    if (noting) this.desk.note(label, present);
    this.desk.takeEdits(edits);
    return true;
  }
}
