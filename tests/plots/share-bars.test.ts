/** The bars of shares, against shares written by hand. */
import { expect, test } from 'vitest';
import { type SharePart, shareBarsMarks } from '../../src/plots/share-bars.ts';
import { flatMarks } from '../../src/scene/marks.ts';
import { createScene } from '../../src/scene/scene.ts';
import { randomFrom } from '../random.ts';

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

let drawings = 0;

function drawn(...lanes: readonly (readonly SharePart[])[]) {
  const pitch = 32 + (drawings++ % 24) / 2;
  // 400 px for 100 %.
  const size = { width: 412, height: lanes.length === 1 ? 180 : 24 + pitch * lanes.length };
  const named = lanes.map((parts) => ({ name: 'policy', parts }));
  const marks = shareBarsMarks(named, 'equal per flow', 'from 5 s on', size, ruler);
  const flat = [...flatMarks(marks)];
  const bars = flat.flatMap((mark) => (mark.kind === 'rect' && mark.fill !== undefined ? [mark.box] : []));
  const lines = flat.flatMap((mark) => (mark.kind === 'line' && mark.tag === 'equal' ? [mark.points[0]!.x] : []));
  const texts = createScene(marks, size, ruler).texts.map(({ lines: [words = ''], box }) => ({
    words: String(words),
    box,
  }));
  return {
    bars,
    lines,
    texts,
    layout: createScene(marks, size, ruler).layout,
    boxOf: (start: string) => texts.find(({ words }) => words.startsWith(start))?.box,
  };
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

test('a text is at its own part in each lane; one without room in a lane is in no lane, and the key names it', () => {
  const random = randomFrom(7);
  let [insideCount, keyCount] = [0, 0];
  for (let trial = 0; trial < 200; trial++) {
    const labels = ['shown', 'sent in vain', 'dropped'];
    const lanes = [0, 1, 2, 3].slice(0, 1 + (trial % 4)).map(() => {
      const [first, second] = [random() * random(), random()];
      const percents = [100 * first, 100 * (1 - first) * second, 100 * (1 - first) * (1 - second) * 0.9];
      return labels.map((label, index) => part(label, percents[index]!));
    });
    const { bars, texts, layout } = drawn(...lanes);
    expect(layout.hiddenMarks).toEqual([]);
    const shares = layout.texts.filter(({ mark }) => mark.key.startsWith('part '));
    for (const { mark, box } of shares) {
      const [, lane = '', ...label] = mark.key.split(' ');
      const bar = bars[3 * Number(lane) + labels.indexOf(label.join(' '))]!;
      const middle = (bar.left + bar.right) / 2;
      const isInside = box.left >= bar.left && box.right <= bar.right;
      expect(isInside || (box.left <= middle + 0.1 && box.right >= middle - 0.1)).toBe(true);
      if (isInside) insideCount++;
    }
    for (const label of labels) {
      const count = shares.filter(({ mark }) => mark.key.endsWith(` ${label}`)).length;
      expect([0, lanes.length]).toContain(count);
      expect(texts.some(({ words }) => words.startsWith(label))).toBe(true);
      if (texts.some(({ words }) => words === label)) keyCount++;
    }
  }
  expect(insideCount).toBeGreaterThan(50);
  expect(keyCount).toBeGreaterThan(5);
});
