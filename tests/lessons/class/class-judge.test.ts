/** A class is judged by the teacher's copy of the lesson, whatever the files of the students say. */
import { beforeAll, describe, expect, test } from 'vitest';
import { ClassJudge } from '../../../src/lessons/class/class-judge.ts';
import { type ClassMember, memberRemarks, newestHandIns } from '../../../src/lessons/class/class-member.ts';
import type { ClassTask } from '../../../src/lessons/class/class-messages.ts';
import { classPicture, type StepAnswers } from '../../../src/lessons/class/class-picture.ts';
import { gradeRows } from '../../../src/lessons/class/grade-table.ts';
import { numberHistogram } from '../../../src/lessons/class/number-histogram.ts';
import { readHandIn } from '../../../src/lessons/class/read-hand-in.ts';
import type { Lesson } from '../../../src/lessons/format/lesson.ts';
import { parseLesson } from '../../../src/lessons/format/parse-lesson.ts';
import type { GradedStep } from '../../../src/lessons/hand-in/grade.ts';
import { formatHandInPage } from '../../../src/lessons/hand-in/hand-in-page.ts';
import { type MeasureTask, measureRuns } from '../../../src/lessons/measurement/measure-runs.ts';
import { loadPresets } from '../../../src/scenarios/load-presets.ts';
import { editedHandIn, madeHandIn } from './made-class.ts';

const text = JSON.stringify({
  bufferscopeLesson: 1,
  id: 'class-test',
  title: 'For a class',
  summary: 'For the test.',
  minutes: 1,
  runs: {
    one: { title: 'One flow', link: '#v=4&p=single-tcp&run.durationSeconds=3&run.warmupSeconds=1&lanes=droptail' },
  },
  steps: [
    {
      kind: 'predict',
      title: 'Choose',
      question: 'Which?',
      ask: {
        type: 'choice',
        options: [
          { text: 'this', right: true, says: 'Yes.' },
          { text: 'that', says: 'No.', misconception: 'That is always so.' },
        ],
      },
    },
    {
      kind: 'measure',
      title: 'Measure',
      question: 'How long?',
      hint: 'Look.',
      reading: { run: 'one', figure: 'delayMs' },
      tolerance: { percent: 10 },
    },
    { kind: 'explain', title: 'Explain', question: 'Why?', model: 'Because.' },
  ],
});
const lesson = parseLesson(text).lesson as Lesson;

beforeAll(loadPresets);

/** Reads, measures and judges files. */
function judged(files: readonly string[], measure: (judge: ClassJudge, task: ClassTask) => readonly ClassMember[]) {
  const judge = new ClassJudge();
  for (const [index, content] of files.entries()) judge.add(readHandIn(`${index}.html`, content, undefined));
  judge.setLesson('class-test', text);
  const { members: first, tasks } = judge.takeReady();
  const members = new Map(first.map((member) => [member.id, member]));
  for (const task of tasks) for (const member of measure(judge, task)) members.set(member.id, member);
  return { members: [...members.values()], tasks, first };
}
const measured = (judge: ClassJudge, task: ClassTask) =>
  judge.setOutcome(task.key, measureRuns(judge.task(task.key) as MeasureTask));

const options = (answers: StepAnswers | undefined) => (answers?.kind === 'options' ? answers.options : []);

describe('a class', () => {
  const page = async (index: number) => formatHandInPage(await madeHandIn(text, index, true), 'http://localhost/');

  test('equal runs are measured once, and the bars are those of the chosen options', async () => {
    const { members, tasks, first } = judged(await Promise.all([0, 1, 2, 3, 4].map(page)), measured);
    expect(tasks).toHaveLength(1);
    expect(first.map(({ state }) => state)).toEqual(Array(5).fill('waiting'));
    expect(members.map(({ state }) => state)).toEqual(Array(5).fill('judged'));
    expect(members.flatMap(memberRemarks)).toEqual([]);
    const { steps, misconceptions } = classPicture(lesson, members);
    const chosen = await Promise.all([0, 1, 2, 3, 4].map((index) => madeHandIn(text, index, false)));
    const count = (option: number) =>
      chosen.filter(({ steps: [step] }) => step?.answer?.kind === 'choice' && step.answer.option === option).length;
    expect(options(steps[0]?.answers).map((option) => option.count)).toEqual([count(0), count(1)]);
    expect(misconceptions.map((entry) => [entry.text, entry.count])).toEqual(
      count(1) === 0 ? [] : [['That is always so.', count(1)]],
    );
    expect((steps[1]?.rightCount ?? 0) + (steps[1]?.wrongCount ?? 0)).toBe(5);
    const readSeconds = members.flatMap(({ steps: [step] }) => step?.seconds ?? []);
    expect(readSeconds).toHaveLength(5);
    // Of five times, the second and the fourth are the quartiles.
    const [, lowQuartile, median, highQuartile] = readSeconds.toSorted((a, b) => a - b);
    expect(steps[0]?.times).toEqual({ low: lowQuartile, median, high: highQuartile, hasQuartiles: true });
  });

  test('edited verdicts and tolerances change no bar, and their file is named', async () => {
    const honest = await madeHandIn(text, 0, true);
    const picture = (members: readonly ClassMember[]) => JSON.stringify(classPicture(lesson, members));
    const { members } = judged([JSON.stringify(honest)], measured);
    const { members: edited } = judged([JSON.stringify(editedHandIn(honest))], measured);
    expect(picture(edited)).toBe(picture(members));
    expect(edited.flatMap(memberRemarks)).toContain('another lesson file');
  });

  test('the newest hand-in of a student counts', async () => {
    const early = await madeHandIn(text, 0, false);
    const late = { ...early, student: early.student.toUpperCase(), madeAtMs: (early.madeAtMs ?? 0) + 1 };
    const { members } = judged([JSON.stringify(late), JSON.stringify(early)], measured);
    const { countedMembers, earlierHandIns } = newestHandIns(members);
    expect(countedMembers.map(({ file }) => file)).toEqual(['0.html']);
    expect(earlierHandIns.map(({ member, newestMember }) => [member.file, newestMember.file])).toEqual([
      ['1.html', '0.html'],
    ]);
  });

  test('a run that cannot be measured is named, and its answer is neither right nor wrong', async () => {
    const { members } = judged([await page(1)], (judge, { key }) =>
      judge.setOutcome(key, new Error('not judged: it takes longer than 30 seconds')),
    );
    expect(members[0]?.steps.map(({ isRight }) => typeof isRight)).toEqual(['boolean', 'undefined', 'undefined']);
    expect(members.flatMap(memberRemarks)).toEqual(['step 2: not judged: it takes longer than 30 seconds']);
  });

  test('a lesson that is missing at first can be given; a file is read once', async () => {
    const judge = new ClassJudge();
    const content = await page(2);
    judge.add(readHandIn('a.html', content, undefined));
    expect(() => judge.add(readHandIn('b.html', content, undefined))).toThrow('the same file');
    expect(() => readHandIn('c.html', content.slice(0, 900), undefined)).toThrow('contains no hand-in');
    judge.setLesson('class-test', undefined);
    expect(judge.takeReady().members.map(({ state }) => state)).toEqual(['unjudged']);
    expect(judge.takeReady().members).toEqual([]);
    judge.setLesson('class-test', text);
    expect(judge.takeReady()).toMatchObject({ members: [{ id: 0, state: 'waiting' }], tasks: [{}] });
  });
});

test('the row of a challenge or a sketch has all its figures; that of a number has its tolerance', () => {
  const goal = { kind: 'goal', label: '', expectedValue: Number.NaN, within: undefined, isMet: true } as const;
  const comparedNumbers = [
    { ...goal, unit: 'ms', answeredValue: 12.3456789, below: 20 },
    { ...goal, unit: 'Mb/s', answeredValue: 0.4, above: 0.3 },
  ];
  const step = { number: 1, title: 'Go', isDone: true, isRight: true, chosenText: '', words: '', seconds: undefined };
  const more = { differences: [], answer: undefined, curve: undefined };
  const row = (graded: object) =>
    gradeRows({
      file: '',
      student: '',
      lesson: 'a',
      steps: [{ ...step, ...more, ...graded } as unknown as GradedStep],
    })[0]!.slice(8, 12);
  const first = { answeredValue: 12.3456789, expectedValue: undefined, within: undefined, unit: 'ms' };
  expect(row({ kind: 'challenge', ...first, comparedNumbers })).toEqual([
    '12.3457; 0.4',
    'below 20; above 0.3',
    '',
    'ms; Mb/s',
  ]);
  const ofSketch = [
    { kind: 'answer', label: '', unit: 'packets', answeredValue: 11, expectedValue: 18.28, within: 4, isMet: false },
    { ...goal, unit: '', answeredValue: 4, above: 1 },
  ];
  expect(row({ kind: 'predict', ...first, comparedNumbers: ofSketch })).toEqual([
    '11; 4',
    '18.28; above 1',
    '4; ',
    'packets; ',
  ]);
  const number = { answeredValue: 5, expectedValue: 5.1, within: 0.2, unit: 'ms', comparedNumbers: [] };
  expect(row({ kind: 'measure', ...number })).toEqual([5, 5.1, 0.2, 'ms']);
});

test('a histogram shows the band and most numbers, and counts the others', () => {
  const comparedNumber = {
    kind: 'answer',
    label: '',
    unit: 'ms',
    answeredValue: 1,
    expectedValue: 10,
    within: 2,
    isMet: true,
  } as const;
  const numbers = [8, 9, 10, 10, 11, 12, 1e9].map((value) => ({ value, isRight: value < 13, comparedNumber }));
  const { bins, above, below, trueValues, band } = numberHistogram({ label: 'Delay', unit: 'ms' }, numbers);
  expect([below, above]).toEqual([undefined, { count: 1, farthestValue: 1e9 }]);
  expect(trueValues).toEqual({ low: 10, high: 10 });
  expect(band).toEqual({ low: 8, high: 12 });
  expect(bins.reduce((sum, { rightCount }) => sum + rightCount, 0)).toBe(6);
  expect(numberHistogram({ label: 'Delay', unit: 'ms' }, []).bins).toEqual([]);
  // A narrow band is at least as wide as a bin, although other answers are far away.
  const narrow = { ...comparedNumber, expectedValue: 9.7, within: 1 };
  const spread = [9.5, 10, 20, 40].map((value) => ({ value, isRight: value < 11, comparedNumber: narrow }));
  const [firstBin] = numberHistogram({ label: 'Delay', unit: 'ms' }, spread).bins;
  expect(firstBin!.to - firstBin!.from).toBeLessThanOrEqual(2);
  // A round answer stands in the middle of its bin, so a right one does not reach out of the band.
  const two = numberHistogram({ label: 'Packets', unit: '' }, [
    { value: 10, isRight: true, comparedNumber: undefined },
    { value: 20, isRight: false, comparedNumber: undefined },
  ]);
  const used = two.bins.filter(({ rightCount, wrongCount }) => rightCount + wrongCount > 0);
  expect(used.map(({ from, to }) => (from + to) / 2)).toEqual([10, 20]);
});
