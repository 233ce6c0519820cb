/**
 * Draws the present runs beside their curves: the letter of the lane at the figure of its run, with the number. A run without
 * a figure has a dot with the mean at the size of its buffer.
 */
import { drawLaneBadge, LANE_BADGE_PX, textWidth } from '../../draw/labels.ts';
import { formatDecimals } from '../../draw/number-text.ts';
import type { LinearScale } from '../../draw/scale.ts';
import { drawTextOnGround } from '../../draw/text-on-ground.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { type Area, areaAround, placesForName } from '../free-places.ts';
import { type BufferCurves, type LaneCurve, meanAtSize, sizeReaching } from './buffer-curve-model.ts';

const DOT_RADIUS_PX = 3;
/** Distance of a curve from a number beside it, px, and the steps in which a curve is followed. */
const CURVE_ROOM_PX = 1;
const CURVE_STEP_PX = 4;
const GROUND_HEIGHT_PX = 11;
/** Reach of the numbers around the plane, px. */
const PLANE_REACH_PX = 8;

/** A run, or the place of its size on its curve, px. */
interface PlacedRun {
  readonly curve: LaneCurve;
  readonly isMeasured: boolean;
  readonly runX: number;
  readonly runY: number;
}

export function drawBufferRuns(
  themedContext: ThemedContext,
  { lanes, isPercent, yardstick }: BufferCurves,
  x: LinearScale,
  y: LinearScale,
): void {
  const { context, theme } = themedContext;
  const runs = placeRuns(lanes, x, y);
  context.strokeStyle = theme.muted;
  context.lineWidth = 1;
  for (const { curve, runX, runY } of runs) {
    // To the mean of many seeds.
    const meanY = y(meanAtSize(curve.points, x.invert(runX)));
    if (!(Math.abs(meanY - runY) > LANE_BADGE_PX / 2)) continue;
    context.beginPath();
    context.moveTo(runX, runY);
    context.lineTo(runX, meanY);
    context.stroke();
  }
  const takenAreas = [
    ...lanes.flatMap((curve) => areasOfCurve(curve, x, y)),
    ...lanes.flatMap((curve) => areasOfGoalLine(curve, yardstick, x, y)),
    ...runs.map(({ runX, runY }) => areaAround({ x: runX, y: runY }, LANE_BADGE_PX / 2)),
  ];
  const plane = { left: x.start, right: x.end, top: y.end - PLANE_REACH_PX, bottom: y.start };
  for (const { curve, isMeasured, runX, runY } of runs) {
    const number = isMeasured ? curve.value : meanAtSize(curve.points, curve.size);
    const text = `${formatDecimals(number, 1)}${isPercent ? ' %' : ''}`;
    const { places, freePlaces } = placesForName({ x: runX, y: runY }, textWidth(context, text), plane, takenAreas);
    const place = freePlaces[0] ?? places[0];
    if (place !== undefined) {
      takenAreas.push(place);
      context.fillStyle = theme.text;
      context.textAlign = 'left';
      drawTextOnGround(themedContext, text, place.left, (place.top + place.bottom) / 2, GROUND_HEIGHT_PX);
    }
  }
  for (const { curve, isMeasured, runX, runY } of runs) {
    if (isMeasured) drawLaneBadge(themedContext, curve.lane, runX - LANE_BADGE_PX / 2, runY);
    else drawDot(themedContext, runX, runY);
  }
}

/** Runs at one place stand beside each other. */
function placeRuns(lanes: readonly LaneCurve[], x: LinearScale, y: LinearScale): readonly PlacedRun[] {
  const runs: PlacedRun[] = [];
  for (const curve of lanes) {
    const isMeasured = Number.isFinite(curve.value);
    const value = isMeasured ? curve.value : meanAtSize(curve.points, curve.size);
    if (!Number.isFinite(curve.size + value)) continue;
    const runY = y(Math.max(y.from, value));
    let runX = x(curve.size);
    while (runs.some((run) => Math.hypot(run.runX - runX, run.runY - runY) < LANE_BADGE_PX)) runX -= LANE_BADGE_PX + 1;
    runs.push({ curve, isMeasured, runX, runY });
  }
  return runs;
}

/** The area of the line from the goal to the axis, if a curve has one. */
function areasOfGoalLine(
  { points }: LaneCurve,
  yardstick: BufferCurves['yardstick'],
  x: LinearScale,
  y: LinearScale,
): readonly Area[] {
  const size = yardstick?.isGoal === true ? sizeReaching(points, yardstick.value) : undefined;
  if (yardstick === undefined || size === undefined) return [];
  const lineX = x(size);
  return [{ left: lineX - CURVE_ROOM_PX, right: lineX + CURVE_ROOM_PX, top: y(yardstick.value), bottom: y.start }];
}

/** Small areas along a curve. */
function areasOfCurve({ points }: LaneCurve, x: LinearScale, y: LinearScale): readonly Area[] {
  const areas: Area[] = [];
  for (let px = x.start; px <= x.end; px += CURVE_STEP_PX) {
    const curveY = y(meanAtSize(points, x.invert(px)));
    if (Number.isFinite(curveY)) areas.push(areaAround({ x: px, y: curveY }, CURVE_ROOM_PX));
  }
  return areas;
}

function drawDot({ context, theme }: ThemedContext, x: number, y: number): void {
  context.fillStyle = theme.text;
  context.beginPath();
  context.arc(x, y, DOT_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
}
