/** The state of an open lesson: the step, the answers, the measurements, and the parts of the page that it shows. It draws nothing. */
import { createStore } from 'zustand/vanilla';
import { keptLessons } from '../../app/kept-lessons.ts';
import { messageOf } from '../../app/loading.ts';
import type { Page } from '../../app/page.ts';
import type { Answer, Judged } from '../../lessons/answers.ts';
import { askedOf } from '../../lessons/asked.ts';
import { judge } from '../../lessons/judge.ts';
import { type Draft, type KeptProgress, nothingYet } from '../../lessons/kept-answers.ts';
import { asksForProgram, type Lesson, type Step } from '../../lessons/lesson.ts';
import { classLabel, openedRun, programAnswered, settingsRun } from '../../lessons/lesson-runs.ts';
import type { Measured } from '../../lessons/measuring/measured.ts';
import { type LessonProgress, progressOf } from '../../lessons/progress.ts';
import { MAX_NAME, seedOf } from '../../lessons/student-seed.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { withLanes } from '../../run-state/lane-order.ts';
import { encodeRun } from '../../run-state/link.ts';
import type { Program, RunState } from '../../run-state/run-state.ts';
import { download } from '../saving/download.ts';
import type { HandInFormat } from './hand-in-file.ts';
import { madeHandIn } from './making-hand-in.ts';
import { MeasuringQueue } from './measuring-queue.ts';
import { Cancelled } from './measuring-worker.ts';
import { ProgressKeeper } from './progress-keeper.ts';
import { type MeasurementState, type RunToMeasure, StepMeasurements } from './step-measurements.ts';
import { allowOnly, openHeld, showStep } from './step-on-page.ts';

export interface DeskState extends KeptProgress, MeasurementState {
  /** The student whose seed the runs have; empty if the student left it out, undefined before the question. */
  readonly student: string | undefined;
  /** The reason why the browser stores nothing; undefined if it stores answers. */
  readonly unkept: string | undefined;
  /** Steps whose right answer was requested. */
  readonly revealed: readonly number[];
  /** Steps whose measurement was requested, with or without an answer. */
  readonly wanted: readonly number[];
  /** Steps whose answers come from runs that got another seed when the student gave a name. */
  readonly reopened: readonly number[];
  readonly handIn: HandInState;
}

/** Progress of a hand-in. */
export type HandInState =
  | { readonly kind: 'none' }
  /** The student is asked for a name first. */
  | { readonly kind: 'name'; readonly format: HandInFormat }
  | { readonly kind: 'making'; readonly share: number }
  | { readonly kind: 'saved'; readonly file: string }
  | { readonly kind: 'failed'; readonly why: string };

/** The verdict on a step's answer. */
export type Verdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'measuring' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'judged'; readonly judged: Judged };

export class LessonDesk {
  readonly lesson: Lesson;
  /** The content of the lesson's file. */
  readonly text: string;
  readonly store = createStore<DeskState>(() => ({
    ...{ ...nothingYet, student: undefined, unkept: undefined, revealed: [], wanted: [], reopened: [] },
    ...{ measured: new Map(), failures: new Map(), share: undefined, handIn: { kind: 'none' } },
  }));
  private readonly page: Page;
  private readonly keeper: ProgressKeeper;
  private readonly measurements: StepMeasurements;
  private readonly queue: MeasuringQueue;
  private readonly save: typeof download;
  /** Cancels the present hand-in. */
  private handing: AbortController | undefined;
  /** Seed of the runs with which the shown answers were measured. */
  private seedOfAnswers: number | undefined;
  private closed = false;
  private unwatch: () => void = () => {};

  /** @param name under which the answers are stored, separately for each student */
  constructor(
    page: Page,
    { lesson, text }: Pick<LessonDesk, 'lesson' | 'text'>,
    name: string,
    keeper = keptLessons,
    queue = new MeasuringQueue(),
    save = download,
  ) {
    this.page = page;
    this.lesson = lesson;
    this.text = text;
    this.keeper = new ProgressKeeper(
      lesson,
      name,
      keeper,
      () => this.state,
      (unkept) => {
        if (unkept !== this.state.unkept) this.store.setState({ unkept });
      },
      (found) => this.addOthers(found),
    );
    this.measurements = new StepMeasurements(
      {
        state: () => this.state,
        setState: (change) => this.store.setState(change),
        waiting: () => this.waitingTasks(),
        loadRest: () => page.loadRest(),
      },
      queue,
    );
    this.queue = queue;
    this.save = save;
  }

  get state(): DeskState {
    return this.store.getState();
  }

  get step(): Step {
    return this.lesson.steps[this.state.step] as Step;
  }

  get seed(): number | undefined {
    return seedOf(this.state.student);
  }

  /** Whether a run of this lesson uses the student's name. */
  get asksForName(): boolean {
    return Object.values(this.lesson.runs).some(({ seed }) => seed === 'student');
  }

  /**
   * Restores the stored state, then shows a step: the requested one, from 0, or the last shown one. @param named the
   * student's name from a course system
   */
  async open(step: number | undefined, named?: string): Promise<void> {
    try {
      const student = named?.slice(0, MAX_NAME) ?? (await this.keeper.lastStudent());
      this.store.setState({ ...(await this.keeper.load(student)), student });
    } catch (error) {
      this.store.setState({ unkept: messageOf(error) });
      if (named !== undefined) this.store.setState({ student: named.slice(0, MAX_NAME) });
    }
    if (this.closed) return;
    this.seedOfAnswers = this.seed;
    const { page } = this;
    this.unwatch = page.store.subscribe((state, before) => {
      if (state.timeNs !== before.timeNs || state.ended !== before.ended) this.watchRun();
      if (state.run !== before.run) this.watchSettings();
    });
    this.goTo(step ?? this.state.step);
  }

  /** Leaves the lesson. A running hand-in continues and is saved. */
  close(): void {
    this.closed = true;
    this.unwatch();
    this.measurements.close();
    if (this.handing === undefined) this.queue.close();
    if (this.page.state.only !== undefined) allowOnly(this.page, undefined);
  }

  /**
   * Shows a step, from 0. A step to read is done when the student opens the next one. The last step is done when it is
   * shown.
   */
  goTo(step: number): void {
    const { step: before } = this.state;
    const last = this.lesson.steps.length - 1;
    if (step === before + 1) this.haveRead(before);
    const at = Math.min(Math.max(0, step), last);
    this.store.setState({ step: at });
    if (at === last) this.haveRead(last);
    this.keeper.keep();
    this.showRun();
    this.measurements.next();
  }

  private haveRead(step: number): void {
    if (this.lesson.steps[step]?.kind === 'read' && this.state.answers[step] === undefined)
      this.answer(step, { kind: 'seen' });
  }

  answer(step: number, answer: Answer): void {
    this.setAnswers({ ...this.state.answers, [step]: answer });
    this.measurements.next();
  }

  /** Stores a program as the answer, and shows it in its lane of the step's run. */
  answerProgram(at: number, program: Program): void {
    const step = this.lesson.steps[at] as Step;
    const run = asksForProgram(step) ? this.runOf(step.view.run) : undefined;
    if (run === undefined || !asksForProgram(step)) return;
    const origins = run.lanes.map((_, lane) =>
      lane + 1 === step.program.lane ? { policy: PROGRAM_POLICY, values: {} } : lane,
    );
    openHeld(this.page, { ...withLanes(run, origins), program }, (step.view.atSeconds ?? 0) * 1e9, []);
    this.answer(at, { kind: 'program', source: program.source });
    this.want(at);
  }

  /** Removes an answer, so that another one can be given. The draft stays. */
  again(step: number): void {
    const { [step]: _, ...others } = this.state.answers;
    this.setAnswers(others);
  }

  /** An earlier saved file no longer has these answers. */
  private setAnswers(answers: KeptProgress['answers']): void {
    this.store.setState(({ handIn }) => ({ answers, handIn: handIn.kind === 'saved' ? { kind: 'none' } : handIn }));
    this.keeper.keep();
  }

  draft(step: number, draft: Draft): void {
    this.store.setState(({ drafts }) => ({ drafts: { ...drafts, [step]: draft } }));
    this.keeper.keep();
  }

  /** Shows the right answer, or hides it again. */
  reveal(step: number): void {
    this.store.setState(({ revealed }) => ({
      revealed: revealed.includes(step) ? revealed.filter((other) => other !== step) : [...revealed, step],
    }));
    this.measurements.next();
  }

  /** Measures the runs of a step, and repeats failed measurements. */
  want(step: number): void {
    this.store.setState(({ wanted }) => ({ wanted: [...wanted, step], failures: new Map() }));
    this.measurements.next();
  }

  cancelMeasuring(): void {
    this.store.setState(({ step, wanted }) => ({ wanted: wanted.filter((other) => other !== step) }));
    this.measurements.cancel();
  }

  /** Whether the shown answers belong to a student with a name. */
  get hasOwner(): boolean {
    return !this.keeper.isNameless && Object.keys(this.state.answers).length > 0;
  }

  /**
   * Changes the student and shows their answers. Answers without a name move to the student who enters one. @param
   * student a name or a number; empty to leave it out; undefined to ask @param same only the name changes, the student
   * is the same: the answers stay
   */
  async setStudent(student: string | undefined, same = false): Promise<void> {
    const name = student?.slice(0, MAX_NAME);
    const along = same || this.keeper.isNameless;
    const readings = along && name !== undefined && seedOf(name) !== this.seedOfAnswers ? this.seededReadings() : [];
    if (name !== undefined) {
      await this.keeper.moveTo(name, along, (kept) => this.take(kept, along));
      this.seedOfAnswers = seedOf(name);
    }
    this.store.setState({ student: name, reopened: readings });
    this.reopenReadings(readings);
    this.keeper.keepStudent(name);
    if (this.closed) return;
    this.showRun();
    this.measurements.next();
    const { handIn, reopened } = this.state;
    if (student === undefined || handIn.kind !== 'name') return;
    // A hand-in waits for figures that must be read again.
    if (reopened.length > 0) this.store.setState({ handIn: { kind: 'none' } });
    else void this.handIn(handIn.format);
  }

  /** Answered steps with a figure of a run with the student's seed. With another name, the figure changes. */
  private seededReadings(): readonly number[] {
    return this.lesson.steps.flatMap((step, at) =>
      step.kind === 'measure' &&
      this.state.answers[at] !== undefined &&
      this.lesson.runs[step.reading.run]?.seed === 'student'
        ? at
        : [],
    );
  }

  /** Removes answers; the typed number becomes the draft. */
  private reopenReadings(readings: readonly number[]): void {
    for (const at of readings) {
      const answer = this.state.answers[at];
      if (answer?.kind === 'number' && this.state.drafts[at] === undefined) this.draft(at, String(answer.value));
      this.again(at);
    }
  }

  /** Deletes all answers. */
  startAgain(): void {
    this.handing?.abort();
    this.keeper.forget();
    this.store.setState({ ...nothingYet, revealed: [], wanted: [], handIn: { kind: 'none' } });
    this.goTo(0);
  }

  /** A run of the lesson with the student's seed. */
  runOf(id: string): RunState | undefined {
    const run = Object.hasOwn(this.lesson.runs, id) ? this.lesson.runs[id] : undefined;
    return run && openedRun(run, this.seed).run;
  }

  /** The run of a challenge's answer. */
  answeredRun(step: number): RunState | undefined {
    const answer = this.state.answers[step];
    const asking = this.lesson.steps[step];
    // A program is stored beside the run. It replaces a lane's policy for the measurement.
    if (answer?.kind === 'program' && asking?.kind === 'challenge') return this.runOf(asking.view.run);
    return answer?.kind === 'settings' ? this.settingsRun(step, answer.link) : undefined;
  }

  /** The name of a class in a run of the lesson. */
  classLabel(run: string, id: string): string {
    const state = this.runOf(run);
    return state === undefined ? id : classLabel(state, id);
  }

  /** The run of this step's `view`, from its start in the lesson, without the student's own settings. */
  reopen(): void {
    this.draft(this.state.step, '');
    this.again(this.state.step);
    this.showRun();
  }

  /** Time up to which the run of a step is played, ns. */
  untilNs(step: Step): number {
    return step.kind === 'run' && step.untilSeconds !== undefined
      ? Math.min(this.page.state.endNs, Math.round(step.untilSeconds * 1e9))
      : this.page.state.endNs;
  }

  /** Plays to the time of the step; if the run is already there, from the start. */
  playOn(): void {
    if (this.page.session.commandedNs >= this.untilNs(this.step)) this.page.seek(0);
    this.page.session.play();
  }

  verdict(step: number): Verdict {
    const asking = this.lesson.steps[step] as Step;
    const answer = this.state.answers[step];
    if (answer === undefined) return { kind: 'open' };
    const measured = this.measuredOf(step);
    if (typeof measured === 'string') return { kind: 'failed', message: measured };
    if (measured === undefined) return { kind: 'measuring' };
    try {
      return { kind: 'judged', judged: judge(asking, answer, measured) };
    } catch (error) {
      return { kind: 'failed', message: messageOf(error) };
    }
  }

  /** The state of a step. A challenge is done when its goals are met. */
  standing(step: number): 'open' | 'done' | 'right' {
    if (this.state.answers[step] === undefined) return 'open';
    const verdict = this.verdict(step);
    if (verdict.kind === 'judged' && verdict.judged.right === true) return 'right';
    return this.lesson.steps[step]?.kind === 'challenge' ? 'open' : 'done';
  }

  /** Progress of the student, for the page around this one; undefined while an answer is being judged. */
  get progress(): LessonProgress | undefined {
    const done = Object.keys(this.state.answers).map(Number);
    const verdicts = new Map(done.map((at) => [at, this.verdict(at)]));
    if ([...verdicts.values()].some(({ kind }) => kind === 'measuring')) return undefined;
    const right = done.filter((at) => {
      const verdict = verdicts.get(at);
      return verdict?.kind === 'judged' && verdict.judged.right === true;
    });
    return progressOf(this.lesson.id, this.lesson.steps, new Set(done), new Set(right));
  }

  /** The measurements for a step, in the order of its questions; a text is the reason of a failure. */
  measuredOf(step: number): readonly Measured[] | string | undefined {
    return this.measurements.found(this.tasksOf(step));
  }

  /**
   * Saves a file of the answers: every run is measured again, with several seeds for its intervals. It continues while
   * other steps are shown, and after the lesson is left. A student who was not asked for a name is asked first.
   */
  async handIn(format: HandInFormat): Promise<void> {
    if (this.handing !== undefined) return;
    const { student, answers } = this.state;
    const tell = (handIn: HandInState) => this.store.setState({ handIn });
    if (student === undefined) return tell({ kind: 'name', format });
    const stop = new AbortController();
    this.handing = stop;
    tell({ kind: 'making', share: 0 });
    addEventListener('beforeunload', askBefore);
    const { lesson, text, queue } = this;
    const loadRest = () => this.page.loadRest();
    const progress = (share: number) => tell({ kind: 'making', share });
    try {
      const making = { lesson, text, student, answers, format, queue, loadRest, progress };
      const { name, type, content } = await madeHandIn(making, stop.signal);
      this.save(name, type, content);
      tell({ kind: 'saved', file: name });
    } catch (error) {
      tell(error instanceof Cancelled ? { kind: 'none' } : { kind: 'failed', why: messageOf(error) });
    }
    removeEventListener('beforeunload', askBefore);
    this.handing = undefined;
    if (this.closed) this.queue.close();
  }

  cancelHandIn(): void {
    if (this.handing === undefined) this.store.setState({ handIn: { kind: 'none' } });
    else this.handing.abort();
  }

  /** Whether the step waits for a prediction. During this time nothing is played and no figure is shown. */
  holds({ step, answers, revealed }: DeskState): boolean {
    return this.lesson.steps[step]?.kind === 'predict' && answers[step] === undefined && !revealed.includes(step);
  }

  private tasksOf(step: number): RunToMeasure[] {
    const asking = this.lesson.steps[step];
    if (asking === undefined) return [];
    return askedOf(asking).flatMap((asked) => {
      const run = asked.run === undefined ? this.answeredRun(step) : this.runOf(asked.run);
      if (run === undefined) return [];
      const program = programAnswered(asking, this.state.answers[step]);
      return {
        key: `${encodeRun(run)} ${JSON.stringify([asked.figures, asked.curves, program])}`,
        run,
        asked,
        program,
      };
    });
  }

  /** The runs that answers and requests need, those of the shown step first. */
  private waitingTasks(): readonly RunToMeasure[] {
    const { step: shown, answers, revealed, wanted } = this.state;
    return [shown, ...this.lesson.steps.keys()]
      .filter((step) => answers[step] !== undefined || revealed.includes(step) || wanted.includes(step))
      .flatMap((step) => this.tasksOf(step));
  }

  /** Shows the run of the step, with the student's own settings in a challenge. */
  private showRun(): void {
    const { step, page } = this;
    const settings = step.kind === 'challenge' && !asksForProgram(step) ? this.ownSettings() : undefined;
    const view = step.kind === 'broken' ? undefined : step.view;
    showStep(page, step, settings ?? (view?.run === undefined ? undefined : this.runOf(view.run)));
  }

  /** The student's last settings of the shown challenge. */
  private ownSettings(): RunState | undefined {
    const { step, drafts } = this.state;
    const draft = drafts[step];
    return typeof draft === 'string' && draft !== '' ? this.settingsRun(step, draft) : this.answeredRun(step);
  }

  private settingsRun(at: number, link: string): RunState | undefined {
    const step = this.lesson.steps[at];
    return step?.kind === 'challenge' ? settingsRun(this.lesson, step, link, this.seed).run : undefined;
  }

  /** A step with a run is done when the run has reached its time. The run stops there. */
  private watchRun(): void {
    const { step, page } = this;
    const { step: at, answers } = this.state;
    if (step.kind !== 'run' || answers[at] !== undefined || page.state.endNs === 0) return;
    const untilNs = this.untilNs(step);
    if (page.state.timeNs < untilNs) return;
    const run = this.runOf(step.view.run);
    const hasControls = step.view.controls !== 'none';
    if (!hasControls && (run === undefined || encodeRun(run) !== encodeRun(page.state.run))) return;
    if (untilNs < page.state.endNs && page.session.playing) {
      page.session.pause();
      page.seek(untilNs);
    }
    this.answer(at, { kind: 'seen' });
  }

  /** The student's settings of a challenge are stored beyond the life of the page. */
  private watchSettings(): void {
    if (this.step.kind !== 'challenge' || asksForProgram(this.step)) return;
    const given = this.runOf(this.step.view.run);
    const link = encodeRun(this.page.state.run);
    const { step, drafts, answers } = this.state;
    // The given settings are not an answer, unless the answer before had other settings.
    const draft = given === undefined || (encodeRun(given) === link && answers[step] === undefined) ? '' : link;
    if (draft !== (drafts[step] ?? '')) this.draft(step, draft);
  }

  /** Adds answers of another tab; the shown answers do not change. */
  private addOthers({ answers, drafts }: Pick<KeptProgress, 'answers' | 'drafts'>): void {
    if (Object.keys(answers).length + Object.keys(drafts).length === 0) return;
    this.store.setState((now) => ({ answers: { ...answers, ...now.answers }, drafts: { ...drafts, ...now.drafts } }));
  }

  /** @param along keeps the shown answers; if both have an answer, the shown one is used */
  private take(kept: KeptProgress, along: boolean): void {
    const { answers, drafts, step } = this.state;
    this.store.setState({
      ...{ step, revealed: [], wanted: [] },
      answers: along ? { ...kept.answers, ...answers } : kept.answers,
      drafts: along ? { ...kept.drafts, ...drafts } : kept.drafts,
    });
  }
}

/** The browser asks before the page is left. */
const askBefore = (event: Event) => event.preventDefault();
