/** Lines of two values as bands: a high band, a low one, or none. Each lane has its own band in the row. */
import { drawPixelLine } from './plot-drawing.ts';
import type { PlotLineEnd } from './plot-labels.ts';
import type { PlacedPlot, PlacedRow } from './plot-layout.ts';
import { firstRowFrom, type PlotBands } from './plot-model.ts';

/** Height of a low band, as a part of a high one, and the space between bands, px. */
const LOW_SHARE = 0.4;
const BAND_GAP_PX = 3;

/** @returns the middle of each band, for its label */
export function drawBands(plot: PlacedPlot, { row, y }: PlacedRow, bands: PlotBands): readonly PlotLineEnd[] {
  const { context, ink, model, x, left, right } = plot;
  const pitch = (y.start - y.end) / Math.max(1, row.lines.length);
  const until = Math.min(model.nowSeconds, model.toSeconds);
  return row.lines.map((line, index) => {
    const bottom = y.end + (index + 1) * pitch - BAND_GAP_PX / 2;
    const height = Math.max(2, pitch - BAND_GAP_PX);
    drawPixelLine(context, ink.grid, [left, bottom], [right, bottom]);
    const end = Math.min(line.rowCount, firstRowFrom(line, until + 1e-9));
    let from = model.fromSeconds;
    for (let start = firstRowFrom(line, model.fromSeconds + 1e-9); start < end; ) {
      const value = line.value(start);
      let next = start + 1;
      while (next < end && Object.is(line.value(next), value)) next++;
      const to = line.time(next - 1);
      const { colour } = value > 0 ? bands.high : bands.low;
      const high = value > 0 ? height : LOW_SHARE * height;
      context.fillStyle = colour;
      if (!Number.isNaN(value)) context.fillRect(x(from), bottom - high, x(to) - x(from), high);
      from = to;
      start = next;
    }
    return { line, y: bottom - height / 2 };
  });
}

/** The meaning of the bands, in a few words. */
export function formatBands({ high, low, none }: PlotBands): string {
  return `high: ${high.name} · low: ${low.name} · none: ${none}`;
}
