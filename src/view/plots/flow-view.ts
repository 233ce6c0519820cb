/** Every flow as a dot: its goodput up, a column for each lane and class, their median as a line. */
import { FLOW_RATE_STRIDE, FlowRateColumn } from '../../engine/frame.ts';
import { surfaceOf } from '../draw/canvas.ts';
import { FONT, figure, inkOfTheme } from '../draw/palette.ts';
import { linearScale, roundedUp } from '../draw/scale.ts';
import { UpAxis } from './up-axis.ts';

export interface FlowColumnModel {
  readonly label: string;
  readonly colour: string;
  /** Goodput of its flows, Mb/s, in ascending order. */
  readonly rates: readonly number[];
}

const MARGIN = { left: 44, top: 8, right: 8, bottom: 34 };

/** The columns of one lane: flows by class, in ascending order of their goodput. */
export function flowColumns(
  flows: Float64Array,
  classes: readonly { readonly label: string }[],
  letter: string,
  colour: string,
): FlowColumnModel[] {
  return classes.map((item, index) => {
    const rates: number[] = [];
    for (let at = 0; at < flows.length; at += FLOW_RATE_STRIDE)
      if (flows[at + FlowRateColumn.classIndex] === index)
        rates.push((flows[at + FlowRateColumn.goodputBps] as number) / 1e6);
    rates.sort((one, other) => one - other);
    return { label: `${letter} ${item.label}`, colour, rates };
  });
}

export function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export class FlowView {
  private readonly canvas: HTMLCanvasElement;
  private readonly axis: UpAxis;

  constructor(canvas: HTMLCanvasElement, svg: SVGSVGElement) {
    this.canvas = canvas;
    this.axis = new UpAxis(svg);
  }

  draw(columns: readonly FlowColumnModel[]): void {
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const ink = inkOfTheme();
    const bottom = height - MARGIN.bottom;
    const highest = Math.max(1e-3, ...columns.map(({ rates }) => rates.at(-1) ?? 0));
    const y = linearScale(0, roundedUp(highest, 4), bottom, MARGIN.top);
    this.axis.draw(y, surface, MARGIN);
    const step = (width - MARGIN.left - MARGIN.right) / Math.max(1, columns.length);
    context.font = FONT;
    context.textBaseline = 'middle';
    context.textAlign = 'center';
    for (const [index, { label, colour, rates }] of columns.entries()) {
      const middle = MARGIN.left + (index + 0.5) * step;
      const spread = Math.min(step * 0.35, 24);
      context.fillStyle = colour;
      context.globalAlpha = 0.55;
      for (const [flow, rate] of rates.entries()) {
        // The golden ratio scatters neighbours without chance.
        const aside = (((flow * 0.618_034) % 1) * 2 - 1) * spread;
        context.beginPath();
        context.arc(middle + aside, y(rate), 2.5, 0, 2 * Math.PI);
        context.fill();
      }
      context.globalAlpha = 1;
      if (rates.length > 0) {
        context.fillRect(middle - spread - 3, y(median(rates)) - 1, 2 * spread + 6, 2);
        context.fillText(figure(median(rates)), middle, Math.max(MARGIN.top + 4, y(rates.at(-1) ?? 0) - 10), step);
      }
      context.fillStyle = ink.muted;
      const words = label.split(' ');
      context.fillText(words[0] as string, middle, bottom + 10, step - 2);
      context.fillText(words.slice(1).join(' '), middle, bottom + 23, step - 2);
    }
  }
}
