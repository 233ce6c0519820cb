import { writeReadably } from './canvas.ts';
import type { DrawingContext } from './drawing-context.ts';
import { addPacket, FULL_HEIGHT_SPAN, hasClassNumber, SHAPE_SPANS } from './packet-shape.ts';
import type { ClassGlyph } from './palette.ts';
import type { ThemedContext } from './themed-context.ts';

/** Fills the path of the packets of a class. Light and hollow glyphs also get an outline, shapes for numbers do not. */
export function fillPackets(
  context: DrawingContext,
  glyph: ClassGlyph,
  width = Number.POSITIVE_INFINITY,
  height = width,
): void {
  const needsShape = glyph.classNumber !== undefined && !hasClassNumber(glyph, width, height);
  context.fillStyle = needsShape ? glyph.edge : glyph.colour;
  context.fill();
  if (needsShape || glyph.edge === glyph.colour) return;
  context.strokeStyle = glyph.edge;
  context.lineWidth = 1;
  context.stroke();
}

/**
 * Writes the number of a class on its packets, if there is room.
 * @param positions left and upper edge of each packet
 */
export function drawClassNumbers(
  drawing: Pick<ThemedContext, 'context' | 'isMirrored'>,
  glyph: ClassGlyph,
  positions: readonly number[],
  width: number,
  height: number,
): void {
  if (!hasClassNumber(glyph, width, height)) return;
  const { context } = drawing;
  const { font } = context;
  const [spaceShare, heightShare] = SHAPE_SPANS[glyph.shape] ?? FULL_HEIGHT_SPAN;
  context.font = `bold ${Math.min(13, Math.floor(Math.min(width, height)))}px system-ui, sans-serif`;
  context.fillStyle = glyph.textColour;
  context.textAlign = 'center';
  const text = String(glyph.classNumber);
  for (let index = 0; index < positions.length; index += 2) {
    const middle = (positions[index + 1] ?? Number.NaN) + (spaceShare + heightShare / 2) * height + 0.5;
    writeReadably(drawing, (positions[index] ?? Number.NaN) + width / 2, (x) => context.fillText(text, x, middle));
  }
  context.font = font;
  context.textAlign = 'left';
}

/** Draws a single packet. */
export function drawPacket(
  drawing: Pick<ThemedContext, 'context' | 'isMirrored'>,
  glyph: ClassGlyph,
  x: number,
  y: number,
  size: number,
): void {
  const { context } = drawing;
  context.beginPath();
  addPacket(context, glyph, x, y, size, size);
  fillPackets(context, glyph, size);
  if (glyph.classNumber !== undefined) drawClassNumbers(drawing, glyph, [x, y], size, size);
  if (glyph.secondColour === undefined) return;
  context.fillStyle = glyph.secondColour;
  context.fillRect(x + size / 2, y, size / 2, size);
}

/** @param reach from its middle, px */
export function drawDropCross({ context, theme }: ThemedContext, x: number, y: number, reach: number): void {
  context.strokeStyle = theme.text;
  context.lineWidth = 1.6;
  context.beginPath();
  for (const direction of [1, -1]) {
    context.moveTo(x - direction * reach, y - reach);
    context.lineTo(x + direction * reach, y + reach);
  }
  context.stroke();
}
