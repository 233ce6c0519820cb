/** Measured series in files: written, read back, and refused with the name of the field. */
import { expect, test } from 'vitest';
import type { BesideSeries } from '../../../src/measurements/beside/beside-plots.ts';
import { parseSavedSeries, savedSeriesOf } from '../../../src/measurements/beside/saved-beside.ts';

const SERIES: BesideSeries = {
  name: 'ping.txt: round trip',
  plot: 'round-trip',
  countedBy: 'the host that ran ping',
  timesSeconds: Float64Array.of(5, 5.2, 5.4),
  samples: Float64Array.of(30, 31.5, 120),
  upperSamples: Float64Array.of(32, 33, 121),
};

test('a file has the times of the run, and reads back as the same series', () => {
  const [saved] = savedSeriesOf({ series: [SERIES], shiftSeconds: 5 });
  expect(saved).toMatchObject({ unit: 'ms', timesSeconds: [0, 0.2, 0.4], values: [30, 31.5, 120], p95: [32, 33, 121] });
  expect(parseSavedSeries(JSON.parse(JSON.stringify([saved])))).toEqual([
    { ...SERIES, timesSeconds: Float64Array.of(0, 0.2, 0.4) },
  ]);
});

const [VALID] = savedSeriesOf({ series: [SERIES], shiftSeconds: 0 });

test.each([
  ['a list', {}, 'measured is not a list'],
  ['objects', [3], 'measured[0] is not an object'],
  ['a known plot', [{ ...VALID, plot: 'delays' }], 'measured[0].plot: delays is not allowed; allowed: round-trip'],
  ['its unit', [{ ...VALID, unit: 's' }], 'measured[0].unit: s is not allowed; allowed: ms'],
  ['numbers', [{ ...VALID, values: [1, 'two', 3] }], 'measured[0].values[1]: two is not a number'],
  ['as many values as times', [{ ...VALID, values: [1] }], 'measured[0].values has 1 numbers'],
  ['as many p95 as times', [{ ...VALID, p95: [1] }], 'measured[0].p95 has 1 numbers'],
  ['times in order', [{ ...VALID, timesSeconds: [1, 3, 2] }], 'measured[0].timesSeconds[2] is before'],
  ['any values', [{ ...VALID, timesSeconds: [], values: [] }], 'measured[0].timesSeconds has 0 numbers'],
])('without %s it is refused', (_, data, message) => {
  expect(() => parseSavedSeries(data)).toThrow(message);
});
