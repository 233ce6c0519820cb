/** The dot of each lane in the plot of delay and loss. */
import { beforeAll, expect, test } from 'vitest';
import { DelayLossView } from '../../../src/view/plots/delay-loss-view.ts';
import { fakeCanvas, overlapsOf, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

const unknownIntervals = { delayHalfWidthMs: Number.NaN, lossHalfWidthPercent: Number.NaN };

test('the name of a dot stands on the other side of another dot', () => {
  const { canvas, strokes } = fakeCanvas(1_200, 120);
  const at = (words: string) =>
    Number(strokes.find(({ what, values }) => what === 'fillText' && values[0] === words)?.values[1]);
  const lane = (index: number, name: string, delayMs: number) => ({
    ...{ lane: index, name, delayMs },
    ...{ lossPercent: 0.5, markedPercent: 0, ...unknownIntervals },
  });
  const dots = () => strokes.filter(({ what }) => what === 'arc').map(({ values: [x] }) => Number(x));
  new DelayLossView(canvas).draw([lane(0, 'CoDel', 18.3), lane(1, 'PIE', 16.9), lane(2, 'DropTail', 71)]);
  const [pie = Number.NaN, codel = Number.NaN] = dots().sort((one, other) => one - other);
  expect(at('PIE')).toBeLessThan(pie);
  expect(at('CoDel')).toBeGreaterThan(codel);
});

test('a lane that marks has a ring at its loss and its marks together', () => {
  const { canvas, strokes, texts } = fakeCanvas(400, 200);
  const lane = { name: 'CoDel', delayMs: 18, lossPercent: 0.5, ...unknownIntervals };
  new DelayLossView(canvas).draw([
    { ...lane, lane: 0, markedPercent: 0 },
    { ...lane, lane: 1, delayMs: 30, markedPercent: 2 },
  ]);
  const arcs = strokes.filter(({ what }) => what === 'arc').map(({ values: [x, y] }) => [Number(x), Number(y)]);
  expect(arcs).toHaveLength(3);
  const [dot, ring] = arcs
    .filter(([x]) => x === Math.max(...arcs.map(([other = 0]) => other)))
    .map(([, y = 0]) => y)
    .sort((one, other) => other - one);
  const bottom = 200 - 38;
  expect((bottom - (ring ?? 0)) / (bottom - (dot ?? 0))).toBeCloseTo(2.5 / 0.5, 6);
  const named = strokes.filter(({ values }) => values[0] === '+ marks');
  expect(named.map(({ values: [, , y] }) => y)).toEqual([ring]);
  expect(texts()).toContain('loss (%)');
});

test.each([
  { markedPercent: 3, names: ['C + marks', 'D + marks'] },
  { markedPercent: 2.1, names: ['C + marks', 'D + marks'] },
])('each ring has its meaning, with the letter of its lane beside another ring: $markedPercent', (second) => {
  const { canvas, texts, textBoxes } = fakeCanvas(600, 200);
  const lane = { name: 'CoDel', lossPercent: 0.5, markedPercent: 2, ...unknownIntervals };
  new DelayLossView(canvas).draw([
    { ...lane, lane: 2, delayMs: 20 },
    { ...lane, lane: 3, delayMs: 22, markedPercent: second.markedPercent },
  ]);
  const written = texts();
  expect(written.filter((text) => text.endsWith('+ marks'))).toEqual(second.names);
  expect(written.filter((text) => text === 'C' || text === 'D')).toEqual(['C', 'D']);
  expect(written).toContain('loss (%)');
  expect(overlapsOf(textBoxes())).toEqual([]);
});

test('if a ring has no room for its name, nor the foot for its meaning, the name of the axis explains the rings', () => {
  const { canvas, texts } = fakeCanvas(80, 200);
  const lane = { name: 'PIE', lossPercent: 0.5, markedPercent: 2, ...unknownIntervals };
  new DelayLossView(canvas).draw([{ ...lane, lane: 0, delayMs: 30 }]);
  expect(texts()).not.toContain('+ marks');
  expect(texts()).toContain('loss (%); ring: loss and marks');
});

test('the foot has the meaning of the rings, if there are any', () => {
  const footOf = (markedPercent: number, width: number) => {
    const { canvas, texts, textBoxes } = fakeCanvas(width, 200);
    const lane = { name: 'PIE', lossPercent: 0.5, markedPercent, ...unknownIntervals };
    new DelayLossView(canvas).draw([{ ...lane, lane: 0, delayMs: 30 }]);
    expect(overlapsOf(textBoxes())).toEqual([]);
    return texts().filter((text) => /loss \+|whiskers/.test(text));
  };
  expect(footOf(2, 600)).toEqual(['○ loss + marks · whiskers: 95 % interval']);
  // Where the foot has no room for both, the intervals stand over the dots.
  expect(footOf(2, 340)).toEqual(['○ loss + marks', 'whiskers: 95 % interval']);
  expect(footOf(0, 600)).toEqual(['whiskers: 95 % interval']);
});

test('the axis of delays ends at the next step over the last interval', () => {
  const { canvas, texts } = fakeCanvas(600, 200);
  const lane = { name: 'PIE', lossPercent: 0.5, markedPercent: 0, ...unknownIntervals };
  new DelayLossView(canvas).draw([{ ...lane, lane: 0, delayMs: 71.4, delayHalfWidthMs: 4.8 }]);
  expect(texts().filter((text) => /^\d+$/.test(text))).toEqual(expect.arrayContaining(['20', '80']));
  expect(texts()).not.toContain('100');
});

test('without a value there are no axes', () => {
  const { canvas, texts } = fakeCanvas(600, 200);
  const lane = { lane: 0, name: 'PIE', lossPercent: Number.NaN, markedPercent: 0, ...unknownIntervals };
  new DelayLossView(canvas).draw([{ ...lane, delayMs: Number.NaN }]);
  expect(texts()).toEqual(['No values yet']);
});

test.each([600, 320])('no texts of the axes overlap: %i px', (width) => {
  const { canvas, textBoxes } = fakeCanvas(width, 120);
  const lane = { lane: 0, name: 'PIE', lossPercent: 0.5, markedPercent: 0, ...unknownIntervals };
  new DelayLossView(canvas).draw([{ ...lane, delayMs: 30 }]);
  expect(overlapsOf(textBoxes())).toEqual([]);
  expect(textBoxes().some(({ text }) => text === 'mean queueing delay (ms)')).toBe(true);
});

test('between the lines to two rings there is no room for a name: it is beside them, and covers neither', () => {
  const { canvas, textBoxes } = fakeCanvas(640, 190);
  const lane = (index: number, name: string, delayMs: number, lossPercent: number, markedPercent: number) => ({
    ...{ lane: index, name, delayMs, lossPercent, markedPercent },
    ...unknownIntervals,
  });
  new DelayLossView(canvas).draw([
    lane(0, 'DropTail', 71.4, 1.17, 0),
    lane(1, 'RED', 15.6, 2.09, 0),
    lane(2, 'CoDel', 18.3, 0.48, 1.78),
    lane(3, 'PIE', 14.2, 0.48, 2.16),
  ]);
  const [red] = textBoxes().filter(({ text }) => text === 'RED');
  const lineXs = [18.3, 14.2].map((delayMs) => 40 + (delayMs / 80) * 590);
  const letterPx = 17;
  expect(lineXs.filter((lineX) => lineX > red!.left - letterPx && lineX < red!.right)).toEqual([]);
  expect(textBoxes().filter(({ text }) => text.endsWith('+ marks'))).toHaveLength(2);
  expect(overlapsOf(textBoxes())).toEqual([]);
});

test('a name does not lie on the interval of its dot', () => {
  const { canvas, textBoxes } = fakeCanvas(400, 200);
  const dot = { lane: 0, name: 'RED', delayMs: 40, lossPercent: 2, markedPercent: 0 };
  new DelayLossView(canvas).draw([{ ...dot, delayHalfWidthMs: 20, lossHalfWidthPercent: Number.NaN }]);
  // The axis of losses ends at 2.5 %: 2 % are a fifth of its 140 px below its upper end.
  const middle = 22 + 140 / 5;
  expect(textBoxes().find(({ text }) => text === 'RED')?.y).toBeCloseTo(middle - 13, 6);
});

test('the intervals of a dot reach as far as they are wide, and the corner is the better end', () => {
  const { canvas, strokes, texts } = fakeCanvas(400, 200);
  const dot = { lane: 0, name: 'RED', delayMs: 40, lossPercent: 2, markedPercent: 0 };
  new DelayLossView(canvas).draw([
    { ...dot, delayHalfWidthMs: 20, lossHalfWidthPercent: 1 },
    { ...dot, lane: 1, delayMs: 0, lossPercent: 0, ...unknownIntervals },
  ]);
  const [[x = 0, y = 0] = [], [zeroX = 0, zeroY = 0] = []] = strokes
    .filter(({ what }) => what === 'arc')
    .map(({ values }) => values.map(Number))
    .sort(([one = 0], [other = 0]) => other - one);
  const lineEnds = strokes.filter(({ what }) => what === 'lineTo').map(({ values }) => values.map(Number));
  expect(lineEnds).toContainEqual([expect.closeTo(x + (x - zeroX) / 2, 9), y]);
  expect(lineEnds).toContainEqual([x, expect.closeTo(y + (y - zeroY) / 2, 9)]);
  expect(texts()).toContain('better');
});

test('between the lines of two rings, a dot without room for its name has its letter only', () => {
  const drawn = (distanceMs: number) => {
    const { canvas, texts } = fakeCanvas(1_200, 140);
    const lane = (index: number, name: string, delayMs: number, markedPercent: number) => ({
      ...{ lane: index, name, delayMs, markedPercent, ...unknownIntervals },
      lossPercent: markedPercent > 0 ? 0.5 : 1.5,
    });
    new DelayLossView(canvas).draw([
      lane(0, 'DropTail', 90, 0),
      lane(1, 'RED', 16, 0),
      lane(2, 'CoDel', 16 + distanceMs, 2),
      lane(3, 'PIE', 16 - distanceMs, 2),
    ]);
    return texts();
  };
  expect(drawn(10)).toEqual(expect.arrayContaining(['B', 'RED']));
  const close = drawn(3.2);
  expect(close).toContain('B');
  expect(close).not.toContain('RED');
});
