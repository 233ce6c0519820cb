/**
 * The lens of a policy whose rule is a curve over its first signal (RED). It is under the queue, on the same axis. It
 * draws the drop probability over the average queue, the thresholds, and the operating point with its trail. Behind the
 * curve it draws the share of the time for each number of waiting packets.
 */

import { numberAt } from '../../shared/lists.ts';
import { textWidth } from '../draw/labels.ts';
import { formatNumber, formatTick } from '../draw/number-text.ts';
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
  type LensMargin,
  NARROW_LENS_PX,
} from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import type { LensModel } from './lens-model.ts';
import { drawHistogramBars, drawThresholdWalls, packetAxis } from './packet-axis.ts';
import { Trail } from './trail.ts';

/** Opacity of the bars behind the curve: a contrast of 3:1 on a light and on a dark background. */
const HISTOGRAM_OPACITY = 0.7;
/** Number of points of the trail, and of the curve. */
const TRAIL_POINTS = 40;
const CURVE_POINTS = 240;
/** Place and line height of the numbers beside the axis, and width of a probability, px. */
const PLOT_LEFT_PX = 2;
const LINE_HEIGHT_PX = 16;
const NUMBER_WIDTH_PX = 64;

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
    const { context, theme, width, height, model } = drawing;
    const { curve } = model;
    if (curve === undefined) return;
    this.extendTrail(model, curve);
    const packets = packetAxis(drawing, model);
    const { x, margin } = packets;
    this.axis = x;
    const signal = numberAt(model.frame.signals, 0);
    const axes = { margin, x, y: linearScale(0, curveTop(model, curve), height - margin.bottom, margin.top) };
    context.globalAlpha = HISTOGRAM_OPACITY;
    drawHistogramBars(drawing, theme.muted, packets);
    context.globalAlpha = 1;
    drawLensGrid(drawing, { ...axes, xTicks: x.ticks(5), yTicks: axes.y.ticks(3), formatY: formatTick });
    drawAxisUnit(drawing, margin, 'packets');
    this.grips = drawThresholdWalls(drawing, packets);
    drawCurve(drawing, axes, curve);
    this.drawTrail(drawing, axes);
    const isNarrow = width < NARROW_LENS_PX;
    const title = 'Drop probability';
    drawLensTitle(drawing, isNarrow ? title : `${title} against the average queue`);
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
  const highest = Math.max(...thresholds, 1);
  return Math.min(1, Math.max(0.2, 2.2 * curve(highest * 0.999), 1.3 * curve(numberAt(frame.signals, 0))));
}

function drawCurve({ context, width, height, theme }: LensDrawing, { x, y, margin }: Axes, curve: Curve): void {
  context.save();
  context.beginPath();
  const plotWidth = width - margin.left - margin.right;
  context.rect(margin.left, margin.top - 1, plotWidth, height - margin.bottom - margin.top + 3);
  context.clip();
  drawSampledLine(context, { colour: theme.text, width: 2 }, CURVE_POINTS + 1, (step) => {
    const value = x.to * (step / CURVE_POINTS);
    return [x(value), y(curve(value))];
  });
  context.restore();
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
  const { context } = drawing;
  const text = `at average ${formatNumber(signal)}: `;
  const left = textWidth(context, title) + 8;
  context.clearRect(left, 0, context.measureText(text).width + NUMBER_WIDTH_PX, 18);
  context.fillText(text, left, 9);
  drawProbability(drawing, probability, left + context.measureText(text).width, 9);
}

/** Writes the numbers of a point, and the meaning of the bars, to the left of the vertical axis: the plot has none. */
function drawNumbersBeside(
  drawing: LensDrawing,
  { top, bottom }: LensMargin,
  signal: number,
  probability: number,
  isRequested: boolean,
): void {
  const { context, theme, height } = drawing;
  let y = top + 8;
  context.textAlign = 'left';
  context.fillStyle = theme.text;
  if (isRequested) {
    context.fillText('this packet:', PLOT_LEFT_PX, y);
    y += LINE_HEIGHT_PX;
  }
  context.fillText(`average ${formatNumber(signal)}`, PLOT_LEFT_PX, y);
  y += LINE_HEIGHT_PX;
  drawProbability(drawing, probability, PLOT_LEFT_PX, y);
  const low = height - bottom - 8;
  if (low - LINE_HEIGHT_PX < y + LINE_HEIGHT_PX) return;
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.fillText('bars: share', PLOT_LEFT_PX, low - 12);
  context.fillText('of the time', PLOT_LEFT_PX, low);
  context.font = DRAWING_FONT;
}

function drawProbability(drawing: LensDrawing, probability: number, x: number, y: number): void {
  const { context } = drawing;
  context.fillText(` = ${formatNumber(probability)}`, x + symbolWidth(context, 'p_b'), y);
  drawSymbol(drawing, 'p_b', x, y);
}
