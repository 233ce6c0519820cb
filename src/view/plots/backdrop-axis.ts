/** The axis of the quantity behind the lines, between the plot and its labels: zero and the largest value. */
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawPixelLine } from './plot-drawing.ts';
import { BACKDROP_TEXT_GAP_PX, formatBackdropTop, type PlacedPlot, type PlacedRow } from './plot-layout.ts';

const TICK_PX = 4;
/** Distance of a number from the end of the axis, px. */
const TEXT_INSET_PX = 5;

/** Draws the axis beside the first row. */
export function drawBackdropAxis(plot: PlacedPlot, { y }: Pick<PlacedRow, 'y'>): void {
  const { context, theme, right, backdropAxisPx } = plot;
  const { backdrop } = plot.model;
  if (backdrop === undefined || backdropAxisPx === 0) return;
  drawPixelLine(context, theme.muted, [right, y.end], [right, y.start]);
  for (const tickY of [y.end, y.start]) drawPixelLine(context, theme.muted, [right, tickY], [right + TICK_PX, tickY]);
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  context.fillText(formatBackdropTop(backdrop), right + BACKDROP_TEXT_GAP_PX, y.end + TEXT_INSET_PX);
  context.fillText('0', right + BACKDROP_TEXT_GAP_PX, y.start - TEXT_INSET_PX);
  context.font = DRAWING_FONT;
}
