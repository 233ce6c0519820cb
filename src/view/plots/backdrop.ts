/** A second quantity as grey steps behind the lines: the rate of the link, for comparison of its times with theirs. */
import { formatTick } from '../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { crossesLabel } from './plot-annotation-label.ts';
import { nameWidth, type PlacedPlot, type PlacedRow } from './plot-layout.ts';
import { firstRowFrom, type PlotBackdrop } from './plot-model.ts';

const LINE_PX = 1.5;
/** Width of the step in the key, and its distance from the middle of the words, px. */
const KEY_STEP_PX = 14;
const KEY_RISE_PX = 3;

/** Draws the steps behind a row as a line without an area: only the warm-up has a grey ground. The largest value is as high as the row. */
export function drawBackdrop(plot: PlacedPlot, { y }: Pick<PlacedRow, 'y'>): void {
  const { context, theme, model } = plot;
  if (model.backdrop === undefined) return;
  context.strokeStyle = theme.muted;
  context.lineWidth = LINE_PX;
  context.beginPath();
  for (const [index, { from, to, value }] of backdropSteps(plot, model.backdrop).entries()) {
    const level = edgeOfStep(y, value, model.backdrop);
    if (index === 0) context.moveTo(from, level);
    else context.lineTo(from, level);
    context.lineTo(to, level);
  }
  context.stroke();
}

/** Writes the meaning of the line behind the name of the first row, if there is room. */
export function drawBackdropKey(plot: PlacedPlot, { row, heading }: PlacedRow): void {
  const { context, theme, left, right, model } = plot;
  if (model.backdrop === undefined || !Number.isFinite(heading)) return;
  const from = left + (row.name === '' ? 0 : nameWidth(context, row) + 6);
  context.font = SMALL_DRAWING_FONT;
  const text = formatBackdrop(model.backdrop);
  if (from + KEY_STEP_PX + 5 + context.measureText(text).width > right) return;
  context.strokeStyle = theme.muted;
  context.lineWidth = LINE_PX;
  context.beginPath();
  context.moveTo(from, heading + KEY_RISE_PX);
  context.lineTo(from + KEY_STEP_PX / 2, heading + KEY_RISE_PX);
  context.lineTo(from + KEY_STEP_PX / 2, heading - KEY_RISE_PX);
  context.lineTo(from + KEY_STEP_PX, heading - KEY_RISE_PX);
  context.stroke();
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  context.fillText(text, from + KEY_STEP_PX + 5, heading);
  context.font = DRAWING_FONT;
}

/** Distance of the middle of a value from its step, space at its sides, and half of its height, px. */
const STEP_VALUE_DISTANCE_PX = 9;
const STEP_VALUE_PADDING_PX = 3;
const WORDS_HALF_HEIGHT_PX = 7;
/** A value that is higher over its step would look like that of another step, px. */
const MAX_VALUE_OVER_PX = 24;

/** Writes the highest value below its step, and the lowest one over it, where no line is. */
export function drawBackdropValues(plot: PlacedPlot, placedRow: PlacedRow): void {
  const { context, theme, model, left, right } = plot;
  const { y, row } = placedRow;
  const { backdrop } = model;
  if (backdrop === undefined) return;
  const steps = backdropSteps(plot, backdrop);
  const values = steps.map(({ value }) => value);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  if (!(lowest < highest)) return;
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  for (const value of [lowest, highest]) {
    const text = `${formatTick(value)} ${backdrop.unit}`;
    const widthPx = context.measureText(text).width + 2 * STEP_VALUE_PADDING_PX;
    const edge = edgeOfStep(y, value, backdrop);
    const places = steps
      .filter((step) => step.value === value && (value === lowest || step.to - step.from >= widthPx))
      // In the middle of the step, or at one of its ends.
      .flatMap(({ from, to }) => [(from + to - widthPx) / 2, from, to - widthPx])
      .map((left) => ({ from: left, to: left + widthPx }))
      .map(({ from, to }) => {
        // The lowest value can be wider than its step: then it is over the neighbours of the step too.
        const edges = valuesBetween(steps, from, to).map((other) => edgeOfStep(y, other, backdrop));
        const middle =
          value === highest ? Math.max(...edges) + STEP_VALUE_DISTANCE_PX : Math.min(...edges) - STEP_VALUE_DISTANCE_PX;
        return { left: from, middle, widthPx };
      });
    const place = places.find(
      (candidate) =>
        candidate.left >= left &&
        candidate.left + widthPx <= right &&
        Math.abs(candidate.middle - edge) <= MAX_VALUE_OVER_PX &&
        candidate.middle - WORDS_HALF_HEIGHT_PX >= y.end &&
        !row.lines.some((line) => crossesLabel(line, plot, placedRow, candidate)) &&
        !model.moments.some(({ seconds }) => isWithin(plot.x(seconds), candidate.left, candidate.left + widthPx)),
    );
    if (place !== undefined) context.fillText(text, place.left + STEP_VALUE_PADDING_PX, place.middle);
  }
  context.font = DRAWING_FONT;
}

/** Whether the line of the steps goes through words. @param middle of the words, px */
export function crossesBackdrop(
  plot: PlacedPlot,
  { y }: Pick<PlacedRow, 'y'>,
  { left, middle, widthPx }: { readonly left: number; readonly middle: number; readonly widthPx: number },
): boolean {
  const { backdrop } = plot.model;
  if (backdrop === undefined) return false;
  const edges = valuesBetween(backdropSteps(plot, backdrop), left, left + widthPx).map((value) =>
    edgeOfStep(y, value, backdrop),
  );
  return Math.min(...edges) <= middle + WORDS_HALF_HEIGHT_PX && Math.max(...edges) >= middle - WORDS_HALF_HEIGHT_PX;
}

const isWithin = (place: number, from: number, to: number) => place > from && place < to;

/** The values of the steps between two places. */
const valuesBetween = (steps: readonly BackdropStep[], from: number, to: number): readonly number[] =>
  steps.filter((step) => step.to > from && step.from < to).map(({ value }) => value);

const edgeOfStep = (y: PlacedRow['y'], value: number, { max }: PlotBackdrop) =>
  y.start - ((y.start - y.end) * value) / max;

interface BackdropStep {
  readonly from: number;
  to: number;
  readonly value: number;
}

/** The parts of the shown time with one value each, px. */
function backdropSteps({ model, x }: PlacedPlot, backdrop: PlotBackdrop): readonly BackdropStep[] {
  const { timeSeconds, value, rowCount } = backdrop;
  const end = Math.min(rowCount, firstRowFrom(backdrop, Math.min(model.toSeconds, model.nowSeconds) + 1e-9));
  const steps: BackdropStep[] = [];
  let from = x(model.fromSeconds);
  for (let row = firstRowFrom(backdrop, model.fromSeconds + 1e-9); row < end; row++) {
    const to = x(timeSeconds(row));
    const lastStep = steps.at(-1);
    if (lastStep?.value === value(row)) lastStep.to = to;
    else steps.push({ from, to, value: value(row) });
    from = to;
  }
  return steps;
}

function formatBackdrop({ label, max, unit, rowCount, value }: PlotBackdrop): string {
  let min = max;
  for (let row = 0; row < rowCount; row++) min = Math.min(min, value(row));
  return `${label}, ${min === max ? '' : `${formatTick(min)} to `}${formatTick(max)} ${unit}`;
}
