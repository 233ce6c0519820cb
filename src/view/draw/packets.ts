/** Draws many packets: all packets of a class are one path, so a frame needs a few fills and not thousands. */
import type { ClassMark } from './palette.ts';

/** Adds one packet of a class to the path that the caller has begun. */
export function addPacket(
  context: CanvasRenderingContext2D,
  mark: ClassMark,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  if (mark.shape === 'circle' && width >= 4) {
    const radius = Math.min(width, height) / 2;
    context.moveTo(x + width / 2 + radius, y + height / 2);
    context.arc(x + width / 2, y + height / 2, radius, 0, 2 * Math.PI);
  } else if (mark.shape === 'middle') context.rect(x, y + height * 0.25, width, height * 0.75);
  else if (mark.shape === 'short') context.rect(x, y + height * 0.5, width, height * 0.5);
  else if (mark.shape === 'bar') context.rect(x, y + height * 0.2, width, height * 0.6);
  else if (mark.shape === 'circle') context.rect(x, y + height * 0.1, width, height * 0.8);
  else context.rect(x, y, width, height);
}

/** Fills the path of the packets of a class. Light and hollow marks also get an outline. */
export function fillPackets(context: CanvasRenderingContext2D, mark: ClassMark): void {
  context.fillStyle = mark.colour;
  context.fill();
  if (mark.edge === mark.colour) return;
  context.strokeStyle = mark.edge;
  context.lineWidth = 1;
  context.stroke();
}

/** Draws a single packet. */
export function drawPacket(
  context: CanvasRenderingContext2D,
  mark: ClassMark,
  x: number,
  y: number,
  size: number,
): void {
  context.beginPath();
  addPacket(context, mark, x, y, size, size);
  fillPackets(context, mark);
  if (mark.other === undefined) return;
  context.fillStyle = mark.other;
  context.fillRect(x + size / 2, y, size / 2, size);
}

export function drawCross(context: CanvasRenderingContext2D, colour: string, x: number, y: number, size: number): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(x - size, y - size);
  context.lineTo(x + size, y + size);
  context.moveTo(x + size, y - size);
  context.lineTo(x - size, y + size);
  context.stroke();
}
