/**
 * The lens under a queue: what the policy is thinking. Chosen by the policy's drawing hints: a rule as a curve is drawn
 * over its first signal, `occupancy` shows how full the buffer has been. The other lens, which serves any policy, shows
 * the queue, the policy's signals and its thresholds over time.
 */
import { SERIES_CLASS_STRIDE, SERIES_FIXED, SeriesColumn } from '../engine/frame.ts';
import { rimmedText, type Surface, surfaceOf } from './canvas.ts';
import { drawGrid, drawTitle } from './lens-axes.ts';
import type { Lens, LensModel } from './lens-model.ts';
import { amount, FONT, figure, type Ink, inkOfTheme } from './palette.ts';
import { type LinearScale, linearScale } from './scale.ts';
import { type Grip, ThresholdDrag } from './threshold-drag.ts';

const MARGIN = { left: 40, right: 14, top: 26, bottom: 30 };
const BARS = 20;
const TRAIL = 40;
/** Width of the window of the lens over time, s. */
const OVER_TIME_SECONDS = 5;

/** Room for "100 %" and for the end of an axis of six digits. */
const WIDE = { ...MARGIN, left: MARGIN.left + 10, right: MARGIN.right + 18 };

export class LensView implements Lens {
  private readonly canvas: HTMLCanvasElement;
  /** Thresholds are dragged in the lens as on the queue. */
  readonly thresholds: ThresholdDrag;
  private readonly trail: { x: number; y: number }[] = [];
  private grips: Grip[] = [];
  private axis: LinearScale = linearScale(0, 1, 0, 1);
  private shownNs = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.thresholds = new ThresholdDrag(
      canvas,
      () => this.grips,
      (_, place) => this.axis.invert(place),
    );
  }

  hide(): void {
    this.grips = [];
  }

  draw(model: LensModel): void {
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    const ink = inkOfTheme();
    surface.context.font = FONT;
    surface.context.textBaseline = 'middle';
    if (model.frame.timeNs < this.shownNs) this.trail.length = 0;
    this.shownNs = model.frame.timeNs;
    this.grips = [];
    const { lens } = model.description.hints;
    if (model.overTime || (model.curve === undefined && lens !== 'occupancy')) this.drawOverTime(surface, ink, model);
    else if (model.curve !== undefined) this.drawCurve(surface, ink, model, model.curve);
    else this.drawOccupancy(surface, ink, model);
  }

  private drawOccupancy(surface: Surface, ink: Ink, { frame, series }: LensModel): void {
    const { context, width, height } = surface;
    const limit = Number.isFinite(frame.limitPackets)
      ? frame.limitPackets
      : Math.max(1, Math.ceil(frame.limitBytes / 1000));
    const bars = Math.min(BARS, limit);
    const counts = new Float64Array(bars);
    let rows = 0;
    for (; rows < series.rows && series.at(rows, SeriesColumn.timeNs) <= frame.timeNs; rows++) {
      const bar = Math.min(bars - 1, Math.floor((series.at(rows, SeriesColumn.meanWaitingPackets) / limit) * bars));
      counts[bar] = (counts[bar] as number) + 1;
    }
    const most = Math.max(1, ...counts);
    const x = linearScale(0, limit, WIDE.left, width - WIDE.right);
    const y = linearScale(0, most / Math.max(1, rows), height - WIDE.bottom, WIDE.top);
    drawTitle(surface, ink, 'Packets waiting, share of the time');
    drawGrid(surface, ink, WIDE, x.ticks(5), x, y.ticks(3), y, (share) => `${Math.round(share * 100)} %`);
    context.fillStyle = ink.muted;
    for (let bar = 0; bar < bars; bar++) {
      const share = (counts[bar] as number) / Math.max(1, rows);
      const left = x((bar * limit) / bars) + 1;
      context.fillRect(left, y(share), x(((bar + 1) * limit) / bars) - left - 1, y(0) - y(share));
    }
    const now = x(Math.min(limit, frame.waitingPackets));
    triangle(context, ink.text, now, y(0) + 2);
    context.fillStyle = ink.text;
    const label = `now ${amount(frame.waitingPackets)}`;
    context.textAlign = now > width - 90 ? 'right' : 'left';
    rimmedText(context, ink.surface, label, now + (now > width - 90 ? -8 : 8), WIDE.top + 8);
  }

  private drawOverTime(surface: Surface, ink: Ink, { frame, description, series, values }: LensModel): void {
    const { context, width, height } = surface;
    const now = frame.timeNs / 1e9;
    const from = Math.max(0, now - OVER_TIME_SECONDS);
    const first = SERIES_FIXED + description.classes.length * SERIES_CLASS_STRIDE;
    const inCells = description.bufferUnit === 'cells';
    const signals = description.hints.signals.flatMap(({ axis }, index) =>
      axis === (inCells ? 'cells' : 'queue') ? [first + index] : [],
    );
    // Cells are counted by the first of the policy's signals.
    const [queue, ...kept] = inCells ? signals : [SeriesColumn.waitingPackets, ...signals];
    const thresholds = description.hints.thresholds.map((hint) => ({
      hint,
      amount:
        hint.parameter !== 'buffer' ? Number(values[hint.parameter]) : inCells ? frame.limitCells : frame.limitPackets,
    }));
    let end = series.rows;
    while (end > 0 && series.at(end - 1, SeriesColumn.timeNs) > frame.timeNs) end--;
    let start = end;
    let highest = 1;
    while (start > 0 && series.at(start - 1, SeriesColumn.timeNs) / 1e9 >= from) {
      start--;
      for (const column of inCells ? signals : [SeriesColumn.maxWaitingPackets])
        highest = Math.max(highest, series.at(start, column));
    }
    for (const { amount: at } of thresholds) if (at < 1.5 * highest) highest = Math.max(highest, at * 1.08);
    const x = linearScale(from, from + OVER_TIME_SECONDS, MARGIN.left, width - MARGIN.right - 44);
    const y = linearScale(0, highest, height - MARGIN.bottom, MARGIN.top);
    drawTitle(
      surface,
      ink,
      `Queue${kept.length > 0 ? ` and what the policy keeps` : ''} over time (${inCells ? 'cells' : 'packets'}, s)`,
    );
    drawGrid(surface, ink, MARGIN, x.ticks(4), x, y.ticks(3), y, (packets) => amount(packets));
    context.textAlign = 'left';
    for (const { hint, amount: at } of thresholds) {
      if (!(at <= highest)) continue;
      line(
        context,
        ink.text,
        1,
        1,
        (step) => [x(from) + step * (x(x.to) - x(from)), y(at)],
        hint.style === 'middle' ? [4, 3] : [],
      );
      context.fillStyle = ink.muted;
      context.fillText(hint.symbol, x(x.to) + 6, y(at));
    }
    const rows = end - start;
    const course = (column: number, colour: string, thick: number) => {
      const known = (step: number) => Math.min(step, rows - 1);
      if (rows < 2) return;
      line(context, colour, thick, rows - 1, (step) => {
        const row = start + known(step);
        return [x(series.at(row, SeriesColumn.timeNs) / 1e9), y(Math.min(highest, series.at(row, column)))];
      });
    };
    if (queue !== undefined) course(queue, ink.muted, 1);
    for (const column of kept) course(column, ink.accent, 2);
  }

  private drawCurve(surface: Surface, ink: Ink, model: LensModel, curve: (signal: number) => number): void {
    const { context, width, height } = surface;
    const { frame, values, description } = model;
    const thresholds = description.hints.thresholds.filter((hint) => hint.parameter !== 'buffer');
    const highest = Math.max(...thresholds.map((hint) => Number(values[hint.parameter])), 1);
    const signal = frame.signals[0] as number;
    const x =
      this.thresholds.dragged === undefined
        ? linearScale(0, Math.max(highest * 2.1, signal * 1.1), MARGIN.left, width - MARGIN.right)
        : this.axis;
    const top = Math.min(1, Math.max(0.2, 2.2 * curve(highest * 0.999), 1.3 * curve(signal)));
    const y = linearScale(0, top, height - MARGIN.bottom, MARGIN.top);
    // While a threshold is dragged the axis stands still under the pointer.
    if (this.thresholds.dragged === undefined) this.axis = x;
    drawTitle(surface, ink, 'Drop probability against average queue (packets)');
    drawGrid(surface, ink, MARGIN, x.ticks(5), x, y.ticks(4), y, (probability) =>
      String(Number(probability.toPrecision(3))),
    );
    context.save();
    context.beginPath();
    context.rect(
      MARGIN.left,
      MARGIN.top - 1,
      width - MARGIN.left - MARGIN.right,
      height - MARGIN.bottom - MARGIN.top + 3,
    );
    context.clip();
    line(context, ink.accent, 2, 240, (step) => {
      const value = x.to * (step / 240);
      return [x(value), y(curve(value))];
    });
    context.restore();
    this.grips = thresholds.map(({ parameter }) => ({ parameter, place: x(Number(values[parameter])) }));
    for (const hint of thresholds) {
      const at = Math.round(x(Number(values[hint.parameter]))) + 0.5;
      context.strokeStyle = ink.text;
      context.lineWidth = 1;
      context.setLineDash(hint.style === 'middle' ? [4, 3] : []);
      context.beginPath();
      context.moveTo(at, y(0));
      context.lineTo(at, MARGIN.top);
      context.stroke();
      context.setLineDash([]);
      context.fillStyle = ink.muted;
      context.textAlign = 'left';
      rimmedText(context, ink.surface, hint.symbol, at + 4, MARGIN.top + 6);
    }
    this.drawOperatingPoint(
      surface,
      ink,
      x(signal),
      Math.max(MARGIN.top, y(curve(signal))),
      `average ${figure(signal)}, p = ${figure(curve(signal))}`,
    );
  }

  private drawOperatingPoint({ context, width }: Surface, ink: Ink, x: number, y: number, label: string): void {
    this.trail.push({ x, y });
    if (this.trail.length > TRAIL) this.trail.shift();
    context.fillStyle = ink.accent;
    for (const [index, point] of this.trail.entries()) {
      context.globalAlpha = (0.4 * index) / TRAIL;
      context.fillRect(point.x - 1.5, point.y - 1.5, 3, 3);
    }
    context.globalAlpha = 1;
    context.beginPath();
    context.arc(x, y, 5, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = ink.text;
    const wide = context.measureText(label).width;
    context.textAlign = 'left';
    rimmedText(
      context,
      ink.surface,
      label,
      Math.max(MARGIN.left + 4, Math.min(width - MARGIN.right - wide, x + 10)),
      Math.max(MARGIN.top + 24, y - 14),
    );
  }
}

function triangle(context: CanvasRenderingContext2D, colour: string, x: number, y: number): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 5, y + 8);
  context.lineTo(x + 5, y + 8);
  context.fill();
}

function line(
  context: CanvasRenderingContext2D,
  colour: string,
  width: number,
  steps: number,
  point: (step: number) => [number, number],
  dash: readonly number[] = [],
): void {
  context.setLineDash([...dash]);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  for (let step = 0; step <= steps; step++) {
    const [x, y] = point(step);
    if (step === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.stroke();
  context.setLineDash([]);
}
