/**
 * An open lesson: its step, its answers and drafts, and its student. It draws nothing. It puts its parts together: the
 * runs of steps, their measurements and assessments, the hand-in, and the storage of the answers.
 */

import { createStore } from 'zustand/vanilla';
import type { LessonAnswer } from '../../lessons/answers/answers.ts';
import { isProvedStep } from '../../lessons/answers/step-proof.ts';
import type { AnswerDraft, LessonProgress } from '../../lessons/answers/stored-answers.ts';
import { decodeCourseAnswers } from '../../lessons/course-system/course-answers.ts';
import { asksForProgram, type Lesson, type LessonStep } from '../../lessons/format/lesson.ts';
import { MAX_STUDENT_NAME_CHARACTERS, seedOfStudent } from '../../lessons/runs/student-seed.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { withLanes } from '../../run-state/lane-order.ts';
import type { LaneProgram } from '../../run-state/run-state.ts';
import { encodeRun } from '../../run-state/run-url.ts';
import { required } from '../../shared/required.ts';
import { downloadFile } from '../files/download.ts';
import { errorMessage } from '../loading/loading.ts';
import type { Page } from '../page/page.ts';
import { type LessonStore, storedLessons } from '../stores/stored-lessons.ts';
import { HandInControl } from './hand-in-control.ts';
import { MeasuringQueue } from './measuring-queue.ts';
import { type OpenLessonState, stateWithoutAnswers, unopenedLesson } from './open-lesson-state.ts';
import { ProgressStore } from './progress-store.ts';
import { ProofPlayer } from './proof-player.ts';
import { StepAssessments } from './step-assessments.ts';
import { StepClock } from './step-clock.ts';
import { StepMeasurements } from './step-measurements.ts';
import { observePage, observeReading, playedUntilNs } from './step-observer.ts';
import { allowedControls, openPaused, showStep } from './step-on-page.ts';
import { StepRuns } from './step-runs.ts';

/** A lesson, and the means to open it. Tests replace the last three. */
interface LessonOpening {
  readonly page: Page;
  readonly lesson: Lesson;
  /** The content of the lesson's file. */
  readonly text: string;
  /** The name under which the answers are stored, separately for each student. */
  readonly storageName: string;
  readonly lessonStore?: LessonStore;
  readonly queue?: MeasuringQueue;
  /** Saves a hand-in as a file. */
  readonly save?: typeof downloadFile;
}

/** One open lesson, until it is closed. */
export class OpenLesson {
  readonly lesson: Lesson;
  /** The content of the lesson's file. */
  readonly text: string;
  readonly store = createStore<OpenLessonState>(() => unopenedLesson);
  readonly handInControl: HandInControl;
  readonly proofs: ProofPlayer;
  private readonly page: Page;
  private readonly progressStore: ProgressStore;
  private readonly measurements: StepMeasurements;
  private readonly clock = new StepClock();
  /** Seed of the runs with which the shown answers were measured. */
  private seedOfAnswers: number | undefined;
  /** The step that the student sees; undefined before the first one. `state.step` may be of an earlier visit. */
  private shownStep: number | undefined;
  private isClosed = false;
  private stopWatching: () => void = () => {};

  constructor({
    page,
    lesson,
    text,
    storageName,
    lessonStore = storedLessons,
    queue = new MeasuringQueue(),
    save = downloadFile,
  }: LessonOpening) {
    this.page = page;
    this.lesson = lesson;
    this.text = text;
    const state = () => this.state;
    const loadEditorAndCatalog = () => page.loadEditorAndCatalog();
    this.progressStore = new ProgressStore({
      lesson,
      storageName,
      lessonStore,
      getProgress: state,
      onStored: (storeError) => {
        if (storeError !== this.state.storeError) this.store.setState({ storeError });
      },
      onAnswersOfOtherTab: (otherAnswers) => this.addAnswersOfOtherTab(otherAnswers),
    });
    this.measurements = new StepMeasurements(
      {
        getState: state,
        setState: (change) => this.store.setState(change),
        waitingRuns: () => [...this.runs.waitingTasks(), ...this.assessmentsIn(this.state).misreadingTasks],
        loadEditorAndCatalog,
      },
      queue,
    );
    this.proofs = new ProofPlayer({
      page,
      lesson,
      getState: state,
      runs: () => this.runs,
      setProof: (proof) => this.store.setState({ proof }),
    });
    const show = (handIn: OpenLessonState['handIn']) => this.store.setState({ handIn });
    this.handInControl = new HandInControl({
      lesson,
      text,
      queue,
      loadEditorAndCatalog,
      getState: state,
      onChange: show,
      save,
    });
  }

  get state(): OpenLessonState {
    return this.store.getState();
  }

  /** The runs of the steps in a state of this lesson. */
  runsIn(state: OpenLessonState): StepRuns {
    return new StepRuns(this.lesson, state);
  }

  /** The assessments of the answers in a state of this lesson. */
  assessmentsIn(state: OpenLessonState): StepAssessments {
    return new StepAssessments(this.lesson, state);
  }

  private get runs(): StepRuns {
    return this.runsIn(this.state);
  }

  get step(): LessonStep {
    return required(this.lesson.steps[this.state.step]);
  }

  /** Whether a run of this lesson uses the student's name. */
  get asksForName(): boolean {
    return Object.values(this.lesson.runs).some(({ seed }) => seed === 'student');
  }

  /**
   * Restores the stored state, then shows a step: the requested one, from 0, or the last shown one.
   * @param studentName the student's name from a course system
   * @param courseText the answers that a course system has stored. For a step that has two answers, its answer counts.
   */
  async open(step: number | undefined, studentName?: string, courseText?: string): Promise<void> {
    try {
      const student = studentName?.slice(0, MAX_STUDENT_NAME_CHARACTERS) ?? (await this.progressStore.lastStudent());
      this.store.setState({ ...(await this.progressStore.read(student)), student });
    } catch (error) {
      this.store.setState({ storeError: errorMessage(error) });
      if (studentName !== undefined)
        this.store.setState({ student: studentName.slice(0, MAX_STUDENT_NAME_CHARACTERS) });
    }
    this.store.setState({ isNameless: this.progressStore.isNameless });
    if (courseText !== undefined) this.restoreFromCourse(courseText);
    if (this.isClosed) return;
    this.seedOfAnswers = this.runs.seed;
    this.stopWatching = observePage(this.page, this);
    this.goTo(step ?? this.state.step);
  }

  private restoreFromCourse(courseText: string): void {
    this.store.setState({ course: { error: undefined } });
    if (courseText === '') return;
    try {
      const { step, answers, drafts } = decodeCourseAnswers(this.lesson, courseText);
      this.store.setState((state) => ({
        step,
        answers: { ...state.answers, ...answers },
        drafts: { ...state.drafts, ...drafts },
      }));
    } catch (error) {
      this.store.setState({ course: { error: errorMessage(error) } });
    }
  }

  /** Leaves the lesson. A running hand-in continues and is saved. */
  close(): void {
    this.isClosed = true;
    this.stopWatching();
    this.clock.close();
    this.measurements.close();
    this.handInControl.close();
    this.proofs.end();
    this.leaveOtherRuns();
    if (this.page.state.allowedPaths !== undefined) this.page.lock.allowOnly(undefined);
  }

  /**
   * Shows a step, from 0. A step to read is done when the student goes from it to the next one. The last step is done
   * when it is shown.
   */
  goTo(step: number): void {
    const last = this.lesson.steps.length - 1;
    if (this.shownStep !== undefined && step === this.shownStep + 1) this.markRead(this.shownStep);
    const index = Math.min(Math.max(0, step), last);
    this.shownStep = index;
    this.store.setState({ step: index });
    this.clock.show(index);
    if (index === last) this.markRead(last);
    this.progressStore.storeNow();
    this.showRun();
    this.measurements.measureNext();
  }

  /** After the lesson the page has one run, which can be changed: that of the first lane. */
  private leaveOtherRuns(): void {
    const source = this.page.state.run.lanes[0]?.source;
    if (source !== undefined) openPaused(this.page, source.run, this.page.session.commandedNs, undefined);
  }

  private markRead(step: number): void {
    if (this.lesson.steps[step]?.kind === 'read' && this.state.answers[step] === undefined)
      this.answer(step, { kind: 'seen' });
  }

  /** Stores an answer. If a run shows whether it is right, the run plays to that time. */
  answer(step: number, answer: LessonAnswer): void {
    const { seconds } = this.state;
    this.store.setState({
      seconds: { ...seconds, [step]: (seconds?.[step] ?? 0) + this.clock.takeSeconds(step) },
    });
    this.setAnswers({ ...this.state.answers, [step]: answer });
    if (step === this.state.step) this.proofs.play(step);
    this.measurements.measureNext();
  }

  /** Stores a program as the answer. If its step is still shown, the program is shown in its lane of the step's run. */
  answerProgram(index: number, program: LaneProgram): void {
    const step = required(this.lesson.steps[index]);
    const run = asksForProgram(step) ? this.runs.withId(step.view.run) : undefined;
    if (run === undefined || !asksForProgram(step)) return;
    const origins = run.lanes.map((_, lane) =>
      lane + 1 === step.program.lane ? { policy: PROGRAM_POLICY, values: {} } : lane,
    );
    if (index === this.state.step)
      openPaused(this.page, { ...withLanes(run, origins), program }, (step.view.atSeconds ?? 0) * 1e9, []);
    this.answer(index, { kind: 'program', source: program.source });
    this.requestResult(index);
  }

  /** Removes an answer, so that another one can be given. The draft stays. */
  removeAnswer(step: number): void {
    const { [step]: _, ...others } = this.state.answers;
    this.setAnswers(others);
  }

  /** An earlier saved file no longer has these answers. */
  private setAnswers(answers: LessonProgress['answers']): void {
    this.store.setState(({ handIn }) => ({ answers, handIn: handIn.kind === 'saved' ? { kind: 'none' } : handIn }));
    this.progressStore.storeNow();
  }

  setDraft(step: number, draft: AnswerDraft): void {
    this.store.setState(({ drafts }) => ({ drafts: { ...drafts, [step]: draft } }));
    this.progressStore.storeNow();
  }

  /** Shows the right answer, or hides it again. */
  toggleRightAnswer(step: number): void {
    const isRevealed = this.state.revealedSteps.includes(step);
    this.store.setState(({ revealedSteps }) => ({
      revealedSteps: isRevealed ? revealedSteps.filter((other) => other !== step) : [...revealedSteps, step],
    }));
    if (!isRevealed) this.proofs.play(step);
    this.measurements.measureNext();
  }

  /** Measures the runs of a step, and repeats failed measurements. */
  requestResult(step: number): void {
    this.store.setState(({ requestedSteps }) => ({ requestedSteps: [...requestedSteps, step], failures: new Map() }));
    if (this.lesson.steps[step]?.kind === 'compare') this.proofs.play(step);
    this.measurements.measureNext();
  }

  cancelMeasuring(): void {
    this.store.setState(({ step, requestedSteps }) => ({
      requestedSteps: requestedSteps.filter((other) => other !== step),
    }));
    this.measurements.cancel();
  }

  /**
   * Changes the student and shows their answers. Answers without a name move to the student who enters one.
   * @param student a name or a number; empty to leave it out; undefined to ask
   * @param isSameStudent only the name changes, the student is the same: the answers stay
   */
  async setStudent(student: string | undefined, isSameStudent = false): Promise<void> {
    const name = student?.slice(0, MAX_STUDENT_NAME_CHARACTERS);
    const keepsShown = isSameStudent || this.state.isNameless;
    const seededSteps =
      keepsShown && name !== undefined && seedOfStudent(name) !== this.seedOfAnswers ? this.runs.seededSteps() : [];
    if (name !== undefined) {
      if (!keepsShown) this.clock.restart();
      await this.progressStore.moveTo(name, keepsShown, (progress) => this.restore(progress, keepsShown));
      this.seedOfAnswers = seedOfStudent(name);
    }
    const { isNameless } = this.progressStore;
    this.store.setState({ student: name, isNameless, reopenedSteps: seededSteps });
    this.reopenSteps(seededSteps);
    this.progressStore.storeStudent(name);
    if (this.isClosed) return;
    this.showRun();
    this.measurements.measureNext();
    const { handIn, reopenedSteps } = this.state;
    if (student === undefined || handIn.kind !== 'name') return;
    // A hand-in waits for figures that must be read again.
    if (reopenedSteps.length > 0) this.store.setState({ handIn: { kind: 'none' } });
    else void this.handInControl.start(handIn.format);
  }

  /** Removes answers; the typed number becomes the draft. */
  private reopenSteps(stepIndices: readonly number[]): void {
    for (const index of stepIndices) {
      const answer = this.state.answers[index];
      if (answer?.kind === 'number' && this.state.drafts[index] === undefined)
        this.setDraft(index, String(answer.value));
      this.removeAnswer(index);
    }
  }

  /** Deletes all answers. */
  startAgain(): void {
    this.handInControl.cancel();
    this.progressStore.deleteOnNextWrite();
    this.store.setState(stateWithoutAnswers);
    this.goTo(0);
  }

  /** The run of this step's `view`, from its start in the lesson, without the student's own settings. */
  reopenRun(): void {
    this.setDraft(this.state.step, '');
    this.removeAnswer(this.state.step);
    this.showRun();
  }

  /** Plays to the time of the step; if the run is already there, from the start. */
  continueRun(): void {
    const { step } = this;
    const run = step.kind === 'measure' ? this.runs.withId(step.reading.run) : undefined;
    if (run !== undefined && encodeRun(run) !== encodeRun(this.page.state.run))
      openPaused(this.page, run, 0, allowedControls(step));
    if (this.page.session.commandedNs >= playedUntilNs(this.page, step)) this.page.session.seek(0);
    this.page.session.play();
  }

  /** Whether the step waits for a prediction. During this time nothing is played and no figure is shown. */
  waitsForPrediction({ step, answers, revealedSteps }: OpenLessonState): boolean {
    return this.lesson.steps[step]?.kind === 'predict' && answers[step] === undefined && !revealedSteps.includes(step);
  }

  markPlayed(step: number): void {
    this.store.setState(({ playedSteps }) => ({ playedSteps: [...playedSteps, step] }));
  }

  /** Whether the figure of a *measure* step cannot be read yet, because its run has not been played. */
  waitsForRun({ step, answers, playedSteps }: OpenLessonState): boolean {
    return this.lesson.steps[step]?.kind === 'measure' && answers[step] === undefined && !playedSteps.includes(step);
  }

  /** Shows the run of the step. After an answer, it is at the time that shows the answer. */
  private showRun(): void {
    const { step: index, answers } = this.state;
    const { step } = this;
    this.proofs.end();
    const besideRun = step.kind === 'compare' ? this.runs.proofRun(index) : undefined;
    showStep(this.page, step, besideRun ?? this.runs.shownRun());
    const isOpen = step.kind !== 'challenge' || answers[index]?.kind !== 'settings' || this.showsAnswer(index);
    if (isProvedStep(step) && answers[index] !== undefined && isOpen) this.proofs.show(index);
    observeReading(this.page, this);
  }

  /** Whether the page shows the settings that were the answer, and no later ones. */
  private showsAnswer(index: number): boolean {
    const run = this.runs.answeredRun(index);
    return run !== undefined && encodeRun(run) === encodeRun(this.page.state.run);
  }

  /** Adds answers of another tab; the shown answers do not change. */
  private addAnswersOfOtherTab({ answers, drafts }: Pick<LessonProgress, 'answers' | 'drafts'>): void {
    if (Object.keys(answers).length + Object.keys(drafts).length === 0) return;
    this.store.setState((state) => ({
      answers: { ...answers, ...state.answers },
      drafts: { ...drafts, ...state.drafts },
    }));
  }

  /** @param keepsShown keeps the shown answers; if both have an answer, the shown one is used */
  private restore(progress: LessonProgress, keepsShown: boolean): void {
    const { answers, drafts, seconds, step } = this.state;
    this.store.setState({
      step,
      revealedSteps: [],
      requestedSteps: [],
      answers: keepsShown ? { ...progress.answers, ...answers } : progress.answers,
      drafts: keepsShown ? { ...progress.drafts, ...drafts } : progress.drafts,
      seconds: keepsShown ? { ...progress.seconds, ...seconds } : (progress.seconds ?? {}),
    });
  }
}
