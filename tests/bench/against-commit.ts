/**
 * The CPU time of the engine's runs beside those of an earlier commit, in alternating processes. Each is bundled by its
 * own scripts. The earlier commit runs twice, as two subjects: the spread of their ratio shows what the measurement can
 * tell.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Measured } from './engine-cases.ts';

/** The engine before its queues were separated. */
const COMMIT = '2f5520d0';
const FOLDER = join('.cache/bench', COMMIT);
const ENTRY = 'tests/bench/engine-run.ts';
const SOURCES = [ENTRY, 'tests/bench/engine-cases.ts'];
const PROCESSES = 5;

/** Runs, with the least ratio of the commit's CPU time to the present one. */
const RUNS = { mixed: 2, single: 1.5, lane: 1.6, cells: 1, players: 1, short: 1 } as const;
const MAX_SCALE_RATIO = 2.2;
const MAX_CHECKPOINT_BYTES_PER_FLOW = 700;

/** Bundles the engine's runs of the sources in `root`, by the scripts there. */
function bundled(root: string, output: string): string {
  const code = `import { bundle } from './scripts/bundle.mjs'; await bundle('${join(root, ENTRY)}', '${output}');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return output;
}

/** The bundle of the earlier commit, built once; undefined where its sources cannot be read. */
function bundleOfCommit(): string | undefined {
  const output = join(process.cwd(), FOLDER, 'engine-run.mjs');
  if (existsSync(output)) return output;
  mkdirSync(join(FOLDER, 'tests/bench'), { recursive: true });
  const archive = spawnSync('git', ['archive', COMMIT, 'src', 'scripts', 'tsconfig.json', 'package.json'], {
    maxBuffer: 1e9,
  });
  if (archive.status !== 0) return undefined;
  if (spawnSync('tar', ['-x', '-C', FOLDER], { input: archive.stdout }).status !== 0) return undefined;
  for (const source of SOURCES) copyFileSync(source, join(FOLDER, source));
  return bundled(join(process.cwd(), FOLDER), output);
}

function measure(bundle: string, run: string): Measured {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, run], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Measured;
}

function least(all: readonly Measured[]): number {
  return Math.min(...all.map(({ nsPerEvent }) => nsPerEvent));
}

function show(name: string, text: string, isMet: boolean, aim: string): void {
  if (!isMet) process.exitCode = 1;
  console.log(`${name.padEnd(10)} ${text}${isMet ? '' : `  ${aim}`}`);
}

/** Prints a row for each run, and sets the exit status to 1 where an aim is missed. */
export function compareWithCommit(): void {
  const present = bundled(process.cwd(), join(process.cwd(), '.cache/bench/engine-run.mjs'));
  const earlier = bundleOfCommit();
  if (earlier === undefined) console.log(`\nThe sources of ${COMMIT} cannot be read: no comparison`);
  else {
    console.log(
      `\nCPU time of an event, least of ${PROCESSES} processes each: ${COMMIT}, once more, now, and the ratios\n`,
    );
    const subjects = [earlier, earlier, present];
    for (const [run, atLeast] of Object.entries(RUNS)) {
      const results: Measured[][] = subjects.map(() => []);
      for (let round = 0; round < PROCESSES; round++)
        for (let turn = 0; turn < subjects.length; turn++) {
          const subject = (turn + round) % subjects.length;
          results[subject]?.push(measure(subjects[subject] as string, run));
        }
      const [ns, again, now] = results.map(least) as [number, number, number];
      const digests = new Set(results.flat().map(({ digest }) => digest));
      const ratio = Math.min(ns, again) / now;
      const text = `${ns.toFixed(0)}, ${again.toFixed(0)}, ${now.toFixed(0)} ns; ${(ns / again).toFixed(2)}, ${ratio.toFixed(2)}; digests ${digests.size === 1 ? 'equal' : 'DIFFER'}`;
      show(run, text, ratio >= atLeast && digests.size === 1, `below ${atLeast}`);
    }
  }
  const [few, many] = ['flows10', 'flows10000'].map((run) => measure(present, run)) as [Measured, Measured];
  const ratio = many.nsPerEvent / few.nsPerEvent;
  const text = `${few.nsPerEvent.toFixed(0)} ns with 10 flows, ${many.nsPerEvent.toFixed(0)} with 10,000: ${ratio.toFixed(2)}`;
  show('scale', text, ratio <= MAX_SCALE_RATIO, `above ${MAX_SCALE_RATIO}`);
  const bytes = many.checkpointBytes / 10_000;
  show(
    'checkpoint',
    `${bytes.toFixed(0)} bytes per flow`,
    bytes <= MAX_CHECKPOINT_BYTES_PER_FLOW,
    `above ${MAX_CHECKPOINT_BYTES_PER_FLOW}`,
  );
}
