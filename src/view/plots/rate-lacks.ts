/** The distances of rates from their minimums as bold numbers in the hollow parts of the bars. */

import { textWidth } from '../draw/labels.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import type { LinearScale } from '../draw/scale.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { isBelow } from './rate-bar.ts';
import { MINIMUM_LINE_PX } from './rate-bars-key.ts';
import type { BarColumns, NumberUnitPlace } from './rate-excesses.ts';

/** Least height of a hollow part with a number, and the height of the ground of a number, px. */
const MIN_LACK_PX = 12;
const NUMBER_GROUND_PX = 9;
/** How far its ground reaches beyond the number at each side, if there is room, px. */
const GROUND_BESIDE_PX = 2;
/** Space between a number and the edge of its bar, at each side, px. */
const EDGE_GAP_PX = 1;

/** A number without its unit, and its place, px. */
interface Lack {
  readonly number: string;
  readonly middle: number;
  readonly y: number;
  readonly maxWidthPx: number;
}

/**
 * Writes the distance of each rate from its minimum into the hollow part of its bar, where it has room. If one number has
 * no room for its unit, all of them are without it.
 * @param lanes their columns have one width
 * @returns undefined without a number
 */
export function drawLacks(
  { context, theme }: ThemedContext,
  lanes: readonly BarColumns[],
  y: LinearScale,
): NumberUnitPlace | undefined {
  const lacks = lanes.flatMap((lane) => placeLacks(lane, y));
  context.font = `bold ${SMALL_DRAWING_FONT}`;
  const hasRoom = ({ number, maxWidthPx }: Lack, unit: string) => textWidth(context, `${number}${unit}`) <= maxWidthPx;
  const unit = lacks.every((lack) => hasRoom(lack, ' %')) ? ' %' : '';
  const shownLacks = lacks.filter((lack) => hasRoom(lack, unit));
  context.textAlign = 'center';
  for (const { number, middle, y: textY, maxWidthPx } of shownLacks) {
    const text = `${number}${unit}`;
    // No line of the grid goes through a number. The ground leaves the edge of the bar.
    const groundPx = Math.min(maxWidthPx, textWidth(context, text) + 2 * GROUND_BESIDE_PX);
    context.fillStyle = theme.surface;
    context.fillRect(middle - groundPx / 2, textY - NUMBER_GROUND_PX / 2, groundPx, NUMBER_GROUND_PX);
    context.fillStyle = theme.text;
    context.fillText(text, middle, textY);
  }
  context.font = DRAWING_FONT;
  if (shownLacks.length === 0) return undefined;
  return unit === '' ? 'inKey' : 'beside';
}

/** The numbers of the hollow parts of a lane that are high enough. */
function placeLacks({ bars, firstMiddle, width, barWidth }: BarColumns, y: LinearScale): readonly Lack[] {
  return bars.flatMap((bar, index): Lack[] => {
    const { rateMbps, guaranteedMbps } = bar;
    if (guaranteedMbps === undefined || !isBelow(bar)) return [];
    const [top, bottom] = [y(guaranteedMbps), y(rateMbps)];
    if (bottom - top < MIN_LACK_PX) return [];
    const percent = Math.round(100 * (1 - rateMbps / guaranteedMbps));
    // The line of the minimum takes half of its thickness.
    const middleY = (top + MINIMUM_LINE_PX / 2 + bottom) / 2;
    return [
      {
        number: `−${percent}`,
        middle: firstMiddle + index * width,
        y: middleY,
        maxWidthPx: barWidth - 2 * EDGE_GAP_PX,
      },
    ];
  });
}
