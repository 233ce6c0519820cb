/** `--policy-file`, as a student calls it. */
import { afterEach, describe, expect, test } from 'vitest';
import { parseSweep } from '../../../src/cli/input/sweep-file.ts';
import { runTask } from '../../../src/papers/run-task.ts';
import { registerProgram } from '../../../src/policies/loaded-policies.ts';
import { scenarioToFile } from '../../../src/scenarios/files/file.ts';
import { sweepTasks } from '../../../src/studies/sweep.ts';
import { sweepFile } from '../../../src/studies/sweep-report.ts';
import { SweepResults } from '../../../src/studies/sweep-results.ts';
import { opening, templateOf } from '../../program/program.ts';
import { sim } from '../harness.ts';

const QUEUE = 'const queue = [];\nfunction enqueue(packet) { queue.push(packet); }\n';
const rows = Array.from({ length: 300 }, (_, index) => `${index * 400_000},${index % 3},1000,0`);
const files = {
  'mine.js': templateOf('red'),
  'tail.js': templateOf('droptail'),
  'broken.js': 'const queue = [];\nfunction enqueue(packet {\n}',
  'late.js': `${QUEUE}function dequeue() { return quue.shift(); }`,
  'endless.js': `${QUEUE}function dequeue() {\n  while (true) {}\n}`,
  'large.js': ' '.repeat(1_000_000),
  'with.json': fileWith({ source: templateOf('red'), values: { maxProbability: 0.5 } }),
  'wrong.json': fileWith({ source: QUEUE, values: {} }),
  'strange.json': fileWith({ source: templateOf('red'), values: { speed: 5 } }),
  'without.json': JSON.stringify(scenarioToFile(opening)),
  'a.csv': `t_ns,flow,bytes,ect\n${rows.join('\n')}`,
};

function fileWith(program: { readonly source: string; readonly values: Readonly<Record<string, number>> }): string {
  return JSON.stringify(scenarioToFile(opening, program));
}

const call = (...line: string[]) => sim(line, files);
const run = (...line: string[]) => call('run', 'opening', '--duration', '5', ...line);

afterEach(() => registerProgram(undefined));

describe('run', () => {
  test('a program of RED is RED: the same digest and figures', () => {
    const mine = JSON.parse(run('--policy-file', 'mine.js', '--json').out);
    const theirs = JSON.parse(run('--policy', 'red', '--json').out);
    expect(mine.digest).toBe(theirs.digest);
    expect(mine.lanes[0].policy).toBe('own');
    expect(mine.lanes[0].params).toMatchObject({ minThreshold: 12, maxThreshold: 36, maxProbability: 0.1 });
    const ownNames = { policy: '', name: '', params: {} };
    expect({ ...mine.lanes[0], ...ownNames }).toEqual({ ...theirs.lanes[0], ...ownNames });
  });

  test('it runs beside others, last unless it is named', () => {
    const policies = (...line: string[]) =>
      JSON.parse(run('--policy-file', 'tail.js', '--json', ...line).out).lanes.map(
        ({ policy }: { policy: string }) => policy,
      );
    expect(policies()).toEqual(['own']);
    expect(policies('--policy', 'droptail', '--policy', 'red')).toEqual(['droptail', 'red', 'own']);
    expect(policies('--policy', 'own', '--policy', 'red')).toEqual(['own', 'red']);
  });

  test('its parameters are set by path, and checked', () => {
    const set = ['--policy-file', 'mine.js', '--json', '--set'];
    const mine = JSON.parse(run(...set, 'own.maxProbability=0.5').out);
    expect(mine.lanes[0].params.maxProbability).toBe(0.5);
    expect(mine.digest).toBe(
      JSON.parse(run('--policy', 'red', '--json', '--set', 'red.maxProbability=0.5').out).digest,
    );
    expect(run(...set, 'own.maxProbability=7')).toMatchObject({ status: 2, out: '' });
    expect(run(...set, 'own.speed=7').status).toBe(2);
    expect(run(...set, 'own.minThreshold=50').err).toContain('own.minThreshold');
  });

  test.each([
    ['broken.js', /^--policy-file: broken\.js: line 2: SyntaxError: /],
    ['late.js', /^own: line 3, in dequeue\(\) at \d\.\d{6} s: ReferenceError: 'quue' is not defined\.$/],
    ['endless.js', /^own: line 4, in dequeue\(\) at \d\.\d{6} s: The call took more than 1\u202f000\u202f000 steps/],
    ['large.js', /^--policy-file: large\.js/],
    ['missing.js', /^--policy-file: missing\.js could not be read/],
  ])('%s: the fault is named, and the status is 2', (file, words) => {
    const { status, out, err } = run('--policy-file', file);
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(words);
  });

  test('own needs a file', () => {
    expect(run('--policy', 'own')).toMatchObject({ status: 2, err: '--policy: own needs --policy-file FILE.js' });
  });
});

test('replay: the same verdicts as the built-in policy that it copies', () => {
  const verdicts = (...line: string[]) =>
    call('replay', 'a.csv', '--rate', '8e6', '--buffer', 'packets=20', '--csv', ...line)
      .out.split('\n')
      .map((row) => row.split(',').slice(0, 3).join());
  const theirs = verdicts('--policy', 'red');
  expect(verdicts('--policy-file', 'mine.js')).toEqual(theirs);
  expect(new Set(theirs.map((row) => row.split(',')[1])).size).toBeGreaterThan(2);
  expect(verdicts('--policy-file', 'tail.js')).toEqual(verdicts('--policy', 'droptail'));
});

describe('judge', () => {
  test('a program that keeps the rules is told so', () => {
    const { status, out } = call('judge', 'tail.js', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ policy: 'My DropTail', kept: true });
  });

  test('a broken rule is named with its packet, time and line', () => {
    const { status, out, err } = call('judge', 'endless.js');
    expect(status).toBe(2);
    expect(out).toMatch(
      /^BROKEN +Runs without an error: .*\n +.*a loop does not end\..*\(line 4, at 0\.\d{6} s; test: /,
    );
    expect(err).toBe('judge: endless.js breaks a rule: Runs without an error');
  });
});

describe('a scenario file with a program', () => {
  const played = (...line: string[]) => call('run', ...line, '--duration', '5', '--json');
  const lanesOf = (out: string) =>
    JSON.parse(out).lanes.map(({ policy, digest }: { policy: string; digest: string }) => [policy, digest]);
  const red = lanesOf(
    call('run', 'opening', '--policy', 'red', '--set', 'red.maxProbability=0.5', '--duration', '5', '--json').out,
  );

  test('runs it with its values beside the policies of the file, as the page does, and says so', () => {
    const { status, out, err } = played('with.json');
    expect(status).toBe(0);
    expect(err).toMatch(/^with\.json: its program runs in the sandbox$/m);
    const lanes = lanesOf(out);
    expect(lanes.map(([policy]: [string]) => policy)).toEqual([...Object.keys(opening.policies), 'own']);
    // The template is RED, and 0.5 is in the file.
    expect(lanes.at(-1)[1]).toBe(red[0][1]);
  });

  test('the same source by --policy-file gives the same digest; the program of the file is then not run', () => {
    const { out, err } = played('with.json', '--policy-file', 'mine.js', '--set', 'own.maxProbability=0.5');
    expect(lanesOf(out)).toEqual([['own', red[0][1]]]);
    expect(err).toContain('with.json: its program does not run: --policy-file replaces it');
    expect(lanesOf(played('without.json', '--policy-file', 'with.json').out)).toEqual([['own', red[0][1]]]);
  });

  test('--policy chooses among them; a value of --set comes after the file', () => {
    expect(lanesOf(played('with.json', '--policy', 'own').out)).toEqual([['own', red[0][1]]]);
    expect(played('with.json', '--policy', 'red')).toMatchObject({
      status: 0,
      err: expect.not.stringContaining('box'),
    });
    const set = JSON.parse(played('with.json', '--policy', 'own', '--set', 'own.maxProbability=0.1').out);
    expect(set.lanes[0].params.maxProbability).toBe(0.1);
  });

  test.each([
    ['wrong.json', /wrong\.json: its program: .*dequeue/],
    ['strange.json', /strange\.json: its program own\.speed/],
  ])('%s is refused with its place', (file, words) => {
    expect(played(file)).toMatchObject({ status: 2, out: '', err: expect.stringMatching(words) });
  });

  test('replay, judge and rank use the program of the file', () => {
    const replayed = (...line: string[]) => JSON.parse(call('replay', 'a.csv', '--json', ...line).out);
    expect(replayed('--policy-file', 'with.json').params.maxProbability).toBe(0.5);
    expect(replayed('--policy-file', 'with.json').digest).toBe(
      replayed('--policy-file', 'mine.js', '--set', 'own.maxProbability=0.5').digest,
    );
    expect(call('replay', 'a.csv', '--policy-file', 'without.json')).toMatchObject({
      status: 2,
      err: '--policy-file: without.json contains no program; allowed: a program (.js), or a scenario file with `program`',
    });
    expect(call('judge', 'wrong.json').err).toMatch(/^judge: wrong\.json: its program: /);
    expect(call('rank', 'without.json').err).toMatch(/^rank: without\.json contains no program/);
  });

  test('url and show keep it', () => {
    expect(JSON.parse(call('show', 'with.json').out).program.values).toEqual({ maxProbability: 0.5 });
    const link = call('url', 'with.json').out;
    const { out, err } = call('url', link);
    expect(JSON.parse(out).program).toBe(templateOf('red'));
    expect(err).toContain('The program did not run');
  });
});

describe('sweep', () => {
  const axes = [
    { path: `sources.${Object.keys(opening.sources)[0]}.flows`, from: 1, to: 2, places: 2, logarithmic: false },
  ];
  const more = { axes, seconds: 2, warmupSeconds: 0, replications: 1 };
  const digests = (sweep: ReturnType<typeof parseSweep>) => sweepTasks(sweep).map((task) => runTask(task).digest);
  const given = { source: templateOf('red'), values: {}, name: '--policy-file: mine.js' };
  const lanes = [{ policy: 'droptail' }, { policy: 'own' }, { policy: 'red' }];
  const of = (change: object) => JSON.stringify({ scenario: 'opening', ...more, ...change });

  test('a sweep that is nested very deep is refused by name', () => {
    const deep = `{"scenario":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(() => parseSweep(deep, 'mine.json')).toThrow(
      'mine.json: deeper nesting is not allowed; allowed: at most 12',
    );
  });

  test('a lane own runs the program of --policy-file: the template is RED, point by point', () => {
    const sweep = parseSweep(of({ lanes }), 'mine.json', given);
    const found = digests(sweep);
    expect(found.length).toBe(6);
    expect([found[1], found[4]]).toEqual([found[2], found[5]]);
    expect(found[1]).not.toBe(found[0]);
    // It is saved with its program, so that `plan`, and a later `sweep`, need no other file.
    const saved = JSON.stringify(sweepFile(sweep));
    registerProgram(undefined);
    expect(digests(parseSweep(saved, 'again'))).toEqual(found);
    const results = new SweepResults(sweep);
    for (const task of sweepTasks(sweep)) results.add(runTask(task));
    expect(results.points().map(({ lane }) => lane)).toEqual([0, 1, 2, 0, 1, 2]);
  });

  test('without lanes the program comes last, with the values of the file', () => {
    const policies = (text: string, program?: typeof given) =>
      parseSweep(text, 'mine.json', program).lanes.map(({ definition, values }) => [definition.id, values]);
    const usual = Object.keys(opening.policies).map((id) => [id, {}]);
    expect(policies(of({}), given)).toEqual([...usual, ['own', {}]]);
    expect(policies(of({ lanes: [{ policy: 'red' }] }), given)).toEqual([
      ['red', {}],
      ['own', {}],
    ]);
    expect(policies(of({ scenario: JSON.parse(files['with.json']) }))).toEqual([
      ...usual,
      ['own', { maxProbability: 0.5 }],
    ]);
    expect(() => policies(of({ lanes: [1, 2, 3, 4].map(() => ({ policy: 'red' })) }), given)).toThrow(
      'a list of 1 to 4',
    );
  });

  test('own without a program is refused, and the message names the missing option', () => {
    expect(() => parseSweep(of({ lanes }), 'mine.json')).toThrow(
      'lanes.1.policy: own is not allowed; allowed: own with --policy-file FILE.js, or with scenario.program',
    );
  });
});
