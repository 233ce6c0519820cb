/** Marked moments over a plot: a line at each, and labels over the plot for the most important ones. */
import { BADGE_PX, drawBadge, textWidth } from '../draw/labels.ts';
import type { Ink } from '../draw/palette.ts';
import type { LinearScale } from '../draw/scale.ts';
import { drawSymbol, symbolWidth } from '../draw/symbol.ts';
import type { PlotMoment } from './plot-model.ts';

const MOST_LABELS = 3;
/** Largest distance of a label from its line, px. */
const MOST_APART = 90;
const GAP = 8;
/** Length of the line of a moment without a label, px. */
const TICK = 5;

export interface PlacedMoment {
  /** Index of the moment. */
  readonly index: number;
  readonly at: number;
  readonly wide: number;
  from: number;
}

/**
 * Places the labels of as many moments as have room, the most important first, and at most three. A label is beside its
 * line, and labels are in the order of time.
 * @param moments the most important first
 */
export function placeMoments(
  moments: readonly { readonly at: number; readonly wide: number }[],
  left: number,
  right: number,
): PlacedMoment[] {
  let placed: PlacedMoment[] = [];
  for (const [index, { at, wide }] of moments.entries()) {
    if (placed.length === MOST_LABELS) break;
    const tried = [...placed, { index, at, wide, from: 0 }]
      .sort((one, other) => one.at - other.at)
      .map((label) => ({ ...label }));
    let end = left;
    for (const label of tried) {
      label.from = Math.max(end, label.at - 2);
      end = label.from + label.wide + GAP;
    }
    let start = right + GAP;
    for (const label of [...tried].reverse()) {
      label.from = Math.min(label.from, start - GAP - label.wide);
      start = label.from;
    }
    const fits =
      start >= left &&
      tried.every((label) => Math.max(label.from - label.at, label.at - label.from - label.wide) <= MOST_APART);
    if (fits) placed = tried;
  }
  return placed;
}

/**
 * @param y middle of the labels, px.
 * @param from where the labels may begin, px.
 * @returns the places of the labels
 */
export function drawMoments(
  context: CanvasRenderingContext2D,
  ink: Ink,
  moments: readonly PlotMoment[],
  x: LinearScale,
  place: { readonly y: number; readonly from: number; readonly top: number; readonly bottom: number },
): PlacedMoment[] {
  const [, right] = x.range() as [number, number];
  const widths = moments.map(({ seconds, lane, label, symbol }) => ({
    at: Math.round(x(seconds)) + 0.5,
    wide:
      (lane === undefined ? 0 : BADGE_PX + 3) +
      textWidth(context, label) +
      (symbol === undefined ? 0 : symbolWidth(context, symbol) + 3),
  }));
  const labels = placeMoments(widths, place.from, right);
  context.lineWidth = 1;
  context.strokeStyle = ink.muted;
  for (const [index, { at }] of widths.entries()) {
    const label = labels.find((one) => one.index === index);
    context.setLineDash(label === undefined ? [] : [2, 2]);
    context.beginPath();
    if (label !== undefined) context.moveTo(Math.min(Math.max(at, label.from), label.from + label.wide), place.y + 6);
    else context.moveTo(at, place.top);
    context.lineTo(at, place.top);
    context.lineTo(at, label === undefined ? place.top + TICK : place.bottom);
    context.stroke();
  }
  context.setLineDash([]);
  context.textAlign = 'left';
  for (const { index, from } of labels) {
    const { lane, label, symbol } = moments[index] as PlotMoment;
    let start = from;
    if (lane !== undefined) {
      drawBadge(context, ink, lane, start, place.y);
      start += BADGE_PX + 3;
    }
    context.textAlign = 'left';
    context.fillStyle = ink.text;
    context.fillText(label, start, place.y);
    if (symbol !== undefined) drawSymbol(context, ink.surface, symbol, start + textWidth(context, label) + 3, place.y);
  }
  return labels;
}
