/**
 * Shards under the schedulers of a cluster, killed in mid-run, against one machine; and at sizes that only a cluster
 * needs. The papers are measured in quick mode, and compared with one process. With BUFFERSCOPE_CLUSTER=full they are
 * measured in full mode, which takes an hour for each scheduler, and compared with the records from which
 * docs/VALIDATION.md is made.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeRecords } from '../../src/app/measuring/record-file.ts';
import { workBundles } from '../../src/cli/shards/bundles.ts';
import { requestedWork } from '../../src/cli/shards/manifest.ts';
import { type ResultOrigin, writeResults } from '../../src/cli/shards/result-file.ts';
import { runTask } from '../../src/papers/run-task.ts';
import type { RunTask } from '../../src/studies/tasks.ts';
import { missingPods, readJob, startPod } from './kubernetes/pod.ts';
import { missingSlurm, sleep, startSlurm } from './slurm/slurm.ts';

const processors = availableParallelism();
const full = process.env.BUFFERSCOPE_CLUSTER === 'full';
const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string) => join(folder, name);
const sim = (...line: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/sim.mjs', ...line], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return { status, out: stdout, err: stderr };
};
const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else child.on('close', resolve);
  });
const resultsIn = (name: string) =>
  existsSync(path(name)) ? readdirSync(path(name)).filter((file) => file.endsWith('.jsonl')) : [];

const undated = (records: readonly { readonly date: string; readonly paper: string }[]) =>
  records.map(({ date: _, ...record }) => record).sort((a, b) => (a.paper < b.paper ? -1 : 1));

/** The fields that differ between one machine and several: the date and the times of the runs. */
function measuredIn(report: string): unknown {
  const { wallSeconds: _, jobs: __, records, ...rest } = JSON.parse(report);
  // The records hold every figure, claim and drawn point of the papers.
  return full ? undated(records) : { ...rest, records: undated(records) };
}

const published = () => undated(decodeRecords(readFileSync('src/papers/records.bin')));

describe('the five papers', () => {
  const manifest = path('papers.json');
  let one: unknown;

  beforeAll(() => {
    const mode = full ? [] : ['--quick'];
    writeFileSync(manifest, sim('plan', 'papers', ...mode, '--minutes', full ? '10' : '1').out);
    if (full) {
      one = published();
      return;
    }
    const whole = sim('paper', ...mode, '--json');
    expect(whole.status).toBe(0);
    one = measuredIn(whole.out);
  });

  const slurmMissing = missingSlurm();
  test.skipIf(slurmMissing !== undefined)(
    `under Slurm, whose node dies in mid-run, are what one machine measures${slurmMissing === undefined ? '' : ` (not run: ${slurmMissing})`}`,
    async () => {
      const slurm = await startSlurm(processors);
      try {
        const results = path('slurm');
        const merge = slurm.run('cluster/slurm.sh', manifest, results);
        await until(() => resultsIn('slurm').length >= 10);
        const before = resultsIn('slurm');
        await slurm.killNode();
        await sleep(15_000);
        const during = resultsIn('slurm').length;
        await slurm.startNode();
        // A user would run the same command again; Slurm has put the shards back into its queue itself.
        await until(() => !/(PENDING|RUNNING|COMPLETING|CONFIGURING)/.test(stateOf(slurm.run, merge)));
        expect(stateOf(slurm.run, merge)).toContain('JobState=COMPLETED');
        expect(readFileSync(join(results, 'merge.log'), 'utf8')).not.toContain('lacks');
        expect(measuredIn(readFileSync(join(results, 'report.json'), 'utf8'))).toEqual(one);
        const { bundles } = JSON.parse(readFileSync(manifest, 'utf8'));
        expect(resultsIn('slurm')).toHaveLength(bundles);
        expect(resultsIn('slurm')).toEqual(expect.arrayContaining(before));
        expect(during).toBeLessThan(bundles);
        console.log(
          `Slurm ${slurm.run('/usr/bin/sbatch', '--version')}: ${bundles} bundles, ${during} when the node was dead`,
        );
      } finally {
        await slurm.close();
      }
    },
  );

  const parallelMissing = spawnSync('parallel', ['--version']).status === 0 ? undefined : 'parallel missing';
  test.skipIf(parallelMissing !== undefined)(
    `under GNU parallel, stopped in mid-run and called again, are what one machine measures${parallelMissing === undefined ? '' : ` (not run: ${parallelMissing})`}`,
    async () => {
      const line = [manifest, path('parallel'), '--jobs', String(processors)];
      // A group of its own, so that all of it can be ended.
      const first = spawn('cluster/parallel.sh', line, { stdio: 'ignore', detached: true });
      await until(() => resultsIn('parallel').length >= 10);
      process.kill(-(first.pid as number), 'SIGKILL');
      await ended(first);
      const before = resultsIn('parallel').length;
      const report = execFileSync('cluster/parallel.sh', line, {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      expect(measuredIn(report)).toEqual(one);
      console.log(`GNU parallel: ${before} bundles when it was stopped, ${resultsIn('parallel').length} at the end`);
    },
  );
});

function stateOf(run: (program: string, ...args: readonly string[]) => string, job: string): string {
  return run('/usr/bin/scontrol', 'show', 'job', job.split(';')[0] as string);
}

async function until(holds: () => boolean): Promise<void> {
  for (const limit = Date.now() + 3 * 3_600_000; !holds(); ) {
    if (Date.now() > limit) throw new Error('it takes too long');
    await sleep(500);
  }
}

const SWEEP = {
  scenario: 'md1',
  axes: [{ path: 'load', from: 0.1, to: 1, places: 10 }],
  replications: 30,
  seconds: 5,
  warmupSeconds: 1,
};

function planned(name: string, sweep: object, ...options: readonly string[]): string {
  writeFileSync(path(`${name}-sweep.json`), JSON.stringify(sweep));
  const { status, out, err } = sim('plan', path(`${name}-sweep.json`), ...options);
  if (status !== 0) throw new Error(err);
  writeFileSync(path(`${name}.json`), out);
  return path(`${name}.json`);
}

/** Half a minute of work in several shards. */
const SEVERAL = { ...SWEEP, replications: 20, seconds: 400 };

describe('a sweep', () => {
  let manifest = '';
  let one = '';

  beforeAll(() => {
    manifest = planned('several', SEVERAL, '--minutes', '1');
    one = sim('sweep', path('several-sweep.json'), '--json', '--jobs', '1').out;
    expect(JSON.parse(one).points.length).toBe(10);
  });

  const snakemake = spawnSync('snakemake', ['--version'], { encoding: 'utf8' });
  const snakemakeMissing = snakemake.status === 0 ? undefined : 'snakemake missing';
  test.skipIf(snakemakeMissing !== undefined)(
    `under Snakemake, killed in mid-run, unlocked and called again, is what one machine prints${snakemakeMissing === undefined ? '' : ` (not run: ${snakemakeMissing})`}`,
    async () => {
      // Snakemake's own notes go below the folder in which it runs; a space in a name is no end of it.
      const [notes, results] = [path('snake notes'), 'snake results'];
      mkdirSync(notes);
      const line = ['--snakefile', join(process.cwd(), 'cluster/Snakefile'), '--cores', String(processors)];
      const config = ['--config', `manifest=${manifest}`, `results=${path(results)}`];
      const again = (...words: readonly string[]) =>
        spawnSync('snakemake', [...line, ...words, ...config], { cwd: notes, encoding: 'utf8' });
      const first = spawn('snakemake', [...line, ...config], { cwd: notes, stdio: 'ignore', detached: true });
      await until(() => resultsIn(results).length >= 10);
      process.kill(-(first.pid as number), 'SIGKILL');
      await ended(first);
      const before = resultsIn(results);
      const { bundles } = JSON.parse(readFileSync(manifest, 'utf8'));
      expect(before.length).toBeLessThan(bundles);
      // A killed Snakemake leaves its folder locked, as the Snakefile says.
      const locked = again();
      expect([locked.status, locked.stderr]).toEqual([1, expect.stringContaining('--unlock')]);
      expect(again('--unlock').status).toBe(0);
      const whole = again('--rerun-incomplete');
      expect([whole.status, whole.stdout]).toEqual([0, expect.stringMatching(/[1-9]\d* bundles existed already/)]);
      expect(readFileSync(join(path(results), 'report.json'), 'utf8')).toBe(one);
      expect(resultsIn(results)).toHaveLength(bundles);
      expect(again().stderr).toContain('Nothing to be done');
      console.log(`Snakemake ${snakemake.stdout.trim()}: ${before.length} of ${bundles} bundles when it was killed`);
    },
  );

  const noPods = missingPods();
  test.skipIf(noPods !== undefined)(
    `by the command of the Kubernetes job, pod by pod, one killed in mid-run, is what one machine prints${noPods === undefined ? '' : ` (not run: ${noPods})`}`,
    async () => {
      const { spec } = readJob();
      const data = path('volume');
      mkdirSync(data);
      writeFileSync(join(data, 'manifest.json'), readFileSync(manifest));
      const results = join('volume', 'results');
      const ends: (number | null)[] = [];
      let killed = 0;
      for (let index = 0; index < spec.completions; index++) {
        let pod = startPod(spec, index, data);
        if (index === 1) {
          const there = resultsIn(results).length;
          await until(() => resultsIn(results).length > there || pod.exitCode !== null);
          pod.kill('SIGKILL');
          expect(await ended(pod)).toBe(null);
          killed = resultsIn(results).length - there;
          // restartPolicy: OnFailure
          pod = startPod(spec, index, data);
        }
        ends.push(await ended(pod));
      }
      expect(ends).toEqual(Array(spec.completions).fill(0));
      const { bundles } = JSON.parse(readFileSync(manifest, 'utf8'));
      expect(resultsIn(results)).toHaveLength(bundles);
      expect(sim('merge', path(results), '--json').out).toBe(one);
      console.log(`Kubernetes' command: ${spec.completions} pods, one killed ${killed} bundles after its start`);
    },
  );

  const validator = spawnSync('kubernetes-validate', ['--version']).status === 0;
  test.skipIf(!validator)(
    `the Kubernetes job fits the schemas of Kubernetes${validator ? '' : ' (not run: kubernetes-validate missing)'}`,
    () => {
      const judged = (text: string, version: string) => {
        writeFileSync(path('job.yaml'), text);
        return spawnSync('kubernetes-validate', ['--strict', '-k', version, path('job.yaml')]).status;
      };
      const text = readFileSync('cluster/kubernetes.yaml', 'utf8');
      for (const version of ['1.25', '1.28', '1.31', '1.34']) {
        expect([version, judged(text, version)]).toEqual([version, 0]);
        expect(judged(text.replace('completionMode:', 'completionsMode:'), version)).not.toBe(0);
      }
    },
  );
});

test('the Kubernetes job has a pod for each shard', () => {
  const { spec } = readJob();
  expect(spec.completionMode).toBe('Indexed');
  const [container] = spec.template.spec.containers;
  expect(container.env).toEqual([{ name: 'SHARDS', value: String(spec.completions) }]);
  expect(spec.template.spec.restartPolicy).toBe('OnFailure');
});

test('a shard that is killed at a hundred random instants loses nothing and counts nothing twice', async () => {
  const manifest = planned('kill', SWEEP);
  const one = sim('sweep', path('kill-sweep.json'), '--json', '--jobs', '1').out;
  const { bundles } = JSON.parse(readFileSync(manifest, 'utf8'));
  const began = Date.now();
  expect(sim('shard', manifest, '1/1', '--out', path('measured')).status).toBe(0);
  const wholeMs = Date.now() - began;
  let [seed, kills, folders, torn] = [1, 0, 0, 0];
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x80000000;
  };
  while (kills < 100) {
    const name = `kill-${folders++}`;
    let there: string[] = [];
    for (;;) {
      const child = spawn(process.execPath, ['scripts/sim.mjs', 'shard', manifest, '1/1', '--out', path(name)], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr?.on('data', (text) => (said += text));
      const timer = setTimeout(() => child.kill('SIGKILL'), random() * wholeMs);
      const status = await ended(child);
      clearTimeout(timer);
      torn += said.split('run again').length - 1;
      // The earlier results are still there.
      expect(resultsIn(name)).toEqual(expect.arrayContaining(there));
      there = resultsIn(name);
      if (status === 0) break;
      kills++;
      const { status: merged, out } = sim('merge', path(name), '--json');
      if (there.length < bundles) expect([merged, out]).toEqual([2, '']);
    }
    const { status, out } = sim('merge', path(name), '--json');
    expect([status, out]).toEqual([0, one]);
    expect(there).toHaveLength(bundles);
    rmSync(path(name), { recursive: true });
  }
  expect(torn).toBe(0);
  console.log(`${kills} kills within ${wholeMs} ms of a shard, in ${folders} folders`);
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
test.skipIf(!canMount)(`on a full disk${canMount ? '' : ' (not run: a small file system needs root on Linux)'}`, () => {
  const manifest = planned('full', SWEEP);
  const one = sim('sweep', path('full-sweep.json'), '--json', '--jobs', '1').out;
  mkdirSync(path('full'));
  // Room for some hundred files of a page each.
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', path('full')]);
  try {
    const { status, err } = sim('shard', manifest, '1/1', '--out', path('full'));
    expect([status, err]).toEqual([1, expect.stringMatching(/\.jsonl could not be written: no space is left/)]);
    const there = readdirSync(path('full'));
    expect(there.length).toBeGreaterThan(10);
    expect(there.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(sim('merge', path('full')).status).toBe(2);
    execFileSync('mount', ['-o', 'remount,size=40m', path('full')]);
    const again = sim('shard', manifest, '1/1', '--out', path('full'));
    expect([again.status, again.out]).toEqual([
      0,
      expect.stringContaining(`${there.length - 1} bundles existed already`),
    ]);
    expect(sim('merge', path('full'), '--json').out).toBe(one);
  } finally {
    execFileSync('umount', [path('full')]);
  }
});

test('10,000 runs in eight shards take at most 3 % longer than in one process', () => {
  const manifest = planned('many', { ...SWEEP, replications: 1_000, seconds: 25 });
  expect(JSON.parse(readFileSync(manifest, 'utf8')).tasks).toBe(10_000);
  // Processor time: other programs of the machine do not count.
  const [one, wholeSeconds] = timed('sweep', path('many-sweep.json'), '--json', '--jobs', '1');
  let seconds = 0;
  for (let shard = 1; shard <= 8; shard++) seconds += timed('shard', manifest, `${shard}/8`, '--out', path('many'))[1];
  const [merged, mergeSeconds] = timed('merge', path('many'), '--json');
  expect(merged).toBe(one);
  const overhead = (seconds + mergeSeconds) / wholeSeconds - 1;
  console.log(
    `10,000 runs: one process ${wholeSeconds.toFixed(1)} s, eight shards ${seconds.toFixed(1)} s, merge ${mergeSeconds.toFixed(1)} s of processor time: ${(100 * overhead).toFixed(2)} % more`,
  );
  expect(overhead).toBeLessThan(0.03);
});

/** @returns the output of a command, its processor time, s, and its largest memory, MB */
function timed(...line: readonly string[]): [out: string, seconds: number, megabytes: number] {
  const usedFile = path('used.json');
  writeFileSync(
    path('used.cjs'),
    `process.on('exit', () => {
      const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
      const used = [(userCPUTime + systemCPUTime) / 1e6, maxRSS / 1024];
      require('fs').writeFileSync(${JSON.stringify(usedFile)}, JSON.stringify(used));
    });`,
  );
  const out = execFileSync(process.execPath, ['--require', path('used.cjs'), '.cache/sim.mjs', ...line], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [seconds, megabytes] = JSON.parse(readFileSync(usedFile, 'utf8'));
  return [out, seconds, megabytes];
}

/** Results of all tasks of a sweep: those of one run, with figures that differ. */
function writeStubs(manifest: string, results: string): void {
  const text = readFileSync(manifest, 'utf8');
  const { build, version, order } = JSON.parse(text);
  mkdirSync(results);
  writeFileSync(join(results, 'manifest.json'), text);
  const bundles = workBundles(requestedWork(order), build);
  const run = runTask((bundles[0] as (typeof bundles)[number]).tasks[0] as RunTask);
  for (const bundle of bundles) {
    const origin: ResultOrigin = {
      bufferscope: 'results',
      version,
      build,
      bundle: bundle.name,
      tasks: bundle.tasks.length,
      node: '',
      platform: '',
      host: '',
      command: '',
      date: '2026-01-01',
      wallSeconds: 1,
    };
    const stubs = bundle.tasks.map((task) => {
      const { key, seed } = task as RunTask;
      return { ...run, key, seed, figures: { ...run.figures, meanDelayMs: 1 + Number(key.split(' ')[0]) / seed } };
    });
    writeResults(results, bundle, origin, stubs);
  }
}

test('a million results merge in five minutes and 1 GB', () => {
  const manifest = planned('million', {
    scenario: 'opening',
    lanes: [{ policy: 'droptail' }, { policy: 'red' }],
    replications: 50,
    axes: [
      { path: 'link.rateBps', from: 1, to: 100, places: 100 },
      { path: 'link.delayMs', from: 1, to: 100, places: 100 },
    ],
    seconds: 10,
    warmupSeconds: 1,
  });
  const { tasks, bundles } = JSON.parse(readFileSync(manifest, 'utf8'));
  expect(tasks).toBe(1_000_000);
  writeStubs(manifest, path('million'));
  const bytes = resultsIn('million').reduce((sum, name) => sum + statSync(join(path('million'), name)).size, 0);
  const began = Date.now();
  const [out, seconds, megabytes] = timed('merge', path('million'), '--json');
  const wall = (Date.now() - began) / 1_000;
  const { points } = JSON.parse(out);
  const runs = points.reduce(
    (sum: number, { figures }: { figures: { busy: { n: number } } }) => sum + figures.busy.n,
    0,
  );
  expect(runs).toBe(tasks);
  console.log(
    `${tasks} results in ${bundles} files of ${(bytes / 1e9).toFixed(2)} GB: merged in ${wall.toFixed(0)} s (${seconds.toFixed(0)} s of processor time) and ${megabytes.toFixed(0)} MB`,
  );
  expect(wall).toBeLessThan(300);
  expect(megabytes).toBeLessThan(1_000);
});
