/** The lens of a policy that only looks whether there is room: for how long so many packets have waited. */
import { rimmedText, type Surface, surfaceOf } from '../draw/canvas.ts';
import { amount, FONT, type Ink, inkOfTheme } from '../draw/palette.ts';
import { linearScale } from '../draw/scale.ts';
import { histogramOf } from './histogram.ts';
import { drawGrid, drawTitle, drawUnit, type Margin, NARROW_LENS } from './lens-axes.ts';
import type { Lens, LensModel } from './lens-model.ts';

/** Room for "12.5 %", and for the end of an axis of six digits. */
const MARGIN: Margin = { left: 50, right: 32, top: 26, bottom: 32 };
/** The tallest bar leaves so much room over it, as a part of its height. */
const HEADROOM = 1.25;

export class OccupancyLens implements Lens {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  draw({ frame }: LensModel): void {
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const ink = inkOfTheme();
    context.font = FONT;
    context.textBaseline = 'middle';
    const { end, barPackets, shares } = histogramOf(frame);
    // A bar stands over the numbers that it counts.
    const x = linearScale(-0.5, end + 0.5, MARGIN.left, width - MARGIN.right);
    const top = HEADROOM * Math.max(0.01, ...shares);
    const y = linearScale(0, top, height - MARGIN.bottom, MARGIN.top);
    drawTitle(surface, ink, `Packets waiting: share of the time${width < NARROW_LENS ? '' : ' since the warm-up'}`);
    drawGrid(surface, ink, MARGIN, x.ticks(5), x, y.ticks(3), y, percent);
    drawUnit(surface, ink, MARGIN, 'packets');
    context.fillStyle = ink.muted;
    for (const [bar, share] of shares.entries()) {
      const left = x(bar * barPackets - 0.5);
      const right = x(Math.min(end + 0.5, (bar + 1) * barPackets - 0.5));
      context.fillRect(left + 0.5, y(share), Math.max(1, right - left - 1), y(0) - y(share));
    }
    drawNow(surface, ink, x(frame.waitingPackets), y(0), `now ${amount(frame.waitingPackets)}`);
  }
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

/** A triangle under the axis, and its figure over the bars. */
function drawNow({ context, width }: Surface, ink: Ink, x: number, y: number, label: string): void {
  context.fillStyle = ink.text;
  context.beginPath();
  context.moveTo(x, y + 2);
  context.lineTo(x - 5, y + 10);
  context.lineTo(x + 5, y + 10);
  context.fill();
  context.textAlign = 'center';
  const half = context.measureText(label).width / 2;
  const centre = Math.max(MARGIN.left + half, Math.min(width - 2 - half, x));
  rimmedText(context, ink.surface, label, centre, MARGIN.top + 4);
}
