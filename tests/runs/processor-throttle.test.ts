import { expect, test } from 'vitest';
import { ProcessorThrottle } from '../../src/runs/processor-throttle.ts';

test.each([
  // Half a processor of two for four lanes; two and a half of four for two lanes, up to the limit; a single processor.
  [2, 4, 0.125],
  [4, 2, 0.8],
  [1, 2, 0.1],
  [undefined, 2, 0.25],
])('%s processors and %s lanes: each lane takes %s of a processor', (processors, lanes, share) => {
  expect(new ProcessorThrottle(processors, lanes).processorShare).toBe(share);
});

test('work and pauses are in the ratio of the share, and no pause is shorter than a timer', () => {
  for (const [processors, lanes] of [
    [2, 4],
    [4, 2],
    [2, 3],
  ] as const) {
    const pace = new ProcessorThrottle(processors, lanes);
    let pausesMs = 0;
    const busyMs = 1.5;
    for (let slice = 0; slice < 1_000; slice++) {
      const pauseMs = pace.pauseMs(busyMs);
      if (pauseMs > 0) expect(pauseMs).toBeGreaterThanOrEqual(4);
      pausesMs += pauseMs;
    }
    expect((1_000 * busyMs) / (1_000 * busyMs + pausesMs)).toBeCloseTo(pace.processorShare, 2);
  }
});
