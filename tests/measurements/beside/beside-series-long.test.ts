/** Series of measurements on the time base of a run. */
import { expect, test } from 'vitest';
import { MAX_BESIDE_SAMPLES } from '../../../src/measurements/beside/beside-plots.ts';
import { besideSeriesOf } from '../../../src/measurements/beside/beside-series.ts';
import { type MeasuredSeries, measurementOf } from '../../../src/measurements/measurement.ts';
import { excerpt, measured, seriesOf } from '../measured.ts';

const PING = { name: 'ping.txt', measurement: measured(excerpt('pfifo-ping-down.txt')) };
const IPERF = { name: 'iperf3.json', measurement: measured(excerpt('pfifo-tcp-down.json')) };

const seriesWith = (parts: Partial<MeasuredSeries>): MeasuredSeries => ({
  name: 'a series',
  quantity: 'delay',
  unit: 'ms',
  direction: 'round trip',
  countedBy: 'a host',
  timeOf: 'a probe',
  timesSeconds: Float64Array.of(0, 1),
  samples: Float64Array.of(10, 20),
  ...parts,
});
const fileOf = (...series: MeasuredSeries[]) => ({
  name: 'a file',
  measurement: measurementOf({ format: 'ping', tool: 'a tool', clock: 'none', values: {}, series }),
});

test('files with clocks have one time base, whose zero is the start of the load', () => {
  const [ping, goodput, lost] = besideSeriesOf([PING, IPERF], 'down');
  expect([ping?.plot, goodput?.plot, lost?.plot]).toEqual(['round-trip', 'total', 'lost-probes']);
  const lead = (IPERF.measurement.transfers[0]?.startUnixSeconds ?? 0) - (PING.measurement.startUnixSeconds ?? 0);
  expect(lead).toBeGreaterThan(1);
  expect(ping?.timesSeconds[0]).toBeCloseTo(-lead, 6);
  expect(ping?.samples).toEqual(seriesOf(PING.measurement, 'round trip').samples);
  // The files tell that the ping ran beside a download.
  expect(besideSeriesOf([PING, IPERF], 'up')).toEqual([]);
});

test('round trips of the idle line, or beside a load the other way, are not compared with a run', () => {
  const flat = { ...fileOf(seriesWith({ samples: Float64Array.of(30, 30.1) })), name: 'idle.txt' };
  const loaded = { ...fileOf(seriesWith({ samples: Float64Array.of(30, 150) })), name: 'loaded.txt' };
  const names = (files: Parameters<typeof besideSeriesOf>[0], direction: 'down' | 'up' = 'down') =>
    besideSeriesOf(files, direction).map(({ name }) => name.split(':')[0]);
  // Nothing tells that it was idle: it comes after those that wait, and before rates.
  expect(names([IPERF, flat, loaded])).toEqual(['loaded.txt', 'idle.txt', 'iperf3.json']);
  expect(names([{ ...flat, givenDirection: 'idle' }, loaded])).toEqual(['loaded.txt']);
  expect(names([{ ...loaded, givenDirection: 'down' }], 'up')).toEqual([]);
  expect(names([{ ...loaded, givenDirection: 'both' }], 'up')).toEqual(['loaded.txt']);
  const rate = seriesWith({ quantity: 'goodput', unit: 'Mb/s', direction: 'not told' });
  expect(names([{ ...fileOf(rate), givenDirection: 'up' }])).toEqual([]);
  expect(names([fileOf(rate)])).toEqual(['a file']);
});

test('without a clock the series begins at 0; times and values that are missing are left out; times are put in order', () => {
  const [series] = besideSeriesOf(
    [
      fileOf(
        seriesWith({
          timesSeconds: Float64Array.of(3, 1, Number.NaN, 2),
          samples: Float64Array.of(30, 10, 5, Number.NaN),
        }),
      ),
    ],
    'down',
  );
  expect([[...(series?.timesSeconds ?? [])], [...(series?.samples ?? [])]]).toEqual([
    [1, 3],
    [10, 30],
  ]);
});

test('lost packets of intervals become rates; interpolated series, and delays the other way, are not shown', () => {
  const lost = seriesWith({
    quantity: 'loss',
    unit: 'packets',
    direction: 'down',
    timesSeconds: Float64Array.of(2, 4, 5),
    samples: Float64Array.of(6, 4, 3),
  });
  const shown = besideSeriesOf(
    [fileOf(lost, seriesWith({ isInterpolated: true }), seriesWith({ direction: 'up' }))],
    'down',
  );
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({ plot: 'drops', samples: Float64Array.of(3, 2, 3) });
});

test('a one-way delay is shown as the wait of a probe: less its least, whatever the offset of the clocks', () => {
  const oneWay = seriesWith({ name: 'one way down', direction: 'down', samples: Float64Array.of(-480, -400) });
  expect(besideSeriesOf([fileOf(oneWay)], 'down')).toMatchObject([
    { name: 'a file: one way down, less the least', plot: 'class-delay', samples: Float64Array.of(0, 80) },
  ]);
});

test('lost probes are counted by second, from the first probe to the last; irtt tells the way of each', () => {
  const lost = seriesWith({
    quantity: 'loss',
    unit: 'probes',
    timesSeconds: Float64Array.of(2.5, 2.7, 4.1),
    samples: Float64Array.of(1, 1, 1),
  });
  const pings = seriesWith({ timesSeconds: Float64Array.of(1, 5.5), samples: Float64Array.of(30, 90) });
  const shown = besideSeriesOf([fileOf(pings, lost, { ...lost, direction: 'up' })], 'down');
  expect(shown.map(({ plot }) => plot)).toEqual(['round-trip', 'lost-probes']);
  expect([...(shown[1]?.timesSeconds ?? [])]).toEqual([2, 3, 4, 5, 6]);
  expect([...(shown[1]?.samples ?? [])]).toEqual([0, 2, 0, 1, 0]);
});

test('windows are shown in segments, in the plots of a sender, as are the round trips of TCP', () => {
  const windows = seriesWith({
    quantity: 'window',
    unit: 'bytes',
    direction: 'down',
    samples: Float64Array.of(14_480, 28_960),
  });
  // iperf3's have the direction of the transfer.
  const rtt = seriesWith({ name: 'down, smoothed round trip of TCP', direction: 'down' });
  const file = fileOf(windows, rtt);
  const transfer = { direction: 'down', protocol: 'TCP', isBothWays: false, flows: 1, payloadBytes: 1448 } as const;
  const measurement = { ...file.measurement, transfers: [transfer] };
  expect(besideSeriesOf([{ ...file, measurement }], 'down')).toMatchObject([
    { plot: 'sender-window', samples: Float64Array.of(10, 20) },
    { plot: 'sender-round-trip' },
  ]);
  // Without the size of a segment, bytes cannot be compared.
  expect(besideSeriesOf([file], 'down').map(({ plot }) => plot)).toEqual(['sender-round-trip']);
});

test('a million samples are joined: the means of windows have the mean of all, and the 95th percentiles lie above', () => {
  const count = 1_000_000;
  const samples = Float64Array.from({ length: count }, (_, index) => 20 + (index % 100));
  const timesSeconds = Float64Array.from({ length: count }, (_, index) => index / 100);
  const [series] = besideSeriesOf([fileOf(seriesWith({ timesSeconds, samples }))], 'down');
  expect(series?.samples.length).toBe(MAX_BESIDE_SAMPLES);
  const mean = (series?.samples ?? new Float64Array(0)).reduce((sum, value) => sum + value, 0) / MAX_BESIDE_SAMPLES;
  expect(mean).toBeCloseTo(69.5, 1);
  // Rank 95 of the hundred values 20 to 119; a window can have a value more or less.
  expect(Math.abs((series?.upperSamples?.[5_000] ?? 0) - 114)).toBeLessThanOrEqual(1);
});
