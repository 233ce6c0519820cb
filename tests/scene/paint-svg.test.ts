/** A scene as SVG, against elements written by hand. */
import { expect, test } from 'vitest';
import type { Mark } from '../../src/scene/marks.ts';
import { paintAsSvg } from '../../src/scene/paint-svg.ts';
import { createScene, describeMarks, meaningAt } from '../../src/scene/scene.ts';

const theme = { text: '#111', muted: '#555', grid: '#ddd', surface: '#fff', isDark: false };
const size = { width: 100, height: 50 };
const ruler = (text: string) => 6 * text.length;
const svgOf = (marks: readonly Mark[], isDark = false) =>
  paintAsSvg(createScene(marks, size, ruler), { ...theme, isDark }, 'c');

const box = { left: 10, top: 5, right: 30, bottom: 20 };
const bar: Mark = { kind: 'rect', box, fill: ['#00f', '#0ff'], meaning: 'A & B: 3 < 4' };

test('a mark has the colour of the theme, and its meaning as title', () => {
  const title = '<title>A &amp; B: 3 &lt; 4</title>';
  expect(svgOf([bar])).toBe(`<path d="M10,5H30V20H10Z" fill="#00f">${title}</path>`);
  expect(svgOf([bar], true)).toContain('fill="#0ff"');
});

test('a line breaks where a value is missing, and a clip holds its marks', () => {
  const points = [0, 10, Number.NaN, 30, 40].map((x) => ({ x, y: 5 }));
  const line: Mark = { kind: 'line', points, stroke: 'text', dash: [1, 2] };
  const drawn = '<path d="M0,5L10,5M30,5L40,5" fill="none" stroke="#111" stroke-width="1" stroke-dasharray="1 2"/>';
  expect(svgOf([{ kind: 'clip', box, marks: [line] }])).toBe(
    `<clipPath id="c1"><path d="M10,5H30V20H10Z"/></clipPath><g clip-path="url(#c1)">${drawn}</g>`,
  );
});

test('words are escaped, and the letter of a lane is before them', () => {
  const places = [{ x: 20, y: 25, align: 'left' as const }];
  const svg = svgOf([{ kind: 'text', key: 'a', wordings: ['a<b'], places, priority: 1, letter: 'A' }]);
  expect(svg).toMatch(
    /<rect x="20" [^>]*width="13"[^>]*\/><text x="26.5"[^>]*>A<\/text><text x="37"[^>]*>a&lt;b<\/text>/,
  );
});

test('the pointer finds the meaning of the mark on top, and a description has all meanings once', () => {
  const above: Mark = {
    kind: 'group',
    meaning: 'above',
    marks: [{ kind: 'symbol', at: { x: 20, y: 10 }, radiusPx: 3, fill: 'text' }],
  };
  const marks = [bar, above, above];
  expect([
    meaningAt(marks, { x: 12, y: 18 }),
    meaningAt(marks, { x: 20, y: 10 }),
    meaningAt(marks, { x: 90, y: 40 }),
  ]).toEqual(['A & B: 3 < 4', 'above', undefined]);
  expect(describeMarks(marks)).toBe('A & B: 3 < 4. above');
});
