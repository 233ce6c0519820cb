/** Merged results against those of one machine: equal to the last digit, or refused with the missing results. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepWork } from '../../../src/cli/commands/sweep-command.ts';
import { parseSweep } from '../../../src/cli/input/sweep-file.ts';
import { type PlannedWork, planShards } from '../../../src/cli/shards/manifest.ts';
import { resultFile, writeResults } from '../../../src/cli/shards/result-file.ts';
import { runTask } from '../../../src/papers/run-task.ts';
import { sweepFile } from '../../../src/studies/sweep-report.ts';
import { runSyncCommand } from '../harness.ts';

const SWEEP = {
  scenario: 'md1',
  axes: [{ path: 'load', from: 0.2, to: 1, places: 3 }],
  replications: 4,
  seconds: 1,
  warmupSeconds: 0.2,
};
const order = { kind: 'sweep' as const, sweep: sweepFile(parseSweep(JSON.stringify(SWEEP), 'sweep')) };
const folder = mkdtempSync(join(tmpdir(), 'merge-'));
const programFile = fileURLToPath(import.meta.url);
afterAll(() => rmSync(folder, { recursive: true }));

function merge(...options: readonly string[]) {
  const [out, err] = [[] as string[], [] as string[]];
  const status = runSyncCommand(['merge', folder, ...options], {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    readFile: (path) => readFileSync(path, 'utf8'),
    readBytes: (path) => readFileSync(path),
    append: () => {},
    openBytes: () => ({ write: () => undefined, close: () => undefined }),
    files: () => [],
    packageFolder: folder,
    programFile,
    openLines: () => ({ write: () => undefined, close: () => undefined }),
    seconds: () => 0,
    date: () => '2026-01-01',
  });
  return { status, out: out.join('\n'), err: err.join('\n') };
}

function write(plan: PlannedWork, at: number, build = plan.manifest.build): void {
  const bundle = plan.bundles[at] as PlannedWork['bundles'][number];
  const { name, tasks } = bundle;
  const results = tasks.map((task) => runTask(task));
  writeResults(
    folder,
    bundle,
    {
      bufferscope: 'results',
      version: '0',
      build,
      bundle: name,
      tasks: tasks.length,
      node: '',
      platform: '',
      host: '',
      command: '',
      date: '2026-01-01',
      wallSeconds: 1,
    },
    results,
  );
}

let plan: PlannedWork;
beforeEach(() => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  plan = planShards(order, 30, { programFile });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(plan.manifest));
});

describe('a sweep in bundles', () => {
  test('prints the output of one machine, in every form', () => {
    const one = sweepWork(order);
    for (const task of one.groups.flatMap(({ tasks }) => tasks)) one.addResult(runTask(task), task);
    for (const at of [...plan.bundles.keys()].reverse()) write(plan, at);
    for (const form of ['json', 'csv'] as const) {
      const { status, out } = merge(`--${form}`);
      expect(status).toBe(0);
      expect(out).toBe(one.formatReport(form, [{ wallSeconds: 0, jobs: 1 }], ''));
    }
    const first = JSON.parse(merge('--json').out);
    expect(first.points.map(({ figures }: { figures: { delay: { n: number } } }) => figures.delay.n)).toEqual([
      4, 4, 4,
    ]);
  });

  test('leaves out missing results, and says which shards compute them', () => {
    for (const at of plan.bundles.keys()) if (at !== 2 && at !== 5) write(plan, at);
    const { status, out, err } = merge('--json');
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('lacks 2 of 12 bundles, 2 of 12 tasks');
    expect(err).toContain(`run these again: sim -- shard ${join(folder, 'manifest.json')} 1/1 --out ${folder}`);
    const partial = merge('--json', '--partial');
    expect(partial.status).toBe(1);
    expect(JSON.parse(partial.out).points).toHaveLength(3);
    expect(partial.err).toContain('there is no result');
  });

  test('an incomplete file is named and counts as missing', () => {
    for (const at of plan.bundles.keys()) write(plan, at);
    const file = resultFile(folder, plan.bundles[1] as (typeof plan.bundles)[number]);
    writeFileSync(file, readFileSync(file).subarray(0, 400));
    const { status, err } = merge();
    expect(status).toBe(2);
    expect(err).toContain(`${file}: its end is missing, or it was changed; it counts as missing`);
    expect(err).toContain('lacks 1 of 12 bundles');
  });

  test('results of two builds are refused, under their own names or others', () => {
    for (const at of plan.bundles.keys()) write(plan, at);
    write(plan, 3, 'another');
    expect(merge().status).toBe(2);
    expect(merge().err).toContain('(build another); allowed: build');
    write(plan, 3);
    const file = resultFile(folder, plan.bundles[0] as (typeof plan.bundles)[number]);
    writeFileSync(join(folder, 'f.jsonl'), readFileSync(file, 'utf8').replace(plan.manifest.build, 'another'));
    expect(merge().err).toContain('f.jsonl (build another)');
  });

  test('results that do not belong to this manifest are named and not counted', () => {
    for (const at of plan.bundles.keys()) write(plan, at);
    const before = merge('--json').out;
    copyFileSync(resultFile(folder, plan.bundles[0] as (typeof plan.bundles)[number]), join(folder, 'copy.jsonl'));
    writeFileSync(join(folder, 'x.jsonl'), 'nothing');
    writeFileSync(join(folder, 'y.tmp'), 'under way');
    const { status, out, err } = merge('--json');
    expect([status, out]).toEqual([0, before]);
    expect(err).toMatch(/^left out, because they belong to another manifest: (copy|x)\.jsonl, (copy|x)\.jsonl$/);
  });
});

test('a pipe, a folder or a device in the place of results counts as missing; nobody waits for it', () => {
  for (const at of plan.bundles.keys()) write(plan, at);
  const before = merge('--json').out;
  const [one, other] = plan.bundles.map((bundle) => resultFile(folder, bundle)) as [string, string];
  mkdirSync(join(folder, 'folder.jsonl'));
  symlinkSync('/dev/zero', join(folder, 'device.jsonl'));
  expect(merge('--json')).toMatchObject({ status: 0, out: before });
  for (const file of [one, other]) rmSync(file);
  symlinkSync('/dev/zero', one);
  execFileSync('mkfifo', [other]);
  const { status, err } = merge();
  expect([status, err]).toEqual([2, expect.stringContaining('lacks 2 of 12 bundles')]);
  expect(err).toContain(`${one}: this is a device; allowed: a file; it counts as missing`);
  expect(err).toContain(`${other}: this is a pipe; allowed: a file; it counts as missing`);
});

describe('a manifest', () => {
  const changed = (change: object) =>
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...plan.manifest, ...change }));

  test('of another program is refused with both builds', () => {
    changed({ build: '123' });
    const { status, err } = merge();
    expect(status).toBe(2);
    expect(err).toContain('belongs to build 123');
    expect(err).toContain(`this program is build ${plan.manifest.build}`);
  });

  test('that was changed, or is not a manifest, is refused', () => {
    changed({ order: { ...order, sweep: { ...order.sweep, replications: 5 } } });
    expect(merge().err).toContain('was changed after it was written');
    changed({ order: { kind: 'sweep' } });
    expect(merge().err).toContain('was changed after it was written');
    for (const other of [{ shards: 0 }, { shards: 1e15 }, { shards: 99_999_999 }, { tasks: { a: 1 } }]) {
      changed(other);
      expect([merge().status, merge().err]).toEqual([2, expect.stringContaining('was changed after it was written')]);
    }
    changed({ bufferscope: 'something' });
    expect(merge().err).toContain('is not a manifest');
    writeFileSync(join(folder, 'manifest.json'), '{"bufferscope": "mani');
    expect([merge().status, merge().err]).toEqual([2, expect.stringContaining('could not be read')]);
  });
});

describe('a sweep file', () => {
  const refused = (change: object) => {
    try {
      parseSweep(JSON.stringify({ ...SWEEP, ...change }), 'mine.json');
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };

  test('is read again as it was saved', () => {
    expect(sweepFile(parseSweep(JSON.stringify(order.sweep), 'again'))).toEqual(order.sweep);
  });

  test.each([
    [{ scenario: 'nothing' }, 'scenario: nothing is not allowed'],
    [{ lane: [] }, 'sweep.lane: [] is not allowed; allowed: scenario, axes'],
    [{ axes: [] }, 'axes: [] is not allowed; allowed: a list of 1 to 2'],
    [{ axes: [{ path: 'load', from: '1', to: 2, places: 3 }] }, 'axes.0.from: 1 is not allowed; allowed: a number'],
    [{ lanes: [{ policy: 'dfba' }] }, 'lanes.0.policy: dfba is not allowed; allowed: droptail'],
    [{ lanes: [{ policy: 'red', values: { minThreshold: -1 } }] }, 'lanes.0.values.minThreshold: -1 is not allowed'],
    [{ lanes: [{ policy: 'red', settings: { 'link.x': 1 } }] }, 'lanes.0.settings.link.x: 1 is not allowed'],
    [{ replications: 0 }, 'Replications: 0 is not allowed'],
    [{ replications: 1e6 }, 'Replications: 1000000 is not allowed; allowed: from 1 to 100000'],
    [{ seed: 1.5 }, 'seed: 1.5 is not allowed'],
    [{ warmupSeconds: 1 }, 'Warm-up (s): 1 is not allowed; allowed: less than the 1 s of a run'],
  ])('%j is refused', (change, message) => {
    expect(refused(change)).toContain(message);
  });
});
