/**
 * pfifo, SFQ, DRR, DualPI2 and COBALT against the Linux kernel, packet by packet: the same verdicts at the same times
 * (tests/golden/fixtures/README.md).
 */
import { afterEach, expect, test, vi } from 'vitest';
import { chosen } from '../../../../amount.ts';
import {
  drawAsTheKernel,
  type FairQueueLog,
  fairQueueDifferences,
  fairQueueLogs,
} from '../../../../golden/linux-fair-queue-logs.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const logs = chosen(
  fairQueueLogs,
  ({ arrivals, verdicts }) => arrivals === 'f1' || arrivals === 'b1' || verdicts.length < 1_000,
);

test.each(logs.map((log) => [log.arrivals, log.name, log] as const))('arrivals %s, %s', (_arrivals, _name, log) => {
  drawAsTheKernel();
  expect(fairQueueDifferences(log).slice(0, 3)).toEqual([]);
});

test('other random numbers give other verdicts', () => {
  const log = fairQueueLogs.find(({ name, arrivals }) => name === 'dualpi2' && arrivals === 'f1') as FairQueueLog;
  expect(fairQueueDifferences(log).length).toBeGreaterThan(0);
});
