/**
 * The page's controller. All changes of the page's state (`page-state.ts`) go through it.
 * - `editor.ts` changes values, and `lane-commands.ts` the list of lanes. They are loaded after the queues.
 * - `packet-questions.ts` has the questions about packets.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { describeProblem } from '../../params/schema.ts';
import { loadPolicies } from '../../policies/load-policies.ts';
import { loadedPolicies, registerProgram } from '../../policies/loaded-policies.ts';
import type { OpeningState, RunEdit, RunState } from '../../run-state/run-state.ts';
import type { DecodedRun } from '../../run-state/run-url.ts';
import { hasLoadedPolicies, runOfPreset, runOfScenario, scenarioOfRun } from '../../run-state/run-values.ts';
import type { ParsedScenario } from '../../scenarios/files/file.ts';
import { loadPresets } from '../../scenarios/load-presets.ts';
import { loadedFamilies, loadedPreset } from '../../scenarios/loaded-presets.ts';
import { removeInvisible } from '../../shared/invisible-characters.ts';
import { Listeners } from '../../shared/listeners.ts';
import type { LaneWorkerFactory } from '../lanes/lane.ts';
import { Session } from '../lanes/session.ts';
import { errorMessage, loadPart } from '../loading/loading.ts';
import type { ChangeStart, Editor } from './editor.ts';
import { PacketQuestions } from './packet-questions.ts';
import { initialPageState, type Overlays, type PageState, type Theme } from './page-state.ts';
import { UndoHistory, type UndoPoint } from './undo.ts';

/** Time between two updates of figures in words and numbers, ms. */
const UPDATE_INTERVAL_MS = 250;
const MAX_NOTICES = 6;

/** The state for those who read it. Only a `Page` changes it. */
export type PageStore = Pick<StoreApi<PageState>, 'getState' | 'getInitialState' | 'subscribe'>;

/** The part of the editor that drawings and pointers use during a drag. */
export type DragEditor = Pick<Editor, 'draggedValue' | 'allowedRange' | 'grab' | 'release'>;

export class Page {
  readonly store: PageStore;
  private readonly setState: StoreApi<PageState>['setState'];
  readonly session: Session;
  readonly questions = new PacketQuestions(this, (change) => this.setState(change));
  private readonly listeners = new Listeners();
  private history = new UndoHistory();
  private editor: Editor | undefined;
  private lastUpdateMs = 0;
  /** Waits for the next update of the figures. */
  private updateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(createWorker: LaneWorkerFactory) {
    const store = createStore<PageState>(() => ({ ...initialPageState, ...loadedPoliciesAndPresets() }));
    this.store = store;
    this.setState = store.setState;
    this.session = new Session(createWorker, {
      onFrames: () => this.onFrames(),
      onProgress: () => this.requestFigures(),
      onMove: () => this.editor?.endChange(),
      onChange: () => this.updateFigures(),
    });
  }

  /** Requests that the drawings are repeated. */
  redraw(): void {
    this.listeners.call();
  }

  /**
   * Calls a function at each request to draw again, also for new frames.
   * @returns a function that ends this
   */
  onRedraw(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** The change that is being made, such as a drag; undefined until its code is loaded, after the queues. */
  get dragEditor(): DragEditor | undefined {
    return this.editor;
  }

  /**
   * Changes values or lanes, as soon as the code for it is loaded.
   * @returns the result; undefined if the code is not loaded yet
   */
  edit<T>(change: (editor: Editor) => T): T | undefined {
    if (this.editor !== undefined) return change(this.editor);
    this.loadEditorAndCatalog().then(
      () => this.edit(change),
      (error: unknown) => this.offerReload(`This change could not be made: ${errorMessage(error)}.`),
    );
    return undefined;
  }

  /** Makes changes possible, with the loaded code. */
  enableEditor(EditorClass: typeof Editor): void {
    this.editor ??= new EditorClass(this, {
      showChange: (lastChange) => this.setState({ lastChange }),
      addUndoPoint: (label, startPoint) => this.history.add(label, startPoint),
      openRun: (run, atNs, isPlaying) => this.openRun(run, atNs, isPlaying),
      setEdits: (edits) => this.setEdits(edits),
    });
  }

  get state(): PageState {
    return this.store.getState();
  }

  /** Opens the content of a link. Notices name its refused fields. */
  openUrl(
    { state, embedding, from, story, view, program: openProgram, problems }: DecodedRun,
    { timeNs = 0, playing }: OpeningState = {},
  ): void {
    // A present change belongs to the old run. A later step of it would bring that run back.
    this.editor?.endChange();
    this.setState({
      embedding,
      allowedPaths: undefined,
      storyStop: story,
      openProgram,
      notices: problems.map(describeProblem).slice(0, MAX_NOTICES),
    });
    this.openRun(state, timeNs, playing);
    const { run } = this.state;
    this.setState({
      paperOrigin: from === undefined ? undefined : { number: from, run },
      urlView: view === undefined ? undefined : { view, run },
    });
  }

  /** Opens or closes views over the run or beside it. */
  showOverlays(overlays: Partial<Overlays>): void {
    this.setState(overlays);
  }

  /** Opens the program of a lane in the editor, or offers the program of a link or a file. */
  showProgram(openProgram: PageState['openProgram']): void {
    this.setState({ openProgram });
  }

  /** Locks the page, except for the values of these paths; undefined: all values can be changed. */
  allowOnly(allowedControls: readonly string[] | undefined): void {
    this.setState({ allowedPaths: allowedControls, embedding: allowedControls === undefined ? 'whole' : 'locked' });
  }

  /** Deletes all steps of undo. */
  deleteHistory(): void {
    this.history = new UndoHistory();
  }

  /** Shows a stop of the preset's story, from 1; without a stop, leaves the story. */
  showStop(storyStop: number | undefined): void {
    this.setState({ storyStop });
    this.redraw();
  }

  /**
   * Opens the run of a story, so that it can be undone.
   * @returns whether it was opened
   */
  openStory(run: RunState): boolean {
    return this.changeRun('open a story', run);
  }

  /** The place at which the run was opened is no longer stored. */
  clearPaperOrigin(): void {
    this.setState({ paperOrigin: undefined });
  }

  /**
   * Opens the content of a file. If the text is not a scenario, the run does not change.
   * @param notes omissions of the reader, as sentences
   * @param run the run with its lanes; without it, the default lanes of the scenario
   */
  openFile(name: string, { scenario, problems }: ParsedScenario, notes: readonly string[] = [], run?: RunState): void {
    const file = removeInvisible(name);
    const notices = [...problems.map(describeProblem), ...notes].map((text) => `${file}: ${text}`);
    this.setState({ notices: notices.slice(0, MAX_NOTICES) });
    if (scenario !== undefined) this.changeRun(`open ${file}`, run ?? runOfScenario(scenario, this.state.run.seed));
  }

  async choosePreset(preset: string): Promise<void> {
    try {
      if (loadedPreset(preset) === undefined) await this.loadEditorAndCatalog();
    } catch (error) {
      this.offerReload(`The scenario could not be loaded: ${errorMessage(error)}.`);
      return;
    }
    this.changeRun('choose a scenario', runOfPreset(preset, this.state.run.seed));
  }

  /**
   * Loads all policies and presets, and the code for changes.
   * @throws NotLoadedError
   */
  async loadEditorAndCatalog(): Promise<void> {
    const [{ Editor: EditorClass }] = await Promise.all([
      loadPart(() => import('./editor.ts')),
      loadPart(loadPolicies),
      loadPart(loadPresets),
    ]);
    this.enableEditor(EditorClass);
    this.setState(loadedPoliciesAndPresets());
    this.updateFigures();
  }

  /** Shows a message with an offer to load the page again, which restores the same run and time. */
  offerReload(reloadOffer: string | undefined): void {
    this.setState({ reloadOffer });
  }

  setAppliesFrom(appliesFrom: ChangeStart): void {
    this.setState({ appliesFrom, lastChange: undefined });
  }

  undo(): void {
    this.editor?.endChange();
    const label = this.history.undoLabel;
    this.restoreRun(this.history.undo(this.undoPoint));
    if (label !== undefined) this.setState({ lastChange: { kind: 'undone', label } });
  }

  redo(): void {
    this.editor?.endChange();
    const label = this.history.redoLabel;
    this.restoreRun(this.history.redo(this.undoPoint));
    if (label !== undefined) this.setState({ lastChange: { kind: 'redone', label } });
  }

  restartLane(index: number): void {
    this.session.reopen(this.state.run, index);
  }

  /** Starts a summary of the lanes for screen readers, also while they run. */
  requestSummary(): void {
    this.setState(({ summaryRequestCount }) => ({ summaryRequestCount: summaryRequestCount + 1 }));
  }

  setTheme(theme: Theme): void {
    this.setState({ theme });
    this.redraw();
  }

  notify(text: string): void {
    const newNotice = removeInvisible(text);
    const notices = [...this.state.notices.filter((notice) => notice !== newNotice), newNotice];
    this.setState({ notices: notices.slice(-MAX_NOTICES) });
  }

  dismiss(notice: string): void {
    this.setState({ notices: this.state.notices.filter((other) => other !== notice) });
  }

  /** In a locked page nothing of the run can be changed, but everything can be viewed. */
  get isLocked(): boolean {
    return this.state.embedding === 'locked';
  }

  get undoPoint(): UndoPoint {
    return { run: this.state.run, timeNs: this.session.commandedNs };
  }

  /** Opens another run at `atNs`, so that it can be undone. */
  changeRun(label: string, run: RunState, atNs = 0): boolean {
    this.editor?.endChange();
    const { program } = this.state.run;
    const requestedRun = { program, ...run };
    registerProgram(requestedRun.program?.definition);
    const { editor } = this;
    let fittedRun: RunState | undefined;
    if (!this.refuseIfLocked() && hasLoadedPolicies(requestedRun))
      fittedRun = editor === undefined ? requestedRun : editor.fitOrRefuse(requestedRun);
    if (fittedRun === undefined) {
      registerProgram(program?.definition);
      return false;
    }
    this.history.add(label, this.undoPoint);
    this.openRun(fittedRun, atNs);
    return true;
  }

  /** Opens a run at a time, without a step of undo. */
  private openRun(
    run: RunState,
    atNs = 0,
    isPlaying = this.session.isPlaying || this.session.hasEnded || this.state.lanes.length === 0,
  ): void {
    registerProgram(run.program?.definition);
    if (!hasLoadedPolicies(run)) return;
    const endNs = Math.round(resolveScenario(scenarioOfRun(run)).run.durationSeconds * 1e9);
    // A time from the browser's store may have any value.
    const timeNs = Number.isFinite(atNs) && atNs >= 0 && atNs <= endNs ? atNs : 0;
    this.setState({ run, endNs, timeNs, question: undefined, lastChange: undefined });
    this.session.isPlaying = isPlaying && timeNs < endNs;
    this.session.open(run, endNs, timeNs);
  }

  /** Whether the page is locked for this path. If it is, shows a message. */
  refuseIfLocked(path?: string): boolean {
    const { allowedPaths } = this.state;
    const isRefused = this.isLocked && !(path !== undefined && allowedPaths?.includes(path));
    if (isRefused)
      this.notify(
        allowedPaths === undefined
          ? 'This page is locked. Its publisher chose this run, and it cannot be changed here.'
          : 'This cannot be changed here.',
      );
    return isRefused;
  }

  private restoreRun(undoPoint: UndoPoint | undefined): void {
    if (undoPoint === undefined) return;
    const { run, timeNs } = undoPoint;
    const now = this.state.run;
    if (!isSameButForEdits(now, run) || now.edits === run.edits) this.openRun(run, timeNs);
    else this.setEdits(run.edits);
  }

  /** Sets the changes during the run, without a step of undo. */
  private setEdits(edits: readonly RunEdit[]): void {
    this.setState({ run: { ...this.state.run, edits }, lastChange: undefined });
    this.session.setEdits(edits);
    this.updateFigures();
  }

  private onFrames(): void {
    this.editor?.onFrames();
    this.redraw();
    const nowMs = performance.now();
    if (
      nowMs - this.lastUpdateMs >= UPDATE_INTERVAL_MS ||
      this.session.shownFrameCount === 1 ||
      !this.session.isPlaying
    )
      this.updateFigures();
  }

  /** Updates the figures, at most once per interval. */
  private requestFigures(): void {
    const dueMs = this.lastUpdateMs + UPDATE_INTERVAL_MS - performance.now();
    if (dueMs <= 0) this.updateFigures();
    else this.updateTimer ??= setTimeout(() => this.updateFigures(), dueMs);
  }

  private updateFigures(): void {
    clearTimeout(this.updateTimer);
    this.updateTimer = undefined;
    this.lastUpdateMs = performance.now();
    const { undoLabel, redoLabel } = this.history;
    this.setState({ ...this.session.snapshot, undoLabel, redoLabel });
    this.redraw();
  }
}

/** The policies and scenarios that can be chosen now. */
function loadedPoliciesAndPresets(): Pick<PageState, 'policies' | 'families'> {
  return { policies: loadedPolicies(), families: loadedFamilies() };
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
