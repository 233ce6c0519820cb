/** RFC 6298, worked by hand. */
import { describe, expect, test } from 'vitest';
import { StandardRttEstimator } from '../../../src/engine/transport/rtt-estimator.ts';
import { ENDLESS_SUPPLY } from '../../../src/engine/transport/tcp-sender.ts';
import { SenderHarness, tcpValues } from './harness.ts';

const MS = 1e6;

function estimator(given: Parameters<typeof tcpValues>[0]) {
  const rtt = new StandardRttEstimator(tcpValues(given));
  return { rtt, sample: (ms: number) => rtt.sample(7 * MS, (7 + ms) * MS), rtoMs: () => rtt.timeoutNs() / MS };
}

describe('the estimator (section 2)', () => {
  test('by hand: 100, 140 and 105 ms', () => {
    const { sample, rtoMs } = estimator({ minRtoMs: 1 });
    expect(rtoMs()).toBe(1000);
    // SRTT = 100, RTTVAR = 50.
    sample(100);
    expect(rtoMs()).toBe(300);
    // RTTVAR = 0.75 * 50 + 0.25 * |100 - 140| = 47.5, then SRTT = 0.875 * 100 + 0.125 * 140 = 105.
    sample(140);
    expect(rtoMs()).toBe(295);
    // RTTVAR = 0.75 * 47.5 = 35.625, SRTT = 105.
    sample(105);
    expect(rtoMs()).toBe(247.5);
  });

  test('never below the minimum (2.4)', () => {
    const { sample, rtoMs } = estimator({});
    sample(100);
    expect(rtoMs()).toBe(1000);
    sample(900);
    // RTTVAR = 237.5, SRTT = 200.
    expect(rtoMs()).toBe(1150);
  });

  test('the granularity replaces a variance of zero (2.3), and round trips are whole ticks', () => {
    const { sample, rtoMs } = estimator({ minRtoMs: 1, clockGranularityMs: 100 });
    for (let n = 0; n < 60; n++) sample(160);
    expect(rtoMs()).toBeCloseTo(300, 3);
  });

  test('backs off by two up to the maximum (5.5, 2.5), and a new sample ends it', () => {
    const { rtt, sample, rtoMs } = estimator({ maxRtoMs: 10_000 });
    const backedOff = [1, 2, 3, 4, 5].map(() => {
      rtt.backOff();
      return rtoMs();
    });
    expect(backedOff).toEqual([2000, 4000, 8000, 10_000, 10_000]);
    sample(100);
    expect(rtoMs()).toBe(1000);
  });
});

describe.each([['newreno'], ['sack']] as const)('the timer of %s (section 5)', (variant) => {
  test('a SYN that is not answered: after 1, 3, 7 and 15 s', () => {
    const harness = new SenderHarness({ variant });
    harness.supply(ENDLESS_SUPPLY);
    harness.wait(20_000);
    expect(harness.sent.map(({ timeMs }) => timeMs)).toEqual([0, 1000, 3000, 7000, 15_000]);
    expect(harness.sent.every(({ sequence }) => sequence === 0)).toBe(true);
  });

  test('after a lost SYN data begins with 3 s (5.7), until the first round trip is measured', () => {
    const harness = new SenderHarness({ variant });
    harness.supply(ENDLESS_SUPPLY);
    harness.wait(1000);
    harness.wait(100);
    expect(harness.ack(0)).toEqual([1]);
    expect(harness.wait(2999)).toEqual([]);
    expect(harness.wait(1)).toEqual([1]);
    harness.wait(100);
    harness.ack(1);
    harness.wait(100);
    harness.ack(3);
    expect(harness.wait(999)).toEqual([]);
    expect(harness.wait(1)).toEqual([4]);
  });

  test('runs from the first segment (5.1), and anew from every ACK of new data (5.3)', () => {
    const harness = new SenderHarness({ variant });
    harness.open(4);
    harness.wait(900);
    harness.ack(1);
    expect(harness.wait(999)).toEqual([]);
    // 900 ms was the second sample: SRTT = 200, RTTVAR = 237.5, RTO = 1150.
    expect(harness.wait(150)).toEqual([]);
    expect(harness.wait(1)).toEqual([2]);
  });

  test('stops when all is acknowledged (5.2)', () => {
    const harness = new SenderHarness({ variant });
    harness.open(3);
    expect(harness.ack(3)).toEqual([]);
    expect(harness.wait(1e6)).toEqual([]);
    expect(harness.sender.timeoutCount).toBe(0);
    expect(harness.done).toBe(1);
    expect(harness.clock.timers.size).toBe(0);
  });

  test('sends only the earliest again (5.4), and waits twice as long (5.5)', () => {
    const harness = new SenderHarness({ variant, minRtoMs: 300 });
    harness.open(ENDLESS_SUPPLY);
    expect(harness.wait(300)).toEqual([1]);
    expect(harness.wait(599)).toEqual([]);
    expect(harness.wait(1)).toEqual([1]);
    expect(harness.wait(1200)).toEqual([1]);
  });

  test('Karn: an ACK of a segment sent twice is no sample, and the back-off stays (section 3)', () => {
    const harness = new SenderHarness({ variant, minRtoMs: 300 });
    harness.open(ENDLESS_SUPPLY);
    harness.wait(300);
    harness.wait(50);
    // 2 and 3 are retransmissions too: no sample, the timeout stays at 600 ms.
    expect(harness.ack(1)).toEqual([2, 3]);
    expect(harness.wait(599)).toEqual([]);
    expect(harness.wait(1)).toEqual([2]);
    harness.wait(100);
    // 5 is sent for the first time: its round trip ends the back-off.
    expect(harness.ack(4)).toEqual([5, 6]);
    harness.wait(100);
    harness.ack(5);
    expect(harness.wait(300)).toEqual([6]);
  });
});
