/** Windows in whole segments, worked by hand: as many acknowledged segments as the window has are one more (Linux, tcp_cong_avoid_ai). */
import { expect, test } from 'vitest';
import { SenderHarness } from '../harness.ts';

/** A window of 10, and the threshold 10: congestion avoidance. */
function avoiding(windowUnit: 'fraction' | 'segment', congestion = 'newreno'): SenderHarness {
  const harness = new SenderHarness({
    congestion,
    windowUnit,
    variant: 'newreno',
    initialWindow: 10,
    windowPackets: 1000,
    hystart: false,
  });
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
  ['newreno', 'segment', 5],
  ['newreno', 'fraction', 5.5],
  ['cubic', 'segment', 7],
  ['cubic', 'fraction', 7.7],
] as const)('%s, %s: a loss of 11 leaves %d', (congestion, windowUnit, threshold) => {
  const harness = avoiding(windowUnit, congestion);
  harness.sender.congestionWindow = 11;
  expect(harness.ack(1)).toHaveLength(2);
  harness.sender.congestionWindow = 11;
  for (let duplicate = 0; duplicate < 3; duplicate++) harness.ack(1);
  expect(harness.threshold).toBeCloseTo(threshold, 9);
});

test('CUBIC: its window is whole at each ACK, and grows', () => {
  const harness = avoiding('segment', 'cubic');
  let segment = 0;
  for (let round = 0; round < 20; round++) {
    harness.wait(100);
    for (const end = harness.sender.highestSent; segment < end; ) {
      harness.ack(++segment);
      expect(Number.isInteger(harness.window)).toBe(true);
    }
  }
  expect(harness.window).toBeGreaterThan(12);
});
