/**
 * The rate of a link that varies, as steps in a strip of its own over the lines, for comparison of its times with theirs.
 * The strip has the axis of time of the lines, and an own scale from 0.
 */
import { formatTick } from '../../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { drawPixelLine } from '../plot-drawing.ts';
import type { PlacedPlot } from '../plot-layout.ts';
import { firstRowFrom, type PlotLinkRate } from '../plot-model.ts';
import { AXIS_GAP_PX } from '../reference-numbers.ts';
import { LINK_RATE_NAME_X } from './link-rate-names.ts';

const LINE_PX = 1.5;
/** Distance of the two numbers, and of the upper one from the upper end of the strip, px. */
const NUMBER_PITCH_PX = 12;
const NUMBER_INSET_PX = 4;
/** Draws the steps, and at the left the name with the largest and the smallest value. */
export function drawLinkRateStrip(plot: PlacedPlot): void {
  const { context, theme, model, left, right, linkRateTop, linkRateHeight } = plot;
  const { linkRate } = model;
  if (linkRate === undefined || linkRateTop === undefined) return;
  const base = linkRateTop + linkRateHeight;
  const levelOf = (value: number) => base - (linkRateHeight * value) / linkRate.max;
  drawPixelLine(context, theme.grid, [left, base], [right, base]);
  context.strokeStyle = theme.muted;
  context.lineWidth = LINE_PX;
  context.beginPath();
  for (const [index, { from, to, value }] of linkRateSteps(plot, linkRate).entries()) {
    if (index === 0) context.moveTo(from, levelOf(value));
    else context.lineTo(from, levelOf(value));
    context.lineTo(to, levelOf(value));
  }
  context.stroke();
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'right';
  const smallestValue = findSmallestValue(linkRate);
  const upperY = linkRateTop + NUMBER_INSET_PX;
  const lowerText = `${formatTick(smallestValue)} ${linkRate.unit}`;
  const lowerY = Math.max(upperY + NUMBER_PITCH_PX, levelOf(smallestValue));
  if (smallestValue < linkRate.max) context.fillText(formatTick(linkRate.max), left - AXIS_GAP_PX, upperY);
  context.fillText(lowerText, left - AXIS_GAP_PX, smallestValue < linkRate.max ? lowerY : upperY + NUMBER_PITCH_PX);
  context.textAlign = 'left';
  context.fillText(linkRate.label, LINK_RATE_NAME_X, upperY);
  context.font = DRAWING_FONT;
}

interface LinkRateStep {
  readonly from: number;
  to: number;
  readonly value: number;
}

/** The parts of the shown time with one value each, px. */
function linkRateSteps({ model, x }: PlacedPlot, linkRate: PlotLinkRate): readonly LinkRateStep[] {
  const { timeSeconds, value, rowCount } = linkRate;
  const end = Math.min(rowCount, firstRowFrom(linkRate, Math.min(model.toSeconds, model.nowSeconds) + 1e-9));
  const steps: LinkRateStep[] = [];
  let from = x(model.fromSeconds);
  for (let row = firstRowFrom(linkRate, model.fromSeconds + 1e-9); row < end; row++) {
    const to = x(timeSeconds(row));
    const lastStep = steps.at(-1);
    if (lastStep?.value === value(row)) lastStep.to = to;
    else steps.push({ from, to, value: value(row) });
    from = to;
  }
  return steps;
}

function findSmallestValue({ max, rowCount, value }: PlotLinkRate): number {
  let min = max;
  for (let row = 0; row < rowCount; row++) min = Math.min(min, value(row));
  return min;
}
