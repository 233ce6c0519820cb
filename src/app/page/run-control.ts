/** Opens runs, changes the run as a whole, and undoes changes. */
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { describeProblem } from '../../params/schema.ts';
import { registerProgram } from '../../policies/loaded-policies.ts';
import type { OpeningState, RunEdit, RunState } from '../../run-state/run-state.ts';
import type { DecodedRun } from '../../run-state/run-url.ts';
import { hasLoadedPolicies, runOfPreset, scenarioOfRun } from '../../run-state/run-values.ts';
import { loadedPreset } from '../../scenarios/loaded-presets.ts';
import type { Session } from '../lanes/session.ts';
import { errorMessage } from '../loading/loading.ts';
import type { NoticeList } from './notice-list.ts';
import type { PageLock } from './page-lock.ts';
import type { PageState } from './page-state.ts';

/** The parts of the page that open and change runs. */
interface PageOfRuns {
  readonly state: PageState;
  readonly notices: NoticeList;
  readonly lock: PageLock;
  loadEditorAndCatalog(): Promise<void>;
}

interface EditorOfRuns {
  /** Completes the change that is being made. */
  endChange(): void;
  /** The run with lanes that fit its values; undefined if there is none. */
  fitOrRefuse(run: RunState): RunState | undefined;
}

interface RunAccess {
  readonly session: Session;
  setState(change: Partial<PageState>): void;
  /** The editor, once its code is loaded. */
  getEditor(): EditorOfRuns | undefined;
  updateFigures(): void;
}

/** The run of the page, with its history of undo. */
export class RunControl {
  private readonly page: PageOfRuns;
  private readonly access: RunAccess;
  private history = new UndoHistory();

  constructor(page: PageOfRuns, access: RunAccess) {
    this.page = page;
    this.access = access;
  }

  /** The run and its time, which undo restores. */
  get undoPoint(): UndoPoint {
    return { run: this.page.state.run, timeNs: this.access.session.commandedNs };
  }

  /** The names of the actions that undo and redo would reverse; undefined without one. */
  get undoLabels(): Pick<PageState, 'undoLabel' | 'redoLabel'> {
    const { undoLabel, redoLabel } = this.history;
    return { undoLabel, redoLabel };
  }

  /** Opens the content of a link. A notice names its refused fields. */
  openUrl(
    { state, embedding, from, story, view, program: openProgram, problems }: DecodedRun,
    { timeNs = 0, playing }: OpeningState = {},
  ): void {
    // A present change belongs to the old run. A later step of it would bring that run back.
    this.access.getEditor()?.endChange();
    this.access.setState({ embedding, allowedPaths: undefined, storyStop: story, openProgram });
    this.page.notices.replace(problems.map(describeProblem));
    this.open(state, timeNs, playing);
    const { run } = this.page.state;
    this.access.setState({
      paperOrigin: from === undefined ? undefined : { number: from, run },
      urlView: view === undefined ? undefined : { view, run },
    });
  }

  async choosePreset(preset: string): Promise<void> {
    try {
      if (loadedPreset(preset) === undefined) await this.page.loadEditorAndCatalog();
    } catch (error) {
      this.page.notices.offerReload(`The scenario could not be loaded: ${errorMessage(error)}.`);
      return;
    }
    this.change('choose a scenario', runOfPreset(preset, this.page.state.run.seed));
  }

  /**
   * Opens another run at `atNs`, so that it can be undone.
   * @param label the name of the action
   * @returns whether it was opened
   */
  change(label: string, run: RunState, atNs = 0): boolean {
    const editor = this.access.getEditor();
    editor?.endChange();
    const { program } = this.page.state.run;
    const requestedRun = { program, ...run };
    registerProgram(requestedRun.program?.definition);
    let fittedRun: RunState | undefined;
    if (!this.page.lock.refuses() && hasLoadedPolicies(requestedRun))
      fittedRun = editor === undefined ? requestedRun : editor.fitOrRefuse(requestedRun);
    if (fittedRun === undefined) {
      registerProgram(program?.definition);
      return false;
    }
    this.addUndoPoint(label, this.undoPoint);
    this.open(fittedRun, atNs);
    return true;
  }

  /** Opens a run at a time, without a step of undo. */
  open(run: RunState, atNs = 0, playing?: boolean): void {
    const { state } = this.page;
    const { session } = this.access;
    const isPlaying = playing ?? (session.isPlaying || session.hasEnded || state.lanes.length === 0);
    registerProgram(run.program?.definition);
    if (!hasLoadedPolicies(run)) return;
    const endNs = Math.round(resolveScenario(scenarioOfRun(run)).run.durationSeconds * 1e9);
    // A time from the browser's store may have any value.
    const timeNs = Number.isFinite(atNs) && atNs >= 0 && atNs <= endNs ? atNs : 0;
    this.access.setState({ run, endNs, timeNs, question: undefined, lastChange: undefined });
    session.open(run, endNs, timeNs, isPlaying);
    void this.nameLanes(run);
  }

  /**
   * Names lanes by their rule, and those of one policy by that which differs. Without this code they keep the policy's
   * name.
   */
  private async nameLanes(run: RunState): Promise<void> {
    const names = await import('../../run-state/lane-names.ts').catch(() => undefined);
    if (this.page.state.run.lanes === run.lanes && hasLoadedPolicies(run) && names)
      this.access.session.nameLanes(names.namesOfLanes(run));
  }

  /** Opens a lane again that has failed. */
  restartLane(lane: number): void {
    this.access.session.reopen(this.page.state.run, lane);
  }

  /** Sets the changes during the run, without a step of undo. */
  setEdits(edits: readonly RunEdit[]): void {
    this.access.setState({ run: { ...this.page.state.run, edits }, lastChange: undefined });
    this.access.session.setEdits(edits);
    this.access.updateFigures();
  }

  /** Stores the state before an action. */
  addUndoPoint(label: string, startPoint: UndoPoint): void {
    this.history.add(label, startPoint);
  }

  undo(): void {
    this.access.getEditor()?.endChange();
    const label = this.history.undoLabel;
    this.restore(this.history.undo(this.undoPoint));
    if (label !== undefined) this.access.setState({ lastChange: { kind: 'undone', label } });
  }

  redo(): void {
    this.access.getEditor()?.endChange();
    const label = this.history.redoLabel;
    this.restore(this.history.redo(this.undoPoint));
    if (label !== undefined) this.access.setState({ lastChange: { kind: 'redone', label } });
  }

  /** Deletes all steps of undo. */
  deleteHistory(): void {
    this.history = new UndoHistory();
  }

  private restore(undoPoint: UndoPoint | undefined): void {
    if (undoPoint === undefined) return;
    const { run, timeNs } = undoPoint;
    const presentRun = this.page.state.run;
    if (!isSameButForEdits(presentRun, run) || presentRun.edits === run.edits) this.open(run, timeNs);
    else this.setEdits(run.edits);
  }
}

/** Whether two runs differ in nothing but the changes during the run. */
function isSameButForEdits(a: RunState, b: RunState): boolean {
  return (
    a.preset === b.preset &&
    a.custom === b.custom &&
    a.startValues === b.startValues &&
    a.program === b.program &&
    a.lanes === b.lanes &&
    a.seed === b.seed
  );
}

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

class UndoHistory {
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
