/** The names above a queue: their places and words. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { prepareCanvas } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import { placeSideBySide } from '../../../src/view/draw/side-by-side.ts';
import type { QueueModel } from '../../../src/view/queue/queue-model.ts';
import type { PlacedThreshold } from '../../../src/view/queue/queue-thresholds.ts';
import { drawThresholdNames } from '../../../src/view/queue/threshold-names.ts';
import { fakeCanvas, overlapsOf, stubBrowser, type TextBox } from '../fake-canvas.ts';

beforeAll(stubBrowser);

describe('the places of names', () => {
  const leftsOf = (wantedLefts: readonly number[]) =>
    placeSideBySide(
      wantedLefts.map((wantedLeft) => ({ wantedLeft, widthPx: 40 })),
      [0, 300],
      8,
    ).map(({ from }) => from);

  test('names with room keep their places', () => {
    expect(leftsOf([10, 58, 200])).toEqual([10, 58, 200]);
  });

  test('names that would overlap share the distance, with 8 px between them', () => {
    // Both at 100: one name moves 24 px to the left, and the other 24 px to the right.
    expect(leftsOf([100, 100])).toEqual([76, 124]);
    // The third name joins them. The mean of 100, 100 - 48 and 130 - 96 is 62.
    expect(leftsOf([100, 100, 130])).toEqual([62, 110, 158]);
  });

  test('names stay on the canvas', () => {
    expect(leftsOf([-20, 0])).toEqual([0, 48]);
    expect(leftsOf([280, 290])).toEqual([212, 260]);
  });
});

describe('the words of names', () => {
  function boxesOf(policy: string, lineXs: readonly number[], amounts: readonly number[]): readonly TextBox[] {
    const { description } = openRun({ scenario: findPreset('hu-fig9')!, policy, seed: 1 });
    const { canvas, textBoxes } = fakeCanvas(480, 240);
    const box = { left: 128, right: 404, top: 36, bottom: 196 };
    const model = { description } as QueueModel;
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), model, glyphs: [], box, order: undefined };
    const thresholds = [...description.hints.thresholds].reverse().map(
      (hint, index): PlacedThreshold => ({
        hint,
        x: lineXs[index]!,
        amount: amounts[index]!,
        text: String(amounts[index]),
      }),
    );
    drawThresholdNames(drawing, thresholds);
    return textBoxes();
  }
  test('a second drawing has the names of the thresholds as they then are', () => {
    const { description } = openRun({ scenario: findPreset('hu-fig9')!, policy: 'dfba', seed: 1 });
    const { canvas, textBoxes } = fakeCanvas(480, 240);
    const box = { left: 128, right: 404, top: 36, bottom: 196 };
    const model = { description } as QueueModel;
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), model, glyphs: [], box, order: undefined };
    const [hint] = description.hints.thresholds;
    const draw = (x: number, amount: number) => {
      const drawnBefore = textBoxes().length;
      drawThresholdNames(drawing, [{ hint: hint!, x, amount, text: String(amount) }]);
      return textBoxes().slice(drawnBefore);
    };
    const first = draw(200, 1_250);
    expect(draw(200, 1_250)).toEqual(first);
    const moved = draw(260, 900);
    expect(moved.map(({ text }) => text)).toContain('900');
    expect(moved[0]!.left).toBeGreaterThan(first[0]!.left + 50);
  });

  const textsOf = (...given: Parameters<typeof boxesOf>) => boxesOf(...given).map(({ text }) => text);

  test('with room: the unit of the buffer, and a word for each threshold', () => {
    const texts = textsOf('dfba', [128, 250, 350], [6_000, 5_400, 1_250]);
    expect(texts).toEqual(['buffer', '6000 cells', 'upper', 'H', '5400', 'lower', 'L', '1250']);
  });

  test('of two names without room for their middles, one ends over its line and the other begins over its line', () => {
    const boxes = boxesOf('dfba', [128, 156, 350], [6_000, 5_400, 1_250]);
    expect(boxes.map(({ text }) => text)).toEqual(['buffer', '6000 cells', 'upper', 'H', '5400', 'lower', 'L', '1250']);
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
    const leftOf = (text: string) => boxes.find((box) => box.text === text)!.left;
    const rightOf = (text: string) => boxes.find((box) => box.text === text)!.right;
    expect([leftOf('buffer') <= 128, rightOf('6000 cells') >= 128 - 8]).toEqual([true, true]);
    expect([leftOf('upper') <= 156 + 8, rightOf('5400') >= 156]).toEqual([true, true]);
    // The one that is alone has its middle over its line.
    expect((leftOf('lower') + rightOf('1250')) / 2).toBeCloseTo(350, 0);
    expect(overlapsOf(boxes)).toEqual([]);
  });

  test('words that would push a lonely name away from its line are left out', () => {
    const boxes = boxesOf('dfba', [128, 156, 262], [6_000, 5_400, 3_000]);
    const [low, cells] = ['L', '3000'].map((text) => boxes.find((box) => box.text === text)!) as [TextBox, TextBox];
    expect(boxes.map(({ text }) => text)).not.toContain('lower');
    expect((low.left + cells.right) / 2).toBeCloseTo(262, 0);
  });

  test('thresholds at one place have one name with all their numbers', () => {
    const texts = textsOf('dfba', [128, 136, 350], [6_000, 5_800, 1_250]);
    expect(texts).toEqual(['buffer', '6000 cells', '·', 'upper', 'H', '5800', 'lower', 'L', '1250']);
  });

  test('names in a narrow queue have no sign between them if each is then over its line', () => {
    const boxes = boxesOf('dfba', [60, 74, 350], [6_000, 5_400, 1_250]);
    expect(boxes.map(({ text }) => text)).not.toContain('·');
    expect(boxes.find(({ text }) => text === 'H')!.left - 74).toBeLessThanOrEqual(8);
    expect(overlapsOf(boxes)).toEqual([]);
  });

  test('a name that a line would lead to is on the right of its knob', () => {
    const boxes = boxesOf('dfba', [44, 60, 350], [25_000, 22_500, 1_250]);
    const [buffer, high, low] = ['buffer', 'upper', 'lower'].map((text) => boxes.find((box) => box.text === text)!);
    expect(high!.left).toBeGreaterThan(60 + 4.5);
    expect(high!.left - 60).toBeLessThan(10);
    expect([high!.y > buffer!.y, low!.y]).toEqual([true, buffer!.y]);
    expect(overlapsOf(boxes)).toEqual([]);
  });

  describe('two knobs on one line, beside thresholds without a knob', () => {
    const { description } = openRun({ scenario: findPreset('hu-fig7')!, policy: 'vbs', seed: 1 });
    const hintOf = (symbol: string) => description.hints.thresholds.find((hint) => hint.symbol === symbol)!;

    function drawn(wallX: number, middleX: number, lowX: number) {
      const { canvas, textBoxes, strokes } = fakeCanvas(480, 240);
      const box = { left: wallX, right: 404, top: 38, bottom: 196 };
      const drawing = {
        ...prepareCanvas(canvas)!,
        theme: drawingTheme(),
        model: { description } as QueueModel,
        glyphs: [],
        box,
        order: undefined,
      };
      drawThresholdNames(drawing, [
        { hint: hintOf('buffer'), x: wallX, amount: 25_000, text: '25000' },
        { hint: hintOf('H'), x: wallX + 1, amount: 24_900, text: '24900' },
        { hint: { symbol: 'M' }, x: middleX, amount: 23_900, text: '23900' },
        { hint: { symbol: 'L' }, x: lowX, amount: 20_800, text: '20800' },
      ]);
      const boxes = textBoxes();
      const boxOf = (text: string) => boxes.find((other) => other.text === text)!;
      const leaderXs = strokes.filter(({ what }) => what === 'moveTo').map(({ values: [x] }) => x);
      return { boxes, boxOf, leaderXs };
    }

    test('have one short name that ends at the line, and each other name begins at its own line', () => {
      const { boxes, boxOf, leaderXs } = drawn(200, 230, 300);
      expect(boxes.map(({ text }) => text)).toEqual(['buffer', '25000', '·', 'H', '24900', 'M', '23900', 'L', '20800']);
      expect(boxOf('24900').right).toBeCloseTo(204, 5);
      expect([boxOf('M').left, boxOf('L').left]).toEqual([226, 296]);
      expect(boxOf('M').y).toBe(38 - 9);
      expect(leaderXs).toEqual([]);
      expect(overlapsOf(boxes)).toEqual([]);
    });

    test('leave room in their row for a name that the next line is too near to', () => {
      const { boxes, boxOf, leaderXs } = drawn(200, 216, 240);
      expect(boxOf('M').y).toBe(boxOf('H').y);
      expect([boxOf('M').left, boxOf('L').left]).toEqual([212, 236]);
      expect(boxOf('L').y).toBeGreaterThan(boxOf('M').y);
      // A line leads from the threshold to its name in the upper row, left of the lower one.
      expect(leaderXs).toEqual([216]);
      expect(overlapsOf(boxes)).toEqual([]);
    });

    test('without room in their row, the others have a row with lines to them', () => {
      const { boxes, boxOf, leaderXs } = drawn(44, 54, 84);
      expect(boxOf('buffer').left).toBe(2);
      expect(boxOf('M').y).toBe(boxOf('L').y);
      expect(boxOf('M').left).toBeGreaterThan(44 + 4.5);
      expect(leaderXs).toEqual([54, 84]);
      expect(overlapsOf(boxes)).toEqual([]);
    });
  });

  test('equal thresholds share a name, neighbours on the queue do not', () => {
    expect(textsOf('double-epd', [128, 129, 350], [6_000, 5_964, 3_000])).toContain('5964');
    expect(textsOf('dfba', [128, 300, 301], [6_000, 2_000, 2_000])).toEqual([
      'buffer',
      '6000 cells',
      'upper',
      'H',
      ',',
      'L',
      '2000',
    ]);
  });
});
