/** A question for a class has its context: phones show nothing else of the lesson. */
import { expect, test } from 'vitest';
import { choiceQuestionOf, stepsWithOptions } from '../../../src/lessons/format/choice-question.ts';
import type { Lesson } from '../../../src/lessons/format/lesson.ts';
import { parseLesson } from '../../../src/lessons/format/parse-lesson.ts';

const options = [
  { text: 'Yes', right: true, says: 'It is.' },
  { text: 'No', says: 'It is not.' },
];
const { lesson } = parseLesson(
  JSON.stringify({
    bufferscopeLesson: 1,
    id: 'context',
    title: 'With context',
    summary: 'For the test.',
    minutes: 1,
    runs: {
      small: { title: 'A small buffer', link: '#v=4&p=single-tcp&buffer.packets=5&lanes=droptail' },
      large: { title: 'A large buffer', link: '#v=4&p=single-tcp&lanes=droptail' },
    },
    steps: [
      { kind: 'read', title: 'Read', text: 'First.' },
      {
        kind: 'predict',
        title: 'Predict',
        text: 'The window is 15 packets.',
        question: 'Is it so?',
        ask: { type: 'choice', options },
      },
      {
        kind: 'compare',
        title: 'Compare',
        runs: ['large', 'small'],
        figures: [{ figure: 'delayMs' }],
        question: 'Does it hold for both?',
        options,
      },
    ],
  }),
) as { lesson: Lesson };

test('the text of a step, and the titles of compared runs in their order, belong to its question', () => {
  expect(stepsWithOptions(lesson)).toEqual([1, 2]);
  const [, predict, compare] = lesson.steps.map((step) => choiceQuestionOf(step, lesson));
  expect(predict).toMatchObject({ text: 'The window is 15 packets.', comparedTitles: [] });
  expect(compare).toMatchObject({ text: undefined, comparedTitles: ['A large buffer', 'A small buffer'] });
});
