/** The page's state: the run that a link carries, and how it is looked at. Everything that changes it goes through here. */
import { createStore } from 'zustand/vanilla';
import { bufferUnit, resolveScenario } from '../engine/scenario.ts';
import { checkValue, describeProblem, type ParameterValue } from '../params/schema.ts';
import { parseScenarioFile } from '../scenarios/file.ts';
import { orderedLanes } from './lane-constraints.ts';
import { policyOf, policyValuesAt, runOfPreset, runOfScenario, runParameter, scenarioOf } from './run-script.ts';
import { type LaneState, MAX_EDITS, MAX_LANES, type RunEdit, type RunState } from './run-state.ts';
import { Session } from './session.ts';
import { decodeRun, encodeRun } from './url.ts';

export type Theme = 'system' | 'light' | 'dark';

export interface PageState {
  readonly run: RunState;
  readonly playing: boolean;
  readonly ended: boolean;
  readonly speed: number;
  /** Simulated time, refreshed a few times a second: for figures and controls, not for drawing. */
  readonly timeNs: number;
  readonly endNs: number;
  readonly theme: Theme;
  readonly notices: readonly string[];
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
    theme: 'system',
    notices: [],
    beat: 0,
  }));
  readonly session: Session;
  /** Called whenever new frames are shown or the drawing must be renewed. */
  onShown: () => void = () => {};
  private lastBeatMs = 0;

  constructor(makeWorker: MakeLaneWorker) {
    this.session = new Session(makeWorker, { shown: () => this.shown(), changed: () => this.beat() });
  }

  get state(): PageState {
    return this.store.getState();
  }

  /** Reads a link's hash; what it could not take is said in notices. */
  openHash(hash: string): void {
    const { state, problems } = decodeRun(hash);
    this.store.setState({ notices: problems.map(describeProblem).slice(0, MAX_NOTICES) });
    this.openRun(state);
  }

  /** Opens a scenario file; a text that is none leaves the run as it is. */
  openFile(name: string, text: string): void {
    const { scenario, problems } = parseScenarioFile(text);
    const notices = problems.map((problem) => `${name}: ${describeProblem(problem)}`);
    this.store.setState({ notices: notices.slice(0, MAX_NOTICES) });
    if (scenario !== undefined) this.openRun(runOfScenario(scenario, this.state.run.seed));
  }

  openRun(asked: RunState): void {
    const { run, problems } = orderedLanes(asked);
    for (const problem of problems) this.notify(describeProblem(problem));
    const wasPlaying = this.session.playing || this.session.ended || this.state.beat === 0;
    const endNs = Math.round(resolveScenario(scenarioOf(run)).run.durationSeconds * 1e9);
    this.store.setState({ run, endNs, timeNs: 0 });
    this.session.playing = wasPlaying;
    this.session.open(run, endNs);
  }

  choosePreset(preset: string): void {
    this.openRun(runOfPreset(preset, this.state.run.seed));
  }

  setSeed(text: string): void {
    const seed = Number(text);
    if (!Number.isSafeInteger(seed) || seed < 0)
      this.notify(`seed: ${text} is not allowed; allowed: a whole number from 0 to 9007199254740991`);
    else this.openRun({ ...this.state.run, seed });
  }

  setLanes(lanes: readonly LaneState[]): void {
    if (lanes.length < 1 || lanes.length > MAX_LANES) return;
    const edits = this.state.run.edits.filter((edit) => !edit.path.startsWith('lanes.'));
    this.openRun({ ...this.state.run, lanes, edits });
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
    const value = this.kept(path, checked.value);
    const live = parameter.live !== false && this.session.commandedNs > 0;
    if (live) this.addEdit({ timeNs: this.session.commandedNs, path, value });
    else this.openRun(this.changed(path, value));
    return value;
  }

  removeEdit(index: number): void {
    this.openRun({ ...this.state.run, edits: this.state.run.edits.filter((_, other) => other !== index) });
  }

  /** Back to the preset's own values; policies, seed and scenario stay. */
  reset(): void {
    const { run } = this.state;
    this.openRun({ ...run, changes: {}, edits: [], lanes: run.lanes.map((lane) => ({ ...lane, values: {} })) });
  }

  restart(): void {
    this.openRun(this.state.run);
  }

  restartLane(index: number): void {
    this.session.reopen(this.state.run, index);
  }

  togglePlay(): void {
    if (this.session.ended) {
      this.session.playing = true;
      this.restart();
    } else if (this.session.playing) this.session.pause();
    else this.session.play();
    this.beat();
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

  hash(): string {
    return encodeRun(this.state.run);
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

  private addEdit(edit: RunEdit): void {
    const { run } = this.state;
    const last = run.edits.at(-1);
    const replaces = last?.path === edit.path && last.timeNs === edit.timeNs;
    const before = replaces ? run.edits.slice(0, -1) : run.edits.filter((other) => other.timeNs <= edit.timeNs);
    if (before.length >= MAX_EDITS) {
      this.notify(`A run keeps at most ${MAX_EDITS} changes: restart or reset it to go on.`);
      return;
    }
    this.store.setState({ run: { ...run, edits: [...before, edit] } });
    this.session.edit(edit);
  }

  /** Stops a value where the policy's own constraints end, and says so. */
  private kept(path: string, value: ParameterValue): ParameterValue {
    const own = /^lanes\.(\d+)\.(.+)$/.exec(path);
    if (own === null || typeof value !== 'number') return value;
    const index = Number(own[1]);
    const id = own[2] as string;
    const policy = policyOf(this.state.run.lanes[index] as LaneState);
    const values = policyValuesAt(this.state.run, index, this.session.commandedNs);
    for (const { lower, upper, gap } of policy.constraints) {
      const most = (values[upper] as number) - gap;
      const least = (values[lower] as number) + gap;
      if (id === lower && value > most)
        return this.stopped(
          policy.parameters[id]?.label ?? id,
          most,
          'below',
          policy.parameters[upper]?.label ?? upper,
        );
      if (id === upper && value < least)
        return this.stopped(
          policy.parameters[id]?.label ?? id,
          least,
          'above',
          policy.parameters[lower]?.label ?? lower,
        );
    }
    return value;
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
    const { playing, ended, timeNs } = this.session;
    this.store.setState((state) => ({ playing, ended, timeNs, beat: state.beat + 1 }));
    this.onShown();
  }
}

/** Path of the buffer's size in this run. */
export function bufferPath(run: RunState): string {
  return `buffer.${bufferUnit(scenarioOf(run))}`;
}
