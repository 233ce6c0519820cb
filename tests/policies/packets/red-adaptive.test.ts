/**
 * Adaptive RED of Linux, worked by hand from include/net/red.h (`red_adaptative_algo`). With a weight of 1 the average
 * is the queue before the last arrival, in bytes; the middle fifth is from 54 to 66 packets of 1000 bytes.
 */
import { describe, expect, test } from 'vitest';
import { choke } from '../../../src/policies/packets/choke.ts';
import { red } from '../../../src/policies/packets/red.ts';
import { TimedHarness } from './timed-harness.ts';

const ONE_PERCENT = 42_949_673;
const values = {
  variant: 'linux',
  adaptive: true,
  minThreshold: 30,
  maxThreshold: 90,
  meanPacketBytes: 1000,
  maxProbability: 0.1,
  queueWeight: 1,
};
const SCALED = Math.floor(0.1 * 2 ** 32);

/** A queue whose average has this number of packets. */
function queueWith(packets: number, change: Readonly<Record<string, string | number | boolean>> = {}) {
  const timed = new TimedHarness(red, { ...values, ...change }, { limitPackets: 1000, draw: 0.999 });
  const { policy } = timed.harness;
  while (policy.waitingPackets() < packets) timed.offer();
  timed.offer();
  return timed;
}

/** max_p of 32 bits: from the drawn probability, on the ramp from 30 to 90 packets. */
function maxProbabilityOf(timed: TimedHarness): number {
  const signals = new Float64Array(2);
  timed.harness.policy.signals(signals);
  const [average = 0, probability = 0] = signals;
  return Math.round(((probability * 60) / (average - 30)) * 2 ** 32);
}

describe('every half second', () => {
  test.each([
    ['100', 510],
    ['250', 512],
    ['1000', 504],
  ])('HZ %s: max_p grows by 0.01 after %i ms', (kernelHz, ms) => {
    const timed = queueWith(70, { kernelHz });
    expect(maxProbabilityOf(timed.at(ms - 0.001))).toBe(SCALED);
    expect(maxProbabilityOf(timed.at(ms + 0.001))).toBe(SCALED + ONE_PERCENT);
    expect(maxProbabilityOf(timed.at(2 * ms - 0.001))).toBe(SCALED + ONE_PERCENT);
    expect(maxProbabilityOf(timed.at(2 * ms + 0.001))).toBe(SCALED + 2 * ONE_PERCENT);
  });

  test('a small max_p grows by a quarter', () => {
    const small = Math.floor(0.02 * 2 ** 32);
    expect(maxProbabilityOf(queueWith(70, { maxProbability: 0.02 }).at(520))).toBe(small + Math.floor(small / 4));
  });

  test('in the middle fifth, and at its ends, it stays', () => {
    for (const packets of [54, 60, 66]) expect(maxProbabilityOf(queueWith(packets).at(5000))).toBe(SCALED);
  });

  test('below it falls to 0.9, in whole tenths, until it is below 0.01', () => {
    const timed = queueWith(53);
    const once = Math.floor(SCALED / 10) * 9;
    expect(maxProbabilityOf(timed.at(520))).toBe(once);
    expect(maxProbabilityOf(timed.at(1030))).toBe(Math.floor(once / 10) * 9);
    let least = SCALED;
    while (least >= ONE_PERCENT) least = Math.floor(least / 10) * 9;
    expect(maxProbabilityOf(timed.at(60_000))).toBe(least);
  });

  test('above it grows until it is above 0.5', () => {
    let most = SCALED;
    while (most <= 50 * ONE_PERCENT) most += Math.min(ONE_PERCENT, Math.floor(most / 4));
    expect(maxProbabilityOf(queueWith(70).at(60_000))).toBe(most);
  });

  test('without it, max_p stays, and a change of a parameter begins it anew', () => {
    const timed = queueWith(70, { adaptive: false });
    // The shown one is 0.1, not its whole number of 32 bits.
    expect(maxProbabilityOf(timed.at(60_000))).toBe(Math.round(0.1 * 2 ** 32));
    timed.harness.configure({ adaptive: true });
    while (timed.harness.policy.waitingPackets() < 71) timed.offer();
    timed.offer();
    expect(maxProbabilityOf(timed.at(60_509))).toBe(SCALED);
    expect(maxProbabilityOf(timed.at(60_511))).toBe(SCALED + ONE_PERCENT);
  });
});

test('CHOKe has none', () => {
  expect(choke.parameters).not.toHaveProperty('adaptive');
});
