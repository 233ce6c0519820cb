/** R of a call: the formulas of G.107 computed by hand, and the best delay of the receiver. */
import { expect, test } from 'vitest';
import { callQuality, callRating } from '../../../src/engine/figures/call-quality.ts';

test.each([
  [0, 93.2],
  [100, 93.2],
  [150, 93.036],
  [200, 90.156],
  [300, 78.439],
  [400, 69.13],
])('%d ms from mouth to ear without losses: R is %d', (ms, rating) => {
  expect(callRating(ms, 0)).toBeCloseTo(rating, 2);
});

test('losses: 95 P / (P + 25.1) less', () => {
  expect(callRating(0, 0.01)).toBeCloseTo(93.2 - 95 / 26.1, 9);
  expect(callRating(0, 0.05)).toBeCloseTo(93.2 - (95 * 5) / 30.1, 9);
  expect(callRating(400, 0.9)).toBe(0);
});

test('the receiver waits for late packets as long as R grows', () => {
  const way = { packetisationMs: 20, linksMs: 30 };
  // All wait 5 ms but the last hundredth, which waits a second.
  const rare = callQuality(way, 0.02, (share) => (share > 0.99 ? 1000 : 5));
  expect(rare).toMatchObject({ mouthToEarMs: 55, g114MarginMs: 95, oneWayP95Ms: 35, oneWayP99Ms: 35 });
  expect(rare.lossShare).toBeCloseTo(1 - 0.98 * 0.99, 12);
  // A tenth waits 60 ms: it is better to wait for it.
  expect(callQuality(way, 0, (share) => (share > 0.9 ? 60 : 5))).toMatchObject({ mouthToEarMs: 110, lossShare: 0 });
});
