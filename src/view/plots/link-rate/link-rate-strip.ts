/**
 * The rate of a link that varies, as steps in a strip of its own over the lines, for comparison of its times with theirs.
 * The strip has the axis of time of the lines, and an own scale from 0.
 */
import { formatTick } from '../../../shared/number-text.ts';
import { drawLine, drawText } from '../../draw/pen.ts';
import { SMALL_MUTED } from '../../draw/shapes.ts';
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
  const { model, left, right, linkRateTop, linkRateHeight } = plot;
  const { linkRate } = model;
  if (linkRate === undefined || linkRateTop === undefined) return;
  const base = linkRateTop + linkRateHeight;
  const levelOf = (value: number) => base - (linkRateHeight * value) / linkRate.max;
  drawPixelLine(plot, 'grid', [left, base], [right, base]);
  const steps = linkRateSteps(plot, linkRate);
  const points = steps.flatMap(({ from, to, value }) => [from, levelOf(value), to, levelOf(value)]);
  drawLine(plot, points, { ink: 'muted', widthPx: LINE_PX });
  const smallestValue = findSmallestValue(linkRate);
  const upperY = linkRateTop + NUMBER_INSET_PX;
  const lowerText = `${formatTick(smallestValue)} ${linkRate.unit}`;
  const lowerY = Math.max(upperY + NUMBER_PITCH_PX, levelOf(smallestValue));
  const look = { ink: 'muted', isSmall: true, align: 'right' } as const;
  const isVarying = smallestValue < linkRate.max;
  if (isVarying) drawText(plot, formatTick(linkRate.max), left - AXIS_GAP_PX, upperY, look);
  drawText(plot, lowerText, left - AXIS_GAP_PX, isVarying ? lowerY : upperY + NUMBER_PITCH_PX, look);
  drawText(plot, linkRate.label, LINK_RATE_NAME_X, upperY, SMALL_MUTED);
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
