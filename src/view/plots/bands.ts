/** Lines of two values as bands of two colours, with gaps. Each lane has its own band in the row. */
import { drawPacket } from '../draw/packets.ts';
import { drawPixelLine } from './plot-drawing.ts';
import type { PlotLineEnd } from './plot-labels.ts';
import type { PlacedPlot, PlacedRow } from './plot-layout.ts';
import { firstRowFrom, type PlotBands } from './plot-model.ts';

/** Space between bands, px. */
const BAND_GAP_PX = 3;
/** Size of the glyph at the start of a band, and its distance from the ends of the band, px. */
const BAND_GLYPH_PX = 6;
const BAND_GLYPH_INSET_PX = 3;

/** @returns the middle of each band, for its label */
export function drawBands(plot: PlacedPlot, { row, y }: PlacedRow, bands: PlotBands): readonly PlotLineEnd[] {
  const { context, theme, model, x, left, right } = plot;
  const pitch = (y.start - y.end) / Math.max(1, row.lines.length);
  const until = Math.min(model.nowSeconds, model.toSeconds);
  return row.lines.map((line, index) => {
    const bottom = y.end + (index + 1) * pitch - BAND_GAP_PX / 2;
    const height = Math.max(2, pitch - BAND_GAP_PX);
    drawPixelLine(context, theme.grid, [left, bottom], [right, bottom]);
    const end = Math.min(line.rowCount, firstRowFrom(line, until + 1e-9));
    let from = model.fromSeconds;
    for (let start = firstRowFrom(line, model.fromSeconds + 1e-9); start < end; ) {
      const value = line.value(start);
      let next = start + 1;
      while (next < end && Object.is(line.value(next), value)) next++;
      const to = line.time(next - 1);
      const { glyph } = value > 0 ? bands.high : bands.low;
      if (!Number.isNaN(value)) {
        context.fillStyle = glyph.edge;
        context.fillRect(x(from), bottom - height, x(to) - x(from), height);
        // Without colours, the glyph tells the bands apart.
        if (x(to) - x(from) >= BAND_GLYPH_PX + 2 * BAND_GLYPH_INSET_PX && height >= BAND_GLYPH_PX) {
          const blank = { ...glyph, colour: theme.surface, edge: theme.surface };
          const glyphY = bottom - (height + BAND_GLYPH_PX) / 2;
          drawPacket(context, blank, x(from) + BAND_GLYPH_INSET_PX, glyphY, BAND_GLYPH_PX);
        }
      }
      from = to;
      start = next;
    }
    return { line, y: bottom - height / 2 };
  });
}

/** The meaning of the bands, in a few words. */
export function formatBands({ high, low, none }: PlotBands): string {
  return [
    ...[high, low].map(({ name, glyph: { shape } }) => `${shape === 'circle' ? '●' : '■'} ${name}`),
    `gap: ${none}`,
  ].join(' · ');
}
