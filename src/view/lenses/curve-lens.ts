/**
 * The lens of a policy whose rule is a curve over its first signal (RED). It is under the queue, on the same axis. It
 * draws the drop probability over the average queue, the thresholds, and the operating point with its trail.
 */

import { numberAt } from '../../shared/tables.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { textWidth } from '../draw/labels.ts';
import { formatAmount, formatNumber, formatTick } from '../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import { drawSymbol, symbolWidth } from '../draw/symbol.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { ThresholdDrag, type ThresholdGrip } from '../draw/threshold-drag.ts';
import { CanvasLens } from './canvas-lens.ts';
import { DrawingContinuity } from './continuity.ts';
import {
  drawAxisUnit,
  drawLensGrid,
  drawLensTitle,
  drawSampledLine,
  drawTitleBeside,
  type LensMargin,
  NARROW_LENS_PX,
} from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import type { LensModel } from './lens-model.ts';
import { drawThresholdWalls, occupancyAxis } from './occupancy-axis.ts';
import { Trail } from './trail.ts';

/** Size of the arrow at the end of the curve, px. */
const ARROW_PX = 5;
/** Number of points of the trail, and of the curve. */
const TRAIL_POINTS = 40;
const CURVE_POINTS = 240;
/** Place and line height of the numbers beside the axis, and width of a probability, px. */
const PLOT_LEFT_PX = 2;
const LINE_HEIGHT_PX = 16;
const NUMBER_WIDTH_PX = 64;
/** Space between words and half of the first number of the axis, px. */
const NUMBER_GAP_PX = 12;

type Curve = (signal: number) => number;

interface Axes {
  readonly margin: LensMargin;
  readonly x: LinearScale;
  readonly y: LinearScale;
}

export class CurveLens extends CanvasLens {
  /** Drags thresholds in the lens, as on the queue. */
  readonly thresholds: ThresholdDrag;
  /** Trail of the average queue, packets, and its probability. */
  private readonly trail = new Trail(TRAIL_POINTS);
  private readonly continuity = new DrawingContinuity();
  private grips: ThresholdGrip[] = [];
  private axis: LinearScale = linearScale(0, 1, 0, 1);

  constructor(canvas: HTMLCanvasElement) {
    super(canvas);
    this.thresholds = new ThresholdDrag(
      canvas,
      () => this.grips,
      (_, position) => this.axis.invert(position),
    );
  }

  hide(): void {
    this.grips = [];
  }

  protected drawContent(drawing: LensDrawing): void {
    const { width, height, model } = drawing;
    const { curve } = model;
    if (curve === undefined) return;
    this.extendTrail(model, curve);
    const packets = occupancyAxis(drawing, model);
    const { x, margin } = packets;
    this.axis = x;
    const signal = numberAt(model.frame.signals, 0);
    const axes = { margin, x, y: linearScale(0, curveTop(model, curve), height - margin.bottom, margin.top) };
    drawLensGrid(drawing, { ...axes, xTicks: x.ticks(5), yTicks: axes.y.ticks(3), formatY: formatTick });
    drawAxisUnit(drawing, margin, 'packets');
    drawAxisDirection(drawing, margin);
    this.grips = drawThresholdWalls(drawing, packets);
    drawCurve(drawing, axes, curve);
    this.drawTrail(drawing, axes);
    const isNarrow = width < NARROW_LENS_PX;
    const title = 'Drop probability';
    if (isNarrow) drawLensTitle(drawing, title);
    else drawTitleBeside(drawing, title, ['by average', 'queue']);
    drawPoint(drawing, axes, signal, curve(signal));
    const requestedX = requestedSignal(model);
    if (requestedX !== undefined) drawQuestionPoint(drawing, axes, requestedX, curve(requestedX));
    const shownX = requestedX ?? signal;
    if (isNarrow) drawNumbersAfter(drawing, title, shownX, curve(shownX));
    else drawNumbersBeside(drawing, margin, shownX, curve(shownX), requestedX !== undefined);
  }

  private extendTrail(model: LensModel, curve: Curve): void {
    const step = this.continuity.advance(model);
    if (step === 'same') return;
    if (step === 'new') this.trail.clear();
    const signal = numberAt(model.frame.signals, 0);
    this.trail.push(signal, curve(signal));
  }

  private drawTrail({ context, theme }: ThemedContext, { x, y, margin }: Axes): void {
    const { trail } = this;
    context.fillStyle = theme.text;
    for (let index = 0; index < trail.length; index++) {
      context.globalAlpha = (0.4 * index) / TRAIL_POINTS;
      context.fillRect(x(trail.x(index)) - 1.5, Math.max(margin.top, y(trail.y(index))) - 1.5, 3, 3);
    }
    context.globalAlpha = 1;
  }
}

/** Highest probability on the axis. */
function curveTop({ frame, values, description }: LensModel, curve: Curve): number {
  const thresholds = description.hints.thresholds.flatMap(({ parameter }) =>
    parameter === 'buffer' ? [] : Number(values[parameter]),
  );
  const highestThreshold = Math.max(...thresholds, 1);
  return Math.min(1, Math.max(0.2, 2.2 * curve(highestThreshold * 0.999), 1.3 * curve(numberAt(frame.signals, 0))));
}

/** Says beside the axis, if it has room, that the curve is the mirror image of the usual one: it has the axis of the queue. */
function drawAxisDirection({ context, theme, height }: LensDrawing, margin: LensMargin): void {
  const text = '← longer (mirrored)';
  context.font = SMALL_DRAWING_FONT;
  if (PLOT_LEFT_PX + textWidth(context, text) + NUMBER_GAP_PX <= margin.left) {
    context.fillStyle = theme.muted;
    context.textAlign = 'left';
    context.fillText(text, PLOT_LEFT_PX, height - margin.bottom + 13);
  }
  context.font = DRAWING_FONT;
}

/** Draws the curve, with an arrow where it leaves the plot at its top. */
function drawCurve({ context, width, height, theme }: LensDrawing, { x, y, margin }: Axes, curve: Curve): void {
  const valueAt = (step: number) => x.to * (step / CURVE_POINTS);
  context.save();
  context.beginPath();
  const plotWidth = width - margin.left - margin.right;
  context.rect(margin.left, margin.top - 1, plotWidth, height - margin.bottom - margin.top + 3);
  context.clip();
  drawSampledLine(context, { colour: theme.text, width: 2 }, CURVE_POINTS + 1, (step) => {
    const value = valueAt(step);
    return [x(value), y(curve(value))];
  });
  context.restore();
  const end = Array.from({ length: CURVE_POINTS + 1 }, (_, step) => valueAt(step)).find((value) => curve(value) > y.to);
  if (end === undefined) return;
  const [tipX, tipY] = [x(end), margin.top - 2];
  context.fillStyle = theme.text;
  context.beginPath();
  context.moveTo(tipX - ARROW_PX / 2, tipY - ARROW_PX);
  context.lineTo(tipX + ARROW_PX - 1, tipY + 2);
  context.lineTo(tipX - ARROW_PX + 1, tipY + 2);
  context.fill();
  const text = `to ${formatTick(Math.min(1, curve(Number.MAX_VALUE)))}`;
  const left = tipX - ARROW_PX - 2 - textWidth(context, text);
  context.textAlign = 'left';
  if (left > margin.left + 2) context.fillText(text, left, tipY);
}

/** The first signal at the verdict on the packet of the present question; undefined without one. */
function requestedSignal({ requestedPacket, description }: LensModel): number | undefined {
  if (requestedPacket === undefined || typeof requestedPacket.history === 'string') return undefined;
  return requestedPacket.history.verdicts[0]?.operands[description.hints.signals[0]?.id ?? ''];
}

/** Rings the point at which the packet of the present question arrived. */
function drawQuestionPoint(
  { context, theme }: LensDrawing,
  { x, y, margin }: Axes,
  signal: number,
  probability: number,
): void {
  context.strokeStyle = theme.text;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x(Math.min(signal, x.to)), Math.max(margin.top, y(probability)), 9, 0, 2 * Math.PI);
  context.stroke();
}

/** Draws the operating point. */
function drawPoint({ context, theme }: LensDrawing, { x, y, margin }: Axes, signal: number, probability: number): void {
  context.fillStyle = theme.text;
  context.beginPath();
  context.arc(x(Math.min(signal, x.to)), Math.max(margin.top, y(probability)), 5, 0, 2 * Math.PI);
  context.fill();
}

/** Writes the numbers of a point on the line of the title. */
function drawNumbersAfter(drawing: LensDrawing, title: string, signal: number, probability: number): void {
  const { context, width } = drawing;
  const left = textWidth(context, title) + 8;
  const roomPx = width - left - probabilityWidth(context, probability);
  const texts = ['at average', 'at'].map((words) => `${words} ${formatNumber(signal)}: `);
  const text = texts.find((candidate) => context.measureText(candidate).width <= roomPx) ?? '';
  context.clearRect(left, 0, context.measureText(text).width + NUMBER_WIDTH_PX, 15);
  context.fillText(text, left, 9);
  drawProbability(drawing, probability, left + context.measureText(text).width, 9);
}

/** Distance of the first number from the upper edge of the plot, px: below the words of the title. */
const NUMBERS_BELOW_PX = 28;

/** Writes the present queue and the numbers of a point to the left of the vertical axis: the plot has none. */
function drawNumbersBeside(
  drawing: LensDrawing,
  { top }: LensMargin,
  signal: number,
  probability: number,
  isRequested: boolean,
): void {
  const { context, theme, model } = drawing;
  const texts = [
    isRequested ? 'this packet:' : `now ${formatAmount(model.frame.waitingPackets)}`,
    `average ${formatNumber(signal)}`,
  ];
  context.textAlign = 'left';
  context.fillStyle = theme.text;
  for (const [index, text] of texts.entries())
    context.fillText(text, PLOT_LEFT_PX, top + NUMBERS_BELOW_PX + index * LINE_HEIGHT_PX);
  drawProbability(drawing, probability, PLOT_LEFT_PX, top + NUMBERS_BELOW_PX + texts.length * LINE_HEIGHT_PX);
}

function drawProbability(drawing: LensDrawing, probability: number, x: number, y: number): void {
  const { context } = drawing;
  context.fillText(probabilityText(probability), x + symbolWidth('p_b'), y);
  drawSymbol(drawing, 'p_b', x, y);
}

const probabilityText = (probability: number) => ` = ${formatTick(Number(probability.toPrecision(3)))}`;

const probabilityWidth = (context: DrawingContext, probability: number) =>
  symbolWidth('p_b') + textWidth(context, probabilityText(probability));
