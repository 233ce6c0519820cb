/**
 * The runs that the judgement of a hand-in needs, by the teacher's copy of the lesson. A run of the lesson has the same
 * task in all steps and for all students with the same seed, so it is measured once.
 */
import type { RunState } from '../../run-state/run-state.ts';
import { errorMessage } from '../../shared/error-message.ts';
import type { LessonAnswer } from '../answers/answers.ts';
import { figureRequestsOfStep, type RunRequest } from '../answers/figure-requests.ts';
import { forbiddenChangePaths } from '../challenges/challenge.ts';
import type { Lesson, LessonStep } from '../format/lesson.ts';
import type { MeasureTask } from '../measurement/measure-runs.ts';
import type { MeasuredRun } from '../measurement/measured-run.ts';
import { answeredProgram, decodeLessonRun, measureTask } from '../runs/lesson-runs.ts';
import { RunRequests } from '../runs/run-requests.ts';
import { seedOfStudent } from '../runs/student-seed.ts';
import { type HandedStep, type HandIn, requestedRun } from './hand-in.ts';

export interface PlannedRun {
  readonly run: RunState;
  readonly task: MeasureTask;
  /** The part of the task's result that the step needs. */
  readonly part: (measuredRun: MeasuredRun) => MeasuredRun;
}

/** An answer with the runs that its judgement needs. */
export interface PlannedStep {
  readonly step: LessonStep;
  readonly handedStep: HandedStep;
  readonly answer: LessonAnswer;
  readonly runs: readonly PlannedRun[];
  /** The reason why the answer cannot be right, whatever its runs give. */
  readonly problem: string | undefined;
}

interface HandInToPlan {
  readonly handIn: Pick<HandIn, 'student' | 'steps'>;
  readonly lesson: Lesson;
  /** Otherwise nothing is planned. */
  readonly isJudged: boolean;
}

/** The answers of a hand-in to the questions of a lesson, by index of the step; undefined without an answer. */
export function planGrading({ handIn, lesson, isJudged }: HandInToPlan): readonly (PlannedStep | undefined)[] {
  if (!isJudged) return [];
  const seed = seedOfStudent(handIn.student);
  const requests = new RunRequests();
  for (const step of lesson.steps)
    for (const request of figureRequestsOfStep(step)) if (request.run !== undefined) requests.add(request.run, request);
  return lesson.steps.map((step, index) => {
    const handedStep = handIn.steps.find(({ number }) => number === index + 1);
    const answer = handedStep?.answer as LessonAnswer | undefined;
    if (handedStep === undefined || answer === undefined) return undefined;
    const plannedStep = { step, handedStep, answer };
    const runs: PlannedRun[] = [];
    try {
      for (const request of figureRequestsOfStep(step))
        runs.push(planRun(request, { lesson, step, seed, answer, requests }));
      return { ...plannedStep, runs, problem: undefined };
    } catch (error) {
      return { ...plannedStep, runs, problem: errorMessage(error) };
    }
  });
}

interface RunToPlan {
  readonly lesson: Lesson;
  readonly step: LessonStep;
  readonly seed: number | undefined;
  readonly answer: LessonAnswer;
  readonly requests: RunRequests;
}

/** @throws Error if the answer has no run, or one that the step does not allow */
function planRun(request: RunRequest, { lesson, step, seed, answer, requests }: RunToPlan): PlannedRun {
  const run = requestedRun(request, { lesson, step, seed, answer });
  if (run === undefined) throw new Error('the answer has no run');
  const { run: id } = request;
  if (id !== undefined)
    return {
      run,
      task: measureTask(run, requests.ofRun(id)),
      part: (measuredRun) => requests.part(id, request, measuredRun),
    };
  const program = answeredProgram(step, answer);
  // Only the source of a program is used; the run is that of the lesson.
  if (step.kind === 'challenge' && program === undefined) {
    const base = lesson.runs[step.view.run];
    const strayingPaths = base === undefined ? [] : forbiddenChangePaths(decodeLessonRun(base, seed).run, run, step);
    if (strayingPaths.length > 0)
      throw new Error(`changes settings that the step does not allow: ${strayingPaths.join(', ')}`);
  }
  return { run, task: measureTask(run, request, program), part: (measuredRun) => measuredRun };
}
