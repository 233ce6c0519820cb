/** How long a lesson takes, by the rule of docs/LESSONS.md: against a lesson that is counted by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Lesson } from '../../../src/lessons/format/lesson.ts';
import { lessonMinutes, wordCount } from '../../../src/lessons/format/minutes.ts';
import { parseLesson, parseLessonData } from '../../../src/lessons/format/parse-lesson.ts';
import { lessonsFolder, ownLessons } from '../own-lessons.ts';

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
const lessonOf = (...steps: object[]) =>
  parseLessonData({
    bufferscopeLesson: 1,
    id: 'a',
    title: 'A',
    summary: 'A.',
    minutes: 5,
    steps,
    runs: { one: { title: 'One', link: '#v=1&p=single-tcp&run.durationSeconds=30&lanes=droptail' } },
  }).lesson as Lesson;

test('a lesson counted by hand', () => {
  const choice = {
    kind: 'predict',
    title: 'Two words',
    question: words(10),
    ask: {
      type: 'choice',
      options: [
        { text: words(5), right: true, says: words(20) },
        // Not every student reads the text after a wrong answer.
        { text: words(5), says: words(1_000) },
      ],
    },
  };
  expect(wordCount(lessonOf(choice))).toBe(42);
  // 42 words are 21 s, and a choice takes 45 s: 66 s.
  expect(lessonMinutes(lessonOf(choice))).toBe(2);
  const read = { kind: 'read', title: 'One', text: `${words(118)} – end` };
  // The dash is no word: 120 words, one minute.
  expect(lessonMinutes(lessonOf(read))).toBe(1);
  const watch = { kind: 'run', title: 'One', view: { run: 'one', atSeconds: 10, speed: 0.25 }, untilSeconds: 25 };
  // One word, and 15 simulated seconds at a quarter of their speed: 60.5 s.
  expect(lessonMinutes(lessonOf(watch))).toBe(2);
  expect(lessonMinutes(lessonOf({ ...watch, title: '–' }))).toBe(1);
  // A run has an end: 20 of these 3,600 seconds, four times as long.
  expect(lessonMinutes(lessonOf({ ...watch, title: '–', untilSeconds: 3_600 }))).toBe(2);
});

test.each(ownLessons)('%s states the minutes of the rule, here and in the list, and takes less than 20', (_, text) => {
  const lesson = parseLesson(text).lesson as Lesson;
  const list = JSON.parse(readFileSync(join(lessonsFolder, 'index.json'), 'utf8')) as Pick<Lesson, 'id' | 'minutes'>[];
  expect(lesson.minutes).toBe(lessonMinutes(lesson));
  expect(list.find(({ id }) => id === lesson.id)?.minutes).toBe(lesson.minutes);
  expect(lesson.minutes).toBeLessThan(20);
});
