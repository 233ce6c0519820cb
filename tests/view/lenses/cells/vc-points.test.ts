import { beforeAll, expect, test } from 'vitest';
import { drawingTheme } from '../../../../src/view/draw/palette.ts';
import { VC_TOKEN_RADIUS_PX } from '../../../../src/view/draw/vc-token.ts';
import { drawVcPoints } from '../../../../src/view/lenses/cells/vc-points.ts';
import { fakeCanvas, stubBrowser } from '../../fake-canvas.ts';

beforeAll(stubBrowser);

const EDGES = { top: 20, bottom: 95, right: 400 };

/** The circles that are drawn for VCs at these places: points and discs. */
function circles(x: number, heights: readonly number[]) {
  const { canvas, strokes } = fakeCanvas(400, 120);
  const glyph = { colour: '#000', edge: '#000', textColour: '#fff', shape: 'square' } as const;
  const points = heights.map((y, index) => ({ x, y, glyph, text: String(index + 1), isBeyond: false }));
  drawVcPoints({ context: canvas.getContext('2d')!, theme: drawingTheme() }, points, EDGES);
  const arcs = strokes.filter(({ what }) => what === 'arc').map(({ values }) => values.map(Number));
  const isDisc = (arc: readonly number[]) => arc[2] === VC_TOKEN_RADIUS_PX;
  const place = ([arcX, y]: readonly number[]) => ({ x: arcX!, y: y! });
  return { discs: arcs.filter(isDisc).map(place), points: arcs.filter((arc) => !isDisc(arc)).map(place) };
}

test.each([5, 16])('%d VCs at one height: the points keep their places, and no disc covers another', (count) => {
  const { discs, points } = circles(100, Array(count).fill(50));
  expect(points).toEqual(Array(count).fill({ x: 100, y: 50 }));
  expect(discs).toHaveLength(count);
  for (const [index, { x, y }] of discs.entries()) {
    expect(y).toBeGreaterThanOrEqual(EDGES.top);
    expect(y).toBeLessThanOrEqual(EDGES.bottom);
    expect(x - 100).toBeGreaterThan(2 * VC_TOKEN_RADIUS_PX);
    for (const other of discs.slice(index + 1))
      expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThanOrEqual(2 * VC_TOKEN_RADIUS_PX);
  }
});

test('near the right edge the discs are to the left of the points', () => {
  const { discs } = circles(390, [30, 60]);
  for (const { x } of discs) expect(x).toBeLessThan(390);
});
