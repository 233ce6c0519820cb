/** A challenge that asks for a program: its file, the measurement, the hand-in, and the grading in the box. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { LessonAnswer } from '../../../src/lessons/answers/answers.ts';
import { figureRequestsOfStep, type RunRequest } from '../../../src/lessons/answers/figure-requests.ts';
import { judgeAnswer } from '../../../src/lessons/answers/judge-answer.ts';
import { progressForStore, progressFromStore } from '../../../src/lessons/answers/stored-answers.ts';
import type { Lesson, LessonStep } from '../../../src/lessons/format/lesson.ts';
import { parseLessonData } from '../../../src/lessons/format/parse-lesson.ts';
import { gradeHandIn } from '../../../src/lessons/hand-in/grade.ts';
import { createHandIn } from '../../../src/lessons/hand-in/hand-in.ts';
import { formatHandInPage } from '../../../src/lessons/hand-in/hand-in-page.ts';
import { type MeasureTask, measureRuns } from '../../../src/lessons/measurement/measure-runs.ts';
import {
  answeredProgram,
  decodeLessonRun,
  measureTask,
  problemsOfRuns,
} from '../../../src/lessons/runs/lesson-runs.ts';
import { registerProgram } from '../../../src/policies/loaded-policies.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { spawned } from '../../cli/harness.ts';
import { compiled, templateOf } from '../../program/program.ts';

const BLANK = templateOf('blank');
const TAIL = templateOf('droptail');
/** A short queue: at most three packets wait: 15 ms where each takes 5 ms. */
const SHORT = `const queue = [];
function enqueue(packet) { if (queue.length < 3 && fits(packet)) queue.push(packet); else drop(packet); }
function dequeue() { return queue.shift(); }`;
const file = {
  bufferscopeLesson: 1,
  id: 'own-queue',
  title: 'A queue of your own',
  summary: 'One.',
  minutes: 1,
  runs: { one: { title: 'Two lanes', link: '#v=1&p=cbr-overload&lanes=droptail,red&run.durationSeconds=5' } },
  steps: [
    {
      kind: 'challenge',
      title: 'A short queue',
      text: 'Keep the delay low.',
      view: { run: 'one' },
      goals: [{ lane: 2, figure: 'delayMs', below: 20 }],
      solution: {},
      program: { lane: 2, template: BLANK, solution: SHORT },
    },
  ],
};
const lessonOf = (data: unknown) => parseLessonData(JSON.parse(JSON.stringify(data)));
const lesson = lessonOf(file).lesson as Lesson;
const [step] = lesson.steps as readonly [LessonStep];
const [asked] = figureRequestsOfStep(step) as readonly [RunRequest];
const answerOf = (source: string): LessonAnswer => ({ kind: 'program', source });
/** As the worker and `grade` do. */
const inBox = async (task: MeasureTask) => {
  if (task.program !== undefined) registerProgram(compiled(task.program));
  return measureRuns(task);
};
const base = () => decodeLessonRun(lesson.runs.one as Lesson['runs'][string], undefined).run;
const measured = (source: string) => inBox(measureTask(base(), asked, answeredProgram(step, answerOf(source))));

const folder = mkdtempSync(join(tmpdir(), 'program-challenge-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => registerProgram(undefined));

test('the file is read, and its problems are named', () => {
  expect(lessonOf(file).problems).toEqual([]);
  expect(problemsOfRuns(lesson)).toEqual([]);
  const changed = (program: object) => ({ ...file, steps: [{ ...file.steps[0], program }] });
  expect(lessonOf(changed({ lane: 2, template: BLANK })).problems[0]?.path).toMatch(/program\.solution/);
  expect(lessonOf(changed({ template: 'x'.repeat(20_001), solution: SHORT })).problems[0]?.path).toMatch(
    /program\.template/,
  );
  const third = lessonOf(changed({ lane: 3, template: BLANK, solution: SHORT })).lesson as Lesson;
  expect(problemsOfRuns(third)).toEqual([{ path: 'steps.1.program', given: 'lane 3', allowed: '1 to 2' }]);
});

test('the program takes the place of its lane, and the solution reaches the goals', async () => {
  expect(judgeAnswer(step, answerOf(SHORT), [await measured(SHORT)]).isRight).toBe(true);
  const tail = judgeAnswer(step, answerOf(TAIL), [await measured(TAIL)]);
  expect(tail.isRight).toBe(false);
  // The same packets under the built-in DropTail, the policy of the other lane.
  const { scenario, seed } = { scenario: measureTask(base(), asked).lanes[0]?.scenario, seed: 1 };
  const simulation = openRun({ scenario: scenario as never, policy: 'droptail', seed });
  simulation.advance(simulation.endNs);
  expect(tail.comparedNumbers[0]?.answeredValue).toBe(simulation.summary().meanDelayMs);
  expect(() => judgeAnswer(step, { kind: 'settings', link: '' }, [])).toThrow('not an answer');
});

test('the answer is kept with its question', () => {
  const kept = JSON.parse(
    JSON.stringify(progressForStore(lesson, { step: 0, answers: { 0: answerOf(SHORT) }, drafts: {} })),
  );
  expect(progressFromStore(lesson, kept).answers).toEqual({ 0: answerOf(SHORT) });
});

describe('a hand-in', () => {
  const handedIn = (source: string) =>
    createHandIn({ lesson, file, student: '', answers: new Map([[0, answerOf(source)]]), measure: inBox });

  test('shows the program, and is graded by running it again', async () => {
    const made = await handedIn(SHORT);
    expect(formatHandInPage(made, 'http://127.0.0.1/')).toContain('queue.length &lt; 3');
    expect(await gradeHandIn(made, JSON.stringify(file), inBox)).toMatchObject([{ isRight: true, differences: [] }]);
    const [handed] = made.steps;
    const forged = { ...made, steps: [{ ...handed, answer: answerOf(TAIL) }] } as typeof made;
    const [graded] = await gradeHandIn(forged, JSON.stringify(file), inBox);
    expect(graded?.isRight).toBe(false);
    expect(graded?.differences).toContain('run 1 has another digest');
    const broken = { ...made, steps: [{ ...handed, answer: answerOf('for(;;){}') }] } as typeof made;
    const [refused] = await gradeHandIn(broken, JSON.stringify(file), inBox);
    expect(refused).toMatchObject({ isRight: false });
    expect(refused?.differences.join()).toContain('a loop does not end');
  });

  test('sim -- grade runs it in the box', async () => {
    const path = (name: string) => join(folder, name);
    writeFileSync(path('lesson.json'), JSON.stringify(file));
    for (const [name, source] of [
      ['short', SHORT],
      ['tail', TAIL],
    ] as const)
      writeFileSync(path(`${name}.html`), formatHandInPage(await handedIn(source), 'http://127.0.0.1/'));
    const { out, status } = spawned([
      'grade',
      path('short.html'),
      path('tail.html'),
      '--csv',
      '--lesson',
      path('lesson.json'),
    ]);
    expect(status).toBe(0);
    // Each row ends with the words of the answer, here the program, of several lines.
    expect(out.match(/,1,challenge,A short queue,yes,(yes|no),[\d.]+,below 20,,ms,,"/g)).toEqual([
      expect.stringContaining(',yes,yes,'),
      expect.stringContaining(',yes,no,'),
    ]);
  }, 60_000);
});
