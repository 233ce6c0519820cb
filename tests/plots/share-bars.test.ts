/** The bars of shares, against shares written by hand. */
import { expect, test } from 'vitest';
import { type SharePart, shareBarsMarks } from '../../src/plots/share-bars.ts';
import { flatMarks } from '../../src/scene/marks.ts';
import { createScene } from '../../src/scene/scene.ts';

const ruler = (text: string) => 6 * text.length;
const inks = {
  fill: ['#00f', '#00f'],
  edge: ['#00f', '#00f'],
  words: ['#fff', '#fff'],
  glyph: {},
} as unknown as SharePart['inks'];
const part = (label: string, percent: number, equalPercent?: number): SharePart => ({
  ...{ label, inks, percent },
  ...(equalPercent === undefined ? {} : { equalPercent }),
});

function drawn(parts: readonly SharePart[]) {
  // 400 px for 100 %.
  const size = { width: 412, height: 180 };
  const marks = shareBarsMarks([{ name: 'policy', parts }], 'equal per flow', 'from 5 s on', size);
  const flat = [...flatMarks(marks)];
  const bars = flat.flatMap((mark) => (mark.kind === 'rect' && mark.fill !== undefined ? [mark.box] : []));
  const lines = flat.flatMap((mark) => (mark.kind === 'line' && mark.tag === 'equal' ? [mark.points[0]!.x] : []));
  const texts = createScene(marks, size, ruler).texts.map(({ lines: [words = ''], box }) => ({
    words: String(words),
    box,
  }));
  return { bars, lines, texts, boxOf: (start: string) => texts.find(({ words }) => words.startsWith(start))?.box };
}

test('a part is as wide as its share, and a line is at the end of each equal share but the last', () => {
  const { bars, lines, texts } = drawn([part('CUBIC', 75, 20), part('Reno', 15, 60), part('BBR', 10, 20)]);
  expect(bars.map(({ left, right }) => [left, right])).toEqual([
    [2, 302],
    [302, 362],
    [362, 402],
  ]);
  expect(lines).toEqual([82.5, 322.5]);
  expect(texts.map(({ words }) => words)).toEqual(
    expect.arrayContaining(['CUBIC 75.0 %', 'equal per flow', 'from 5 s on']),
  );
});

test('a text is in its part, behind a line that would cross it; that of a narrow part is over the bar', () => {
  const { bars, boxOf } = drawn([part('Prague', 96, 10), part('Reno', 4, 90)]);
  expect(boxOf('Prague')!.left).toBeGreaterThan(2 + 40);
  expect(boxOf('Reno')!.bottom).toBeLessThanOrEqual(bars[1]!.top);
});

test('of several narrow parts, one has its text below the bar, and each is there', () => {
  const { bars, boxOf } = drawn([part('a', 90), part('b', 4), part('c', 3)]);
  const [b, c] = [boxOf('b')!, boxOf('c')!];
  expect([b, c].some(({ top }) => top >= bars[0]!.bottom)).toBe(true);
});

test('without shares there is a text', () => {
  expect(drawn([]).texts.map(({ words }) => words)).toContain('No values yet');
});
