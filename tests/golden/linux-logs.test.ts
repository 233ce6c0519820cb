/**
 * The queue disciplines of Linux 7.2, packet by packet. `npm run validate` compares all logs; here is the shortest list
 * of arrivals.
 */
import { expect, test } from 'vitest';
import { compareWithLinux, linuxLogs } from './linux-logs.ts';

const shortLogs = linuxLogs.filter(({ arrivals }) => arrivals === 'f1');

test.each(shortLogs.map((log) => [log.discipline, log] as const))('%s: every verdict at its time', (_, log) => {
  expect(compareWithLinux(log)).toEqual({ packets: 1902, wrongVerdicts: 0, wrongTimes: 0 });
});

test('the comparison sees a wrong verdict and a wrong time', () => {
  const log = shortLogs.find(({ discipline }) => discipline === 'pie') as (typeof shortLogs)[number];
  const at = log.verdicts.indexOf('E');
  const changed = {
    ...log,
    verdicts: `${log.verdicts.slice(0, at)}O${log.verdicts.slice(at + 1)}`,
    gapNs: [1, ...log.gapNs],
  };
  expect(compareWithLinux(changed)).not.toMatchObject({ wrongVerdicts: 0 });
  const gapNs = log.gapNs.map((gap, index) => (index === 0 ? gap + 1 : gap));
  expect(compareWithLinux({ ...log, gapNs })).toMatchObject({ wrongVerdicts: 0, wrongTimes: log.gapNs.length });
});
