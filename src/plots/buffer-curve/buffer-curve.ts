/**
 * One figure against the size of the buffer: a stored curve for each lane, and a ring at its present run. So a reader
 * sees whether a larger buffer would change the figure.
 */
import { scaleLinear } from 'd3-scale';
import { axisBelow, axisBeside, NOTE_PRIORITY, NUMBER_PRIORITY, ruleMark, textMark } from '../../scene/axis-marks.ts';
import type { Mark, ScenePoint } from '../../scene/marks.ts';
import { LETTER_BOX_PX, LETTER_GAP_PX } from '../../scene/place-texts.ts';
import type { SceneSize } from '../../scene/scene.ts';
import { spreadLabels } from '../../scene/spread-labels.ts';
import { SMALL_TEXT_FONT, TEXT_FONT, type TextRuler } from '../../scene/text-ruler.ts';
import { laneDash, laneLetter } from '../../shared/lane-letters.ts';
import { formatAmount, formatTick } from '../../shared/number-text.ts';
import type { MomentPlot } from '../moment-plot.ts';
import { axisFromZero, highestOf, noValuesMark, type PlotScale } from '../plot-marks.ts';
import { whiskerMarks } from '../points.ts';
import { crossingMarks, goalMarks, runMarks } from './buffer-curve-signs.ts';
import type { BufferCurves, LaneCurve } from './buffer-curves.ts';

const MARGIN = { left: 40, top: 20, bottom: 38, gap: 8 };
const MAX_NAME_PX = 64;
const CURVE_PX = 1.5;
const YARDSTICK_FONT = { ...SMALL_TEXT_FONT, isItalic: true };
const MEAN_DOT_PX = 2;
const REFERENCE_DASH = [1.5, 3];
/** Least length of a bar of an interval that is seen at the line of its curve, px. */
const MIN_SEEN_INTERVAL_PX = 4;
/** Least distance of a number from the name of the yardstick, px. */
const MIN_TICK_DISTANCE_PX = 16;
const YARDSTICK_GAP_PX = 4;
/** The middle of the line of words over the plot, px. */
const WORDS_OVER_Y = 7;
/** An axis of percents begins at a multiple of this. */
const PERCENT_STEP = 20;
/** Least distance of the names of two lanes, and of a name from the line of the yardstick, px. */
const NAME_PITCH_PX = LETTER_BOX_PX + 2;
const YARDSTICK_FREE_PX = 9;

/** @param isOfOtherRun the present run differs from that of the curves in more than the size of its buffer */
function bufferCurveMarks(
  curves: BufferCurves | undefined,
  isOfOtherRun: boolean,
  size: SceneSize,
  ruler: TextRuler,
): Mark[] {
  if (curves === undefined) return [noValuesMark(size, 'No curve is stored for this scenario')];
  const { lanes, yardstick } = curves;
  if (lanes.every(({ points, value }) => points.length === 0 && !Number.isFinite(value))) return [noValuesMark(size)];
  const nameRoomPx = Math.min(MAX_NAME_PX, highestOf(lanes.map(({ name }) => ruler(name, TEXT_FONT)))) + 1;
  const yardstickText = yardstick === undefined ? '' : `${yardstick.name} ${formatTick(yardstick.value)}`;
  const left = Math.max(MARGIN.left, Math.ceil(ruler(yardstickText, YARDSTICK_FONT)) + YARDSTICK_GAP_PX + 3);
  const right = size.width - MARGIN.gap - LETTER_BOX_PX - LETTER_GAP_PX - nameRoomPx;
  const bottom = size.height - MARGIN.bottom;
  const sizes = lanes.flatMap((lane) => [...lane.points.map((point) => point.size), lane.size]);
  const x = scaleLinear([0, Math.max(1, highestOf(sizes))], [left, right]);
  const y = valueScale(curves, [bottom, MARGIN.top]);
  const yardstickY = yardstick === undefined ? Number.POSITIVE_INFINITY : y(yardstick.value);
  const ticks = y.ticks(4).filter((tick) => Math.abs(y(tick) - yardstickY) >= MIN_TICK_DISTANCE_PX);
  const showsIntervals = lanes.some(({ points }) => points.some((point) => hasSeenInterval(point, y)));
  const plane = { left, right: size.width, top: 0, bottom };
  return [
    ...axisBeside(y, [left, right], ticks),
    ...axisBelow(x, bottom),
    ...(yardstick === undefined
      ? []
      : [
          ruleMark({ x: left, y: yardstickY }, { x: right, y: yardstickY }, { dash: REFERENCE_DASH }),
          textMark('yardstick', yardstickText, [left - YARDSTICK_GAP_PX, yardstickY, 'right'], {
            font: YARDSTICK_FONT,
          }),
        ]),
    ...namedSizeMarks(curves, x, bottom, size),
    ...lanes.flatMap((lane) => curveMarks(lane, x, y, showsIntervals, curves)),
    ...goalMarks(curves, x, y, plane),
    ...crossingMarks(curves, x, y, plane),
    ...runMarks(curves, x, y, { ...plane, right }),
    ...laneNameMarks(lanes, right, yardstickY, y),
    ...axisTexts(curves, left, isOfOtherRun, showsIntervals, size),
  ];
}

/** From a round number below all values to one above them; percents end at 100. */
function valueScale({ lanes, isPercent, yardstick }: BufferCurves, range: readonly [number, number]): PlotScale {
  const values = lanes
    .flatMap(({ points, value }) => [...points.flatMap(({ mean, ci95 }) => [mean - ci95, mean + ci95]), value])
    .concat(yardstick?.value ?? [])
    .filter(Number.isFinite);
  if (values.length === 0) return scaleLinear([0, isPercent ? 100 : 1], [...range]);
  if (!isPercent) return axisFromZero(highestOf(values), 4, range);
  const from = Math.max(0, PERCENT_STEP * Math.floor(Math.min(...values) / PERCENT_STEP));
  return scaleLinear([from, 100], [...range]);
}

const hasSeenInterval = ({ ci95 }: LaneCurve['points'][number], y: PlotScale) =>
  y(0) - y(2 * ci95) > MIN_SEEN_INTERVAL_PX;

/** A curve with its intervals. Without intervals, dots show where it is measured. */
function curveMarks(
  { lane, name, points }: LaneCurve,
  x: PlotScale,
  y: PlotScale,
  showsIntervals: boolean,
  { figureText, seedCount }: BufferCurves,
): Mark[] {
  const [, top = 100] = y.domain();
  const whiskers = points
    .filter((point) => hasSeenInterval(point, y))
    .map(({ size, mean, ci95 }) => ({
      from: { x: x(size), y: y(mean - ci95) },
      to: { x: x(size), y: y(Math.min(top, mean + ci95)) },
    }));
  const line = points.map(({ size, mean }): ScenePoint => ({ x: x(size), y: y(mean) }));
  return [
    ...whiskerMarks(whiskers, 'interval'),
    {
      kind: 'line',
      points: line,
      stroke: 'text',
      strokePx: CURVE_PX,
      dash: laneDash(lane),
      tag: 'curve',
      ...(points.length === 0
        ? {}
        : { meaning: `${laneLetter(lane)}, ${name}: ${figureText}, mean of ${seedCount} seeds` }),
    },
    ...(showsIntervals
      ? []
      : line.map((at): Mark => ({ kind: 'symbol', at, radiusPx: MEAN_DOT_PX, fill: 'text', tag: 'curve' }))),
  ];
}

/**
 * The names of the lanes at the ends of their curves, in the order of the ends. If there is room, each is on the side
 * of the yardstick on which its curve ends, and not at the end of the yardstick's line.
 */
function laneNameMarks(lanes: readonly LaneCurve[], right: number, yardstickY: number, y: PlotScale): Mark[] {
  const ends = lanes.flatMap(({ points, ...curve }) => {
    const last = points.at(-1);
    return last === undefined ? [] : { ...curve, end: { x: right, y: y(last.mean) } };
  });
  const labels = ends.map((curve) => ({ ...curve, y: curve.end.y }));
  const [bottom = 0] = y.range();
  const spread = (names: typeof labels, from: number, to: number) =>
    (names.length - 1) * NAME_PITCH_PX > to - from ? undefined : spreadLabels(names, from, to, NAME_PITCH_PX);
  const [over, under] = [true, false].map((isOver) => labels.filter((label) => label.y <= yardstickY === isOver));
  const overNames = spread(over ?? [], WORDS_OVER_Y, Math.min(bottom, yardstickY - YARDSTICK_FREE_PX));
  const underNames = spread(under ?? [], Math.min(bottom, yardstickY + YARDSTICK_FREE_PX), bottom);
  const names =
    overNames === undefined || underNames === undefined
      ? spreadLabels(labels, WORDS_OVER_Y, bottom, NAME_PITCH_PX)
      : [...overNames, ...underNames];
  return names.map(({ lane, name, end, y: nameY }) =>
    textMark(`curve ${lane}`, name, [{ x: right + MARGIN.gap, y: nameY, align: 'left', leaderFrom: end }], {
      letter: laneLetter(lane),
      canBeCut: true,
    }),
  );
}

/** The names of sizes over their lines, or beside their lower ends if there is no room over the plot. */
function namedSizeMarks({ namedSizes }: BufferCurves, x: PlotScale, bottom: number, size: SceneSize): Mark[] {
  const [, end = 0] = x.domain();
  return namedSizes
    .filter((named) => named.size <= end)
    .flatMap((named) => {
      const lineX = x(named.size);
      return [
        ruleMark({ x: lineX, y: bottom }, { x: lineX, y: MARGIN.top }, { dash: REFERENCE_DASH, tag: 'size' }),
        textMark(
          `size ${named.name}`,
          [`${named.name} = ${formatAmount(named.size)}`, named.name],
          [
            { x: lineX, y: WORDS_OVER_Y, align: 'centre' },
            { x: lineX + 4, y: bottom - 8, align: 'left' },
            { x: lineX - 4, y: bottom - 8, align: 'right' },
            { x: lineX + 4, y: MARGIN.top + 8, align: 'left' },
            { x: lineX + 4, y: MARGIN.top + 24, align: 'left' },
          ],
          {
            bounds: { right: x.range()[1] ?? size.width },
            priority: NUMBER_PRIORITY,
            font: SMALL_TEXT_FONT,
            avoids: ['curve'],
          },
        ),
      ];
    });
}

/** The name of each axis, and the meaning of the curves. */
function axisTexts(
  curves: BufferCurves,
  left: number,
  isOfOtherRun: boolean,
  showsIntervals: boolean,
  size: SceneSize,
): Mark[] {
  const { figureText, sizeUnit } = curves;
  const footY = size.height - 9;
  const note = { font: SMALL_TEXT_FONT, ink: 'muted' } as const;
  return [
    textMark('figure', figureText, [2, WORDS_OVER_Y, 'left'], {
      ...note,
      canBeCut: true,
    }),
    textMark('buffer', `buffer (${sizeUnit})`, [left, footY, 'left'], { ink: 'muted' }),
    textMark(
      'meaning',
      isOfOtherRun ? otherRunTexts(curves) : meanTexts(curves, showsIntervals),
      [size.width - 2, footY, 'right'],
      { ...note, priority: NOTE_PRIORITY },
    ),
  ];
}

/** The meaning of the curves, from the longest text to the shortest. */
function meanTexts({ lanes, seedCount }: BufferCurves, showsIntervals: boolean): readonly string[] {
  const meaning = `${showsIntervals ? 'curve' : 'dots'}: mean of ${seedCount} seeds`;
  const interval = ' · whiskers: 95 % interval';
  const hasRun = lanes.some(({ value }) => Number.isFinite(value));
  if (lanes.every(({ points }) => points.length === 0)) return ['○ this run, one seed', '○ this run'];
  const runTexts = hasRun ? [' · ○ this run, one seed', ' · ○ this run'] : [];
  return [
    ...(showsIntervals ? runTexts.map((text) => meaning + interval + text) : []),
    ...runTexts.map((text) => meaning + text),
    ...(showsIntervals ? [meaning + interval] : []),
    meaning,
  ];
}

/** The meaning of curves that do not have the changes of the present run. */
const otherRunTexts = ({ seedCount }: BufferCurves): readonly string[] => [
  `curve: the scenario without your changes, mean of ${seedCount} seeds`,
  'curve: the scenario without your changes',
  'curve: without your changes',
];

/** A stored curve for every lane. */
export const bufferCurvePlot: MomentPlot = {
  id: 'buffer-curve',
  title: 'Effect of the buffer size',
  unit: '',
  help: 'The main figure of the scenario (up) against the size of the whole buffer (across). Each curve was measured in advance, in whole runs of the unchanged scenario. It shows the mean over several seeds with its 95 % interval. A ring shows the run of a lane since the warm-up, with one seed. Until it has a figure, a dot shows the mean at its buffer size. A line from a dot on the goal marks the smallest size at which a mean reaches the goal. If you change another value, the ring may leave the curve.',
  label: 'Main figure against the size of the buffer, a measured curve and the present run for each lane',
  columns: ({ curves }) => ({
    lane: 'lane',
    policy: 'policy',
    size: curves === undefined ? 'buffer' : `buffer (${curves.sizeUnit})`,
    value: curves?.figureText ?? 'figure',
    ci95: '± (95 %)',
  }),
  /** A row for each point of a curve, and one for the present run of each lane, which has no interval. */
  rows: ({ curves, differsFromCurves = false }) =>
    (curves?.lanes ?? []).flatMap(({ lane, name, points, size, value }) => [
      ...points.map((point) => ({
        lane: laneLetter(lane),
        policy: differsFromCurves ? `${name}, without the changes` : name,
        size: point.size,
        value: point.mean,
        ci95: point.ci95,
      })),
      { lane: laneLetter(lane), policy: `${name}, this run`, size, value, ci95: undefined },
    ]),
  isAvailable: ({ curves }) => curves !== undefined,
  marks: ({ curves, differsFromCurves = false }, size, ruler) =>
    bufferCurveMarks(curves, differsFromCurves, size, ruler),
};
