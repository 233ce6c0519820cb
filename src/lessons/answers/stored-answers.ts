/** The stored answers and drafts of a lesson, each with the question that it belongs to. */
import * as v from 'valibot';
import { hashText } from '../../shared/text-hash.ts';
import type { Lesson, LessonStep } from '../format/lesson.ts';
import { earlierLessons } from '../hand-in/lesson-version.ts';
import type { LessonAnswer } from './answers.ts';

/** Longest text of an answer, characters. */
export const MAX_ANSWER_CHARACTERS = 20_000;

/** An answer that was typed, chosen or drawn, but not given yet. Undrawn points of a sketch are null. */
export type AnswerDraft = string | number | readonly (number | null)[];

/** The answers of a student so far, as the browser stores them. */
export interface LessonProgress {
  /** The step that was open, from 0. */
  readonly step: number;
  /** By index of the step. */
  readonly answers: Readonly<Record<number, LessonAnswer>>;
  readonly drafts: Readonly<Record<number, AnswerDraft>>;
  /** By index of the step: the time for which it was shown until its answer, s. */
  readonly seconds?: Readonly<Record<number, number>>;
}

export const EMPTY_PROGRESS: LessonProgress = { step: 0, answers: {}, drafts: {} };

const finiteNumber = v.pipe(v.number(), v.finite());
const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100));
const text = v.pipe(v.string(), v.maxLength(MAX_ANSWER_CHARACTERS));
const numbers = v.pipe(v.array(finiteNumber), v.maxLength(1_000));
/** A curve as data from outside. */
export const curveSchema = v.pipe(
  v.object({ seconds: numbers, values: numbers }),
  v.check(({ seconds, values }) => seconds.length === values.length, 'one value for each time'),
);
/** An answer as data from outside: kept, or handed in. */
export const answerSchema = v.variant('kind', [
  v.object({ kind: v.literal('choice'), option: index }),
  v.object({ kind: v.literal('order'), items: v.pipe(v.array(index), v.maxLength(100)) }),
  v.object({ kind: v.literal('number'), value: finiteNumber }),
  v.object({ kind: v.literal('sketch'), sketch: curveSchema }),
  v.object({ kind: v.literal('text'), text }),
  v.object({ kind: v.literal('seen') }),
  v.object({ kind: v.literal('settings'), link: text }),
  v.object({ kind: v.literal('program'), source: text }),
]);
const draftSchema = v.union([text, finiteNumber, v.pipe(v.array(v.nullable(finiteNumber)), v.maxLength(1_000))]);
const storedSchema = v.object({
  step: index,
  kept: v.pipe(
    v.array(
      v.object({
        step: index,
        of: v.string(),
        run: v.optional(v.string()),
        answer: v.optional(v.unknown()),
        draft: v.optional(v.unknown()),
        seconds: v.optional(v.unknown()),
      }),
    ),
    v.maxLength(1_000),
  ),
});

/** Fields that are not part of a question: the messages about an answer, and notes for teachers. */
const FIELDS_BESIDE_QUESTION: readonly string[] = ['says', 'misconception'];

/** The question of a step. An answer is kept only while its question is the same; the fields beside it may change. */
export function questionHash(step: LessonStep): string {
  if (step.kind === 'broken') return 'broken';
  const question = 'ask' in step ? step.ask : 'options' in step ? step.options : 'reading' in step ? step.reading : '';
  const questionParts = [step.kind, 'question' in step ? step.question : '', question];
  return JSON.stringify(questionParts, (key, value) => (FIELDS_BESIDE_QUESTION.includes(key) ? undefined : value));
}

/**
 * The run that an answer depends on: its figure was read there, or its settings are changes of it. Undefined for other
 * answers; a program is measured in the present run.
 */
export function answerRunHash({ runs }: Lesson, step: LessonStep): string | undefined {
  const isSettings = step.kind === 'challenge' && step.program === undefined;
  const id = step.kind === 'measure' ? step.reading.run : isSettings ? step.view.run : undefined;
  const run = id === undefined ? undefined : runs[id];
  return run && hashText(`${run.link} ${run.seed}`);
}

/** @param storedHash answers until 2026-11-30 have none: if the lesson has an earlier version, their run is unknown */
function isOfPresentRun(lesson: Lesson, step: LessonStep, storedHash: string | undefined): boolean {
  const presentHash = answerRunHash(lesson, step);
  if (presentHash === undefined || storedHash === presentHash) return true;
  return storedHash === undefined && !Object.hasOwn(earlierLessons, lesson.id);
}

/** The data for the store. */
export function progressForStore(lesson: Lesson, { step, answers, drafts, seconds }: LessonProgress): unknown {
  const storedEntries = lesson.steps.flatMap((step, index) =>
    answers[index] === undefined && drafts[index] === undefined
      ? []
      : {
          step: index,
          of: questionHash(step),
          run: answerRunHash(lesson, step),
          answer: answers[index],
          draft: drafts[index],
          seconds: seconds?.[index],
        },
  );
  return { step, kept: storedEntries, done: Object.keys(answers).length, steps: lesson.steps.length };
}

const countsSchema = v.object({ done: index, steps: index });

/** Number of finished steps and of all steps, from the store; undefined if the lesson was not begun. */
export function storedStepCounts(storedData: unknown): v.InferOutput<typeof countsSchema> | undefined {
  const answersOf = v.safeParse(countsSchema, storedData);
  return answersOf.success && answersOf.output.done > 0 ? answersOf.output : undefined;
}

/** The stored data that fit the lesson and its runs. A moved step is found by its question. Never throws. */
export function progressFromStore(lesson: Lesson, storedData: unknown): LessonProgress {
  const answersOf = v.safeParse(storedSchema, storedData);
  if (!answersOf.success) return EMPTY_PROGRESS;
  const questions = lesson.steps.map(questionHash);
  const answers: Record<number, LessonAnswer> = {};
  const drafts: Record<number, AnswerDraft> = {};
  const seconds: Record<number, number> = {};
  for (const { step, of, run, answer, draft, seconds: shownSeconds } of answersOf.output.kept) {
    const index = questions[step] === of ? step : questions.indexOf(of);
    const lessonStep = lesson.steps[index];
    if (lessonStep === undefined || !isOfPresentRun(lesson, lessonStep, run)) continue;
    const parsedAnswer = v.safeParse(answerSchema, answer);
    if (parsedAnswer.success && answersStep(lessonStep, parsedAnswer.output)) answers[index] = parsedAnswer.output;
    if (answers[index] !== undefined && typeof shownSeconds === 'number' && shownSeconds >= 0)
      seconds[index] = shownSeconds;
    const parsedDraft = v.safeParse(draftSchema, draft);
    if (parsedDraft.success) drafts[index] = parsedDraft.output;
  }
  return {
    step: Math.min(answersOf.output.step, lesson.steps.length - 1),
    answers,
    drafts,
    ...(Object.keys(seconds).length > 0 && { seconds }),
  };
}

/**
 * Adds the answers of another tab, for steps without an answer in this tab, now and before.
 * @param knownProgress the data that this tab last read or wrote: an answer that is only there was removed by the
 * student
 */
export function mergeAnswers(
  progress: LessonProgress,
  knownProgress: LessonProgress,
  storedProgress: LessonProgress,
): Pick<LessonProgress, 'answers' | 'drafts'> {
  const entriesOfOthers = <T>(
    answersOf: (progress: LessonProgress) => Readonly<Record<number, T>>,
  ): Record<number, T> =>
    Object.fromEntries(
      Object.entries(answersOf(storedProgress)).filter(
        ([stepIndex]) =>
          answersOf(progress)[Number(stepIndex)] === undefined &&
          answersOf(knownProgress)[Number(stepIndex)] === undefined,
      ),
    );
  return { answers: entriesOfOthers(({ answers }) => answers), drafts: entriesOfOthers(({ drafts }) => drafts) };
}

/** Whether an answer fits this step's question. */
function answersStep(step: LessonStep, answer: LessonAnswer): boolean {
  if (step.kind === 'broken') return false;
  if (step.kind === 'read' || step.kind === 'run') return answer.kind === 'seen';
  if (step.kind === 'measure') return answer.kind === 'number';
  if (step.kind === 'explain') return answer.kind === 'text';
  if (step.kind === 'challenge') return answer.kind === (step.program === undefined ? 'settings' : 'program');
  if (step.kind === 'compare') return answer.kind === 'choice' && answer.option < step.options.length;
  const { ask } = step;
  if (ask.type === 'choice') return answer.kind === 'choice' && answer.option < ask.options.length;
  if (ask.type === 'order')
    return (
      answer.kind === 'order' &&
      new Set(answer.items).size === ask.items.length &&
      answer.items.every((item) => item < ask.items.length)
    );
  return answer.kind === ask.type;
}
