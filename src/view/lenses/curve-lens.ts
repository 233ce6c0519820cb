/**
 * The lens of a policy whose rule is a curve over its first signal (RED): the drop probability against the average queue,
 * with the thresholds, the point where it operates, and where that has been.
 */
import { rimmedText, type Surface, surfaceOf } from '../draw/canvas.ts';
import { FONT, figure, type Ink, inkOfTheme } from '../draw/palette.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import { type Grip, ThresholdDrag } from '../draw/threshold-drag.ts';
import { Continuity } from './continuity.ts';
import { drawGrid, drawTitle, drawUnit, line, type Margin, NARROW_LENS } from './lens-axes.ts';
import type { Lens, LensModel } from './lens-model.ts';
import { Trail } from './trail.ts';

const MARGIN: Margin = { left: 40, right: 14, top: 26, bottom: 32 };
/** Points of the trail, and of the curve. */
const TRAIL = 40;
const STEPS = 240;

type Curve = (signal: number) => number;

interface Axes {
  readonly x: LinearScale;
  readonly y: LinearScale;
}

export class CurveLens implements Lens {
  /** Thresholds are dragged in the lens as on the queue. */
  readonly thresholds: ThresholdDrag;
  private readonly canvas: HTMLCanvasElement;
  /** Average queue, packets, and the probability that it had. */
  private readonly trail = new Trail(TRAIL);
  private readonly continuity = new Continuity();
  private grips: Grip[] = [];
  private axis: LinearScale = linearScale(0, 1, 0, 1);

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
    const { curve } = model;
    if (surface === undefined || curve === undefined) return;
    const { context, width } = surface;
    const ink = inkOfTheme();
    context.font = FONT;
    context.textBaseline = 'middle';
    this.follow(model, curve);
    const axes = this.axesOf(surface, model, curve);
    drawTitle(surface, ink, `Drop probability against average queue${width < NARROW_LENS ? '' : ' (packets)'}`);
    drawGrid(surface, ink, MARGIN, axes.x.ticks(5), axes.x, axes.y.ticks(4), axes.y, (probability) =>
      String(Number(probability.toPrecision(3))),
    );
    drawUnit(surface, ink, MARGIN, 'packets');
    drawCurve(surface, ink, axes, curve);
    this.drawThresholds(surface, ink, model, axes);
    this.drawTrail(context, ink, axes);
    const signal = model.frame.signals[0] as number;
    drawPoint(surface, ink, axes, signal, curve(signal));
  }

  private follow(model: LensModel, curve: Curve): void {
    const goes = this.continuity.goesOn(model);
    if (goes === 'still') return;
    if (goes === 'anew') this.trail.clear();
    const signal = model.frame.signals[0] as number;
    this.trail.push(signal, curve(signal));
  }

  private axesOf({ width, height }: Surface, { frame, values, description }: LensModel, curve: Curve): Axes {
    const places = description.hints.thresholds.flatMap(({ parameter }) =>
      parameter === 'buffer' ? [] : Number(values[parameter]),
    );
    const highest = Math.max(...places, 1);
    const signal = frame.signals[0] as number;
    const end = this.thresholds.dragged === undefined ? Math.max(highest * 2.1, signal * 1.1) : this.axis.to;
    // While a threshold is dragged the axis stands still under the pointer.
    this.axis = linearScale(0, end, MARGIN.left, width - MARGIN.right);
    const top = Math.min(1, Math.max(0.2, 2.2 * curve(highest * 0.999), 1.3 * curve(signal)));
    return { x: this.axis, y: linearScale(0, top, height - MARGIN.bottom, MARGIN.top) };
  }

  private drawThresholds({ context }: Surface, ink: Ink, { description, values }: LensModel, { x, y }: Axes): void {
    this.grips = [];
    for (const { parameter, style, symbol } of description.hints.thresholds) {
      if (parameter === 'buffer') continue;
      const place = x(Number(values[parameter]));
      this.grips.push({ parameter, place });
      const at = Math.round(place) + 0.5;
      const ends = [y(0), MARGIN.top] as const;
      line(context, ink.text, 1, 2, (step) => [at, ends[step] as number], style === 'middle' ? [4, 3] : []);
      context.fillStyle = ink.muted;
      context.textAlign = 'left';
      rimmedText(context, ink.surface, symbol, at + 4, MARGIN.top + 6);
    }
  }

  private drawTrail(context: CanvasRenderingContext2D, ink: Ink, { x, y }: Axes): void {
    const { trail } = this;
    context.fillStyle = ink.text;
    for (let index = 0; index < trail.length; index++) {
      context.globalAlpha = (0.4 * index) / TRAIL;
      context.fillRect(x(trail.x(index)) - 1.5, Math.max(MARGIN.top, y(trail.y(index))) - 1.5, 3, 3);
    }
    context.globalAlpha = 1;
  }
}

function drawCurve({ context, width, height }: Surface, ink: Ink, { x, y }: Axes, curve: Curve): void {
  context.save();
  context.beginPath();
  context.rect(
    MARGIN.left,
    MARGIN.top - 1,
    width - MARGIN.left - MARGIN.right,
    height - MARGIN.bottom - MARGIN.top + 3,
  );
  context.clip();
  line(context, ink.text, 2, STEPS + 1, (step) => {
    const value = x.to * (step / STEPS);
    return [x(value), y(curve(value))];
  });
  context.restore();
}

function drawPoint({ context, width }: Surface, ink: Ink, { x, y }: Axes, signal: number, probability: number): void {
  const [across, up] = [x(signal), Math.max(MARGIN.top, y(probability))];
  context.fillStyle = ink.text;
  context.beginPath();
  context.arc(across, up, 5, 0, 2 * Math.PI);
  context.fill();
  const label = `average ${figure(signal)}, p_b = ${figure(probability)}`;
  context.fillStyle = ink.text;
  context.textAlign = 'left';
  const last = width - MARGIN.right - context.measureText(label).width;
  rimmedText(
    context,
    ink.surface,
    label,
    Math.max(MARGIN.left + 4, Math.min(last, across + 10)),
    Math.max(MARGIN.top + 24, up - 14),
  );
}
