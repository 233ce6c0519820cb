/**
 * Grades a hand-in: computes everything in it again from the lesson, the student's seed and the answers. The lesson is
 * the teacher's copy. A student can change the copy in the hand-in, so nothing is judged by it.
 */
import { decodeRun, encodeRun } from '../../run-state/run-url.ts';
import { errorMessage } from '../../shared/error-message.ts';
import { required } from '../../shared/required.ts';
import { version } from '../../version.ts';
import { chosenTexts, formatAnswerWords, offeredTexts } from '../answers/answer-text.ts';
import type { ComparedNumber, JudgedAnswer, LessonAnswer } from '../answers/answers.ts';
import { judgeAnswer } from '../answers/judge-answer.ts';
import { questionHash } from '../answers/stored-answers.ts';
import type { Lesson, LessonStep } from '../format/lesson.ts';
import { parseLesson, parseLessonData } from '../format/parse-lesson.ts';
import type { MeasureTask } from '../measurement/measure-runs.ts';
import type { MeasuredCurve, MeasuredRun } from '../measurement/measured-run.ts';
import { answeredProgram } from '../runs/lesson-runs.ts';
import { seedOfStudent } from '../runs/student-seed.ts';
import { type PlannedStep, planGrading } from './grading-plan.ts';
import {
  type AnsweredStep,
  type HandedStep,
  type HandIn,
  type RunMeasurer,
  requestedRun,
  withoutNotes,
} from './hand-in.ts';
import { formatValue } from './hand-in-texts.ts';

/** One step, judged again. */
export interface GradedStep {
  /** From 1. */
  readonly number: number;
  readonly kind: LessonStep['kind'];
  readonly title: string;
  readonly isDone: boolean;
  /** The repeated assessment; undefined if it cannot be decided, or if the teacher has no copy of the lesson. */
  readonly isRight: boolean | undefined;
  /** The number that was compared, the expected one and the allowed error, in `unit`. */
  readonly answeredValue: number | undefined;
  readonly expectedValue: number | undefined;
  readonly within: number | undefined;
  readonly unit: string;
  /** The chosen option, the items in their order, or the link of the judged run; empty for other answers. */
  readonly chosenText: string;
  /** The written words, or the program; empty for other answers. */
  readonly words: string;
  /** Time for which the step was shown until its answer, s, as the file says; undefined in older files. */
  readonly seconds: number | undefined;
  /** Differences from the hand-in, in words; empty if all is equal. */
  readonly differences: readonly string[];
  readonly answer: LessonAnswer | undefined;
  /** All numbers of the repeated assessment, and the curve of the run beside a sketch. */
  readonly comparedNumbers: readonly ComparedNumber[];
  readonly curve: MeasuredCurve | undefined;
}

/** Figures of one run are the same to the last digit on every machine; the file may round them. */
const MAX_ROUNDING = 1e-9;

/** The result of a task, or the reason why it has none. */
export type TaskOutcome = MeasuredRun | Error;

/** The teacher's copy of a lesson, with the text that an unchanged copy in a hand-in has. */
export interface LessonCopy {
  readonly lesson: Lesson;
  readonly textWithoutNotes: string;
}

/** Undefined if the text is not a lesson. */
export function parseLessonCopy(text: string): LessonCopy | undefined {
  const { lesson } = parseLesson(text);
  return lesson && { lesson, textWithoutNotes: JSON.stringify(withoutNotes(JSON.parse(text))) };
}

/** A hand-in with the lesson that it is graded by. */
export interface HandInToGrade {
  readonly handIn: HandIn;
  /** The teacher's copy; the copy in the hand-in if the teacher has none. */
  readonly lesson: Lesson;
  /** Whether the lesson is the teacher's. Otherwise, answers are listed and not judged. */
  readonly isJudged: boolean;
  /** Differences of the whole hand-in, which every step repeats. */
  readonly differences: readonly string[];
  /** By index of the step: differences of its question and its answer. */
  readonly stepDifferences: readonly (readonly string[])[];
}

/** A lesson in a hand-in beside the teacher's copy. */
export interface LessonComparison extends Pick<HandInToGrade, 'lesson' | 'isJudged'> {
  /** Whether the file of the lesson is another one. */
  readonly isOther: boolean;
  /** By index: the step in the file, `none` if the file lacks it; undefined if it asks the same question. */
  readonly otherSteps: readonly (LessonStep | 'none' | undefined)[];
}

/**
 * @param copy the teacher's; without it, answers are listed and not judged
 * @throws Error if the lesson cannot be read
 */
export function compareLesson(handedData: HandIn['lesson'], copy: LessonCopy | undefined): LessonComparison {
  const isUnchanged = JSON.stringify(withoutNotes(handedData)) === copy?.textWithoutNotes;
  const handedLesson = isUnchanged ? copy?.lesson : parseLessonData(handedData).lesson;
  const lesson = copy === undefined ? handedLesson : copy.lesson;
  if (lesson === undefined) throw new Error('its lesson cannot be read');
  return {
    lesson,
    isJudged: copy !== undefined,
    isOther: copy !== undefined && !isUnchanged,
    otherSteps: lesson.steps.map((step, index) => {
      const handedStep = handedLesson?.steps[index] ?? 'none';
      const isSame = handedStep !== 'none' && questionHash(step) === questionHash(handedStep);
      return handedLesson === undefined || isSame ? undefined : handedStep;
    }),
  };
}

/**
 * @param comparison of its lesson
 * @param knownDifferences repeated with every step
 */
export function handInToGrade(
  handIn: HandIn,
  { isOther, otherSteps, ...comparison }: LessonComparison,
  knownDifferences: readonly string[] = [],
): HandInToGrade {
  const differences = [...knownDifferences];
  if (handIn.build !== version) differences.push(`made by version ${handIn.build}, graded by ${version}`);
  if (isOther) differences.push('another lesson file');
  if (handIn.seed !== seedOfStudent(handIn.student)) differences.push('the seed does not belong to the name');
  const stepDifferences = otherSteps.map((step) => (step === undefined ? [] : ['another question in the file']));
  const steps = handIn.steps.map((handedStep) => {
    const index = handedStep.number - 1;
    const otherStep = otherSteps[index];
    const { answer } = handedStep;
    if (answer === undefined || otherStep === undefined || otherStep === 'none') return handedStep;
    const answerInCopy = inPlacesOfCopy(answer, otherStep, comparison.lesson.steps[index]);
    if (answerInCopy === undefined)
      stepDifferences[index]?.push(`not an answer here: “${chosenTexts(otherStep, answer).join('; ')}”`);
    return { ...handedStep, answer: answerInCopy };
  });
  return { handIn: { ...handIn, steps }, ...comparison, differences, stepDifferences };
}

/**
 * An answer with the places that its options or items have in the teacher's copy, where they may have another order.
 * @returns undefined if the copy does not have one of them
 */
function inPlacesOfCopy(
  answer: NonNullable<HandedStep['answer']>,
  handedStep: LessonStep,
  step: LessonStep | undefined,
): HandedStep['answer'] {
  const [handedTexts, texts] = [offeredTexts(handedStep), offeredTexts(step)];
  const placeOf = (option: number) => texts.indexOf(handedTexts[option] ?? '');
  if (answer.kind === 'choice') {
    const option = placeOf(answer.option);
    return option < 0 ? undefined : { ...answer, option };
  }
  if (answer.kind !== 'order') return answer;
  const items = answer.items.map(placeOf);
  return items.includes(-1) ? undefined : { ...answer, items };
}

/** The tasks that must be measured before a hand-in can be judged. */
export const gradingTasks = (plannedSteps: readonly (PlannedStep | undefined)[]): readonly MeasureTask[] =>
  plannedSteps.flatMap((step) => step?.runs.map(({ task }) => task) ?? []);

/**
 * @param plannedSteps of this hand-in, by `planGrading`
 * @param outcomeOf the outcome of a task of `gradingTasks`
 */
export function gradedSteps(
  toGrade: HandInToGrade,
  plannedSteps: readonly (PlannedStep | undefined)[],
  outcomeOf: (task: MeasureTask) => TaskOutcome,
): readonly GradedStep[] {
  return unjudgedSteps(toGrade).map((step, index) => {
    const plannedStep = plannedSteps[index];
    return plannedStep === undefined ? step : judgeStep(step, plannedStep, outcomeOf);
  });
}

/** The answers, before they are judged. */
export function unjudgedSteps({ handIn, lesson, differences, stepDifferences }: HandInToGrade): readonly GradedStep[] {
  const seed = seedOfStudent(handIn.student);
  return lesson.steps.map((step, index) => {
    const handedStep = handIn.steps.find(({ number }) => number === index + 1);
    const answer = handedStep?.answer as LessonAnswer | undefined;
    return {
      number: index + 1,
      kind: step.kind,
      title: step.title,
      isDone: answer !== undefined,
      isRight: undefined,
      answeredValue: answer?.kind === 'number' ? answer.value : undefined,
      expectedValue: undefined,
      within: undefined,
      unit: '',
      chosenText: answer === undefined ? '' : formatChosen({ lesson, step, seed, answer }),
      words: answer === undefined ? '' : formatAnswerWords(answer),
      seconds: handedStep?.seconds,
      differences: [...differences, ...(stepDifferences[index] ?? [])],
      answer,
      comparedNumbers: [],
      curve: undefined,
    };
  });
}

/**
 * That which a student chose. The link of settings is that of the judged run, with the student's seed: a student may
 * have given the name after the answer.
 */
function formatChosen(answered: AnsweredStep & { readonly answer: LessonAnswer }): string {
  const { step, answer } = answered;
  if (answer.kind === 'settings')
    try {
      const run = requestedRun({ run: undefined }, answered);
      if (run !== undefined) return encodeRun(run);
    } catch {
      // The judgement names the fault of the link.
    }
  return chosenTexts(step, answer).join('; ');
}

/**
 * Measures and judges one hand-in.
 * @param text the teacher's copy of the lesson; without it, answers are listed and not judged
 * @throws Error if the lesson cannot be read
 */
export async function gradeHandIn(
  handIn: HandIn,
  text: string | undefined,
  measure: RunMeasurer,
  knownDifferences: readonly string[] = [],
): Promise<readonly GradedStep[]> {
  const copy = text === undefined ? undefined : parseLessonCopy(text);
  if (text !== undefined && copy === undefined) throw new Error('its lesson cannot be read');
  const toGrade = handInToGrade(handIn, compareLesson(handIn.lesson, copy), knownDifferences);
  const plannedSteps = planGrading(toGrade);
  const outcomes = new Map<string, TaskOutcome>();
  for (const task of gradingTasks(plannedSteps)) {
    const key = JSON.stringify(task);
    if (!outcomes.has(key))
      outcomes.set(
        key,
        await measure(task).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))),
      );
  }
  return gradedSteps(toGrade, plannedSteps, (task) => required(outcomes.get(JSON.stringify(task))));
}

function judgeStep(
  unjudgedStep: GradedStep,
  plannedStep: PlannedStep,
  outcomeOf: (task: MeasureTask) => TaskOutcome,
): GradedStep {
  const { step, handedStep, answer, runs, problem } = plannedStep;
  const differences = [...unjudgedStep.differences];
  const measuredRuns: MeasuredRun[] = [];
  for (const [index, { run, task, part }] of runs.entries()) {
    const outcome = outcomeOf(task);
    if (outcome instanceof Error) {
      // A program that breaks down is not right. Without a program, nobody knows.
      const isRight = answeredProgram(step, answer) === undefined ? undefined : false;
      return { ...unjudgedStep, isRight, differences: [...differences, outcome.message] };
    }
    measuredRuns.push(part(outcome));
    differences.push(...runDifferences(handedStep, index, outcome.digest, run));
  }
  if (problem !== undefined) return { ...unjudgedStep, isRight: false, differences: [...differences, problem] };
  try {
    const judgedAnswer = judgeAnswer(step, answer, measuredRuns);
    const [first] = judgedAnswer.comparedNumbers;
    return {
      ...unjudgedStep,
      isRight: judgedAnswer.isRight,
      answeredValue: first?.answeredValue,
      expectedValue: first?.expectedValue,
      within: first?.within,
      unit: first?.unit ?? '',
      differences: [...differences, ...judgementDifferences(handedStep, judgedAnswer)],
      comparedNumbers: judgedAnswer.comparedNumbers,
      curve: judgedAnswer.curve,
    };
  } catch (error) {
    return { ...unjudgedStep, isRight: false, differences: [...differences, errorMessage(error)] };
  }
}

/** Differences of the assessment in the file from the repeated one. */
function judgementDifferences({ judged: handedAnswer }: HandedStep, judgedAnswer: JudgedAnswer): string[] {
  const differences: string[] = [];
  if (handedAnswer === undefined) differences.push('no result in the file');
  else if (handedAnswer.right !== judgedAnswer.isRight)
    differences.push(`the file says ${handedAnswer.right ? 'right' : 'not right'}`);
  for (const [index, compared] of judgedAnswer.comparedNumbers.entries()) {
    const expectedValue = handedAnswer?.compared[index]?.expected ?? Number.NaN;
    if (
      Number.isFinite(compared.expectedValue) &&
      !(Math.abs(expectedValue - compared.expectedValue) <= MAX_ROUNDING * Math.abs(compared.expectedValue))
    )
      differences.push(`${compared.label}: ${expectedDifference(expectedValue, compared)}`);
  }
  return differences;
}

/**
 * In words: the expected value in a file, and the true one, or the bound of a goal. Both are rounded for the eye, but
 * not if they would then look equal.
 */
function expectedDifference(fileValue: number, { kind, below, expectedValue: trueValue }: ComparedNumber): string {
  const [fileText, trueText] = [fileValue, trueValue].map(formatValue);
  if (!Number.isFinite(fileValue)) return `the file has no expected value; it is ${trueText}`;
  const [inFile, inTruth] = fileText === trueText ? [fileValue, trueValue] : [fileText, trueText];
  const side = below === undefined ? 'above' : 'below';
  return kind === 'goal'
    ? `the file says that the goal is ${side} ${inFile}; it is ${side} ${inTruth}`
    : `the file says that ${inFile} is expected; it is ${inTruth}`;
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
