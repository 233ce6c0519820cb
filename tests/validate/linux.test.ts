/** All logs of the Linux kernel's queue disciplines, packet by packet. Writes docs/LINUX.md. */
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { drawAsTheKernel, fairQueueDifferences, fairQueueLogs } from '../golden/linux-fair-queue-logs.ts';
import { compareWithLinux, type LinuxLog, type LogComparison, linuxLogs } from '../golden/linux-logs.ts';
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

afterAll(() => writeLinuxReport(compared));
