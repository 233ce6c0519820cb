/** The annotation of a plot, against lines written by hand. */
import { expect, test } from 'vitest';
import { plotAnnotation } from '../../../src/ui/plots/plot-annotation.ts';
import type { PlotLine, PlotRow } from '../../../src/view/plots/plot-model.ts';

function line(lane: number, values: readonly number[], symbol = ''): PlotLine {
  const timeSeconds = (row: number) => row + 1;
  const value = (row: number) => values[row] ?? Number.NaN;
  return { lane, symbol, colour: 'black', rowCount: values.length, timeSeconds, value } as unknown as PlotLine;
}

const rowOf = (...lines: PlotLine[]) => [{ lines }] as unknown as readonly PlotRow[];
const time = { fromSeconds: 1, untilSeconds: 5, warmupSeconds: 1 };
const highest = { annotates: 'highest', unit: 'ms' } as const;
const fallOrRise = { annotates: 'fallOrRise', unit: 'kbit/s' } as const;

test('the highest value since the warm-up, of all lanes, and not after the present time', () => {
  const rows = rowOf(
    line(0, [900, 20, 80, Number.NaN, 30, 700]),
    line(1, [10, 40, 95, 20, 10]),
    line(1, [999, 999], 'avg'),
  );
  expect(plotAnnotation(highest, rows, time)).toMatchObject({
    lane: 1,
    seconds: 3,
    value: 95,
    // The curve of lane 0 was at 900 before.
    text: 'highest mean 95.0 ms since 1 s',
  });
});

test('the highest value is one of its row: two rows have lines of one lane', () => {
  const rows = [
    { classIndex: 0, lines: [line(0, [Number.NaN, Number.NaN, 40])] },
    { classIndex: 1, lines: [line(0, [10, 90, 20])] },
  ] as unknown as readonly PlotRow[];
  expect(plotAnnotation(highest, rows, time)).toMatchObject({ lane: 0, classIndex: 1, seconds: 2, value: 90 });
});

test('the value of a window is named as a mean, also if the longest of its round trips is hardly longer', () => {
  const withUpper = (upper: readonly number[]) => ({
    ...line(0, [20, 80, 30]),
    upperValue: (row: number) => upper[row] ?? Number.NaN,
  });
  for (const longest of [80, 80.5, 120])
    expect(plotAnnotation(highest, rowOf(withUpper([20, longest, 30])), time)?.text).toBe('highest mean 80.0 ms');
});

test('the first fall of any lane; a stall between two values is none', () => {
  const rows = rowOf(line(0, [750, 750, 750, 1050, 560]), line(1, [235, 750, 0, 375, 235]));
  const fall = { lane: 1, seconds: 4, value: 375, text: '750 → 375' };
  expect(plotAnnotation(fallOrRise, rows, time, 'its buffer is fuller')).toMatchObject(fall);
});

test('without a fall, the last rise after the warm-up, with its cause', () => {
  const rows = rowOf(line(0, [750, 750, 1050, 1050, 1750, 2350]), line(1, [235, 750, 0, 750, 750]));
  const rise = {
    lane: 0,
    seconds: 5,
    value: 1750,
    text: '1\u202f050 → 1\u202f750: it measures a higher rate',
    shortText: '1\u202f050 → 1\u202f750',
  };
  expect(plotAnnotation(fallOrRise, rows, time, 'it measures a higher rate')).toMatchObject(rise);
  expect(plotAnnotation(fallOrRise, rows, { ...time, warmupSeconds: 5 })).toBeUndefined();
});

test('during the warm-up there is none: the highest value so far is not the highest of the run', () => {
  const rows = rowOf(line(0, [20, 40, 80]));
  const timeOf = (untilSeconds: number) => ({ fromSeconds: 0, untilSeconds, warmupSeconds: 3 });
  expect(plotAnnotation(highest, rows, timeOf(2))).toBeUndefined();
  expect(plotAnnotation(highest, rows, timeOf(3))?.text).toBe('highest mean 80.0 ms');
});

test('without such an event, or for other kinds, there is none', () => {
  expect(plotAnnotation(fallOrRise, rowOf(line(0, [3, 3, 0, 3])), time)).toBeUndefined();
  expect(plotAnnotation(highest, rowOf(line(0, [])), time)).toBeUndefined();
  expect(plotAnnotation({ unit: 'ms' }, rowOf(line(0, [1, 2, 3])), time)).toBeUndefined();
});
