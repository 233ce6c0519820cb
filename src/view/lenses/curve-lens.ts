/**
 * The lens of a policy whose rule is a curve over its first signal (RED). It is under the queue, on the same axis. It
 * draws the probability of a drop or a mark over the average queue, the thresholds, and the operating point with its
 * trail.
 */

import { range } from 'd3-array';
import { formatAmount, formatNumber, formatTick } from '../../shared/number-text.ts';
import { numberAt } from '../../shared/tables.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawBox, drawDot, drawLine, drawRing, drawText } from '../draw/pen.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import { drawInside, drawPolygon, fittingText, SMALL_MUTED, textWidth } from '../draw/shapes.ts';
import { drawSymbol, symbolWidth } from '../draw/symbol.ts';
import { DrawingContinuity } from './continuity.ts';
import { drawLensGrid, drawLensTitle, drawTitleBeside, type LensMargin, NARROW_LENS_PX } from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { type LensLaneData, type LensModel, lanesWithLens } from './lens-model.ts';
import { drawThresholdWalls, occupancyAxis, shownDirection } from './occupancy-axis.ts';
import { ThresholdLens } from './threshold-lens.ts';
import { Trail } from './trail.ts';

/** Size of the arrow at the end of the curve, px. */
const ARROW_PX = 5;
/** Number of points of the trail, and of the curve. */
const TRAIL_POINTS = 40;
/** Drawings for each point of the trail, so that it shows some seconds. */
const DRAWINGS_PER_POINT = 6;
const CURVE_POINTS = 240;
/** Place and line height of the numbers beside the axis, and width of a probability, px. */
const PLOT_LEFT_PX = 2;
const LINE_HEIGHT_PX = 16;
const NUMBER_WIDTH_PX = 64;
/** Lower edge of the line of the title, and half of the height of words, px. */
const TITLE_BOTTOM_PX = 18;
const HALF_WORDS_PX = 7;
/** Space between words and half of the first number of the axis, px. */
const NUMBER_GAP_PX = 12;

type Curve = (signal: number) => number;

interface Axes {
  readonly margin: LensMargin;
  readonly x: LinearScale;
  readonly y: LinearScale;
}

/** Draws the curve of RED over the average queue, with thresholds that can be dragged. */
export class CurveLens extends ThresholdLens {
  /** Trail of the average queue, packets, and its probability. */
  private readonly trail = new Trail(TRAIL_POINTS);
  private drawingsSincePoint = 0;
  private readonly continuity = new DrawingContinuity();

  protected drawContent(drawing: LensDrawing): void {
    const { context, width, height, model } = drawing;
    const { curve } = model;
    if (curve === undefined) return;
    this.extendTrail(model, curve);
    const packets = occupancyAxis(drawing, model);
    const { x, margin } = packets;
    this.axis = x;
    const signal = numberAt(model.frame.signals, 0);
    const axes = { margin, x, y: linearScale(0, commonTop(model), height - margin.bottom, margin.top) };
    const ticks = { xTicks: x.ticks(5), yTicks: axes.y.ticks(3), formatY: formatTick };
    drawLensGrid(drawing, { ...axes, ...ticks, xUnit: 'packets' });
    // The curve has the axis of the queue. So it is the mirror image of the usual one, but not in a queue up.
    const direction = shownDirection(model.description) === 'up' ? 'longer →' : '← longer (mirrored)';
    const isBesideAxis =
      PLOT_LEFT_PX + textWidth(context, direction, SMALL_DRAWING_FONT) + NUMBER_GAP_PX <= margin.left;
    const y = directionY(drawing, margin);
    if (isBesideAxis && numbersEnd(margin, 1) <= y) drawText(drawing, direction, PLOT_LEFT_PX, y, SMALL_MUTED);
    this.grips = drawThresholdWalls(drawing, packets);
    drawCurve(drawing, axes, curve);
    this.drawTrail(drawing, axes);
    const isNarrow = width < NARROW_LENS_PX;
    const { action, title } = actionAndTitle(model);
    if (isNarrow) drawLensTitle(drawing, title);
    else if (action === 'Mark or drop') drawTitleBeside(drawing, action, ['probability by', 'average queue']);
    else drawTitleBeside(drawing, title, ['by average', 'queue']);
    const placeOf = (value: number) => [x(Math.min(value, x.to)), Math.max(margin.top, axes.y(curve(value)))] as const;
    drawDot(drawing, ...placeOf(signal), 5);
    const requestedX = requestedSignal(model);
    // The point at which the packet of the present question arrived.
    if (requestedX !== undefined) drawRing(drawing, ...placeOf(requestedX), 9, { widthPx: 2 });
    const shownX = requestedX ?? signal;
    if (isNarrow) drawNumbersAfter(drawing, title, shownX, curve(shownX));
    else drawNumbersBeside(drawing, margin, shownX, curve(shownX), requestedX !== undefined);
  }

  private extendTrail(model: LensModel, curve: Curve): void {
    const step = this.continuity.advance(model);
    if (step === 'same') return;
    if (step === 'new') this.trail.clear();
    else if (++this.drawingsSincePoint < DRAWINGS_PER_POINT) return;
    this.drawingsSincePoint = 0;
    const signal = numberAt(model.frame.signals, 0);
    this.trail.push(signal, curve(signal));
  }

  private drawTrail(drawing: LensDrawing, { x, y, margin }: Axes): void {
    const { trail } = this;
    for (let index = 0; index < trail.length; index++) {
      drawing.context.globalAlpha = (0.4 * index) / TRAIL_POINTS;
      drawBox(drawing, x(trail.x(index)) - 1.5, Math.max(margin.top, y(trail.y(index))) - 1.5, 3, 3);
    }
    drawing.context.globalAlpha = 1;
  }
}

/**
 * The verdict on the chosen packets. A marking policy can mark them only up to a probability, and drop them above it.
 */
export function actionAndTitle({ description, values }: Pick<LensModel, 'description' | 'values'>) {
  const marks = description.reasons.some(({ verdict }) => verdict === 'mark') && values.ecn !== false;
  const markAction = Number(values.markLimit) > 1 ? 'Mark' : 'Mark or drop';
  const action = marks ? markAction : 'Drop';
  return { action, title: `${action} probability` };
}

/** Highest probability on the axis: all lanes with a curve have one scale. */
const commonTop = (model: LensModel) => Math.max(...[model, ...lanesWithLens(model)].map(curveTop));

/** Highest probability that a lane needs on its axis. */
function curveTop({ frame, values, description, curve = () => 0 }: LensLaneData): number {
  const thresholds = description.hints.thresholds.flatMap(({ parameter }) =>
    parameter === 'buffer' ? [] : Number(values[parameter]),
  );
  const highestThreshold = Math.max(...thresholds, 1);
  return Math.min(1, Math.max(0.2, 2.2 * curve(highestThreshold * 0.999), 1.3 * curve(numberAt(frame.signals, 0))));
}

/** Draws the curve, with an arrow where it leaves the plot at its top. */
function drawCurve(drawing: LensDrawing, { x, y, margin }: Axes, curve: Curve): void {
  const { context, width, height } = drawing;
  const values = range(CURVE_POINTS + 1).map((step) => x.to * (step / CURVE_POINTS));
  const box: readonly [number, number, number, number] = [
    margin.left,
    margin.top - 1,
    width - margin.left - margin.right,
    height - margin.bottom - margin.top + 3,
  ];
  drawInside(drawing, box, () =>
    drawLine(
      drawing,
      values.flatMap((value) => [x(value), y(curve(value))]),
      { widthPx: 2 },
    ),
  );
  const end = values.find((value) => curve(value) > y.to);
  if (end === undefined) return;
  const [tipX, tipY] = [x(end), margin.top - 2];
  const arrow = [tipX - ARROW_PX / 2, tipY - ARROW_PX, tipX + ARROW_PX - 1, tipY + 2, tipX - ARROW_PX + 1, tipY + 2];
  drawPolygon(drawing, arrow);
  const text = `to ${formatTick(Math.min(1, curve(Number.MAX_VALUE)))}`;
  const left = tipX - ARROW_PX - 2 - textWidth(context, text);
  // Numbers are in the line of the title of a narrow lens.
  const textY = Math.max(tipY, TITLE_BOTTOM_PX + HALF_WORDS_PX);
  if (left > margin.left + 2) drawText(drawing, text, left, textY);
}

/** The first signal at the verdict on the packet of the present question; undefined without one. */
function requestedSignal({ requestedPacket, description }: LensModel): number | undefined {
  if (requestedPacket === undefined || typeof requestedPacket.history === 'string') return undefined;
  return requestedPacket.history.verdicts[0]?.operands[description.hints.signals[0]?.id ?? ''];
}

/** Writes the numbers of a point on the line of the title. */
function drawNumbersAfter(drawing: LensDrawing, title: string, signal: number, probability: number): void {
  const { context, width } = drawing;
  const left = textWidth(context, title) + 8;
  const roomPx = width - left - probabilityWidth(context, probability);
  const texts = ['at average', 'at'].map((words) => `${words} ${formatNumber(signal)}: `);
  const text = fittingText(context, texts, roomPx) ?? '';
  context.clearRect(left, 0, textWidth(context, text) + NUMBER_WIDTH_PX, TITLE_BOTTOM_PX);
  drawText(drawing, text, left, 9);
  drawProbability(drawing, probability, left + textWidth(context, text), 9);
}

/** Distance of the first number from the upper edge of the plot, px: below the words of the title. */
const NUMBERS_BELOW_PX = 28;

/** Middle of the direction of the axis, px. */
const directionY = ({ height }: Pick<LensDrawing, 'height'>, { bottom }: LensMargin) => height - bottom + 13;

/** Middle of the line below the probability, which comes after some other lines, px. */
const numbersEnd = ({ top }: LensMargin, lineCount: number) =>
  top + NUMBERS_BELOW_PX + (lineCount + 1) * LINE_HEIGHT_PX;

/** Writes the present queue and the numbers of a point to the left of the vertical axis: the plot has none. */
function drawNumbersBeside(
  drawing: LensDrawing,
  margin: LensMargin,
  signal: number,
  probability: number,
  isRequested: boolean,
): void {
  const average = `average ${formatNumber(signal)}`;
  const allTexts = [isRequested ? 'this packet:' : `now ${formatAmount(drawing.model.frame.waitingPackets)}`, average];
  // In a low lens, the direction of the axis takes the place of a line. The queue above shows its present length.
  const hasRoom = numbersEnd(margin, allTexts.length) <= directionY(drawing, margin);
  const texts = hasRoom ? allTexts : [isRequested ? `packet: ${average}` : average];
  const { top } = margin;
  for (const [index, text] of texts.entries())
    drawText(drawing, text, PLOT_LEFT_PX, top + NUMBERS_BELOW_PX + index * LINE_HEIGHT_PX);
  drawProbability(drawing, probability, PLOT_LEFT_PX, top + NUMBERS_BELOW_PX + texts.length * LINE_HEIGHT_PX);
}

function drawProbability(drawing: LensDrawing, probability: number, x: number, y: number): void {
  drawText(drawing, probabilityText(probability), x + symbolWidth('p_b'), y);
  drawSymbol(drawing, 'p_b', x, y);
}

const probabilityText = (probability: number) => ` = ${formatTick(Number(probability.toPrecision(3)))}`;

const probabilityWidth = (context: DrawingContext, probability: number) =>
  symbolWidth('p_b') + textWidth(context, probabilityText(probability));
