/** An open lesson: which step is shown, what was answered, what was measured for it; and what it lets the page show. No looks. */
import { createStore } from 'zustand/vanilla';
import { keptLessons, type LessonKeeper } from '../../app/kept-lessons.ts';
import { fetched, messageOf } from '../../app/loading.ts';
import type { Page } from '../../app/page.ts';
import type { RunState } from '../../app/run-state.ts';
import { decodeRun, encodeRun } from '../../app/url.ts';
import type { Answer, Judged } from '../../lessons/answers.ts';
import { askedOf, type RunAsked } from '../../lessons/asked.ts';
import type { HandIn } from '../../lessons/hand-in.ts';
import { judge } from '../../lessons/judge.ts';
import { type Draft, fromKept, type KeptProgress, nothingYet, toKeep } from '../../lessons/kept-answers.ts';
import type { Lesson, Step } from '../../lessons/lesson.ts';
import { classLabel, measureTask, openedRun } from '../../lessons/lesson-runs.ts';
import type { Measured } from '../../lessons/measuring/measured.ts';
import { type LessonProgress, progressOf } from '../../lessons/progress.ts';
import { MAX_NAME, studentSeed } from '../../lessons/student-seed.ts';
import { SPEEDS } from '../playback/speeds.ts';
import { Cancelled, MeasuringWorker } from './measuring-worker.ts';

/** A run and what is asked of it, as a text: the same one is measured once. */
type TaskKey = string;

export interface DeskState extends KeptProgress {
  /** Whose seed the runs have; empty where the student left it out, undefined while nobody was asked. */
  readonly student: string | undefined;
  /** Why the browser keeps nothing; undefined where it does. */
  readonly unkept: string | undefined;
  /** Steps whose right answer was asked for. */
  readonly revealed: readonly number[];
  /** Steps whose runs were asked to be measured, with or without an answer. */
  readonly wanted: readonly number[];
  readonly measured: ReadonlyMap<TaskKey, Measured>;
  readonly failures: ReadonlyMap<TaskKey, string>;
  /** The share that is done of the run that is being measured, 0 to 1. */
  readonly share: number | undefined;
}

const STUDENT = 'student';

/** What is known of a step's answer. */
export type Verdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'measuring' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'judged'; readonly judged: Judged };

export class LessonDesk {
  readonly lesson: Lesson;
  /** The lesson as its file had it. */
  readonly text: string;
  readonly store = createStore<DeskState>(() => ({
    ...{ ...nothingYet, student: undefined, unkept: undefined, revealed: [], wanted: [] },
    ...{ measured: new Map(), failures: new Map(), share: undefined },
  }));
  private readonly page: Page;
  private readonly name: string;
  private readonly keeper: LessonKeeper;
  private readonly worker: MeasuringWorker;
  private busy = false;
  private closed = false;
  private writing: Promise<void> | undefined;
  private stale = false;
  private unwatch: () => void = () => {};

  /** @param name under which the answers are kept */
  constructor(
    page: Page,
    { lesson, text }: Pick<LessonDesk, 'lesson' | 'text'>,
    name: string,
    keeper = keptLessons,
    worker = new MeasuringWorker(),
  ) {
    this.page = page;
    this.lesson = lesson;
    this.text = text;
    this.name = name;
    this.keeper = keeper;
    this.worker = worker;
  }

  get state(): DeskState {
    return this.store.getState();
  }

  get step(): Step {
    return this.lesson.steps[this.state.step] as Step;
  }

  get seed(): number | undefined {
    const { student } = this.state;
    return student === undefined || student === '' ? undefined : studentSeed(student);
  }

  /** Whether a run of this lesson is made of the student's name. */
  get asksForName(): boolean {
    return Object.values(this.lesson.runs).some(({ seed }) => seed === 'student');
  }

  /** Comes back to where it was left, then shows a step: the one that is asked for, from 0, or the last one. @param named the student's name, as a course system knows it */
  async open(step: number | undefined, named?: string): Promise<void> {
    try {
      const [progress, student] = await Promise.all([this.keeper.load(this.name), this.keeper.load(STUDENT)]);
      this.store.setState(fromKept(this.lesson, progress));
      if (typeof student === 'string') this.store.setState({ student: student.slice(0, MAX_NAME) });
    } catch (error) {
      this.store.setState({ unkept: messageOf(error) });
    }
    if (named !== undefined) this.store.setState({ student: named.slice(0, MAX_NAME) });
    if (this.closed) return;
    const { page } = this;
    this.unwatch = page.store.subscribe((state, before) => {
      if (state.timeNs !== before.timeNs || state.ended !== before.ended) this.watchRun();
      if (state.run !== before.run) this.watchSettings();
    });
    this.goTo(step ?? this.state.step);
  }

  close(): void {
    this.closed = true;
    this.unwatch();
    this.worker.cancel();
    this.worker.close();
    if (this.page.state.only !== undefined) allowOnly(this.page, undefined);
  }

  /** Shows a step, from 0; one that was read and left is done. */
  goTo(step: number): void {
    const { step: before } = this.state;
    if (step === before + 1 && this.step.kind === 'read') this.answer(before, { kind: 'seen' });
    const at = Math.min(Math.max(0, step), this.lesson.steps.length - 1);
    this.store.setState({ step: at });
    this.keep();
    this.showRun();
    this.measureNext();
  }

  answer(step: number, answer: Answer): void {
    this.store.setState(({ answers }) => ({ answers: { ...answers, [step]: answer } }));
    this.keep();
    this.measureNext();
  }

  /** Takes an answer back, so that another one can be given. What was typed stays. */
  again(step: number): void {
    this.store.setState(({ answers }) => {
      const { [step]: _, ...others } = answers;
      return { answers: others };
    });
    this.keep();
  }

  draft(step: number, draft: Draft): void {
    this.store.setState(({ drafts }) => ({ drafts: { ...drafts, [step]: draft } }));
    this.keep();
  }

  /** Shows the right answer, or hides it again. */
  reveal(step: number): void {
    this.store.setState(({ revealed }) => ({
      revealed: revealed.includes(step) ? revealed.filter((other) => other !== step) : [...revealed, step],
    }));
    this.measureNext();
  }

  /** Measures the runs of a step, and tries again what has failed. */
  want(step: number): void {
    this.store.setState(({ wanted }) => ({ wanted: [...wanted, step], failures: new Map() }));
    this.measureNext();
  }

  cancelMeasuring(): void {
    this.store.setState(({ step, wanted }) => ({ wanted: wanted.filter((other) => other !== step) }));
    this.worker.cancel();
  }

  /** @param student a name or a number; empty to leave it out */
  setStudent(student: string | undefined): void {
    this.store.setState({ student: student?.slice(0, MAX_NAME) });
    this.keeper.keep(STUDENT, student).catch((error: unknown) => this.store.setState({ unkept: messageOf(error) }));
    this.showRun();
    this.measureNext();
  }

  /** Forgets all answers. */
  startAgain(): void {
    this.store.setState({ ...nothingYet, revealed: [], wanted: [] });
    this.goTo(0);
  }

  /** A run of the lesson with the student's seed. */
  runOf(id: string): RunState | undefined {
    const run = Object.hasOwn(this.lesson.runs, id) ? this.lesson.runs[id] : undefined;
    return run && openedRun(run, this.seed).run;
  }

  /** The name of a class in a run of the lesson. */
  classLabel(run: string, id: string): string {
    const own = this.runOf(run);
    return own === undefined ? id : classLabel(own, id);
  }

  /** The run of this step's `view`, from its start as the lesson has it: the student's own settings are gone. */
  reopen(): void {
    this.draft(this.state.step, '');
    this.again(this.state.step);
    this.showRun();
  }

  /** Until when the run of a step is to be played, ns. */
  untilNs(step: Step): number {
    return step.kind === 'run' && step.untilSeconds !== undefined
      ? Math.min(this.page.state.endNs, Math.round(step.untilSeconds * 1e9))
      : this.page.state.endNs;
  }

  /** Plays on to where the step asks for, from the start where the run is there already. */
  playOn(): void {
    if (this.page.session.commandedNs >= this.untilNs(this.step)) this.page.seek(0);
    this.page.session.play();
  }

  verdict(step: number): Verdict {
    const own = this.lesson.steps[step] as Step;
    const answer = this.state.answers[step];
    if (answer === undefined) return { kind: 'open' };
    const measured = this.measuredOf(step);
    if (typeof measured === 'string') return { kind: 'failed', message: measured };
    if (measured === undefined) return { kind: 'measuring' };
    try {
      return { kind: 'judged', judged: judge(own, answer, measured) };
    } catch (error) {
      return { kind: 'failed', message: messageOf(error) };
    }
  }

  /** How far the student is, for the page around this one. */
  get progress(): LessonProgress {
    const done = Object.keys(this.state.answers).map(Number);
    const right = done.filter((at) => {
      const verdict = this.verdict(at);
      return verdict.kind === 'judged' && verdict.judged.right === true;
    });
    return progressOf(this.lesson.id, this.lesson.steps, new Set(done), new Set(right));
  }

  /** What was measured for a step, in the order in which it asks; a text says why it could not be. */
  measuredOf(step: number): readonly Measured[] | string | undefined {
    const { measured, failures } = this.state;
    const found: Measured[] = [];
    for (const { key } of this.tasksOf(step)) {
      const failure = failures.get(key);
      if (failure !== undefined) return failure;
      const one = measured.get(key);
      if (one === undefined) return undefined;
      found.push(one);
    }
    return found;
  }

  /**
   * Makes a hand-in of the answers: every run is measured again, with seeds for its intervals.
   * @param progress told the share that is done, 0 to 1
   */
  async handIn(progress: (share: number) => void): Promise<HandIn> {
    const { student = '', answers } = this.state;
    const [{ makeHandIn }] = await Promise.all([
      fetched(() => import('../../lessons/hand-in.ts')),
      this.page.loadRest(),
    ]);
    this.worker.cancel();
    this.busy = true;
    try {
      return await makeHandIn({
        ...{ lesson: this.lesson, file: JSON.parse(this.text), student, seed: studentSeed(student), progress },
        answers: new Map(Object.entries(answers).map(([at, answer]) => [Number(at), answer])),
        measure: (task) => this.worker.measure(task, () => {}),
      });
    } finally {
      this.busy = false;
      this.measureNext();
    }
  }

  /** Whether the step waits for a prediction: until then nothing is played and no figure is shown. */
  holds({ step, answers, revealed }: DeskState): boolean {
    return this.lesson.steps[step]?.kind === 'predict' && answers[step] === undefined && !revealed.includes(step);
  }

  private tasksOf(step: number): { readonly key: TaskKey; readonly run: RunState; readonly asked: RunAsked }[] {
    const own = this.lesson.steps[step];
    if (own === undefined) return [];
    return askedOf(own).flatMap((asked) => {
      const answer = this.state.answers[step];
      const link = answer?.kind === 'settings' ? answer.link : undefined;
      const run = asked.run === undefined ? link && decodeRun(link).state : this.runOf(asked.run);
      if (run === undefined || run === '') return [];
      return { key: `${encodeRun(run)} ${JSON.stringify([asked.figures, asked.curves])}`, run, asked };
    });
  }

  /** Measures what an answer, or somebody, waits for: first of the step that is shown. */
  private measureNext(): void {
    if (this.busy || this.closed) return;
    const { step: shown, answers, revealed, wanted, measured, failures } = this.state;
    const waiting = [shown, ...this.lesson.steps.keys()].filter(
      (step) => answers[step] !== undefined || revealed.includes(step) || wanted.includes(step),
    );
    const next = waiting
      .flatMap((step) => this.tasksOf(step))
      .find(({ key }) => !measured.has(key) && !failures.has(key));
    if (next !== undefined) void this.measure(next.key, next.run, next.asked);
  }

  private async measure(key: TaskKey, run: RunState, asked: RunAsked): Promise<void> {
    this.busy = true;
    this.store.setState({ share: 0 });
    try {
      await this.page.loadRest();
      const found = await this.worker.measure(measureTask(run, asked), (share) => this.store.setState({ share }));
      this.store.setState(({ measured }) => ({ measured: new Map(measured).set(key, found) }));
    } catch (error) {
      const message = error instanceof Cancelled ? 'you cancelled it' : messageOf(error);
      this.store.setState(({ failures }) => ({ failures: new Map(failures).set(key, message) }));
    }
    this.busy = false;
    this.store.setState({ share: undefined });
    this.measureNext();
  }

  /** Opens the run of the step where another one is open, and sends it to the step's time. */
  private showRun(): void {
    const { step } = this;
    const view = step.kind === 'broken' ? undefined : step.view;
    const controls = view?.controls ?? 'none';
    const only = controls === 'all' ? undefined : controls === 'none' ? [] : controls;
    const { page } = this;
    page.session.pause();
    if (view?.speed !== undefined) page.setSpeed(nearestSpeed(view.speed));
    const own = step.kind === 'challenge' ? this.ownSettings() : undefined;
    const run = own ?? (view?.run === undefined ? undefined : this.runOf(view.run));
    const timeNs = (view?.atSeconds ?? 0) * 1e9;
    if (run !== undefined && encodeRun(run) !== encodeRun(page.state.run)) openStep(page, run, timeNs, only);
    else {
      allowOnly(page, only);
      if (view?.atSeconds !== undefined) page.seek(timeNs);
    }
  }

  /** A student's own settings of the challenge that is shown, as they were left. */
  private ownSettings(): RunState | undefined {
    const { step, drafts, answers } = this.state;
    const draft = drafts[step];
    const answer = answers[step];
    const link = typeof draft === 'string' && draft !== '' ? draft : answer?.kind === 'settings' ? answer.link : '';
    return link === '' ? undefined : decodeRun(link).state;
  }

  /** A step that asks for a run is done when the run has come as far as it asks for, and the run stops there. */
  private watchRun(): void {
    const { step, page } = this;
    const { step: at, answers } = this.state;
    if (step.kind !== 'run' || answers[at] !== undefined || page.state.endNs === 0) return;
    const untilNs = this.untilNs(step);
    if (page.state.timeNs < untilNs) return;
    const run = this.runOf(step.view.run);
    const own = step.view.controls !== 'none';
    if (!own && (run === undefined || encodeRun(run) !== encodeRun(page.state.run))) return;
    if (untilNs < page.state.endNs && page.session.playing) {
      page.session.pause();
      page.seek(untilNs);
    }
    this.answer(at, { kind: 'seen' });
  }

  /** The student's settings of a challenge outlive the page. */
  private watchSettings(): void {
    if (this.step.kind !== 'challenge') return;
    const given = this.runOf(this.step.view.run);
    const link = encodeRun(this.page.state.run);
    if (given !== undefined && encodeRun(given) !== link) this.draft(this.state.step, link);
  }

  /** One writing at a time, and always the latest. */
  private keep(): void {
    this.stale = true;
    this.writing ??= this.write();
  }

  private async write(): Promise<void> {
    try {
      while (this.stale) {
        this.stale = false;
        await this.keeper.keep(this.name, toKeep(this.lesson, this.state));
        if (this.state.unkept !== undefined) this.store.setState({ unkept: undefined });
      }
    } catch (error) {
      this.store.setState({ unkept: messageOf(error) });
    }
    this.writing = undefined;
  }
}

/** Opens the run of a step, held at a time. What was done before cannot be undone in it. */
function openStep(page: Page, run: RunState, timeNs: number, only: readonly string[] | undefined): void {
  page.forgetHistory();
  page.openLink({ state: run, embedding: 'whole', problems: [] }, { timeNs, playing: false });
  allowOnly(page, only);
}

/** Lets only these paths of the run be changed; undefined for everything. */
export function allowOnly(page: Page, only: readonly string[] | undefined): void {
  page.store.setState({ only, embedding: only === undefined ? 'whole' : 'locked' });
}

function nearestSpeed(wanted: number): number {
  const distance = (speed: number) => Math.abs(Math.log(speed / wanted));
  return SPEEDS.filter(Number.isFinite).reduce((best, speed) => (distance(speed) < distance(best) ? speed : best));
}
