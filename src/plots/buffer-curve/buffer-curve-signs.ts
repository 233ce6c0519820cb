/** The signs on the curves: the sizes that reach the goal, the crossing of two curves, and the present runs. */

import { NUMBER_PRIORITY, textMark } from '../../scene/axis-marks.ts';
import type { Mark, SceneBox, ScenePoint, TextPlace } from '../../scene/marks.ts';
import { BOLD_TEXT_FONT, SMALL_TEXT_FONT } from '../../scene/text-ruler.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatAmount, formatDecimals, formatTick } from '../../shared/number-text.ts';
import type { PlotScale } from '../plot-marks.ts';
import { placesAround } from '../points.ts';
import { type BufferCurves, curveCrossing, meanAtSize, sizeReaching } from './buffer-curves.ts';

const GOAL_DOT_PX = 3.5;
const CROSSING_DOT_PX = 2.5;
const RUN_DOT_PX = 3;
const RING_PX = 4;
const LINE_PX = 1.5;
/** Distance of the lowest label from the axis, of two places over each other, and of a label from its line, px. */
const LABEL_OVER_AXIS_PX = 11;
const PLACE_STEP_PX = 8;
const LABEL_DISTANCE_PX = 5;

/** The sizes from which the curves reach the goal: a dot, a line to the axis, and the number. */
export function goalMarks(
  { lanes, yardstick, isPercent, sizeUnit }: BufferCurves,
  x: PlotScale,
  y: PlotScale,
  plane: SceneBox,
): Mark[] {
  if (yardstick?.isGoal !== true) return [];
  const goal = `${formatTick(yardstick.value)}${isPercent ? ' %' : ''}`;
  const goalY = y(yardstick.value);
  return lanes.flatMap(({ lane, points }): Mark[] => {
    const size = sizeReaching(points, yardstick.value);
    if (size === undefined) return [];
    const sizeText = `${formatDecimals(size, 0)} ${sizeUnit}`;
    const at = { x: x(size), y: goalY };
    const line = [at, { x: at.x, y: plane.bottom }];
    const places: TextPlace[] = [];
    // The lowest free place beside the line.
    for (let labelY = plane.bottom - LABEL_OVER_AXIS_PX; labelY > goalY; labelY -= PLACE_STEP_PX)
      places.push(
        { x: at.x + LABEL_DISTANCE_PX, y: labelY, align: 'left' },
        { x: at.x - LABEL_DISTANCE_PX, y: labelY, align: 'right' },
      );
    return [
      {
        kind: 'line',
        points: line,
        stroke: 'text',
        tag: 'goal',
        meaning: `${laneLetter(lane)}: mean ${goal} from ${sizeText}`,
      },
      { kind: 'symbol', at, radiusPx: GOAL_DOT_PX, fill: 'text', tag: 'goal' },
      textMark(`goal ${lane}`, [`mean ${goal} from ${sizeText}`, `${goal} from ${sizeText}`, sizeText], places, {
        bounds: plane,
        letter: laneLetter(lane),
        font: BOLD_TEXT_FONT,
        avoids: ['curve', 'interval', 'goal', 'run'],
        hasGround: true,
      }),
    ];
  });
}

/** The size at which the curves of two lanes cross, and the lane that is higher below it. */
export function crossingMarks(
  { lanes, yardstick, sizeUnit }: BufferCurves,
  x: PlotScale,
  y: PlotScale,
  plane: SceneBox,
): Mark[] {
  const [first, second, third] = lanes;
  if (yardstick?.isGoal !== true || first === undefined || second === undefined || third !== undefined) return [];
  const crossing = curveCrossing(first.points, second.points);
  if (crossing === undefined) return [];
  const at = { x: x(crossing.size), y: y(crossing.mean) };
  const letter = laneLetter(crossing.isSecondFirst ? second.lane : first.lane);
  const sizeText = `${formatDecimals(crossing.size, 0)} ${sizeUnit}`;
  return [
    { kind: 'symbol', at, radiusPx: CROSSING_DOT_PX, fill: 'text', tag: 'curve' },
    textMark(
      'crossing',
      [`${letter} is higher below ${sizeText}`, `${letter} is higher\nbelow ${sizeText}`, sizeText],
      [
        { x: at.x - LABEL_DISTANCE_PX, y: at.y - 13, align: 'right' },
        { x: at.x - LABEL_DISTANCE_PX, y: at.y - 22, align: 'right' },
        ...placesAround(at),
      ],
      {
        bounds: plane,
        priority: NUMBER_PRIORITY,
        font: SMALL_TEXT_FONT,
        avoids: ['curve', 'interval', 'goal', 'run'],
        hasGround: true,
      },
    ),
  ];
}

/**
 * The present runs beside their curves: a ring at the figure of each run. A single run has its letter and its number.
 * Several runs have one label with the size of their buffer: the heads of the lanes have their numbers. A run without a
 * figure has a dot with the mean at the size of its buffer.
 */
export function runMarks(
  { lanes, isPercent, sizeUnit, figureText }: BufferCurves,
  x: PlotScale,
  y: PlotScale,
  plane: SceneBox,
): Mark[] {
  const [lowest = 0] = y.domain();
  const runs = lanes.flatMap((curve) => {
    const isMeasured = Number.isFinite(curve.value);
    const value = isMeasured ? curve.value : meanAtSize(curve.points, curve.size);
    if (!Number.isFinite(curve.size + value)) return [];
    return [{ curve, isMeasured, value, at: { x: x(curve.size), y: y(Math.max(lowest, value)) } }];
  });
  const signs = runs.flatMap(({ curve, isMeasured, value, at }): Mark[] => {
    const meanY = y(meanAtSize(curve.points, curve.size));
    const toMean: Mark[] =
      Math.abs(meanY - at.y) > RING_PX ? [{ kind: 'line', points: [at, { x: at.x, y: meanY }], stroke: 'muted' }] : [];
    const meaning = `${laneLetter(curve.lane)}, ${curve.name}, ${isMeasured ? 'this run' : 'mean at this size'}: ${figureText} ${formatDecimals(value, 1)}`;
    const sign: Mark = isMeasured
      ? {
          kind: 'symbol',
          at,
          radiusPx: RING_PX,
          fill: 'surface',
          stroke: 'text',
          strokePx: LINE_PX,
          tag: 'run',
          meaning,
        }
      : { kind: 'symbol', at, radiusPx: RUN_DOT_PX, fill: 'text', tag: 'run', meaning };
    return [...toMean, sign];
  });
  const label = { avoids: ['curve', 'interval', 'goal', 'run'], hasGround: true };
  const [only, another] = runs;
  if (only === undefined) return signs;
  if (another === undefined) {
    const number = `${formatDecimals(only.value, 1)}${isPercent ? ' %' : ''}`;
    return [
      ...signs,
      textMark('run', only.isMeasured ? [`this run ${number}`, number] : number, placesAround(only.at), {
        bounds: plane,
        ...label,
        ...(only.isMeasured ? { letter: laneLetter(only.curve.lane) } : {}),
      }),
    ];
  }
  const sizes = [...new Set(runs.map(({ curve }) => curve.size))];
  return [
    ...signs,
    ...sizes.map((size) => {
      const points: ScenePoint[] = runs.filter(({ curve }) => curve.size === size).map(({ at }) => at);
      const onAxis = { x: x(size), y: plane.bottom };
      return textMark(
        `runs ${size}`,
        [`this run: ${formatAmount(size)} ${sizeUnit}`, `${formatAmount(size)} ${sizeUnit}`],
        [...points, onAxis].flatMap(placesAround),
        { bounds: plane, ...label, priority: NUMBER_PRIORITY, font: SMALL_TEXT_FONT },
      );
    }),
  ];
}
