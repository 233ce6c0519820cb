/** Counts and times of a class in words. */
import { expect, test } from 'vitest';
import { classPicture } from '../../../src/lessons/class/class-picture.ts';
import { formatStepCounts } from '../../../src/lessons/class/class-words.ts';
import type { Lesson } from '../../../src/lessons/format/lesson.ts';

/** The words of a written step that took these times, s. */
function wordsOfTimes(times: readonly number[]): string {
  const steps = [{ kind: 'explain', title: '', question: '', model: '' }] as unknown as Lesson['steps'];
  const members = times.map((seconds, id) => ({
    ...{ id, file: '', student: '', seed: undefined, lesson: '', lessonTitle: '', madeAtMs: undefined },
    state: 'judged' as const,
    steps: [
      {
        ...{ number: 1, kind: 'explain' as const, title: '', isDone: true, isRight: undefined, unit: '' },
        ...{ answeredValue: undefined, expectedValue: undefined, within: undefined, chosenText: '', words: '' },
        ...{ seconds, differences: [], comparedNumbers: [], curve: undefined },
        answer: { kind: 'text' as const, text: 'words' },
      },
    ],
  }));
  const picture = classPicture({ steps, runs: {} }, members);
  return formatStepCounts(picture.steps[0] as (typeof picture.steps)[number], picture);
}

test('few students have the span of their times, and no half of them is named', () => {
  expect(wordsOfTimes([7])).toBe('1 of 1 answered. Time: 7 s.');
  expect(wordsOfTimes([9, 1])).toBe('2 of 2 answered. Time: 1 to 9 s.');
  expect(wordsOfTimes([5, 1, 9])).toMatch(/Time: 1 to 9 s\.$/);
  const ofFive = wordsOfTimes([10, 20, 30, 40, 100]);
  expect(ofFive).toContain('Time: 30 s (median)');
  expect(ofFive).toContain('20 to 40 s');
});
