/** The distances of rates from their fair shares as numbers over the bars. */

import { textWidth } from '../draw/labels.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import type { LinearScale } from '../draw/scale.ts';
import { placeSideBySide } from '../draw/side-by-side.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { excessShare, type RateBar } from './rate-bar.ts';

/** Height of a number, and its distance from its bar, px. */
const NUMBER_HEIGHT_PX = 12;
const NUMBER_OVER_PX = 8;
/** Height of the ground of a number, px: no line of the grid goes through it. */
const NUMBER_GROUND_PX = 11;
/** Half of the width of its ground beyond the number, px. */
const GROUND_BESIDE_PX = 2;
/** Least space between two numbers of nearly one height, px. */
const GAP_PX = 8;
/** How far a number may be from the middle of its bar, px. */
const MAX_SHIFT_PX = 6;
/** So many numbers with their unit may be over each other in narrow columns. More of them are easier to read without it. */
const MAX_STACKED = 2;

/** The columns of the bars of a lane, px. */
export interface BarColumns {
  readonly bars: readonly RateBar[];
  /** Middle of the first column. */
  readonly firstMiddle: number;
  readonly width: number;
  readonly barWidth: number;
}

/** Where the unit of the numbers is. */
export type NumberUnitPlace = 'beside' | 'inKey';

/** A number with its place over its bar, px. */
interface Box {
  readonly text: string;
  readonly widthPx: number;
  /** Left end in the middle of its bar, and as near to it as the higher bars beside it allow. */
  readonly middleLeft: number;
  readonly wantedLeft: number;
  /** The space between the higher bars beside it. */
  readonly room: readonly [from: number, to: number];
  readonly y: number;
}

interface PlacedBox extends Box {
  readonly from: number;
}

/**
 * Writes the distance of each rate from its fair share above its bar. Of two numbers of nearly one height without room beside
 * each other, one is above the other.
 * @param lanes their columns have one width
 * @param isNarrow the numbers are small. If they have no room for their unit, all of them are without it.
 * @returns undefined without a number
 */
export function drawExcesses(
  themedContext: ThemedContext,
  lanes: readonly BarColumns[],
  y: LinearScale,
  isNarrow: boolean,
  limits: readonly [left: number, right: number],
): NumberUnitPlace | undefined {
  const { context, theme } = themedContext;
  context.font = isNarrow ? SMALL_DRAWING_FONT : DRAWING_FONT;
  context.textAlign = 'left';
  context.fillStyle = theme.muted;
  const place = (unit: string) => lanes.map((lane) => placeExcesses(context, lane, y, unit, limits));
  const withUnit = place(' %');
  const isWithUnit = !isNarrow || withUnit.every(({ hasRoom }) => hasRoom);
  const shownLanes = isWithUnit ? withUnit : place('');
  for (const { excesses } of shownLanes)
    for (const { text, from, y: textY } of excesses)
      drawTextOnGround(themedContext, text, from, textY, NUMBER_GROUND_PX);
  context.font = DRAWING_FONT;
  if (shownLanes.every(({ excesses }) => excesses.length === 0)) return undefined;
  return isWithUnit ? 'beside' : 'inKey';
}

/** The highest line or end of a bar. */
const highestMbps = ({ rateMbps, guaranteedMbps = 0, fairShareMbps = 0 }: RateBar) =>
  Math.max(rateMbps, guaranteedMbps, fairShareMbps || 0);

/** The distance of a bar from its fair share in percent, and the rate over which it stands: a lack is over the lines of the hollow part. */
function numberOf(bar: RateBar): { readonly text: string; readonly overMbps: number } {
  const percent = Math.round(100 * excessShare(bar));
  const sign = percent === 0 ? '' : percent < 0 ? '−' : '+';
  return { text: `${sign}${Math.abs(percent)}`, overMbps: highestMbps(bar) };
}

/** Places the numbers of a lane, each as near to the middle of its bar as its neighbours allow. */
function placeExcesses(
  context: ThemedContext['context'],
  { bars, firstMiddle, width, barWidth }: BarColumns,
  y: LinearScale,
  unit: string,
  limits: readonly [left: number, right: number],
): { readonly excesses: readonly PlacedBox[]; readonly hasRoom: boolean } {
  const boxes = bars.flatMap((bar, index): Box[] => {
    if (!Number.isFinite(excessShare(bar))) return [];
    const number = numberOf(bar);
    const text = `${number.text}${unit}`;
    const widthPx = textWidth(context, text);
    const middle = firstMiddle + index * width;
    const middleLeft = middle - widthPx / 2;
    const textY = y(number.overMbps) - NUMBER_OVER_PX;
    const isHigher = (other: RateBar | undefined) =>
      other !== undefined && y(highestMbps(other)) < textY + NUMBER_GROUND_PX / 2;
    const besidePx = width - barWidth / 2 - GROUND_BESIDE_PX;
    const [from, to] = [
      isHigher(bars[index - 1]) ? middle - besidePx : limits[0],
      isHigher(bars[index + 1]) ? middle + besidePx : limits[1],
    ];
    const wantedLeft = to - from < widthPx ? middleLeft : Math.max(from, Math.min(to - widthPx, middleLeft));
    return [{ text, widthPx, middleLeft, wantedLeft, room: [from, to], y: textY }];
  });
  const runs: Box[][] = [];
  for (const box of boxes) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && Math.abs(last.y - box.y) < NUMBER_HEIGHT_PX) run.push(box);
    else runs.push([box]);
  }
  const excesses: PlacedBox[] = [];
  let hasRoom = true;
  for (const [index, run] of runs.entries()) {
    const laterBoxes = runs.slice(index + 1).flatMap((laterRun) => laterRun.map(atWantedPlace));
    const isFree = (choice: readonly PlacedBox[]) =>
      choice.every(isNearItsBar) &&
      !choice.some((box) => [...excesses, ...laterBoxes].some((other) => covers(box, other)));
    const sideBySide = placeSideBySide(run, limits, GAP_PX);
    const stacks = [stackBoxes(run), stackBoxes([...run].reverse())] as const;
    const freeChoice = [sideBySide, ...stacks].find(isFree);
    hasRoom &&= freeChoice !== undefined && (freeChoice === sideBySide || run.length <= MAX_STACKED);
    excesses.push(...(freeChoice ?? stacks[0]));
  }
  return { excesses, hasRoom };
}

const atWantedPlace = (box: Box): PlacedBox => ({ ...box, from: box.wantedLeft });

const isNearItsBar = ({ from, middleLeft, widthPx, room }: PlacedBox) =>
  Math.abs(from - middleLeft) <= MAX_SHIFT_PX && from >= room[0] && from + widthPx <= room[1];

/** Whether two numbers have no space between each other. */
const covers = (a: PlacedBox, b: PlacedBox) =>
  Math.abs(a.y - b.y) < NUMBER_HEIGHT_PX &&
  a.from < b.from + b.widthPx + GAP_PX &&
  b.from < a.from + a.widthPx + GAP_PX;

/** The numbers over their bars. One that would cover the one before is above it. */
function stackBoxes(run: readonly Box[]): PlacedBox[] {
  const stack: PlacedBox[] = [];
  for (const box of run.map(atWantedPlace)) {
    const last = stack.at(-1);
    stack.push(last !== undefined && covers(box, last) ? { ...box, y: last.y - NUMBER_HEIGHT_PX } : box);
  }
  return stack;
}
