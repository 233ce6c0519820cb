/**
 * The lens of CoDel: the waiting time of packets beside the target, and a clock that runs until the next drop or mark.
 * Source: RFC 8289, section 5.5: the times between two drops are interval / sqrt(count).
 */

import { required } from '../../shared/lists.ts';
import { drawFittingText, textWidth } from '../draw/labels.ts';
import { formatAmount, formatNumber } from '../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import { DrawingContinuity } from './continuity.ts';
import {
  drawLensGrid,
  drawLensTitle,
  drawSampledLine,
  drawTimeAxisName,
  type LensMargin,
  NARROW_LENS_PX,
} from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { type LensModel, seriesRowsSince, signalColumn, signalValue } from './lens-model.ts';
import { PaintedLens } from './painted-lens.ts';
import { Trail } from './trail.ts';

/** Shown time, in intervals of the policy, and its smallest value, s. */
const WINDOW_INTERVALS = 10;
const MIN_WINDOW_SECONDS = 0.2;
/** Largest number of points between the samples of the run. Each drawing adds one point. */
const MAX_TRAIL_POINTS = 400;
/** Width of the clock, px. */
const CLOCK_WIDTH_PX = 176;
const NARROW_CLOCK_WIDTH_PX = 120;
const TEXT_HEIGHT_PX = 34;
/** Name of the shade. */
const ABOVE_TARGET_NAME = 'above the target';

/** State of the control law, times in ms. */
interface ControlLaw {
  readonly intervalMs: number;
  readonly aboveMs: number;
  readonly count: number;
  readonly nextMs: number;
}

export class ClockLens extends PaintedLens {
  private readonly trail = new Trail(MAX_TRAIL_POINTS);
  private readonly continuity = new DrawingContinuity();

  protected paint(drawing: LensDrawing): void {
    const { context, width, height, ink, model } = drawing;
    this.follow(model);
    const law = {
      intervalMs: Number(model.values.intervalMs),
      aboveMs: signalValue(model, 'above'),
      count: signalValue(model, 'count'),
      nextMs: signalValue(model, 'next'),
    };
    const targetMs = Number(model.values.targetMs);
    const clockWidth = width < NARROW_LENS_PX ? NARROW_CLOCK_WIDTH_PX : CLOCK_WIDTH_PX;
    const margin: LensMargin = { left: 44, right: clockWidth + 34, top: 26, bottom: 32 };
    const now = model.frame.timeNs / 1e9;
    const window = Math.max(MIN_WINDOW_SECONDS, (WINDOW_INTERVALS * law.intervalMs) / 1e3);
    const from = Math.max(0, now - window);
    const points = this.points(model, from);
    const highest = Math.max(2 * targetMs, 1, ...points.map(({ ms }) => ms * 1.05));
    const x = linearScale(from, from + window, margin.left, width - margin.right);
    const y = linearScale(0, highest, height - margin.bottom, margin.top);
    drawLensTitle(
      drawing,
      width < NARROW_LENS_PX
        ? 'Time packets waited (ms)'
        : 'Time packets waited (ms), and time until the next drop or mark',
    );
    drawLensGrid(drawing, { margin, x, xTicks: x.ticks(3), y, yTicks: y.ticks(3), formatY: formatAmount });
    drawTimeAxisName(drawing, margin);
    if (law.aboveMs > 0) shadeSince(drawing, x, y, Math.max(from, now - law.aboveMs / 1e3), now);
    drawTarget(drawing, x, y, targetMs);
    drawSampledLine(context, { colour: ink.text, width: 2 }, points.length, (step) => {
      const { seconds, ms } = required(points[step]);
      return [x(seconds), y(ms)];
    });
    drawClock(drawing, law, width - clockWidth, clockWidth);
  }

  private follow(model: LensModel): void {
    const step = this.continuity.advance(model);
    if (step === 'same') return;
    if (step === 'new') this.trail.clear();
    this.trail.push(model.frame.timeNs / 1e9, signalValue(model, 'sojourn'));
  }

  /** The points of the curve: samples of the run until the first drawing, then one point for each drawing. */
  private points(model: LensModel, from: number): Point[] {
    const { trail } = this;
    const [start, end] = seriesRowsSince(model, from * 1e9);
    const column = signalColumn(model, 'sojourn');
    const first = trail.length === 0 ? Number.POSITIVE_INFINITY : trail.x(0);
    const points: Point[] = [];
    for (let row = start; row < end; row++) {
      const seconds = model.series.at(row, 0) / 1e9;
      if (seconds < first) points.push({ seconds, ms: model.series.at(row, column) });
    }
    for (let index = 0; index < trail.length; index++)
      if (trail.x(index) >= from) points.push({ seconds: trail.x(index), ms: trail.y(index) });
    return points;
  }
}

interface Point {
  readonly seconds: number;
  readonly ms: number;
}

/** Shades the time in which every packet has waited for the target or longer. */
function shadeSince({ context, ink }: LensDrawing, x: LinearScale, y: LinearScale, since: number, until: number): void {
  context.fillStyle = ink.text;
  context.globalAlpha = 0.1;
  const shadeWidth = Math.max(1, x(until) - x(since));
  context.fillRect(x(since), y(y.to), shadeWidth, y(0) - y(y.to));
  context.globalAlpha = 1;
  context.font = SMALL_DRAWING_FONT;
  if (shadeWidth > textWidth(context, ABOVE_TARGET_NAME) + 8) {
    context.textAlign = 'left';
    context.fillText(ABOVE_TARGET_NAME, x(since) + 4, y(0) - 7);
  }
  context.font = DRAWING_FONT;
}

function drawTarget(drawing: LensDrawing, x: LinearScale, y: LinearScale, targetMs: number): void {
  const { context, ink } = drawing;
  drawSampledLine(context, { colour: ink.text, width: 1, dash: [4, 3] }, 2, (step) => [
    step === 0 ? x.start : x.end,
    y(targetMs),
  ]);
  context.fillStyle = ink.muted;
  context.textAlign = 'left';
  drawTextOnGround(drawing, 'target', x(x.to) + 4, y(targetMs));
}

/** Draws the clock. A turn of the hand is the time between two drops. Before the first drop it is one interval above the target. */
function drawClock({ context, height, ink }: LensDrawing, law: ControlLaw, left: number, clockWidth: number): void {
  const { intervalMs, aboveMs, count, nextMs } = law;
  const spacingMs = count > 0 ? intervalMs / Math.sqrt(count) : intervalMs;
  const share = count > 0 ? 1 - nextMs / spacingMs : aboveMs / intervalMs;
  const turn = Math.min(1, Math.max(0, share)) * 2 * Math.PI - Math.PI / 2;
  const radius = Math.max(12, Math.min(clockWidth / 2 - 8, (height - 22 - TEXT_HEIGHT_PX) / 2));
  const [x, y] = [left + clockWidth / 2, 22 + radius];
  context.fillStyle = ink.text;
  context.globalAlpha = count > 0 ? 0.3 : 0.1;
  context.beginPath();
  context.moveTo(x, y);
  context.arc(x, y, radius, -Math.PI / 2, turn);
  context.closePath();
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = ink.muted;
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
  context.strokeStyle = ink.text;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + radius * Math.cos(turn), y + radius * Math.sin(turn));
  context.stroke();
  context.textAlign = 'center';
  context.fillStyle = ink.text;
  const [first, second, short = first] = formatLaw(law, spacingMs);
  drawFittingText(
    context,
    context.measureText(first).width <= clockWidth ? first : short,
    x,
    y + radius + 13,
    clockWidth,
  );
  context.fillStyle = ink.muted;
  context.font = SMALL_DRAWING_FONT;
  drawFittingText(context, second, x, y + radius + 27, clockWidth);
  context.font = DRAWING_FONT;
}

function formatLaw(
  { intervalMs, aboveMs, count, nextMs }: ControlLaw,
  spacingMs: number,
): readonly [first: string, second: string, short?: string] {
  if (count > 0)
    return [
      `next drop or mark in ${formatNumber(nextMs)} ms`,
      `full turn: ${formatNumber(spacingMs)} ms · ${formatAmount(count)} so far`,
      `next in ${formatNumber(nextMs)} ms`,
    ];
  const above = `${formatNumber(aboveMs)} ms`;
  if (aboveMs > 0)
    return [`above target for ${above}`, `full turn: ${formatAmount(intervalMs)} ms`, `above for ${above}`];
  return ['no drop is due', 'waited less than the target'];
}
