/** The figures of a class in words: what a reader sees in the picture, and nothing that is not in it. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ComparedNumber } from '../../../src/lessons/answers/answers.ts';
import { numberHistogram } from '../../../src/lessons/class/number-histogram.ts';
import { ClassHistogram } from '../../../src/ui/lessons/class/class-histogram.tsx';
import { ClassSketches } from '../../../src/ui/lessons/class/class-sketches.tsx';
import { sortedOptions } from '../../../src/ui/lessons/class/class-step.tsx';

const COMPARED = { kind: 'answer', expectedValue: 5, within: 0.5 } as ComparedNumber;
/** The words of the key, and the sentences after it. */
function captionOf(html: string) {
  const whole = /<figcaption[^>]*>(.*)<\/figcaption>/.exec(html)?.[1] ?? '';
  const keys = [...whole.matchAll(/<span class="class-key">.*?class="([\w-]+)".*?<\/svg>([^<]*)<\/span>/g)];
  return {
    keys: keys.map(([, mark, words]) => `${mark}: ${words}`),
    caption: whole.replaceAll(/<span class="class-key">.*?<\/span>/g, ''),
  };
}

const draw = (values: readonly number[], isRight?: boolean, comparedNumber?: ComparedNumber) => {
  const numbers = values.map((value) => ({ value, isRight, comparedNumber }));
  const html = renderToStaticMarkup(
    <ClassHistogram histogram={numberHistogram({ label: 'delay', unit: 'ms' }, numbers)} />,
  );
  return { html, ...captionOf(html) };
};

test('before the run there is neither a true value nor an allowed band', () => {
  const { html, caption, keys } = draw([1, 2, 2, 3]);
  expect(caption).toBe('The true value is not yet run.');
  expect(keys).toEqual(['class-waiting: not yet run']);
  expect(html).not.toMatch(/class-(true|band|right|wrong)/);
  expect(html).toContain('class-waiting');
});

test('after it they are drawn and named, with the answers beyond the axis', () => {
  const { html, caption, keys } = draw([1, 4, 5, 5, 5, 5, 5, 5, 5, 6, 900], true, COMPARED);
  expect(keys).toEqual(['class-right: right']);
  expect(caption).toBe(
    'True value: 5 ms (arrow over the bars). Allowed: 4.5 to 5.5 ms (in the dashed frame). ' +
      '1 answer is below this axis: 1 ms. 1 answer is above this axis: 900 ms.',
  );
  for (const part of ['class-true', 'class-band', 'class-right']) expect(html).toContain(`class="${part}"`);
});

/** x and width of the rectangles of a class. */
const rects = (html: string, className: string) =>
  [...html.matchAll(new RegExp(`class="${className}" x="([\\d.]+)" width="([\\d.]+)"`, 'g'))].map(([, x, width]) => ({
    from: Number(x),
    to: Number(x) + Number(width),
  }));

test('right answers stand in the band, whatever the wrong ones are', () => {
  const comparedNumber = { kind: 'answer', expectedValue: 0.458, within: 0.023 } as ComparedNumber;
  for (const wrong of [[458], [0.0005, 12], [0, 458, 4_580]]) {
    const numbers = [0.46, 0.458, 0.435, 0.481, ...wrong].map((value) => ({
      value,
      isRight: !wrong.includes(value),
      comparedNumber,
    }));
    const histogram = numberHistogram({ label: 'Throughput', unit: 'Mb/s' }, numbers);
    const html = renderToStaticMarkup(<ClassHistogram histogram={histogram} />);
    const [band] = rects(html, 'class-band');
    const bars = rects(html, 'class-right');
    expect(bars.length).toBeGreaterThan(0);
    for (const bar of bars) {
      expect(bar.from).toBeGreaterThanOrEqual(band!.from);
      expect(bar.to).toBeLessThanOrEqual(band!.to);
    }
    expect(histogram.bins[0]!.from).toBeGreaterThanOrEqual(0);
  }
  const { caption } = draw([0.46, 0.46, 0.46, 458], undefined, comparedNumber);
  expect(caption).toContain('1 answer is above this axis: 458 ms.');
});

test('the true values of a class are a bracket over the bars, from the lowest to the highest, and one is an arrow', () => {
  const numbers = [4, 5, 6].map((expectedValue) => ({
    value: 5,
    isRight: true,
    comparedNumber: { ...COMPARED, expectedValue },
  }));
  const html = renderToStaticMarkup(
    <ClassHistogram histogram={numberHistogram({ label: 'delay', unit: 'ms' }, numbers)} />,
  );
  const tops = [...html.matchAll(/class="class-right"[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y));
  const bracket = /class="class-true-range" d="M([\d.]+) ([\d.]+)v10M[\d.]+ [\d.]+H([\d.]+)/.exec(html);
  const [from, y, to] = (bracket?.slice(1) ?? []).map(Number);
  expect(from).toBeLessThan(to!);
  expect(html).toContain('a number in it can be not right');
  expect(y! + 10).toBeLessThan(Math.min(...tops));
  expect(html).not.toContain('class="class-true"');
  const alone = draw([5], true, COMPARED);
  expect(alone.html).not.toContain('class-true-range');
  expect(alone.caption).not.toContain('a number in it can be not right');
});

test('the allowed band of a share ends at its highest value', () => {
  const comparedNumber = { ...COMPARED, expectedValue: 99.6, within: 0.7 };
  const numbers = [99, 99.5, 100].map((value) => ({ value, isRight: true, comparedNumber }));
  const bandOf = (highest?: number) => numberHistogram({ label: 'Link busy', unit: '%', highest }, numbers).band;
  expect(bandOf(100)?.high).toBe(100);
  expect(bandOf()?.high).toBeCloseTo(100.3);
  expect(bandOf(100)?.low).toBeCloseTo(98.9);
});

test('right answers stand on the allowed side of a goal with one bound', () => {
  const goal = (bound: object) =>
    ({ kind: 'goal', expectedValue: Number.NaN, within: undefined, ...bound }) as ComparedNumber;
  const side = (values: readonly number[], bound: object) => draw(values, true, goal(bound)).caption;
  expect(side([5, 6, 11], { below: 12 })).toContain('Allowed: below 12 ms (in the dashed frame).');
  expect(side([17, 18, 19], { above: 16 })).toContain('Allowed: above 16 ms (in the dashed frame).');
  expect(draw([5, 6, 11], true, goal({ below: 12 })).keys).toEqual(['class-right: meets this goal']);
  const { bins } = numberHistogram(
    { label: 'Loss', unit: '%' },
    [0.1, 0.4, 0.9].map((value) => ({ value, isRight: true, comparedNumber: goal({ below: 1 }) })),
  );
  expect(bins.some(({ to }) => to === 1)).toBe(true);
  // The frame has room also if no answer is in it.
  const wrongBins = numberHistogram(
    { label: 'Delay', unit: 'ms' },
    [13.6, 13.7].map((value) => ({ value, isRight: false, comparedNumber: goal({ below: 9 }) })),
  ).bins;
  expect(wrongBins.some(({ from, to }) => from < 9 && to <= 9)).toBe(true);
});

test('the height of a bar is the count of its answers, on whole numbers', () => {
  const { html } = draw([5, 5, 7], false);
  const bars = [...html.matchAll(/class="class-wrong"[^>]* height="([\d.]+)"/g)].map(([, height]) => Number(height));
  expect(bars).toHaveLength(2);
  expect((bars[0] ?? 0) / (bars[1] ?? 1)).toBeCloseTo(2);
  const axis = [...html.matchAll(/text-anchor="end" class="muted">([^<]*)</g)].map(([, text]) => text);
  expect(axis).toEqual(['0', '1', '2']);
});

test('in the order of misconceptions, wrong options come first, by their number of students', () => {
  const option = (text: string, isRight: boolean, count: number) => ({
    text,
    isRight,
    count,
    misconception: undefined,
  });
  const options = [option('a', false, 2), option('b', true, 9), option('c', false, 5), option('d', true, 1)];
  expect(sortedOptions(options).map(({ text }) => text)).toEqual(['c', 'a', 'b', 'd']);
});

test('equal sketches are a wider line than others, and the caption has their number', () => {
  const sketch = (...values: readonly number[]) => ({ seconds: values.map((_, index) => index), values });
  const sketches = [sketch(1, 2, 3), sketch(3, 2, 1), sketch(1, 2, 3), sketch(1, 2, 3)];
  const axis = { label: 'Queue', unit: 'packets', fromSeconds: 0, toSeconds: 2, top: 4 };
  const html = renderToStaticMarkup(<ClassSketches answers={{ kind: 'sketches', ...axis, sketches, runSpans: [] }} />);
  const widths = [...html.matchAll(/class="class-sketch" stroke-width="(\d+)"/g)].map(([, width]) => Number(width));
  expect(widths.sort()).toEqual([1, 3]);
  expect(html).toContain('several equal sketches, up to 3.');
});

test('without numbers it says so', () => {
  expect(draw([]).html).toContain('No numbers yet.');
});
