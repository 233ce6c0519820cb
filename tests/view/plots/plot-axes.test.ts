/** The references on the axis of a row. */
import { beforeAll, expect, test } from 'vitest';
import { prepareCanvas } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import { linearScale } from '../../../src/view/draw/scale.ts';
import { drawReferences } from '../../../src/view/plots/plot-axes.ts';
import type { PlacedPlot, PlacedRow } from '../../../src/view/plots/plot-layout.ts';
import type { PlotReference } from '../../../src/view/plots/plot-model.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

/** The texts of a reference beside an axis, and the fonts in which they were written. */
function drawn(reference: Omit<PlotReference, 'lane'>, left = 48) {
  const { canvas, textBoxes } = fakeCanvas(400, 120);
  const plot = { ...prepareCanvas(canvas)!, theme: drawingTheme(), left, right: 400 } as unknown as PlacedPlot;
  const row = { name: '', glyph: undefined, lines: [], references: [{ ...reference, lane: undefined }] };
  const fonts = new Map<string, string>();
  const { fillText } = plot.context;
  plot.context.fillText = (text: string, x: number, y: number) => {
    fonts.set(text, String(plot.context.font));
    fillText(text, x, y);
  };
  drawReferences(plot, { row, y: linearScale(0, 100, 100, 0) } as unknown as PlacedRow);
  return { texts: textBoxes().flatMap(({ text }) => (text === '' ? [] : text)), fonts };
}

test('a reference with a name has one text: the name, the symbol and the value', () => {
  expect(drawn({ symbol: 'C/3', value: 50, name: 'equal share' }).texts).toEqual(['equal share C/3: 50']);
  expect(drawn({ symbol: 'full', value: 50 }).texts.sort()).toEqual(['50', 'full']);
});

test('a symbol and its number are both large, or both small', () => {
  const sizes = (symbol: string, left: number) => {
    const { fonts } = drawn({ symbol, value: 50 }, left);
    return [symbol, '50'].map((text) => /\d+px/.exec(fonts.get(text) ?? '')?.[0]);
  };
  // Letters have 6 px here: a symbol of 4 letters and a number of 2 need 24 + 3 + 12 + 5 = 44 px, and one more.
  expect(sizes('full', 45)).toEqual(['13px', '12px']);
  expect(sizes('full', 44)).toEqual(['11px', '11px']);
  // Without room, the number is left out.
  expect(sizes('full', 43)).toEqual(['11px', undefined]);
});
