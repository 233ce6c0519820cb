/**
 * The answers of a student as a short text, which a course system stores with the student's progress
 * (`cmi.suspend_data` of SCORM 1.2). With it, the lesson continues on another computer.
 */
import * as v from 'valibot';
import { compressText, decompressText } from '../../run-state/text-compression.ts';
import { required } from '../../shared/required.ts';
import { hashText } from '../../shared/text-hash.ts';
import type { LessonAnswer } from '../answers/answers.ts';
import {
  type AnswerDraft,
  answerRunHash,
  type LessonProgress,
  progressFromStore,
  questionHash,
} from '../answers/stored-answers.ts';
import type { Lesson } from '../format/lesson.ts';

/** Longest text that every course system stores: `CMIString4096` of the SCORM 1.2 run-time environment, section 3.4. */
export const MAX_COURSE_CHARACTERS = 4_096;

/** Digits of the points of a sketch. A pixel of the plot is a larger part of its axis. */
const SKETCH_DIGITS = 5;

const HASH_CHARACTERS = 6;

/** The step by its index and question, its answer and draft, and their run; null without one. */
const entrySchema = v.tuple([v.number(), v.string(), v.unknown(), v.unknown(), v.nullish(v.string())]);
const courseSchema = v.object({ v: v.literal(1), step: v.number(), kept: v.array(entrySchema) });

export interface CourseAnswers {
  /** At most `MAX_COURSE_CHARACTERS` characters of base64url. */
  readonly text: string;
  /** Steps whose answers do not fit, from 0, in order. */
  readonly leftOutSteps: readonly number[];
}

/** The longest items are left out until the text is short enough: first drafts, then answers. */
export function encodeCourseAnswers(
  lesson: Lesson,
  { step, answers, drafts }: LessonProgress,
  maxCharacters: number = MAX_COURSE_CHARACTERS,
): CourseAnswers {
  const keptAnswers = new Map<number, LessonAnswer>(
    numberedEntries(answers).map(([index, answer]) => [index, roundAnswer(answer)]),
  );
  const keptDrafts = new Map<number, AnswerDraft>(
    numberedEntries(drafts).map(([index, draft]) => [index, roundDraft(draft)]),
  );
  const leftOutSteps: number[] = [];
  for (;;) {
    const keptEntries = [...lesson.steps.entries()]
      .filter(([index]) => keptAnswers.has(index) || keptDrafts.has(index))
      .map(([index, lessonStep]) => [
        index,
        shortHash(questionHash(lessonStep)),
        keptAnswers.get(index) ?? null,
        keptDrafts.get(index) ?? null,
        answerRunHash(lesson, lessonStep) ?? null,
      ]);
    const text = compressText(JSON.stringify({ v: 1, step, kept: keptEntries }));
    if (text.length <= maxCharacters || keptEntries.length === 0)
      return { text, leftOutSteps: leftOutSteps.sort((a, b) => a - b) };
    const longestDraft = longestKey(keptDrafts);
    if (longestDraft !== undefined) {
      keptDrafts.delete(longestDraft);
      continue;
    }
    const longestAnswer = required(longestKey(keptAnswers));
    keptAnswers.delete(longestAnswer);
    leftOutSteps.push(longestAnswer);
  }
}

/**
 * The answers that fit the lesson; a moved step is found by its question.
 * @throws Error if the text was not written by `encodeCourseAnswers`
 */
export function decodeCourseAnswers(lesson: Lesson, text: string): LessonProgress {
  const { step, kept } = v.parse(courseSchema, JSON.parse(decompressText(text)));
  const questions = lesson.steps.map(questionHash);
  const hashes = questions.map(shortHash);
  const storedEntries = kept.flatMap(([index, hash, answer, draft, run]) => {
    const place = hashes[index] === hash ? index : hashes.indexOf(hash);
    return place < 0
      ? []
      : {
          step: place,
          of: questions[place],
          run: run ?? undefined,
          answer: answer ?? undefined,
          draft: draft ?? undefined,
        };
  });
  return progressFromStore(lesson, { step, kept: storedEntries });
}

const shortHash = (question: string) => hashText(question).slice(0, HASH_CHARACTERS);

const numberedEntries = <T>(record: Readonly<Record<number, T>>) =>
  Object.entries(record).map(([index, item]) => [Number(index), item] as const);

const roundPoint = (value: number) => Number(value.toPrecision(SKETCH_DIGITS));

/** The points of a sketch have more digits than it was drawn with. */
function roundAnswer(answer: LessonAnswer): LessonAnswer {
  if (answer.kind !== 'sketch') return answer;
  const { seconds, values } = answer.sketch;
  return { kind: 'sketch', sketch: { seconds: seconds.map(roundPoint), values: values.map(roundPoint) } };
}

const roundDraft = (draft: AnswerDraft): AnswerDraft =>
  typeof draft === 'object' ? draft.map((value) => (value === null ? null : roundPoint(value))) : draft;

function longestKey(items: ReadonlyMap<number, unknown>): number | undefined {
  const byLength = [...items].map(([key, item]) => ({ key, length: JSON.stringify(item).length }));
  return byLength.sort((a, b) => b.length - a.length)[0]?.key;
}
