/**
 * One plot of the lanes' series over time: moving lines on a canvas, axes in SVG above it. Lanes are told apart by
 * colour and letter, classes by dash; lines are labelled at their ends.
 */
import { axisBottom, axisLeft } from 'd3-axis';
import { type Selection, select } from 'd3-selection';
import { surfaceOf } from './canvas.ts';
import { FONT, inkOf } from './palette.ts';
import { linearScale, roundedUp } from './scale.ts';

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
}

const MARGIN = { left: 44, top: 8, bottom: 34 };
const LABEL_HEIGHT = 13;

export class PlotView {
  private readonly canvas: HTMLCanvasElement;
  private readonly axes: Selection<SVGSVGElement, unknown, null, undefined>;
  /** Top of the value axis: grows at once, shrinks when the lines use less than half of it. */
  private top = 0;

  constructor(canvas: HTMLCanvasElement, svg: SVGSVGElement) {
    this.canvas = canvas;
    this.axes = select(svg);
    this.axes
      .selectAll(':scope > g')
      .data(['x', 'y'])
      .join('g')
      .attr('class', (name) => `axis ${name}`);
  }

  draw(model: PlotModel): void {
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const ink = inkOf(this.canvas);
    context.font = FONT;
    const widest = Math.max(0, ...model.lines.map((line) => context.measureText(line.label).width));
    const right = width - Math.min(0.4 * width, widest + 10);
    const bottom = height - MARGIN.bottom;
    this.fitTop(model);
    const x = linearScale(model.fromSeconds, model.toSeconds, MARGIN.left, right);
    const y = linearScale(0, roundedUp(this.top, 4), bottom, MARGIN.top);
    this.axes
      .select<SVGGElement>('g.x')
      .attr('transform', `translate(0,${bottom})`)
      .call(axisBottom(x).ticks(5).tickSizeOuter(0));
    this.axes
      .select<SVGGElement>('g.y')
      .attr('transform', `translate(${MARGIN.left},0)`)
      .call(
        axisLeft(y)
          .ticks(4)
          .tickSize(MARGIN.left - right)
          .tickSizeOuter(0),
      );
    context.save();
    context.beginPath();
    context.rect(MARGIN.left, 0, right - MARGIN.left, bottom + 1);
    context.clip();
    const ends = model.lines.map((line) => ({ line, y: stroke(context, line, x, y, model) }));
    context.restore();
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    for (const end of spread(
      ends.filter((item) => !Number.isNaN(item.y)),
      MARGIN.top,
      bottom,
    )) {
      context.fillStyle = end.line.colour;
      context.fillText(end.line.label, right + 6, end.y);
    }
    context.fillStyle = ink.muted;
    context.textAlign = 'center';
    context.fillText('simulated time (s)', (MARGIN.left + right) / 2, height - 6);
  }

  private fitTop(model: PlotModel): void {
    let highest = 0;
    for (const line of model.lines) {
      for (let row = firstRow(line, model.fromSeconds); row < line.rows; row++) {
        const value = line.value(row);
        if (value > highest) highest = value;
      }
    }
    if (highest > this.top || highest < this.top / 2) this.top = highest * 1.1;
    if (!(this.top > 0)) this.top = 1;
  }
}

/** First row at or after a time: rows are in order of time. */
function firstRow(line: PlotLine, fromSeconds: number): number {
  let from = 0;
  let to = line.rows;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (line.time(middle) < fromSeconds) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Draws one line; returns the height of its end, NaN where there is nothing. Rows closer than a pixel are thinned. */
function stroke(
  context: CanvasRenderingContext2D,
  line: PlotLine,
  x: (s: number) => number,
  y: (value: number) => number,
  model: PlotModel,
): number {
  const first = Math.max(0, firstRow(line, model.fromSeconds) - 1);
  const stride = Math.max(1, Math.floor((line.rows - first) / 600));
  let end = Number.NaN;
  let pen = false;
  context.strokeStyle = line.colour;
  context.lineWidth = line.width;
  context.setLineDash([...line.dash]);
  context.beginPath();
  for (let row = first; row < line.rows; row += stride) {
    const value = line.value(row);
    if (Number.isNaN(value)) {
      pen = false;
      continue;
    }
    end = y(value);
    if (pen) context.lineTo(x(line.time(row)), end);
    else context.moveTo(x(line.time(row)), end);
    pen = true;
  }
  context.stroke();
  context.setLineDash([]);
  return end;
}

/** Moves labels apart so that none covers another, as little as needed. */
function spread<T extends { y: number }>(items: T[], top: number, bottom: number): T[] {
  const sorted = [...items].sort((one, other) => one.y - other.y);
  let last = top - LABEL_HEIGHT;
  for (const item of sorted) {
    item.y = Math.max(item.y, last + LABEL_HEIGHT);
    last = item.y;
  }
  let next = bottom + LABEL_HEIGHT / 2;
  for (const item of sorted.reverse()) {
    item.y = Math.min(item.y, next - LABEL_HEIGHT / 2);
    next = item.y - LABEL_HEIGHT / 2;
  }
  return sorted;
}
