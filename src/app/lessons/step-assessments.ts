/** The assessments of the answers of a lesson in one state, from the measurements of its runs. */

import type { JudgedAnswer } from '../../lessons/answers/answers.ts';
import { judgeAnswer } from '../../lessons/answers/judge-answer.ts';
import { type Misreading, recognizeMisreading } from '../../lessons/answers/misreading.ts';
import { courseProgress, type ReportedProgress } from '../../lessons/course-system/course-progress.ts';
import type { Lesson } from '../../lessons/format/lesson.ts';
import type { MeasuredRun } from '../../lessons/measurement/measured-run.ts';
import { required } from '../../shared/required.ts';
import { errorMessage } from '../loading/loading.ts';
import type { OpenLessonState } from './open-lesson-state.ts';
import type { RunToMeasure } from './step-measurements.ts';
import { StepRuns } from './step-runs.ts';

/** The assessment of a step's answer. */
export type StepAssessment =
  | { readonly kind: 'open' }
  | { readonly kind: 'measuring' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'judged'; readonly judgedAnswer: JudgedAnswer };

/** The assessments of one lesson, from its present state. */
export class StepAssessments {
  private readonly lesson: Lesson;
  private readonly state: OpenLessonState;
  private readonly runs: StepRuns;

  constructor(lesson: Lesson, state: OpenLessonState) {
    this.lesson = lesson;
    this.state = state;
    this.runs = new StepRuns(lesson, state);
  }

  /**
   * The measurements for a step, in the order of its questions; a text is the reason of a failure; undefined before the
   * result.
   */
  measurementsOfStep(step: number): readonly MeasuredRun[] | string | undefined {
    const { measuredRuns, failures } = this.state;
    const results: MeasuredRun[] = [];
    for (const { key } of this.runs.tasksOf(step)) {
      const failure = failures.get(key);
      if (failure !== undefined) return failure;
      const measuredRun = measuredRuns.get(key);
      if (measuredRun === undefined) return undefined;
      results.push(measuredRun);
    }
    return results;
  }

  assessmentOfStep(step: number): StepAssessment {
    const answer = this.state.answers[step];
    if (answer === undefined) return { kind: 'open' };
    const measuredRuns = this.measurementsOfStep(step);
    if (typeof measuredRuns === 'string') return { kind: 'failed', message: measuredRuns };
    if (measuredRuns === undefined) return { kind: 'measuring' };
    try {
      return { kind: 'judged', judgedAnswer: judgeAnswer(required(this.lesson.steps[step]), answer, measuredRuns) };
    } catch (error) {
      return { kind: 'failed', message: errorMessage(error) };
    }
  }

  /** The measurements of a predict step's proof: one for each of its runs; undefined before all are there. */
  proofFigures(step: number): readonly MeasuredRun[] | undefined {
    const results = this.runs.proofTasks(step).map(({ key }) => this.state.measuredRuns.get(key));
    return results.every((result) => result !== undefined) ? results : undefined;
  }

  /** The quantity that a wrong number of a *measure* step agrees with; undefined before the result, or without one. */
  misreadingOfStep(step: number): Misreading | undefined {
    const lessonStep = this.lesson.steps[step];
    const answer = this.state.answers[step];
    if (lessonStep?.kind !== 'measure' || answer?.kind !== 'number' || !this.isWrong(step)) return undefined;
    const { candidates, tasks } = this.runs.misreadings(step);
    const results = tasks.map(({ key }) => this.state.measuredRuns.get(key));
    if (results.includes(undefined)) return undefined;
    return recognizeMisreading(lessonStep, answer.value, candidates, [results[0], results[1]]);
  }

  /** The measurements that tell what a wrong number is. */
  get misreadingTasks(): readonly RunToMeasure[] {
    const { step } = this.state;
    const isMeasured = this.lesson.steps[step]?.kind === 'measure' && this.isWrong(step);
    return isMeasured ? this.runs.misreadings(step).tasks : [];
  }

  private isWrong(step: number): boolean {
    const assessment = this.assessmentOfStep(step);
    return assessment.kind === 'judged' && assessment.judgedAnswer.isRight === false;
  }

  /** The state of a step. A challenge is done when its goals are met. */
  stateOfStep(step: number): 'open' | 'done' | 'right' {
    if (this.state.answers[step] === undefined) return 'open';
    if (isRight(this.assessmentOfStep(step))) return 'right';
    return this.lesson.steps[step]?.kind === 'challenge' ? 'open' : 'done';
  }

  /** Progress of the student, for the page around this one; undefined while an answer is being judged. */
  get progress(): ReportedProgress | undefined {
    const assessments = Object.keys(this.state.answers).map(
      (stepIndex) => [Number(stepIndex), this.assessmentOfStep(Number(stepIndex))] as const,
    );
    if (assessments.some(([, { kind }]) => kind === 'measuring')) return undefined;
    const finishedSteps = assessments.map(([stepIndex]) => stepIndex);
    const rightSteps = assessments.flatMap(([stepIndex, assessment]) => (isRight(assessment) ? stepIndex : []));
    return courseProgress(this.lesson.id, this.lesson.steps, new Set(finishedSteps), new Set(rightSteps));
  }
}

function isRight(assessment: StepAssessment): boolean {
  return assessment.kind === 'judged' && assessment.judgedAnswer.isRight === true;
}
