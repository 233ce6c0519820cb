/** `grade` as a process of its own: hand-ins from files, broken ones among them, resumed. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Lesson } from '../../../src/lessons/format/lesson.ts';
import { parseLessonData } from '../../../src/lessons/format/parse-lesson.ts';
import { createHandIn } from '../../../src/lessons/hand-in/hand-in.ts';
import { formatHandInPage } from '../../../src/lessons/hand-in/hand-in-page.ts';
import { measureRuns } from '../../../src/lessons/measurement/measure-runs.ts';
import { spawned } from '../harness.ts';

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

test('results of another lesson file are graded again; a lesson that was not given is named', async () => {
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

test('without a hand-in a message asks for one', () => {
  expect(spawned(['grade'])).toMatchObject({ status: 2, err: 'grade: give one or more hand-ins\n' });
});
