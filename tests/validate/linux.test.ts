/** All logs of the Linux kernel's queue disciplines, packet by packet. Writes docs/LINUX.md. */
import { afterAll, expect, test } from 'vitest';
import { compareWithLinux, type LinuxLog, type LogComparison, linuxLogs } from '../golden/linux-logs.ts';
import { writeLinuxReport } from './linux-report.ts';

const compared: { readonly log: LinuxLog; readonly comparison: LogComparison }[] = [];

test.each(linuxLogs.map((log) => [log.arrivals, log.discipline, log] as const))('%s, %s: as Linux', (_, __, log) => {
  const comparison = compareWithLinux(log);
  compared.push({ log, comparison });
  expect(comparison).toEqual({ packets: log.verdicts.length, wrongVerdicts: 0, wrongTimes: 0 });
});

afterAll(() => writeLinuxReport(compared));
