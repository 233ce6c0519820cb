import type { DrawingContext } from './drawing-context.ts';
import type { ClassGlyph, PacketShape } from './palette.ts';

/**
 * From this size, px, a packet has the number of its class on it. A smaller packet has a shape in place of the number.
 */
export const MIN_NUMBERED_PX = 8;
/** Below this size, px, a packet has no shape. */
const MIN_SHAPED_PX = 4;

/** Adds one packet of a class to the path that the caller has begun. */
export function addPacket(
  context: DrawingContext,
  glyph: ClassGlyph,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const { shape, classNumber } = glyph;
  if (shape === 'circle' && width >= MIN_SHAPED_PX) {
    const radius = Math.min(width, height) / 2;
    context.moveTo(x + width / 2 + radius, y + height / 2);
    context.arc(x + width / 2, y + height / 2, radius, 0, 2 * Math.PI);
    return;
  }
  const [spaceShare, heightShare] = SHAPE_SPANS[shape] ?? FULL_HEIGHT_SPAN;
  const top = y + spaceShare * height;
  if (classNumber === undefined || width < MIN_SHAPED_PX || hasClassNumber(glyph, width, height))
    context.rect(x, top, width, heightShare * height);
  else addShape(context, classNumber, x, top, width, heightShare * height);
}

/** Space over each shape and its height, as parts of the height of a packet. Others are as high as the packet. */
const SHAPE_SPANS: Readonly<Partial<Record<PacketShape, readonly [space: number, height: number]>>> = {
  circle: [0.1, 0.8],
  bar: [0.2, 0.6],
  middle: [0.25, 0.75],
  short: [0.5, 0.5],
  flat: [0.32, 0.36],
};

const FULL_HEIGHT_SPAN = [0, 1] as const;

function hasClassNumber({ classNumber }: ClassGlyph, width: number, height: number): boolean {
  return classNumber !== undefined && Math.min(width, height) >= MIN_NUMBERED_PX;
}

/** Adds a whole rectangle, one that is split upright, one that is split level, two opposite quarters, or a triangle. */
function addShape(context: DrawingContext, sign: number, x: number, y: number, width: number, height: number): void {
  const shape = (sign - 1) % 5;
  // Two parts with a gap; the size of each part, and the place of the second.
  const signWidth = shape === 1 ? 0.38 * width : shape === 3 ? width / 2 : width;
  const signHeight = shape === 2 ? 0.38 * height : shape === 3 ? height / 2 : height;
  if (shape === 4) {
    context.moveTo(x, y + height);
    context.lineTo(x + width, y + height);
    context.lineTo(x + width, y);
    context.closePath();
    return;
  }
  context.rect(x, y, signWidth, signHeight);
  if (shape > 0) context.rect(x + width - signWidth, y + height - signHeight, signWidth, signHeight);
}

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
  context: DrawingContext,
  glyph: ClassGlyph,
  positions: readonly number[],
  width: number,
  height: number,
): void {
  if (!hasClassNumber(glyph, width, height)) return;
  const { font } = context;
  const [spaceShare, heightShare] = SHAPE_SPANS[glyph.shape] ?? FULL_HEIGHT_SPAN;
  context.font = `bold ${Math.min(13, Math.floor(Math.min(width, height)))}px system-ui, sans-serif`;
  context.fillStyle = glyph.textColour;
  context.textAlign = 'center';
  const text = String(glyph.classNumber);
  for (let index = 0; index < positions.length; index += 2)
    context.fillText(
      text,
      (positions[index] ?? Number.NaN) + width / 2,
      (positions[index + 1] ?? Number.NaN) + (spaceShare + heightShare / 2) * height + 0.5,
    );
  context.font = font;
  context.textAlign = 'left';
}

/** Draws a single packet. */
export function drawPacket(context: DrawingContext, glyph: ClassGlyph, x: number, y: number, size: number): void {
  context.beginPath();
  addPacket(context, glyph, x, y, size, size);
  fillPackets(context, glyph, size);
  if (glyph.classNumber !== undefined) drawClassNumbers(context, glyph, [x, y], size, size);
  if (glyph.secondColour === undefined) return;
  context.fillStyle = glyph.secondColour;
  context.fillRect(x + size / 2, y, size / 2, size);
}

export function drawDropCross(context: DrawingContext, colour: string, x: number, y: number, size: number): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(x - size, y - size);
  context.lineTo(x + size, y + size);
  context.moveTo(x + size, y - size);
  context.lineTo(x - size, y + size);
  context.stroke();
}
