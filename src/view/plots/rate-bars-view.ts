/** Draws the rates of VCs or hosts as bars, lane by lane, beside the rates that they should get. */

import { drawAxisBeside } from '../draw/axes.ts';
import { prepareCanvas } from '../draw/canvas.ts';
import { drawFittingText, drawLaneBadge, LANE_BADGE_PX, textWidth } from '../draw/labels.ts';
import { formatDecimals, formatNumber } from '../draw/number-text.ts';
import { fillPackets } from '../draw/packets.ts';
import { DRAWING_FONT, drawingTheme, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../draw/scale.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { drawPixelLine } from './plot-drawing.ts';
import { isBelow, type RateBar } from './rate-bar.ts';
import {
  drawLevel,
  drawRateBarsKey,
  fillHatching,
  MINIMUM_LINE_PX,
  SHARE_DASH,
  SHARE_LINE_PX,
} from './rate-bars-key.ts';
import { drawExcesses } from './rate-excesses.ts';
import { drawLacks } from './rate-lacks.ts';

export interface LaneBars {
  readonly lane: number;
  readonly name: string;
  readonly bars: readonly RateBar[];
  /** A rate to compare all bars of the lane with, Mb/s. */
  readonly comparedMbps?: number | undefined;
}

const RATE_BARS_MARGIN = { left: 44, top: 16, right: 8 };
/** Space between the bars of two lanes, px. */
const LANE_GAP_PX = 28;
const MAX_BAR_PX = 56;
/** Below the axis, px: a line of text, and a line of a long name. */
const LINE_HEIGHT_PX = 16;
const NAME_LINE_PX = 12;
/** Parts of a bar lower than this, px, are not divided. */
const MIN_DIVIDED_PX = 4;
/** Least width of a column with its rate, and with a rate of usual size, px. */
const MIN_NUMBERED_BAR_PX = 26;
const MIN_USUAL_NUMBER_PX = 40;
/** Distance of a rate over a bar or over a line, px. */
const NUMBER_OVER_PX = 8;
const NUMBER_LINE_PX = 14;
/** How far narrow bars begin from the axis, px: the excess of the first bar is wider than the bar. */
const NARROW_BARS_INSET_PX = 12;
/** A line that is beyond the last number of the axis by a smaller part of it looks as if it were there. */
const MAX_BEYOND_AXIS = 0.005;
/** How far the line of a minimum reaches beyond its bar, at each end, px. */
const MINIMUM_OVERHANG_PX = 2;
/** Thickness of the edge of a light line on a bar, at each side, px. */
const LINE_EDGE_PX = 1;
/** Least space between the name of a lane and what the rates count, px. */
const COUNTED_GAP_PX = 10;
/** Space before the word that all names have, px. */
const SHARED_WORD_GAP_PX = 6;

export class RateBarsView {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  /**
   * @param comparedMeaning of the rates that the bars are compared with
   * @param countedTexts what the rates count, the longest words first
   */
  draw(lanes: readonly LaneBars[], comparedMeaning?: string, countedTexts: readonly string[] = []): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const themedContext: ThemedContext = { context, theme: drawingTheme() };
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    const left = RATE_BARS_MARGIN.left;
    const right = width - RATE_BARS_MARGIN.right;
    const allBars = lanes.flatMap(({ bars }) => bars);
    const hasMinimums = allBars.some(({ guaranteedMbps }) => guaranteedMbps !== undefined);
    const barCount = Math.max(1, ...lanes.map(({ bars }) => bars.length));
    const laneWidthFrom = (start: number) => (right - start + LANE_GAP_PX) / Math.max(1, lanes.length);
    const isNarrow = (laneWidthFrom(left) - LANE_GAP_PX) / barCount < MIN_USUAL_NUMBER_PX;
    const barsLeft = left + (hasMinimums && isNarrow ? NARROW_BARS_INSET_PX : 0);
    const laneWidth = laneWidthFrom(barsLeft);
    const step = (laneWidth - LANE_GAP_PX) / barCount;
    const barWidth = Math.min(MAX_BAR_PX, step - 6);
    const breaksNames = allBars.some(({ label }) => textWidth(context, label) > step - 4);
    const sharedWord = breaksNames ? sharedFirstWord(allBars) : undefined;
    // The rates of VCs have a line below their names, because lines of rates go through their bars.
    const namesHeight =
      LINE_HEIGHT_PX + (hasMinimums || (breaksNames && sharedWord === undefined) ? NAME_LINE_PX + 2 : 0);
    const bottom = height - namesHeight - 2 * LINE_HEIGHT_PX - 2;
    // An axis of 1 Mb/s, as long as there is no rate.
    const rates = allBars.flatMap(({ rateMbps, guaranteedMbps, fairShareMbps }) => [
      rateMbps,
      guaranteedMbps ?? 0,
      fairShareMbps ?? 0,
    ]);
    const comparedRates = lanes.map(({ comparedMbps = Number.NaN }) => comparedMbps);
    const highestRate = Math.max(0, ...[...rates, ...comparedRates].filter(Number.isFinite)) || 1;
    const stepCount = hasMinimums ? 5 : 4;
    const y = linearScale(
      0,
      roundUpAxisEnd(highestRate / (1 + MAX_BEYOND_AXIS), stepCount),
      bottom,
      RATE_BARS_MARGIN.top,
    );
    drawAxisBeside(themedContext, y, { left, right }, y.ticks(stepCount));
    let namesEnd = left;
    for (const [index, { lane, name, bars, comparedMbps }] of lanes.entries()) {
      const start = barsLeft + index * laneWidth;
      for (const [barIndex, bar] of bars.entries()) {
        const middle = start + (barIndex + 0.5) * step;
        drawBar(themedContext, bar, y, { middle, width: barWidth });
        const name = sharedWord === undefined ? bar.label : bar.label.slice(sharedWord.length + 1);
        drawName(themedContext, name, middle, bottom + 10, step - 4);
      }
      const nameX = start + LANE_BADGE_PX + 5;
      drawLaneBadge(themedContext, lane, start, bottom + namesHeight + 8);
      context.textAlign = 'left';
      context.fillStyle = themedContext.theme.text;
      drawFittingText(context, name, nameX, bottom + namesHeight + 9, start + laneWidth - 12 - nameX);
      namesEnd = nameX + textWidth(context, name);
      const laneEnd = start + laneWidth - LANE_GAP_PX;
      drawPixelLine(context, themedContext.theme.muted, [start, bottom], [laneEnd, bottom]);
      if (comparedMbps === undefined || !Number.isFinite(comparedMbps)) continue;
      context.setLineDash(SHARE_DASH);
      drawPixelLine(context, themedContext.theme.text, [start, y(comparedMbps)], [laneEnd, y(comparedMbps)]);
      context.setLineDash([]);
    }
    if (sharedWord !== undefined) {
      context.textAlign = 'right';
      context.fillStyle = themedContext.theme.text;
      context.fillText(sharedWord, left - SHARED_WORD_GAP_PX, bottom + 10);
    }
    drawCountedText(themedContext, countedTexts, [namesEnd + COUNTED_GAP_PX, right], bottom + namesHeight + 9);
    for (const [index, { bars, comparedMbps }] of lanes.entries()) {
      const middleAt = (barIndex: number) => barsLeft + index * laneWidth + (barIndex + 0.5) * step;
      for (const [barIndex, bar] of bars.entries())
        drawRate(themedContext, bar, middleAt(barIndex), step, y, comparedMbps);
    }
    const columns = lanes.map(({ bars }, index) => ({
      bars,
      firstMiddle: barsLeft + index * laneWidth + step / 2,
      width: step,
      barWidth,
    }));
    const isSmall = step < MIN_USUAL_NUMBER_PX;
    const hasNumbers = hasMinimums && step >= MIN_NUMBERED_BAR_PX;
    drawRateBarsKey(themedContext, allBars, comparedMeaning, {
      left,
      right,
      y: height - 8,
      numberUnit: hasNumbers ? drawExcesses(themedContext, columns, y, isSmall, [left, right]) : undefined,
      lackUnit: hasNumbers ? drawLacks(themedContext, columns, y) : undefined,
      dividesFlows: allBars.some((bar) => isDivided(bar, y)),
    });
  }
}

/** Writes what the rates count, in the line of the names of the lanes. */
function drawCountedText(
  { context, theme }: ThemedContext,
  texts: readonly string[],
  [from, to]: readonly [from: number, to: number],
  y: number,
): void {
  context.font = SMALL_DRAWING_FONT;
  context.textAlign = 'right';
  context.fillStyle = theme.muted;
  const text = texts.find((candidate) => textWidth(context, candidate) <= to - from);
  if (text !== undefined) context.fillText(text, to, y);
  context.font = DRAWING_FONT;
}

interface BarPlace {
  readonly middle: number;
  readonly width: number;
}

/** Whether a bar has several flows, and is high enough for the lines between their rates. */
function isDivided({ rateMbps, flowMbps = [] }: RateBar, y: LinearScale): boolean {
  return flowMbps.length > 1 && (y(0) - y(rateMbps)) / flowMbps.length >= MIN_DIVIDED_PX;
}

function drawBar({ context, theme }: ThemedContext, bar: RateBar, y: LinearScale, { middle, width }: BarPlace): void {
  const { rateMbps, glyph, flowMbps = [], guaranteedMbps, fairShareMbps } = bar;
  const [left, top] = [middle - width / 2, y(rateMbps)];
  if (!Number.isFinite(top)) return;
  context.beginPath();
  context.rect(left, top, width, y(0) - top);
  fillPackets(context, glyph);
  if (isDivided(bar, y)) {
    let bottom = 0;
    for (const flow of flowMbps.slice(0, -1)) {
      bottom += flow;
      drawPixelLine(context, theme.surface, [left, y(bottom)], [left + width, y(bottom)]);
    }
  }
  if (guaranteedMbps === undefined) return;
  const darkColour = theme.isDark ? theme.surface : theme.text;
  if (fairShareMbps !== undefined && rateMbps > fairShareMbps)
    fillHatching(context, darkColour, { left, top, width, height: y(fairShareMbps) - top });
  if (isBelow(bar)) {
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, y(guaranteedMbps), width - 1, top - y(guaranteedMbps));
  }
  const drawLine = (lineMbps: number, thickness: number, overhangPx: number, dash: readonly number[]) => {
    // A light line differs little from a bar, so it has a dark edge there.
    if (theme.isDark) {
      context.strokeStyle = darkColour;
      context.lineWidth = thickness + 2 * LINE_EDGE_PX;
      drawLevel(context, left, left + width, y(lineMbps));
    }
    context.strokeStyle = theme.text;
    context.lineWidth = thickness;
    context.setLineDash([...dash]);
    drawLevel(context, left - overhangPx, left + width + overhangPx, y(lineMbps));
    context.setLineDash([]);
  };
  drawLine(guaranteedMbps, MINIMUM_LINE_PX, MINIMUM_OVERHANG_PX, []);
  if (fairShareMbps !== undefined && Number.isFinite(fairShareMbps))
    drawLine(fairShareMbps, SHARE_LINE_PX, 0, SHARE_DASH);
}

/** Writes the rate of a VC below its name, and another rate over its bar, with its ratio. No line of a rate goes through it. */
function drawRate(
  { context, theme }: ThemedContext,
  { rateMbps, ratio, guaranteedMbps }: RateBar,
  middle: number,
  columnWidth: number,
  y: LinearScale,
  comparedMbps = Number.NaN,
): void {
  if (columnWidth < MIN_NUMBERED_BAR_PX || !Number.isFinite(rateMbps)) return;
  const overY = y(rateMbps) - NUMBER_OVER_PX;
  const comparedY = y(comparedMbps);
  const isFree = !(Math.abs(comparedY - overY) < NUMBER_OVER_PX);
  const place =
    guaranteedMbps !== undefined
      ? y(0) + LINE_HEIGHT_PX + NAME_LINE_PX - 4
      : isFree
        ? overY
        : comparedY - NUMBER_OVER_PX;
  context.font = columnWidth < MIN_USUAL_NUMBER_PX ? SMALL_DRAWING_FONT : DRAWING_FONT;
  context.textAlign = 'center';
  context.fillStyle = theme.text;
  const rateText = formatNumber(rateMbps);
  const ratioText = ratio === undefined ? '' : `${formatDecimals(ratio, 1)} × A`;
  const bothText = ratio === undefined ? rateText : `${rateText} · ${ratioText}`;
  const fits = textWidth(context, bothText) <= columnWidth;
  drawFittingText(context, fits ? bothText : rateText, middle, place, columnWidth);
  context.font = DRAWING_FONT;
  if (!fits) drawFittingText(context, ratioText, middle, place - NUMBER_LINE_PX, columnWidth);
}

/** The first word that all names have, if each has another word; undefined otherwise. */
function sharedFirstWord(bars: readonly RateBar[]): string | undefined {
  const [word = '', ...others] = new Set(bars.map(({ label }) => label.slice(0, label.indexOf(' '))));
  return word !== '' && others.length === 0 ? word : undefined;
}

/** A name in one line, or in two. */
function drawName({ context, theme }: ThemedContext, name: string, middle: number, y: number, maxWidth: number): void {
  context.fillStyle = theme.text;
  context.textAlign = 'center';
  const space = name.lastIndexOf(' ');
  if (space < 0 || textWidth(context, name) <= maxWidth) {
    drawFittingText(context, name, middle, y, maxWidth);
    return;
  }
  context.font = SMALL_DRAWING_FONT;
  drawFittingText(context, name.slice(0, space), middle, y, maxWidth);
  drawFittingText(context, name.slice(space + 1), middle, y + NAME_LINE_PX, maxWidth);
  context.font = DRAWING_FONT;
}
