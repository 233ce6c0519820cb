/** The names above a queue: their places and words. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { prepareCanvas } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/palette.ts';
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

  test('of two knobs on one line, the lower one has its symbol beside it', () => {
    const symbols = (x: number) =>
      boxesOf('dfba', [128, x, 350], [6_000, 5_990, 1_250]).filter(({ text }) => text === 'H');
    const [inRow, beside] = symbols(129);
    expect(beside!.right).toBeLessThan(128 - 4.5);
    expect(beside!.right).toBeGreaterThan(128 - 12);
    // At the height of its knob, under the names.
    expect(beside!.y).toBe(36 - 2.5);
    expect(inRow!.y).toBeLessThan(beside!.y - 12);
    expect(symbols(140)).toHaveLength(1);
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
