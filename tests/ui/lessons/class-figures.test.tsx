/** The figures of a class in words: what a reader sees in the picture, and nothing that is not in it. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ComparedNumber } from '../../../src/lessons/answers/answers.ts';
import { numberHistogram } from '../../../src/lessons/class/number-histogram.ts';
import { ClassHistogram } from '../../../src/ui/lessons/class/class-histogram.tsx';

const COMPARED = { kind: 'answer', expected: 5, within: 0.5 } as ComparedNumber;
const draw = (values: readonly number[], right?: boolean, compared?: ComparedNumber) => {
  const numbers = values.map((value) => ({ value, right, compared }));
  const html = renderToStaticMarkup(<ClassHistogram histogram={numberHistogram('delay', 'ms', numbers)} />);
  return { html, caption: /<figcaption[^>]*>(.*)<\/figcaption>/.exec(html)?.[1] };
};

test('before the run there is neither a true value nor an allowed band', () => {
  const { html, caption } = draw([1, 2, 2, 3]);
  expect(caption).toBe('The true value is not yet run.');
  expect(html).not.toMatch(/class-(true|band|right|wrong)/);
  expect(html).toContain('class-waiting');
});

test('after it they are drawn and named, with the answers beyond the axis', () => {
  const { html, caption } = draw([1, 4, 5, 5, 5, 5, 5, 5, 5, 6, 900], true, COMPARED);
  expect(caption).toBe(
    'True value: 5 ms (thick line). Allowed: 4.5 to 5.5 ms (between the dashed lines). ' +
      'Dark: right. Pale with an edge: not right. 1 below this axis. 1 above this axis.',
  );
  for (const part of ['class-true', 'class-band', 'class-right']) expect(html).toContain(`class="${part}"`);
});

test('the height of a bar is the count of its answers, on whole numbers', () => {
  const { html } = draw([5, 5, 7], false);
  const bars = [...html.matchAll(/class="class-wrong"[^>]* height="([\d.]+)"/g)].map(([, height]) => Number(height));
  expect(bars).toHaveLength(2);
  expect((bars[0] ?? 0) / (bars[1] ?? 1)).toBeCloseTo(2);
  const axis = [...html.matchAll(/text-anchor="end" class="muted">([^<]*)</g)].map(([, text]) => text);
  expect(axis).toEqual(['0', '1', '2']);
});

test('without numbers it says so', () => {
  expect(draw([]).html).toContain('No numbers yet.');
});
