/** A mirrored drawing has its shapes on the other side, and its words readable there. */
import { expect, test } from 'vitest';
import type { DrawingContext } from '../../../src/view/draw/drawing-context.ts';
import { MirroredContext } from '../../../src/view/draw/mirrored-context.ts';
import { fakeCanvas } from '../fake-canvas.ts';

const WIDTH_PX = 200;

function mirrored() {
  const { canvas, strokes, textBoxes } = fakeCanvas(WIDTH_PX, 100);
  const context = canvas.getContext('2d') as unknown as DrawingContext;
  return { context: new MirroredContext(context, WIDTH_PX), strokes, textBoxes };
}

test('a box at the left is as far from the right edge, with its own size', () => {
  const { context, strokes } = mirrored();
  context.fillRect(10, 20, 30, 5);
  expect(strokes.at(-1)).toMatchObject({ what: 'fillRect', values: [160, 20, 30, 5] });
});

test('words keep their distance from the edge at which they stand, whatever their alignment', () => {
  const { context, textBoxes } = mirrored();
  context.textAlign = 'left';
  context.fillText('name', 12, 10);
  context.textAlign = 'right';
  context.fillText('rate', 196, 30);
  expect(textBoxes()).toMatchObject([
    { text: 'name', right: WIDTH_PX - 12 },
    { text: 'rate', left: WIDTH_PX - 196 },
  ]);
});

test('words in several parts have the mirrored place of all of them, and are written from left to right', () => {
  const { context, textBoxes } = mirrored();
  const { context: ordered, left } = context.unmirrored(10, 54);
  ordered.textAlign = 'left';
  ordered.fillText('min', left, 10);
  ordered.fillText('= 12', left + 24, 10);
  const [first, second] = textBoxes();
  expect(first?.left).toBeLessThan(second?.left ?? 0);
  expect([first?.left, second?.right]).toEqual([WIDTH_PX - 64, WIDTH_PX - 16]);
});

test('an arc begins where a line to its mirrored beginning ends', () => {
  const { context, strokes } = mirrored();
  context.arc(50, 40, 10, 0, Math.PI / 2);
  const [x = 0, y = 0, radius = 0, start = 0, end = 0, isAnticlockwise] = (strokes.at(-1)?.values ?? []) as number[];
  expect(x + radius * Math.cos(start)).toBeCloseTo(WIDTH_PX - 60, 9);
  expect(y + radius * Math.sin(end)).toBeCloseTo(50, 9);
  expect(isAnticlockwise).toBe(true);
});
