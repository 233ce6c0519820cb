/**
 * Windows in whole segments, worked by hand: as many acknowledged segments as the window has are one more (Linux,
 * tcp_cong_avoid_ai).
 */
import { expect, test } from 'vitest';
import { WholeWindow } from '../../../../src/engine/transport/congestion/whole-window.ts';
import { SenderHarness } from '../harness.ts';

/** A window of 10, and the threshold 10: congestion avoidance. */
function avoiding(windowUnit: 'fraction' | 'segment'): SenderHarness {
  const harness = new SenderHarness({ windowUnit, variant: 'newreno', initialWindow: 10, windowPackets: 1000 });
  harness.open(10_000);
  harness.sender.slowStartThreshold = 10;
  return harness;
}

test('Reno: one after 10 ACKs, and the next after 11 more', () => {
  const harness = avoiding('segment');
  const windows = Array.from({ length: 32 }, (_, index) => {
    harness.ack(index + 1);
    return harness.window;
  });
  expect(windows).toEqual([...Array(9).fill(10), ...Array(11).fill(11), ...Array(12).fill(12)]);
});

test('in fractions, it needs half an ACK more for each', () => {
  const harness = avoiding('fraction');
  for (let segment = 1; segment <= 10; segment++) harness.ack(segment);
  // 10.1, 10.199, ...: the sum of 1 / w lies below 1.
  expect(harness.window).toBeGreaterThan(10.9);
  expect(harness.window).toBeLessThan(11);
});

test.each([
  ['segment', 5],
  ['fraction', 5.5],
] as const)('%s: a loss of 11 leaves %d', (windowUnit, threshold) => {
  const harness = avoiding(windowUnit);
  harness.sender.congestionWindow = 11;
  expect(harness.ack(1)).toHaveLength(2);
  harness.sender.congestionWindow = 11;
  for (let duplicate = 0; duplicate < 3; duplicate++) harness.ack(1);
  expect(harness.threshold).toBeCloseTo(threshold, 9);
});

test('the ACK that ends the recovery is the first of those that open the window', () => {
  const whole = new WholeWindow();
  expect(whole.cut(5.5)).toBe(5);
  expect([1, 2, 3, 4].map(() => whole.grown(5, 5.2))).toEqual([5, 5, 5, 6]);
});
