/** QUIC's estimator by hand (RFC 9002). The times of a published program are followed in tests/runs/control. */
import { expect, test } from 'vitest';
import { QuicRttEstimator } from '../../../src/engine/transport/quic-rtt-estimator.ts';

const MS = 1e6;
const times = ({ latestNs, minNs, smoothedNs, varianceNs }: QuicRttEstimator) =>
  [latestNs, minNs, smoothedNs, varianceNs].map((ns) => ns / MS);

test('before the first sample, the round trip is 333 ms, and a probe comes after 999 ms and the delay of ACKs (section 6.2.2)', () => {
  const estimator = new QuicRttEstimator(25 * MS);
  expect(times(estimator)).toEqual([333, 333, 333, 166.5]);
  expect(estimator.probeNs(1)).toBe((333 + 666 + 25) * MS);
});

test('the delay of an ACK counts up to the allowed one, and only above the least round trip (section 5.3)', () => {
  const estimator = new QuicRttEstimator(25 * MS);
  estimator.sample(80 * MS, 40 * MS);
  expect(times(estimator)).toEqual([80, 80, 80, 40]);
  // 160 - 25 = 135 ms: the deviation is 55 ms.
  estimator.sample(160 * MS, 40 * MS);
  expect(times(estimator)).toEqual([160, 80, 70 + 16.875, 30 + 13.75]);
  // 88 - 16 would be below 80 ms.
  const { smoothedNs } = estimator;
  estimator.sample(88 * MS, 16 * MS);
  expect(estimator.smoothedNs).toBe((7 * smoothedNs) / 8 + 11 * MS);
});

test('timers: 9/8 of the larger round trip, the probe with its backoff, and three probes', () => {
  const estimator = new QuicRttEstimator(25 * MS);
  estimator.sample(80 * MS, 0);
  expect(estimator.lossDelayNs()).toBe(90 * MS);
  expect(estimator.probeNs(1)).toBe((80 + 160 + 25) * MS);
  expect(estimator.probeNs(4)).toBe(4 * (80 + 160 + 25) * MS);
  expect(estimator.persistentCongestionNs()).toBe(3 * (80 + 160 + 25) * MS);
});

test('no timer is shorter than 1 ms', () => {
  const estimator = new QuicRttEstimator(0);
  estimator.sample(0.1 * MS, 0);
  for (let sample = 0; sample < 50; sample++) estimator.sample(0.1 * MS, 0);
  expect(estimator.lossDelayNs()).toBe(MS);
  expect(estimator.probeNs(1)).toBe(1.1 * MS);
});
