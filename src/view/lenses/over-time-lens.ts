/**
 * The lens that serves any policy: the queue, what the policy keeps of it and its thresholds over the last seconds. All
 * lanes have one scale, so that what is higher in one of them is more.
 */
import { SERIES_CLASS_STRIDE, SERIES_FIXED, SeriesColumn } from '../../engine/frame.ts';
import { type Surface, surfaceOf } from '../draw/canvas.ts';
import { amount, FONT, type Ink, inkOfTheme } from '../draw/palette.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import { drawGrid, drawTitle, drawUnit, line, type Margin, NARROW_LENS } from './lens-axes.ts';
import type { LaneSeries, Lens, LensModel } from './lens-model.ts';

const MARGIN: Margin = { left: 50, right: 58, top: 26, bottom: 32 };
/** Width of the window, s. */
const WINDOW_SECONDS = 5;

/** Rows of a series that end in the window before now: the first, and the one after the last. */
function rowsOf({ frame, series }: LaneSeries): readonly [start: number, end: number] {
  const fromNs = Math.max(0, frame.timeNs - WINDOW_SECONDS * 1e9);
  let end = series.rows;
  while (end > 0 && series.at(end - 1, SeriesColumn.timeNs) > frame.timeNs) end--;
  let start = end;
  while (start > 0 && series.at(start - 1, SeriesColumn.timeNs) >= fromNs) start--;
  return [start, end];
}

/** Columns of the queue's length, and of what the policy keeps in the same unit. Cells are counted by its first signal. */
function columnsOf({ description }: LaneSeries): readonly number[] {
  const inCells = description.bufferUnit === 'cells';
  const first = SERIES_FIXED + description.classes.length * SERIES_CLASS_STRIDE;
  const signals = description.hints.signals.flatMap(({ axis }, index) =>
    axis === (inCells ? 'cells' : 'queue') ? [first + index] : [],
  );
  return inCells ? signals : [SeriesColumn.waitingPackets, ...signals];
}

function thresholdsOf({ description, frame, values }: LaneSeries) {
  const buffer = description.bufferUnit === 'cells' ? frame.limitCells : frame.limitPackets;
  return description.hints.thresholds.map(({ parameter, symbol, style }) => ({
    symbol,
    style,
    amount: parameter === 'buffer' ? buffer : Number(values[parameter]),
  }));
}

/** The highest that a lane has in the window, with the thresholds that are near it; packets or cells. */
export function highestOf(lane: LaneSeries): number {
  const [start, end] = rowsOf(lane);
  const columns = columnsOf(lane);
  let highest = 1;
  for (let row = start; row < end; row++)
    for (const column of columns) highest = Math.max(highest, lane.series.at(row, column));
  const near = thresholdsOf(lane).filter(({ amount: at }) => at < 1.5 * highest);
  return Math.max(highest, ...near.map(({ amount: at }) => at * 1.08));
}

export class OverTimeLens implements Lens {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  draw(model: LensModel): void {
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const ink = inkOfTheme();
    context.font = FONT;
    context.textBaseline = 'middle';
    const lanes = model.lanes();
    const from = Math.max(0, model.frame.timeNs / 1e9 - WINDOW_SECONDS);
    const x = linearScale(from, from + WINDOW_SECONDS, MARGIN.left, width - MARGIN.right);
    const y = linearScale(0, Math.max(...lanes.map(highestOf)), height - MARGIN.bottom, MARGIN.top);
    drawTitle(surface, ink, titleOf(model, lanes.length, width < NARROW_LENS));
    drawGrid(surface, ink, MARGIN, x.ticks(4), x, y.ticks(3), y, amount);
    drawUnit(surface, ink, MARGIN, 's');
    drawThresholds(surface, ink, model, x, y);
    const [start, end] = rowsOf(model);
    columnsOf(model).forEach((column, index) => {
      line(context, index === 0 ? ink.muted : ink.accent, index === 0 ? 1 : 2, end - start, (step) => [
        x(model.series.at(start + step, SeriesColumn.timeNs) / 1e9),
        y(model.series.at(start + step, column)),
      ]);
    });
  }
}

function titleOf({ description }: LensModel, lanes: number, narrow: boolean): string {
  const what = `Queue over time, ${description.bufferUnit === 'cells' ? 'cells' : 'packets'}`;
  if (lanes < 2) return what;
  return narrow ? `${what}; one scale` : `${what}; all lanes on one scale`;
}

function drawThresholds({ context }: Surface, ink: Ink, model: LensModel, x: LinearScale, y: LinearScale): void {
  context.textAlign = 'left';
  for (const { symbol, style, amount: at } of thresholdsOf(model)) {
    if (!(at <= y.to)) continue;
    const ends = [x(x.from), x(x.to)] as const;
    line(context, ink.text, 1, 2, (step) => [ends[step] as number, y(at)], style === 'middle' ? [4, 3] : []);
    context.fillStyle = ink.muted;
    context.fillText(symbol, x(x.to) + 6, y(at));
  }
}
