/**
 * The most important marked moments over a plot: a line at each, with a label over the plot. Lanes that share a label keep their own
 * lines, each in the row of its lane if lanes have rows.
 */

import { drawLaneBadge, LANE_BADGE_PX } from '../draw/labels.ts';
import { drawLine, drawText, NEXT_LINE } from '../draw/pen.ts';
import type { LinearScale } from '../draw/scale.ts';
import { textWidth } from '../draw/shapes.ts';
import { drawSymbol, symbolWidth } from '../draw/symbol.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { PlotMoment } from './plot-model.ts';

const MAX_LABELS = 3;
/** Moments of one kind within this distance share a label, px. */
const SHARED_LABEL_PX = 40;
/** Space between a label and the line of the present time, px. */
const NOW_GAP_PX = 4;
const LABEL_GAP_PX = 14;
/** Distance of a line from the middle of its label, px. */
const LINE_DISTANCE_PX = 6;

/** The space of a label: the place of its line, and its width, px. */
interface Label {
  readonly x: number;
  readonly widthPx: number;
}

/** A label with its left edge, px. */
type PlacedMomentLabel<T extends Label> = T & { readonly from: number };

/**
 * Places as many labels as have room, the most important first, and at most three. Each label is over its line.
 * @param labels the most important first
 */
export function placeMoments<T extends Label>(
  labels: readonly T[],
  left: number,
  right: number,
): PlacedMomentLabel<T>[] {
  let placedLabels: PlacedMomentLabel<T>[] = [];
  for (const nextLabel of labels) {
    if (placedLabels.length === MAX_LABELS) break;
    const triedLabels = [...placedLabels, nextLabel].sort((a, b) => a.x - b.x).map((label) => ({ ...label, from: 0 }));
    let end = left;
    for (const label of triedLabels) {
      label.from = Math.max(end, label.x - 2);
      end = label.from + label.widthPx + LABEL_GAP_PX;
    }
    let start = right + LABEL_GAP_PX;
    for (const label of [...triedLabels].reverse()) {
      label.from = Math.min(label.from, start - LABEL_GAP_PX - label.widthPx);
      start = label.from;
    }
    const fits = start >= left && triedLabels.every(({ x, from, widthPx }) => from <= x && x <= from + widthPx);
    if (fits) placedLabels = triedLabels;
  }
  return placedLabels;
}

/** A moment with the space of its words. */
interface MeasuredMoment extends Label, Pick<PlotMoment, 'lane' | 'label' | 'symbol'> {}

interface SharedLabel<T> extends Label {
  /** Its first moment. */
  readonly moment: T;
  /** The lanes with their own places, px, in the order of these. */
  readonly lanes: readonly LanePlace[];
}

interface LanePlace {
  readonly lane: number;
  readonly x: number;
}

/** The labels of moments: near moments of one kind share a label with the letters of their lanes. */
export function sharedLabels<T extends MeasuredMoment>(moments: readonly T[]): SharedLabel<T>[] {
  const labels: { readonly moment: T; readonly x: number; lanes: LanePlace[]; widthPx: number }[] = [];
  for (const moment of moments) {
    const { lane, label, symbol, x } = moment;
    const sameLabel = labels.find(
      (candidate) =>
        candidate.moment.label === label &&
        candidate.moment.symbol === symbol &&
        Math.abs(candidate.x - x) <= SHARED_LABEL_PX,
    );
    const letter = lane === undefined ? 0 : LANE_BADGE_PX + 3;
    if (sameLabel === undefined || lane === undefined) {
      labels.push({ moment, x, lanes: lane === undefined ? [] : [{ lane, x }], widthPx: letter + moment.widthPx });
    } else if (!sameLabel.lanes.some((place) => place.lane === lane)) {
      sameLabel.lanes = [...sameLabel.lanes, { lane, x }].sort((a, b) => a.x - b.x || a.lane - b.lane);
      sameLabel.widthPx += letter;
    }
  }
  return labels;
}

/** The places of the labels over a plot, px. */
export interface MomentSpace {
  /** Middle of the labels. */
  readonly y: number;
  /** Where the labels may begin, and where they must end. */
  readonly from: number;
  readonly end: number;
  /** Place of the line of the present time. No label is over it. */
  readonly nowX: number;
  /** Ends of the words between the drops and the first row, without drops undefined. No line crosses these words. */
  readonly words: readonly [top: number, bottom: number] | undefined;
  readonly bottom: number;
  /** Ends of the row of a lane; undefined if lanes have no rows of their own. */
  rowOf(lane: number): readonly [top: number, bottom: number] | undefined;
}

/** A label with its moment and its place. */
export type MomentLabel<T extends PlotMoment> = PlacedMomentLabel<SharedLabel<T & MeasuredMoment>>;

/** The labels of moments that have room, with their places. */
export function placeMomentLabels<T extends PlotMoment>(
  { context }: ThemedContext,
  moments: readonly T[],
  timeAxis: LinearScale,
  space: MomentSpace,
): readonly MomentLabel<T>[] {
  const placedMoments = moments.map((moment) => ({
    ...moment,
    x: Math.round(timeAxis(moment.seconds)) + 0.5,
    widthPx: textWidth(context, moment.label) + (moment.symbol === undefined ? 0 : symbolWidth(moment.symbol) + 3),
  }));
  const sharedLabelList = sharedLabels(placedMoments);
  return placeMoments(sharedLabelList, space.from, Math.min(space.end, space.nowX - NOW_GAP_PX));
}

export function drawMomentLabels<T extends PlotMoment>(
  drawing: ThemedContext,
  labels: readonly MomentLabel<T>[],
  space: MomentSpace,
): void {
  const lines = labels.flatMap(({ x, lanes }) => {
    const all = [x, [space.y + LINE_DISTANCE_PX, space.bottom]] as const;
    const ofLanes = lanes.map((place) => [place.x, space.rowOf(place.lane) ?? all[1]] as const);
    return ofLanes.length === 0 ? [all] : ofLanes;
  });
  const points = lines.flatMap(([x, ends]) => uprightPoints(x, ends, space.words));
  drawLine(drawing, points, { ink: 'muted', dash: [2, 2] });
  for (const { moment, from, lanes } of labels) {
    const { label, symbol } = moment;
    let start = from;
    for (const { lane } of lanes) {
      drawLaneBadge(drawing, lane, start, space.y);
      start += LANE_BADGE_PX + 3;
    }
    drawText(drawing, label, start, space.y);
    if (symbol !== undefined) drawSymbol(drawing, symbol, start + textWidth(drawing.context, label) + 3, space.y);
  }
}

/** The points of an upright line that leaves the words out. */
function uprightPoints(
  x: number,
  [top, bottom]: readonly [number, number],
  words: MomentSpace['words'],
): readonly number[] {
  if (words === undefined || bottom <= words[0] || top >= words[1]) return [x, top, x, bottom, ...NEXT_LINE];
  return [x, Math.min(top, words[0]), x, words[0], ...NEXT_LINE, x, words[1], x, bottom, ...NEXT_LINE];
}
