/**
 * Draws one figure against the size of the buffer: a stored curve for each lane, and a ring at its present
 * run. So a reader sees whether a larger buffer would change the figure.
 */
import { laneDash } from '../../../shared/lane-letters.ts';
import { required } from '../../../shared/required.ts';
import { drawAxisBelow, drawAxisBeside } from '../../draw/axes.ts';
import { prepareCanvas } from '../../draw/canvas.ts';
import type { DrawingContext } from '../../draw/drawing-context.ts';
import { drawFittingText, drawLaneBadge, LANE_BADGE_PX, spreadLabels, textWidth } from '../../draw/labels.ts';
import { formatAmount, formatTick } from '../../draw/number-text.ts';
import { DRAWING_FONT, drawingTheme, SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../../draw/scale.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { drawWhiskers } from '../interval-whiskers.ts';
import { drawPixelLine } from '../plot-drawing.ts';
import { drawCrossing } from './buffer-curve-crossing.ts';
import { drawGoalSizes } from './buffer-curve-goal.ts';
import type { BufferCurves, LaneCurve } from './buffer-curve-model.ts';
import { areasOfIntervals, BUFFER_CURVE_LINE_PX, drawBufferRuns } from './buffer-curve-runs.ts';

const BUFFER_CURVE_MARGIN = { left: 40, top: 20, bottom: 38, gap: 8 };
const MAX_NAME_PX = 64;
const LABEL_PITCH_PX = 16;
/** Radius of the dot of a measured mean, px. */
const MEAN_DOT_PX = 2;
/** Least distance of a lane's label from the line of the yardstick, and its reach over the plot, px. */
const LABEL_TO_YARDSTICK_PX = 9;
const LABELS_OVER_PX = 12;
const REFERENCE_DASH = [1.5, 3];
/** Least length of a bar of an interval that is seen at the line of its curve, px. */
const MIN_SEEN_INTERVAL_PX = 4;
/** Distance of a name from its line, and least distance of a number from the name of the yardstick, px. */
const NAME_DISTANCE_PX = 4;
const MIN_TICK_DISTANCE_PX = 16;
/** Space between the yardstick and the axis, px. */
const YARDSTICK_GAP_PX = 4;
/** Space between two texts of one line, and the middle of the line over the plot, px. */
const TEXT_GAP_PX = 12;
const TEXT_OVER_Y = 9;
/** Lower end of the words over the plot, px. */
const WORDS_BOTTOM_Y = 15;
/** An axis of percents begins at a multiple of this. */
const PERCENT_STEP = 20;
/** Left edge of the name of the figure, px. */
const FIGURE_X = 2;

export class BufferCurveView {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  /**
   * @param curves undefined if no curve is stored for the scenario
   * @param isOfOtherRun the present run differs from that of the curves in more than the size of its buffer
   */
  draw(curves: BufferCurves | undefined, isOfOtherRun = false): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const themedContext: ThemedContext = { context, theme: drawingTheme() };
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    if (curves === undefined) {
      context.fillStyle = themedContext.theme.muted;
      context.textAlign = 'center';
      context.fillText('No curve is stored for this scenario', width / 2, height / 2);
      return;
    }
    const { lanes } = curves;
    const labelPx =
      LANE_BADGE_PX + 4 + Math.min(MAX_NAME_PX, Math.max(0, ...lanes.map(({ name }) => textWidth(context, name))));
    const yardstickPx = curves.yardstick === undefined ? 0 : yardstickWidth(context, curves.yardstick);
    const left = Math.max(BUFFER_CURVE_MARGIN.left, Math.ceil(yardstickPx) + YARDSTICK_GAP_PX + FIGURE_X);
    const right = width - BUFFER_CURVE_MARGIN.gap - labelPx;
    const bottom = height - BUFFER_CURVE_MARGIN.bottom;
    const sizes = lanes
      .flatMap(({ points, size }) => [...points.map((point) => point.size), size])
      .filter(Number.isFinite);
    const x = linearScale(0, Math.max(1, ...sizes), left, right);
    const y = linearScale(...valueSpan(curves), bottom, BUFFER_CURVE_MARGIN.top);
    const yardstickY = curves.yardstick === undefined ? Number.POSITIVE_INFINITY : y(curves.yardstick.value);
    const ticks = y.ticks(4).filter((tick) => Math.abs(y(tick) - yardstickY) >= MIN_TICK_DISTANCE_PX);
    drawAxisBeside(themedContext, y, { left, right }, ticks);
    drawAxisBelow(themedContext, x, bottom);
    drawTexts(themedContext, curves, {
      left,
      width,
      height,
      showsIntervals: hasVisibleInterval(lanes, y),
      isOfOtherRun,
    });
    drawNamedSizes(themedContext, curves, x, y);
    if (curves.yardstick !== undefined) drawYardstick(themedContext, curves.yardstick, x, y);
    for (const lane of lanes) drawCurve(themedContext, lane, x, y);
    if (!hasVisibleInterval(lanes, y)) for (const lane of lanes) drawMeans(themedContext, lane, x, y);
    const intervalAreas = lanes.flatMap((lane) => areasOfIntervals(lane, x, y));
    const crossingArea = drawCrossing(themedContext, curves, x, y, intervalAreas);
    const goalAreas = drawGoalSizes(themedContext, curves, x, y, width);
    const wordsEnd = curves.namedSizes.length > 0 ? right : figureTextEnd(context, curves);
    const wordsOverPlane = { left: 0, right: wordsEnd, top: 0, bottom: WORDS_BOTTOM_Y };
    drawBufferRuns(themedContext, curves, x, y, [
      wordsOverPlane,
      ...goalAreas,
      ...(crossingArea === undefined ? [] : [crossingArea]),
    ]);
    drawLabels(themedContext, lanes, right + BUFFER_CURVE_MARGIN.gap, y, yardstickY);
  }
}

/** From a round number below all values to one above them; percents end at 100. */
function valueSpan({ lanes, isPercent, yardstick }: BufferCurves): [from: number, to: number] {
  const values = lanes
    .flatMap(({ points, value }) => [...points.flatMap(({ mean, ci95 }) => [mean - ci95, mean + ci95]), value])
    .concat(yardstick?.value ?? [])
    .filter(Number.isFinite);
  if (values.length === 0) return [0, isPercent ? 100 : 1];
  if (!isPercent) return [0, roundUpAxisEnd(Math.max(...values), 4)];
  return [Math.max(0, PERCENT_STEP * Math.floor(Math.min(...values) / PERCENT_STEP)), 100];
}

interface TextPlaces {
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly showsIntervals: boolean;
  readonly isOfOtherRun: boolean;
}

/** Writes the name of each axis, and the meaning of the curves and of the letters. */
function drawTexts({ context, theme }: ThemedContext, curves: BufferCurves, places: TextPlaces): void {
  const { left, width, height, showsIntervals, isOfOtherRun } = places;
  const { figureText, sizeUnit } = curves;
  const sizeText = `buffer (${sizeUnit})`;
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  context.fillText(sizeText, left, height - 9);
  const sizeEnd = left + textWidth(context, sizeText) + TEXT_GAP_PX;
  context.font = SMALL_DRAWING_FONT;
  context.fillText(figureText, FIGURE_X, TEXT_OVER_Y);
  const firstFitting = (texts: readonly string[], from: number) =>
    texts.find((text) => from + textWidth(context, text) <= width - 2) ?? '';
  const meanText = firstFitting(isOfOtherRun ? otherRunTexts(curves) : meanTexts(curves, showsIntervals), sizeEnd);
  context.textAlign = 'right';
  context.fillText(meanText, width - 2, height - 9);
  context.font = DRAWING_FONT;
}

/** The meaning of the curves, from the longest text to the shortest. */
function meanTexts({ lanes, seedCount }: BufferCurves, showsIntervals: boolean): readonly string[] {
  const meaning = `${showsIntervals ? 'curve' : 'dots'}: mean of ${seedCount} seeds`;
  const intervalTexts = showsIntervals ? [`${meaning} · whiskers: 95 % interval`] : [];
  const hasRun = lanes.some(({ value }) => Number.isFinite(value));
  const runTexts = hasRun ? [`${meaning} · ○ this run, one seed`, `${meaning} · ○ this run`] : [];
  return [
    ...intervalTexts.flatMap((text) => runTexts.map((runText) => `${text}${runText.slice(meaning.length)}`)),
    ...runTexts,
    ...intervalTexts,
    meaning,
  ];
}

/** The meaning of curves that do not have the changes of the present run. */
const otherRunTexts = ({ seedCount }: BufferCurves): readonly string[] => [
  `curve: the scenario without your changes, mean of ${seedCount} seeds`,
  'curve: the scenario without your changes',
  'curve: without your changes',
];

/** Right end of the name of the figure over the plot with the space behind it, px. */
function figureTextEnd(context: DrawingContext, { figureText }: BufferCurves): number {
  context.font = SMALL_DRAWING_FONT;
  const end = FIGURE_X + textWidth(context, figureText) + TEXT_GAP_PX;
  context.font = DRAWING_FONT;
  return end;
}

/** Whether any bar of an interval is long enough to be seen. */
function hasVisibleInterval(lanes: readonly LaneCurve[], y: LinearScale): boolean {
  return lanes.some(({ points }) => points.some(({ ci95 }) => y(0) - y(2 * ci95) > MIN_SEEN_INTERVAL_PX));
}

/** Writes the names of sizes over their lines, or beside their lower ends if there is no room over the plot. */
function drawNamedSizes(themedContext: ThemedContext, curves: BufferCurves, x: LinearScale, y: LinearScale): void {
  const { context } = themedContext;
  context.font = SMALL_DRAWING_FONT;
  let occupiedPx = figureTextEnd(context, curves);
  for (const namedSize of [...curves.namedSizes].sort((a, b) => a.size - b.size)) {
    if (namedSize.size > x.to) continue;
    context.font = SMALL_DRAWING_FONT;
    const text = `${namedSize.name} = ${formatAmount(namedSize.size)}`;
    const widthPx = textWidth(context, text);
    const left = Math.min(x(namedSize.size) - widthPx / 2, x.end - widthPx);
    const isOver = left >= occupiedPx;
    if (isOver) occupiedPx = left + widthPx + TEXT_GAP_PX;
    drawNamedSize(themedContext, { text, size: namedSize.size, left: isOver ? left : undefined }, x, y);
  }
}

/** A size with its words, and their left edge over the plot, px; undefined if they have no room there. */
interface NamedSizeText {
  readonly text: string;
  readonly size: number;
  readonly left: number | undefined;
}

function drawReferenceLine(
  { context, theme }: ThemedContext,
  from: readonly [x: number, y: number],
  to: readonly [x: number, y: number],
): void {
  context.setLineDash(REFERENCE_DASH);
  drawPixelLine(context, theme.muted, from, to);
  context.setLineDash([]);
}

function drawNamedSize(
  { context, theme }: ThemedContext,
  { text, size, left }: NamedSizeText,
  x: LinearScale,
  y: LinearScale,
): void {
  drawReferenceLine({ context, theme }, [x(size), y.start], [x(size), y.end]);
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.text;
  context.textAlign = 'left';
  if (left !== undefined) {
    context.fillText(text, left, TEXT_OVER_Y);
    context.font = DRAWING_FONT;
    return;
  }
  const isBefore = x(size) + NAME_DISTANCE_PX + textWidth(context, text) > x.end;
  context.textAlign = isBefore ? 'right' : 'left';
  context.fillText(text, x(size) + (isBefore ? -NAME_DISTANCE_PX : NAME_DISTANCE_PX), y.start - 8);
  context.font = DRAWING_FONT;
}

type Yardstick = NonNullable<BufferCurves['yardstick']>;

/** The number is left out of the axis beside it. */
const formatYardstick = ({ name, value }: Yardstick) => `${name} ${formatTick(value)}`;

function yardstickWidth(context: DrawingContext, yardstick: Yardstick): number {
  context.font = `italic ${SMALL_DRAWING_FONT}`;
  const widthPx = textWidth(context, formatYardstick(yardstick));
  context.font = DRAWING_FONT;
  return widthPx;
}

function drawYardstick({ context, theme }: ThemedContext, yardstick: Yardstick, x: LinearScale, y: LinearScale): void {
  const lineY = y(yardstick.value);
  drawReferenceLine({ context, theme }, [x.start, lineY], [x.end, lineY]);
  context.font = `italic ${SMALL_DRAWING_FONT}`;
  context.fillStyle = theme.text;
  context.textAlign = 'right';
  context.fillText(formatYardstick(yardstick), x.start - YARDSTICK_GAP_PX, lineY);
  context.font = DRAWING_FONT;
}

function drawCurve(
  { context, theme }: ThemedContext,
  { lane, points }: LaneCurve,
  x: LinearScale,
  y: LinearScale,
): void {
  const hasInterval = ({ ci95 }: LaneCurve['points'][number]) => y(0) - y(2 * ci95) > MIN_SEEN_INTERVAL_PX;
  const whiskers = points.filter(hasInterval).map(({ size, mean, ci95 }) => ({
    from: { x: x(size), y: y(mean - ci95) },
    to: { x: x(size), y: y(Math.min(y.to, mean + ci95)) },
  }));
  drawWhiskers({ context, theme }, whiskers);
  context.strokeStyle = theme.text;
  context.lineWidth = BUFFER_CURVE_LINE_PX;
  context.setLineDash([...laneDash(lane)]);
  context.beginPath();
  for (const { size, mean } of points) context.lineTo(x(size), y(mean));
  context.stroke();
  context.setLineDash([]);
}

/** Draws the means of a curve without whiskers as dots, so that a reader sees where it is measured. */
function drawMeans({ context, theme }: ThemedContext, { points }: LaneCurve, x: LinearScale, y: LinearScale): void {
  context.fillStyle = theme.text;
  for (const { size, mean } of points) {
    context.beginPath();
    context.arc(x(size), y(mean), MEAN_DOT_PX, 0, 2 * Math.PI);
    context.fill();
  }
}

/** Writes the lanes at the ends of their curves, but not at the end of the line of the yardstick. */
function drawLabels(
  themedContext: ThemedContext,
  lanes: readonly LaneCurve[],
  left: number,
  y: LinearScale,
  yardstickY: number,
): void {
  const { context, theme } = themedContext;
  const labels = lanes.flatMap(({ lane, name, points }) =>
    points.length === 0 ? [] : [{ lane, name, y: y(required(points.at(-1)).mean) }],
  );
  const overLabels = labels.filter((label) => label.y <= yardstickY);
  const belowLabels = labels.filter((label) => label.y > yardstickY);
  const isRoomOver =
    (overLabels.length - 1) * LABEL_PITCH_PX <= yardstickY - LABEL_TO_YARDSTICK_PX - y.end + LABELS_OVER_PX;
  const top = y.end - LABELS_OVER_PX;
  const placedLabels =
    Number.isFinite(yardstickY) && isRoomOver
      ? [
          ...spreadLabels(overLabels, top, yardstickY - LABEL_TO_YARDSTICK_PX, LABEL_PITCH_PX),
          ...spreadLabels(belowLabels, yardstickY + LABEL_TO_YARDSTICK_PX, y.start, LABEL_PITCH_PX),
        ]
      : spreadLabels(labels, y.end, y.start, LABEL_PITCH_PX);
  for (const label of placedLabels) {
    drawLaneBadge(themedContext, label.lane, left, label.y);
    context.fillStyle = theme.text;
    context.textAlign = 'left';
    drawFittingText(context, label.name, left + LANE_BADGE_PX + 4, label.y, MAX_NAME_PX);
  }
}
