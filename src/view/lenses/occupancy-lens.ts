/** The lens of a policy that only looks whether there is room: for how long so many packets have waited. */
import { rimmedText, type Surface, surfaceOf } from '../draw/canvas.ts';
import { amount, FONT, type Ink, inkOfTheme } from '../draw/palette.ts';
import { drawGrid, drawTitle, drawUnit, NARROW_LENS } from './lens-axes.ts';
import type { Lens, LensModel } from './lens-model.ts';
import { drawBars, drawWalls, type PacketAxis, packetAxis } from './packet-axis.ts';

export class OccupancyLens implements Lens {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  draw(model: LensModel): void {
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    const { context, width } = surface;
    const ink = inkOfTheme();
    context.font = FONT;
    context.textBaseline = 'middle';
    const axis = packetAxis(surface, model);
    const { x, share, margin } = axis;
    drawGrid(surface, ink, margin, x.ticks(5), x, share.ticks(3), share, percent);
    drawUnit(surface, ink, margin, 'packets');
    drawBars(surface, ink.muted, axis);
    drawWalls(surface, ink, model, axis);
    drawTitle(surface, ink, `Packets waiting: share of the time${width < NARROW_LENS ? '' : ' since the warm-up'}`);
    drawNow(surface, ink, axis, model.frame.waitingPackets);
  }
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

/** A triangle under the axis, and its figure over the bars. */
function drawNow({ context }: Surface, ink: Ink, { x, share }: PacketAxis, packets: number): void {
  const [at, y] = [x(Math.min(packets, x.to)), share(0)];
  context.fillStyle = ink.text;
  context.beginPath();
  context.moveTo(at, y + 2);
  context.lineTo(at - 5, y + 10);
  context.lineTo(at + 5, y + 10);
  context.fill();
  const label = `now ${amount(packets)}`;
  const half = context.measureText(label).width / 2;
  const [right, left] = x.range() as [number, number];
  context.textAlign = 'center';
  rimmedText(context, ink.surface, label, Math.max(left + half + 6, Math.min(right - half, at)), share(share.to) + 4);
}
