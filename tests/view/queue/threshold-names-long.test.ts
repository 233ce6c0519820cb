/** The names above a queue: their places and words. Letters of the canvas are 6 px wide. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { prepareCanvas } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import type { QueueModel } from '../../../src/view/queue/queue-model.ts';
import { THRESHOLD_KNOB_RADIUS_PX } from '../../../src/view/queue/queue-thresholds.ts';
import { drawThresholdNames, type NamedThreshold } from '../../../src/view/queue/threshold-names.ts';
import { randomFrom } from '../../random.ts';
import { fakeCanvas, overlapsOf, stubBrowser, type TextBox } from '../fake-canvas.ts';

beforeAll(stubBrowser);

const TOP = 38;

function drawnOn(width: number, bufferUnit: 'cells' | 'bytes' = 'cells') {
  const { description } = openRun({ scenario: findPreset('hu-fig9')!, policy: 'dfba', seed: 1 });
  const { canvas, textBoxes, strokes } = fakeCanvas(width, 240);
  const box = { left: 40, right: width - 76, top: TOP, bottom: 196 };
  const model = { description: { ...description, bufferUnit } } as QueueModel;
  const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), model, glyphs: [], box, order: undefined };
  return (thresholds: readonly NamedThreshold[], top = TOP) => {
    drawing.box.top = top;
    const [textCount, strokeCount] = [textBoxes().length, strokes.length];
    drawThresholdNames(drawing, thresholds);
    const leaderXs = strokes
      .slice(strokeCount)
      .filter(({ what }) => what === 'moveTo')
      .map(({ values: [x] }) => Number(x));
    return { boxes: textBoxes().slice(textCount), leaderXs };
  };
}

const buffer = { symbol: 'buffer', parameter: 'buffer' };
const upper = { symbol: 'H', parameter: 'high', word: 'upper' };
const lower = { symbol: 'L', parameter: 'low', word: 'lower' };
const named = (hint: NamedThreshold['hint'], x: number, amount: number): NamedThreshold => ({
  hint,
  x,
  amount,
  text: String(amount),
});

const drawnNames = (hints: readonly NamedThreshold['hint'][], xs: readonly number[], amounts: readonly number[]) =>
  drawnOn(480)(hints.map((hint, index) => named(hint, xs[index]!, amounts[index]!)));
const joined = (boxes: readonly TextBox[]) => boxes.map(({ text }) => text).join('');
const boxOf = (boxes: readonly TextBox[], text: string) => boxes.find((box) => box.text.trim() === text)!;

test('a second drawing has the names of the thresholds as they then are', () => {
  const draw = drawnOn(480);
  const first = draw([named(upper, 200, 1_250)]).boxes;
  expect(draw([named(upper, 200, 1_250)]).boxes).toEqual(first);
  const moved = draw([named(upper, 260, 900)]).boxes;
  expect(joined(moved)).toBe('upper H 900');
  expect(moved[0]!.left).toBeGreaterThan(first[0]!.left + 50);
  // The queue moves down in a canvas of the same width, and its names with it.
  const lowered = draw([named(upper, 260, 900)], TOP + 60).boxes;
  expect(lowered.map(({ y }) => y)).toEqual(moved.map(({ y }) => y + 60));
});

describe('the words of names', () => {
  test('with room: the unit of the buffer, and a word for each threshold in the middle over its line', () => {
    const { boxes } = drawnNames([buffer, upper, lower], [128, 270, 370], [6_000, 5_400, 1_250]);
    expect(joined(boxes)).toBe('buffer 6000 cellsupper H 5400lower L 1250');
    expect((boxOf(boxes, 'lower').left + boxOf(boxes, '1250').right) / 2).toBeCloseTo(370, 5);
  });

  test('of two names without room for their middles, one ends over its line and the other begins over its line', () => {
    const { boxes } = drawnNames([buffer, upper, lower], [128, 156, 350], [6_000, 5_400, 1_250]);
    expect(joined(boxes)).toBe('buffer 6000 cellsupper H 5400lower L 1250');
    expect(boxOf(boxes, '6000 cells').right).toBeCloseTo(128 + 4, 5);
    expect(boxOf(boxes, 'upper').left).toBeCloseTo(156 - 4, 5);
  });

  test('without room, words are left out', () => {
    const texts = [200, 88, 56].map((step) =>
      joined(drawnNames([buffer, upper, lower], [60, 60 + step, 60 + 2 * step], [6_000, 5_400, 1_250]).boxes),
    );
    expect(texts).toEqual([
      'buffer 6000 cellsupper H 5400lower L 1250',
      'buffer 6000 cellsupper H 5400lower L 1250',
      'buffer 6000 cellsH 5400L 1250',
    ]);
  });

  test('knobs above each other have one name with all their numbers', () => {
    const { boxes } = drawnNames([buffer, upper, lower], [128, 136, 350], [6_000, 5_800, 1_250]);
    expect(joined(boxes)).toBe('buffer 6000 cells · upper H 5800lower L 1250');
  });

  test('equal thresholds share a name, neighbours on the queue do not', () => {
    const { boxes } = drawnNames([buffer, upper, lower], [128, 300, 301], [6_000, 2_000, 2_000]);
    expect(joined(boxes)).toBe('buffer 6000 cellsupper H, L 2000');
    expect(joined(drawnNames([upper, lower], [128, 129], [6_000, 5_964]).boxes)).toContain('5964');
  });
});

describe('thresholds without a knob', () => {
  const [middle, low] = [{ symbol: 'M' }, { symbol: 'L' }];

  test('have their names beside the knobs, over their own lines', () => {
    const { boxes, leaderXs } = drawnNames([buffer, middle, low], [200, 260, 340], [25_000, 23_900, 20_800]);
    expect([boxOf(boxes, 'M').y, boxOf(boxes, 'L').y]).toEqual([TOP - 9, TOP - 9]);
    expect(leaderXs).toEqual([]);
  });

  test('have a line to a name in the row of the knobs if the next one is too near', () => {
    const { boxes, leaderXs } = drawnNames([buffer, middle, low], [200, 216, 240], [25_000, 23_900, 20_800]);
    expect(boxOf(boxes, 'M').y).toBe(boxOf(boxes, 'buffer').y);
    expect(boxOf(boxes, 'L').y).toBe(TOP - 9);
    expect(leaderXs).toEqual([216]);
  });
});

test('names of any thresholds are complete, on the canvas, near their lines, and cover neither each other nor a knob', () => {
  const random = randomFrom(58);
  let ledCount = 0;
  for (let round = 0; round < 400; round++) {
    const width = 300 + Math.floor(random() * 400);
    const count = 2 + Math.floor(random() * 3);
    const xs = Array.from({ length: count }, () => 40 + Math.round(random() ** 2 * (width - 116))).sort(
      (a, b) => a - b,
    );
    const hints = [buffer, upper, { symbol: 'M' }, lower].slice(0, count);
    const thresholds = hints.map((hint, index) => named(hint, xs[index]!, 6_000 - 10 * xs[index]!));
    const { boxes, leaderXs } = drawnOn(width)(thresholds);
    const where = `${width} px: ${xs}`;
    expect(overlapsOf(boxes), where).toEqual([]);
    expect(
      boxes.filter(({ left, right, y }) => left < 0 || right > width || y < 6 || y > TOP),
      where,
    ).toEqual([]);
    for (const { hint, x } of thresholds) {
      const symbol = boxOf(boxes, hint.symbol);
      expect(symbol, `${hint.symbol} at ${where}`).toBeDefined();
      // The whole name: its parts touch each other.
      let [left, right] = [symbol.left, symbol.right];
      for (const box of boxes) if (box.y === symbol.y && box.left === right) right = box.right;
      for (const box of [...boxes].reverse()) if (box.y === symbol.y && box.right === left) left = box.left;
      expect(
        (left - 15 <= x && x <= right + 15) || leaderXs.includes(x),
        `${hint.symbol} far from its line at ${where}`,
      ).toBe(true);
    }
    const knobXs = thresholds.filter(({ hint }) => 'parameter' in hint).map(({ x }) => x);
    const covered = boxes.filter(
      ({ left, right, y }) =>
        y > TOP - 15 && knobXs.some((x) => left < x + THRESHOLD_KNOB_RADIUS_PX && right > x - THRESHOLD_KNOB_RADIUS_PX),
    );
    expect(covered, where).toEqual([]);
    ledCount += leaderXs.length;
  }
  // Lines are the exception.
  expect(ledCount).toBeLessThan(120);
});
