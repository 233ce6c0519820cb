/** The bars of rates, against rates written by hand. */
import { expect, test } from 'vitest';
import type { RateBar } from '../../src/plots/rate-bar.ts';
import { rateBarsMarks } from '../../src/plots/rate-bars.ts';
import { flatMarks, type Mark, type SceneBox } from '../../src/scene/marks.ts';
import { createScene } from '../../src/scene/scene.ts';

const ruler = (text: string) => 6 * text.length;
const inks = {
  fill: ['#00f', '#00f'],
  edge: ['#00f', '#00f'],
  words: ['#fff', '#fff'],
  glyph: {},
} as unknown as RateBar['inks'];
const bar = (label: string, rateMbps: number, more: Partial<RateBar> = {}): RateBar => ({
  label,
  inks,
  rateMbps,
  ...more,
});

function drawn(bars: readonly RateBar[], width = 600, comparedMbps?: number) {
  const size = { width, height: 240 };
  const marks = rateBarsMarks(
    [{ name: 'policy', bars, comparedMbps }],
    comparedMbps === undefined ? undefined : 'equal: mean',
    ['mean'],
    size,
    ruler,
  );
  const scene = createScene(marks, size, ruler);
  const boxes = [...flatMarks(marks)].flatMap((mark): SceneBox[] =>
    mark.kind === 'rect' && mark.tag === 'bar' ? [mark.box] : [],
  );
  const texts = Object.fromEntries(
    scene.texts.map(({ mark, lines, box }) => [mark.key, { words: lines.join('/'), ...box }]),
  );
  return { marks, boxes, texts };
}

const heightOf = ({ top, bottom }: SceneBox) => bottom - top;
const meaningsOf = (marks: readonly Mark[]) => marks.flatMap((mark) => (mark.kind === 'group' ? mark.meaning : []));

test('a bar is as high as its rate, and the number is over the compared rate, not on it', () => {
  const { boxes, texts } = drawn([bar('a', 8), bar('b', 4)], 600, 8.4);
  expect(heightOf(boxes[0]!) / heightOf(boxes[1]!)).toBeCloseTo(2, 9);
  const comparedY = boxes[0]!.bottom - (heightOf(boxes[0]!) * 8.4) / 8;
  expect(texts['rate 0 a']!.bottom).toBeLessThan(comparedY);
  expect(texts['rate 0 b']!.bottom).toBeLessThan(boxes[1]!.top);
});

test('a VC has its distances from its share and from its minimum in percent, and the key says of what', () => {
  const vcs = [
    bar('VC 1', 6, { minimumMbps: 4, fairShareMbps: 5 }),
    bar('VC 2', 3, { minimumMbps: 10, fairShareMbps: 9 }),
  ];
  const { marks, texts } = drawn(vcs);
  expect(texts['excess 0 VC 1']!.words).toBe('+20 %');
  expect(texts['excess 0 VC 2']!.words).toBe('−67 %');
  expect(texts['lack 0 VC 2']!.words).toBe('−70 %');
  expect(texts['lack 0 VC 1']).toBeUndefined();
  expect(texts['key lack']!.words).toContain('bold: %');
  expect(meaningsOf(marks)[1]).toBe('A, VC 2: 3.00 Mb/s, minimum 10.0 Mb/s, fair share 9.00 Mb/s');
  const narrow = drawn(vcs, 100).texts;
  expect([narrow['name 0 VC 1']!.words, narrow['shared word']!.words]).toEqual(['1', 'VC']);
});

test.each([600, 300, 200, 160])(
  'all distances have a percent sign or none has it, and the key names bold numbers if there are some, at %d px',
  (width) => {
    let boldCount = 0;
    for (const lowMbps of [2, 7, 9.7]) {
      const { texts } = drawn(
        [
          bar('VC 1', 12, { minimumMbps: 4, fairShareMbps: 5 }),
          bar('VC 2', lowMbps, { minimumMbps: 10, fairShareMbps: 9 }),
          bar('VC 3', 9, { minimumMbps: 10, fairShareMbps: 11 }),
        ],
        width,
      );
      for (const kind of ['excess', 'lack']) {
        const signs = Object.entries(texts).flatMap(([key, { words }]) =>
          key.startsWith(kind) ? words.endsWith(' %') : [],
        );
        expect(new Set(signs).size).toBeLessThanOrEqual(1);
      }
      const hasBold = Object.keys(texts).some((key) => key.startsWith('lack'));
      if (hasBold) boldCount++;
      else expect(texts['key lack']?.words ?? '').not.toContain('bold');
      if (hasBold && width > 300) expect(texts['key lack']!.words).toContain('bold');
    }
    expect(boldCount).toBeGreaterThan(width > 300 ? 0 : -1);
  },
);

test('the names of lanes end inside the drawing', () => {
  const lanes = ['Double EPD', 'Selective Drop', 'Selective Drop'].map((name) => ({ name, bars: [bar('VC 1', 5)] }));
  for (const width of [200, 300, 374]) {
    const size = { width, height: 200 };
    const { texts } = createScene(rateBarsMarks(lanes, undefined, ['Mb/s'], size, ruler), size, ruler);
    for (const { box } of texts) expect(box.right).toBeLessThanOrEqual(width);
  }
});

test('the key names only what is drawn', () => {
  const { texts } = drawn([bar('a', 8, { flowMbps: [3, 5] }), bar('b', 4)]);
  expect(Object.keys(texts).filter((key) => key.startsWith('key'))).toEqual(['key flows']);
});

test('a name that is wider than its column has the beginning of each of its words', () => {
  const names = ['long TCP', 'short TCP', 'constant rate'];
  const bars = names.map((label) => bar(label, 1));
  const wordsAt = (width: number) =>
    Object.entries(drawn(bars, width).texts).find(([key]) => key === 'name 0 constant rate')?.[1].words;
  expect(wordsAt(400)).toBe('constant rate');
  expect(wordsAt(240)).toBe('constant/rate');
  expect(wordsAt(190)).toMatch(/^con\w*…\/rate$/);
});
