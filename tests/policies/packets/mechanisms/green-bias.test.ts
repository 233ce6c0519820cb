/** The control loop for the green bias, worked by hand. */
import { describe, expect, test } from 'vitest';
import { pftkPacketsPerSecond } from '../../../../src/engine/transport/pftk.ts';
import { BLUE_INDEX, GREEN_INDEX, GreenBias } from '../../../../src/policies/packets/mechanisms/green-bias.ts';

/** One period: numbers of arrivals and losses, and the average wait. */
function period(bias: GreenBias, colour: number, arrived: number, dropped: number, waitedMs: number): void {
  for (let packet = 0; packet < arrived; packet++) bias.onArrival(colour);
  for (let packet = 0; packet < dropped; packet++) bias.onDrop(colour);
  for (let packet = 0; packet < arrived - dropped; packet++) bias.onStart(colour, waitedMs * 1e6);
}

const kilobits = (loss: number, waitSeconds: number) =>
  8 * 1500 * pftkPacketsPerSecond(loss, 0.1 + waitSeconds, 4 * (0.1 + waitSeconds));

describe('the estimates', () => {
  test('are unknown at first, then those of the first period', () => {
    const bias = new GreenBias(1);
    expect(bias.rateBps(BLUE_INDEX)).toBe(0);
    period(bias, BLUE_INDEX, 100, 2, 400);
    bias.advance(0.999e9, true);
    expect(bias.rateBps(BLUE_INDEX)).toBe(0);
    bias.advance(1e9, true);
    expect(bias.rateBps(BLUE_INDEX)).toBeCloseTo(kilobits(0.02, 0.4), 6);
    expect(bias.rateBps(GREEN_INDEX)).toBe(0);
  });

  test('a later period counts a quarter', () => {
    const bias = new GreenBias(1);
    period(bias, GREEN_INDEX, 100, 4, 10);
    bias.advance(1e9, true);
    period(bias, GREEN_INDEX, 100, 8, 30);
    bias.advance(2e9, true);
    expect(bias.rateBps(GREEN_INDEX)).toBeCloseTo(kilobits(0.05, 0.015), 6);
  });

  test('a silent period changes nothing', () => {
    const bias = new GreenBias(1);
    period(bias, GREEN_INDEX, 100, 4, 10);
    bias.advance(5e9, true);
    expect(bias.rateBps(GREEN_INDEX)).toBeCloseTo(kilobits(0.04, 0.01), 6);
  });
});

describe('the loop', () => {
  function closedLoop(greenWaitMs: number, seconds: number, closed = true, start = 1): GreenBias {
    const bias = new GreenBias(start);
    for (let second = 1; second <= seconds; second++) {
      period(bias, BLUE_INDEX, 100, 2, 400);
      period(bias, GREEN_INDEX, 100, 2, greenWaitMs);
      bias.advance(second * 1e9, closed);
    }
    return bias;
  }

  test('takes bias from green while green would get more: by a tenth of the logarithm of the ratio', () => {
    // With equal losses the rates are as the round trips: 110 and 500 ms.
    expect(closedLoop(10, 1).bias).toBeCloseTo(1 + 0.1 * Math.log(0.11 / 0.5), 10);
  });

  test('ends at 0, and comes back to 1', () => {
    expect(closedLoop(10, 20).bias).toBe(0);
    expect(closedLoop(900, 40, true, 0).bias).toBe(1);
  });

  test('leaves the bias alone while it is open, and while nothing is lost', () => {
    expect(closedLoop(10, 20, false).bias).toBe(1);
    const lossless = new GreenBias(0.5);
    period(lossless, BLUE_INDEX, 100, 2, 400);
    period(lossless, GREEN_INDEX, 100, 0, 10);
    lossless.advance(1e9, true);
    expect(lossless.bias).toBe(0.5);
  });
});
