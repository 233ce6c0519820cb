/** The bars of shares, against shares written by hand. */
import { beforeAll, expect, test } from 'vitest';
import { type SharePart, SharesView } from '../../../src/view/plots/shares-view.ts';
import { fakeCanvas, overlapsOf, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

const glyph = { colour: 'blue', edge: 'blue', textColour: 'white', shape: 'square' } as const;
const part = (label: string, percent: number, equalPercent: number) => ({ label, glyph, percent, equalPercent });

function drawn(...lanes: (readonly SharePart[])[]) {
  const { canvas, strokes, texts, textBoxes } = fakeCanvas(412, 180);
  const shares = lanes.map((parts, lane) => ({ lane, name: `policy ${lane}`, parts }));
  new SharesView(canvas).draw(shares, 'equal per flow');
  const bars = strokes.filter(({ what }) => what === 'rect').map(({ values }) => values.map(Number));
  // The lines of equal shares are in the middles of pixels.
  const dashed = strokes
    .filter(({ what, values: [x] }) => what === 'moveTo' && Number(x) % 1 === 0.5)
    .map(({ values: [x] }) => Number(x));
  const leaders = strokes.filter(({ what, values: [x] }) => what === 'lineTo' && Number(x) % 1 !== 0.5);
  const leaderEnds = leaders.map(({ values }) => values.map(Number));
  return { bars, dashed, leaderEnds, texts: texts(), boxes: textBoxes() };
}

test('a part is as wide as its share, and begins at the end of the part before it', () => {
  // 400 px for 100 %.
  const { bars, dashed, texts } = drawn([part('CUBIC', 75, 50), part('Reno', 25, 50)]);
  expect(bars.map(([x, , width]) => [x, width])).toEqual([
    [2, 300],
    [302, 100],
  ]);
  expect(dashed).toEqual([202.5]);
  expect(texts).toEqual(expect.arrayContaining(['CUBIC 75.0 %', 'Reno 25.0 %', 'equal per flow']));
});

test('the line of equal shares goes through no text that has room behind it', () => {
  // The line is at 202 px. The part of Reno begins at 190 px, and its text is 78 px wide.
  const textOf = (share: number) => {
    const { boxes } = drawn([part('CUBIC', 100 - share, 50), part('Reno', share, 50)]);
    return boxes.find(({ text }) => text.startsWith('Reno'))!;
  };
  expect(textOf(53).left).toBeGreaterThan(202);
  // Elsewhere it begins with its part.
  expect(textOf(40).left).toBeCloseTo(2 + 0.6 * 400 + 5, 9);
});

test('the text of a narrow part is over the bar', () => {
  const { bars, boxes } = drawn([part('Prague', 96, 50), part('Reno', 4, 50)]);
  const text = boxes.find((box) => box.text === 'Reno 4.00 %');
  expect(text?.y).toBeLessThan(bars[1]?.[1] ?? 0);
});

test('the last of several narrow parts has its text below the bar, and each text a line to its part; parts that do not compete have no line', () => {
  const { bars, dashed, leaderEnds, texts, boxes } = drawn(
    [90, 4, 3].map((percent, index) => ({ label: 'abc'[index]!, glyph, percent })),
  );
  expect(dashed).toEqual([]);
  expect(texts).toEqual(expect.arrayContaining(['a 90.0 %', 'equal per flow']));
  const [, [, top = 0, , height = 0] = []] = bars;
  const [over, below] = ['b 4.00 %', 'c 3.00 %'].map((words) => boxes.find(({ text }) => text === words)!);
  expect(over!.y).toBeLessThan(top);
  expect(below!.y).toBeGreaterThan(top + height);
  // The middles of the parts: 92 % and 95.5 % of 400 px.
  expect(leaderEnds).toEqual([
    [2 + 4 * 95.5, top + height],
    [2 + 4 * 92, top],
  ]);
  expect(overlapsOf(boxes)).toEqual([]);
});

test('three classes have two lines, at the ends of their equal shares', () => {
  const { dashed } = drawn([part('ten', 50, 20), part('thirty', 30, 60), part('ten more', 20, 20)]);
  expect(dashed).toEqual([82.5, 322.5]);
});

test('the time of bars stands before their meaning, if it has room', () => {
  const textsOf = (width: number) => {
    const { canvas, texts } = fakeCanvas(width, 180);
    const parts = [{ label: 'shown', glyph, percent: 100 }];
    new SharesView(canvas).draw([{ lane: 0, name: 'SHB', parts }], 'sent in vain: not shown', 'from 5 s on');
    return texts();
  };
  expect(textsOf(400)).toContain('from 5 s on · sent in vain: not shown');
  expect(textsOf(180)).toContain('sent in vain: not shown');
});

test('the time of bars with lines stands before the meaning left of the first line, if both have room', () => {
  const boxesOf = (width: number) => {
    const { canvas, textBoxes } = fakeCanvas(width, 180);
    const parts = [part('three', 50, 60), part('two', 50, 40)];
    new SharesView(canvas).draw([{ lane: 0, name: 'CoDel', parts }], 'equal per flow', 'from 5 s on');
    expect(overlapsOf(textBoxes())).toEqual([]);
    return textBoxes().map(({ text }) => text);
  };
  // The line is at 60 % of the width. The texts are 66 px and 84 px wide.
  expect(boxesOf(312)).toEqual(expect.arrayContaining(['from 5 s on', 'equal per flow']));
  expect(boxesOf(262)).toContain('equal per flow');
  expect(boxesOf(262)).not.toContain('from 5 s on');
});

test('bars of three parts keep their height when a part becomes too narrow for its text', () => {
  const heightOf = (percents: readonly number[]) => {
    const parts = percents.map((percent, index) => ({ label: 'abc'[index]!, glyph, percent }));
    return drawn(parts, parts, parts).bars[0]?.[3];
  };
  // Three lanes of 52 px, with 18 px for the name and 18 px for a text below the bar.
  expect(heightOf([40, 30, 30])).toBe(16);
  expect(heightOf([90, 4, 3])).toBe(16);
});

test('the text of a narrow part that has no room beside the others is left out', () => {
  const { texts, boxes } = drawn(
    [2, 2, 2, 2].map((percent, index) => ({ label: `a long name ${index}`, glyph, percent })),
  );
  expect(overlapsOf(boxes)).toEqual([]);
  // All parts are near the left end: one text is below the bar, and one over it. Another would be on the name of the lane.
  expect(texts.filter((text) => text.startsWith('a long name'))).toHaveLength(2);
});

test('without shares there is a text', () => {
  expect(drawn([]).texts).toContain('No values yet');
});
