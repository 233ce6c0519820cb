/** Marked moments over a plot: a line at each, and labels over the plot for the most important ones. */
import { BADGE_PX, drawBadge, textWidth } from '../draw/labels.ts';
import type { Ink } from '../draw/palette.ts';
import type { LinearScale } from '../draw/scale.ts';
import { drawSymbol, symbolWidth } from '../draw/symbol.ts';
import type { PlotMoment } from './plot-model.ts';

const MOST_LABELS = 3;
/** Largest distance of a label from its line, px. */
const MOST_APART = 48;
/** Moments of one kind within this distance share a label, px. */
const SHARED = 40;
/** Space between a label and the line of the present time, px. */
const BESIDE = 4;
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

interface SharedLabel {
  /** Index of its first moment. */
  readonly index: number;
  readonly at: number;
  readonly lanes: number[];
  wide: number;
}

/** The labels of moments: near moments of one kind share a label with the letters of their lanes. */
export function sharedLabels(
  moments: readonly Pick<PlotMoment, 'lane' | 'label' | 'symbol'>[],
  placeOf: (index: number) => number,
  widthOf: (index: number) => number,
): SharedLabel[] {
  const labels: SharedLabel[] = [];
  for (const [index, { lane, label, symbol }] of moments.entries()) {
    const at = placeOf(index);
    const same = labels.find((one) => {
      const first = moments[one.index];
      return first?.label === label && first.symbol === symbol && Math.abs(one.at - at) <= SHARED;
    });
    const letter = lane === undefined ? 0 : BADGE_PX + 3;
    if (same === undefined || lane === undefined) {
      labels.push({ index, at, lanes: lane === undefined ? [] : [lane], wide: letter + widthOf(index) });
    } else if (!same.lanes.includes(lane)) {
      same.lanes.push(lane);
      same.wide += letter;
    }
  }
  return labels;
}

/**
 * @param y middle of the labels, px.
 * @param from where the labels may begin, px. They end at `end`.
 * @param now place of the line of the present time, px. No label is over it.
 * @returns the places of the labels
 */
export function drawMoments(
  context: CanvasRenderingContext2D,
  ink: Ink,
  moments: readonly PlotMoment[],
  x: LinearScale,
  place: {
    readonly y: number;
    readonly from: number;
    readonly end: number;
    readonly now: number;
    readonly top: number;
    readonly bottom: number;
    /** Whether moments without a label have a short line. */
    readonly ticks: boolean;
  },
): PlacedMoment[] {
  const placeOf = (index: number) => Math.round(x((moments[index] as PlotMoment).seconds)) + 0.5;
  const shared = sharedLabels(moments, placeOf, (index) => {
    const { label, symbol } = moments[index] as PlotMoment;
    return textWidth(context, label) + (symbol === undefined ? 0 : symbolWidth(context, symbol) + 3);
  });
  let placed = placeMoments(shared, place.from, Math.min(place.end, place.now - BESIDE));
  // Early in a run there is room only after the present time.
  if (placed.length === 0) placed = placeMoments(shared, Math.max(place.from, place.now + BESIDE), place.end);
  const labels = placed.map((one) => ({ ...one, ...(shared[one.index] as SharedLabel) }));
  context.lineWidth = 1;
  context.strokeStyle = ink.muted;
  for (const index of moments.keys()) {
    const at = placeOf(index);
    const label = labels.find((one) => one.index === index);
    if (label === undefined && !place.ticks) continue;
    context.beginPath();
    if (label !== undefined) {
      // From the label to its line.
      context.moveTo(Math.min(Math.max(at, label.from), label.from + label.wide), place.y + 6);
      context.lineTo(at, place.top);
      context.stroke();
      context.beginPath();
      context.setLineDash([2, 2]);
    }
    context.moveTo(at, place.top);
    context.lineTo(at, label === undefined ? place.top + TICK : place.bottom);
    context.stroke();
    context.setLineDash([]);
  }
  for (const { index, from, lanes } of labels) {
    const { label, symbol } = moments[index] as PlotMoment;
    let start = from;
    for (const lane of [...lanes].sort()) {
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
