import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pftkPacketsPerSecond } from '../../../src/engine/transport/pftk.ts';

describe('the rate of a TCP-friendly flow', () => {
  test('by hand: 1 % lost, 100 ms, timeout 400 ms, 1,000 bytes', () => {
    // R sqrt(2p/3) = 0.0081650; 3 sqrt(3p/8) = 0.183712; p (1 + 32 p^2) = 0.010032; together 0.0089022 s a packet.
    expect(1000 * pftkPacketsPerSecond(0.01, 0.1, 0.4)).toBeCloseTo(112_332, -1);
  });

  test('for few losses it is sqrt(3/2p) packets a round trip', () => {
    expect(pftkPacketsPerSecond(1e-8, 0.1, 0.4) * 0.1 * Math.sqrt((2 * 1e-8) / 3)).toBeCloseTo(1, 3);
  });

  test('delayed acknowledgements cost a factor of sqrt(2) there', () => {
    expect(pftkPacketsPerSecond(1e-8, 0.1, 0.4, 1) / pftkPacketsPerSecond(1e-8, 0.1, 0.4, 2)).toBeCloseTo(
      Math.SQRT2,
      3,
    );
  });

  test('falls with losses and with the round trip', () => {
    const losses = fc.double({ min: 1e-6, max: 0.5, noNaN: true });
    const rtts = fc.double({ min: 1e-3, max: 2, noNaN: true });
    fc.assert(
      fc.property(losses, rtts, (loss, rtt) => {
        const rate = pftkPacketsPerSecond(loss, rtt, 4 * rtt);
        expect(pftkPacketsPerSecond(loss * 1.5, rtt, 4 * rtt)).toBeLessThan(rate);
        expect(pftkPacketsPerSecond(loss, rtt * 1.5, 6 * rtt)).toBeLessThan(rate);
      }),
    );
  });
});
