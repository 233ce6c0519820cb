/**
 * The page's controller. All changes of the page's state (`page-state.ts`) go through it and its parts:
 * - `run-control.ts` opens runs and undoes changes; `page-lock.ts` says what may be changed.
 * - `editor.ts` changes values, and `lane-commands.ts` the list of lanes. They are loaded after the queues.
 * - `packet-questions.ts` has the questions about packets, `notice-list.ts` the messages.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { loadPolicies } from '../../policies/load-policies.ts';
import { loadedPolicies } from '../../policies/loaded-policies.ts';
import { loadPresets } from '../../scenarios/load-presets.ts';
import { loadedFamilies } from '../../scenarios/loaded-presets.ts';
import { Listeners } from '../../shared/listeners.ts';
import type { LaneWorkerFactory } from '../lanes/lane.ts';
import { Session } from '../lanes/session.ts';
import { errorMessage, loadPart } from '../loading/loading.ts';
import type { Editor } from './editor.ts';
import type { ChangeStart } from './editor-change.ts';
import { NoticeList } from './notice-list.ts';
import { PacketQuestions } from './packet-questions.ts';
import { PageLock } from './page-lock.ts';
import { initialPageState, type OpenViews, type PageState, type Theme } from './page-state.ts';
import { RunControl } from './run-control.ts';

/** Time between two updates of figures in words and numbers, ms. */
const UPDATE_INTERVAL_MS = 250;

/** The state for those who read it. Only a `Page` changes it. */
export type PageStore = Pick<StoreApi<PageState>, 'getState' | 'getInitialState' | 'subscribe'>;

/** The part of the editor that drawings and pointers use during a drag. */
export type DragEditor = Pick<Editor, 'draggedValue' | 'allowedRange' | 'grab' | 'release'>;

/** The session for those who play it. Only the page opens and closes its lanes, and moves its clock. */
export type PageSession = Omit<Readonly<Session>, 'open' | 'reopen' | 'setEdits' | 'close' | 'tick'>;

/** The runs for those who open them. Only the editor makes the steps of a change. */
export type PageRuns = Omit<RunControl, 'open' | 'setEdits' | 'addUndoPoint'>;

/** The one controller of a page, made at its start. */
export class Page {
  readonly store: PageStore;
  readonly session: PageSession;
  /** Moves the clock of the session; called only by the animation loop, with the wall time of each display frame. */
  readonly tick: Session['tick'];
  readonly runs: PageRuns;
  readonly lock: PageLock;
  readonly questions: PacketQuestions;
  readonly views: Views;
  readonly notices: NoticeList;
  private readonly setState: StoreApi<PageState>['setState'];
  private readonly runControl: RunControl;
  private readonly listeners = new Listeners();
  private editor: Editor | undefined;
  private lastUpdateMs = 0;
  /** Waits for the next update of the figures. */
  private updateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(createWorker: LaneWorkerFactory) {
    const store = createStore<PageState>(() => ({ ...initialPageState, ...loadedPoliciesAndPresets() }));
    const { setState } = store;
    this.store = store;
    this.setState = setState;
    const session = new Session(createWorker, {
      onFrames: () => this.onFrames(),
      onProgress: () => this.requestFigures(),
      onMove: () => this.editor?.endChange(),
      onPlayback: () => this.updatePlayback(),
      onChange: () => this.updateFigures(),
    });
    this.session = session;
    this.tick = (wallMs) => session.tick(wallMs);
    this.notices = new NoticeList(this, setState);
    this.views = new Views(this, setState);
    this.lock = new PageLock(this, setState);
    this.questions = new PacketQuestions(this, setState);
    this.runControl = new RunControl(this, {
      session,
      setState,
      getEditor: () => this.editor,
      updateFigures: () => this.updateFigures(),
    });
    this.runs = this.runControl;
  }

  get state(): PageState {
    return this.store.getState();
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
      (error: unknown) => this.notices.offerReload(`This change could not be made: ${errorMessage(error)}.`),
    );
    return undefined;
  }

  /** Makes changes possible, with the loaded code. */
  enableEditor(EditorClass: typeof Editor): void {
    this.editor ??= new EditorClass(this, this.runControl, (lastChange) => this.setState({ lastChange }));
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

  setAppliesFrom(appliesFrom: ChangeStart): void {
    this.setState({ appliesFrom, lastChange: undefined });
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

  /** Updates the controls of the playback only, so that an input has a fast answer. */
  private updatePlayback(): void {
    const { isPlaying, speed } = this.session;
    this.setState({ isPlaying, speed });
    this.redraw();
  }

  private updateFigures(): void {
    clearTimeout(this.updateTimer);
    this.updateTimer = undefined;
    this.lastUpdateMs = performance.now();
    this.setState({ ...this.session.snapshot, ...this.runs.undoLabels });
    this.redraw();
  }
}

/** The policies and scenarios that can be chosen now. */
function loadedPoliciesAndPresets(): Pick<PageState, 'policies' | 'families'> {
  return { policies: loadedPolicies(), families: loadedFamilies() };
}

type ViewSetter = (change: Partial<PageState> | ((state: PageState) => Partial<PageState>)) => void;

/** The views over the run and beside it, and the look of the page. */
class Views {
  private readonly page: Pick<Page, 'redraw' | 'state'>;
  private readonly setState: ViewSetter;
  private themeBefore: Theme = 'system';

  constructor(page: Pick<Page, 'redraw' | 'state'>, setState: ViewSetter) {
    this.page = page;
    this.setState = setState;
  }

  /** Opens or closes views over the run or beside it. */
  show(views: Partial<OpenViews>): void {
    this.setState(views);
  }

  /** Shows a stop of the preset's story, from 1, or 0 for its introduction; without a stop, leaves the story. */
  showStop(storyStop: number | undefined): void {
    this.setState({ storyStop });
    this.page.redraw();
  }

  /** Starts a summary of the lanes for screen readers, also while they run. */
  requestSummary(): void {
    this.setState(({ summaryRequestCount }) => ({ summaryRequestCount: summaryRequestCount + 1 }));
  }

  setTheme(theme: Theme): void {
    this.themeBefore = this.page.state.theme;
    this.setState({ theme });
    this.page.redraw();
  }

  /** The projector, or the theme that was chosen before it. */
  toggleProjector(): void {
    this.setTheme(this.page.state.theme === 'projector' ? this.themeBefore : 'projector');
  }
}
