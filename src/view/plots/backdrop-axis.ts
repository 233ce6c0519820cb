/** The axis of the quantity behind the lines, between the plot and its labels: zero and the largest value. */
import { textWidth } from '../draw/labels.ts';
import { formatTick } from '../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawPixelLine, type PlotDrawing } from './plot-drawing.ts';
import type { PlacedPlot, PlacedRow } from './plot-layout.ts';
import type { PlotBackdrop } from './plot-model.ts';

/** In a narrower canvas, px, the lines need the room. */
const MIN_CANVAS_PX = 480;
const TICK_PX = 4;
const TEXT_GAP_PX = 7;
/** Distance of a number from the end of the axis, px. */
const TEXT_INSET_PX = 5;

const formatTop = ({ max, unit }: PlotBackdrop) => `${formatTick(max)} ${unit}`;

/** Width of the axis with its numbers, px; 0 without a quantity behind the lines, and without room. */
export function backdropAxisWidth({ context, model: { backdrop }, width }: PlotDrawing): number {
  if (backdrop === undefined || width < MIN_CANVAS_PX) return 0;
  const { font } = context;
  context.font = SMALL_DRAWING_FONT;
  const widthPx = textWidth(context, formatTop(backdrop)) + TEXT_GAP_PX;
  context.font = font;
  return widthPx;
}

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
  context.fillText(formatTop(backdrop), right + TEXT_GAP_PX, y.end + TEXT_INSET_PX);
  context.fillText('0', right + TEXT_GAP_PX, y.start - TEXT_INSET_PX);
  context.font = DRAWING_FONT;
}
