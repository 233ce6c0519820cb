/**
 * Fits links to the files of 40 runs that a seed draws, and writes the table of docs/MEASUREMENTS.md. The fitter gets
 * only what ping and iperf3 print.
 */
import { expect, test } from 'vitest';
import { DRAWN_LINKS, reportDrawnFits } from './fit-report.ts';

/** Classes that are right or not told. */
const MIN_CLASSES = 38;

test('rates, idle round trips, buffers and classes of the drawn links', () => {
  const { rate, base, queue, buffer } = reportDrawnFits();
  expect(queue.wrong).toBeLessThanOrEqual(DRAWN_LINKS - MIN_CLASSES);
  // Not told would be too easy an answer for all.
  expect(queue.right).toBeGreaterThan(DRAWN_LINKS / 3);
  expect([rate.wrong, base.wrong, buffer.wrong]).toEqual([0, 0, 0]);
});
