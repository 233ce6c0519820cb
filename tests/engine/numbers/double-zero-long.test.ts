/**
 * No object gets another class of the compiler while a run goes on, because a field that began as a small integer gets
 * another number (see `DOUBLE_ZERO`): a run of each kind of traffic, link and policy.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const RUNS = [
  ['opening', 'red'],
  ['single-tcp', 'codel'],
  ['zhao-35mb-1bwdp-stf30', 'red-ecn'],
  ['video-beside-download', 'fq-codel'],
  ['goyal-r2', 'tail-cells'],
  ['bbr3-cubic', 'cake'],
  ['incast-dctcp', 'red-ecn'],
  ['l4s-beside-classic', 'dualpi2'],
  ['http3-beside-tcp', 'pie'],
  ['rrul', 'cobalt'],
  ['bm-e6', 'shb'],
  ['abe-voice', 'abd'],
  ['bbr3-bbr1', 'fq-pie'],
  ['home-both-ways', 'droptail'],
  ['goyal-geo', 'dfba'],
  ['lossy-long-path', 'sfq'],
  ['policed-downloads', 'policer'],
  ['zhao-5mb-1bwdp-stf30-onoff', 'drr'],
  ['mm1k', 'choke'],
  ['hu-fig7', 'vbs'],
  ['paced-trains', 'tbf'],
  ['mobile-link', 'random-drop'],
] as const;
const FOLDER = mkdtempSync(join(tmpdir(), 'classes-'));
const PROGRAM = join(FOLDER, 'class-changes.mjs');
let changes: string[][] = [];

beforeAll(async () => {
  const { bundle } = await import(pathToFileURL('scripts/bundle.mjs').href);
  await bundle(join(import.meta.dirname, 'class-changes.ts'), PROGRAM);
  const runs = RUNS.map((names) => names.join(' '));
  changes = JSON.parse(
    execFileSync(process.execPath, ['--no-opt', '--allow-natives-syntax', PROGRAM, ...runs], { encoding: 'utf8' }),
  );
}, 600_000);
afterAll(() => rmSync(FOLDER, { recursive: true }));

test.each(RUNS.map((names, index) => [...names, index] as const))(
  'the classes of %s under %s stay as they are',
  (_preset, _policy, index) => expect(changes[index]).toEqual([]),
);

test('a field that begins as a small integer is found', () => expect(changes.at(-1)).toEqual(['Field: nowNs']));
