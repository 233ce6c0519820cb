/** The shown part of the buffers. */
import { describe, expect, test } from 'vitest';
import { SeriesRows } from '../../../src/app/lanes/series-rows.ts';
import { seriesStride, WAITING_STRIDE } from '../../../src/engine/frame/frame.ts';
import type { StartedLaneData } from '../../../src/engine/frame/lane-data.ts';
import type { ParameterValues } from '../../../src/params/schema.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { shownBufferShare as shareInBox } from '../../../src/view/queue/shown-buffer-share.ts';

const BOX = { top: 38, bottom: 142 };
const shownBufferShare = (lanes: Parameters<typeof shareInBox>[0], isNarrow = false) =>
  shareInBox(lanes, lanes[0] as StartedLaneData, BOX, isNarrow);

/** A lane at each of some times. */
function lanesOf(
  preset: string,
  policy: string,
  times: readonly number[],
  policyValues?: ParameterValues,
): StartedLaneData[] {
  const simulation = openRun({ scenario: findPreset(preset)!, policy, policyValues, seed: 1 });
  const { description } = simulation;
  const series = new SeriesRows(seriesStride(description.classes.length, description.hints.signals.length));
  return times.map((seconds) => {
    simulation.advance(seconds * 1e9);
    const frame = simulation.frame();
    series.writeRows(frame.seriesFrom, frame.series);
    return { frame, description, series: series.snapshot };
  });
}

const laneOf = (preset: string, policy: string, seconds: number, policyValues?: ParameterValues) =>
  lanesOf(preset, policy, [seconds], policyValues)[0]!;

describe('the shown part of the buffers', () => {
  test('is a quarter if queues and thresholds stay below a fifth of the buffer', () => {
    // After the warm-up of 10 s, the queue of PIE is below 100 of 500 packets, and its target is 50.
    const [dualPi2, pie] = ['dualpi2', 'pie'].map((policy) =>
      laneOf('l4s-beside-classic', policy, 14, { variant: 'rfc' }),
    );
    const longest = pie!.frame.occupancyNs.length * pie!.frame.occupancyBinPackets;
    expect(longest).toBeLessThan(100);
    expect(shownBufferShare([dualPi2!, pie!])).toBe(1 / 4);
  });

  test('is the whole buffer while one of the lanes fills it', () => {
    const dualPi2 = laneOf('l4s-beside-classic', 'dualpi2', 14, { variant: 'rfc' });
    const dropTail = laneOf('l4s-beside-classic', 'droptail', 14);
    expect(shownBufferShare([dualPi2])).toBe(1 / 4);
    expect(shownBufferShare([dualPi2, dropTail])).toBe(1);
  });

  test('is the same length in lanes with limits of their own, and grows with their queues', () => {
    const preset = 'l4s-beside-classic';
    const dropTail = laneOf(preset, 'droptail', 14);
    const dualPi2 = laneOf(preset, 'dualpi2', 14, { variant: 'linux' });
    expect([dropTail, dualPi2].map(({ frame }) => frame.limitPackets)).toEqual([500, 10_000]);
    expect(shownBufferShare([dropTail, dualPi2])).toBe(1);
    expect(shownBufferShare([dualPi2, dropTail])).toBe(500 / 10_000);
    // Alone it shows a part of its own limit.
    expect(shownBufferShare([dualPi2])).toBe(1 / 64);
    const deep = laneOf(preset, 'pfifo', 14, { limit: 900 });
    expect(deep.frame.waitingPackets).toBeGreaterThan(500);
    expect(shownBufferShare([deep, dropTail])).toBe(1);
    expect(shownBufferShare([dropTail, deep])).toBe(1);
    // Another unit is not compared.
    const bytes = laneOf(preset, 'bfifo', 14, { limit: 1_500_000 });
    expect(shownBufferShare([dropTail, bytes])).toBe(1);
  });

  test('is the whole buffer above a lens with the same axis', () => {
    expect(shownBufferShare([laneOf('opening', 'droptail', 0.01)])).toBe(1);
  });

  test('has room for every threshold', () => {
    const { frame, description } = laneOf('l4s-beside-classic', 'pie', 14);
    const slow = { ...frame, policyValues: { ...frame.policyValues, targetMs: 60 } };
    // The link sends 200 packets of 1,500 bytes in 60 ms at 40 Mb/s.
    expect(shownBufferShare([{ ...laneOf('l4s-beside-classic', 'pie', 14), frame: slow, description }])).toBe(1);
  });

  test('is the whole buffer before the first frame', () => {
    const started = laneOf('l4s-beside-classic', 'pie', 14, { variant: 'rfc' });
    const waitingLane = { frame: undefined, description: undefined, series: new SeriesRows(1) };
    expect(shownBufferShare([started])).toBe(1 / 4);
    expect(shownBufferShare([started, waitingLane])).toBe(1);
  });

  test('fits the rows if each flow of every lane has one, and stays while they change', () => {
    const times = Array.from({ length: 200 }, (_, index) => 15 + index / 40);
    const [fqLanes, cakeLanes] = ['fq-codel', 'cake-parts'].map((policy) => lanesOf('home-hosts', policy, times));
    const shares = times.map((_, index) => shownBufferShare([fqLanes![index]!, cakeLanes![index]!]));
    // Of 200 packets, 12.5.
    expect(new Set(shares)).toEqual(new Set([1 / 16]));
    // In another lane, all packets are in one queue.
    expect(shownBufferShare([fqLanes![0]!, laneOf('home-hosts', 'droptail', 15)])).toBe(1);
  });

  test('has room for a burst in a row before its window ends, and for the flows of a class in one row', () => {
    const lane = laneOf('home-hosts', 'fq-codel', 15);
    const share = shownBufferShare([lane]);
    const waiting = new Float64Array(60 * WAITING_STRIDE);
    expect(shownBufferShare([{ ...lane, frame: { ...lane.frame, waiting } }])).toBe(2 * share);
    // A narrow queue of 40 px has room for less than nine rows.
    expect(shareInBox([lane], lane, { top: 38, bottom: 78 }, true)).toBeGreaterThan(share);
  });
});
