/**
 * Grades a hand-in: computes everything in it again from the lesson, the student's seed and the answers. The lesson is
 * the teacher's copy. A student can change the copy in the hand-in, so nothing is judged by it.
 */
import { decodeRun } from '../../run-state/run-url.ts';
import { version } from '../../version.ts';
import { chosenTexts, formatAnswerWords } from '../answers/answer-text.ts';
import type { LessonAnswer } from '../answers/answers.ts';
import { figureRequestsOfStep } from '../answers/figure-requests.ts';
import { judgeAnswer } from '../answers/judge-answer.ts';
import { questionHash } from '../answers/stored-answers.ts';
import { forbiddenChangePaths } from '../challenges/challenge.ts';
import type { Lesson, LessonStep } from '../format/lesson.ts';
import { parseLesson, parseLessonData } from '../format/parse-lesson.ts';
import type { MeasuredRun } from '../measurement/measured-run.ts';
import { answeredProgram, decodeLessonRun, measureTask } from '../runs/lesson-runs.ts';
import { seedOfStudent } from '../runs/student-seed.ts';
import { type HandedStep, type HandIn, type RunMeasurer, requestedRun, withoutNotes } from './hand-in.ts';

export interface GradedStep {
  /** From 1. */
  readonly number: number;
  readonly kind: string;
  readonly title: string;
  readonly done: boolean;
  /** The repeated assessment; undefined if it cannot be decided, or if the teacher has no copy of the lesson. */
  readonly right: boolean | undefined;
  readonly answered: number | undefined;
  readonly expected: number | undefined;
  readonly within: number | undefined;
  readonly unit: string;
  /** The chosen option, the items in their order, or the link of the settings; empty for other answers. */
  readonly chosen: string;
  /** The written words, or the program; empty for other answers. */
  readonly words: string;
  /** Differences from the hand-in, in words; empty if all is equal. */
  readonly differs: readonly string[];
}

/** Figures of one run are the same to the last digit on every machine; the file may round them. */
const MAX_ROUNDING = 1e-9;

/**
 * @param text the teacher's copy of the lesson; without it, answers are listed and not judged
 * @param knownDifferences repeated with every step
 * @throws Error if the lesson cannot be read
 */
export async function gradeHandIn(
  handIn: HandIn,
  text: string | undefined,
  measure: RunMeasurer,
  knownDifferences: readonly string[] = [],
): Promise<readonly GradedStep[]> {
  const { lesson: handedLesson } = parseLessonData(handIn.lesson);
  const lesson = text === undefined ? handedLesson : parseLesson(text).lesson;
  if (lesson === undefined) throw new Error('its lesson cannot be read');
  const generalDifferences = [...knownDifferences];
  if (handIn.build !== version) generalDifferences.push(`made by version ${handIn.build}, graded by ${version}`);
  if (
    text !== undefined &&
    JSON.stringify(withoutNotes(JSON.parse(text))) !== JSON.stringify(withoutNotes(handIn.lesson))
  )
    generalDifferences.push('another lesson file');
  if (handIn.seed !== seedOfStudent(handIn.student)) generalDifferences.push('the seed does not belong to the name');
  const seed = seedOfStudent(handIn.student);
  const steps: GradedStep[] = [];
  for (const [index, step] of lesson.steps.entries()) {
    const number = index + 1;
    const handedStep = handIn.steps.find((candidate) => candidate.number === number);
    const answer = handedStep?.answer as LessonAnswer | undefined;
    const isOtherQuestion = handedLesson !== undefined && !isSameQuestion(step, handedLesson.steps[index]);
    const differences = [...generalDifferences, ...(isOtherQuestion ? ['another question in the file'] : [])];
    const answeredStep: GradedStep = { ...answeredFields(step, answer), number, differs: differences };
    steps.push(
      text === undefined || handedStep === undefined || answer === undefined
        ? answeredStep
        : await judgeStep(answeredStep, { lesson, step, handedStep, answer, seed, measure }),
    );
  }
  return steps;
}

function isSameQuestion(step: LessonStep, handedStep: LessonStep | undefined): boolean {
  return handedStep !== undefined && questionHash(step) === questionHash(handedStep);
}

/** The answer to a step, before it is judged. */
function answeredFields(step: LessonStep, answer: LessonAnswer | undefined) {
  return {
    kind: step.kind,
    title: step.title,
    done: answer !== undefined,
    right: undefined,
    answered: answer?.kind === 'number' ? answer.value : undefined,
    expected: undefined,
    within: undefined,
    unit: '',
    chosen: answer === undefined ? '' : chosenTexts(step, answer).join('; '),
    words: answer === undefined ? '' : formatAnswerWords(answer),
  };
}

interface StepToJudge {
  readonly lesson: Lesson;
  readonly step: LessonStep;
  readonly handedStep: HandedStep;
  readonly answer: LessonAnswer;
  readonly seed: number | undefined;
  readonly measure: RunMeasurer;
}

async function judgeStep(answeredStep: GradedStep, stepToJudge: StepToJudge): Promise<GradedStep> {
  const { lesson, step, handedStep, answer, seed, measure } = stepToJudge;
  const differences = [...answeredStep.differs];
  const measuredRuns: MeasuredRun[] = [];
  try {
    for (const [index, asked] of figureRequestsOfStep(step).entries()) {
      const run = requestedRun(asked, { lesson, step, seed, answer });
      if (run === undefined) throw new Error('the answer has no run');
      const program = answeredProgram(step, answer);
      // Only the source of a program is used; the run is that of the lesson.
      if (step.kind === 'challenge' && program === undefined) {
        const base = lesson.runs[step.view.run];
        const strayingPaths =
          base === undefined ? [] : forbiddenChangePaths(decodeLessonRun(base, seed).run, run, step);
        if (strayingPaths.length > 0)
          throw new Error(`changes settings that the step does not allow: ${strayingPaths.join(', ')}`);
      }
      const result = await measure(measureTask(run, asked, program));
      measuredRuns.push(result);
      differences.push(...runDifferences(handedStep, index, result.digest, run));
    }
    const judgedAnswer = judgeAnswer(step, answer, measuredRuns);
    const [first] = judgedAnswer.compared;
    const handedAnswer = handedStep.judged;
    if (handedAnswer === undefined) differences.push('no result in the file');
    else if (handedAnswer.right !== judgedAnswer.right)
      differences.push(`the file says ${handedAnswer.right ? 'right' : 'not right'}`);
    for (const [index, compared] of judgedAnswer.compared.entries()) {
      const expectedValue = handedAnswer?.compared[index]?.expected ?? Number.NaN;
      if (
        Number.isFinite(compared.expected) &&
        !(Math.abs(expectedValue - compared.expected) <= MAX_ROUNDING * Math.abs(compared.expected))
      )
        differences.push(`${compared.label}: the file has ${expectedValue}, the run ${compared.expected}`);
    }
    return {
      ...answeredStep,
      right: judgedAnswer.right,
      answered: first?.answered,
      expected: first?.expected,
      within: first?.within,
      unit: first?.unit ?? '',
      differs: differences,
    };
  } catch (error) {
    return { ...answeredStep, right: false, differs: [...differences, (error as Error).message] };
  }
}

/** Differences of a handed-in run from the repeated one. */
function runDifferences(handedStep: HandedStep, index: number, digest: string, run: object): string[] {
  const handedRun = handedStep.runs[index];
  if (handedRun === undefined) return [`run ${index + 1} is not in the file`];
  const differences: string[] = [];
  if (JSON.stringify(decodeRun(handedRun.link).state) !== JSON.stringify(run))
    differences.push(`run ${index + 1} has another link`);
  if (handedRun.digest !== digest) differences.push(`run ${index + 1} has another digest`);
  return differences;
}
