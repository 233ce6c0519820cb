/** A part of a drawing that seldom changes, in frames of 16 ms. */
import { beforeEach, expect, test } from 'vitest';
import { prepareCanvas, type Surface } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import { StillLayer } from '../../../src/view/draw/still-layer.ts';
import type { ThemedContext } from '../../../src/view/draw/themed-context.ts';
import { type FakeCanvas, fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeEach(stubBrowser);

/**
 * Draws a frame for each of the answers.
 * @returns by frame, whether the part was painted, and whether it was copied
 */
function frames(areStill: readonly boolean[], change: Partial<Surface> = {}) {
  const layer = new StillLayer();
  const page: FakeCanvas = fakeCanvas(100, 50);
  return areStill.map((isStill, frame) => {
    const surface = { ...prepareCanvas(page.canvas), ...change } as Surface;
    const drawing: ThemedContext & Surface = { ...surface, theme: drawingTheme() };
    page.strokes.length = 0;
    let isPainted = false;
    layer.draw(drawing, 16 * frame, isStill, () => {
      isPainted = true;
    });
    return [isPainted, page.strokes.some(({ what }) => what === 'drawImage')];
  });
}

const [painted, copied, both] = [
  [true, false],
  [false, true],
  [true, true],
];

test('a part that stays is painted once and then copied', () => {
  expect(frames([true, true, true])).toEqual([both, copied, copied]);
});

test('a part that changes is painted in each frame, and anew after that', () => {
  expect(frames([true, false, false, true, true])).toEqual([both, painted, painted, both, copied]);
});

test('it is painted again a few times per second', () => {
  const paints = frames(Array.from({ length: 60 }, () => true)).filter(([isPainted]) => isPainted).length;
  expect(paints).toBeGreaterThan(2);
  expect(paints).toBeLessThan(8);
});

test('a drawing without a canvas, such as a file, has no layer', () => {
  expect(frames([true, true], { ratio: undefined })).toEqual([painted, painted]);
});
