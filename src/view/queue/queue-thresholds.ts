/** Draws the thresholds on a queue: lines through it with their knobs, and their names and numbers above. */
import type { ThresholdHint } from '../../engine/contract/drawing.ts';
import { drawSymbol, symbolWidth } from '../draw/symbol.ts';
import type { QueueDrawing } from './queue-drawing.ts';

/** Distance of the words below the queue from it, px. */
export const TEXT_UNDER_PX = 12;
/** Radius of the knob of a threshold, and of the dragged one, px. */
export const THRESHOLD_KNOB_RADIUS_PX = 4.5;
const DRAGGED_KNOB_RADIUS_PX = 6;
/** Heights over the queue, px: of knobs, of the names, and of the end of a line. */
const KNOB_OVER_PX = 12;
const NAMES_OVER_PX = 25;
const LINE_OVER_PX = 8;
/** Length of a line under the queue if it ends there, px. */
const LINE_UNDER_PX = 4;
/** Least distance of two knobs, px. */
const KNOB_DISTANCE_PX = 11;
/** Space between two names, px. */
const NAME_GAP_PX = 8;
/** Thresholds at a smaller distance have one number, px. */
const SHARED_NUMBER_PX = 2;

export interface PlacedThreshold {
  readonly hint: ThresholdHint;
  /** Place of its line, px. */
  readonly x: number;
  /** Its value with its unit. */
  readonly text: string;
}

/**
 * @param thresholds from left to right
 * @returns places of the knobs, px
 */
export function drawThresholds(
  drawing: QueueDrawing,
  thresholds: readonly PlacedThreshold[],
  dragged: string | undefined,
): number[] {
  const { context, theme, height, model, box, order } = drawing;
  const { top, bottom } = box;
  let knobX = Number.NEGATIVE_INFINITY;
  const knobs = thresholds.map(({ hint, x }) => {
    // A knob that would cover the one before is beside it, and its line bends to it.
    knobX = Math.max(x, knobX + KNOB_DISTANCE_PX);
    context.strokeStyle = theme.text;
    context.lineWidth = hint.style === 'high' ? 2.5 : 1.2;
    context.setLineDash(hint.style === 'middle' ? [4, 3] : []);
    context.beginPath();
    context.moveTo(knobX, top - LINE_OVER_PX);
    context.lineTo(x, top);
    const row = order?.rows[hint.row ?? Number.NaN];
    if (row === undefined) context.lineTo(x, model.sharesLensAxis ? height : bottom + LINE_UNDER_PX);
    else {
      context.moveTo(x, top + row.shareAbove * (bottom - top));
      context.lineTo(x, top + (row.shareAbove + row.share) * (bottom - top));
    }
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = theme.surface;
    context.lineWidth = 1.5;
    context.beginPath();
    const radius = hint.parameter === dragged ? DRAGGED_KNOB_RADIUS_PX : THRESHOLD_KNOB_RADIUS_PX;
    context.arc(knobX, top - KNOB_OVER_PX, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    return knobX;
  });
  drawNames(drawing, thresholds);
  return knobs;
}

/** Thresholds at the same place have one number. Names that would overlap move apart. */
function drawNames({ context, theme, width, box }: QueueDrawing, thresholds: readonly PlacedThreshold[]): void {
  const names: { symbols: string[]; text: string; widthPx: number; lineX: number; from: number }[] = [];
  for (const { hint, x, text } of thresholds) {
    const widthPx = symbolWidth(context, hint.symbol) + 5;
    const last = names.at(-1);
    if (last !== undefined && x - last.lineX < SHARED_NUMBER_PX) {
      last.symbols.push(hint.symbol);
      last.widthPx += widthPx + 3;
      continue;
    }
    names.push({
      symbols: [hint.symbol],
      text,
      widthPx: widthPx + context.measureText(text).width,
      lineX: x,
      from: 0,
    });
  }
  let end = Number.NEGATIVE_INFINITY;
  for (const name of names) {
    name.from = Math.max(2, name.lineX - name.widthPx / 2, end);
    end = name.from + name.widthPx + NAME_GAP_PX;
  }
  let start = width + NAME_GAP_PX - 2;
  for (const name of [...names].reverse()) {
    name.from = Math.min(name.from, start - NAME_GAP_PX - name.widthPx);
    start = name.from;
  }
  const y = box.top - NAMES_OVER_PX;
  context.fillStyle = theme.text;
  context.textAlign = 'left';
  for (const { symbols, text, from } of names) {
    let x = from;
    for (const [index, symbol] of symbols.entries()) {
      if (index > 0) context.fillText(',', x - 7, y);
      x += drawSymbol({ context, theme }, symbol, x, y) + (index < symbols.length - 1 ? 8 : 5);
    }
    context.fillText(text, x, y);
  }
}
