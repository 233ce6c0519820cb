/** A second quantity as a grey area behind the lines: the rate of the link, for comparison of its times with theirs. */
import { formatTick } from '../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { crossesLabel } from './plot-annotation-label.ts';
import { nameWidth, type PlacedPlot, type PlacedRow } from './plot-layout.ts';
import { firstRowFrom, type PlotBackdrop } from './plot-model.ts';

const BACKDROP_OPACITY = 0.22;
const KEY_SIDE_PX = 8;

/** Fills the area behind a row. Its largest value is as high as the row. */
export function drawBackdrop({ context, theme, model, x }: PlacedPlot, { y }: Pick<PlacedRow, 'y'>): void {
  const { backdrop } = model;
  if (backdrop === undefined) return;
  const { timeSeconds, value, rowCount, max } = backdrop;
  const [bottom, height] = [y.start, y.start - y.end];
  const end = Math.min(rowCount, firstRowFrom(backdrop, Math.min(model.toSeconds, model.nowSeconds) + 1e-9));
  let from = x(model.fromSeconds);
  context.fillStyle = theme.muted;
  context.globalAlpha = BACKDROP_OPACITY;
  context.beginPath();
  context.moveTo(from, bottom);
  for (let row = firstRowFrom(backdrop, model.fromSeconds + 1e-9); row < end; row++) {
    const level = bottom - (height * value(row)) / max;
    const to = x(timeSeconds(row));
    context.lineTo(from, level);
    context.lineTo(to, level);
    from = to;
  }
  context.lineTo(from, bottom);
  context.fill();
  context.globalAlpha = 1;
}

/** Writes the meaning of the area behind the name of the first row, if there is room. */
export function drawBackdropKey(plot: PlacedPlot, { row, heading }: PlacedRow): void {
  const { context, theme, left, right, model } = plot;
  if (model.backdrop === undefined || !Number.isFinite(heading)) return;
  const from = left + (row.name === '' ? 0 : nameWidth(context, row) + 6);
  context.font = SMALL_DRAWING_FONT;
  const text = formatBackdrop(model.backdrop);
  if (from + KEY_SIDE_PX + 5 + context.measureText(text).width > right) return;
  context.fillStyle = theme.muted;
  context.globalAlpha = 2 * BACKDROP_OPACITY;
  context.fillRect(from, heading - KEY_SIDE_PX / 2, KEY_SIDE_PX, KEY_SIDE_PX);
  context.globalAlpha = 1;
  context.textAlign = 'left';
  context.fillText(text, from + KEY_SIDE_PX + 5, heading);
}

/** Distance of the value of a step from its upper edge, and space at its sides, px. */
const STEP_VALUE_DISTANCE_PX = 9;
const STEP_VALUE_PADDING_PX = 3;

/** Writes the highest value below the edge of its step, and the lowest one over it, where no line is. */
export function drawBackdropValues(plot: PlacedPlot, placedRow: PlacedRow): void {
  const { context, theme, model } = plot;
  const { y, row } = placedRow;
  const { backdrop } = model;
  if (backdrop === undefined) return;
  const steps = backdropSteps(plot, backdrop);
  const values = steps.map(({ value }) => value);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  if (!(lowest < highest)) return;
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.text;
  context.textAlign = 'left';
  for (const value of [lowest, highest]) {
    const edge = y.start - ((y.start - y.end) * value) / backdrop.max;
    const middle = edge + (value === highest ? STEP_VALUE_DISTANCE_PX : -STEP_VALUE_DISTANCE_PX);
    // With its unit, or without it if there is less room.
    for (const text of [`${formatTick(value)} ${backdrop.unit}`, formatTick(value)]) {
      const widthPx = context.measureText(text).width + 2 * STEP_VALUE_PADDING_PX;
      const step = steps.find(({ from, to, value: stepValue }) => {
        const place = { left: from, middle, widthPx };
        const isFree = () =>
          !row.lines.some((line) => crossesLabel(line, plot, placedRow, place)) &&
          !model.moments.some(({ seconds }) => plot.x(seconds) > from && plot.x(seconds) < from + widthPx);
        return stepValue === value && to - from >= widthPx && isFree();
      });
      if (step === undefined) continue;
      context.fillText(text, step.from + STEP_VALUE_PADDING_PX, middle);
      break;
    }
  }
  context.font = DRAWING_FONT;
}

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
