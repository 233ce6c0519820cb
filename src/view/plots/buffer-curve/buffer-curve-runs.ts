/**
 * Draws the present runs beside their curves: a ring at the figure of each run, and beside it the letter of its lane with
 * the number. A run without a figure has a dot with the mean at the size of its buffer.
 */
import type { DrawingContext } from '../../draw/drawing-context.ts';
import { drawLaneBadge, LANE_BADGE_PX, textWidth } from '../../draw/labels.ts';
import { formatDecimals } from '../../draw/number-text.ts';
import type { LinearScale } from '../../draw/scale.ts';
import { drawTextOnGround } from '../../draw/text-on-ground.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { type Area, areaAround, closestPoint, nearestFreePlace, placesForName } from '../free-places.ts';
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
/** Half the width of an interval, px. */
const INTERVAL_ROOM_PX = 1.5;
const GROUND_HEIGHT_PX = 11;
/** The goal beside the axis is a mean of many runs, and the ring is one. */
const RUN_WORDS = 'this run ';

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
  { lanes, isPercent, yardstick }: BufferCurves,
  x: LinearScale,
  y: LinearScale,
  wordAreas: readonly Area[],
): void {
  const { context, theme } = themedContext;
  const runs = placeRuns(lanes, x, y);
  context.strokeStyle = theme.muted;
  context.lineWidth = 1;
  for (const { curve, runX, runY } of runs) {
    // To the mean of many seeds.
    const meanY = y(meanAtSize(curve.points, x.invert(runX)));
    if (!(Math.abs(meanY - runY) > RING_RADIUS_PX)) continue;
    context.beginPath();
    context.moveTo(runX, runY);
    context.lineTo(runX, meanY);
    context.stroke();
  }
  const takenAreas = [
    ...wordAreas,
    ...lanes.flatMap((curve) => areasOfCurve(curve, x, y)),
    ...lanes.flatMap((curve) => areasOfIntervals(curve, x, y)),
    ...lanes.flatMap((curve) => areasOfGoalLine(curve, yardstick, x, y)),
    ...runs.map(({ runX, runY }) => areaAround({ x: runX, y: runY }, RING_RADIUS_PX + CURVE_ROOM_PX)),
  ];
  const plane = { left: x.start, right: x.end, top: 0, bottom: y.start };
  const labelsOf = (words: string) =>
    placeLabels(context, runs, plane, takenAreas, ({ curve, isMeasured }) => {
      const number = isMeasured ? curve.value : meanAtSize(curve.points, curve.size);
      return `${isMeasured ? words : ''}${formatDecimals(number, 1)}${isPercent ? ' %' : ''}`;
    });
  const wordedLabels = labelsOf(RUN_WORDS);
  // All runs have the words, or none.
  const areWorded = wordedLabels.length === runs.length && wordedLabels.every(({ isFree }) => isFree);
  const labels = areWorded ? wordedLabels : labelsOf('');
  for (const { run, text, place } of labels) {
    const middle = (place.top + place.bottom) / 2;
    drawLeader(themedContext, run.runX, run.runY, place);
    context.fillStyle = theme.text;
    context.textAlign = 'left';
    drawTextOnGround(themedContext, text, place.left + letterSpace(run), middle, GROUND_HEIGHT_PX);
    if (run.isMeasured) drawLaneBadge(themedContext, run.curve.lane, place.left, middle);
  }
  for (const { isMeasured, runX, runY } of runs)
    if (isMeasured) drawRing(themedContext, runX, runY);
    else drawDot(themedContext, runX, runY);
}

interface RunLabel {
  readonly run: PlacedRun;
  readonly text: string;
  readonly place: Area;
  /** It covers nothing. */
  readonly isFree: boolean;
}

/** Space of the letter before a label, px. */
const letterSpace = ({ isMeasured }: PlacedRun) => (isMeasured ? LANE_BADGE_PX + LETTER_GAP_PX : 0);

function placeLabels(
  context: DrawingContext,
  runs: readonly PlacedRun[],
  plane: Area,
  takenAreas: readonly Area[],
  formatLabel: (run: PlacedRun) => string,
): readonly RunLabel[] {
  const labels: RunLabel[] = [];
  for (const run of runs) {
    const text = formatLabel(run);
    const point = { x: run.runX, y: run.runY };
    const widthPx = letterSpace(run) + textWidth(context, text);
    const occupiedAreas = [...takenAreas, ...labels.map(({ place }) => place), ...areasBehindRings(run, runs, plane)];
    const { places, freePlaces } = placesForName(point, widthPx, plane, occupiedAreas);
    const freePlace = freePlaces[0] ?? nearestFreePlace(point, widthPx, plane, occupiedAreas);
    const place = freePlace ?? places[0];
    if (place !== undefined) labels.push({ run, text, place, isFree: freePlace !== undefined });
  }
  return labels;
}

/** The parts of the plane above a higher ring and below a lower one: a line to a label there would pass the other ring. */
function areasBehindRings({ runX, runY }: PlacedRun, runs: readonly PlacedRun[], plane: Area): readonly Area[] {
  return runs
    .filter((other) => Math.abs(other.runX - runX) < 2 * RING_RADIUS_PX)
    .filter((other) => Math.abs(other.runY - runY) > 2 * RING_RADIUS_PX)
    .map((other) => (other.runY < runY ? { ...plane, bottom: other.runY } : { ...plane, top: other.runY }));
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
function areasOfIntervals({ points }: LaneCurve, x: LinearScale, y: LinearScale): readonly Area[] {
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
