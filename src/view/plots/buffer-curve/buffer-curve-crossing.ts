/** Marks the size at which the curves of two lanes cross: a dot, and the lane that is higher below this size. */
import { laneLetter } from '../../../shared/lane-letters.ts';
import { textWidth } from '../../draw/labels.ts';
import { formatDecimals } from '../../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import type { LinearScale } from '../../draw/scale.ts';
import { drawTextOnGround } from '../../draw/text-on-ground.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { type Area, overlaps } from '../free-places.ts';
import { type BufferCurves, curveCrossing } from './buffer-curve-model.ts';

const DOT_RADIUS_PX = 2.5;
/** Distances of the words from the dot, px: they end before it, above the rising curves. */
const WORDS_BEFORE_PX = 5;
const WORDS_OVER_PX = 13;
const WORDS_HEIGHT_PX = 13;
/** Least distance of two lines of words from the upper end of the plot, px. */
const MIN_LINES_TOP_PX = 6;

/**
 * @param takenAreas areas that the words do not cover
 * @returns the area of the words; undefined without a crossing, or without room for them
 */
export function drawCrossing(
  themedContext: ThemedContext,
  { lanes, yardstick, sizeUnit }: BufferCurves,
  x: LinearScale,
  y: LinearScale,
  takenAreas: readonly Area[],
): Area | undefined {
  const [first, second] = lanes;
  if (yardstick?.isGoal !== true || first === undefined || second === undefined || lanes.length > 2) return undefined;
  const crossing = curveCrossing(first.points, second.points);
  if (crossing === undefined) return undefined;
  const { context, theme } = themedContext;
  const [dotX, dotY] = [x(crossing.size), y(crossing.mean)];
  context.fillStyle = theme.text;
  context.beginPath();
  context.arc(dotX, dotY, DOT_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
  const sizeText = `${formatDecimals(crossing.size, 0)} ${sizeUnit}`;
  const higherLane = crossing.isSecondFirst ? second.lane : first.lane;
  context.font = SMALL_DRAWING_FONT;
  const right = dotX - WORDS_BEFORE_PX;
  const letter = laneLetter(higherLane);
  const choices = [[`${letter} is higher below ${sizeText}`], [`${letter} is higher`, `below ${sizeText}`], [sizeText]];
  const bottom = dotY - WORDS_OVER_PX + WORDS_HEIGHT_PX / 2;
  const boxOf = (words: readonly string[]): Area => ({
    left: right - Math.max(...words.map((text) => textWidth(context, text))),
    right,
    top: bottom - words.length * WORDS_HEIGHT_PX,
    bottom,
  });
  const lines = choices.find((words) => {
    const box = boxOf(words);
    const hasRoom = box.left > x.start && (words.length === 1 || box.top > y.end + MIN_LINES_TOP_PX);
    return hasRoom && !takenAreas.some((area) => overlaps(box, area));
  });
  context.textAlign = 'right';
  for (const [index, text] of [...(lines ?? [])].reverse().entries())
    drawTextOnGround(themedContext, text, right, bottom - (index + 0.5) * WORDS_HEIGHT_PX, WORDS_HEIGHT_PX);
  const area = lines && boxOf(lines);
  context.font = DRAWING_FONT;
  return area;
}
