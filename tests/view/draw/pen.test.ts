/** A drawing with left and right exchanged has its shapes on the other side, and its words readable there. */
import { expect, test } from 'vitest';
import { mirrorSurface, writeReadably } from '../../../src/view/draw/canvas.ts';
import type { DrawingContext } from '../../../src/view/draw/drawing-context.ts';
import { drawBox, drawText } from '../../../src/view/draw/pen.ts';
import { drawQueueLegend } from '../../../src/view/queue/queue-legend.ts';
import type { QueueModel } from '../../../src/view/queue/queue-model.ts';
import { fakeCanvas, type Stroke } from '../fake-canvas.ts';

const WIDTH_PX = 200;
const theme = { text: 'text', muted: 'muted', grid: 'grid', surface: 'surface', raised: 'raised', isDark: false };

function mirrored() {
  const { canvas, strokes } = fakeCanvas(WIDTH_PX, 100);
  const context = canvas.getContext('2d') as unknown as DrawingContext;
  return { drawing: { ...mirrorSurface({ context, width: WIDTH_PX, height: 100 }), theme }, strokes };
}

/**
 * The horizontal spans of boxes and of words of 6 px a letter on the canvas, and whether they read from left to right.
 */
function placed(strokes: readonly Stroke[]) {
  let now = { scale: 1, shift: 0 };
  const kept: (typeof now)[] = [];
  return strokes.flatMap(({ what, values, align }) => {
    const [first, second, third] = values.map(Number) as [number, number, number];
    if (what === 'save') kept.push(now);
    else if (what === 'restore') now = kept.pop()!;
    else if (what === 'translate') now = { ...now, shift: now.shift + now.scale * first };
    else if (what === 'scale') now = { ...now, scale: now.scale * first };
    const isText = what === 'fillText';
    if (!isText && what !== 'fillRect') return [];
    const width = isText ? 6 * String(values[0]).length : third;
    const left = isText ? second - (align === 'right' ? width : align === 'center' ? width / 2 : 0) : first;
    const ends = [left, left + width].map((x) => now.scale * x + now.shift).sort((a, b) => a - b);
    return [{ ends, isReadable: now.scale > 0 }];
  });
}

test('a box at the left is as far from the right edge, with its own size', () => {
  const { drawing, strokes } = mirrored();
  drawBox(drawing, 10, 20, 30, 5);
  expect(placed(strokes)).toEqual([{ ends: [160, 190], isReadable: false }]);
});

test('words keep their distance from the edge at which they stand, whatever their alignment, and are readable', () => {
  const { drawing, strokes } = mirrored();
  drawText(drawing, 'name', 12, 10);
  drawText(drawing, 'rate', 196, 30, { align: 'right' });
  drawText(drawing, 'four', 50, 30, { align: 'center' });
  expect(placed(strokes)).toEqual([
    { ends: [WIDTH_PX - 12 - 24, WIDTH_PX - 12], isReadable: true },
    { ends: [WIDTH_PX - 196, WIDTH_PX - 196 + 24], isReadable: true },
    { ends: [WIDTH_PX - 62, WIDTH_PX - 38], isReadable: true },
  ]);
});

test('their ground is where they are', () => {
  const { drawing, strokes } = mirrored();
  drawText(drawing, 'ten letter', 100, 50, { hasGround: true });
  const [ground, words] = placed(strokes);
  expect(ground!.ends[0]).toBeLessThanOrEqual(words!.ends[0]!);
  expect(ground!.ends[1]).toBeGreaterThanOrEqual(words!.ends[1]!);
});

test('words in several parts have the mirrored place of all of them, and are written from left to right', () => {
  const { drawing, strokes } = mirrored();
  const { context } = drawing;
  writeReadably(drawing, 64, (left) => {
    drawText({ context, theme }, 'min', left, 10);
    drawText({ context, theme }, '= 12', left + 24, 10);
  });
  const [first, second] = placed(strokes);
  expect(first!.ends[0]).toBeLessThan(second!.ends[0]!);
  expect([first!.ends[0], second!.ends[1]]).toEqual([WIDTH_PX - 64, WIDTH_PX - 16]);
});

test('elsewhere, words are written where they are', () => {
  const { drawing, strokes } = mirrored();
  strokes.length = 0;
  drawText({ context: drawing.context, theme }, 'name', 12, 10);
  expect(placed(strokes)).toEqual([{ ends: [12, 36], isReadable: true }]);
});

test('in a legend with left and right exchanged, each sign is before its own word, nearer than that of the next', () => {
  const { drawing, strokes } = mirrored();
  const classes = ['game', 'call', 'TV'].map((label) => ({ label, kind: 'tcp', crossing: 'data' }));
  drawQueueLegend(drawing, { description: { classes } } as unknown as QueueModel);
  const isWord = ({ ends: [from = 0, to = 0] }: { readonly ends: readonly number[] }) => to - from > 8;
  const words = placed(strokes).filter(isWord);
  const signs = placed(strokes).filter((one) => !isWord(one));
  expect([words.length, signs.length]).toEqual([3, 3]);
  for (const [index, { ends }] of words.entries()) {
    const gapPx = ends[0]! - signs[index]!.ends[1]!;
    expect(gapPx).toBeGreaterThanOrEqual(4);
    for (const { ends: others } of signs.filter((_, other) => other !== index))
      expect(Math.min(Math.abs(others[0]! - ends[1]!), Math.abs(ends[0]! - others[1]!))).toBeGreaterThan(gapPx);
  }
});
