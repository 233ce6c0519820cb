/**
 * One plot of the lanes' series over time: moving lines on a canvas, axes in SVG below it. Lanes are told apart by
 * colour and letter, classes by dash; lines are labelled at their ends, under a cursor with their values there.
 */
import { axisBottom, axisLeft } from 'd3-axis';
import { type Selection, select } from 'd3-selection';
import { fitOver, rimmedText, type Surface, surfaceOf } from '../draw/canvas.ts';
import { FONT, figure, type Ink, inkOfTheme } from '../draw/palette.ts';
import { type LinearScale, linearScale, roundedUp } from '../draw/scale.ts';

export interface PlotLine {
  readonly label: string;
  readonly colour: string;
  readonly dash: readonly number[];
  readonly width: number;
  readonly rows: number;
  /** Simulated time of a row, s, and the value there; NaN leaves a gap. */
  time(row: number): number;
  value(row: number): number;
}

export interface PlotModel {
  readonly lines: readonly PlotLine[];
  /** Simulated time shown, s. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Where the run stands, s. What is known beyond is drawn faintly. */
  readonly nowSeconds: number;
  readonly cursorSeconds: number | undefined;
  /** Values below zero are expected: the axis has room for them. */
  readonly signed: boolean;
}

const MARGIN = { left: 44, top: 8, bottom: 34 };
const LABEL_HEIGHT = 13;
const FAINT = 0.25;

export class PlotView {
  private readonly canvas: HTMLCanvasElement;
  private readonly axes: Selection<SVGSVGElement, unknown, null, undefined>;
  private top = 0;
  private bottom = 0;
  private x: LinearScale = linearScale(0, 1, 0, 1);

  constructor(canvas: HTMLCanvasElement, svg: SVGSVGElement) {
    this.canvas = canvas;
    this.axes = select(svg);
    this.axes
      .selectAll(':scope > g')
      .data(['x', 'y'])
      .join('g')
      .attr('class', (name) => `axis ${name}`);
  }

  /** Simulated time under a place across the canvas, s; undefined outside of the axes. */
  timeAt(place: number): number | undefined {
    const [start, end] = this.x.range() as [number, number];
    return place < start - 4 || place > end + 4 ? undefined : this.x.invert(Math.min(end, Math.max(start, place)));
  }

  /** Simulated time in one pixel of the axis as it was drawn last, s. */
  get secondsPerPixel(): number {
    return this.x.invert(1) - this.x.invert(0);
  }

  draw(model: PlotModel): void {
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const ink = inkOfTheme();
    context.font = FONT;
    const widest = Math.max(0, ...model.lines.map(({ label }) => context.measureText(label).width));
    const right = width - Math.min(0.42 * width, widest + 12);
    const bottom = height - MARGIN.bottom;
    this.fit(model);
    const x = linearScale(model.fromSeconds, model.toSeconds, MARGIN.left, right);
    const y = linearScale(-roundedUp(-this.bottom, 3), roundedUp(this.top, 4), bottom, MARGIN.top);
    this.x = x;
    fitOver(surface, this.axes.node() as SVGSVGElement);
    this.drawAxes(x, y, bottom, right);
    context.save();
    context.beginPath();
    context.rect(MARGIN.left, 0, right - MARGIN.left, bottom + 1);
    context.clip();
    if (model.signed) rule(context, ink.muted, [MARGIN.left, y(0)], [right, y(0)]);
    const ends = model.lines.map((line) => ({ line, ...stroke(context, line, x, y, model) }));
    if (x(model.nowSeconds) < right - 1) {
      const now = x(model.nowSeconds);
      rule(context, ink.grid, [now, MARGIN.top], [now, bottom]);
    }
    context.restore();
    if (model.cursorSeconds !== undefined) this.drawCursor(context, ink, model, x, y, bottom);
    this.drawLabels(surface, ink, model, ends, right, bottom);
    context.fillStyle = ink.muted;
    context.textAlign = 'center';
    context.fillText('simulated time (s)', (MARGIN.left + right) / 2, height - 6);
  }

  private drawAxes(x: LinearScale, y: LinearScale, bottom: number, right: number): void {
    this.axes
      .select<SVGGElement>('g.x')
      .attr('transform', `translate(0,${bottom})`)
      .call(axisBottom(x).ticks(4).tickSizeOuter(0));
    this.axes
      .select<SVGGElement>('g.y')
      .attr('transform', `translate(${MARGIN.left},0)`)
      .call(
        axisLeft(y)
          .ticks(4)
          .tickSize(MARGIN.left - right)
          .tickSizeOuter(0),
      );
  }

  private drawCursor(
    context: CanvasRenderingContext2D,
    ink: Ink,
    model: PlotModel,
    x: LinearScale,
    y: LinearScale,
    bottom: number,
  ): void {
    const at = model.cursorSeconds as number;
    const place = x(at);
    const [start, end] = x.range() as [number, number];
    if (place < start || place > end) return;
    rule(context, ink.text, [place, MARGIN.top], [place, bottom]);
    for (const line of model.lines) {
      const value = valueAt(line, at);
      if (Number.isNaN(value)) continue;
      context.fillStyle = line.colour;
      context.beginPath();
      context.arc(place, y(value), 3, 0, 2 * Math.PI);
      context.fill();
    }
    context.fillStyle = ink.text;
    context.textBaseline = 'middle';
    const label = `${Number(at.toFixed(2))} s`;
    context.textAlign = place > end - 50 ? 'right' : 'left';
    rimmedText(context, ink.surface, label, place + (place > end - 50 ? -6 : 6), MARGIN.top + 6);
  }

  private drawLabels(
    { context, width }: Surface,
    ink: Ink,
    model: PlotModel,
    ends: readonly { readonly line: PlotLine; readonly y: number }[],
    right: number,
    bottom: number,
  ): void {
    const known = ends.filter((item) => !Number.isNaN(item.y));
    const most = Math.max(1, Math.floor((bottom - MARGIN.top) / LABEL_HEIGHT));
    const shown = known.length <= most ? known : known.slice(0, most - 1);
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    const folded = known.length - shown.length;
    const placed = spread(
      shown.map(({ line, y }) => ({ line, y })),
      MARGIN.top + 4,
      folded > 0 ? bottom - LABEL_HEIGHT : bottom,
    );
    const room = width - right - 6;
    for (const { line, y } of placed) {
      const value = model.cursorSeconds === undefined ? undefined : valueAt(line, model.cursorSeconds);
      const text = value === undefined || Number.isNaN(value) ? line.label : `${figure(value)} ${line.label}`;
      context.fillStyle = line.colour;
      context.fillText(text, right + 6, y, room);
    }
    if (folded === 0) return;
    context.fillStyle = ink.muted;
    context.fillText(`+ ${folded} more`, right + 6, bottom, room);
  }

  /** Follows the extremes at once when they grow, and lazily when they shrink, so that the axis does not tremble. */
  private fit(model: PlotModel): void {
    let highest = 0;
    let lowest = 0;
    for (const line of model.lines) {
      for (let row = firstRow(line, model.fromSeconds); row < line.rows && line.time(row) <= model.toSeconds; row++) {
        const value = line.value(row);
        if (value > highest) highest = value;
        if (value < lowest) lowest = value;
      }
    }
    if (highest > this.top || highest < this.top / 2) this.top = highest * 1.1;
    if (lowest < this.bottom || lowest > this.bottom / 2) this.bottom = model.signed ? lowest * 1.1 : 0;
    if (!model.signed) this.bottom = 0;
    if (!(this.top > 0)) this.top = this.bottom < 0 ? -this.bottom / 4 : 1;
  }
}

/** First row at or after a time: rows are in order of time. */
export function firstRow(line: Pick<PlotLine, 'rows' | 'time'>, fromSeconds: number): number {
  let from = 0;
  let to = line.rows;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (line.time(middle) < fromSeconds) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The value of the window in which a time lies; NaN where there is none. */
export function valueAt(line: PlotLine, seconds: number): number {
  const row = firstRow(line, seconds - 1e-9);
  return row < line.rows ? line.value(row) : Number.NaN;
}

function rule(
  context: CanvasRenderingContext2D,
  colour: string,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(Math.round(fromX) + 0.5, fromY);
  context.lineTo(fromX === toX ? Math.round(toX) + 0.5 : toX, toY);
  context.stroke();
}

/** Draws one line; returns the height of its end where the run stands, NaN where there is nothing. */
function stroke(
  context: CanvasRenderingContext2D,
  line: PlotLine,
  x: LinearScale,
  y: LinearScale,
  model: PlotModel,
): { readonly y: number } {
  const first = Math.max(0, firstRow(line, model.fromSeconds) - 1);
  const last = Math.min(line.rows, firstRow(line, model.toSeconds) + 1);
  const present = Math.min(last, firstRow(line, model.nowSeconds + 1e-9));
  context.strokeStyle = line.colour;
  context.lineWidth = line.width;
  context.setLineDash([...line.dash]);
  const end = drawCourse(context, line, x, y, first, present);
  if (present < last) {
    context.globalAlpha = FAINT;
    drawCourse(context, line, x, y, Math.max(first, present - 1), last);
    context.globalAlpha = 1;
  }
  context.setLineDash([]);
  return { y: end };
}

/** What lies far outside is drawn from nearer by: browsers draw every dash of a line, also those that nobody sees. */
const FAR_PX = 20_000;

function near(place: number): number {
  return Math.min(FAR_PX, Math.max(-FAR_PX, place));
}

/** Side of the dot for a value whose neighbours are missing. */
const DOT_PX = 4;

/** Rows closer together than a pixel are thinned to the lowest and the highest of each. */
export function drawCourse(
  context: CanvasRenderingContext2D,
  line: PlotLine,
  x: LinearScale,
  y: LinearScale,
  first: number,
  last: number,
): number {
  const pixels = Math.max(1, Math.abs((x.range()[1] as number) - (x.range()[0] as number)));
  const stride = Math.max(1, Math.ceil((last - first) / pixels / 2));
  let end = Number.NaN;
  let place = Number.NaN;
  let height = 0;
  /** Points since the last gap; one that stays alone is drawn as a dot. */
  let joined = 0;
  const dot = () => {
    if (joined === 1 && height < DOT_PX) context.fillRect(place - DOT_PX / 2, end - DOT_PX / 2, DOT_PX, DOT_PX);
    joined = 0;
  };
  context.fillStyle = line.colour;
  context.beginPath();
  for (let row = first; row < last; row += stride) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = row; at < Math.min(last, row + stride); at++) {
      const value = line.value(at);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high < low) {
      dot();
      continue;
    }
    place = near(x(line.time(row)));
    const from = near(y(low));
    end = near(y(high));
    height = from - end;
    if (joined > 0) context.lineTo(place, from);
    else context.moveTo(place, from);
    if (low !== high) context.lineTo(place, end);
    joined++;
  }
  dot();
  context.stroke();
  return end;
}

/** Moves labels apart so that none covers another, as little as needed. */
export function spread<T extends { y: number }>(items: readonly T[], top: number, bottom: number): T[] {
  const sorted = [...items].sort((one, other) => one.y - other.y);
  let last = top - LABEL_HEIGHT;
  for (const item of sorted) {
    item.y = Math.max(item.y, last + LABEL_HEIGHT);
    last = item.y;
  }
  let next = bottom + LABEL_HEIGHT;
  for (const item of sorted.reverse()) {
    item.y = Math.min(item.y, next - LABEL_HEIGHT);
    next = item.y;
  }
  return sorted;
}
