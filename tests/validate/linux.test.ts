/**
 * All logs of the Linux kernel's queue disciplines, packet by packet, and its flows in the loop. Writes docs/LINUX.md.
 */
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { drawAsTheKernel, fairQueueDifferences, fairQueueLogs } from '../golden/linux-fair-queue-logs.ts';
import { compareWithLinux, type LinuxLog, type LogComparison, linuxLogs } from '../golden/linux-logs.ts';
import { compareLoop, kernelRuns, LOOP_FIGURES, type LoopRules, nameOf } from '../golden/linux-loop.ts';
import { LEFT_OUT } from '../golden/linux-senders.ts';
import { compareSeeds, isInRange, largestDeviation } from './linux-dualpi2-report.ts';
import type { ComparedLoop } from './linux-loop-report.ts';
import { writeLinuxReport } from './linux-report.ts';

const compared: { readonly log: LinuxLog; readonly comparison: LogComparison }[] = [];

afterEach(() => {
  vi.restoreAllMocks();
});

test.each(linuxLogs.map((log) => [log.arrivals, log.discipline, log] as const))('%s, %s: as Linux', (_, __, log) => {
  const comparison = compareWithLinux(log);
  compared.push({ log, comparison });
  expect(comparison).toEqual({ packets: log.verdicts.length, wrongVerdicts: 0, wrongTimes: 0 });
});

test.each(fairQueueLogs.map((log) => [log.arrivals, log.name, log] as const))('%s, %s: as Linux', (_, __, log) => {
  drawAsTheKernel();
  const differences = fairQueueDifferences(log);
  const wrongVerdicts = differences.filter(({ kind }) => kind === 'verdict').length;
  const comparison = {
    ...{ packets: log.verdicts.length, wrongVerdicts, wrongTimes: differences.length - wrongVerdicts },
  };
  const { arrivals, name, tc, verdicts } = log;
  // The logs of small arrivals are tests, not rows of the table.
  if (/^[a-f]1$/.test(arrivals))
    compared.push({
      log: { arrivals, discipline: name, tc: tc.replace(/^\S+ /, ''), verdicts, gapNs: [] },
      comparison,
    });
  expect(comparison).toEqual({ packets: verdicts.length, wrongVerdicts: 0, wrongTimes: 0 });
});

const REPETITIONS = 3;
const loops: ComparedLoop[] = [];
const seeds: ReturnType<typeof compareSeeds>[number][] = [];

test('DualPI2 with our random numbers: the kernel is in the range of 20 seeds', () => {
  seeds.push(...compareSeeds());
  const outside = seeds.flatMap((row) =>
    (['drops', 'marks', 'delayMs'] as const).filter((figure) => !isInRange(row, figure)),
  );
  // Three standard deviations, as for any sum of draws.
  for (const row of seeds) expect(largestDeviation(row), row.arrivals).toBeLessThan(3);
  // Of 18 figures, two are outside by chance.
  expect(outside.length).toBeLessThanOrEqual(2);
});

test.each(kernelRuns.map((run) => [nameOf(run), run] as const))(
  'in the loop, %s: as Linux by its rules',
  (name, run) => {
    const compare = (rules: LoopRules) => compareLoop(run, rules, REPETITIONS);
    const [ours, linux] = [compare('ours'), compare('linux')];
    const left = (LEFT_OUT[run.congestion] ?? []).map((rule): LoopRules => `without ${rule}`);
    const rules: readonly LoopRules[] = ['receiver', 'sender', ...left];
    const isOutside = LOOP_FIGURES.some((figure) => !ours[figure].isInside);
    const parts = new Map(isOutside ? rules.map((its) => [its, compare(its)]) : []);
    loops.push({ run, ours, linux, parts });
    const outside = LOOP_FIGURES.filter((figure) => !linux[figure].isInside).map((figure) => `${name}: ${figure}`);
    expect(outside).toEqual([]);
  },
);

afterAll(() => writeLinuxReport(compared, seeds, loops));
