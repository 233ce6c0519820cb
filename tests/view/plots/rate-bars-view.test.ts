/** The bars of hosts and of VCs, against rates written by hand. */
import { beforeAll, expect, test } from 'vitest';
import { RateBarsView } from '../../../src/view/plots/rate-bars-view.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

const glyph = { colour: 'blue', edge: 'blue', textColour: 'white', shape: 'square', sign: undefined } as never;
const bar = (label: string, rate: number, more = {}) => ({ label, glyph, rateMbps: rate, ...more });

/** The drawn rectangles as [x, y, width, height], px, and the heights of the texts. */
function drawn(...given: Parameters<RateBarsView['draw']>) {
  const { canvas, strokes, texts } = fakeCanvas(600, 200);
  new RateBarsView(canvas).draw(...given);
  const boxes = (kind: string) => strokes.flatMap(({ what, values }) => (what === kind ? [values.map(Number)] : []));
  const textY = (words: string) =>
    Number(strokes.find(({ what, values }) => what === 'fillText' && values[0] === words)?.values[2]);
  return { bars: boxes('rect'), filled: boxes('fillRect'), hollow: boxes('strokeRect'), texts: texts(), textY };
}

test('a bar is as high as its rate; its number is over the compared rate, not on it', () => {
  const { bars, textY } = drawn(
    [
      { lane: 0, name: 'FQ-CoDel', bars: [bar('eight flows', 16, { flowMbps: Array(8).fill(2) }), bar('one flow', 2)] },
      { lane: 1, name: 'CAKE', bars: [bar('eight flows', 10), bar('one flow', 9.5)] },
    ],
    { meaning: 'equal share', value: 10 },
  );
  const heights = bars.map(([, , , height = 0]) => height);
  expect(heights.map((height) => height / (heights[1] ?? 0))).toEqual(
    [8, 1, 5, 4.75].map((ratio) => expect.closeTo(ratio, 9)),
  );
  const compared = bars[2]?.[1] ?? 0;
  expect(textY('9.50')).toBeLessThanOrEqual(compared - 8);
});

test('the ratio to lane A is beside its number, or over it in a narrow column', () => {
  const ratioBars = (count: number) => {
    const bars = Array.from({ length: count }, (_, index) => bar(`${index}`, 9, index === 1 ? { ratio: 4.3 } : {}));
    return drawn([{ lane: 0, name: 'CAKE', bars }]);
  };
  const wide = ratioBars(2);
  expect(wide.textY('9.00 · 4.3 × A')).toBeLessThan(wide.bars[1]?.[1] ?? 0);
  const narrow = ratioBars(8);
  expect(narrow.textY('4.3 × A')).toBeLessThan(narrow.textY('9.00'));
});

test('a VC below its minimum has a hollow part up to it, and no other has one', () => {
  const lane = (rates: readonly number[]) => ({
    lane: 0,
    name: 'DFBA',
    bars: rates.map((rate, vc) => bar(`VC ${vc + 1}`, rate, { guaranteedMbps: 20, fairShareMbps: 24 })),
  });
  const { bars, hollow, textY } = drawn([lane([24, 15])]);
  // The key has a hollow part too.
  expect(hollow).toHaveLength(2);
  const [, y = 0, , height = 0] = hollow[0] ?? [];
  const [[, fullY = 0, , full = 0] = [], [, lowY = 0] = []] = bars;
  expect(height).toBeCloseTo((5 / 24) * full, 9);
  expect(y + height).toBeCloseTo(lowY, 9);
  // All rates are in one line below the bars.
  expect(textY('24.0')).toBeGreaterThan(fullY + full);
  expect(textY('15.0')).toBe(textY('24.0'));
  expect(drawn([lane([24, 20])]).hollow).toHaveLength(0);
});

test('the part of a VC above its fair share is filled, with its size; one within its share has neither', () => {
  const lane = (rate: number) => ({
    lane: 0,
    name: 'DFBA',
    bars: [bar('VC 1', rate, { guaranteedMbps: 10, fairShareMbps: 20 })],
  });
  const { bars, filled, texts } = drawn([lane(30)]);
  const [, y = 0, , height = 0] = filled.find(([left]) => left === bars[0]?.[0]) ?? [];
  expect([y, height]).toEqual([bars[0]?.[1], expect.closeTo((bars[0]?.[3] ?? 0) / 3, 9)]);
  expect(texts).toEqual(expect.arrayContaining(['+50 %', 'above share']));
  expect(drawn([lane(20)]).texts).not.toEqual(expect.arrayContaining(['above share']));
});
