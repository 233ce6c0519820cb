/** Draws the rates of VCs or hosts as bars, lane by lane, beside the rates that they should get. */

import { drawAxisBeside } from '../draw/axes.ts';
import { prepareCanvas } from '../draw/canvas.ts';
import { drawFittingText, drawLaneBadge, LANE_BADGE_PX, textWidth } from '../draw/labels.ts';
import { formatDecimals, formatNumber } from '../draw/number-text.ts';
import { fillPackets } from '../draw/packets.ts';
import { type ClassGlyph, DRAWING_FONT, drawingTheme, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../draw/scale.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { drawPixelLine } from './plot-drawing.ts';

/** A bar. Rates are in Mb/s. */
export interface RateBar {
  readonly label: string;
  readonly glyph: ClassGlyph;
  readonly rateMbps: number;
  /** The rates of its flows, which divide the bar. */
  readonly flowMbps?: readonly number[];
  /** Its ratio to the rate of the same class in lane A, if it makes the point. */
  readonly ratio?: number;
  readonly guaranteedMbps?: number;
  readonly fairShareMbps?: number;
}

export interface LaneBars {
  readonly lane: number;
  readonly name: string;
  readonly bars: readonly RateBar[];
}

/** A rate to compare all bars with, Mb/s. */
export interface ComparedRate {
  readonly meaning: string;
  readonly value: number;
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
/** Least width of a bar with its rate, px. */
const MIN_NUMBERED_BAR_PX = 30;
/** Distance of a rate over a bar or over a line, and at the foot of a bar, px. */
const NUMBER_OVER_PX = 8;
const NUMBER_IN_PX = 9;
const NUMBER_LINE_PX = 14;
/** Largest reach of an excess beyond the column of its bar, px. */
const EXCESS_OVERHANG_PX = 8;
const MINIMUM_LINE_PX = 2.5;
const SHARE_DASH = [4, 2];
/** Height of an excess in the key, px. */
const EXCESS_KEY_PX = 8;
/** From this part of its fair share on, a rate above the share has its excess as a number. */
const MIN_NUMBERED_EXCESS = 0.05;

export class RateBarsView {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  draw(lanes: readonly LaneBars[], comparedRate?: ComparedRate): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const themedContext: ThemedContext = { context, theme: drawingTheme() };
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    const left = RATE_BARS_MARGIN.left;
    const right = width - RATE_BARS_MARGIN.right;
    const allBars = lanes.flatMap(({ bars }) => bars);
    const laneWidth = (right - left + LANE_GAP_PX) / Math.max(1, lanes.length);
    const step = (laneWidth - LANE_GAP_PX) / Math.max(1, ...lanes.map(({ bars }) => bars.length));
    const breaksNames = allBars.some(({ label }) => textWidth(context, label) > step - 4);
    const namesHeight = breaksNames ? LINE_HEIGHT_PX + NAME_LINE_PX : LINE_HEIGHT_PX;
    const bottom = height - namesHeight - 2 * LINE_HEIGHT_PX - 2;
    // An axis of 1 Mb/s, as long as there is no rate.
    const rates = allBars.flatMap(({ rateMbps, guaranteedMbps, fairShareMbps }) => [
      rateMbps,
      guaranteedMbps ?? 0,
      fairShareMbps ?? 0,
    ]);
    const highestRate = Math.max(0, comparedRate?.value ?? 0, ...rates.filter(Number.isFinite)) || 1;
    const y = linearScale(0, roundUpAxisEnd(highestRate, 4), bottom, RATE_BARS_MARGIN.top);
    drawAxisBeside(themedContext, y, { left, right });
    for (const [index, { lane, name, bars }] of lanes.entries()) {
      const start = left + index * laneWidth;
      for (const [place, bar] of bars.entries()) {
        const middle = start + (place + 0.5) * step;
        drawBar(themedContext, bar, y, { middle, width: Math.min(MAX_BAR_PX, step - 6) });
        drawName(themedContext, bar.label, middle, bottom + 10, step - 4);
      }
      const nameX = start + LANE_BADGE_PX + 5;
      drawLaneBadge(themedContext, lane, start, bottom + namesHeight + 8);
      context.textAlign = 'left';
      context.fillStyle = themedContext.theme.text;
      drawFittingText(context, name, nameX, bottom + namesHeight + 9, start + laneWidth - 12 - nameX);
      drawPixelLine(context, themedContext.theme.muted, [start, bottom], [start + laneWidth - LANE_GAP_PX, bottom]);
    }
    if (comparedRate !== undefined) {
      context.setLineDash(SHARE_DASH);
      drawPixelLine(context, themedContext.theme.text, [left, y(comparedRate.value)], [right, y(comparedRate.value)]);
      context.setLineDash([]);
    }
    for (const [index, { bars }] of lanes.entries())
      for (const [place, bar] of bars.entries())
        drawRate(themedContext, bar, left + index * laneWidth + (place + 0.5) * step, step, y, comparedRate?.value);
    drawKey(themedContext, allBars, comparedRate, left, right, height - 8);
  }
}

interface BarPlace {
  readonly middle: number;
  readonly width: number;
}

function drawBar({ context, theme }: ThemedContext, bar: RateBar, y: LinearScale, { middle, width }: BarPlace): void {
  const { rateMbps, glyph, flowMbps = [], guaranteedMbps, fairShareMbps } = bar;
  const [left, top, stackedMbps] = [middle - width / 2, y(rateMbps), y(0)];
  if (!Number.isFinite(top)) return;
  context.beginPath();
  context.rect(left, top, width, stackedMbps - top);
  fillPackets(context, glyph);
  if (flowMbps.length > 1 && (stackedMbps - top) / flowMbps.length >= MIN_DIVIDED_PX) {
    let bottom = 0;
    for (const flow of flowMbps.slice(0, -1)) {
      bottom += flow;
      drawPixelLine(context, theme.surface, [left, y(bottom)], [left + width, y(bottom)]);
    }
  }
  if (guaranteedMbps === undefined) return;
  if (fairShareMbps !== undefined && rateMbps > fairShareMbps) {
    context.fillStyle = theme.text;
    context.fillRect(left, top, width, y(fairShareMbps) - top);
  }
  if (isBelow(bar)) {
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, y(guaranteedMbps), width - 1, top - y(guaranteedMbps));
  }
  context.strokeStyle = theme.surface;
  context.lineWidth = MINIMUM_LINE_PX + 2;
  drawLevel(context, left, left + width, y(guaranteedMbps));
  context.strokeStyle = theme.text;
  context.lineWidth = MINIMUM_LINE_PX;
  drawLevel(context, left, left + width, y(guaranteedMbps));
  if (fairShareMbps === undefined || !Number.isFinite(fairShareMbps)) return;
  // The black excess begins at the share.
  if (isAboveShare(bar)) context.strokeStyle = theme.surface;
  context.lineWidth = 1.5;
  context.setLineDash(SHARE_DASH);
  drawLevel(context, left, left + width, y(fairShareMbps));
  context.setLineDash([]);
}

/** Writes the rate at the foot of a bar, or over a low bar. No line of a rate goes through it. */
function drawRate(
  { context, theme }: ThemedContext,
  { rateMbps, ratio, glyph, guaranteedMbps, fairShareMbps = Number.NaN }: RateBar,
  middle: number,
  columnWidth: number,
  y: LinearScale,
  comparedMbps = Number.NaN,
): void {
  if (columnWidth < MIN_NUMBERED_BAR_PX || !Number.isFinite(rateMbps)) return;
  const lines = [guaranteedMbps, fairShareMbps, comparedMbps].flatMap((rate) =>
    Number.isFinite(rate) ? y(Number(rate)) : [],
  );
  const isFree = (place: number) => lines.every((line) => Math.abs(line - place) >= NUMBER_OVER_PX);
  const footY = y(0) - NUMBER_IN_PX;
  const isIn = guaranteedMbps !== undefined && y(rateMbps) < footY - NUMBER_OVER_PX && isFree(footY);
  const candidateYs = [y(rateMbps), ...lines].sort((a, b) => b - a).map((line) => line - NUMBER_OVER_PX);
  const place = isIn
    ? footY
    : (candidateYs.find((candidate) => candidate <= y(rateMbps) - NUMBER_OVER_PX && isFree(candidate)) ?? footY);
  context.textAlign = 'center';
  context.fillStyle = isIn ? glyph.textColour : theme.text;
  drawFittingText(context, formatNumber(rateMbps), middle, place, columnWidth);
  context.fillStyle = theme.text;
  const excess = rateMbps / fairShareMbps - 1;
  if (excess >= MIN_NUMBERED_EXCESS) {
    const excessY = isIn ? y(rateMbps) - NUMBER_OVER_PX : place - NUMBER_LINE_PX;
    context.font = `bold ${DRAWING_FONT}`;
    drawFittingText(context, `+${Math.round(100 * excess)} %`, middle, excessY, columnWidth + EXCESS_OVERHANG_PX);
    context.font = DRAWING_FONT;
  }
  if (ratio === undefined) return;
  const isInBar = y(0) - y(rateMbps) >= 2 * NUMBER_LINE_PX;
  const ratioY = isInBar ? y(rateMbps) + NUMBER_LINE_PX : place - NUMBER_LINE_PX;
  if (isInBar) context.fillStyle = glyph.textColour;
  drawFittingText(context, `${formatDecimals(ratio, 1)} × A`, middle, ratioY, columnWidth);
}

const isAboveShare = ({ rateMbps, fairShareMbps = Number.NaN }: RateBar) =>
  rateMbps >= (1 + MIN_NUMBERED_EXCESS) * fairShareMbps;

const isBelow = ({ rateMbps, guaranteedMbps }: RateBar) => guaranteedMbps !== undefined && rateMbps < guaranteedMbps;

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

/** The meanings of the lines, beside each other below the plot. */
function drawKey(
  { context, theme }: ThemedContext,
  bars: readonly RateBar[],
  comparedRate: ComparedRate | undefined,
  left: number,
  right: number,
  y: number,
): void {
  const entries = [
    ...(comparedRate === undefined ? [] : [{ words: comparedRate.meaning, thickness: 1, dash: SHARE_DASH }]),
    ...(bars.some(({ guaranteedMbps }) => guaranteedMbps !== undefined)
      ? [{ words: 'minimum', thickness: MINIMUM_LINE_PX, dash: [] }]
      : []),
    ...(bars.some(({ fairShareMbps }) => fairShareMbps !== undefined)
      ? [{ words: 'fair share', thickness: 1.5, dash: SHARE_DASH }]
      : []),
    ...(bars.some(isAboveShare) ? [{ words: 'above it', thickness: EXCESS_KEY_PX, dash: [] }] : []),
    ...(bars.some(isBelow) ? [{ words: 'below minimum', thickness: 0, dash: [] }] : []),
  ];
  let x = left;
  context.font = SMALL_DRAWING_FONT;
  context.textAlign = 'left';
  for (const { words, thickness, dash } of entries) {
    context.strokeStyle = theme.text;
    context.lineWidth = thickness || 1;
    context.setLineDash([...dash]);
    if (thickness === 0) context.strokeRect(x + 0.5, y - 4.5, 14, 8);
    else drawLevel(context, x, x + 16, y - 0.5);
    context.setLineDash([]);
    context.fillStyle = theme.muted;
    drawFittingText(context, words, x + 20, y, right - x - 20);
    x += 34 + textWidth(context, words);
  }
  context.font = DRAWING_FONT;
}

function drawLevel(context: ThemedContext['context'], from: number, to: number, y: number): void {
  context.beginPath();
  context.moveTo(from, y);
  context.lineTo(to, y);
  context.stroke();
}
