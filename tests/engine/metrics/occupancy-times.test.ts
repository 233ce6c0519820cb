import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OccupancyTimes } from '../../../src/engine/metrics/occupancy-times.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { inStep, run } from './scenario.ts';

test('time by the number of packets', () => {
  const times = new OccupancyTimes();
  times.add(0, 5);
  times.add(2, 10);
  times.add(0, 1);
  expect([...times.drain()]).toEqual([6, 0, 10]);
  expect(times.binSteps).toBe(1);
  times.clear();
  expect([...times.drain()]).toEqual([]);
});

test('lengths are rounded to steps, so that packets of one size give one step each', () => {
  const times = new OccupancyTimes(1500);
  for (const packets of [0, 1, 2, 3]) times.addLength(1500 * packets, 10);
  times.addLength(1500 + 700, 1);
  times.addLength(1500 + 800, 2);
  expect([...times.drain()]).toEqual([10, 11, 12, 10]);
});

test('a buffer in bytes measures its bytes, from the end of the warm-up', () => {
  const simulation = openRun({ scenario: findPreset('mobile-link')!, policy: 'droptail', seed: 1 });
  simulation.advance(8e9);
  const { byteOccupancyNs, byteOccupancyStepBytes, byteOccupancyBinSteps, occupancyNs, occupancyBinPackets } =
    simulation.frame();
  expect(byteOccupancyStepBytes).toBe(1500);
  const totalNs = byteOccupancyNs.reduce((sum, ns) => sum + ns, 0);
  expect(totalNs / 1e9).toBeCloseTo(3, 6);
  expect([byteOccupancyBinSteps, occupancyBinPackets]).toEqual([1, 1]);
  // Nearly all packets are as long as a step. So the mean of the steps is the mean number of packets, less some pings.
  const mean = (bins: Float64Array) => bins.reduce((sum, ns, bin) => sum + bin * ns, 0) / totalNs;
  expect(mean(byteOccupancyNs)).toBeGreaterThan(20);
  expect(mean(byteOccupancyNs)).toBeLessThan(mean(occupancyNs));
  expect(mean(byteOccupancyNs)).toBeGreaterThan(mean(occupancyNs) - 1);
});

test('without flows, the step is a full packet: flows can begin later', () => {
  const scenario = findPreset('mobile-link')!;
  const sources = Object.fromEntries(
    Object.entries(scenario.sources).map(([id, source]) => [id, { ...source, flows: 0 }]),
  );
  const simulation = openRun({ scenario: { ...scenario, sources } as typeof scenario, policy: 'droptail', seed: 1 });
  expect(simulation.frame().byteOccupancyStepBytes).toBe(1500);
});

test('a buffer in packets measures no bytes', () => {
  const simulation = run(inStep);
  simulation.advance(1e9);
  expect(simulation.frame().byteOccupancyNs).toHaveLength(0);
});

test('any queue fits, and no time is lost when bins are made wider', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(100_000), fc.nat(1_000))), (spans) => {
      const times = new OccupancyTimes();
      for (const [packets, ns] of spans) times.add(packets, ns);
      const bins = times.drain();
      for (const [bin, ns] of bins.entries()) {
        const inside = spans.filter(([packets]) => Math.floor(packets / times.binSteps) === bin);
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
