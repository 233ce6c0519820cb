/** Draws shares as one bar for each lane: of classes, with dashed lines at the ends of equal shares, or of other parts. */

import { prepareCanvas } from '../draw/canvas.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
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
/** Bars with so many parts have room for a text below them. */
const MIN_PARTS_WITH_TEXT_BELOW = 3;
/** Room for texts below a bar, half of their height, the length of the line to a part, and the space between two texts, px. */
const BELOW_HEIGHT_PX = 18;
const TEXT_REACH_PX = 7;
const LEADER_PX = 3;
const TEXT_GAP_PX = 8;
/** Distance of the meaning of a line from it, px. */
const MEANING_GAP_PX = 4;

export class SharesView {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  /**
   * @param meaning of the dashed lines; without them, of a whole bar
   * @param timeText the time of the shares, in a few words
   */
  draw(lanes: readonly LaneShares[], meaning: string, timeText = ''): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const themedContext: ThemedContext = { context, theme: drawingTheme() };
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    const x = linearScale(0, 100, SHARES_MARGIN.left, width - SHARES_MARGIN.right);
    const bottom = height - SHARES_MARGIN.bottom;
    const pitch = (bottom - SHARES_MARGIN.top) / Math.max(1, lanes.length);
    // Whatever their widths are, so that bars keep their height during a run.
    const hasTextsBelow = lanes.some(({ parts }) => parts.length >= MIN_PARTS_WITH_TEXT_BELOW);
    const belowPx = hasTextsBelow ? BELOW_HEIGHT_PX : 4;
    const barHeight = Math.max(4, Math.min(MAX_SHARE_BAR_PX, pitch - NAME_HEIGHT_PX - belowPx));
    const parts = lanes.find((lane) => lane.parts.length > 0)?.parts;
    const lineXs = equalShareEnds(parts ?? []).map((end) => x(end));
    for (const [index, lane] of lanes.entries()) {
      const top = SHARES_MARGIN.top + index * pitch;
      drawLaneBadge(themedContext, lane.lane, x.start, top + NAME_HEIGHT_PX / 2);
      context.fillStyle = themedContext.theme.text;
      context.textAlign = 'left';
      context.fillText(lane.name, x.start + LANE_BADGE_PX + 5, top + NAME_HEIGHT_PX / 2);
      drawBar(themedContext, lane.parts, x, lineXs, { top: top + NAME_HEIGHT_PX, height: barHeight });
      const nameEnd = x.start + LANE_BADGE_PX + 5 + textWidth(context, lane.name) + TEXT_GAP_PX;
      nameNarrowParts(themedContext, lane.parts, x, nameEnd, { top: top + NAME_HEIGHT_PX, height: barHeight });
    }
    if (parts === undefined) drawNoValuesText(themedContext, (x.start + x.end) / 2, (SHARES_MARGIN.top + bottom) / 2);
    else drawEqualShares(themedContext, parts, x, bottom, meaning, timeText);
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
  { context }: ThemedContext,
  parts: readonly SharePart[],
  x: LinearScale,
  lineXs: readonly number[],
  { top, height }: BarSpan,
): void {
  for (const { part, from, to, text } of placeParts(context, parts, x)) {
    const { label, glyph } = part;
    context.beginPath();
    context.rect(from, top, to - from, height);
    fillPackets(context, glyph);
    if (label === '' || text === undefined) continue;
    context.fillStyle = glyph.textColour;
    context.textAlign = 'left';
    const textX = from + TEXT_SPACE_PX;
    const widthPx = textWidth(context, text);
    const lineX = lineXs.find((candidate) => candidate > textX - TEXT_SPACE_PX && candidate < textX + widthPx);
    const isMoved = lineX !== undefined && lineX + widthPx + 2 * TEXT_SPACE_PX <= to;
    context.fillText(text, isMoved ? lineX + TEXT_SPACE_PX : textX, top + height / 2 + 1);
  }
}

/** A part with its ends, px, and the text that has room in it. */
interface PlacedPart {
  readonly part: SharePart;
  readonly from: number;
  readonly to: number;
  readonly text: string | undefined;
}

function placeParts(context: DrawingContext, parts: readonly SharePart[], x: LinearScale): readonly PlacedPart[] {
  let sumPercent = 0;
  return parts.flatMap((part) => {
    if (!Number.isFinite(part.percent)) return [];
    const [from, to] = [x(sumPercent), x(sumPercent + part.percent)];
    sumPercent += part.percent;
    const text = [formatPart(part), `${formatNumber(part.percent)} %`].find(
      (candidate) => textWidth(context, candidate) <= to - from - 2 * TEXT_SPACE_PX,
    );
    return [{ part, from, to, text }];
  });
}

const formatPart = ({ label, percent }: SharePart) => `${label} ${formatNumber(percent)} %`;

/** The parts without room for their texts. */
const findNarrowParts = (context: DrawingContext, parts: readonly SharePart[], x: LinearScale) =>
  placeParts(context, parts, x).filter(({ part, text }) => part.label !== '' && text === undefined);

/**
 * Writes the texts of narrow parts over the bar, and that of the last one below it if there are several. A short line leads from
 * each text to its part. A text without room beside the others is left out.
 * @param nameEnd right end of the name of the lane over the bar, px
 */
function nameNarrowParts(
  { context, theme }: ThemedContext,
  parts: readonly SharePart[],
  x: LinearScale,
  nameEnd: number,
  { top, height }: BarSpan,
): void {
  const narrowParts = findNarrowParts(context, parts, x);
  context.textAlign = 'left';
  let end = x.end;
  for (const [index, { part, from, to }] of [...narrowParts].reverse().entries()) {
    const isBelow = index === 0 && narrowParts.length > 1 && parts.length >= MIN_PARTS_WITH_TEXT_BELOW;
    const text = formatPart(part);
    const widthPx = textWidth(context, text);
    const middle = (from + to) / 2;
    const [spaceStart, spaceEnd] = isBelow ? [x.start, x.end] : [nameEnd, end];
    if (spaceStart > spaceEnd - widthPx) continue;
    const left = Math.max(spaceStart, Math.min(spaceEnd, middle + widthPx / 2) - widthPx);
    const textY = isBelow ? top + height + LEADER_PX + TEXT_REACH_PX : top - LEADER_PX - TEXT_REACH_PX;
    context.fillStyle = theme.text;
    context.fillText(text, left, textY);
    if (!isBelow) end = left - TEXT_GAP_PX;
    const barEdge = isBelow ? top + height : top;
    const leaderX = Math.min(left + widthPx, Math.max(left, middle));
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(leaderX, isBelow ? barEdge + LEADER_PX : barEdge - LEADER_PX);
    context.lineTo(middle, barEdge);
    context.stroke();
  }
}

/** The time and the meaning of bars; without room, the meaning alone. */
function formatTimedMeaning(context: DrawingContext, meaning: string, timeText: string, x: LinearScale): string {
  const text = `${timeText} · ${meaning}`;
  return timeText !== '' && textWidth(context, text) <= x.end - x.start ? text : meaning;
}

/** Whether the meaning of a line is left of it: there is more room. */
const isMeaningLeft = (endPercent: number) => 2 * endPercent > 100;

/** Draws a line at the end of the equal share of each class but the last, and writes the meaning at the first line. */
function drawEqualShares(
  { context, theme }: ThemedContext,
  parts: readonly SharePart[],
  x: LinearScale,
  bottom: number,
  meaning: string,
  timeText: string,
): void {
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  const firstEnd = equalShareEnds(parts)[0];
  if (firstEnd !== undefined) {
    const timeEnd = x.start + textWidth(context, timeText) + TEXT_GAP_PX;
    const meaningStart = x(firstEnd) - (isMeaningLeft(firstEnd) ? MEANING_GAP_PX + textWidth(context, meaning) : 0);
    if (timeEnd <= meaningStart) context.fillText(timeText, x.start, bottom + 10);
  }
  if (parts.every(({ equalPercent }) => equalPercent === undefined))
    drawFittingText(context, formatTimedMeaning(context, meaning, timeText, x), x.start, bottom + 10, x.end - x.start);
  for (const [index, end] of equalShareEnds(parts).entries()) {
    context.setLineDash(EQUAL_DASH);
    drawPixelLine(context, theme.text, [x(end), SHARES_MARGIN.top + NAME_HEIGHT_PX], [x(end), bottom + 4]);
    context.setLineDash([]);
    if (index > 0) continue;
    const isLeft = isMeaningLeft(end);
    const meaningX = x(end) + (isLeft ? -MEANING_GAP_PX : MEANING_GAP_PX);
    context.textAlign = isLeft ? 'right' : 'left';
    drawFittingText(context, meaning, meaningX, bottom + 10, isLeft ? meaningX - x.start : x.end - meaningX);
  }
  context.font = DRAWING_FONT;
}
