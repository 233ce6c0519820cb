/** `--policy-file`, as a student calls it. */
import { afterEach, describe, expect, test } from 'vitest';
import { knowOwn } from '../../src/policies/loaded.ts';
import { templateOf } from '../own/own.ts';
import { sim } from './bench.ts';

const QUEUE = 'const queue = [];\nfunction enqueue(packet) { queue.push(packet); }\n';
const rows = Array.from({ length: 300 }, (_, index) => `${index * 400_000},${index % 3},1000,0`);
const files = {
  'mine.js': templateOf('red'),
  'tail.js': templateOf('droptail'),
  'broken.js': 'const queue = [];\nfunction enqueue(packet {\n}',
  'late.js': `${QUEUE}function dequeue() { return quue.shift(); }`,
  'endless.js': `${QUEUE}function dequeue() {\n  while (true) {}\n}`,
  'large.js': ' '.repeat(1_000_000),
  'a.csv': `t_ns,flow,bytes,ect\n${rows.join('\n')}`,
};

const call = (...line: string[]) => sim(line, files);
const run = (...line: string[]) => call('run', 'opening', '--duration', '5', ...line);

afterEach(() => knowOwn(undefined));

describe('run', () => {
  test('a program of RED is RED: the same digest and figures', () => {
    const mine = JSON.parse(run('--policy-file', 'mine.js', '--json').out);
    const theirs = JSON.parse(run('--policy', 'red', '--json').out);
    expect(mine.digest).toBe(theirs.digest);
    expect(mine.lanes[0].policy).toBe('own');
    expect(mine.lanes[0].params).toMatchObject({ minThreshold: 12, maxThreshold: 36, maxProbability: 0.1 });
    expect({ ...mine.lanes[0], policy: '', params: {} }).toEqual({ ...theirs.lanes[0], policy: '', params: {} });
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
    ['late.js', /^--policy-file: line 3, in dequeue\(\) at \d\.\d{6} s: ReferenceError: 'quue' is not defined\.$/],
    ['endless.js', /^--policy-file: line 4, in dequeue\(\) at \d\.\d{6} s: The call took more than 1,000,000 steps/],
    ['large.js', /^--policy-file: large\.js/],
    ['missing.js', /^--policy-file: missing\.js could not be read/],
  ])('%s: what is wrong, and status 2', (file, words) => {
    const { status, out, err } = run('--policy-file', file);
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(words);
  });

  test('own needs a file', () => {
    expect(run('--policy', 'own')).toMatchObject({ status: 2, err: '--policy: own needs --policy-file FILE.js' });
  });
});

test('replay: the same verdicts as the policy that it is', () => {
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
