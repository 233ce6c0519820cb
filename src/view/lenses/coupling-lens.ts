/**
 * The lens of DualPI2: the probabilities of both queues depend on one base probability, times k for L4S packets and
 * squared for classic packets. Each has an axis of its own, because the square is much smaller. Beside them it draws the delay of both queues with the step and the target. Source: RFC
 * 9332, section 2.1 (p_CL = k p', p_C = p'^2), and appendix A.
 */

import { required } from '../../shared/required.ts';
import { drawFittingText } from '../draw/labels.ts';
import { formatNumber, formatTick } from '../draw/number-text.ts';
import { classGlyph, DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../draw/scale.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import { CanvasLens } from './canvas-lens.ts';
import {
  drawAxisUnit,
  drawLensGrid,
  drawLensTitle,
  drawSampledLine,
  type LensMargin,
  NARROW_LENS_PX,
} from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { signalValue } from './lens-model.ts';

/** Smallest end of the axis of the base probability. */
const MIN_BASE_END = 0.1;
const CURVE_POINTS = 80;
/** Width of the delays, px. */
const DELAYS_WIDTH_PX = 180;
const NARROW_DELAYS_WIDTH_PX = 122;
/** Space of the numbers beside the vertical axes, and least width of the curves: a narrower lens leaves out the delays, px. */
const LEFT_MARGIN_PX = 44;
const MIN_CURVES_PX = 80;
const BAR_HEIGHT_PX = 18;
/** Space of the rules beside their curves, px. */
const NAMES_WIDTH_PX = 90;
const NAME_LINE_PX = 14;
/** Space between the two curves: the numbers of their axes do not touch, px. */
const PANEL_GAP_PX = 14;
/** The delays are the result: larger than the words around them. */
const RESULT_FONT = DRAWING_FONT.replace('12px', 'bold 15px');

export class CouplingLens extends CanvasLens {
  /** End of the axis. It grows at once with the base, and shrinks only after a large decrease. */
  private axisEnd = MIN_BASE_END;

  protected drawContent(drawing: LensDrawing): void {
    const { width, height, model } = drawing;
    const delaysWidth = widthOfDelays(width);
    const margin: LensMargin = { left: LEFT_MARGIN_PX, right: delaysWidth + NAMES_WIDTH_PX, top: 26, bottom: 32 };
    const factor = Number(model.values.couplingFactor);
    const base = signalValue(model, 'base');
    if (base > this.axisEnd || base < this.axisEnd / 4)
      this.axisEnd = Math.min(1, Math.max(MIN_BASE_END, roundUpAxisEnd(1.5 * base, 4)));
    const x = linearScale(0, this.axisEnd, margin.left, width - margin.right);
    drawLensTitle(drawing, 'Probabilities over base p′');
    const panelHeight = (height - margin.top - margin.bottom - PANEL_GAP_PX) / 2;
    const rules = [
      { name: 'L4S = k·p′', probability: (probability: number) => Math.min(1, factor * probability), isL4s: true },
      { name: 'classic = p′²', probability: (probability: number) => probability * probability, isL4s: false },
    ];
    const firstEnd = required(rules[0]).probability(this.axisEnd);
    for (const [index, { isL4s, ...rule }] of rules.entries()) {
      const top = margin.top + index * (panelHeight + PANEL_GAP_PX);
      const y = linearScale(0, rule.probability(this.axisEnd), top + panelHeight, top);
      const hasOwnScale = y.to < firstEnd;
      const isLast = index === rules.length - 1;
      drawLensGrid(drawing, {
        margin,
        x: (percent) => x(percent / 100),
        xTicks: isLast ? x.ticks(4).map((tick) => 100 * tick) : [],
        y,
        yTicks: [0, y.to / 2, y.to],
        formatY: (value) => `${formatTick(100 * value)}${value === y.to ? ' %' : ''}`,
      });
      drawUpAxis(drawing, margin.left, y);
      drawRule(drawing, { x, y }, base, { ...rule, colour: queueColour(drawing, isL4s) });
      nameRule(drawing, { x, y }, base, { ...rule, hasOwnScale });
    }
    drawAxisUnit(drawing, margin, 'base p′ (%)');
    drawBase(drawing, x, margin, base);
    if (delaysWidth > 0) drawDelays(drawing, width - delaysWidth, delaysWidth);
  }
}

/** Width of the delays in a lens of this width, px; 0 if they have no room. */
function widthOfDelays(width: number): number {
  const usualPx = width < NARROW_LENS_PX ? NARROW_DELAYS_WIDTH_PX : DELAYS_WIDTH_PX;
  return width - LEFT_MARGIN_PX - NAMES_WIDTH_PX - usualPx < MIN_CURVES_PX ? 0 : usualPx;
}

/** Draws the axis of a panel as a line of its own: the two panels have different scales. */
function drawUpAxis({ context, theme }: LensDrawing, x: number, y: LinearScale): void {
  context.fillStyle = theme.muted;
  context.fillRect(x, y.end, 1, y.start - y.end);
}

/** The colour of the only class in a queue; that of words if several classes share the queue. */
function queueColour({ theme, model: { description } }: LensDrawing, isL4s: boolean): string {
  const { classes } = description;
  const indexes = [...classes.keys()].filter((index) => classes[index]?.isL4s === isL4s);
  const [only, ...others] = indexes;
  return only === undefined || others.length > 0 ? theme.text : classGlyph(classes, only, theme.isDark).edge;
}

/** Draws the present base as a line through both probabilities that follow from it. */
function drawBase({ context, height, theme }: LensDrawing, x: LinearScale, margin: LensMargin, base: number): void {
  drawSampledLine(context, { colour: theme.muted, width: 1, dash: [2, 3] }, 2, (step) => [
    x(base),
    step === 0 ? height - margin.bottom : margin.top,
  ]);
  context.fillStyle = theme.text;
  context.textAlign = x(base) < (x(0) + x(x.to)) / 2 ? 'left' : 'right';
  context.fillText(
    `now p′ = ${formatNumber(100 * base)} %`,
    x(base) + (context.textAlign === 'left' ? -3 : 3),
    height - 6,
  );
}

interface Axes {
  readonly x: LinearScale;
  readonly y: LinearScale;
}

/** The probability of a queue, as a function of the base probability. */
interface CouplingRule {
  readonly name: string;
  readonly probability: (base: number) => number;
  readonly colour: string;
}

/** Draws a probability over the base probability, with a point at the present base. */
function drawRule(drawing: LensDrawing, { x, y }: Axes, base: number, { probability, colour }: CouplingRule): void {
  const { context } = drawing;
  const baseAt = (step: number) => (x.to * step) / CURVE_POINTS;
  drawSampledLine(context, { colour, width: 2 }, CURVE_POINTS + 1, (step) => [
    x(baseAt(step)),
    y(Math.min(y.to, probability(baseAt(step)))),
  ]);
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x(base), y(Math.min(y.to, probability(base))), 4.5, 0, 2 * Math.PI);
  context.fill();
}

/** Writes a rule with its present value beside its curve, and that its scale is not the first one. */
function nameRule(
  drawing: LensDrawing,
  { x, y }: Axes,
  base: number,
  { name, probability, hasOwnScale }: Omit<CouplingRule, 'colour'> & { readonly hasOwnScale: boolean },
): void {
  drawing.context.textAlign = 'left';
  drawing.context.fillStyle = drawing.theme.text;
  const value = `${formatNumber(100 * probability(base))} %`;
  const left = x(x.to) + 5;
  const top = (y.start + y.end) / 2 - (hasOwnScale ? NAME_LINE_PX : NAME_LINE_PX / 2);
  drawTextOnGround(drawing, name, left, top);
  drawTextOnGround(drawing, value, left, top + NAME_LINE_PX);
  if (!hasOwnScale) return;
  drawing.context.font = SMALL_DRAWING_FONT;
  drawing.context.fillStyle = drawing.theme.muted;
  drawTextOnGround(drawing, 'own scale', left, top + 2 * NAME_LINE_PX);
  drawing.context.font = DRAWING_FONT;
}

/** Draws the delay of each queue as a bar, on a common scale. */
function drawDelays({ context, height, theme, model }: LensDrawing, left: number, delaysWidth: number): void {
  const isNarrow = delaysWidth < DELAYS_WIDTH_PX;
  const queues = [
    { name: 'L4S', delayMs: signalValue(model, 'l4sDelay'), limitMs: Number(model.values.stepMs), limit: 'step' },
    {
      name: 'classic',
      delayMs: signalValue(model, 'classicDelay'),
      limitMs: Number(model.values.targetMs),
      limit: 'target',
    },
  ];
  const longestMs = Math.max(1, ...queues.map(({ delayMs, limitMs }) => Math.max(delayMs, 1.6 * limitMs)));
  const x = linearScale(0, longestMs, left, left + delaysWidth - 6);
  // Below the controls of the lens.
  const [top, bottom] = [31, height - 12];
  const step = (bottom - top) / queues.length;
  context.textAlign = 'left';
  context.fillStyle = theme.text;
  drawFittingText(context, 'Delay, ms', left, 9, delaysWidth);
  for (const [index, { name, delayMs, limitMs, limit }] of queues.entries()) {
    const y = top + step * index;
    context.fillStyle = theme.muted;
    context.textAlign = 'left';
    context.fillText(isNarrow ? name : `${name} queue`, left, y + 4);
    context.fillStyle = theme.text;
    context.textAlign = 'right';
    context.font = RESULT_FONT;
    const value = formatNumber(delayMs);
    context.fillText(value, left + delaysWidth - 6, y + 3);
    const valueWidth = context.measureText(value).width;
    context.font = DRAWING_FONT;
    context.fillStyle = theme.muted;
    // Narrow delays have no room for it beside the names.
    if (!isNarrow) context.fillText('now', left + delaysWidth - 11 - valueWidth, y + 4);
    context.fillStyle = theme.raised;
    context.fillRect(left, y + 13, x(longestMs) - left, BAR_HEIGHT_PX);
    context.fillStyle = theme.text;
    context.fillRect(left, y + 13, x(delayMs) - left, BAR_HEIGHT_PX);
    context.strokeStyle = theme.muted;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x(limitMs), y + 10);
    context.lineTo(x(limitMs), y + 15 + BAR_HEIGHT_PX);
    context.stroke();
    if (step < 46) continue;
    context.fillStyle = theme.muted;
    context.textAlign = x(limitMs) < left + delaysWidth / 2 ? 'left' : 'right';
    context.fillText(`${limit} ${formatNumber(limitMs)}`, x(limitMs), y + 22 + BAR_HEIGHT_PX);
  }
}
