/** The lines of a measurement in the rows of a plot. */
import { expect, test } from 'vitest';
import type { LaneData } from '../../../src/engine/frame/lane-data.ts';
import type { BesideSeries } from '../../../src/measurements/beside/beside-plots.ts';
import { plotsOverTime } from '../../../src/plots/all-plots.ts';
import { required } from '../../../src/shared/required.ts';
import { comparedLine, withBesideLines } from '../../../src/ui/plots/beside-lines.ts';
import type { DrawingTheme } from '../../../src/view/draw/palette.ts';
import type { PlotRow } from '../../../src/view/plots/plot-model.ts';

const SERIES: BesideSeries = {
  name: 'ping.txt',
  plot: 'round-trip',
  countedBy: 'ping',
  timesSeconds: Float64Array.of(10, 11, 12),
  samples: Float64Array.of(30, 50, 70),
};
const kindOf = (id: string) => required(plotsOverTime.find((kind) => kind.id === id));
const theme = { muted: 'grey' } as DrawingTheme;
const row = (isStrip: boolean): PlotRow => ({ name: '', glyph: undefined, lines: [], references: [], isStrip });
const time = { fromSeconds: 0, untilSeconds: 1.5, basis: 'counted' } as const;

test('only the plot of its quantity has it; each strip does, and of the rows of classes the first', () => {
  const shown = { series: [SERIES], shiftSeconds: 10 };
  const counts = (id: string, isStrip: boolean) =>
    withBesideLines(kindOf(id), [row(isStrip), row(isStrip)], shown, time, theme, undefined).map(
      ({ lines }) => lines.length,
    );
  expect(counts('round-trip', true)).toEqual([1, 1]);
  expect(counts('round-trip', false)).toEqual([1, 0]);
  expect(counts('total', true)).toEqual([0, 0]);
});

test('the shift moves it, and its mean is that of the counted time', () => {
  const [first] = withBesideLines(
    kindOf('round-trip'),
    [row(true)],
    { series: [SERIES], shiftSeconds: 10 },
    time,
    theme,
    undefined,
  );
  const line = required(first?.lines[0]);
  expect([0, 1, 2].map(line.timeSeconds)).toEqual([0, 1, 2]);
  expect(line).toMatchObject({ mean: 50, rowCount: 3, colour: 'grey', lane: undefined });
});

test('of rows of classes, that of the pings has what probes measured', () => {
  const classes = [
    { id: 'download', label: 'download', kind: 'tcp' },
    { id: 'ping', label: 'ping', kind: 'ping', timed: 'roundTrip' },
  ];
  const lane = { description: { classes, sampleNs: 1e8 }, series: { rowCount: 0, at: () => 0 } } as unknown as LaneData;
  const rows = classes.map(({ label }, classIndex) => ({ ...row(false), name: label, classIndex }));
  const counts = (plot: BesideSeries['plot'], id: string) =>
    withBesideLines(kindOf(id), rows, { series: [{ ...SERIES, plot }], shiftSeconds: 10 }, time, theme, lane).map(
      ({ lines }) => lines.length,
    );
  expect(counts('lost-probes', 'drops')).toEqual([0, 1]);
  expect(counts('drops', 'drops')).toEqual([1, 0]);
  expect(counts('class-delay', 'class-delay')).toEqual([0, 1]);
  const item = { ...SERIES, plot: 'lost-probes' } as const;
  expect(comparedLine(item, kindOf('drops'), lane)?.key).toBe('ping');
});
