/** The band of a link: the streaks of the classes. */
import { beforeAll, expect, test } from 'vitest';
import { DEPARTURE_STRIDE, DepartureColumn } from '../../../src/engine/frame/frame.ts';
import { ANSWER_GLYPH_VARIANT } from '../../../src/engine/packets/packet.ts';
import { prepareCanvas } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import { packetGlyphs } from '../../../src/view/draw/palette.ts';
import { LinkBand } from '../../../src/view/queue/link-band.ts';
import type { QueueModel } from '../../../src/view/queue/queue-model.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

const description = {
  classes: [{ id: 'download', label: 'download', kind: 'tcp' }],
} as unknown as QueueModel['description'];
const GLYPHS = packetGlyphs(description.classes, false);

/** Draws a band after 100 departures with these variants in turn; later drawings have no other departures. */
function drawnBand(variants: readonly number[], run = description, band = new LinkBand(), count = 100) {
  const departures = new Float64Array(count * DEPARTURE_STRIDE);
  for (let row = 0; row < count; row++)
    departures[row * DEPARTURE_STRIDE + DepartureColumn.glyphVariant] = variants[row % variants.length] ?? 0;
  const { canvas, strokes } = fakeCanvas(500, 200);
  const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme() };
  strokes.length = 0;
  const model = { frame: { timeNs: 1e9, departures }, description: run } as unknown as QueueModel;
  for (let frame = 0; frame < 20; frame++) band.draw(drawing, model, GLYPHS, { from: 400, length: 90, y: 100 });
  const filledPx = strokes.flatMap(({ what, values }) => (what === 'fillRect' ? Number(values[3]) : []));
  return { band, filledPx: Math.max(...filledPx), lines: strokes.filter(({ what }) => what === 'lineTo').length };
}

test('a band of ACKs is an outline, and one of data is filled', () => {
  const acks = drawnBand([ANSWER_GLYPH_VARIANT]);
  expect([acks.filledPx, acks.lines > 0]).toEqual([0, true]);
  const data = drawnBand([0]);
  expect(data.filledPx).toBeGreaterThan(9);
  // The streak of the ACKs has no thickness.
  expect(data.lines).toBe(0);
});

test('data and ACKs of one class are side by side: a filled half and a hollow half', () => {
  const { filledPx, lines } = drawnBand([0, ANSWER_GLYPH_VARIANT]);
  expect(filledPx).toBeCloseTo(5, 1);
  expect(lines).toBeGreaterThan(0);
});

test('a band keeps its shares in one run, and loses those of an earlier run', () => {
  const { band } = drawnBand([0]);
  expect(drawnBand([], description, band, 0).filledPx).toBeGreaterThan(9);
  expect(drawnBand([], { ...description }, band, 0).filledPx).toBe(0);
});
