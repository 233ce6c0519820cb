/** The verdict on an answer at its bounds, and the changes that a challenge allows. */
import { describe, expect, test } from 'vitest';
import { judgeAnswer } from '../../../src/lessons/answers/judge-answer.ts';
import { forbiddenChangePaths } from '../../../src/lessons/challenges/challenge.ts';
import type { ChallengeStep, Lesson } from '../../../src/lessons/format/lesson.ts';
import { parseLessonData } from '../../../src/lessons/format/parse-lesson.ts';
import { decodeSettingsRun, problemsOfRuns } from '../../../src/lessons/runs/lesson-runs.ts';
import { decodeRun, encodeRun } from '../../../src/run-state/run-url.ts';

const runOf = (fields: string) => decodeRun(`v=1&p=single-tcp&lanes=red${fields}`).state;
const challengeOf = (controls: unknown) => ({
  kind: 'challenge',
  title: 'C',
  view: { run: 'one', controls },
  goals: [{ figure: 'delayMs', below: 20 }],
  solution: { 'buffer.packets': 5 },
});
const lessonOf = (link: string, ...steps: object[]) =>
  parseLessonData({
    bufferscopeLesson: 1,
    id: 'a',
    title: 'A',
    summary: 'A.',
    minutes: 5,
    steps,
    runs: { one: { title: 'One', link, seed: 'student' } },
  }).lesson as Lesson;
const stepOf = (controls: unknown) => lessonOf('#v=1&p=single-tcp', challengeOf(controls)).steps[0] as ChallengeStep;
const PROGRAM = encodeURIComponent('function enqueue() { return true; }\nfunction dequeue() { return 0; }');

describe('a challenge', () => {
  const base = runOf('&edits=2:link.rateBps:5e6');

  test.each([
    ['one of its paths', '&edits=2:link.rateBps:5e6&buffer.packets=5', ['buffer.packets'], []],
    ['another path', '&edits=2:link.rateBps:5e6&buffer.packets=5', ['link.rateBps'], ['buffer.packets']],
    ['everything, where all may be changed', '&buffer.packets=5&seed=3', 'all', []],
    ['an edit that was taken away', '', ['buffer.packets'], ['link.rateBps']],
    ['an edit more', '&edits=2:link.rateBps:5e6;3:link.rateBps:6e6', ['buffer.packets'], ['link.rateBps']],
    ['nothing', '&edits=2:link.rateBps:5e6&seed=3', 'none', ['seed']],
  ])('lets a student change %s', (_, fields, controls, strays) => {
    expect(forbiddenChangePaths(base, runOf(fields), stepOf(controls))).toEqual(strays);
  });

  test('never takes a program, which an answer cannot carry', () => {
    const own = { ...base, lanes: [{ policy: 'own', values: {} }] };
    expect(forbiddenChangePaths(base, own, stepOf('all'))).toEqual(['own']);
    const found = decodeSettingsRun(
      lessonOf('#v=1&p=single-tcp', challengeOf('all')),
      stepOf('all'),
      `v=1&p=single-tcp&lanes=own&own=${PROGRAM}`,
      undefined,
    );
    expect(found.problems).toMatchObject([{ path: 'own' }]);
  });

  test('has the seed of the student, whatever the link says', () => {
    const lesson = lessonOf('#v=1&p=single-tcp&seed=4', challengeOf(['buffer.packets']));
    const link = encodeRun(runOf('&seed=9&buffer.packets=5'));
    const seeds = [undefined, 77].map(
      (seed) => decodeSettingsRun(lesson, stepOf(['buffer.packets']), link, seed).run.seed,
    );
    expect(seeds).toEqual([4, 77]);
    expect(decodeSettingsRun(lesson, stepOf('all'), link, 77).run.seed).toBe(9);
  });
});

test("a lesson's run with a program is named: nobody has said that it may run", () => {
  const lesson = lessonOf(`#v=1&p=single-tcp&lanes=own&own=${PROGRAM}`, { kind: 'read', title: 'R', text: 'T.' });
  expect(problemsOfRuns(lesson)).toMatchObject([{ path: 'runs.one.link: own' }]);
});

test.each([
  [4.5, 0.15, 4.35, true],
  [4.5, 0.15, 4.65, true],
  [0.3, 0.1, 0.2, true],
  [4.5, 0.15, 4.3499, false],
  [4.5, 0.15, 4.6501, false],
])('%f ± %f: %f is right: %s', (expected, within, value, right) => {
  const [step] = lessonOf('#v=1&p=single-tcp', {
    kind: 'predict',
    title: 'P',
    question: 'Q?',
    ask: { type: 'number', unit: 's', answer: expected, tolerance: { within }, says: 'So.' },
  }).steps;
  expect(judgeAnswer(step as Lesson['steps'][number], { kind: 'number', value }, []).isRight).toBe(right);
});
