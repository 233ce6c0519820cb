/** The figures of classes and lanes as dots, against figures written by hand. */
import { beforeAll, expect, test } from 'vitest';
import { ClassDotsView } from '../../../src/view/plots/class-dots-view.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

const glyph = { colour: 'blue', edge: 'blue', textColour: 'white', shape: 'square' } as const;

function drawn(height: number, values: readonly (readonly number[])[]) {
  const { canvas, strokes, texts } = fakeCanvas(400, height);
  const classes = values.map((own, index) => ({ label: `class ${index}`, glyph, values: own }));
  new ClassDotsView(canvas).draw(classes, 'mean queueing delay (ms)');
  const lines = strokes.filter(({ what, style }) => what === 'fillRect' && style === 'blue');
  return { lines: lines.map(({ values }) => values.map(Number)), texts: texts() };
}

test('a line is as long as its figure, and the number is behind it', () => {
  const { lines, texts } = drawn(200, [
    [60, 30],
    [15, Number.NaN],
  ]);
  const widths = lines.map(([, , width = 0]) => width);
  expect(widths.map((width) => width / (widths[0] ?? 0))).toEqual([1, 0.5, 0.25].map((one) => expect.closeTo(one, 9)));
  expect(new Set(lines.map(([x]) => x)).size).toBe(1);
  expect(texts).toEqual(expect.arrayContaining(['60.0', '30.0', '15.0']));
  expect(texts).not.toContain('–');
});

test('lines do not cover each other, and numbers without room are left out', () => {
  const { lines, texts } = drawn(
    110,
    Array.from({ length: 4 }, () => [4, 3, 2, 1]),
  );
  const tops = lines.map(([, y = 0]) => y);
  expect(tops).toHaveLength(16);
  for (const [index, top] of tops.slice(1).entries()) expect(top).toBeGreaterThan((tops[index] ?? 0) + 3);
  expect(texts).not.toContain('4.00');
});

test('without figures there is a text', () => {
  expect(drawn(200, [[Number.NaN]]).texts).toContain('No values yet');
});
