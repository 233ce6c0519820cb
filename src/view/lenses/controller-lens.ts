/**
 * The lens of PIE: the drop probability over time, and the two terms that changed it at the last update, as an
 * addition. Source: RFC 8033, section 4.2: p += alpha (delay - target) + beta (delay - delay at the update before).
 */

import { formatNumber, formatTick } from '../../shared/number-text.ts';
import { drawBox, drawLine, drawText, middleOfPixel } from '../draw/pen.ts';
import { linearScale } from '../draw/scale.ts';
import { fittingText } from '../draw/shapes.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { CanvasLens } from './canvas-lens.ts';
import {
  drawLensGrid,
  drawLensTitle,
  type LensMargin,
  NARROW_LENS_PX,
  samplePoints,
  TIME_AXIS_NAME,
} from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { type LensModel, seriesRowsSince, signalColumn, signalValue } from './lens-model.ts';

/** Shown time, s. */
const CONTROLLER_SPAN_SECONDS = 5;
/** The scale of the terms fits all terms of this last time, s. */
const SCALE_SPAN_SECONDS = 1;
/** Width of a number on the axis of time, with the space beside it, px. */
const TIME_ROOM_PX = 24;
/** Smallest end of the axis of the probability, and of either half of the axis of its changes. */
const MIN_PROBABILITY_END = 0.01;
const MIN_CHANGE_END = 1e-5;
/** Width of the terms, px. */
const TERMS_WIDTH_PX = 216;
const NARROW_TERMS_WIDTH_PX = 164;
const BAR_HEIGHT_PX = 12;
/** From this distance of two bars on, px, there is room for the name of the line at which a term is 0. */
const MIN_NAMED_ZERO_PX = 38;
/** Distance of the line over the sum from its words, px, and the dashes of a line between two bars. */
const SUM_LINE_OVER_PX = 5;
const JOIN_DASH = [2, 2];
/** Distance of the number of the line at which a term is 0 from it, px. */
const ZERO_GAP_PX = 5;

/** The terms, and the cause of a term that increases p and of one that decreases it. */
const terms = [
  { signal: 'deviationTerm', up: 'delay > target', down: 'delay < target', sign: { up: '>', down: '<' } },
  { signal: 'trendTerm', up: 'delay rose', down: 'delay fell', sign: undefined },
] as const;

/** Draws PIE's probability, percent, and the terms of its last change. */
export class ControllerLens extends CanvasLens {
  protected drawContent(drawing: LensDrawing): void {
    const { context, width, height, model } = drawing;
    const termsWidth = width < NARROW_LENS_PX ? NARROW_TERMS_WIDTH_PX : TERMS_WIDTH_PX;
    const margin: LensMargin = { left: 44, right: termsWidth + 20, top: 26, bottom: 32 };
    const nowSeconds = model.frame.timeNs / 1e9;
    const from = Math.max(0, nowSeconds - CONTROLLER_SPAN_SECONDS);
    const [start, end] = seriesRowsSince(model, from * 1e9);
    const p = signalColumn(model, 'probability');
    const probability = signalValue(model, 'probability');
    let highestProbability = Math.max(MIN_PROBABILITY_END, probability);
    for (let row = start; row < end; row++) highestProbability = Math.max(highestProbability, model.series.at(row, p));
    const x = linearScale(from, from + CONTROLLER_SPAN_SECONDS, margin.left, width - margin.right);
    const y = linearScale(0, Math.min(1, 1.08 * highestProbability), height - margin.bottom, margin.top);
    drawLensTitle(drawing, 'Probability p, %');
    const formatY = (value: number) => formatTick(100 * value);
    const tickCount = Math.max(1, Math.min(4, Math.floor((width - margin.left - margin.right) / TIME_ROOM_PX)));
    const ticks = { xTicks: x.ticks(tickCount), yTicks: y.ticks(3), formatY };
    drawLensGrid(drawing, { margin, x, y, ...ticks, xName: TIME_AXIS_NAME });
    const samples = samplePoints(model, [start, end], x, (row) => y(model.series.at(row, p)));
    drawLine(drawing, [...samples, x(nowSeconds), y(probability)], { widthPx: 2 });
    const burstMs = signalValue(model, 'burst');
    if (burstMs > 0) {
      const left = formatNumber(burstMs);
      const texts = [`burst allowance: ${left} ms left`, `burst: ${left} ms left`, `burst: ${left} ms`];
      // The terms stand beside the curve.
      const text = fittingText(context, texts, width - margin.right - margin.left - 6) ?? '';
      const look = { ink: 'muted', hasGround: true } as const;
      if (text !== '') drawText(drawing, text, margin.left + 6, margin.top + 8, look);
    }
    drawTerms(
      drawing,
      width - termsWidth,
      termsWidth,
      largestChange(model, ...seriesRowsSince(model, (nowSeconds - SCALE_SPAN_SECONDS) * 1e9)),
    );
  }
}

/** The largest absolute term or sum in these rows. It sets the scale of the bars, so the scale changes rarely. */
function largestChange(model: LensModel, start: number, end: number): number {
  const [deviation, trend] = [signalColumn(model, terms[0].signal), signalColumn(model, terms[1].signal)];
  let maxChange = MIN_CHANGE_END;
  const extendMax = (a: number, b: number) => {
    if (!Number.isNaN(a)) maxChange = Math.max(maxChange, Math.abs(a), Math.abs(b), Math.abs(a + b));
  };
  for (let row = start; row < end; row++) extendMax(model.series.at(row, deviation), model.series.at(row, trend));
  extendMax(signalValue(model, terms[0].signal), signalValue(model, terms[1].signal));
  return maxChange;
}

/**
 * Draws the two terms as an addition, once an update has them: each is a bar to the right (p grows) or to the left, the
 * second one begins where the first ends, and below a line the bar of their sum goes from 0 to the end of the second.
 */
function drawTerms(drawing: LensDrawing, left: number, termsWidth: number, maxChange: number): void {
  const { height, model } = drawing;
  drawText(drawing, 'Last update of p', left, 9);
  if (Number.isNaN(signalValue(model, terms[0].signal))) {
    drawText(drawing, 'none yet', left, 32, { ink: 'muted' });
    return;
  }
  const isNarrow = termsWidth < TERMS_WIDTH_PX;
  const x = linearScale(-maxChange, maxChange, left + 6, left + termsWidth - 6);
  const [top, bottom] = [28, height - 4];
  const step = (bottom - top) / (terms.length + 1);
  const barHeight = Math.max(3, Math.min(BAR_HEIGHT_PX, step - 20));
  const changes = terms.map(({ signal }) => signalValue(model, signal));
  const decimals = termDecimals(changes);
  const visibleTerms = largestTerms(changes, decimals);
  const sum = changes.reduce((total, change) => total + change, 0);
  // Without the word "delay", it fits beside its change. The queue above it names the delay.
  const delays = formatNumber(signalValue(model, 'delay'));
  const target = `target ${formatNumber(Number(model.values.targetMs))} ms`;
  const causes = terms.map(({ sign, ...texts }, index) => {
    const direction = (changes[index] ?? 0) < 0 ? 'down' : 'up';
    return sign === undefined || isNarrow ? texts[direction] : `${delays} ${sign[direction]} ${target}`;
  });
  const [first = 0] = changes;
  // The sum is not always the change of p: where the rise is limited, it is cut. p also stays between 0 and 1, and an
  // empty queue lowers it.
  const changeOfP = signalValue(model, 'change');
  const isSum = !(Math.abs(changeOfP - sum) * 100 >= 0.5 * 10 ** -decimals);
  const names = [causes[0], `+ ${causes[1]}`, isSum ? '= sum' : isNarrow ? '= sum → p' : '= sum → change of p'];
  const bars = [
    [0, first],
    [first, sum],
    [0, sum],
  ] as const;
  // The next bar begins at the end of the first, and the sum ends with the second.
  for (const [index, [, to]] of bars.slice(0, -1).entries()) {
    const y = top + step * index;
    drawUpright(drawing, x(to), y + 13 + barHeight, y + step + 13, JOIN_DASH);
  }
  for (const [index, [from, to]] of bars.entries()) {
    const y = top + step * index;
    drawText(drawing, names[index] ?? '', left, y + 4, { hasGround: true });
    const change = formatPercentPoints(visibleTerms[index] ?? Number.NaN);
    const text =
      index < 2 || isSum
        ? change
        : `${change.replace(' %', '')} → ${formatPercentPoints(roundPercent(changeOfP, decimals))}`;
    drawText(drawing, text, left + termsWidth, y + 4, { align: 'right', hasGround: true });
    drawBox(drawing, Math.min(x(from), x(to)), y + 13, Math.abs(x(to) - x(from)), barHeight);
    drawUpright(drawing, x(0), y + 11, y + 15 + barHeight);
    if (index > 0) continue;
    // On the side without the bar of the first term.
    const isLeft = to < 0;
    const zeroX = x(0) + (isLeft ? ZERO_GAP_PX : -ZERO_GAP_PX);
    drawText(drawing, '0', zeroX, y + 13 + barHeight / 2, {
      ink: 'muted',
      isSmall: true,
      align: isLeft ? 'left' : 'right',
    });
  }
  drawBox(drawing, left, Math.round(top + 2 * step - SUM_LINE_OVER_PX), termsWidth, 1, { ink: 'muted' });
  if (isNarrow || step < MIN_NAMED_ZERO_PX) return;
  drawText(drawing, 'p falls ← 0 → p rises', x(0), top + 2 * step + 22 + barHeight, {
    ink: 'muted',
    isSmall: true,
    align: 'center',
  });
}

/** Draws an upright line: that at which a term is 0, or that from the end of a bar to another bar. */
function drawUpright(drawing: ThemedContext, x: number, from: number, to: number, dash?: readonly number[]): void {
  const lineX = middleOfPixel(x);
  drawLine(drawing, [lineX, from, lineX, to], { ink: 'muted', dash });
}

/** Digits after the point of percentage points: all have the last digit that is the third of the largest. */
function termDecimals(changes: readonly number[]): number {
  const maxChange = Math.max(...changes.map((change) => Math.abs(100 * change)));
  return Math.min(4, Math.max(0, 2 - Math.floor(Math.log10(maxChange))));
}

/** A change of a probability in percentage points. */
const roundPercent = (change: number, decimals: number) => Math.round(100 * change * 10 ** decimals) / 10 ** decimals;

/** Changes of a probability in percentage points, and their sum behind them: the terms add up as they are shown. */
function largestTerms(changes: readonly number[], decimals: number): readonly number[] {
  const units = changes.map((change) => Math.round(100 * change * 10 ** decimals));
  return [...units, units.reduce((sum, unit) => sum + unit, 0)].map((unit) => unit / 10 ** decimals);
}

/** Percentage points as text, with their sign. */
function formatPercentPoints(percent: number): string {
  if (percent === 0) return '0 %';
  return `${percent > 0 ? '+' : '−'}${formatTick(Math.abs(percent))} %`;
}
