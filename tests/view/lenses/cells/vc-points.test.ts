import { beforeAll, expect, test } from 'vitest';
import { drawingTheme } from '../../../../src/view/draw/drawing-theme.ts';
import { VC_TOKEN_HALF_PX } from '../../../../src/view/draw/vc-token.ts';
import { drawVcPoints } from '../../../../src/view/lenses/cells/vc-points.ts';
import { fakeCanvas, stubBrowser } from '../../fake-canvas.ts';

beforeAll(stubBrowser);

const EDGES = { top: 20, bottom: 95, right: 400 };

/** The middles of what is drawn for VCs at these places: points, and squares with their numbers. */
function middles(x: number, heights: readonly number[]) {
  const { canvas, strokes } = fakeCanvas(400, 120);
  const glyph = { colour: '#000', edge: '#000', textColour: '#fff', shape: 'square' } as const;
  const points = heights.map((y, index) => ({ x, y, glyph, text: String(index + 1), isBeyond: false }));
  drawVcPoints({ context: canvas.getContext('2d')!, theme: drawingTheme() }, points, EDGES);
  const placesOf = (method: string, shift: number) =>
    strokes
      .filter(({ what }) => what === method)
      .map(({ values: [left, top] }) => ({ x: Number(left) + shift, y: Number(top) + shift }));
  return { squares: placesOf('rect', VC_TOKEN_HALF_PX), points: placesOf('arc', 0) };
}

test.each([5, 16])('%d VCs at one height: the points keep their places, and no square covers another', (count) => {
  const { squares, points } = middles(100, Array(count).fill(50));
  expect(points).toEqual(Array(count).fill({ x: 100, y: 50 }));
  expect(squares).toHaveLength(count);
  for (const [index, { x, y }] of squares.entries()) {
    expect(y).toBeGreaterThanOrEqual(EDGES.top);
    expect(y).toBeLessThanOrEqual(EDGES.bottom);
    expect(x - 100).toBeGreaterThan(2 * VC_TOKEN_HALF_PX);
    for (const other of squares.slice(index + 1))
      expect(Math.max(Math.abs(other.x - x), Math.abs(other.y - y))).toBeGreaterThanOrEqual(2 * VC_TOKEN_HALF_PX);
  }
});

test('near the right edge the squares are to the left of the points', () => {
  const { squares } = middles(390, [30, 60]);
  for (const { x } of squares) expect(x).toBeLessThan(390);
});
