import { describe, expect, test } from 'vitest';
import { policer } from '../../../src/policies/packets/policer.ts';
import { randomFrom } from '../../random.ts';
import { PolicyHarness } from './policy-harness.ts';

/** A token rate of 800 kbit/s is one byte every 10 µs. */
const TOKEN_RATE_BPS = 800e3;
const policerOf = (burstBytes: number, options = {}) =>
  new PolicyHarness(policer, { tokenRateBps: TOKEN_RATE_BPS, burstBytes }, options);

function offerAt(harness: PolicyHarness, timeMs: number, bytes = 1000) {
  harness.host.nowNs = timeMs * 1e6;
  return harness.offer(bytes);
}

const tokensOf = (harness: PolicyHarness) => {
  const into = new Float64Array(1);
  harness.policy.signals(into);
  return into[0];
};

describe('a bucket of 3,000 bytes, by hand', () => {
  test('passes its burst at once, then one packet of 1,000 bytes every 10 ms', () => {
    const harness = policerOf(3000);
    const arrivals = [
      [0, 'conforms', 3000],
      [0, 'conforms', 2000],
      [0, 'conforms', 1000],
      [0, 'exceeds', 0],
      [9.99, 'exceeds', 999],
      [10, 'conforms', 1000],
      [15, 'exceeds', 500],
      [25, 'conforms', 1500],
      // 500 bytes are left at 25 ms, so 1,000 at 30 ms.
      [30, 'conforms', 1000],
    ] as const;
    for (const [timeMs, reason, tokens] of arrivals)
      expect(offerAt(harness, timeMs), `${timeMs} ms`).toMatchObject({ reason, operands: { tokens, bytes: 1000 } });
    expect(harness.policy.waitingPackets()).toBe(6);
  });

  test('holds no more than its burst after a pause, and judges a packet by its size', () => {
    const harness = policerOf(3000);
    offerAt(harness, 0, 3000);
    expect(offerAt(harness, 1000, 3001).reason).toBe('exceeds');
    expect(offerAt(harness, 1000, 2999)).toMatchObject({ reason: 'conforms', operands: { tokens: 3000 } });
    expect(offerAt(harness, 1000, 1).reason).toBe('conforms');
    expect(offerAt(harness, 1000, 1).reason).toBe('exceeds');
  });

  test('takes the tokens of a packet that finds the buffer full', () => {
    const harness = policerOf(3000, { limitPackets: 1 });
    expect(offerAt(harness, 0).reason).toBe('conforms');
    expect(offerAt(harness, 0)).toMatchObject({ reason: 'full', verdict: 'drop' });
    expect(tokensOf(harness)).toBe(1000);
  });

  test('fills at the old rate until a change, and loses the tokens that a smaller bucket cannot hold', () => {
    const harness = policerOf(3000);
    offerAt(harness, 0, 3000);
    harness.host.nowNs = 10e6;
    harness.configure({ tokenRateBps: 1600e3 });
    expect(tokensOf(harness)).toBe(1000);
    harness.host.nowNs = 20e6;
    expect(tokensOf(harness)).toBe(3000);
    harness.configure({ burstBytes: 1200 }).configure({ burstBytes: 3000 });
    expect(tokensOf(harness)).toBe(1200);
  });
});

test('in no interval does more pass than the burst and the tokens of the interval', () => {
  const harness = policerOf(5000);
  const random = randomFrom(7);
  const passed: [timeMs: number, bytes: number][] = [];
  let timeMs = 0;
  for (let packet = 0; packet < 400; packet++) {
    timeMs += random() < 0.8 ? random() * 5 : random() * 100;
    const bytes = 40 + Math.floor(random() * 1461);
    if (offerAt(harness, timeMs, bytes).verdict === 'accept') passed.push([timeMs, bytes]);
  }
  const excesses = passed.flatMap(([startMs], first) => {
    let sum = 0;
    return passed.slice(first).map(([endMs, bytes]) => {
      sum += bytes;
      return sum - 5000 - (TOKEN_RATE_BPS * (endMs - startMs)) / 8e3;
    });
  });
  expect(excesses.length).toBeGreaterThan(1000);
  expect(Math.max(...excesses)).toBeLessThan(1e-6);
  expect(Math.max(...excesses)).toBeGreaterThan(-1500);
});

// The missing tokens of a bucket of K packets are the work in an M/D/1/K queue. Its loss is rho / (1 + rho) with K = 1
// (Erlang) and 1 - 1 / (rho + exp(-rho)) with K = 2. With 40,000 arrivals, four standard deviations are below 0.012.
test.each([
  [1, 0.5, 0.5 / 1.5],
  [1, 1.5, 1.5 / 2.5],
  [2, 0.8, 1 - 1 / (0.8 + Math.exp(-0.8))],
  [2, 1.5, 1 - 1 / (1.5 + Math.exp(-1.5))],
])('of Poisson arrivals a bucket of %i packets at load %d drops the share of M/D/1/K', (packets, load, share) => {
  const harness = policerOf(1000 * packets);
  harness.host.explaining = false;
  const random = randomFrom(packets + 10 * load);
  const arrivals = 40_000;
  let dropped = 0;
  let timeMs = 0;
  for (let arrival = 0; arrival < arrivals; arrival++) {
    timeMs += (-Math.log(1 - random()) * 10) / load;
    if (offerAt(harness, timeMs).verdict === 'drop') dropped++;
    else harness.take();
  }
  expect(Math.abs(dropped / arrivals - share)).toBeLessThan(0.012);
});

test('a bucket that is smaller than the largest packet gets a caution', () => {
  const link = { rateBps: 1e6, largestPacketBytes: 1500, sendsL4s: false };
  expect(policer.caution?.({ tokenRateBps: 1e6, burstBytes: 1499 }, link)).toMatch(/No packet of this size passes/);
  expect(policer.caution?.({ tokenRateBps: 1e6, burstBytes: 1500 }, link)).toBeUndefined();
});
