/** The bars of hosts and of VCs, against rates written by hand. */
import { beforeAll, expect, test } from 'vitest';
import { RateBarsView } from '../../../src/view/plots/rate-bars-view.ts';
import { fakeCanvas, overlapsOf, stubBrowser } from '../fake-canvas.ts';

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
  return { bars: boxes('rect'), hollow: boxes('strokeRect'), lines: boxes('lineTo'), texts: texts(), textY };
}

test('a bar is as high as its rate; its number is over the compared rate, not on it', () => {
  const { bars, textY } = drawn(
    [
      {
        ...{ lane: 0, name: 'FQ-CoDel', comparedMbps: 9 },
        bars: [bar('eight flows', 16, { flowMbps: Array(8).fill(2) }), bar('one flow', 2)],
      },
      { lane: 1, name: 'CAKE', bars: [bar('eight flows', 10), bar('one flow', 9.5)], comparedMbps: 10 },
    ],
    'equal share',
  );
  const heights = bars.map(([, , , height = 0]) => height);
  expect(heights.map((height) => height / (heights[1] ?? 0))).toEqual(
    [8, 1, 5, 4.75].map((ratio) => expect.closeTo(ratio, 9)),
  );
  const compared = bars[2]?.[1] ?? 0;
  expect(textY('9.50')).toBeLessThanOrEqual(compared - 8);
});

test('the key names the lines that divide a bar into its flows, if the bar has them', () => {
  const key = (bars: readonly ReturnType<typeof bar>[]) => drawn([{ lane: 0, name: 'CAKE', bars }]).texts;
  expect(key([bar('eight flows', 16, { flowMbps: Array(8).fill(2) })])).toContain('each part: one flow');
  expect(key([bar('one flow', 16, { flowMbps: [16] })])).not.toContain('each part: one flow');
  // Too low for its lines.
  const bars = [bar('many flows', 16, { flowMbps: Array(400).fill(0.04) })];
  expect(key(bars)).not.toContain('each part: one flow');
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

test('the part of a VC above its fair share is hatched, with its size; one within its share has neither', () => {
  const lane = (rate: number) => ({
    lane: 0,
    name: 'DFBA',
    bars: [bar('VC 1', rate, { guaranteedMbps: 10, fairShareMbps: 20 })],
  });
  const { bars, texts } = drawn([lane(30)]);
  // The bar, the part of it that is clipped for the hatching, and the part in the key.
  expect(bars).toHaveLength(3);
  const [[left, y, width, height = 0] = [], hatched] = bars;
  expect(hatched).toEqual([left, y, width, expect.closeTo(height / 3, 9)]);
  expect(texts).toEqual(expect.arrayContaining(['+50 %', 'fair share (± %: distance from it)', 'above share']));
  const within = drawn([lane(20)]);
  expect(within.bars).toHaveLength(1);
  expect(within.texts.join()).not.toContain('above share');
});

test('the excess of a narrow bar has no unit: the key has it', () => {
  const bars = Array.from({ length: 10 }, (_, vc) => bar(`VC ${vc}`, 9, { guaranteedMbps: 4, fairShareMbps: 6 }));
  const { canvas, texts } = fakeCanvas(390, 200);
  new RateBarsView(canvas).draw([{ lane: 0, name: 'DFBA', bars }]);
  expect(texts().filter((text) => text.startsWith('+'))).toEqual(Array(10).fill('+50'));
  expect(texts()).toContain('fair share (±: % of it)');
});

test('the axis ends at a round number that is not below any line', () => {
  const tops = (fairShareMbps: number) => {
    const { bars, textY, texts } = drawn([
      { lane: 0, name: 'DFBA', bars: [bar('VC 1', 20, { guaranteedMbps: 10, fairShareMbps })] },
    ]);
    const [[, y = 0, , height = 0] = []] = bars;
    const pxPerMbps = height / 20;
    return { texts, shareY: y + height - fairShareMbps * pxPerMbps, topY: textY('50') };
  };
  const { texts, shareY, topY } = tops(42);
  expect(texts).toContain('50');
  expect(topY).toBeLessThan(shareY);
  expect(tops(50).topY).toBeCloseTo(tops(50).shareY, 9);
});

test('in a narrow plot, the excess of the first bar is beside the numbers of the axis', () => {
  const firstLeft = (width: number) => {
    const { canvas, strokes, textBoxes } = fakeCanvas(width, 200);
    const bars = Array.from({ length: 5 }, (_, vc) => bar(`VC ${vc}`, 9, { guaranteedMbps: 4, fairShareMbps: 6 }));
    new RateBarsView(canvas).draw([0, 1].map((lane) => ({ lane, name: 'DFBA', bars })));
    const excess = textBoxes().find(({ text }) => text.startsWith('+50'))!;
    const axisEnd = Math.max(...textBoxes().flatMap(({ text, right }) => (text === '10' ? [right] : [])));
    expect(excess.left).toBeGreaterThan(axisEnd);
    return Number(strokes.find(({ what }) => what === 'rect')?.values[0]);
  };
  expect(firstLeft(390)).toBeGreaterThan(firstLeft(600));
});

test('two excesses of nearly one height are beside each other, each on its bar', () => {
  const lane = (name: string, rates: readonly number[]) => ({
    lane: 0,
    name,
    bars: rates.map((rate, vc) => bar(`VC ${vc}`, rate, { guaranteedMbps: 4, fairShareMbps: 6 })),
  });
  const { canvas, strokes, textBoxes } = fakeCanvas(460, 200);
  // Columns of 48 px, and texts of 36 to 42 px.
  new RateBarsView(canvas).draw([lane('Double EPD', [18.6, 18.2, 9, 5, 5]), lane('DFBA', [5, 5, 5, 5])]);
  const excesses = textBoxes().filter(({ text }) => text.startsWith('+'));
  expect(excesses.map(({ text }) => text)).toEqual(['+210 %', '+203 %', '+50 %']);
  const tops = strokes.filter(({ what }) => what === 'rect').map(({ values }) => Number(values[1]));
  const barTops = tops.slice(0, 1);
  expect(barTops[0]! - excesses[0]!.y).toBe(8);
  expect(Math.abs(excesses[1]!.y - excesses[0]!.y)).toBeLessThan(6);
  expect(excesses[1]!.left - excesses[0]!.right).toBeGreaterThanOrEqual(8 - 1e-9);
});

test('in narrow columns with room for it, the excesses have their unit, and the key does not repeat it', () => {
  const textsAt = (width: number) => {
    const { canvas, texts } = fakeCanvas(width, 200);
    const bars = Array.from({ length: 5 }, (_, vc) => bar(`VC ${vc}`, 9, { guaranteedMbps: 4 }));
    bars[0] = bar('VC 0', 90, { guaranteedMbps: 4, fairShareMbps: 60 });
    new RateBarsView(canvas).draw([0, 1].map((lane) => ({ lane, name: 'DFBA', bars })));
    return texts();
  };
  // Columns of 30 px and of 24 + 2 px; a text of 30 px may be 4 px wider than its column.
  expect(textsAt(370)).toEqual(expect.arrayContaining(['+50 %']));
  expect(textsAt(370).join()).not.toMatch(/± in|±:/);
});

/** The bars of five VCs in two lanes, on a phone: columns of 28 px. */
function drawnOnPhone(rates: readonly number[], width = 374) {
  const { canvas, strokes, texts, textBoxes } = fakeCanvas(width, 200);
  const bars = rates.map((rate, vc) =>
    bar(`VC ${vc + 1}`, rate, { guaranteedMbps: 7.7 * (vc + 1), fairShareMbps: 8.4 * (vc + 1) }),
  );
  new RateBarsView(canvas).draw([0, 1].map((lane) => ({ lane, name: 'DFBA', bars })));
  const shownBars = strokes.flatMap(({ what, values }) => (what === 'rect' ? [values.map(Number)] : []));
  return { texts: texts(), numbers: textBoxes().filter(({ text }) => /^[+−]\d/.test(text)), shownBars };
}

test('on a phone, each bar has its number, without the unit that has no room: none covers another, or a higher bar beside it', () => {
  const { texts, numbers, shownBars } = drawnOnPhone([26.1, 25.2, 24.5, 25.8, 24.2]);
  const [shareNumbers, minimumNumbers] = [
    ['+211', '+50', '−3', '−23', '−42'],
    ['−16', '−37'],
  ];
  expect(numbers.map(({ text }) => text)).toEqual([shareNumbers, shareNumbers, minimumNumbers, minimumNumbers].flat());
  expect(texts.join()).toMatch(/fair share \(±/);
  expect(overlapsOf(numbers)).toEqual([]);
  for (const { left, right, y, text } of numbers) {
    if (minimumNumbers.includes(text)) continue;
    const coveredBars = shownBars.filter(
      ([barLeft = 0, top = 0, width = 0]) => left - 2 < barLeft + width && right + 2 > barLeft && top < y + 5,
    );
    expect(coveredBars).toEqual([]);
  }
});

test('a number between two higher bars has no unit if it would cover them', () => {
  expect(drawnOnPhone([60, 40, 60, 40, 50]).numbers[1]?.text).toBe('+138');
});

test('the key has percents only if a number is drawn', () => {
  const shareIn = (rates: readonly number[], width: number) =>
    drawnOnPhone(rates, width).texts.find((text) => text.startsWith('fair share'));
  const rates = [12, 18, 25, 32, 24];
  // Columns of 20 px have no numbers.
  expect(drawnOnPhone(rates, 292).numbers).toEqual([]);
  expect(shareIn(rates, 292)).toBe('fair share');
  expect(shareIn(rates, 900)).toBe('fair share (± %: distance from it)');
});

test('VCs near their shares or below them have numbers too, over the lines of their shares', () => {
  const rates = [12, 20, 24, 31, 38.6];
  const { texts, numbers } = drawnOnPhone(rates, 900);
  expect(numbers.slice(0, 5).map(({ text }) => text)).toEqual(['+43 %', '+19 %', '−5 %', '−8 %', '−8 %']);
  expect(texts).toContain('fair share (± %: distance from it)');
});

test('in a narrow plot with all parts, no word of the key is cut', () => {
  const { canvas, texts, textBoxes } = fakeCanvas(374, 200);
  const bars = Array.from({ length: 5 }, (_, vc) =>
    bar(`VC ${vc}`, vc === 0 ? 15 : 3, { guaranteedMbps: 4, fairShareMbps: 6 }),
  );
  new RateBarsView(canvas).draw([0, 1].map((lane) => ({ lane, name: 'DFBA', bars })));
  expect(texts()).toEqual(expect.arrayContaining(['minimum', 'fair share (± in %)', 'above', 'below min.']));
  for (const { right, text } of textBoxes()) expect(right, text).toBeLessThanOrEqual(374);
});

test('a VC clearly below its minimum has its distance from its fair share over the lines, in percent of the share', () => {
  const lane = (rate: number) => ({
    lane: 0,
    name: 'DFBA',
    bars: [bar('VC 1', rate, { guaranteedMbps: 20, fairShareMbps: 24 }), bar('VC 2', 48, { guaranteedMbps: 20 })],
  });
  const { textY, bars, texts } = drawn([lane(15)]);
  const [[, lowTop = 0, , low = 0] = []] = bars;
  const shareY = lowTop + low - 24 * (low / 15);
  // 15 of 24 Mb/s.
  expect(textY('−37 %')).toBeCloseTo(shareY - 8, 6);
  expect(texts).toContain('below minimum (bold: by how much)');
  expect(drawn([lane(23)]).texts).toEqual(expect.arrayContaining(['−4 %']));
  // At its share it has a number too, without a sign.
  expect(drawn([lane(24)]).texts).toContain('0 %');
});

/** The numbers of VCs at a width of the plot, with their fonts, and its other words. */
function drawnNumbers(bars: readonly ReturnType<typeof bar>[], width: number) {
  const { canvas, texts, textBoxes } = fakeCanvas(width, 200);
  const fonts = new Map<string, string>();
  const context = canvas.getContext('2d')!;
  const { fillText } = context;
  context.fillText = (text: string, x: number, y: number) => {
    fonts.set(text, `${context.font} ${context.fillStyle}`);
    fillText(text, x, y);
  };
  new RateBarsView(canvas).draw([{ lane: 0, name: 'DFBA', bars }]);
  return { fonts, texts: texts(), boxes: textBoxes() };
}

test('a hollow part has the distance from the minimum in bold, in percent of the minimum; the number over the bar is not bold', () => {
  const low = bar('VC 1', 15, { guaranteedMbps: 20, fairShareMbps: 24 });
  const near = bar('VC 2', 19.5, { guaranteedMbps: 20, fairShareMbps: 24 });
  const { fonts, texts, boxes } = drawnNumbers([low, near], 600);
  // 15 of 20 Mb/s, and of 24 Mb/s.
  expect(fonts.get('−25 %')).toMatch(/^bold .*--text$/);
  expect(fonts.get('−37 %')).toMatch(/^(?!bold).*--muted$/);
  // The hollow part of the other one is too low for a number.
  expect(texts.filter((text) => text.startsWith('−'))).toHaveLength(3);
  expect(texts).toContain('below minimum (bold: by how much)');
  expect(overlapsOf(boxes)).toEqual([]);
  // Without a bold number, the key has no word about it.
  expect(drawnNumbers([near], 600).texts).toContain('below minimum');
});

test('in a narrow bar, the distance from the minimum has no unit, and in a narrower one there is none', () => {
  const bars = Array.from({ length: 5 }, (_, vc) => bar(`VC ${vc}`, 10, { guaranteedMbps: 20, fairShareMbps: 24 }));
  // The bars are 35 and 29 and 19 px wide, with an edge at each side. A number has 18 px, and 30 px with its unit.
  const boldNumbers = (width: number) =>
    drawnNumbers(bars, width).texts.filter((text) => text.startsWith('−50') && text.length <= 5);
  const keyAt = (width: number) => drawnNumbers(bars, width).texts.join();
  expect(boldNumbers(300)).toEqual(Array(5).fill('−50 %'));
  expect(boldNumbers(240)).toEqual(Array(5).fill('−50'));
  expect(boldNumbers(190)).toEqual([]);
  expect(keyAt(190)).not.toContain('bold');
});

test('what the rates count is right of the names of the lanes, in the longest words that fit', () => {
  const textsWith = (name: string) => {
    const { canvas, texts, textBoxes } = fakeCanvas(300, 200);
    const bars = [bar('VC 1', 15, { guaranteedMbps: 20 })];
    new RateBarsView(canvas).draw([{ lane: 0, name, bars }], undefined, ['Mb/s of TCP payload', 'TCP payload']);
    expect(overlapsOf(textBoxes())).toEqual([]);
    return texts().filter((text) => text.endsWith('TCP payload'));
  };
  expect(textsWith('DFBA')).toEqual(['Mb/s of TCP payload']);
  expect(textsWith('DFBA with a long name')).toEqual(['TCP payload']);
  expect(textsWith('DFBA with a very long name here')).toEqual([]);
});
