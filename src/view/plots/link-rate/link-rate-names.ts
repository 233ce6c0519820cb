/** The room of the name and the numbers left of the strip of the rate of the link. */

import { formatTick } from '../../../shared/number-text.ts';
import type { DrawingContext } from '../../draw/drawing-context.ts';
import { SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { textWidth } from '../../draw/shapes.ts';
import type { PlotLinkRate } from '../plot-model.ts';
import { AXIS_GAP_PX } from '../reference-numbers.ts';

/** Left edge of the name, and the space behind it, px. */
export const LINK_RATE_NAME_X = 2;
const NAME_GAP_PX = 4;
/** Numbers of the upper line are seldom wider. */
const USUAL_NUMBER = '000';

/** Width of the name and the numbers beside the strip, px. It seldom changes in a run. */
export function linkRateNamesWidth(context: DrawingContext, { label, max }: PlotLinkRate): number {
  const widthOf = (text: string) => textWidth(context, text, SMALL_DRAWING_FONT);
  const numberPx = Math.max(widthOf(USUAL_NUMBER), widthOf(formatTick(max)));
  return Math.ceil(LINK_RATE_NAME_X + widthOf(label) + NAME_GAP_PX + numberPx + AXIS_GAP_PX);
}
