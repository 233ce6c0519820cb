/** The colours of sources: choices by hand, and the packets of a run. */
import { expect, test } from 'vitest';
import { colourDelayMs } from '../../../src/engine/figures/run-figures.ts';
import {
  CLASS_STRIDE,
  ClassColumn,
  DEPARTURE_STRIDE,
  DepartureColumn,
  type Frame,
  type RunDescription,
  SeriesColumn,
  SourceColour,
} from '../../../src/engine/frame/frame.ts';
import { PacketFlag } from '../../../src/engine/packets/packet.ts';
import { coloursPlot } from '../../../src/plots/over-time/colours.ts';
import { greenPacketShare } from '../../../src/quantities/figures/colour-counts.ts';
import {
  greenSourceShare,
  greenTimeShare,
  hasColourChoices,
} from '../../../src/quantities/figures/colour-histories.ts';
import { comparableQuantities } from '../../../src/quantities/findings/comparable-quantities.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { lineMean } from '../../../src/ui/plots/plot-rows.ts';

const { green, blue, silent } = SourceColour;

test('a source is green, blue, silent and green again; its silence counts as not green', () => {
  const description = { classes: [{ label: 'blue' }, { label: 'voice' }] } as unknown as RunDescription;
  const colours = [
    ...[1, 0.2e9, green],
    ...[2, 0.5e9, blue],
    ...[1, 3e9, blue],
    ...[1, 5e9, silent],
    ...[1, 6.5e9, green],
  ];
  // Flow 0 is blue TCP; flows 1 and 2 are voices. The run is at 8 s.
  const flows = Float64Array.from([...[0, 0], ...[1, 0], ...[1, 0]]);
  const frame = { colours: Float64Array.from(colours), flows, timeNs: 8e9 };
  const series = {
    rowCount: 9,
    at: (row: number, column: number) => (column === SeriesColumn.timeNs ? (row + 1) * 1e9 : 0),
  };
  const lines = coloursPlot.lines({ description, frame: frame as unknown as Frame, series });
  expect(lines.map(({ label }) => label)).toEqual(['voice 1', 'voice 2']);
  const rows = Array.from({ length: series.rowCount }, (_, row) => row);
  // A window has the colour of its end. The choice at 3 s is after the window that ends there.
  expect(rows.map((row) => lines[0]!.value(row))).toEqual([100, 100, 100, 0, 0, Number.NaN, 100, 100, Number.NaN]);
  expect(rows.map((row) => lines[0]!.sampleValue!(row))).toEqual([100, 100, 100, 0, 0, 0, 100, 100, 0]);
  expect(rows.slice(0, 8).map((row) => lines[1]!.value(row))).toEqual(Array(8).fill(0));
  // The figure of a source is of the same quantity as its bar: 5 of 8 s are green.
  const greenPercents = lines.map((line) =>
    lineMean({ series } as never, line, { fromSeconds: 0, untilSeconds: 8, basis: 'counted' }),
  );
  expect(greenPercents).toEqual([62.5, 0]);
});

test('the green packets of a run are those that it sends, and each source sends mostly its colour', () => {
  const simulation = openRun({ scenario: findPreset('abe-voice')!, policy: 'abe-dsd', seed: 1, recordsPackets: true });
  const sent = new Map<number, { green: number; all: number }>();
  let greenPackets = 0;
  for (let step = 1; step <= 200; step++) {
    simulation.advance(step * 100e6);
    const { departures } = simulation.frame();
    for (let row = 0; row < departures.length; row += DEPARTURE_STRIDE) {
      const isGreen = ((departures[row + DepartureColumn.flags] as number) & PacketFlag.green) !== 0;
      greenPackets += isGreen ? 1 : 0;
      const flow = departures[row + DepartureColumn.flow] as number;
      const counts = sent.get(flow) ?? { green: 0, all: 0 };
      // From 5 s on, the second voice is green all the time, and the third one is blue.
      if (step > 50) sent.set(flow, { green: counts.green + (isGreen ? 1 : 0), all: counts.all + 1 });
    }
  }
  const frame = simulation.frame();
  const counted = frame.classes[CLASS_STRIDE + ClassColumn.greenPackets] as number;
  expect(frame.classes[ClassColumn.greenPackets]).toBe(0);
  expect(Math.abs(counted - greenPackets)).toBeLessThanOrEqual(1);
  const shares = [7, 8].map((flow) => (sent.get(flow)?.green ?? 0) / (sent.get(flow)?.all ?? 0));
  expect(shares[0]).toBeCloseTo(0.9, 1);
  expect(shares[1]).toBeCloseTo(0.1, 1);
  // Green waits at most d = 20 ms, and blue hundreds of milliseconds.
  expect(colourDelayMs(frame.measured, 'green')).toBeLessThan(20);
  expect(colourDelayMs(frame.measured, 'blue')).toBeGreaterThan(200);
  expect(greenPacketShare(frame.measured, 1)).toBeGreaterThan(0.3);
  const { description, seriesStride: stride } = simulation;
  const at = (row: number, column: number) => frame.series[row * stride + column] as number;
  const found = comparableQuantities([{ description, frame, series: { rowCount: 0, at } }]);
  expect(found.map(({ name }) => name)).toEqual(['green delay', 'time in green', 'TCP goodput']);
});

test('the time in green is the mean share of the sources since the warm-up, by hand', () => {
  // Flow 0 is of another class. Flow 1 is green from 4 to 10 s and from 16 s on, flow 2 from 8 s on.
  const choices = [
    [0, 0, green],
    [1, 0, silent],
    [1, 4, green],
    [1, 10, blue],
    [1, 16, green],
    [2, 1, blue],
    [2, 8, green],
  ];
  const frame = {
    timeNs: 20e9,
    measured: { spanNs: 15e9 },
    colours: Float64Array.from(choices.flatMap(([flow, seconds, colour]) => [flow!, seconds! * 1e9, colour!])),
    flows: Float64Array.from([0, 1, 1].flatMap((classIndex) => [classIndex, 0])),
  } as unknown as Frame;
  // Of 15 s from 5 s on: 5 + 4 s and 12 s.
  expect(greenTimeShare(frame, 1)).toBeCloseTo((9 + 12) / 30, 12);
  expect(greenTimeShare(frame, 0)).toBe(1);
  expect([3, 6, 9, 12, 18].map((seconds) => greenSourceShare(frame, 1, seconds * 1e9))).toEqual([0, 0.5, 1, 0.5, 1]);
  expect([0, 1, 2].map((index) => hasColourChoices(frame, index))).toEqual([true, true, false]);
});
