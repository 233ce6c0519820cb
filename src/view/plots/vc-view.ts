/** Every VC as a group of bars, one a lane: what it gets, against its guaranteed minimum and its fair share. */
import { surfaceOf } from '../draw/canvas.ts';
import { FONT, inkOfTheme, SMALL_FONT } from '../draw/palette.ts';
import { linearScale, roundedUp } from '../draw/scale.ts';
import { UpAxis } from './up-axis.ts';

export interface VcBars {
  readonly label: string;
  /** bit/s. */
  readonly lanes: readonly {
    readonly letter: string;
    readonly colour: string;
    readonly throughputBps: number;
    readonly minimumBps: number;
    readonly shareBps: number;
  }[];
}

const MARGIN = { left: 44, top: 8, right: 8, bottom: 46 };

export class VcView {
  private readonly canvas: HTMLCanvasElement;
  private readonly axis: UpAxis;

  constructor(canvas: HTMLCanvasElement, svg: SVGSVGElement) {
    this.canvas = canvas;
    this.axis = new UpAxis(svg);
  }

  draw(vcs: readonly VcBars[]): void {
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const ink = inkOfTheme();
    const bottom = height - MARGIN.bottom;
    const rates = vcs.flatMap(({ lanes }) =>
      lanes.flatMap((lane) => [lane.throughputBps, lane.minimumBps, lane.shareBps]),
    );
    const highest = Math.max(1e-3, ...rates.filter(Number.isFinite)) / 1e6;
    const y = linearScale(0, roundedUp(highest, 4), bottom, MARGIN.top);
    this.axis.draw(y, surface, MARGIN);
    const step = (width - MARGIN.left - MARGIN.right) / Math.max(1, vcs.length);
    context.font = FONT;
    context.textBaseline = 'middle';
    context.textAlign = 'center';
    for (const [vc, { label, lanes }] of vcs.entries()) {
      const left = MARGIN.left + vc * step;
      const bar = Math.min(28, (step - 8) / Math.max(1, lanes.length));
      const from = left + (step - bar * lanes.length) / 2;
      for (const [place, { letter, colour, throughputBps, minimumBps, shareBps }] of lanes.entries()) {
        const x = from + place * bar;
        const top = y(throughputBps / 1e6);
        context.fillStyle = colour;
        context.globalAlpha = 0.7;
        if (Number.isFinite(top)) context.fillRect(x + 1, top, bar - 2, bottom - top);
        context.globalAlpha = 1;
        context.strokeStyle = ink.text;
        context.lineWidth = 2.5;
        mark(context, x, x + bar, y(minimumBps / 1e6));
        context.strokeStyle = ink.drop;
        context.lineWidth = 1.5;
        context.setLineDash([4, 2]);
        if (Number.isFinite(shareBps)) mark(context, x, x + bar, y(shareBps / 1e6));
        context.setLineDash([]);
        context.fillStyle = ink.muted;
        context.font = SMALL_FONT;
        context.fillText(letter, x + bar / 2, bottom + 8);
      }
      context.font = FONT;
      context.fillStyle = ink.muted;
      context.fillText(label, left + step / 2, bottom + 20, step - 2);
    }
    context.fillStyle = ink.text;
    context.fillRect(MARGIN.left, height - 11, 14, 2.5);
    context.textAlign = 'left';
    context.fillText('minimum', MARGIN.left + 18, height - 9);
    const next = MARGIN.left + 30 + context.measureText('minimum').width;
    context.strokeStyle = ink.drop;
    context.lineWidth = 1.5;
    context.setLineDash([4, 2]);
    mark(context, next, next + 14, height - 10);
    context.setLineDash([]);
    context.fillText('fair share', next + 18, height - 9);
  }
}

function mark(context: CanvasRenderingContext2D, from: number, to: number, y: number): void {
  context.beginPath();
  context.moveTo(from, y);
  context.lineTo(to, y);
  context.stroke();
}
