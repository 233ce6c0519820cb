/** The names of the operating regions in their plane, of the hatching, and of the line of the fair share. */

import type { DropRegion } from '../../../engine/contract/drawing.ts';
import { SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { drawText, type TextLook } from '../../draw/pen.ts';
import type { LinearScale } from '../../draw/scale.ts';
import { textWidth } from '../../draw/shapes.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import type { LensModel } from '../lens-model.ts';

const FAIR_LINE_NAME = 'fair share';
/** Space between the name of a region and its ends, px. */
const REGION_SPACE_PX = 6;
const HATCHING_NAME = 'drop tagged frames only';
/** Width of an upright text, px. */
const UPRIGHT_WIDTH_PX = 18;
/** Largest length of the last region's name beyond the axis, px. */
const LAST_REGION_OVERHANG_PX = 12;
/** Distance of the numbers of VCs from their points, px: usually not farther. */
const TOKEN_SPREAD_PX = 30;
/** The look of all names. */
const NAME_LOOK: TextLook = { isSmall: true, hasGround: true };

/**
 * Draws the name of the line of the fair share above it, at the first place without VCs.
 * @param places where the name may end
 * @param discsX place of the VCs, px
 */
export function nameFairLine(
  drawing: ThemedContext,
  places: readonly { readonly x: number; readonly y: number }[],
  discsX: number,
): void {
  const nameWidth = textWidth(drawing.context, FAIR_LINE_NAME, SMALL_DRAWING_FONT);
  const place = places.find(({ x }) => x < discsX - TOKEN_SPREAD_PX || x - nameWidth > discsX + TOKEN_SPREAD_PX);
  const look = { isSmall: true, hasGround: true, align: 'right' } as const;
  if (place !== undefined) drawText(drawing, FAIR_LINE_NAME, place.x, place.y - 9, look);
}

/**
 * Repeats the meaning of the hatching in it, for a policy whose regions have no names.
 * @param x place of the VCs, px. The words are beside them.
 */
export function nameHatching(
  drawing: ThemedContext,
  from: number,
  to: number,
  { x, top, bottom }: { readonly x: number; readonly top: number; readonly bottom: number },
): void {
  const width = textWidth(drawing.context, HATCHING_NAME, SMALL_DRAWING_FONT) + 12;
  const isFree = (left: number) =>
    left >= from && left + width <= to && (x + TOKEN_SPREAD_PX < left || x - TOKEN_SPREAD_PX > left + width);
  const left = [from, x + TOKEN_SPREAD_PX + 1].find(isFree);
  if (left !== undefined) drawText(drawing, HATCHING_NAME, left + 6, top + 9, NAME_LOOK);
  else if (x - TOKEN_SPREAD_PX > from + UPRIGHT_WIDTH_PX || x < from)
    drawUprightText(drawing, 'drop tagged', from + UPRIGHT_WIDTH_PX / 2, (top + bottom) / 2);
}

function drawUprightText(drawing: ThemedContext, text: string, x: number, y: number): void {
  const { context } = drawing;
  context.save();
  context.translate(x, y);
  context.rotate(-Math.PI / 2);
  drawText(drawing, text, 0, 0, { isSmall: true, hasGround: true, align: 'center' });
  context.restore();
}

/**
 * Names each region in the plot by the action of the policy there. Above and below the fair share have a line each.
 * @param discsX place of the VCs, px. The names are beside them.
 */
export function nameRegions(
  drawing: ThemedContext,
  regions: LensModel['description']['hints']['regions'],
  regionBoundaries: readonly { readonly symbol: string; readonly cells: number }[],
  x: LinearScale,
  y: LinearScale,
  discsX: number,
): void {
  const boundaryCells = (symbol: string) => regionBoundaries.find((boundary) => boundary.symbol === symbol)?.cells;
  const [low, high] = [boundaryCells('L'), boundaryCells('H')];
  if (regions === undefined || low === undefined || high === undefined) return;
  const { start: bottom, end: top } = y;
  const [first, aboveShare, belowShare, last] = regions;
  const nameSpace = { discsX, regionHeight: bottom - top };
  nameRegion(drawing, first, { ...nameSpace, left: x(0), right: x(low), y: top + 9 });
  nameRegion(drawing, aboveShare, { ...nameSpace, left: x(low), right: x(high), y: top + 9 });
  nameRegion(drawing, belowShare, { ...nameSpace, left: x(low), right: x(high), y: bottom - 8 });
  nameRegion(drawing, last, {
    ...nameSpace,
    left: x(high),
    right: x.end + LAST_REGION_OVERHANG_PX,
    y: (top + bottom) / 2,
  });
}

interface NamedRegion {
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly discsX: number;
  readonly regionHeight: number;
}

/**
 * Writes the name and the action, or the action alone, at the right end of a region, or at the left end if the VCs are
 * at the right end. The action is upright in a region that is higher than wide.
 */
function nameRegion(
  drawing: ThemedContext,
  { name, purpose }: DropRegion,
  { left, right, y, discsX, regionHeight }: NamedRegion,
): void {
  const { context } = drawing;
  const maxWidth = right - left - 2 * REGION_SPACE_PX;
  const widthOf = (text: string) => textWidth(context, text, SMALL_DRAWING_FONT);
  const texts = [`${name}: ${purpose}`, purpose].filter((text) => widthOf(text) <= maxWidth);
  const places = texts.flatMap((text) => {
    const width = widthOf(text);
    const starts = [right - REGION_SPACE_PX - width, left + REGION_SPACE_PX];
    return starts.map((start) => ({ text, start, end: start + width }));
  });
  const place =
    places.find(({ start, end }) => end < discsX - TOKEN_SPREAD_PX || start > discsX + TOKEN_SPREAD_PX) ?? places[0];
  if (place !== undefined) drawText(drawing, place.text, place.start, y, NAME_LOOK);
  else if (maxWidth > 4 && widthOf(purpose) <= regionHeight - 4)
    drawUprightText(drawing, purpose, (left + right) / 2, y);
}
