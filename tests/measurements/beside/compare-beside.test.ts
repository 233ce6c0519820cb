/** A measured series against a run: the shift that matches, quantiles, and the sentence. */
import { expect, test } from 'vitest';
import { type TimedValues, valuesBetween } from '../../../src/measurements/beside/beside-plots.ts';
import {
  bestShift,
  comparedSpan,
  differenceText,
  distributionOf,
  shiftRange,
} from '../../../src/measurements/beside/compare-beside.ts';

const valuesOf = (count: number, stepSeconds: number, value: (seconds: number) => number): TimedValues => ({
  timesSeconds: Float64Array.from({ length: count }, (_, index) => index * stepSeconds),
  samples: Float64Array.from({ length: count }, (_, index) => value(index * stepSeconds)),
});
/** A sawtooth without a period, as of a queue. */
const queueMs = (seconds: number) => (seconds < 0 ? 30 : 100 + 40 * Math.sin(seconds * seconds * 0.05));

test.each([0, 7.3, 41.6])('a copy of the run that begins %d s later is found there', (delay) => {
  const run = valuesOf(400, 0.1, queueMs);
  const measured = valuesOf(450, 0.2, (seconds) => queueMs(seconds - delay));
  expect(bestShift(measured, run)).toBeCloseTo(delay, 1);
});

test('an hour of measurement is searched as well', () => {
  const run = valuesOf(400, 0.1, queueMs);
  const measured = valuesOf(18_000, 0.2, (seconds) =>
    seconds > 2_000 && seconds < 2_040 ? queueMs(seconds - 2_000) : 30,
  );
  expect(Math.abs((bestShift(measured, run) ?? 0) - 2_000)).toBeLessThan(1);
});

test('without values there is no match, and gaps of the run are no values', () => {
  const run = valuesOf(10, 0.1, () => Number.NaN);
  expect(
    bestShift(
      valuesOf(10, 0.1, () => 1),
      run,
    ),
  ).toBeUndefined();
  expect(
    bestShift(
      valuesOf(0, 1, () => 1),
      valuesOf(10, 0.1, () => 1),
    ),
  ).toBeUndefined();
});

test('a shift reaches from the run before the measurement to the run behind it', () => {
  expect(
    shiftRange(
      valuesOf(101, 0.1, () => 1),
      40,
    ),
  ).toEqual([-40, 10]);
});

test('a run and a measurement are compared where both have values', () => {
  const measured = valuesOf(31, 1, () => 1);
  expect(comparedSpan(measured, 7.5, [3, 40])).toEqual([3, 22.5]);
  expect(comparedSpan(measured, -5, [3, 20])).toEqual([5, 20]);
  expect(comparedSpan(measured, 28, [3, 40])).toBeUndefined();
  expect(comparedSpan({ timesSeconds: [] }, 0, [3, 40])).toBeUndefined();
});

test('values of a span, and their quantiles by nearest rank', () => {
  const values = valuesBetween(
    valuesOf(100, 1, (seconds) => seconds),
    10,
    19,
    30,
  );
  expect([...values]).toEqual([40, 41, 42, 43, 44, 45, 46, 47, 48, 49]);
  expect(distributionOf(values)).toEqual({ count: 10, quantiles: [40, 40, 42, 44, 47, 49, 49] });
  expect(distributionOf(new Float64Array(0))).toBeUndefined();
});

const repeated = (...pairs: (readonly [value: number, count: number])[]) =>
  Float64Array.from(pairs.flatMap(([value, count]) => Array.from({ length: count }, () => value)));
const ROUND_TRIP = { plot: 'round-trip' } as const;

test('medians within 5 % are alike, and nothing is unexplained', () => {
  expect(differenceText(ROUND_TRIP, repeated([100, 50], [120, 50]), repeated([102, 50], [118, 50]), 'A')).toBe(
    'Median: measured 100 ms, A 102 ms: less than 5 % apart.',
  );
  // Of the run's value, as the percentage of a difference.
  expect(differenceText(ROUND_TRIP, repeated([105.2, 9]), repeated([100, 9]), 'A')).toContain('higher by 5.2 %');
});

test('a few round trips beyond the longest of the lane are spikes; many are another queue', () => {
  const run = repeated([100, 50], [120, 50]);
  const spikes = differenceText(ROUND_TRIP, repeated([100, 97], [300, 3]), run, 'A');
  expect(spikes).toContain('3 of 100 round trips are longer than the longest in A, 120 ms');
  expect(spikes).toContain('no queue of A makes such spikes');
  expect(differenceText(ROUND_TRIP, repeated([100, 60], [300, 40]), run, 'A')).toContain('a second queue on the path');
  // A longer round trip that the lane has at another time is no spike.
  expect(differenceText(ROUND_TRIP, repeated([100, 97], [300, 3]), run, 'A', 290)).not.toContain('spikes');
  // 10 % longer is no spike.
  expect(differenceText(ROUND_TRIP, repeated([100, 97], [131, 3]), run, 'A')).not.toContain('spikes');
});

test('a longer least round trip is a longer path or a standing queue', () => {
  expect(differenceText(ROUND_TRIP, repeated([60, 100]), repeated([40, 1], [60, 99]), 'A')).toContain(
    '20 ms longer than in A',
  );
});

test('a lower goodput has another limit, and an empty span says so', () => {
  expect(differenceText({ plot: 'total' }, repeated([8, 10]), repeated([10, 10]), 'A')).toMatch(
    /lower by 20 %\..*another bottleneck/,
  );
  expect(differenceText({ plot: 'total' }, new Float64Array(0), repeated([10, 10]), 'A')).toContain('Shift it');
  expect(differenceText({ plot: 'total' }, repeated([10, 10]), new Float64Array(0), 'A')).toContain('A has no values');
});

test('losses are compared by their means, because most windows have none', () => {
  const text = differenceText({ plot: 'lost-probes' }, Float64Array.of(0, 0, 0, 2), Float64Array.of(0, 0, 0, 1), 'A');
  expect(text).toBe('Mean: measured 0.5 packets/s, A 0.25 packets/s: the measured one is higher by 100 %.');
  const fromNone = differenceText({ plot: 'lost-probes' }, Float64Array.of(0, 1), Float64Array.of(0, 0), 'A');
  expect(fromNone).toBe('Mean: measured 0.5 packets/s, A 0 packets/s: the measured one is higher.');
});
