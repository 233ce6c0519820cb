/** Draws shares as one bar for each lane: of classes, with dashed lines at the ends of equal shares, or of other parts. */

import { prepareCanvas } from '../draw/canvas.ts';
import { drawFittingText, drawLaneBadge, LANE_BADGE_PX, textWidth } from '../draw/labels.ts';
import { formatNumber } from '../draw/number-text.ts';
import { fillPackets } from '../draw/packets.ts';
import { type ClassGlyph, DRAWING_FONT, drawingTheme, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { drawNoValuesText } from './no-values-text.ts';
import { drawPixelLine } from './plot-drawing.ts';

/** A part of a bar, such as that of a class. */
export interface SharePart {
  /** Empty for a part without words. */
  readonly label: string;
  readonly glyph: ClassGlyph;
  readonly percent: number;
  /** The equal share; undefined for parts that do not compete. */
  readonly equalPercent?: number;
}

export interface LaneShares {
  readonly lane: number;
  /** Name of its policy. */
  readonly name: string;
  /** Together at most 100 %; empty while there are no values. */
  readonly parts: readonly SharePart[];
}

const SHARES_MARGIN = { left: 2, top: 4, right: 10, bottom: 20 };
/** Height of the name of a lane over its bar, px. */
const NAME_HEIGHT_PX = 18;
const MAX_SHARE_BAR_PX = 56;
const EQUAL_DASH = [4, 3];
/** Space around the text of a part, px. */
const TEXT_SPACE_PX = 5;

export class SharesView {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  /** @param meaning of the dashed lines; without them, of a whole bar */
  draw(lanes: readonly LaneShares[], meaning: string): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const themedContext: ThemedContext = { context, theme: drawingTheme() };
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    const x = linearScale(0, 100, SHARES_MARGIN.left, width - SHARES_MARGIN.right);
    const bottom = height - SHARES_MARGIN.bottom;
    const pitch = (bottom - SHARES_MARGIN.top) / Math.max(1, lanes.length);
    const barHeight = Math.max(4, Math.min(MAX_SHARE_BAR_PX, pitch - NAME_HEIGHT_PX - 4));
    const parts = lanes.find((lane) => lane.parts.length > 0)?.parts;
    const lineXs = equalShareEnds(parts ?? []).map((end) => x(end));
    for (const [index, lane] of lanes.entries()) {
      const top = SHARES_MARGIN.top + index * pitch;
      drawLaneBadge(themedContext, lane.lane, x.start, top + NAME_HEIGHT_PX / 2);
      context.fillStyle = themedContext.theme.text;
      context.textAlign = 'left';
      context.fillText(lane.name, x.start + LANE_BADGE_PX + 5, top + NAME_HEIGHT_PX / 2);
      drawBar(themedContext, lane.parts, x, lineXs, { top: top + NAME_HEIGHT_PX, height: barHeight });
    }
    if (parts === undefined) drawNoValuesText(themedContext, (x.start + x.end) / 2, (SHARES_MARGIN.top + bottom) / 2);
    else drawEqualShares(themedContext, parts, x, bottom, meaning);
  }
}

interface BarSpan {
  readonly top: number;
  readonly height: number;
}

/** The ends of the equal shares of the competing classes but the last, %. */
function equalShareEnds(parts: readonly SharePart[]): readonly number[] {
  let end = 0;
  return parts.slice(0, -1).flatMap(({ equalPercent }) => {
    if (equalPercent === undefined) return [];
    end += equalPercent;
    return [end];
  });
}

/** @param lineXs the lines of equal shares, px: no text is on one if there is room behind it */
function drawBar(
  { context, theme }: ThemedContext,
  parts: readonly SharePart[],
  x: LinearScale,
  lineXs: readonly number[],
  { top, height }: BarSpan,
): void {
  let sumPercent = 0;
  const textsOver: string[] = [];
  for (const { label, glyph, percent } of parts) {
    if (!Number.isFinite(percent)) continue;
    const [from, to] = [x(sumPercent), x(sumPercent + percent)];
    context.beginPath();
    context.rect(from, top, to - from, height);
    fillPackets(context, glyph);
    const text = [`${label} ${formatNumber(percent)} %`, `${formatNumber(percent)} %`].find(
      (candidate) => textWidth(context, candidate) <= to - from - 2 * TEXT_SPACE_PX,
    );
    sumPercent += percent;
    if (label === '') continue;
    context.fillStyle = glyph.textColour;
    context.textAlign = 'left';
    if (text !== undefined) {
      const textX = from + TEXT_SPACE_PX;
      const widthPx = textWidth(context, text);
      const lineX = lineXs.find((candidate) => candidate > textX - TEXT_SPACE_PX && candidate < textX + widthPx);
      const isMoved = lineX !== undefined && lineX + widthPx + 2 * TEXT_SPACE_PX <= to;
      context.fillText(text, isMoved ? lineX + TEXT_SPACE_PX : textX, top + height / 2 + 1);
    } else textsOver.push(`${label} ${formatNumber(percent)} %`);
  }
  // The texts of narrow parts are over the end of the bar.
  context.fillStyle = theme.text;
  context.textAlign = 'right';
  if (textsOver.length > 0) context.fillText(textsOver.join(' · '), x(sumPercent), top - NAME_HEIGHT_PX / 2);
}

/** Draws a line at the end of the equal share of each class but the last, and writes the meaning at the first line. */
function drawEqualShares(
  { context, theme }: ThemedContext,
  parts: readonly SharePart[],
  x: LinearScale,
  bottom: number,
  meaning: string,
): void {
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  if (parts.every(({ equalPercent }) => equalPercent === undefined))
    drawFittingText(context, meaning, x.start, bottom + 10, x.end - x.start);
  for (const [index, end] of equalShareEnds(parts).entries()) {
    context.setLineDash(EQUAL_DASH);
    drawPixelLine(context, theme.text, [x(end), SHARES_MARGIN.top + NAME_HEIGHT_PX], [x(end), bottom + 4]);
    context.setLineDash([]);
    if (index > 0) continue;
    const isLeft = 2 * end > 100;
    context.textAlign = isLeft ? 'right' : 'left';
    drawFittingText(context, meaning, x(end) + (isLeft ? -4 : 4), bottom + 10, isLeft ? x(end) : x.end - x(end));
  }
  context.font = DRAWING_FONT;
}
