/**
 * Draws the present runs beside their curves: a ring at the figure of each run. A single run has the letter of its lane
 * and its number beside its ring. Several runs have one label with the size of their buffer: the heads of the lanes have
 * their numbers. A run without a figure has a dot with the mean at the size of its buffer.
 */
import { required } from '../../../shared/required.ts';
import { drawLaneBadge, LANE_BADGE_PX, textWidth } from '../../draw/labels.ts';
import { formatAmount, formatDecimals } from '../../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import type { LinearScale } from '../../draw/scale.ts';
import { drawTextOnGround } from '../../draw/text-on-ground.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { type Area, areaAround, closestPoint, nearestFreePlace, placesForName } from '../free-places.ts';
import { drawPixelLine } from '../plot-drawing.ts';
import { type BufferCurves, type LaneCurve, meanAtSize, sizeReaching } from './buffer-curve-model.ts';

const DOT_RADIUS_PX = 3;
const RING_RADIUS_PX = 4;
export const BUFFER_CURVE_LINE_PX = 1.5;
/** Space behind the letter of a lane, px. */
const LETTER_GAP_PX = 4;
/** A label at this distance from its ring has a line to it, px. */
const MIN_LEADER_PX = 12;
/** Distance of a curve from a number beside it, px, and the steps in which a curve is followed. */
const CURVE_ROOM_PX = 1;
const CURVE_STEP_PX = 4;
/** Half the width of an interval with its caps, px. */
const INTERVAL_ROOM_PX = 3.5;
const GROUND_HEIGHT_PX = 11;
/** The goal beside the axis is a mean of many runs, and the ring is one. */
const RUN_WORDS = 'this run ';
/** Height of the tick on the axis at the size of the runs, px. */
const SIZE_TICK_PX = 6;

/** A run, or the place of its size on its curve, px. */
interface PlacedRun {
  readonly curve: LaneCurve;
  readonly isMeasured: boolean;
  readonly runX: number;
  readonly runY: number;
}

/** @param wordAreas the areas of other words, which labels do not cover */
export function drawBufferRuns(
  themedContext: ThemedContext,
  curves: BufferCurves,
  x: LinearScale,
  y: LinearScale,
  wordAreas: readonly Area[],
): void {
  const { lanes, yardstick } = curves;
  const runs = placeRuns(lanes, x, y);
  drawLinesToMeans(themedContext, runs, x, y);
  const takenAreas = [
    ...wordAreas,
    ...lanes.flatMap((curve) => areasOfCurve(curve, x, y)),
    ...lanes.flatMap((curve) => areasOfIntervals(curve, x, y)),
    ...lanes.flatMap((curve) => areasOfGoalLine(curve, yardstick, x, y)),
    ...runs.map(({ runX, runY }) => areaAround({ x: runX, y: runY }, RING_RADIUS_PX + CURVE_ROOM_PX)),
  ];
  const plane = { left: x.start, right: x.end, top: 0, bottom: y.start };
  if (runs.length > 1) labelSizes(themedContext, runs, curves, plane, takenAreas);
  else for (const run of runs) labelRun(themedContext, run, curves, plane, takenAreas);
  for (const { isMeasured, runX, runY } of runs)
    if (isMeasured) drawRing(themedContext, runX, runY);
    else drawDot(themedContext, runX, runY);
}

/** Draws a line from each run to the mean of many seeds. */
function drawLinesToMeans(
  { context, theme }: ThemedContext,
  runs: readonly PlacedRun[],
  x: LinearScale,
  y: LinearScale,
): void {
  context.strokeStyle = theme.muted;
  context.lineWidth = 1;
  for (const { curve, runX, runY } of runs) {
    const meanY = y(meanAtSize(curve.points, x.invert(runX)));
    if (!(Math.abs(meanY - runY) > RING_RADIUS_PX)) continue;
    context.beginPath();
    context.moveTo(runX, runY);
    context.lineTo(runX, meanY);
    context.stroke();
  }
}

/** Writes the letter and the number of a run beside its ring, with the words if they have room. */
function labelRun(
  themedContext: ThemedContext,
  run: PlacedRun,
  { isPercent }: BufferCurves,
  plane: Area,
  takenAreas: readonly Area[],
): void {
  const { context, theme } = themedContext;
  const { curve, isMeasured, runX, runY } = run;
  const point = { x: runX, y: runY };
  const number = isMeasured ? curve.value : meanAtSize(curve.points, curve.size);
  const numberText = `${formatDecimals(number, 1)}${isPercent ? ' %' : ''}`;
  const letterPx = isMeasured ? LANE_BADGE_PX + LETTER_GAP_PX : 0;
  const choices = (isMeasured ? [`${RUN_WORDS}${numberText}`, numberText] : [numberText]).map((text) => {
    const widthPx = letterPx + textWidth(context, text);
    const { places, freePlaces } = placesForName(point, widthPx, plane, takenAreas);
    const freePlace = freePlaces[0] ?? nearestFreePlace(point, widthPx, plane, takenAreas);
    return { text, freePlace, place: freePlace ?? places[0] };
  });
  const choice = choices.find(({ freePlace }) => freePlace !== undefined) ?? choices.at(-1);
  if (choice?.place === undefined) return;
  const { text, place } = choice;
  const middle = (place.top + place.bottom) / 2;
  drawLeader(themedContext, runX, runY, place);
  context.fillStyle = theme.text;
  context.textAlign = 'left';
  drawTextOnGround(themedContext, text, place.left + letterPx, middle, GROUND_HEIGHT_PX);
  if (isMeasured) drawLaneBadge(themedContext, curve.lane, place.left, middle);
}

/** Writes the size of the buffer of the runs: beside one of their rings, or beside a tick on the axis. No line leads to it. */
function labelSizes(
  themedContext: ThemedContext,
  runs: readonly PlacedRun[],
  { sizeUnit }: BufferCurves,
  plane: Area,
  takenAreas: readonly Area[],
): void {
  const { context, theme } = themedContext;
  const labelledAreas = [...takenAreas];
  for (const size of new Set(runs.map(({ curve }) => curve.size))) {
    const runsOfSize = runs.filter(({ curve }) => curve.size === size);
    const runX = required(runsOfSize[0]).runX;
    const text = `this run: ${formatAmount(size)} ${sizeUnit}`;
    context.font = SMALL_DRAWING_FONT;
    const widthPx = textWidth(context, text);
    const findPlace = (point: { readonly x: number; readonly y: number }) => {
      const place = nearestFreePlace(point, widthPx, plane, labelledAreas);
      const end = place && closestPoint(place, point);
      return end !== undefined && Math.hypot(end.x - point.x, end.y - point.y) <= MIN_LEADER_PX ? place : undefined;
    };
    const ringPlaces = runsOfSize.flatMap(({ runY }) => findPlace({ x: runX, y: runY }) ?? []);
    const place = ringPlaces[0] ?? findPlace({ x: runX, y: plane.bottom });
    if (ringPlaces.length === 0)
      drawPixelLine(context, theme.text, [runX, plane.bottom - SIZE_TICK_PX], [runX, plane.bottom]);
    if (place !== undefined) {
      labelledAreas.push(place);
      context.fillStyle = theme.text;
      context.textAlign = 'left';
      drawTextOnGround(themedContext, text, place.left, (place.top + place.bottom) / 2, GROUND_HEIGHT_PX);
    }
    context.font = DRAWING_FONT;
  }
}

/** Draws a line from a run to its label, if the label is not directly beside it. */
function drawLeader({ context, theme }: ThemedContext, runX: number, runY: number, label: Area): void {
  const end = closestPoint(label, { x: runX, y: runY });
  if (Math.hypot(end.x - runX, end.y - runY) <= MIN_LEADER_PX) return;
  context.strokeStyle = theme.text;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(runX, runY);
  context.lineTo(end.x, end.y);
  context.stroke();
}

function placeRuns(lanes: readonly LaneCurve[], x: LinearScale, y: LinearScale): readonly PlacedRun[] {
  return lanes.flatMap((curve) => {
    const isMeasured = Number.isFinite(curve.value);
    const value = isMeasured ? curve.value : meanAtSize(curve.points, curve.size);
    return Number.isFinite(curve.size + value)
      ? [{ curve, isMeasured, runX: x(curve.size), runY: y(Math.max(y.from, value)) }]
      : [];
  });
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

/** The areas of the 95 % intervals of a curve. */
export function areasOfIntervals({ points }: LaneCurve, x: LinearScale, y: LinearScale): readonly Area[] {
  return points
    .filter(({ ci95 }) => ci95 > 0)
    .map(({ size, mean, ci95 }) => ({
      left: x(size) - INTERVAL_ROOM_PX,
      right: x(size) + INTERVAL_ROOM_PX,
      top: y(mean + ci95),
      bottom: y(mean - ci95),
    }));
}

/** Draws an open dot: what is below it ends at its edge. */
function drawRing({ context, theme }: ThemedContext, x: number, y: number): void {
  context.fillStyle = theme.surface;
  context.strokeStyle = theme.text;
  context.lineWidth = BUFFER_CURVE_LINE_PX;
  context.beginPath();
  context.arc(x, y, RING_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

function drawDot({ context, theme }: ThemedContext, x: number, y: number): void {
  context.fillStyle = theme.text;
  context.beginPath();
  context.arc(x, y, DOT_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
}
