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
    const throttle = new ProcessorThrottle(processors, lanes);
    const busyMs = 1.5;
    let nowMs = 100;
    for (let slice = 0; slice < 1_000; slice++) {
      const pauseMs = throttle.pauseMs(nowMs);
      if (pauseMs > 0) expect(pauseMs).toBeGreaterThanOrEqual(4);
      nowMs += pauseMs;
      throttle.addWork(nowMs, nowMs + busyMs);
      nowMs += busyMs;
    }
    expect((1_000 * busyMs) / (nowMs - 100)).toBeCloseTo(throttle.processorShare, 2);
  }
});

test('a pause goes on when something else interrupts it', () => {
  // An eighth of a processor: 2 ms of work, then 14 ms of pause.
  const throttle = new ProcessorThrottle(2, 4);
  throttle.addWork(1_000, 1_002);
  expect(throttle.pauseMs(1_002)).toBe(14);
  expect(throttle.pauseMs(1_010)).toBe(6);
  expect(throttle.pauseMs(1_016)).toBe(0);
  // A long rest is not saved for later work.
  throttle.addWork(2_000, 2_002);
  expect(throttle.pauseMs(2_002)).toBe(14);
});

/** Share of a processor that 1 000 slices of 2 ms take, if the page draws a frame every `frameMs`. */
function shareTaken(throttle: ProcessorThrottle, frameMs: number): number {
  let nowMs = 10_000;
  let nextFrameMs = nowMs;
  const drawUntil = (endMs: number) => {
    for (; nextFrameMs <= endMs; nextFrameMs += frameMs) throttle.addFrame(nextFrameMs);
  };
  // One second until the mean time between frames is known.
  nowMs += 1_000;
  drawUntil(nowMs);
  const beganMs = nowMs;
  for (let slice = 0; slice < 1_000; slice++) {
    throttle.addWork(nowMs, nowMs + 2);
    nowMs += 2 + throttle.pauseMs(nowMs + 2);
    drawUntil(nowMs);
  }
  return 2_000 / (nowMs - beganMs);
}

test('a lane leaves the processors to a page that draws fewer than 40 frames per second', () => {
  const lane = () => new ProcessorThrottle(2, 4);
  expect(shareTaken(lane(), 1000 / 60)).toBeCloseTo(0.125, 3);
  expect(shareTaken(lane(), 1000 / 41)).toBeCloseTo(0.125, 3);
  expect(shareTaken(lane(), 1000 / 39)).toBeCloseTo(0.125 / 8, 3);
  expect(shareTaken(lane(), 200)).toBeCloseTo(0.125 / 8, 3);
  // The page does not play.
  expect(shareTaken(lane(), Number.POSITIVE_INFINITY)).toBeCloseTo(0.125, 3);
  // The other processors are enough for the page.
  expect(shareTaken(new ProcessorThrottle(8, 2), 40)).toBeCloseTo(0.8, 3);
});

test('a page that plays after a rest begins with the whole share', () => {
  const throttle = new ProcessorThrottle(2, 4);
  for (let nowMs = 0; nowMs <= 1_000; nowMs += 50) throttle.addFrame(nowMs);
  throttle.addWork(1_000, 1_002);
  expect(throttle.pauseMs(1_002)).toBeCloseTo(8 * 16 - 2, 6);
  throttle.addFrame(2_000);
  throttle.addFrame(2_017);
  throttle.addWork(2_017, 2_019);
  expect(throttle.pauseMs(2_019)).toBeCloseTo(14, 6);
});
