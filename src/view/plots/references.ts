/** The references of a row in words, and the room that they and the numbers of an axis need. */
import type { Wording } from '../../scene/marks.ts';
import { widthOfText } from '../../scene/place-texts.ts';
import { SMALL_TEXT_FONT } from '../../scene/text-ruler.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatTick } from '../../shared/number-text.ts';
import { pageRuler } from '../draw/paint-texts.ts';
import type { PlotReference, PlotRow } from './plot-model.ts';

/** Space between an axis and the words beside it, px. */
export const AXIS_GAP_PX = 5;
/** Space over the line of a reference with its name, px. */
export const REFERENCE_NAME_PX = 14;
/** A wider space for references would take too much of the plot, px. */
const MAX_REFERENCES_PX = 72;
/** Least height of a strip with names, px: in a lower one they would be on the lines, and 0 close to the next strip. */
const MIN_HIGH_STRIP_PX = 44;
/** Whether a strip is so low. */
export const isLowStrip = (height: number): boolean => height < MIN_HIGH_STRIP_PX;

/** Whether the name of a reference is over its line in a row that is no strip. */
export const hasDrawnName = ({ name, symbol }: PlotReference): boolean => name !== undefined && symbol !== '';

/** The symbol of a reference with its value. */
export const referenceWording = ({ symbol, value }: PlotReference): Wording => [
  { symbol },
  ' ',
  formatTick(Number(value.toPrecision(3))),
];

/** The letter of its lane; undefined if all lanes have it. */
export const referenceLetter = ({ lane }: PlotReference) => (lane === undefined ? undefined : laneLetter(lane));

/**
 * Width of the space for the symbols of these rows with their numbers in small letters, px. It seldom changes in a run.
 * @param stripHeight low strips have their symbols beside the axis too; others have them at their lines, px
 */
export function referencesWidth(rows: readonly PlotRow[], stripHeight: number): number {
  const widths = rows
    .flatMap(({ references, isStrip }) => (isStrip === true && !isLowStrip(stripHeight) ? [] : references))
    .filter(({ symbol, name }) => symbol !== '' && name === undefined)
    .map((reference) =>
      widthOfText(
        { font: SMALL_TEXT_FONT, letter: referenceLetter(reference) },
        referenceWording(reference),
        pageRuler(),
      ),
    );
  return Math.min(MAX_REFERENCES_PX, 8 * Math.ceil((Math.max(0, ...widths) + AXIS_GAP_PX + 1) / 8));
}

/** Number of ticks of an axis of this height, px. */
export function tickCount(height: number): number {
  return height < 22 ? 1 : height < 60 ? 2 : 4;
}
