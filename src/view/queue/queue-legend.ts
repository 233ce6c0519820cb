/** The legend of a narrow queue. */
import type { Surface } from '../draw/canvas.ts';
import { drawPacket } from '../draw/packets.ts';
import { classMark, type Ink } from '../draw/palette.ts';
import type { QueueModel } from './queue-model.ts';

/** Middle of the line, px: clear of the figures over it. */
const Y = 10;

/** Draws the classes in one line, as many as fit, and the level of detail at its end. */
export function drawLegend(
  { context, width: whole }: Surface,
  ink: Ink,
  { description: { classes } }: QueueModel,
  detail: string,
): void {
  const folded = context.measureText('+ 99').width;
  const width = whole - context.measureText(detail).width - 14;
  context.fillStyle = ink.muted;
  context.textAlign = 'right';
  context.fillText(detail, whole - 4, Y);
  context.textAlign = 'left';
  let x = 2;
  for (const [index, item] of classes.entries()) {
    const label = item.label.slice(0, 14);
    const end = x + 14 + context.measureText(label).width;
    const last = index === classes.length - 1;
    context.fillStyle = ink.muted;
    if (end > width - (last ? 2 : folded + 14)) {
      context.fillText(`+ ${classes.length - index}`, x, Y);
      return;
    }
    drawPacket(context, classMark(classes, index, ink.dark), x, Y - 4, 8);
    context.fillStyle = ink.muted;
    context.fillText(label, x + 13, Y);
    x = end + 10;
  }
}
