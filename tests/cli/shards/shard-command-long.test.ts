/** Shards as processes: stopped, run again, run twice at once, on a full disk, with another program. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { validatedTest } from '../../amount.ts';
import { simAny, spawned } from '../harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'shards-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sweep = join(folder, 'sweep.json');
const manifest = join(folder, 'manifest.json');
const SWEEP = {
  scenario: 'md1',
  axes: [{ path: 'load', from: 0.1, to: 1, places: 5 }],
  replications: 4,
  seconds: 10,
  warmupSeconds: 1,
};
writeFileSync(sweep, JSON.stringify(SWEEP));
const one = spawned(['sweep', sweep, '--json', '--jobs', '1']);
const plan = spawned(['plan', sweep]);
writeFileSync(manifest, plan.out);

const shard = (place: string, out: string, more: readonly string[] = []) =>
  spawned(['shard', manifest, place, '--out', join(folder, out), ...more]);
const merge = (out: string) => spawned(['merge', join(folder, out), '--json']);
const resultsIn = (out: string) => readdirSync(join(folder, out)).filter((name) => name.endsWith('.jsonl'));
const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.on('close', resolve));

describe('shards', { timeout: 120_000 }, () => {
  test('in any order they give the output of one machine; a second time they do nothing', () => {
    expect([one.status, plan.status]).toEqual([0, 0]);
    expect(JSON.parse(plan.out)).toMatchObject({ bufferscope: 'manifest', tasks: 20, bundles: 20, shards: 1 });
    for (const place of ['3/3', '1/3', '2/3']) expect(shard(place, 'a').status, place).toBe(0);
    expect(merge('a')).toMatchObject({ status: 0, out: one.out });
    const again = shard('2/3', 'a');
    expect(again.out).toMatch(/^shard 2\/3: (\d+) bundles, \1 tasks; \1 bundles existed already, 0 were computed/);
    const [file = ''] = resultsIn('a');
    const [head = ''] = readFileSync(join(folder, 'a', file), 'utf8').split('\n');
    expect(JSON.parse(head)).toMatchObject({
      bufferscope: 'results',
      build: JSON.parse(plan.out).build,
      node: process.versions.node,
      command: expect.stringContaining('sim shard'),
      wallSeconds: expect.any(Number),
    });
  });

  test('a killed shard loses only its unfinished work; an incomplete file is named and made again', async () => {
    const child = spawn(process.execPath, ['scripts/sim.mjs', 'shard', manifest, '1/1', '--out', join(folder, 'b')]);
    for (let tries = 0; tries < 1_000; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      try {
        if (resultsIn('b').length > 3) break;
      } catch {
        // The folder is not there yet.
      }
    }
    child.kill('SIGKILL');
    await ended(child);
    const there = resultsIn('b');
    expect(there.length).toBeGreaterThan(3);
    const lacking = merge('b');
    expect([lacking.status, lacking.out]).toEqual([2, '']);
    expect(lacking.err).toContain(`lacks ${20 - there.length} of 20 bundles`);
    const torn = join(folder, 'b', there[0] as string);
    truncateSync(torn, statSync(torn).size - 10);
    const { status, out, err } = shard('1/1', 'b', ['--jobs', '2']);
    expect([status, out]).toEqual([0, expect.stringContaining(`${there.length - 1} bundles existed already`)]);
    expect(err).toContain(`${there[0]}: its end is missing, or it was changed; its tasks run again`);
    expect(merge('b').out).toBe(one.out);
  });

  validatedTest('two that write the same results at the same time do no harm', async () => {
    const both = [1, 2].map(() =>
      spawn(process.execPath, ['scripts/sim.mjs', 'shard', manifest, '1/1', '--out', join(folder, 'c')]),
    );
    expect(await Promise.all(both.map(ended))).toEqual([0, 0]);
    expect(readdirSync(join(folder, 'c'))).toHaveLength(21);
    expect(merge('c').out).toBe(one.out);
  });

  validatedTest.skipIf(process.platform === 'win32')(
    'a file that cannot be written ends the shard with its name',
    () => {
      // No file may be longer than one block of 512 bytes: as on a full disk, the write fails in the middle.
      const command = `ulimit -f 1; exec "${process.execPath}" scripts/sim.mjs shard "${manifest}" 1/1 --out "${join(folder, 'd')}"`;
      const small = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
      expect(small.status).toBe(1);
      expect(small.stderr).toMatch(/(\.jsonl|manifest\.json) could not be written: the file would be too large/);
      expect(readdirSync(join(folder, 'd'))).toEqual(
        small.stderr.includes('manifest.json could') ? [] : ['manifest.json'],
      );
      expect(shard('1/1', 'd').status).toBe(0);
      expect(merge('d').out).toBe(one.out);
    },
  );

  validatedTest('a manifest of another program is refused, and one folder has one manifest', () => {
    const other = join(folder, 'other.json');
    writeFileSync(other, JSON.stringify({ ...JSON.parse(plan.out), build: 'f00' }));
    const { status, err } = spawned(['shard', other, '1/1', '--out', join(folder, 'e')]);
    expect([status, err]).toEqual([2, expect.stringContaining('belongs to build f00')]);
    writeFileSync(sweep, JSON.stringify({ ...SWEEP, seed: 9 }));
    writeFileSync(other, spawned(['plan', sweep]).out);
    const mixed = spawned(['shard', other, '1/1', '--out', join(folder, 'a')]);
    expect([mixed.status, mixed.err]).toEqual([2, expect.stringContaining('has results of another manifest')]);
  });

  // The manifest is of the program that made it, so this needs a process.
  test.each(['/proc/none/inner', join(manifest, 'inner')])('a folder that cannot be created is refused: %s', (out) => {
    const { status, err } = spawned(['shard', manifest, '1/1', '--out', out]);
    expect([status, err]).toEqual([2, expect.stringContaining('could not be created')]);
  });

  test.each([
    [['shard'], 'shard: give a manifest'],
    [['shard', manifest, '0/3', '--out', folder], 'shard: 0/3 is not allowed; allowed: i/n'],
    [['shard', manifest, '3', '--out', folder], 'shard: 3 is not allowed'],
    [['shard', manifest, '1/1'], '--out: a value is missing'],
    [['shard', sweep, '1/1', '--out', folder], 'is not a manifest'],
    [['plan'], 'plan: a name is missing; allowed: a study'],
    [['plan', 'nothing'], 'plan: nothing is unknown'],
    [['plan', 'abe', '--replications', '3'], '--replications: not allowed for a paper'],
    [['plan', 'e6', '--quick'], '--quick: not allowed for a study'],
    [['merge'], 'merge: give the folder'],
    [['sweep'], 'sweep: a file is missing'],
  ])('%j is refused', async (argv, message) => {
    const { status, err } = await simAny(argv, { [manifest]: plan.out, [sweep]: JSON.stringify(SWEEP) });
    expect(status).toBe(2);
    expect(err).toContain(message);
  });
});
