/** What a student has answered when the lesson gets other runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { LessonAnswer } from '../../../src/lessons/answers/answers.ts';
import { curveSchema, progressForStore, progressFromStore } from '../../../src/lessons/answers/stored-answers.ts';
import type { Lesson } from '../../../src/lessons/format/lesson.ts';
import { parseLesson } from '../../../src/lessons/format/parse-lesson.ts';
import { lessonsFolder } from '../own-lessons.ts';

const lessonNamed = (name: string) =>
  parseLesson(readFileSync(join(lessonsFolder, `${name}.json`), 'utf8')).lesson as Lesson;
const placeOf = ({ steps }: Lesson, kind: string) => steps.findIndex((step) => step.kind === kind);
/** As the browser stores it: without what is undefined. */
const stored = (lesson: Lesson, answers: Record<number, LessonAnswer>, drafts: Record<number, string> = {}) =>
  JSON.parse(JSON.stringify(progressForStore(lesson, { step: 0, answers, drafts, seconds: {} }))) as {
    kept: { run?: string }[];
  };
const storedWithoutRuns = (lesson: Lesson, answers: Record<number, LessonAnswer>) => {
  const data = stored(lesson, answers);
  return { ...data, kept: data.kept.map(({ run: _, ...entry }) => entry) };
};

const before = lessonNamed('cubic-and-bbr-1');
const now = lessonNamed('cubic-and-bbr');
// Its measured run and the run of its challenge last two minutes now; one minute before.
const measured = placeOf(now, 'measure');
const challenge = placeOf(now, 'challenge');
const explained = placeOf(now, 'explain');
const words = { [explained]: { kind: 'text', text: 'Losses.' } } as const;
const answers: Record<number, LessonAnswer> = {
  ...words,
  [measured]: { kind: 'number', value: 6.1 },
  [challenge]: { kind: 'settings', link: 'v=4&p=bbr-cubic-shallow&buffer.packets=120&lanes=droptail' },
};

test('a figure of another run and changes of another run are dropped, also as drafts; the rest is kept', () => {
  const drafts = { [measured]: '6.1', [explained]: 'Losses.' };
  expect(progressFromStore(before, stored(before, answers, drafts))).toEqual({ step: 0, answers, drafts });
  expect(progressFromStore(now, stored(before, answers, drafts))).toEqual({
    step: 0,
    answers: words,
    drafts: { [explained]: 'Losses.' },
  });
  expect(progressFromStore(now, stored(now, answers)).answers).toEqual(answers);
});

test('another title of a run drops nothing, another seed does', () => {
  const changed = (change: object): Lesson => ({
    ...now,
    runs: Object.fromEntries(Object.entries(now.runs).map(([id, run]) => [id, { ...run, ...change }])),
  });
  expect(progressFromStore(changed({ title: 'Other' }), stored(now, answers)).answers).toEqual(answers);
  expect(progressFromStore(changed({ seed: 'student' }), stored(now, answers)).answers).toEqual(words);
});

test('answers that were stored without their run are kept, unless the lesson has had other runs', () => {
  expect(progressFromStore(now, storedWithoutRuns(before, answers)).answers).toEqual(words);
  const other = lessonNamed('near-and-far');
  const figure: Record<number, LessonAnswer> = { [placeOf(other, 'measure')]: { kind: 'number', value: 1 } };
  expect(progressFromStore(other, storedWithoutRuns(other, figure)).answers).toEqual(figure);
});

test('a program is kept: it is measured in the present run', () => {
  const step = now.steps[challenge];
  if (step?.kind !== 'challenge') throw new Error('no challenge');
  const task = { ...step, program: { lane: 1, template: 'a', solution: 'b' } };
  const lesson: Lesson = { ...now, steps: now.steps.map((other) => (other === step ? task : other)) };
  const program: Record<number, LessonAnswer> = { [challenge]: { kind: 'program', source: 'mine' } };
  const kept = stored({ ...lesson, runs: before.runs }, program);
  expect(progressFromStore(lesson, kept).answers).toEqual(program);
});

test('a curve from outside has one value for each time', () => {
  expect(v.safeParse(curveSchema, { seconds: [0, 1], values: [2, 3] }).success).toBe(true);
  expect(v.safeParse(curveSchema, { seconds: [0, 1], values: [2] }).success).toBe(false);
});
