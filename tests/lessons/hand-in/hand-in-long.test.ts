/** A hand-in made, read back, graded, and graded again after somebody has changed it. */
import { expect, test } from 'vitest';
import type { LessonAnswer } from '../../../src/lessons/answers/answers.ts';
import type { Lesson } from '../../../src/lessons/format/lesson.ts';
import { parseLessonData } from '../../../src/lessons/format/parse-lesson.ts';
import { formatChartSvg } from '../../../src/lessons/hand-in/chart.ts';
import { gradeHandIn } from '../../../src/lessons/hand-in/grade.ts';
import { createHandIn, type HandIn, parseHandIn, withoutNotes } from '../../../src/lessons/hand-in/hand-in.ts';
import { formatHandInPage } from '../../../src/lessons/hand-in/hand-in-page.ts';
import { type MeasureTask, measureRuns, measureWithinBudget } from '../../../src/lessons/measurement/measure-runs.ts';
import { studentSeed } from '../../../src/lessons/runs/student-seed.ts';
import { validatedTest } from '../../amount.ts';

/** A lesson with one step of each kind, on runs of five seconds. */
const file = {
  bufferscopeLesson: 1,
  id: 'every-kind',
  title: 'Every kind <of> step',
  summary: 'One step of each kind.',
  minutes: 5,
  runs: {
    small: {
      title: 'One flow, 5 s',
      link: '#v=1&p=single-tcp&run.durationSeconds=5&run.warmupSeconds=1&lanes=droptail,red',
      seed: 'student',
    },
  },
  steps: [
    { kind: 'read', title: 'Read', text: 'Text.' },
    {
      kind: 'predict',
      title: 'Choose',
      question: 'Which?',
      ask: {
        type: 'choice',
        options: [
          { text: 'this', right: true, says: 'Yes.' },
          { text: 'that', says: 'No.' },
        ],
      },
    },
    {
      kind: 'predict',
      title: 'Order',
      question: 'In order?',
      ask: { type: 'order', items: ['a', 'b', 'c'], says: 'So.' },
    },
    {
      kind: 'predict',
      title: 'Sketch',
      question: 'Sketch it.',
      ask: {
        type: 'sketch',
        run: 'small',
        curve: 'queuePackets',
        toSeconds: 5,
        top: 100,
        closePercent: 100,
        says: 'It grows.',
      },
    },
    { kind: 'run', title: 'Run', view: { run: 'small' }, untilSeconds: 5 },
    {
      kind: 'measure',
      title: 'Measure',
      question: 'How long?',
      hint: 'Look.',
      reading: { run: 'small', figure: 'delayMs', lane: 2 },
      tolerance: { percent: 10 },
    },
    {
      kind: 'compare',
      title: 'Compare',
      question: 'What holds?',
      runs: ['small', 'small'],
      figures: [{ figure: 'delayMs' }],
      options: [
        { text: 'this', right: true, says: 'Yes.' },
        { text: 'that', says: 'No.' },
      ],
    },
    { kind: 'explain', title: 'Explain', question: 'Why?', model: 'Because.' },
    {
      kind: 'challenge',
      title: 'Challenge',
      view: { run: 'small', controls: ['lanes.1.maxThreshold'] },
      goals: [{ figure: 'delayMs', lane: 2, below: 1_000 }],
      solution: { 'lanes.1.maxThreshold': 12 },
    },
  ],
};
const lesson = parseLessonData(JSON.parse(JSON.stringify(file))).lesson as Lesson;
const student = 'Chidi <Okafor>';
const seed = studentSeed(student);
const own = `v=1&p=single-tcp&seed=${seed}&run.durationSeconds=5&run.warmupSeconds=1&lanes=droptail,red&lanes.1.maxThreshold=12`;
const known = new Map<string, ReturnType<typeof measureRuns>>();
const once = async (task: MeasureTask) => {
  const key = JSON.stringify(task);
  const found = known.get(key) ?? measureRuns(task);
  known.set(key, found);
  return found;
};

const answersOf = (delayMs: number, link = own): ReadonlyMap<number, LessonAnswer> =>
  new Map<number, LessonAnswer>([
    [0, { kind: 'seen' }],
    [1, { kind: 'choice', option: 0 }],
    [2, { kind: 'order', items: [0, 1, 2] }],
    [3, { kind: 'sketch', sketch: { seconds: [0, 5], values: [0, 50] } }],
    [4, { kind: 'seen' }],
    [5, { kind: 'number', value: delayMs }],
    [6, { kind: 'choice', option: 1 }],
    [7, { kind: 'text', text: 'Because </script><b>of</b> the queue.' }],
    [8, { kind: 'settings', link }],
  ]);
const made = (answers: ReadonlyMap<number, LessonAnswer>) =>
  createHandIn({ lesson, file, student, answers, measure: once });

validatedTest('runs that would keep a teacher waiting for days are not repeated', async () => {
  const link = own.replace('durationSeconds=5', 'durationSeconds=3600&link.rateBps=1e9');
  const free = structuredClone(file);
  Object.assign(free.steps[8]?.view ?? {}, { controls: 'all' });
  const handIn = parseHandIn(JSON.stringify({ ...(await made(answersOf(1))), lesson: free }));
  (handIn.steps[8] as { answer: LessonAnswer }).answer = { kind: 'settings', link };
  const budget = { remainingEvents: 2e6 };
  const graded = await gradeHandIn(handIn, JSON.stringify(free), async (task) => measureWithinBudget(budget, task));
  expect(graded[8]?.differences).toContain('the runs are too long to be repeated');
  expect(graded[8]?.isRight).toBeUndefined();
  expect(graded[6]?.differences).toEqual([]);
});

test('a hand-in can be read back from its page, and its grade is the page’s judgement', async () => {
  const handIn = await made(answersOf(1e6));
  const page = formatHandInPage(handIn, 'http://127.0.0.1/x/#old');
  expect(page.length).toBeLessThan(500_000);
  expect(parseHandIn(page)).toEqual(JSON.parse(JSON.stringify(handIn)));
  expect(parseHandIn(JSON.stringify(handIn)).student).toBe(student);
  expect(page).not.toContain('</script><b>');
  expect(page).toContain('Chidi &lt;Okafor&gt;');
  expect(page.match(/<svg /g)).toHaveLength(6);
  const graded = await gradeHandIn(parseHandIn(page), JSON.stringify(file), once);
  expect(graded.flatMap(({ differences }) => differences)).toEqual([]);
  expect(graded.map(({ isRight }) => isRight)).toEqual([
    undefined,
    true,
    true,
    true,
    undefined,
    false,
    false,
    undefined,
    true,
  ]);
  const delayMs = graded[5]?.expectedValue as number;
  const better = await made(answersOf(delayMs * 1.05));
  const [, , , , , again] = await gradeHandIn(better, JSON.stringify(file), once);
  expect(again).toMatchObject({ isRight: true, unit: 'ms', differences: [] });
});

test('a hand-in shows the right answers, the goals and typeset equations, but no notes for teachers', async () => {
  const withNotes = structuredClone(file) as typeof file & { teacher?: string };
  withNotes.teacher = 'A secret note.';
  Object.assign(withNotes.steps[0] as object, { teacher: 'Another note.' });
  Object.assign(withNotes.steps[1] as object, { question: 'Which $C \\cdot RTT$?' });
  const answers = new Map<number, LessonAnswer>([
    [1, { kind: 'choice', option: 1 }],
    [2, { kind: 'order', items: [2, 1, 0] }],
    [8, { kind: 'settings', link: own }],
  ]);
  const whole = parseLessonData(JSON.parse(JSON.stringify(withNotes))).lesson as Lesson;
  const handIn = await createHandIn({ lesson: whole, file: withNotes, student, answers, measure: once });
  const page = formatHandInPage(handIn, 'http://127.0.0.1/');
  expect(page).toContain('The right answer:</strong></p><p>this</p><p>Yes.</p>');
  expect(page).toContain('<p>1. a</p><p>2. b</p>');
  expect(page).toContain('below 1000');
  expect(page).toContain('<mo>⋅</mo>');
  expect(page.match(/note\./g)).toBeNull();
  const graded = await gradeHandIn(parseHandIn(page), JSON.stringify(withNotes), once);
  expect(graded.flatMap(({ differences }) => differences)).toEqual([]);
});

test('a run with the name "teacher" is not a note for teachers', () => {
  const [step] = file.steps;
  const runs = { teacher: file.runs.small };
  expect(
    withoutNotes({ ...file, runs, teacher: 'A note.', steps: [{ ...step, teacher: 'Another.' }, 'torn'] }),
  ).toEqual({
    ...file,
    runs,
    steps: [step, 'torn'],
  });
});

test('values that were changed by hand are named', async () => {
  const honest = JSON.parse(JSON.stringify(await made(answersOf(1e6)))) as HandIn;
  const differs = async (change: (handIn: HandIn) => void) => {
    const changed = structuredClone(honest);
    change(changed);
    return (await gradeHandIn(changed, JSON.stringify(file), once)).flatMap((step) => step.differences);
  };
  const step = (handIn: HandIn, at: number) => handIn.steps[at] as Record<string, never> & HandIn['steps'][number];
  expect(await differs((changed) => Object.assign(step(changed, 5).judged ?? {}, { right: true }))).toEqual([
    'the file says right',
  ]);
  expect(await differs((changed) => Object.assign(step(changed, 5).runs[0] ?? {}, { digest: '0' }))).toEqual([
    'run 1 has another digest',
  ]);
  expect(
    await differs((changed) => Object.assign(step(changed, 5).runs[0] ?? {}, { link: '#v=1&p=single-tcp' })),
  ).toEqual(['run 1 has another link']);
  expect(
    await differs((changed) => Object.assign(step(changed, 5).judged?.compared[0] ?? {}, { expected: 3 })),
  ).toEqual([expect.stringMatching(/: the file says that 3 is expected; it is [\d.]{1,6}$/)]);
  expect(
    await differs((changed) => Object.assign(step(changed, 8).judged?.compared[0] ?? {}, { expected: 3 })),
  ).toEqual([expect.stringMatching(/: the file says that the goal is (above|below) 3; it is \1 [\d.]+$/)]);
  expect(new Set(await differs((changed) => Object.assign(changed, { seed: 5 })))).toEqual(
    new Set(['the seed does not belong to the name']),
  );
  expect(new Set(await differs((changed) => Object.assign(changed, { build: '0.1.0' })))).toHaveProperty('size', 1);
  const cheat = await made(answersOf(1, `${own}&link.rateBps=1e7`));
  const [challenge] = (await gradeHandIn(cheat, JSON.stringify(file), once)).slice(8);
  expect(challenge).toMatchObject({
    isRight: false,
    differences: ['changes settings that the step does not allow: link.rateBps'],
  });
});

test('a student without a name gets the runs of the lesson, and a name that is given later changes no settings', async () => {
  const nameless = await createHandIn({ lesson, file, student: '', answers: answersOf(1e6), measure: once });
  expect(nameless).not.toHaveProperty('seed');
  expect(nameless.steps[5]?.runs[0]?.link).not.toContain('seed=');
  expect(formatHandInPage(nameless, 'http://127.0.0.1/')).toContain('no name</strong>. 9 of 9');
  const [, , , , , , , , challenge] = await gradeHandIn(
    parseHandIn(JSON.stringify(nameless)),
    JSON.stringify(file),
    once,
  );
  expect(challenge).toMatchObject({ isRight: true, differences: [] });
});

test.each([student, ''])(
  'a teacher gets the link of the judged run, also if the answer has no seed yet: %j',
  async (name) => {
    const answers = answersOf(1e6, own.replace(`&seed=${seed}`, ''));
    const handIn = await createHandIn({ lesson, file, student: name, answers, measure: once });
    const graded = await gradeHandIn(parseHandIn(JSON.stringify(handIn)), JSON.stringify(file), once);
    expect(`#${graded[8]?.chosenText}`).toBe(handIn.steps[8]?.runs[0]?.link);
    expect(graded[8]?.chosenText.includes(`seed=${seed}`)).toBe(name !== '');
  },
);

test('an incomplete file, or no hand-in at all, is reported', async () => {
  const page = formatHandInPage(await made(new Map()), 'http://127.0.0.1/');
  expect(() => parseHandIn(page.slice(0, -200))).toThrow('contains no hand-in');
  expect(() => parseHandIn('{"bufferscopeHandIn": 2}')).toThrow('bufferscopeHandIn');
  expect(() => parseHandIn('nothing')).toThrow('damaged');
  const deep = `{"bufferscopeHandIn":1,"build":"","student":"A","steps":[],"lesson":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
  expect(() => parseHandIn(deep)).toThrow('it has more than 24 levels of nesting');
  const graded = await gradeHandIn(parseHandIn(page), undefined, once);
  expect(graded.every(({ isDone }) => !isDone)).toBe(true);
});

test('a chart escapes code in its texts, and its labels do not overlap', () => {
  const curve = { seconds: [0, 1], values: [1, 1] };
  const svg = formatChartSvg({
    quantity: '<script>',
    lines: ['a', 'b'].map((label) => ({ label, curve, dash: '' })),
  });
  expect(svg).not.toContain('<script>');
  const heights = [...svg.matchAll(/<text x="470" y="([\d.]+)"/g)].map(([, height]) => Number(height));
  expect(heights).toHaveLength(2);
  expect((heights[1] as number) - (heights[0] as number)).toBeCloseTo(14);
  expect(formatChartSvg({ quantity: 'q', lines: [] })).toBe('');
});
