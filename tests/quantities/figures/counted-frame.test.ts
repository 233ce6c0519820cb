/** The figures at the very end of the warm-up are those of the warm-up. */
import { expect, test } from 'vitest';
import { meanDelayMs } from '../../../src/engine/figures/run-figures.ts';
import type { StartedLaneData } from '../../../src/engine/frame/lane-data.ts';
import { countedFrame, countsFromStart } from '../../../src/quantities/figures/counted-frame.ts';
import { findScenarioDelay, laneFigures } from '../../../src/quantities/figures/lane-figures.ts';
import { required } from '../../../src/shared/required.ts';
import { opened, seek } from '../../app/opened-page.ts';

/** @param exploredSeconds the run is explored to this time before */
function lanesAt(hash: string, seconds: number, exploredSeconds = seconds): readonly StartedLaneData[] {
  const page = opened(hash);
  seek(page, exploredSeconds);
  seek(page, seconds);
  return page.state.lanes.map(({ description, frame, series }) => ({
    description: required(description),
    frame: required(frame),
    series,
  }));
}

test('at the end of the warm-up the figures are nearly those of the moment before it', () => {
  const hash = '#v=1&p=mobile-link&run.warmupSeconds=3';
  const [before] = lanesAt(hash, 2.999999);
  const [end] = lanesAt(hash, 3);
  const [later] = lanesAt(hash, 3.1);
  if (before === undefined || end === undefined || later === undefined) throw new Error('no lanes');
  expect([before, end, later].map(countsFromStart)).toEqual([true, true, false]);
  // The counters of the frame itself have begun again.
  expect(meanDelayMs(end.frame.measured)).toBeNaN();
  const [figures, expected] = [end, before].map((lane) => required(laneFigures(countedFrame(lane))));
  for (const name of ['delayMs', 'dropRate', 'linkBusyShare'] as const)
    expect(figures?.[name] ?? Number.NaN).toBeCloseTo(expected?.[name] ?? 0, 2);
  const [ping, expectedPing] = [end, before].map(
    (lane) => findScenarioDelay(lane.description, required(countedFrame(lane)))?.meanMs,
  );
  expect(ping).toBeCloseTo(expectedPing ?? 0, 0);
  expect(countedFrame(before)).toBe(before.frame);
  expect(countedFrame(later)).toBe(later.frame);
});

test('later windows of an explored run do not count', () => {
  const hash = '#v=1&p=mobile-link&run.warmupSeconds=3';
  const pingMs = ([lane]: readonly StartedLaneData[]) =>
    lane && findScenarioDelay(lane.description, required(countedFrame(lane)))?.meanMs;
  expect(pingMs(lanesAt(hash, 0, 3.1))).toBeNaN();
  expect(pingMs(lanesAt(hash, 3, 20))).toBeCloseTo(pingMs(lanesAt(hash, 3)) ?? Number.NaN, 9);
});

test('a run without a warm-up counts from its first event as it is', () => {
  const [start] = lanesAt('#v=1&p=single-tcp', 0);
  if (start === undefined) throw new Error('no lane');
  expect(countsFromStart(start)).toBe(false);
  expect(countedFrame(start)).toBe(start.frame);
});
