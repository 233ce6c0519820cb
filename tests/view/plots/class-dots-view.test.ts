/** The figures of classes and lanes as dots, against figures written by hand. */
import { beforeAll, expect, test } from 'vitest';
import { ClassDotsView } from '../../../src/view/plots/class-dots-view.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

const glyph = { colour: 'blue', edge: 'blue', textColour: 'white', shape: 'square' } as const;

function drawn(height: number, values: readonly (readonly number[])[]) {
  const { canvas, strokes, texts } = fakeCanvas(400, height);
  const classes = values.map((own, index) => ({ label: `class ${index}`, glyph, values: own }));
  new ClassDotsView(canvas).draw([{ figureName: 'mean queueing delay', unitText: '(ms)', classes }]);
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

test('the line of a class of two colours has both by turns', () => {
  const { canvas, strokes } = fakeCanvas(400, 120);
  const twoColours = { ...glyph, edge: 'grey', secondColour: 'green' } as const;
  new ClassDotsView(canvas).draw([
    { figureName: 'loss', unitText: '(%)', classes: [{ label: 'voice', glyph: twoColours, values: [4] }] },
  ]);
  // The sign before the name has another height.
  const parts = strokes.filter(
    ({ what, style, values }) => what === 'fillRect' && values[3] === 3 && ['blue', 'green'].includes(style),
  );
  const length = (colour: string) =>
    parts.filter(({ style }) => style === colour).reduce((sum, { values }) => sum + Number(values[2]), 0);
  const whole = Number(strokes.find(({ what, style }) => what === 'fillRect' && style === 'grey')?.values[2]);
  expect(length('blue') + length('green')).toBeCloseTo(whole, 9);
  expect(Math.abs(length('blue') - length('green'))).toBeLessThanOrEqual(5);
  expect(parts.slice(0, 3).map(({ style }) => style)).toEqual(['blue', 'green', 'blue']);
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

test('a letter that would cover zero is beside a dot at the value', () => {
  const { canvas, strokes } = fakeCanvas(400, 120);
  const classes = [{ label: 'green', glyph, values: [500, 5] }];
  new ClassDotsView(canvas).draw([{ figureName: 'delay', unitText: '(ms)', classes }]);
  const [line] = strokes.filter(({ what, style }) => what === 'fillRect' && style === 'blue');
  const [zeroX, width] = [Number(line!.values[0]), Number(line!.values[2])];
  const dots = strokes.filter(({ what }) => what === 'arc').map(({ values: [x] }) => Number(x));
  expect(dots).toEqual([expect.closeTo(zeroX + width / 100, 9)]);
  const badges = strokes.filter(({ what }) => what === 'roundRect').map(({ values: [x] }) => Number(x));
  expect(badges[1]).toBeGreaterThan(dots[0]!);
  expect(badges[0]).toBeLessThan(zeroX + width);
});

test('all figures have their time before the unit, or none has it', () => {
  const axisTexts = (width: number) => {
    const { canvas, texts } = fakeCanvas(width, 120);
    const classes = [{ label: 'green', glyph, values: [4] }];
    const timeText = 'from 60 s on';
    new ClassDotsView(canvas).draw([
      { figureName: 'goodput', unitText: '(Mb/s)', timeText, classes },
      { figureName: 'loss', unitText: '(%)', timeText, classes },
    ]);
    return texts().filter((text) => text.startsWith('goodput') || text.startsWith('loss'));
  };
  expect(axisTexts(500)).toEqual(['goodput from 60 s on (Mb/s)', 'loss from 60 s on (%)']);
  expect(axisTexts(300)).toEqual(['goodput (Mb/s)', 'loss (%)']);
});

test('without figures there is a text', () => {
  expect(drawn(200, [[Number.NaN]]).texts).toContain('No values yet');
});

test('two figures have panels with axes of their own, and the classes are named once', () => {
  const { canvas, strokes, textBoxes } = fakeCanvas(400, 120);
  const panel = (figureName: string, unitText: string, values: readonly number[]) => ({
    figureName,
    unitText,
    classes: [{ label: 'green', glyph, values }],
  });
  new ClassDotsView(canvas).draw([panel('goodput', '(Mb/s)', [0.2, 0.1]), panel('loss', '(%)', [1, 4])]);
  const lines = strokes.filter(({ what, style }) => what === 'fillRect' && style === 'blue');
  const [a, b, c, d] = lines.map(({ values: [x, , width] }) => ({ x: Number(x), width: Number(width) }));
  expect([b!.width / a!.width, c!.width / d!.width]).toEqual([0.5, 0.25].map((one) => expect.closeTo(one, 9)));
  // The second panel begins behind the longest line of the first one and its number.
  expect(c!.x).toBeGreaterThan(a!.x + a!.width + 38);
  expect(textBoxes().filter(({ text }) => text === 'green')).toHaveLength(1);
  const left = (text: string) => textBoxes().find((box) => box.text === text)?.left;
  expect([left('goodput (Mb/s)'), left('loss (%)')]).toEqual([a!.x, c!.x]);
});

test('a long note begins at the left edge', () => {
  const noteLeft = (width: number) => {
    const { canvas, textBoxes } = fakeCanvas(width, 160);
    const classes = [{ label: 'downloads', glyph, values: [200] }];
    new ClassDotsView(canvas).draw([
      { figureName: 'round trip', unitText: '(ms)', note: 'video : downloads = 2.0 : 1 in A, 3.1 : 1 in B', classes },
    ]);
    return textBoxes().find(({ text }) => text.startsWith('video :'))!.left;
  };
  expect(noteLeft(500)).toBeGreaterThan(50);
  expect(noteLeft(300)).toBe(0);
});

test('a sentence is below the note, or takes its place, and over the lines', () => {
  const yOf = (note: string | undefined) => {
    const { canvas, textBoxes, strokes } = fakeCanvas(400, 160);
    const classes = [{ label: 'video', glyph, values: [200] }];
    new ClassDotsView(canvas).draw([
      { figureName: 'round trip', unitText: '(ms)', note, reason: 'It counts headers.', classes },
    ]);
    const { y } = textBoxes().find(({ text }) => text === 'It counts headers.')!;
    expect(y).toBeLessThan(
      Number(strokes.find(({ what, style }) => what === 'fillRect' && style === 'blue')!.values[1]),
    );
    return y;
  };
  expect(yOf('video : downloads = 2.0 in A') - yOf(undefined)).toBe(16);
});

test('the part that is given in advance is before the rest of a line, and the note is above the lines', () => {
  const { canvas, strokes, textBoxes } = fakeCanvas(400, 160);
  const classes = [{ label: 'video', glyph, values: [200], startValues: [50] }];
  new ClassDotsView(canvas).draw([
    { figureName: 'round trip', unitText: '(ms)', note: 'video : downloads = 2.0 in A', classes },
  ]);
  const lines = strokes.filter(({ what, style }) => what === 'fillRect' && style === 'blue');
  const [pale, dark] = lines.map(({ values: [x, y, width] }) => ({ x: Number(x), y: Number(y), width: Number(width) }));
  expect(dark!.x).toBeCloseTo(pale!.x + pale!.width, 9);
  expect(dark!.width / pale!.width).toBeCloseTo(3, 9);
  expect(textBoxes().find(({ text }) => text.startsWith('video :'))!.y).toBeLessThan(pale!.y - 10);
});
