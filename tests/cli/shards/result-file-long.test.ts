/** The file of a bundle's results: a file that is cut off, changed or of another bundle is never accepted. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { OutputError } from '../../../src/cli/io.ts';
import { writeWholeFile } from '../../../src/cli/output/unfinished-file.ts';
import { fromLossless, toLossless } from '../../../src/cli/shards/lossless-json.ts';
import { type ResultOrigin, readResults, resultFile, writeResults } from '../../../src/cli/shards/result-file.ts';
import { runTask } from '../../../src/papers/run-task.ts';
import type { RunTask } from '../../../src/studies/tasks.ts';

const folder = mkdtempSync(join(tmpdir(), 'results-'));
afterAll(() => rmSync(folder, { recursive: true }));

const task = (seed: number): RunTask => ({
  kind: 'run',
  key: 'md1',
  preset: 'md1',
  policy: 'droptail',
  seed,
  settings: { 'run.durationSeconds': 1, 'run.warmupSeconds': 0.5 },
});
const bundle = { name: 'abc', group: 0, tasks: [task(1), task(2)], seconds: 1 };
const results = bundle.tasks.map((each) => runTask(each));
const origin: ResultOrigin = {
  bufferscope: 'results',
  version: '0',
  build: 'b',
  bundle: 'abc',
  tasks: 2,
  node: '20',
  platform: 'linux',
  host: 'h',
  command: 'sim',
  date: '2026-01-01',
  wallSeconds: 1,
};

test('JSON keeps every number', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.double(), (value, number) => {
      const both = { value, numbers: [number, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] };
      expect(fromLossless(toLossless(both))).toEqual(both);
    }),
    { seed: 5 },
  );
  expect((fromLossless(toLossless([-0])) as number[]).map((zero) => Object.is(zero, -0))).toEqual([true]);
});

test('written results are read again to the last bit', () => {
  writeResults(folder, bundle, origin, results);
  expect(readResults(folder, bundle, 'b')).toEqual({ state: 'whole', origin, results });
  expect(readdirSync(folder)).toEqual(['abc.jsonl']);
});

test('cut off anywhere, it counts as incomplete', () => {
  const whole = readFileSync(resultFile(folder, bundle));
  for (let length = 0; length < whole.length; length += length < 40 || length > whole.length - 60 ? 1 : 37) {
    writeFileSync(resultFile(folder, bundle), whole.subarray(0, length));
    expect(readResults(folder, bundle, 'b').state, `${length} bytes`).toBe('torn');
  }
  writeFileSync(resultFile(folder, bundle), whole);
});

test('changed anywhere, it never counts as complete', () => {
  const whole = readFileSync(resultFile(folder, bundle));
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] as number) ^ flip;
      writeFileSync(resultFile(folder, bundle), changed);
      expect(['torn', 'otherBuild']).toContain(readResults(folder, bundle, 'b').state);
    }),
    { seed: 9, numRuns: 300 },
  );
  writeFileSync(resultFile(folder, bundle), whole);
});

describe('a file of others', () => {
  test('of another bundle, of another program, or of unknown origin', () => {
    const other = { ...bundle, name: 'def', tasks: [task(3)] };
    writeFileSync(resultFile(folder, other), readFileSync(resultFile(folder, bundle)));
    expect(readResults(folder, other, 'b')).toEqual({ state: 'torn', reason: 'it belongs to another bundle' });
    expect(readResults(folder, { ...bundle, tasks: [task(1), task(3)] }, 'b').state).toBe('torn');
    expect(readResults(folder, bundle, 'c')).toEqual({ state: 'otherBuild', build: 'b' });
    writeFileSync(resultFile(folder, other), 'null\n');
    expect(readResults(folder, other, 'b')).toEqual({ state: 'torn', reason: 'it is not a file of results' });
    expect(readResults(folder, { ...bundle, name: 'none' }, 'b')).toEqual({ state: 'missing' });
  });
});

test('where nothing can be written, no file is left', () => {
  const before = readdirSync(folder);
  expect(() => writeWholeFile(join(folder, 'nowhere', 'x'), 'x')).toThrow(OutputError);
  expect(readdirSync(folder)).toEqual(before);
});
