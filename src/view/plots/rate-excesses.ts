/** The excesses of rates over their fair shares, and their lacks of their minimums, as numbers over the bars. */

import { textWidth } from '../draw/labels.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import type { LinearScale } from '../draw/scale.ts';
import { placeSideBySide } from '../draw/side-by-side.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { excessShare, isAboveShare, isClearlyBelow, lackShare, type RateBar } from './rate-bar.ts';

/** Height of a number, and its distance from its bar, px. */
const NUMBER_HEIGHT_PX = 12;
const NUMBER_OVER_PX = 8;
/** Height of the ground of a number, px: no line of the grid goes through it. */
const NUMBER_GROUND_PX = 11;
/** Least space between two numbers of nearly one height, px. */
const GAP_PX = 8;
/** How far a number may be from the middle of its bar, and how much wider than its column it may be, px. */
const MAX_SHIFT_PX = 6;
const MAX_OVERHANG_PX = 4;

/** The columns of the bars of a lane, px. */
export interface BarColumns {
  readonly bars: readonly RateBar[];
  /** Middle of the first column. */
  readonly firstMiddle: number;
  readonly width: number;
}

interface PlacedExcess {
  readonly text: string;
  readonly from: number;
  readonly y: number;
}

/**
 * Writes the excesses and the lacks above the bars. Of two numbers of nearly one height without room beside each other, the second one is
 * above the first one.
 * @param lanes their columns have one width
 * @param isNarrow the numbers are small. If they have no room for their unit, all of them are without it.
 * @returns whether the numbers have their unit
 */
export function drawExcesses(
  themedContext: ThemedContext,
  lanes: readonly BarColumns[],
  y: LinearScale,
  isNarrow: boolean,
  limits: readonly [left: number, right: number],
): boolean {
  const { context, theme } = themedContext;
  context.font = isNarrow ? SMALL_DRAWING_FONT : `bold ${DRAWING_FONT}`;
  context.textAlign = 'left';
  context.fillStyle = theme.text;
  const place = (unit: string) => lanes.map((lane) => placeExcesses(context, lane, y, unit, limits));
  const withUnit = place(' %');
  const hasUnits = !isNarrow || withUnit.every(({ hasRoom }) => hasRoom);
  for (const { excesses } of hasUnits ? withUnit : place(''))
    for (const { text, from, y: textY } of excesses)
      drawTextOnGround(themedContext, text, from, textY, NUMBER_GROUND_PX);
  context.font = DRAWING_FONT;
  return hasUnits;
}

/** The number of a bar, and the rate over which it stands: a lack is over the lines of the hollow part. */
function numberOf(bar: RateBar): { readonly text: string; readonly overMbps: number } | undefined {
  const { rateMbps, guaranteedMbps = 0, fairShareMbps = 0 } = bar;
  if (isAboveShare(bar)) return { text: `+${Math.round(100 * excessShare(bar))}`, overMbps: rateMbps };
  if (!isClearlyBelow(bar)) return undefined;
  return { text: `−${Math.round(100 * lackShare(bar))}`, overMbps: Math.max(guaranteedMbps, fairShareMbps || 0) };
}

/** Places the numbers of a lane, each as near to the middle of its bar as those of its height allow. */
function placeExcesses(
  context: ThemedContext['context'],
  { bars, firstMiddle, width }: BarColumns,
  y: LinearScale,
  unit: string,
  limits: readonly [left: number, right: number],
): { readonly excesses: readonly PlacedExcess[]; readonly hasRoom: boolean } {
  const boxes = bars.flatMap((bar, index) => {
    const number = numberOf(bar);
    if (number === undefined) return [];
    const text = `${number.text}${unit}`;
    const widthPx = textWidth(context, text);
    return {
      text,
      widthPx,
      wantedLeft: firstMiddle + index * width - widthPx / 2,
      y: y(number.overMbps) - NUMBER_OVER_PX,
    };
  });
  const runs: (typeof boxes)[] = [];
  for (const box of boxes) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && Math.abs(last.y - box.y) < NUMBER_HEIGHT_PX) run.push(box);
    else runs.push([box]);
  }
  const placedRuns = runs.map((run) => placeSideBySide(run, limits, GAP_PX));
  const hasRoom = placedRuns.flat().every(({ from, wantedLeft, widthPx }) => {
    return Math.abs(from - wantedLeft) <= MAX_SHIFT_PX && widthPx <= width + MAX_OVERHANG_PX;
  });
  const isNear = (run: (typeof placedRuns)[number]) =>
    run.every(({ from, wantedLeft }) => Math.abs(from - wantedLeft) <= MAX_SHIFT_PX);
  return { excesses: placedRuns.flatMap((run) => (isNear(run) ? run : stackExcesses(run))), hasRoom };
}

/** The excesses over the middles of their bars. One that would cover the one before is above it. */
function stackExcesses<T extends PlacedExcess & { readonly widthPx: number; readonly wantedLeft: number }>(
  run: readonly T[],
): T[] {
  let [endBefore, yBefore] = [Number.NEGATIVE_INFINITY, 0];
  return run.map((excess) => {
    const covers = excess.wantedLeft < endBefore + GAP_PX && Math.abs(excess.y - yBefore) < NUMBER_HEIGHT_PX;
    const y = covers ? yBefore - NUMBER_HEIGHT_PX : excess.y;
    [endBefore, yBefore] = [excess.wantedLeft + excess.widthPx, y];
    return { ...excess, from: excess.wantedLeft, y };
  });
}
