/** Answers as the short text that a course system stores. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LessonAnswer } from '../../../src/lessons/answers/answers.ts';
import { SKETCH_POINTS } from '../../../src/lessons/answers/sketch-draft.ts';
import { EMPTY_PROGRESS, type LessonProgress } from '../../../src/lessons/answers/stored-answers.ts';
import {
  decodeCourseAnswers,
  encodeCourseAnswers,
  MAX_COURSE_CHARACTERS,
} from '../../../src/lessons/course-system/course-answers.ts';
import type { Lesson, LessonStep } from '../../../src/lessons/format/lesson.ts';
import { parseLesson, parseLessonData } from '../../../src/lessons/format/parse-lesson.ts';
import { compressText, decompressText } from '../../../src/run-state/text-compression.ts';

const folder = join(import.meta.dirname, '../../../public/lessons');
const lessons = readdirSync(folder)
  .filter((name) => /^[a-z-]+\.json$/.test(name) && name !== 'index.json')
  .map((name) => parseLesson(readFileSync(join(folder, name), 'utf8')).lesson as Lesson);

/** Words that do not repeat, as those of a student. */
function words(count: number): string {
  let state = 7;
  const word = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state.toString(36);
  };
  return Array.from({ length: count }, word).join(' ');
}

const points = Array.from({ length: SKETCH_POINTS }, (_, index) => index);
const sketch = {
  seconds: points.map((index) => (10 * index) / (SKETCH_POINTS - 1)),
  values: points.map((index) => 12 + 11.7 * Math.sin(index * index)),
};

/** An answer of the longest usual kind to each step. */
function answerTo(step: LessonStep): LessonAnswer {
  if (step.kind === 'measure') return { kind: 'number', value: 1 / 3 };
  if (step.kind === 'explain') return { kind: 'text', text: words(40) };
  if (step.kind === 'compare') return { kind: 'choice', option: 1 };
  if (step.kind === 'challenge')
    return step.program === undefined
      ? { kind: 'settings', link: 'v=1&p=single-tcp&buffer.packets=12&lanes=droptail' }
      : { kind: 'program', source: step.program.solution };
  if (step.kind !== 'predict') return { kind: 'seen' };
  if (step.ask.type === 'sketch') return { kind: 'sketch', sketch };
  if (step.ask.type === 'order') return { kind: 'order', items: step.ask.items.map((_, index) => index).reverse() };
  return step.ask.type === 'choice' ? { kind: 'choice', option: 1 } : { kind: 'number', value: 9.7 };
}

const wholeProgress = (lesson: Lesson): LessonProgress => ({
  step: lesson.steps.length - 1,
  answers: Object.fromEntries(lesson.steps.map((step, index) => [index, answerTo(step)])),
  drafts: {},
});

test.each(lessons.map((lesson) => [lesson.id, lesson] as const))('all answers to %s fit and come back', (_, lesson) => {
  const progress = wholeProgress(lesson);
  const { text, leftOutSteps } = encodeCourseAnswers(lesson, progress);
  expect([text.length <= MAX_COURSE_CHARACTERS, leftOutSteps]).toEqual([true, []]);
  expect(text).toMatch(/^[\w-]+$/);
  const read = decodeCourseAnswers(lesson, text);
  expect(read.step).toBe(progress.step);
  for (const [index, answer] of Object.entries(progress.answers)) {
    const readAnswer = read.answers[Number(index)];
    if (answer.kind !== 'sketch' || readAnswer?.kind !== 'sketch') expect(readAnswer).toEqual(answer);
    else
      for (const [place, value] of answer.sketch.values.entries())
        expect(Math.abs((readAnswer.sketch.values[place] as number) - value)).toBeLessThan(0.001);
  }
});

const questions = ['Why?', 'How?', 'When?'];
const explaining = (order: readonly string[]) =>
  parseLessonData({
    ...{ bufferscopeLesson: 1, id: 'a', title: 'A', summary: 'A.', minutes: 5, runs: {} },
    steps: order.map((question) => ({ kind: 'explain', title: question, question, model: 'So.' })),
  }).lesson as Lesson;
const written = (text: string): LessonAnswer => ({ kind: 'text', text });

test('what does not fit is named: drafts go first, then the longest answers; the rest stays', () => {
  const lesson = explaining(questions);
  const long = words(1_500);
  const answers = { 0: written('short'), 1: written(long), 2: written(words(30)) };
  const { text, leftOutSteps } = encodeCourseAnswers(lesson, { step: 1, answers, drafts: { 0: words(1_000) } });
  expect(text.length).toBeLessThanOrEqual(MAX_COURSE_CHARACTERS);
  expect(leftOutSteps).toEqual([1]);
  const read = decodeCourseAnswers(lesson, text);
  expect(read).toEqual({ step: 1, answers: { 0: answers[0], 2: answers[2] }, drafts: {} });
  const withDraft = encodeCourseAnswers(lesson, { step: 0, answers: {}, drafts: { 2: 'half' } });
  expect(decodeCourseAnswers(lesson, withDraft.text).drafts).toEqual({ 2: 'half' });
  const without = encodeCourseAnswers(lesson, { step: 0, answers: { 0: written(long), 2: written(long) }, drafts: {} });
  expect([without.leftOutSteps, decodeCourseAnswers(lesson, without.text).answers]).toEqual([[0, 2], {}]);
});

test('an answer belongs to its question, also in a later form of the lesson', () => {
  const { text } = encodeCourseAnswers(explaining(questions), {
    ...EMPTY_PROGRESS,
    answers: { 0: written('because'), 1: written('so'), 2: written('now') },
  });
  const { answers } = decodeCourseAnswers(explaining(['When?', 'Who?', 'Why?']), text);
  expect(answers).toEqual({ 0: written('now'), 2: written('because') });
});

test('a number is dropped when the run that it was read in is another one now, and kept if its text is of before', () => {
  const measuring = (link: string) =>
    parseLessonData({
      ...{ bufferscopeLesson: 1, id: 'a', title: 'A', summary: 'A.', minutes: 5, runs: { r: { title: 'R', link } } },
      steps: [
        {
          ...{ kind: 'measure', title: 'M', question: 'How many?', tolerance: { percent: 5 }, hint: 'There.' },
          reading: { run: 'r', figure: 'delayMs' },
        },
      ],
    }).lesson as Lesson;
  const before = measuring('#v=4&p=single-tcp&lanes=droptail');
  const answers = { 0: { kind: 'number', value: 7 } } as const;
  const { text } = encodeCourseAnswers(before, { step: 0, answers, drafts: { 0: '7' } });
  expect(decodeCourseAnswers(before, text)).toEqual({ step: 0, answers, drafts: { 0: '7' } });
  const now = measuring('#v=4&p=single-tcp&run.durationSeconds=120&lanes=droptail');
  expect(decodeCourseAnswers(now, text)).toEqual({ step: 0, answers: {}, drafts: {} });
  const data = JSON.parse(decompressText(text)) as { kept: unknown[][] };
  const kept = data.kept.map((entry) => entry.slice(0, 4));
  expect(decodeCourseAnswers(now, compressText(JSON.stringify({ ...data, kept }))).answers).toEqual(answers);
});

test.each(['x', 'Page 3', '', '{}', 'eJyrVipLLSrOzM9TsjLUUcpOrVSyiq6tBQA9cQcE'])(
  'another text is refused: %j',
  (text) => {
    expect(() => decodeCourseAnswers(explaining(questions), text)).toThrow();
  },
);
