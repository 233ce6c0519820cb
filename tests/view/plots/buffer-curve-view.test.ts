/** The plot of one figure against the size of the buffer. */
import { beforeAll, expect, test } from 'vitest';
import { BufferCurveView } from '../../../src/view/plots/buffer-curve-view.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

const curves = {
  lanes: [
    {
      lane: 0,
      name: 'DropTail',
      points: [
        { size: 0, mean: 50, ci95: 0 },
        { size: 100, mean: 100, ci95: 0 },
      ],
      size: 50,
      value: 75,
    },
  ],
  figureText: 'link busy (%)',
  sizeText: 'buffer (packets)',
  isPercent: true,
  yardstick: { name: 'goal', value: 90 },
  namedSizes: [{ name: 'BDP', size: 100 }],
  seedCount: 15,
};

test('a run with the figure of its curve stands on it, and the goal is at its height', () => {
  const { canvas, strokes, texts } = fakeCanvas(400, 200);
  new BufferCurveView(canvas).draw(curves);
  const [x = 0, y = 0] = strokes.find(({ what }) => what === 'arc')!.values.map(Number);
  const lineEnds = strokes.filter(({ what }) => what === 'lineTo').map(({ values }) => values.map(Number));
  const [start, end] = lineEnds.slice(-2);
  // The axis of percents begins at 40, a multiple of 20, and ends at 100.
  expect([x, y]).toEqual([((start?.[0] ?? 0) + (end?.[0] ?? 0)) / 2, ((start?.[1] ?? 0) + (end?.[1] ?? 0)) / 2]);
  const goalY = Number(strokes.find(({ what, values }) => what === 'fillText' && values[0] === 'goal')?.values[2]);
  const heights = [start?.[1] ?? 0, end?.[1] ?? 0];
  expect((heights[0]! - goalY) / (heights[0]! - heights[1]!)).toBeCloseTo((90 - 50) / (100 - 50), 9);
  expect(texts()).toContain('buffer (packets)');
});

test('without a curve it says so, and an unknown figure has no dot', () => {
  const { canvas, strokes, texts } = fakeCanvas(400, 200);
  const view = new BufferCurveView(canvas);
  view.draw({ ...curves, lanes: curves.lanes.map((lane) => ({ ...lane, value: Number.NaN })) });
  expect(strokes.filter(({ what }) => what === 'arc')).toEqual([]);
  view.draw(undefined);
  expect(texts()).toContain('No curve is stored for this scenario');
});
