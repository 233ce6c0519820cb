/** Draws the size of the buffer from which each curve reaches the goal: a dot, a line to the axis, and the number. */
import { required } from '../../../shared/required.ts';
import { drawLaneBadge, LANE_BADGE_PX, textWidth } from '../../draw/labels.ts';
import { formatDecimals, formatTick } from '../../draw/number-text.ts';
import { DRAWING_FONT } from '../../draw/palette.ts';
import type { LinearScale } from '../../draw/scale.ts';
import { drawTextOnGround } from '../../draw/text-on-ground.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import type { Area } from '../free-places.ts';
import { type BufferCurves, type LaneCurve, meanAtSize, sizeReaching } from './buffer-curve-model.ts';

const DOT_RADIUS_PX = 3.5;
/** Distance of the lowest label from the axis, of a label from its line, and of two labels, px. */
const LABEL_OVER_AXIS_PX = 11;
const LABEL_DISTANCE_PX = 5;
const LABEL_PITCH_PX = 16;
/** Reach of the ring of a run, px. */
const RUN_REACH_PX = 9;
/** Steps in which a free place is searched, px. */
const SEARCH_STEP_PX = 4;

/**
 * @param width of the canvas, px
 * @returns the areas of the labels
 */
export function drawGoalSizes(
  themedContext: ThemedContext,
  { lanes, yardstick, isPercent, sizeUnit }: BufferCurves,
  x: LinearScale,
  y: LinearScale,
  width: number,
): readonly Area[] {
  if (yardstick?.isGoal !== true) return [];
  const { context, theme } = themedContext;
  const goal = `${formatTick(yardstick.value)}${isPercent ? ' %' : ''}`;
  const goalSizes = lanes
    .flatMap(({ lane, points }) => {
      const size = sizeReaching(points, yardstick.value);
      return size === undefined ? [] : [{ lane, lineX: x(size), sizeText: `${formatDecimals(size, 0)} ${sizeUnit}` }];
    })
    .sort((a, b) => b.lineX - a.lineX);
  for (const { lineX } of goalSizes) drawGoalLine(themedContext, lineX, y(yardstick.value), y.start);
  const lineXs = goalSizes.map(({ lineX }) => lineX);
  const labels: GoalLabel[] = [];
  for (const { lane, lineX, sizeText } of goalSizes) {
    context.font = `bold ${DRAWING_FONT}`;
    // After its line, or before it if the line of another lane is after it. Without room there, only the size.
    const places = [`mean ${goal} from ${sizeText}`, `${goal} from ${sizeText}`, sizeText].flatMap((text) => {
      const labelPx = LANE_BADGE_PX + 4 + textWidth(context, text);
      const leftAfter = Math.min(lineX + LABEL_DISTANCE_PX, width - labelPx);
      return [leftAfter, lineX - LABEL_DISTANCE_PX - labelPx].map((left) => ({ text, left, labelPx }));
    });
    const isFree = ({ left, labelPx }: { readonly left: number; readonly labelPx: number }) =>
      left > x.start && !lineXs.some((otherX) => otherX > left && otherX < left + labelPx);
    const { text, left, labelPx } = places.find(isFree) ?? required(places[0]);
    const label = lowestFreeLabel({ left, right: left + labelPx }, lanes, labels, x, y);
    labels.push(label);
    context.textAlign = 'left';
    context.fillStyle = theme.text;
    drawTextOnGround(themedContext, text, left + LANE_BADGE_PX + 4, label.y);
    drawLaneBadge(themedContext, lane, left, label.y);
  }
  context.font = DRAWING_FONT;
  const reachPx = LABEL_PITCH_PX / 2;
  return labels.map(({ left, right, y: middle }) => ({ left, right, top: middle - reachPx, bottom: middle + reachPx }));
}

function drawGoalLine({ context, theme }: ThemedContext, lineX: number, goalY: number, axisY: number): void {
  context.strokeStyle = theme.text;
  context.fillStyle = theme.text;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(lineX, goalY);
  context.lineTo(lineX, axisY);
  context.stroke();
  context.beginPath();
  context.arc(lineX, goalY, DOT_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
}

/** The place of a label, px. */
interface GoalLabel {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** The lowest place over the axis where a label covers no curve, no run and no other label. */
function lowestFreeLabel(
  { left, right }: Omit<GoalLabel, 'y'>,
  lanes: readonly LaneCurve[],
  labels: readonly GoalLabel[],
  x: LinearScale,
  y: LinearScale,
): GoalLabel {
  const occupiedYs = labels
    .filter((label) => label.left < right + LABEL_DISTANCE_PX && label.right > left)
    .map((label) => label.y);
  for (const { points, size, value } of lanes) {
    for (let px = left; px <= right; px += SEARCH_STEP_PX) occupiedYs.push(y(meanAtSize(points, x.invert(px))));
    if (Math.abs(x(size) - (left + right) / 2) < (right - left) / 2 + RUN_REACH_PX) occupiedYs.push(y(value));
  }
  const lowestY = y.start - LABEL_OVER_AXIS_PX;
  for (let place = lowestY; place > y.end; place -= SEARCH_STEP_PX)
    if (!occupiedYs.some((occupiedY) => Math.abs(occupiedY - place) < LABEL_PITCH_PX)) return { left, right, y: place };
  return { left, right, y: lowestY };
}
