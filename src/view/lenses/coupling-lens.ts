/**
 * The lens of DualPI2: the probabilities of both queues depend on one base probability, times k for L4S packets and
 * squared for classic packets. Each has an axis of its own, because the square is much smaller. Beside them it draws
 * the delay of both queues with the step and the target. Source: RFC 9332, section 2.1 (p_CL = k p', p_C = p'^2), and
 * appendix A.
 */

import { range } from 'd3-array';
import { VERDICT_STRIDE, VerdictColumn } from '../../engine/frame/frame.ts';
import { formatNumber, formatTick } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { numberAt } from '../../shared/tables.ts';
import { classGlyph } from '../draw/palette.ts';
import { drawBox, drawDot, drawLine, drawText, fontOf } from '../draw/pen.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../draw/scale.ts';
import { drawFittingText, SMALL_MUTED, textWidth } from '../draw/shapes.ts';
import { CanvasLens } from './canvas-lens.ts';
import { drawLensGrid, drawLensTitle, type LensMargin, NARROW_LENS_PX } from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { type LensModel, signalValue } from './lens-model.ts';

/** Smallest end of the axis of the base probability. */
const MIN_BASE_END = 0.1;
const CURVE_POINTS = 80;
/** Width of the delays, px. */
const DELAYS_WIDTH_PX = 180;
const NARROW_DELAYS_WIDTH_PX = 122;
/**
 * Space of the numbers beside the vertical axes, and least width of the curves: a narrower lens leaves out the delays,
 * px.
 */
const LEFT_MARGIN_PX = 44;
const MIN_CURVES_PX = 80;
const BAR_HEIGHT_PX = 18;
/** Space of the rules beside their curves, px. */
const NAMES_WIDTH_PX = 90;
const NAME_LINE_PX = 14;
/** Least distance of the numbers of an axis, px. */
const NUMBER_PITCH_PX = 14;
/** Space between the two curves: the numbers of their axes do not touch, px. */
const PANEL_GAP_PX = 14;
/** Least height of a queue with the name of its limit below its bar, and with a second line below it, px. */
const MIN_NAMED_BAR_PX = 46;
const MIN_TWO_LINES_PX = 60;
/** The reasons of a mark in the L4S queue: its own step, in RFC 9332 and in Linux, and the coupling. */
const STEP_REASONS: readonly string[] = ['native-mark', 'step-mark'];
const L4S_MARK_REASONS: readonly string[] = [...STEP_REASONS, 'coupled-mark', 'coupled-draw', 'overload-mark'];
/** The delays are the result: larger than the words around them. */
const RESULT_FONT = '15px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** Draws the coupled probabilities of DualPI2, and the delays of its queues. */
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
      // Round numbers, which are short.
      const yTicks = y.ticks(Math.min(3, Math.floor(panelHeight / NUMBER_PITCH_PX)));
      const hasOwnScale = y.to < firstEnd;
      const isLast = index === rules.length - 1;
      drawLensGrid(drawing, {
        margin,
        x: (percent) => x(percent / 100),
        xTicks: isLast ? x.ticks(4).map((tick) => 100 * tick) : [],
        y,
        yTicks,
        formatY: (value) => `${formatTick(100 * value)}${value === yTicks.at(-1) ? ' %' : ''}`,
        xUnit: isLast ? 'base p′ (%)' : undefined,
      });
      // The two panels have different scales, so each axis has a line of its own.
      drawBox(drawing, margin.left, y.end, 1, y.start - y.end, { ink: 'muted' });
      drawRule(drawing, { x, y }, base, { ...rule, colour: queueColour(drawing, isL4s) });
      nameRule(drawing, { x, y }, base, { ...rule, hasOwnScale });
    }
    drawBase(drawing, x, margin, base);
    if (delaysWidth > 0) drawDelays(drawing, width - delaysWidth, delaysWidth);
  }
}

/** Width of the delays in a lens of this width, px; 0 if they have no room. */
function widthOfDelays(width: number): number {
  const usualPx = width < NARROW_LENS_PX ? NARROW_DELAYS_WIDTH_PX : DELAYS_WIDTH_PX;
  return width - LEFT_MARGIN_PX - NAMES_WIDTH_PX - usualPx < MIN_CURVES_PX ? 0 : usualPx;
}

/** The colour of the only class in a queue; that of words if several classes share the queue. */
function queueColour({ theme, model: { description } }: LensDrawing, isL4s: boolean): string {
  const { classes } = description;
  const indexes = [...classes.keys()].filter((index) => classes[index]?.isL4s === isL4s);
  const [only, ...others] = indexes;
  return only === undefined || others.length > 0 ? theme.text : classGlyph(classes, only, theme.isDark).edge;
}

/** Draws the present base as a line through both probabilities that follow from it. */
function drawBase(drawing: LensDrawing, x: LinearScale, margin: LensMargin, base: number): void {
  const { height } = drawing;
  const bottom = height - margin.bottom;
  drawLine(drawing, [x(base), bottom, x(base), margin.top], { ink: 'muted', dash: [2, 3] });
  const isLeft = x(base) < (x(0) + x(x.to)) / 2;
  const text = `now p′ = ${formatNumber(100 * base)} %`;
  drawText(drawing, text, x(base) + (isLeft ? -3 : 3), height - 6, { align: isLeft ? 'left' : 'right' });
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
  const points = range(CURVE_POINTS + 1).flatMap((step) => {
    const baseHere = (x.to * step) / CURVE_POINTS;
    return [x(baseHere), y(Math.min(y.to, probability(baseHere)))];
  });
  drawLine(drawing, points, { colour, widthPx: 2 });
  drawDot(drawing, x(base), y(Math.min(y.to, probability(base))), 4.5, { colour });
}

/** Writes a rule with its present value beside its curve, and that its scale is not the first one. */
function nameRule(
  drawing: LensDrawing,
  { x, y }: Axes,
  base: number,
  { name, probability, hasOwnScale }: Omit<CouplingRule, 'colour'> & { readonly hasOwnScale: boolean },
): void {
  const value = `${formatNumber(100 * probability(base))} %`;
  const left = x(x.to) + 5;
  const top = (y.start + y.end) / 2 - (hasOwnScale ? NAME_LINE_PX : NAME_LINE_PX / 2);
  drawText(drawing, name, left, top, { hasGround: true });
  drawText(drawing, value, left, top + NAME_LINE_PX, { hasGround: true });
  if (!hasOwnScale) return;
  const look = { ink: 'muted', isSmall: true, hasGround: true } as const;
  drawText(drawing, 'own scale', left, top + 2 * NAME_LINE_PX, look);
}

/** Draws the delay of each queue as a bar, on a common scale. */
function drawDelays(drawing: LensDrawing, left: number, delaysWidth: number): void {
  const { context, height, model } = drawing;
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
  drawFittingText(drawing, ['Delay, ms'], left, 9, delaysWidth);
  for (const [index, { name, delayMs, limitMs, limit }] of queues.entries()) {
    const y = top + step * index;
    drawText(drawing, isNarrow ? name : `${name} queue`, left, y + 4, { ink: 'muted' });
    const value = formatNumber(delayMs);
    const result = { font: RESULT_FONT, isBold: true, align: 'right' } as const;
    drawText(drawing, value, left + delaysWidth - 6, y + 3, result);
    // Narrow delays have no room for it beside the names.
    const nowX = left + delaysWidth - 11 - textWidth(context, value, fontOf(result));
    if (!isNarrow) drawText(drawing, 'now', nowX, y + 4, { ink: 'muted', align: 'right' });
    drawBox(drawing, left, y + 13, x(longestMs) - left, BAR_HEIGHT_PX, { ink: 'raised' });
    drawBox(drawing, left, y + 13, x(delayMs) - left, BAR_HEIGHT_PX);
    drawLine(drawing, [x(limitMs), y + 10, x(limitMs), y + 15 + BAR_HEIGHT_PX], { ink: 'muted', widthPx: 2 });
    if (step < MIN_NAMED_BAR_PX) continue;
    const align = x(limitMs) < left + delaysWidth / 2 ? 'left' : 'right';
    const limitText = `${limit} ${formatNumber(limitMs)}`;
    drawText(drawing, limitText, x(limitMs), y + 22 + BAR_HEIGHT_PX, { ink: 'muted', align });
    const { l4sCount, stepCount } = countNewestMarks(model);
    if (limit !== 'step' || step < MIN_TWO_LINES_PX || l4sCount === 0) continue;
    const share = `${stepCount} of the last ${l4sCount} marks`;
    const shareY = y + 22 + BAR_HEIGHT_PX + NAME_LINE_PX;
    drawFittingText(drawing, [isNarrow ? share : `made ${share}`], left, shareY, delaysWidth, SMALL_MUTED);
  }
}

/**
 * How many of the newest marks are of the L4S queue, and how many of these its step made: the others come from k·p′.
 */
function countNewestMarks({ frame: { refusals }, description: { reasons } }: Pick<LensModel, 'frame' | 'description'>) {
  let [l4sCount, stepCount] = [0, 0];
  for (let row = VerdictColumn.reason; row < refusals.length; row += VERDICT_STRIDE) {
    const id = reasons[numberAt(refusals, row)]?.id ?? '';
    if (L4S_MARK_REASONS.includes(id)) l4sCount++;
    if (STEP_REASONS.includes(id)) stepCount++;
  }
  return { l4sCount, stepCount };
}
