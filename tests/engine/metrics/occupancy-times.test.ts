import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OccupancyTimes } from '../../../src/engine/metrics/occupancy-times.ts';
import { inStep, run } from './scenario.ts';

test('time by the number of packets', () => {
  const times = new OccupancyTimes();
  times.add(0, 5);
  times.add(2, 10);
  times.add(0, 1);
  expect([...times.drain()]).toEqual([6, 0, 10]);
  expect(times.binPackets).toBe(1);
  times.clear();
  expect([...times.drain()]).toEqual([]);
});

test('any queue fits, and no time is lost when bins are made wider', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(100_000), fc.nat(1_000))), (spans) => {
      const times = new OccupancyTimes();
      for (const [packets, ns] of spans) times.add(packets, ns);
      const bins = times.drain();
      for (const [bin, ns] of bins.entries()) {
        const inside = spans.filter(([packets]) => Math.floor(packets / times.binPackets) === bin);
        expect(ns).toBe(inside.reduce((sum, [, span]) => sum + span, 0));
      }
    }),
  );
});

test('of two sources in step one packet waits half of the time', () => {
  const simulation = run(inStep);
  simulation.advance(1.6e9);
  const { occupancyNs, occupancyBinPackets } = simulation.frame();
  expect(occupancyBinPackets).toBe(1);
  expect([...occupancyNs].map((ns) => ns / 1.6e9)).toEqual([expect.closeTo(0.5, 2), expect.closeTo(0.5, 2)]);
});

test('time before the end of the warm-up does not count', () => {
  const simulation = run({ ...inStep, run: { durationSeconds: 1.6, sampleMs: 16, warmupSeconds: 0.8 } });
  simulation.advance(1.6e9);
  const counted = simulation.frame().occupancyNs.reduce((sum, ns) => sum + ns, 0);
  expect(counted / 1e9).toBeCloseTo(0.8, 1);
});
