/** The runs of a lesson in one state: with the student's seed, and those that the student's answers make. */
import { figureRequestsOfStep } from '../../lessons/answers/figure-requests.ts';
import { asksForProgram, type Lesson } from '../../lessons/format/lesson.ts';
import { answeredProgram, classLabel, decodeLessonRun, decodeSettingsRun } from '../../lessons/runs/lesson-runs.ts';
import { seedOfStudent } from '../../lessons/runs/student-seed.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { encodeRun } from '../../run-state/run-url.ts';
import type { OpenLessonState } from './open-lesson-state.ts';
import type { RunToMeasure } from './step-measurements.ts';

export class StepRuns {
  private readonly lesson: Lesson;
  private readonly state: OpenLessonState;

  constructor(lesson: Lesson, state: OpenLessonState) {
    this.lesson = lesson;
    this.state = state;
  }

  get seed(): number | undefined {
    return seedOfStudent(this.state.student);
  }

  /** A run of the lesson. */
  withId(id: string): RunState | undefined {
    const run = Object.hasOwn(this.lesson.runs, id) ? this.lesson.runs[id] : undefined;
    return run && decodeLessonRun(run, this.seed).run;
  }

  /** The name of a class in a run of the lesson. */
  classLabel(run: string, id: string): string {
    const state = this.withId(run);
    return state === undefined ? id : classLabel(state, id);
  }

  /** The run of a challenge's answer. */
  answeredRun(step: number): RunState | undefined {
    const answer = this.state.answers[step];
    const lessonStep = this.lesson.steps[step];
    // A program is stored beside the run. It replaces a lane's policy for the measurement.
    if (answer?.kind === 'program' && lessonStep?.kind === 'challenge') return this.withId(lessonStep.view.run);
    return answer?.kind === 'settings' ? this.withSettings(step, answer.link) : undefined;
  }

  /** The run that the page shows at the present step: in a challenge, with the student's last settings. */
  shownRun(): RunState | undefined {
    const { step: stepIndex, drafts } = this.state;
    const step = this.lesson.steps[stepIndex];
    if (step === undefined || step.kind === 'broken' || step.view === undefined) return undefined;
    const draft = drafts[stepIndex];
    const answeredStep =
      step.kind !== 'challenge' || asksForProgram(step)
        ? undefined
        : typeof draft === 'string' && draft !== ''
          ? this.withSettings(stepIndex, draft)
          : this.answeredRun(stepIndex);
    return answeredStep ?? (step.view.run === undefined ? undefined : this.withId(step.view.run));
  }

  /** The measurements of a step, in the order of its questions. */
  tasksOf(step: number): RunToMeasure[] {
    const lessonStep = this.lesson.steps[step];
    if (lessonStep === undefined) return [];
    return figureRequestsOfStep(lessonStep).flatMap((request) => {
      const run = request.run === undefined ? this.answeredRun(step) : this.withId(request.run);
      if (run === undefined) return [];
      const program = answeredProgram(lessonStep, this.state.answers[step]);
      return {
        key: `${encodeRun(run)} ${JSON.stringify([request.figures, request.curves, program])}`,
        run,
        request,
        program,
      };
    });
  }

  /** The tasks that answers and requests need, those of the shown step first. */
  waitingTasks(): readonly RunToMeasure[] {
    const { step: shown, answers, revealedSteps, requestedSteps } = this.state;
    return [shown, ...this.lesson.steps.keys()]
      .filter((step) => answers[step] !== undefined || revealedSteps.includes(step) || requestedSteps.includes(step))
      .flatMap((step) => this.tasksOf(step));
  }

  /** The answered steps that read a figure of a run with the student's seed. If the student changes the name, this figure changes. */
  seededSteps(): readonly number[] {
    const { answers } = this.state;
    return this.lesson.steps.flatMap((step, index) =>
      step.kind === 'measure' && answers[index] !== undefined && this.lesson.runs[step.reading.run]?.seed === 'student'
        ? index
        : [],
    );
  }

  private withSettings(index: number, url: string): RunState | undefined {
    const step = this.lesson.steps[index];
    return step?.kind === 'challenge' ? decodeSettingsRun(this.lesson, step, url, this.seed).run : undefined;
  }
}
