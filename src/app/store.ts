/** The page's state: the run that a link carries, and how it is looked at. Everything that changes it goes through here. */
import { createStore } from 'zustand/vanilla';
import { bufferUnit, resolveScenario, withValue } from '../engine/scenario.ts';
import type { PacketStory, SoughtKind } from '../engine/story.ts';
import { checkValue, describeProblem, type ParameterProblem, type ParameterValue } from '../params/schema.ts';
import { loadPolicies } from '../policies/load-all.ts';
import { loadedPolicy } from '../policies/loaded.ts';
import type { ParsedScenario } from '../scenarios/file.ts';
import { fits, impossible } from '../scenarios/limits.ts';
import { loadPresets } from '../scenarios/load-all.ts';
import { loadedPreset } from '../scenarios/loaded.ts';
import { orderedLanes } from './lane-constraints.ts';
import { branchedWithout, type LaneOrigin, withLanes } from './lane-order.ts';
import {
  editsForLane,
  isLoaded,
  policyOf,
  policyValuesAt,
  runOfPreset,
  runOfScenario,
  runParameter,
  scenarioOf,
} from './run-script.ts';
import { type Embedding, type LaneState, MAX_EDITS, MAX_LANES, type RunEdit, type RunState } from './run-state.ts';
import { Session } from './session.ts';
import { type Moment, UndoHistory } from './undo.ts';
import type { DecodedRun } from './url.ts';

export const themes = ['system', 'light', 'dark', 'projector'] as const;
export type Theme = (typeof themes)[number];

/** The packet that somebody asks about, and its story once it is known. */
export interface Question {
  readonly lane: number;
  readonly serial: number;
  readonly offeredNs: number;
  readonly story: PacketStory | 'asked' | 'unknown';
}

export interface PageState {
  readonly run: RunState;
  readonly playing: boolean;
  readonly ended: boolean;
  readonly speed: number;
  /** Simulated time, refreshed a few times a second: for figures and controls, not for drawing. */
  readonly timeNs: number;
  readonly endNs: number;
  /** How far the lanes have come on a long way, ns; undefined while none is being gone. */
  readonly progressNs: number | undefined;
  readonly theme: Theme;
  readonly embedding: Embedding;
  /** Id of the paper that is shown in place of the lanes, empty for any; undefined where none is. */
  readonly papers: string | undefined;
  readonly notices: readonly string[];
  /** What undo and redo would do; undefined where there is nothing. */
  readonly undo: string | undefined;
  readonly redo: string | undefined;
  readonly question: Question | undefined;
  /** Counts how often a spoken summary of the lanes was asked for. */
  readonly summaries: number;
  /** Counts what makes lane headings change: new frames (slowly), failures, openings. */
  readonly beat: number;
}

/** How often figures in words and numbers are refreshed, ms. */
const BEAT_MS = 250;
const MAX_NOTICES = 6;

export type MakeLaneWorker = () => Worker;

export class Page {
  readonly store = createStore<PageState>(() => ({
    run: runOfPreset(''),
    playing: false,
    ended: false,
    speed: 1,
    timeNs: 0,
    endNs: 0,
    progressNs: undefined,
    theme: 'system',
    embedding: 'whole',
    papers: undefined,
    notices: [],
    undo: undefined,
    redo: undefined,
    question: undefined,
    summaries: 0,
    beat: 0,
  }));
  readonly session: Session;
  /** Called whenever new frames are shown or the drawing must be renewed. */
  onShown: () => void = () => {};
  private readonly history = new UndoHistory();
  private lastBeatMs = 0;

  constructor(makeWorker: MakeLaneWorker) {
    this.session = new Session(makeWorker, {
      shown: () => this.shown(),
      waited: () => {
        if (performance.now() - this.lastBeatMs >= BEAT_MS) this.beat();
      },
      changed: () => this.beat(),
    });
  }

  get state(): PageState {
    return this.store.getState();
  }

  /** Opens what a link holds; what could not be taken of it is said in notices. */
  openLink({ state, embedding, problems }: DecodedRun): void {
    this.store.setState({ embedding, notices: problems.map(describeProblem).slice(0, MAX_NOTICES) });
    this.open(state);
  }

  /** Opens what was read from a scenario file; a text that is none leaves the run as it is. */
  openFile(name: string, { scenario, problems }: ParsedScenario): void {
    const notices = problems.map((problem) => `${name}: ${describeProblem(problem)}`);
    this.store.setState({ notices: notices.slice(0, MAX_NOTICES) });
    if (scenario !== undefined) this.change(`open ${name}`, runOfScenario(scenario, this.state.run.seed));
  }

  async choosePreset(preset: string): Promise<void> {
    if (loadedPreset(preset) === undefined) await this.loadRest();
    this.change('choose a scenario', runOfPreset(preset, this.state.run.seed));
  }

  /** Makes all policies and presets known, or says that they could not be. */
  async loadRest(): Promise<void> {
    try {
      await Promise.all([loadPolicies(), loadPresets()]);
      this.beat();
    } catch (error) {
      this.notify(
        `The other policies and scenarios could not be loaded: ${error instanceof Error ? error.message : error}`,
      );
    }
  }

  setSeed(text: string): void {
    const seed = Number(text);
    if (!Number.isSafeInteger(seed) || seed < 0)
      this.notify(`seed: ${text} is not allowed; allowed: a whole number from 0 to 9007199254740991`);
    else this.change('set the seed', { ...this.state.run, seed });
  }

  /** Puts other lanes in the place of the present ones, and goes on at the present time. */
  private setLanes(label: string, origins: readonly LaneOrigin[]): void {
    if (origins.length < 1 || origins.length > MAX_LANES) return;
    this.change(label, withLanes(this.state.run, origins), this.session.commandedNs);
  }

  private get laneNumbers(): number[] {
    return [...this.state.run.lanes.keys()];
  }

  addLane(policy: string): void {
    this.setLanes('add a lane', [...this.laneNumbers, { policy, values: {} }]);
  }

  /** A second lane like this one, beside it: to change one thing in it. */
  duplicateLane(index: number): void {
    const order = this.laneNumbers;
    order.splice(index + 1, 0, index);
    this.setLanes('duplicate a lane', order);
  }

  removeLane(index: number): void {
    this.setLanes(
      'remove a lane',
      this.laneNumbers.filter((other) => other !== index),
    );
  }

  /** Changes places with the lane before (-1) or behind (1). */
  moveLane(index: number, by: -1 | 1): void {
    const order = this.laneNumbers;
    const other = index + by;
    if (other < 0 || other >= order.length) return;
    [order[index], order[other]] = [other, index];
    this.setLanes('move a lane', order);
  }

  setPolicy(index: number, policy: string): void {
    const definition = loadedPolicy(policy);
    if (definition === undefined || !fits(scenarioOf(this.state.run), definition)) return;
    const fresh: LaneState = { policy, values: {} };
    this.setLanes(
      'change a policy',
      this.laneNumbers.map((other) => (other === index ? fresh : other)),
    );
  }

  /** Sets a value now: a live edit in mid-run, a change of the start otherwise. Returns what was taken, for the control. */
  set(path: string, raw: unknown): ParameterValue | undefined {
    const { run } = this.state;
    const parameter = runParameter(run, path);
    if (parameter === undefined) return undefined;
    const checked = checkValue(path, parameter, raw);
    if (!checked.ok) {
      this.notify(describeProblem(checked.problem));
      return undefined;
    }
    const broken = this.brokenBy(path, checked.value);
    if (broken !== undefined) {
      this.notify(describeProblem(broken));
      return undefined;
    }
    const value = this.kept(path, checked.value);
    const label = `set ${parameter.label.toLowerCase()}`;
    const live = parameter.live !== false && this.session.commandedNs > 0;
    if (live) this.addEdit(label, { timeNs: this.session.commandedNs, path, value });
    else this.change(label, this.changed(path, value));
    return value;
  }

  removeEdit(index: number): void {
    this.changeEdits(
      'remove a change',
      this.state.run.edits.filter((_, other) => other !== index),
    );
  }

  /** Lets a change happen at another time. */
  moveEdit(index: number, timeNs: number): void {
    const { run, endNs } = this.state;
    const at = Math.min(endNs, Math.max(0, Math.round(timeNs)));
    const edits = run.edits.map((edit, other) => (other === index ? { ...edit, timeNs: at } : edit));
    this.changeEdits('move a change', edits);
  }

  /** Shows both futures, with a change and without it, as lanes. */
  branchWithout(index: number): void {
    const { run } = this.state;
    if (run.lanes.length >= MAX_LANES) this.notify(`A page has at most ${MAX_LANES} lanes: remove one to branch.`);
    else this.change('branch', branchedWithout(run, index, MAX_LANES), this.session.commandedNs);
  }

  undo(): void {
    this.reapply(this.history.undo(this.present));
  }

  redo(): void {
    this.reapply(this.history.redo(this.present));
  }

  /** Back to the preset's own values; policies, seed and scenario stay. */
  reset(): void {
    const { run } = this.state;
    const lanes = run.lanes.map((lane) => ({ ...lane, values: {} }));
    this.change('reset', { ...run, changes: {}, edits: [], lanes });
  }

  restart(): void {
    this.session.seek(0);
  }

  restartLane(index: number): void {
    this.session.reopen(this.state.run, index);
  }

  seek(timeNs: number): void {
    this.session.seek(timeNs);
  }

  /** Goes to the next (or the last) thing of a kind in one lane, and stays there; says so when there is none. */
  async stepTo(lane: number, kind: SoughtKind, forward: boolean): Promise<void> {
    this.session.pause();
    const fromNs = this.session.commandedNs;
    const timeNs = await this.session.lanes[lane]?.find({ kind, fromNs, forward });
    if (fromNs !== this.session.commandedNs) return;
    if (timeNs !== undefined) this.session.seek(timeNs);
    else this.notify(`There is no ${kind} ${forward ? 'after' : 'before'} this in lane ${'ABCD'[lane]}.`);
  }

  /** Asks a lane for the story of a packet, and holds the run meanwhile. */
  async ask(lane: number, serial: number, offeredNs: number): Promise<void> {
    this.session.pause();
    this.store.setState({ question: { lane, serial, offeredNs, story: 'asked' } });
    const story = (await this.session.lanes[lane]?.explain(serial, offeredNs)) ?? 'unknown';
    const { question } = this.state;
    if (question?.lane === lane && question.serial === serial)
      this.store.setState({ question: { ...question, story } });
    this.onShown();
  }

  forgetQuestion(): void {
    if (this.state.question === undefined) return;
    this.store.setState({ question: undefined });
    this.onShown();
  }

  togglePlay(): void {
    if (this.session.playing) this.session.pause();
    else {
      if (this.session.ended) this.session.seek(0);
      this.session.play();
    }
    this.beat();
  }

  /** Lets screen readers say how the lanes stand, also while they run. */
  summarise(): void {
    this.store.setState(({ summaries }) => ({ summaries: summaries + 1 }));
  }

  setSpeed(speed: number): void {
    this.session.speed = speed;
    this.store.setState({ speed });
  }

  setTheme(theme: Theme): void {
    this.store.setState({ theme });
    this.onShown();
  }

  notify(text: string): void {
    const notices = [...this.state.notices.filter((notice) => notice !== text), text];
    this.store.setState({ notices: notices.slice(-MAX_NOTICES) });
  }

  dismiss(notice: string): void {
    this.store.setState({ notices: this.state.notices.filter((other) => other !== notice) });
  }

  /** In a locked page nothing about the run can be changed; it can be looked at from all sides. */
  get locked(): boolean {
    return this.state.embedding === 'locked';
  }

  private get present(): Moment {
    return { run: this.state.run, timeNs: this.session.commandedNs };
  }

  /** Opens another run at `atNs`, so that it can be undone. */
  private change(label: string, run: RunState, atNs = 0): void {
    if (this.refusedByLock() || !isLoaded(run)) return;
    this.history.note(label, this.present, performance.now());
    this.open(run, atNs);
  }

  private open(asked: RunState, atNs = 0): void {
    if (!isLoaded(asked)) return;
    const { run, problems } = orderedLanes(asked);
    for (const problem of problems) this.notify(describeProblem(problem));
    const wasPlaying = this.session.playing || this.session.ended || this.state.beat === 0;
    const endNs = Math.round(resolveScenario(scenarioOf(run)).run.durationSeconds * 1e9);
    this.store.setState({ run, endNs, timeNs: atNs, question: undefined });
    this.session.playing = wasPlaying && atNs < endNs;
    this.session.open(run, endNs, atNs);
  }

  private refusedByLock(): boolean {
    if (this.locked) this.notify('This page is locked: whoever embedded it wants this run to be seen as it is.');
    return this.locked;
  }

  private reapply(moment: Moment | undefined): void {
    if (moment === undefined) return;
    const { run, timeNs } = moment;
    const { edits, ...rest } = this.state.run;
    const { edits: editsThen, ...restThen } = run;
    const onlyEdits = Object.keys(rest).every((key) => rest[key as 'seed'] === restThen[key as 'seed']);
    if (!onlyEdits || edits === editsThen) this.open(run, timeNs);
    else this.takeEdits(editsThen);
  }

  private changed(path: string, value: ParameterValue): RunState {
    const { run } = this.state;
    const own = /^lanes\.(\d+)\.(.+)$/.exec(path);
    const edits = run.edits.filter((edit) => edit.path !== path);
    if (own === null) return { ...run, edits, changes: { ...run.changes, [path]: value } };
    const lanes = run.lanes.map((lane, index) =>
      index === Number(own[1]) ? { ...lane, values: { ...lane.values, [own[2] as string]: value } } : lane,
    );
    return { ...run, edits, lanes };
  }

  private addEdit(label: string, edit: RunEdit): void {
    const others = this.state.run.edits.filter(({ path, timeNs }) => path !== edit.path || timeNs !== edit.timeNs);
    if (others.length >= MAX_EDITS)
      this.notify(`A run keeps at most ${MAX_EDITS} changes: restart or reset it to go on.`);
    else this.changeEdits(label, [...others, edit]);
  }

  private changeEdits(label: string, edits: readonly RunEdit[]): void {
    if (this.refusedByLock()) return;
    this.history.note(label, this.present, performance.now());
    this.takeEdits([...edits].sort((one, other) => one.timeNs - other.timeNs));
  }

  private takeEdits(edits: readonly RunEdit[]): void {
    this.store.setState({ run: { ...this.state.run, edits } });
    this.session.setEdits(edits);
    this.beat();
  }

  /** What the policy's own constraints leave a parameter of a lane now: min_th stays below max_th. */
  allowedRange(index: number, id: string): readonly [least: number, most: number] {
    const lane = this.state.run.lanes[index];
    let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    if (lane === undefined) return [least, most];
    const values = policyValuesAt(this.state.run, index, this.session.commandedNs);
    for (const { lower, upper, gap } of policyOf(lane).constraints) {
      if (id === lower) most = Math.min(most, (values[upper] as number) - gap);
      if (id === upper) least = Math.max(least, (values[lower] as number) + gap);
    }
    return [least, most];
  }

  /** What a value of a source or of the buffer would break together with the others that hold now. */
  private brokenBy(path: string, value: ParameterValue): ParameterProblem | undefined {
    const [, lane, ownPath] = /^lanes\.(\d+)\.(.+)$/.exec(path) ?? [];
    const scenarioPath = ownPath ?? path;
    const concerned = (other: string) => /^(sources|buffer)\./.test(other);
    if (!concerned(scenarioPath)) return undefined;
    const { run } = this.state;
    const passed = editsForLane(run.edits, Number(lane ?? -1)).filter(
      (edit) => edit.timeNs <= this.session.commandedNs && concerned(edit.path),
    );
    const now = passed.reduce((scenario, edit) => withValue(scenario, edit.path, edit.value), scenarioOf(run));
    return impossible(withValue(now, scenarioPath, value))?.problem;
  }

  /** Stops a value where the policy's own constraints end, and says so. */
  private kept(path: string, value: ParameterValue): ParameterValue {
    const own = /^lanes\.(\d+)\.([^.]+)$/.exec(path);
    if (own === null || typeof value !== 'number') return value;
    const [index, id] = [Number(own[1]), own[2] as string];
    const [least, most] = this.allowedRange(index, id);
    if (value >= least && value <= most) return value;
    const { constraints, parameters } = policyOf(this.state.run.lanes[index] as LaneState);
    const other = constraints.flatMap(({ lower, upper }) => (id === lower ? [upper] : id === upper ? [lower] : []))[0];
    const name = (of: string | undefined) => (of === undefined ? '' : (parameters[of]?.label ?? of));
    return this.stopped(name(id), value > most ? most : least, value > most ? 'below' : 'above', name(other));
  }

  private stopped(label: string, limit: number, side: string, other: string): number {
    this.notify(`${label} stays ${side} ${other.toLowerCase()}: stopped at ${Number(limit.toPrecision(4))}.`);
    return limit;
  }

  private shown(): void {
    this.onShown();
    const nowMs = performance.now();
    if (nowMs - this.lastBeatMs >= BEAT_MS || this.session.shownFrames === 1 || !this.session.playing) this.beat();
  }

  private beat(): void {
    this.lastBeatMs = performance.now();
    const { playing, ended, timeNs, progressNs } = this.session;
    const { undoLabel: undo, redoLabel: redo } = this.history;
    this.store.setState((state) => ({ playing, ended, timeNs, progressNs, undo, redo, beat: state.beat + 1 }));
    this.onShown();
  }
}

/** Path of the buffer's size in this run. */
export function bufferPath(run: RunState): string {
  return `buffer.${bufferUnit(scenarioOf(run))}`;
}
