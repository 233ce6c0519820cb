/**
 * Draws every lane as a dot at its queueing delay and its loss, so that three or four policies can be compared at a glance.
 * Near the corner, packets wait a short time and few are lost.
 */

import { required } from '../../shared/required.ts';
import { drawAxisBelow, drawAxisBeside } from '../draw/axes.ts';
import { prepareCanvas } from '../draw/canvas.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { drawLaneBadge, LANE_BADGE_PX, spreadLabels, textWidth } from '../draw/labels.ts';
import { DRAWING_FONT, drawingTheme, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../draw/scale.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { drawNoValuesText } from './no-values-text.ts';

/** The figures of a lane, as in its head: since the warm-up, or during the warm-up since the start. NaN while there are none. */
export interface LaneDot {
  readonly lane: number;
  /** Name of its policy. */
  readonly name: string;
  readonly delayMs: number;
  readonly lossPercent: number;
  /** Half-widths of the 95 % intervals within this run; NaN while they are unknown. */
  readonly delayHalfWidthMs: number;
  readonly lossHalfWidthPercent: number;
  /** Marked packets, as a share of those that arrived; 0 for a policy that only drops. */
  readonly markedPercent: number;
}

const DELAY_LOSS_MARGIN = { left: 40, top: 22, right: 10, bottom: 38 };
const DOT_RADIUS_PX = 4;
const INTERVAL_WIDTH_PX = 3;
/** Opacity of intervals on a light and on a dark background. */
const INTERVAL_OPACITY = 0.5;
const DARK_INTERVAL_OPACITY = 0.85;
const ARROW_PX = 9;
/** Below this height of the canvas, px, the name of the lower axis stands beside its numbers. */
const LOW_CANVAS_PX = 150;
const LOW_MARGIN_BOTTOM_PX = 20;
const LOW_NAME_INSET_PX = 28;
const RING_TEXT = 'with marks';
/** Free height over and under the name of a ring, and height of a badge beyond that of a dot, px. */
const RING_ROOM_PX = 10;
const BADGE_RISE_PX = 3;
/** Distance of a label from its dot, and of labels from each other, px. */
const LABEL_DISTANCE_PX = 12;
const LABEL_PITCH_PX = 16;
/** Least end of the axis of losses, %, and of delays, ms. */
const MIN_AXIS_ENDS = { lossPercent: 0.1, delayMs: 1 };
/** The highest dot leaves this share of the axis free for its label. */
const AXIS_HEADROOM = 1.1;

interface Label {
  readonly dot: LaneDot;
  /** Place of the dot, px. */
  readonly dotAt: { readonly x: number; readonly y: number };
  /** Height of its loss and its marks together, px. */
  readonly signalsY: number;
  /** Left end and width of the label, px. */
  readonly x: number;
  readonly widthPx: number;
  y: number;
}

export class DelayLossView {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  draw(lanes: readonly LaneDot[]): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const themedContext = { context, theme: drawingTheme() };
    const dots = lanes.filter(({ delayMs, lossPercent }) => Number.isFinite(delayMs + lossPercent));
    const isLow = height < LOW_CANVAS_PX;
    const [left, right, bottom] = [
      DELAY_LOSS_MARGIN.left,
      width - DELAY_LOSS_MARGIN.right,
      height - (isLow ? LOW_MARGIN_BOTTOM_PX : DELAY_LOSS_MARGIN.bottom),
    ];
    const axisEnd = (minEnd: number, value: (dot: LaneDot) => number) =>
      roundUpAxisEnd(Math.max(minEnd, ...dots.map((dot) => AXIS_HEADROOM * value(dot))), 4);
    const x = linearScale(
      0,
      axisEnd(MIN_AXIS_ENDS.delayMs, ({ delayMs, delayHalfWidthMs }) => delayMs + (delayHalfWidthMs || 0)),
      left,
      right,
    );
    const y = linearScale(0, axisEnd(MIN_AXIS_ENDS.lossPercent, highestPercent), bottom, DELAY_LOSS_MARGIN.top);
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    if (dots.length > 0) drawAxisBeside(themedContext, y, { left, right });
    drawAxisBelow(themedContext, x, bottom);
    for (const dot of dots) drawInterval(themedContext, dot, x, y);
    const labels = placeLabels(context, dots, x, y);
    for (const label of labels) drawDot(themedContext, label);
    const isRingNamed = drawRingName(themedContext, labels, x);
    const hasMarks = !isRingNamed && labels.some(hasRing);
    drawAxisTexts(themedContext, {
      left,
      right,
      height,
      isLow,
      hasMarks,
      isEmpty: dots.length === 0,
      middle: y.start / 2,
    });
  }
}

/** A mark is a signal to slow down too, so a policy that marks is compared by both. */
function signalsPercent({ lossPercent, markedPercent }: LaneDot): number {
  return lossPercent + markedPercent;
}

function highestPercent(dot: LaneDot): number {
  return Math.max(signalsPercent(dot), dot.lossPercent + (dot.lossHalfWidthPercent || 0));
}

interface AxisTexts {
  readonly left: number;
  readonly right: number;
  readonly height: number;
  readonly isLow: boolean;
  /** There are rings, and none has room for its name. */
  readonly hasMarks: boolean;
  readonly isEmpty: boolean;
  readonly middle: number;
}

function drawAxisTexts(
  { context, theme }: ThemedContext,
  { left, right, height, isLow, hasMarks, isEmpty, middle }: AxisTexts,
): void {
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  // Between the first two numbers of the axis, or below them.
  context.fillText('mean queueing delay (ms)', isLow ? left + LOW_NAME_INSET_PX : left, height - 9);
  context.font = SMALL_DRAWING_FONT;
  context.textAlign = 'right';
  context.fillText('grey: 95 % interval', isLow ? right - LOW_NAME_INSET_PX : right, height - 9);
  context.textAlign = 'left';
  context.fillText(hasMarks ? 'loss (%); ring: loss and marks' : 'loss (%)', 2, 9);
  context.textAlign = 'right';
  context.fillText('better', right - ARROW_PX - 4, 9);
  context.font = DRAWING_FONT;
  drawArrowToCorner({ context, theme }, right, 4);
  if (isEmpty) drawNoValuesText({ context, theme }, (left + right) / 2, middle);
}

/** Draws an arrow down to the left, in the direction of the corner. */
function drawArrowToCorner({ context, theme }: ThemedContext, right: number, top: number): void {
  const [left, bottom] = [right - ARROW_PX, top + ARROW_PX];
  context.strokeStyle = theme.muted;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(right, top);
  context.lineTo(left, bottom);
  context.moveTo(left, bottom - ARROW_PX / 2);
  context.lineTo(left, bottom);
  context.lineTo(left + ARROW_PX / 2, bottom);
  context.stroke();
}

/** Draws the intervals of both figures as a cross behind the dot. */
function drawInterval({ context, theme }: ThemedContext, dot: LaneDot, x: LinearScale, y: LinearScale): void {
  const { delayMs, lossPercent, delayHalfWidthMs, lossHalfWidthPercent } = dot;
  context.strokeStyle = theme.muted;
  context.globalAlpha = theme.isDark ? DARK_INTERVAL_OPACITY : INTERVAL_OPACITY;
  context.lineWidth = INTERVAL_WIDTH_PX;
  context.beginPath();
  if (delayHalfWidthMs > 0) {
    context.moveTo(x(Math.max(0, delayMs - delayHalfWidthMs)), y(lossPercent));
    context.lineTo(x(delayMs + delayHalfWidthMs), y(lossPercent));
  }
  if (lossHalfWidthPercent > 0) {
    context.moveTo(x(delayMs), y(Math.max(0, lossPercent - lossHalfWidthPercent)));
    context.lineTo(x(delayMs), y(lossPercent + lossHalfWidthPercent));
  }
  context.stroke();
  context.globalAlpha = 1;
}

/**
 * Labels stand to the right of their dots, or to the left if the right has no room or another dot, and keep apart. If there
 * are dots or rings on both sides, they stand behind those on the right.
 */
function placeLabels(
  context: DrawingContext,
  dots: readonly LaneDot[],
  x: LinearScale,
  y: LinearScale,
): readonly Label[] {
  const placedDots = dots.map((dot) => ({ x: x(dot.delayMs), y: y(dot.lossPercent), top: y(signalsPercent(dot)) }));
  const labels = dots.map((dot, index) => {
    const dotAt = required(placedDots[index]);
    const textPx = LANE_BADGE_PX + 4 + textWidth(context, dot.name);
    const labelWidth = LABEL_DISTANCE_PX + textPx;
    const others = placedDots.filter(
      (other) => other !== dotAt && other.top < dotAt.y + LABEL_PITCH_PX && other.y > dotAt.y - LABEL_PITCH_PX,
    );
    const dotsAfter = others.filter((other) => other.x >= dotAt.x && other.x < dotAt.x + labelWidth);
    const dotsBefore = others.filter((other) => other.x <= dotAt.x && other.x > dotAt.x - labelWidth);
    const xAfter = Math.max(dotAt.x + LABEL_DISTANCE_PX, ...dotsAfter.map((other) => other.x + LABEL_DISTANCE_PX));
    const fitsAfter = xAfter + textPx <= x.end;
    const fitsBefore = dotAt.x - labelWidth >= x.start;
    const isAfter = fitsAfter && !(fitsBefore && dotsAfter.length > 0 && dotsBefore.length === 0);
    return {
      dot,
      dotAt,
      signalsY: dotAt.top,
      x: isAfter ? xAfter : dotAt.x - labelWidth,
      widthPx: textPx,
      y: dotAt.y,
    };
  });
  return spreadLabels(labels, y.end + LABEL_PITCH_PX / 2, y.start - LABEL_PITCH_PX / 2, LABEL_PITCH_PX);
}

const hasRing = ({ dot }: Pick<Label, 'dot'>) => dot.markedPercent > 0;

/**
 * Names one ring, on its right side, if no label, dot or other ring is there.
 * @returns whether a ring has room for its name
 */
function drawRingName({ context, theme }: ThemedContext, labels: readonly Label[], x: LinearScale): boolean {
  context.font = SMALL_DRAWING_FONT;
  const nameX = ({ dotAt }: Label) => dotAt.x + 2 * DOT_RADIUS_PX;
  const widthPx = textWidth(context, RING_TEXT);
  const isFree = (ring: Label) => {
    const [from, to] = [ring.dotAt.x, nameX(ring) + widthPx];
    const overlaps = (left: number, right: number, top: number, bottom: number) =>
      right > from && left < to && bottom > ring.signalsY - RING_ROOM_PX && top < ring.signalsY + RING_ROOM_PX;
    const isTaken = (label: Label) =>
      overlaps(label.x, label.x + label.widthPx, label.y - BADGE_RISE_PX, label.y + BADGE_RISE_PX) ||
      (label !== ring && overlaps(label.dotAt.x, label.dotAt.x, label.signalsY, label.dotAt.y));
    return to <= x.end && !labels.some(isTaken);
  };
  const ring = labels.filter(hasRing).find(isFree);
  if (ring !== undefined) {
    context.fillStyle = theme.muted;
    context.textAlign = 'left';
    context.fillText(RING_TEXT, nameX(ring), ring.signalsY);
  }
  context.font = DRAWING_FONT;
  return ring !== undefined;
}

function drawDot({ context, theme }: ThemedContext, { dot, dotAt, signalsY, x, y }: Label): void {
  context.strokeStyle = theme.muted;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(dotAt.x, dotAt.y);
  context.lineTo(x > dotAt.x ? x - 2 : dotAt.x - LABEL_DISTANCE_PX + 2, y);
  context.stroke();
  if (hasRing({ dot })) {
    // Lighter than an interval.
    context.strokeStyle = theme.grid;
    context.beginPath();
    context.moveTo(dotAt.x, dotAt.y);
    context.lineTo(dotAt.x, signalsY + DOT_RADIUS_PX);
    context.stroke();
    context.strokeStyle = theme.text;
    context.beginPath();
    context.arc(dotAt.x, signalsY, DOT_RADIUS_PX, 0, 2 * Math.PI);
    context.stroke();
  }
  context.fillStyle = theme.text;
  context.beginPath();
  context.arc(dotAt.x, dotAt.y, DOT_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
  drawLaneBadge({ context, theme }, dot.lane, x, y);
  context.fillStyle = theme.text;
  context.textAlign = 'left';
  context.fillText(dot.name, x + LANE_BADGE_PX + 4, y);
}
