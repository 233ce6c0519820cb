/** `grade` as a process of its own: hand-ins from files, broken ones among them, resumed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { afterAll, expect, test } from 'vitest';
import type { LessonAnswer } from '../../../src/lessons/answers/answers.ts';
import type { Lesson } from '../../../src/lessons/format/lesson.ts';
import { parseLessonData } from '../../../src/lessons/format/parse-lesson.ts';
import { createHandIn } from '../../../src/lessons/hand-in/hand-in.ts';
import { formatHandInPage } from '../../../src/lessons/hand-in/hand-in-page.ts';
import { measureRuns } from '../../../src/lessons/measurement/measure-runs.ts';
import { studentSeed } from '../../../src/lessons/runs/student-seed.ts';
import { version } from '../../../src/version.ts';
import { validatedTest } from '../../amount.ts';
import { simAny, spawned } from '../harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'grade-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);

const file = {
  bufferscopeLesson: 1,
  id: 'one-question',
  title: 'One question',
  summary: 'One.',
  minutes: 1,
  runs: { one: { title: 'One flow', link: '#v=1&p=single-tcp&lanes=droptail', seed: 'student' } },
  steps: [
    {
      kind: 'measure',
      title: 'Delay',
      question: 'How long?',
      hint: 'Look.',
      reading: { run: 'one', figure: 'delayMs' },
      tolerance: { percent: 5 },
    },
    { kind: 'explain', title: 'Why', question: 'Why?', model: 'So.' },
  ],
};

/** As in a process, with the files on the disk. */
const called = (line: readonly string[]) => simAny(line, (name) => readFileSync(name));

/** A process in a folder that has nothing of the repository. */
function spawnedOutside(line: readonly string[]): { status: number | null; out: string; err: string } {
  const script = join(import.meta.dirname, '../../../scripts/sim.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...line], { encoding: 'utf8', cwd: folder });
  return { status, out: stdout, err: stderr };
}

/** A hand-in whose student changed the copy of the lesson in it. */
function tamperedHandIn(id: string, student: string, change: (step: Record<string, unknown>) => void) {
  const lesson = JSON.parse(readFileSync(join(import.meta.dirname, `../../../public/lessons/${id}.json`), 'utf8'));
  for (const step of lesson.steps) change(step);
  const [place, step] = [...lesson.steps.entries()].find(([, { kind }]) => kind === 'measure') ?? [0, { title: '' }];
  const judged = { right: true, says: '', compared: [] };
  const handedStep = { number: place + 1, kind: 'measure', title: step.title, answer: { kind: 'number', value: 1 } };
  const seed = studentSeed(student);
  return { bufferscopeHandIn: 1, build: version, student, seed, lesson, steps: [{ ...handedStep, judged, runs: [] }] };
}

async function handedIn(student: string, delayMs: number): Promise<string> {
  const { lesson } = parseLessonData(JSON.parse(JSON.stringify(file)));
  const handIn = await createHandIn({
    lesson: lesson as Lesson,
    file,
    student,
    answers: new Map([[0, { kind: 'number', value: delayMs }]]),
    measure: async (task) => measureRuns(task),
  });
  return formatHandInPage(handIn, 'http://127.0.0.1/');
}

test('one line for each student and step; a file that cannot be graded is named, and the rest is graded', async () => {
  writeFileSync(path('lesson.json'), JSON.stringify(file));
  // `sim run single-tcp --policy droptail` prints a mean delay of 69.73 ms.
  writeFileSync(path('ada.html'), await handedIn('Ada', 70));
  writeFileSync(path('bob.html'), await handedIn('=Bob', 35));
  writeFileSync(path('cut.html'), (await handedIn('Cut', 70)).slice(0, 900));
  const line = ['grade', ...['ada', 'bob', 'cut'].map((name) => path(`${name}.html`)), '--csv'];
  const options = ['--lesson', path('lesson.json'), '--resume', path('graded.jsonl')];
  const first = spawned([...line, ...options]);
  expect(first.status).toBe(2);
  expect(first.err).toContain('cut.html: this page contains no hand-in, or only a part of one');
  const rows = first.out.trim().split('\n').slice(1);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toContain(',Ada,one-question,1,measure,Delay,yes,yes,70,69.7348,3.48674,ms,');
  expect(rows[1]).toContain(',Ada,one-question,2,explain,Why,no,,');
  expect(rows[2]).toContain(",'=Bob,one-question,1,measure,Delay,yes,no,35,");
  const kept = readFileSync(path('graded.jsonl'), 'utf8');
  expect(kept.trim().split(/\n+/)).toHaveLength(2);
  // Stopped in the middle of a line: that one is done again.
  writeFileSync(path('graded.jsonl'), kept.slice(0, kept.lastIndexOf('"steps"')));
  expect(spawned([...line, ...options]).out).toBe(first.out);
  expect(readFileSync(path('graded.jsonl'), 'utf8')).toContain(kept.trim().split(/\n+/)[1] as string);
});

validatedTest('results of another lesson file are graded again; a lesson that was not given is named', async () => {
  writeFileSync(path('dora.html'), await handedIn('Dora', 66));
  writeFileSync(path('strict.json'), JSON.stringify(file));
  const line = ['grade', path('dora.html'), '--csv', '--lesson', path('strict.json'), '--resume', path('dora.jsonl')];
  expect(spawned(line).out).toContain(',1,measure,Delay,yes,no,66,');
  const kind = structuredClone(file);
  Object.assign(kind.steps[0] as object, { tolerance: { percent: 10 } });
  writeFileSync(path('strict.json'), JSON.stringify(kind));
  expect(spawned(line).out).toContain(',1,measure,Delay,yes,yes,66,');
  writeFileSync(path('strict.json'), JSON.stringify({ ...file, id: 'another' }));
  expect(spawned(line).out).toContain('none of the lessons of --lesson');
});

test('a built-in lesson is judged by our copy in any folder, also if the student changed the copy in the hand-in', async () => {
  const generous = tamperedHandIn('why-a-queue-fills', 'Gus', (step) => {
    if (step.kind === 'measure') step.tolerance = { percent: 100 };
  });
  writeFileSync(path('gus.json'), JSON.stringify(generous));
  const { status, out } = spawnedOutside(['grade', 'gus.json', '--csv']);
  expect(status).toBe(0);
  const [row] = csvParse(out).filter(({ kind }) => kind === 'measure');
  expect(row).toMatchObject({ done: 'yes', right: 'no', answered: '1', lesson: 'why-a-queue-fills' });
  expect(row?.differs).toContain('another lesson file');
  // This folder of lessons also has files that are not lessons.
  for (const id of ['index', 'lesson.schema', '../lessons/promises', '']) {
    const unknown = { ...generous, lesson: { ...generous.lesson, id } };
    writeFileSync(path('unknown.json'), JSON.stringify(unknown));
    const { out } = await called(['grade', path('unknown.json'), '--csv']);
    expect([id, new Set(csvParse(out).map(({ right }) => right))]).toEqual([id, new Set([''])]);
  }
});

test('without a copy of ours an answer is printed and not judged', async () => {
  writeFileSync(path('hal.html'), await handedIn('Hal', 70));
  const { status, out, err } = await called(['grade', path('hal.html'), '--csv']);
  expect([status, err]).toEqual([0, expect.stringContaining('one-question is not a built-in lesson')]);
  expect(err).toContain('--lesson');
  expect(csvParse(out)[0]).toMatchObject({
    ...{ done: 'yes', answered: '70', right: '', expected: '', within: '' },
    differs: 'not judged: no lesson file; give it with --lesson',
  });
});

test('a question that has another form in the file is named with its step', async () => {
  const other = structuredClone(file);
  Object.assign(other.steps[1] as object, { question: 'Why not?' });
  writeFileSync(path('other.json'), JSON.stringify(other));
  writeFileSync(path('ida.html'), await handedIn('Ida', 70));
  const rows = csvParse((await called(['grade', path('ida.html'), '--csv', '--lesson', path('other.json')])).out);
  expect(rows.map(({ differs }) => differs)).toEqual([
    'another lesson file',
    'another lesson file; another question in the file',
  ]);
});

test('options and items that have other places in our copy are the same answers; those that it does not have are named', async () => {
  const [a, b, c] = [
    { text: 'A', says: 'Yes.', right: true },
    { text: 'B', says: 'No.' },
    { text: 'C', says: 'No.' },
  ];
  const choice = (options: readonly object[]) => ({
    ...{ kind: 'predict', title: 'Choose', question: 'Which?', ask: { type: 'choice', options } },
  });
  const order = (items: readonly string[]) => ({
    ...{ kind: 'predict', title: 'Order', question: 'Order?', ask: { type: 'order', items, says: 'So.' } },
  });
  const lessonOf = (options: readonly object[], items: readonly string[]) => ({
    ...file,
    steps: [choice(options), choice(options), order(items)],
  });
  const handIn = {
    ...{ bufferscopeHandIn: 1, build: version, student: 'Kim', seed: studentSeed('Kim') },
    lesson: lessonOf([a, c, b], ['y', 'x']),
    // The student chose A, then C, and the order x, y.
    steps: [
      { kind: 'choice', option: 0 },
      { kind: 'choice', option: 1 },
      { kind: 'order', items: [1, 0] },
    ].map((answer, index) => ({ number: index + 1, kind: 'predict', title: '', answer, runs: [] })),
  };
  writeFileSync(path('kim.json'), JSON.stringify(handIn));
  writeFileSync(path('turned.json'), JSON.stringify(lessonOf([b, a], ['x', 'y'])));
  const rows = csvParse((await called(['grade', path('kim.json'), '--csv', '--lesson', path('turned.json')])).out);
  expect(rows.map(({ done, right, chosen }) => [done, right, chosen])).toEqual([
    ['yes', 'yes', 'A'],
    ['no', '', ''],
    ['yes', 'yes', '1. x; 2. y'],
  ]);
  expect(rows[1]?.differs).toContain('not an answer here: “C”');
});

test('chosen options, orders, settings and written words are printed; none of them can look like another row', async () => {
  const [one, many] = [
    { text: '=1+1', says: 'Yes.', right: true },
    { text: 'Many\twait', says: 'No.' },
  ];
  const lessonFile = {
    ...file,
    steps: [
      { kind: 'predict', title: 'Choose', question: 'Which?', ask: { type: 'choice', options: [one, many] } },
      { kind: 'predict', title: 'Order', question: 'Order?', ask: { type: 'order', items: ['a', 'b'], says: 'So.' } },
      ...file.steps,
      {
        ...{ kind: 'compare', title: 'Compare', question: 'Which?', runs: ['one', 'one'] },
        ...{ figures: [{ figure: 'delayMs' }], options: [many, one] },
      },
    ],
  };
  writeFileSync(path('chosen-lesson.json'), JSON.stringify(lessonFile));
  const words = '@first\nada.html  Ada  one-question  9\r\u001b[31mred\n=2+2';
  const handIn = await createHandIn({
    lesson: parseLessonData(JSON.parse(JSON.stringify(lessonFile))).lesson as Lesson,
    file: lessonFile,
    student: 'Jo\nada.html  Ada',
    answers: new Map<number, LessonAnswer>([
      [0, { kind: 'choice', option: 0 }],
      [1, { kind: 'order', items: [1, 0] }],
      [3, { kind: 'text', text: words }],
      [4, { kind: 'choice', option: 0 }],
    ]),
    measure: async (task) => measureRuns(task),
  });
  writeFileSync(path('jo.json'), JSON.stringify(handIn));
  const line = ['grade', path('jo.json'), '--lesson', path('chosen-lesson.json')];
  const rows = csvParse((await called([...line, '--csv'])).out);
  expect(rows.map(({ chosen }) => chosen)).toEqual(["'=1+1", '1. b; 2. a', '', '', 'Many\twait']);
  expect(rows[3]?.words).toBe(`'${words.replace('\r', '\\u000d').replace('\u001b', '\\u001b')}`);
  const { out } = await called(line);
  expect(out).not.toContain('\u001b');
  const answerLines = out.slice(out.indexOf('\n\n')).split('\n');
  expect(answerLines).toContain('    1. b; 2. a');
  expect(answerLines).toContain('    ada.html  Ada  one-question  9');
  expect(out.split('\n').filter((text) => text.startsWith('ada.html'))).toEqual([]);
});

test('a hand-in that is given by mistake as the results file is not changed', async () => {
  writeFileSync(path('lesson.json'), JSON.stringify(file));
  const handed = await handedIn('Eve', 70);
  writeFileSync(path('eve.html'), handed);
  writeFileSync(path('finn.html'), await handedIn('Finn', 70));
  const line = ['grade', '--csv', '--lesson', path('lesson.json'), '--resume', path('eve.html'), path('finn.html')];
  expect(spawned(line)).toMatchObject({
    status: 2,
    out: '',
    err: `--resume: ${path('eve.html')} is not allowed; allowed: a file of results of \`grade\`, or a new one\n`,
  });
  expect(readFileSync(path('eve.html'), 'utf8')).toBe(handed);
});

validatedTest('the results file is not the file of the output, and not a folder', () => {
  const both = path('both.jsonl');
  const line = `exec ${process.execPath} scripts/sim.mjs grade ${path('none.html')} --resume ${both} > ${both}`;
  const { status, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^--resume: .* standard output writes this file/)]);
  expect(readFileSync(both, 'utf8')).toBe('');
  expect(spawned(['grade', path('none.html'), '--resume', folder])).toMatchObject({
    status: 2,
    err: expect.stringContaining('this is a directory'),
  });
});

test('without a hand-in a message asks for one', async () => {
  expect(await called(['grade'])).toMatchObject({ status: 2, err: 'grade: give one or more hand-ins' });
});
