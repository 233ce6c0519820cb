import { expect, test } from 'vitest';
import {
  SERIES_CLASS_STRIDE,
  SERIES_FIXED_COLUMN_COUNT,
  SeriesClassColumn,
  SeriesColumn,
  seriesStride,
} from '../../../src/engine/frame/frame.ts';
import { withValue } from '../../../src/engine/scenario/scenario.ts';
import { inStep, run } from './scenario.ts';

const STRIDE = seriesStride(2, 0);

/** The rows of a series as objects. */
function rows(series: Float64Array) {
  return Array.from({ length: series.length / STRIDE }, (_, index) => {
    const at = index * STRIDE;
    const named = (columns: Record<string, number>, from: number) =>
      Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, series[from + column] as number]));
    return {
      ...named(SeriesColumn, at),
      classes: [0, 1].map((item) =>
        named(SeriesClassColumn, at + SERIES_FIXED_COLUMN_COUNT + item * SERIES_CLASS_STRIDE),
      ),
    } as Record<string, number> & { classes: Record<string, number>[] };
  });
}

test('one row for each window', () => {
  const simulation = run(inStep);
  simulation.advance(0.16e9);
  const all = rows(simulation.frame().series);
  expect(all.map(({ timeNs }) => timeNs)).toEqual(Array.from({ length: 10 }, (_, index) => (index + 1) * 16e6));
  // Packets come 8 us after the window's start and wait 8 ms: half of the window, one packet.
  for (const row of all.slice(1)) {
    expect(row.meanWaitingPackets).toBeCloseTo(0.5, 6);
    expect(row.maxWaitingPackets).toBe(1);
    expect(row.busy).toBe(1);
    expect(row.meanDelayNs).toBeCloseTo(4e6, -1);
    expect((row.p95DelayNs as number) / 8e6).toBeCloseTo(1, 2);
    expect(row.classes[0]?.throughputBps).toBeCloseTo(0.48e6, 6);
    expect(row.classes[0]?.meanDelayNs).toBe(0);
    expect(row.classes[1]?.meanDelayNs).toBeCloseTo(8e6, -1);
    expect(row.classes[1]?.drops).toBe(0);
  }
});

test('a window without packets has no delay', () => {
  const simulation = run(withValue(inStep, 'sources.second.flows', 0));
  simulation.advance(0.16e9);
  for (const { classes, busy } of rows(simulation.frame().series)) {
    expect(classes[1]?.meanDelayNs).toBeNaN();
    expect(busy).toBe(0.5);
  }
  const silent = run(withValue(withValue(inStep, 'sources.second.flows', 0), 'sources.first.flows', 0));
  silent.advance(0.16e9);
  for (const row of rows(silent.frame().series)) {
    expect(row.meanDelayNs).toBeNaN();
    expect(row.p95DelayNs).toBeNaN();
    expect(row.meanWaitingPackets).toBe(0);
  }
});

test('rows are handed out once', () => {
  const simulation = run(inStep);
  const times: number[] = [];
  for (const ms of [5, 40, 41, 500, 1600]) {
    simulation.advance(ms * 1e6);
    times.push(...rows(simulation.frame().series).map(({ timeNs }) => timeNs as number));
  }
  expect(times).toEqual(Array.from({ length: 100 }, (_, index) => (index + 1) * 16e6));
});

test('a run without readers keeps all its rows', () => {
  const simulation = run({ ...inStep, run: { durationSeconds: 1.6, sampleMs: 1 } });
  simulation.advance(simulation.endNs);
  expect(rows(simulation.frame().series).map(({ timeNs }) => timeNs)).toEqual(
    Array.from({ length: 1_600 }, (_, index) => (index + 1) * 1e6),
  );
});

test('windows add up to the totals', () => {
  const simulation = run(inStep);
  simulation.advance(simulation.endNs);
  const frame = simulation.frame();
  const bits = rows(frame.series).reduce((sum, row) => sum + (row.classes[0]?.throughputBps as number) * 0.016, 0);
  expect(bits / 8).toBeCloseTo(frame.classes[7] as number, 6);
});
