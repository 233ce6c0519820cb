/**
 * Every lane as a dot at its queueing delay and its loss, so that three or four policies can be compared at a glance.
 * Near the corner, packets wait a short time and few are lost.
 */
import type { LaneData } from '../engine/frame/lane-data.ts';
import { countedFrame, countsFromStart } from '../quantities/figures/counted-frame.ts';
import { laneFigures } from '../quantities/figures/lane-figures.ts';
import { figureHalfWidth } from '../quantities/findings/finding.ts';
import { delayQuantity, lossQuantity } from '../quantities/findings/lane-quantities.ts';
import { axisBelow, axisBeside, NAME_PRIORITY, NOTE_PRIORITY, NUMBER_PRIORITY, textMark } from '../scene/axis-marks.ts';
import type { Mark, SceneBox, ScenePoint, TextMark } from '../scene/marks.ts';
import type { SceneSize } from '../scene/scene.ts';
import { SMALL_TEXT_FONT } from '../scene/text-ruler.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import { formatNumber } from '../shared/number-text.ts';
import type { MomentPlot } from './moment-plot.ts';
import { axisFromZero, highestOf, noValuesMark, type PlotScale } from './plot-marks.ts';
import { placesAround, whiskerMarks } from './points.ts';

/** The figures of a lane, as in its head: since the warm-up, or during the warm-up since the start. */
export interface LaneDot {
  readonly lane: number;
  /** Name of its policy. */
  readonly name: string;
  readonly delayMs: number;
  readonly lossPercent: number;
  /** Half-widths of the 95 % intervals within this run; NaN while they are unknown. */
  readonly delayHalfWidthMs: number;
  readonly lossHalfWidthPercent: number;
  /** Marked packets, as a share of those that arrived; 0 for a policy that only drops. */
  readonly markedPercent: number;
}

/** No dots during the warm-up: the place of a dot is a result. */
export function laneDots(lanes: readonly LaneData[]): LaneDot[] {
  return lanes.flatMap((laneData, lane) => {
    const { description, series } = laneData;
    const frame = countedFrame(laneData);
    if (description === undefined || frame === undefined || countsFromStart(laneData)) return [];
    const startedLane = { description, frame, series };
    return [
      {
        lane,
        name: description.laneName,
        delayMs: delayQuantity.value(startedLane),
        delayHalfWidthMs: figureHalfWidth(startedLane, delayQuantity),
        lossPercent: lossQuantity.value(startedLane),
        lossHalfWidthPercent: figureHalfWidth(startedLane, lossQuantity),
        markedPercent: 100 * (laneFigures(frame)?.markRate ?? Number.NaN),
      },
    ];
  });
}

const MARGIN = { left: 40, top: 22, right: 10, bottom: 38 };
const DOT_RADIUS_PX = 4;
const RING_LINE_PX = 1.5;
const RING_ARROW_PX = 5;
/** Size of the arrow to the better corner, px. */
const BETTER_ARROW_PX = 9;
/** Least end of the axis of losses, %, and of delays, ms. */
const MIN_AXIS_ENDS = { lossPercent: 0.1, delayMs: 1 };
/** The highest dot leaves a part of the axis free for its name. */
const LOSS_AXIS_HEADROOM = 1.1;
const DELAY_STEPS = 5;
/** Reach of the names over the plane, px. */
const NAMES_OVER_PX = 11;

/** A mark is a signal to slow down too, so a policy that marks is compared by both. */
const signalsPercent = ({ lossPercent, markedPercent }: LaneDot) => lossPercent + (markedPercent || 0);

/** The marks of the plot: axes, ticks, and a dot for each lane with values. Delay in ms, loss in percent. */
export function delayLossMarks(lanes: readonly LaneDot[], size: SceneSize): Mark[] {
  const dots = lanes.filter(({ delayMs, lossPercent }) => Number.isFinite(delayMs + lossPercent));
  // Axes without dots would promise values.
  if (dots.length === 0) return [noValuesMark(size)];
  const [left, right, bottom] = [MARGIN.left, size.width - MARGIN.right, size.height - MARGIN.bottom];
  const delays = dots.map(({ delayMs, delayHalfWidthMs }) => delayMs + (delayHalfWidthMs || 0));
  const losses = dots.map(
    (dot) => LOSS_AXIS_HEADROOM * Math.max(signalsPercent(dot), dot.lossPercent + (dot.lossHalfWidthPercent || 0)),
  );
  const x = axisFromZero(Math.max(MIN_AXIS_ENDS.delayMs, highestOf(delays)), DELAY_STEPS, [left, right]);
  const y = axisFromZero(Math.max(MIN_AXIS_ENDS.lossPercent, highestOf(losses)), 4, [bottom, MARGIN.top]);
  const plane = { left, right, top: MARGIN.top - NAMES_OVER_PX, bottom };
  const ringCount = dots.filter(hasRing).length;
  return [
    ...axisBeside(y, [left, right]),
    ...axisBelow(x, bottom),
    ...dots.flatMap((dot) => whiskerMarks(whiskersOf(dot, x, y), 'interval')),
    ...dots.flatMap((dot) => dotMarks(dot, x, y)),
    ...dots.flatMap((dot) => nameMarks(dot, x, y, plane, ringCount > 1)),
    ...axisTexts(size, left, right, ringCount > 0),
  ];
}

const hasRing = ({ markedPercent }: LaneDot) => markedPercent > 0;

function whiskersOf(
  { delayMs, lossPercent, delayHalfWidthMs, lossHalfWidthPercent }: LaneDot,
  x: PlotScale,
  y: PlotScale,
) {
  const delayEnds = [Math.max(0, delayMs - delayHalfWidthMs), delayMs + delayHalfWidthMs];
  const lossEnds = [Math.max(0, lossPercent - lossHalfWidthPercent), lossPercent + lossHalfWidthPercent];
  const at = (delay = Number.NaN, loss = Number.NaN): ScenePoint => ({ x: x(delay), y: y(loss) });
  return [
    ...(delayHalfWidthMs > 0 ? [{ from: at(delayEnds[0], lossPercent), to: at(delayEnds[1], lossPercent) }] : []),
    ...(lossHalfWidthPercent > 0 ? [{ from: at(delayMs, lossEnds[0]), to: at(delayMs, lossEnds[1]) }] : []),
  ];
}

/** The dot of a lane; if it marks, with a line to its ring. The ring is at its loss and its marks together. */
function dotMarks(dot: LaneDot, x: PlotScale, y: PlotScale): Mark[] {
  const { lane, name, delayMs, lossPercent, markedPercent } = dot;
  const at = { x: x(delayMs), y: y(lossPercent) };
  const marksText = hasRing(dot) ? `, ${formatNumber(markedPercent)} % marked` : '';
  const dotMark: Mark = { kind: 'symbol', at, radiusPx: DOT_RADIUS_PX, fill: 'text', tag: 'dot' };
  const meaning = `${laneLetter(lane)}, ${name}: ${formatNumber(delayMs)} ms, ${formatNumber(lossPercent)} % lost${marksText}`;
  if (!hasRing(dot)) return [{ kind: 'group', meaning, marks: [dotMark] }];
  const ringY = y(signalsPercent(dot));
  const ringBottom = ringY + DOT_RADIUS_PX;
  const line = (points: readonly ScenePoint[], tag?: string): Mark => ({
    kind: 'line',
    points,
    stroke: 'text',
    strokePx: RING_LINE_PX,
    ...(tag === undefined ? {} : { tag }),
  });
  const arrow = [
    { x: at.x - RING_ARROW_PX / 2, y: ringBottom + RING_ARROW_PX },
    { x: at.x, y: ringBottom + 1 },
    { x: at.x + RING_ARROW_PX / 2, y: ringBottom + RING_ARROW_PX },
  ];
  const marks: Mark[] = [
    ...(at.y > ringBottom ? [line([at, { x: at.x, y: ringBottom }], 'ring')] : []),
    ...(at.y - ringBottom > DOT_RADIUS_PX + RING_ARROW_PX ? [line(arrow)] : []),
    {
      kind: 'symbol',
      at: { x: at.x, y: ringY },
      radiusPx: DOT_RADIUS_PX,
      stroke: 'text',
      strokePx: RING_LINE_PX,
      tag: 'ring',
    },
    dotMark,
  ];
  return [{ kind: 'group', meaning, marks }];
}

/**
 * The name of a dot, and of its ring. Between close lines there is room for the letter only; the heads of the lanes
 * have the names.
 */
function nameMarks(dot: LaneDot, x: PlotScale, y: PlotScale, plane: SceneBox, hasSeveralRings: boolean): TextMark[] {
  const { lane, name } = dot;
  const at = { x: x(dot.delayMs), y: y(dot.lossPercent) };
  const letter = laneLetter(lane);
  const avoids = ['dot', 'ring', 'interval'];
  const nameMark = textMark(`dot ${lane}`, [name, ''], placesAround(at), {
    bounds: plane,
    letter,
    avoids,
    hasGround: true,
  });
  if (!hasRing(dot)) return [nameMark];
  const ring = { x: at.x, y: y(signalsPercent(dot)) };
  return [
    nameMark,
    textMark(`ring ${lane}`, hasSeveralRings ? `${letter} + marks` : '+ marks', placesAround(ring), {
      bounds: plane,
      priority: NUMBER_PRIORITY,
      font: SMALL_TEXT_FONT,
      ink: 'muted',
      avoids,
      hasGround: true,
    }),
  ];
}

/** The names of the axes, the better corner, and the meanings of rings and whiskers. */
function axisTexts(size: SceneSize, left: number, right: number, hasRings: boolean): Mark[] {
  const footY = size.height - 9;
  const note = { font: SMALL_TEXT_FONT, ink: 'muted' } as const;
  const line = (points: readonly ScenePoint[]): Mark => ({ kind: 'line', points, stroke: 'muted', strokePx: 1.5 });
  const arrowTop = 4;
  const [tipX, tipY] = [right - BETTER_ARROW_PX, arrowTop + BETTER_ARROW_PX];
  const whiskers = 'whiskers: 95 % interval';
  return [
    textMark('delay', ['mean queueing delay (ms)', 'mean delay (ms)', 'delay (ms)'], [left, footY, 'left'], {
      ink: 'muted',
    }),
    textMark('loss', ['loss (%)', '%'], [2, 9, 'left'], note),
    textMark('better', 'better', [tipX - 4, 9, 'right'], {
      ...note,
      priority: NUMBER_PRIORITY,
    }),
    line([
      { x: right, y: arrowTop },
      { x: tipX, y: tipY },
    ]),
    line([
      { x: tipX, y: tipY - BETTER_ARROW_PX / 2 },
      { x: tipX, y: tipY },
      { x: tipX + BETTER_ARROW_PX / 2, y: tipY },
    ]),
    ...(hasRings
      ? [
          textMark(
            'rings',
            ['○ loss + marks', '○ + marks'],
            [
              { x: right, y: footY, align: 'right' },
              { x: tipX - 50, y: 9, align: 'right' },
            ],
            { ...note, priority: NAME_PRIORITY + 1 },
          ),
        ]
      : []),
    textMark(
      'whiskers',
      whiskers,
      [
        { x: right - (hasRings ? 96 : 0), y: footY, align: 'right' },
        { x: tipX - 50, y: 9, align: 'right' },
      ],
      { ...note, priority: NOTE_PRIORITY },
    ),
  ];
}

/**
 * Whether a lower loss is a better one. Not of cells: a refused frame and a frame that loses some cells are both lost,
 * but only the first one counts as dropped.
 */
function comparesLoss(lanes: readonly LaneData[]): boolean {
  return lanes[0]?.description?.bufferUnit !== 'cells';
}

/** A dot for every lane. */
export const delayLossPlot: MomentPlot = {
  id: 'delay-loss',
  title: 'Delay and loss',
  unit: '',
  help: 'A dot for each lane: the mean queueing delay since the warm-up (across) and the share of the arriving packets that were dropped since the warm-up (up). Whiskers show the 95 % intervals of both figures within this run, as soon as it is long enough. If a policy marks, a ring shows loss and marks together. Near the lower left corner, packets wait a short time and few are lost.',
  term: 'loss',
  label: 'Mean queueing delay and loss since the warm-up, a dot for each lane',
  columns: () => ({ lane: 'lane', policy: 'policy', delayMs: 'mean queueing delay (ms)', lossPercent: 'loss (%)' }),
  rows: ({ lanes }) =>
    (comparesLoss(lanes) ? laneDots(lanes) : []).map(({ lane, name, delayMs, lossPercent }) => ({
      lane: laneLetter(lane),
      policy: name,
      delayMs,
      lossPercent,
    })),
  isAvailable: ({ lanes }) => comparesLoss(lanes),
  marks: ({ lanes }, size) => {
    if (!comparesLoss(lanes)) return [noValuesMark(size, 'Cells have no loss to compare')];
    return lanes.some(countsFromStart)
      ? [noValuesMark(size, 'Values begin after the warm-up')]
      : delayLossMarks(laneDots(lanes), size);
  },
};
