/** The places of the rows of a plot, and the ends of their axes. */
import { expect, test } from 'vitest';
import type { PlacedPlot } from '../../../src/view/plots/plot-drawing.ts';
import { placeRows } from '../../../src/view/plots/plot-layout.ts';
import type { PlotReference } from '../../../src/view/plots/plot-model.ts';

/** The end of the axis of one row with values up to 100 and a reference there. */
function axisEndWith(heightPx: number, reference: Partial<PlotReference>, isStrip = false): number {
  const references = [{ symbol: 'C/3', value: 100, lane: undefined, ...reference }];
  const row = { name: '', glyph: undefined, lines: [], references, isStrip };
  const plot = { top: 20, bottom: 20 + heightPx, names: 'none', stripRugHeight: 0 } as unknown as PlacedPlot;
  const [placed] = placeRows(plot, [{ row, extent: { bottom: 0, top: 100, isSettled: true, peak: undefined } }]);
  return placed!.y.to;
}

test('the axis has room for the name over the line of a reference', () => {
  // 14 of 140 px.
  expect(axisEndWith(140, { name: 'equal share' })).toBeCloseTo(100 / 0.9, 9);
});

test('a reference without a drawn name takes no room: without a name or a symbol, and in a strip', () => {
  expect(axisEndWith(140, {})).toBe(100);
  expect(axisEndWith(140, { name: 'equal share', symbol: '' })).toBe(100);
  expect(axisEndWith(140, { name: 'equal share' }, true)).toBe(100);
});

test('in a low row, the name of a reference takes no height from the curves', () => {
  expect(axisEndWith(43, { name: 'equal share' })).toBeCloseTo(100 / (1 - 14 / 43), 9);
  for (const heightPx of [42, 15, 10]) expect(axisEndWith(heightPx, { name: 'equal share' })).toBe(100);
});
