/** The shapes of packets, as parts of a path. */
import type { ClassGlyph, PacketShape } from './palette.ts';

/**
 * From this size, px, a packet has the number of its class on it. A smaller packet has a shape in place of the number.
 */
export const MIN_NUMBERED_PX = 8;
/** Below this size, px, a packet has no shape. */
const MIN_SHAPED_PX = 4;

/** A path that shapes are added to: that of a canvas, or one as text. */
export interface ShapePath {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  closePath(): void;
}

/** Adds one packet of a class to the path that the caller has begun. */
export function addPacket(
  context: ShapePath,
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
export const SHAPE_SPANS: Readonly<Partial<Record<PacketShape, readonly [space: number, height: number]>>> = {
  circle: [0.1, 0.8],
  bar: [0.2, 0.6],
  middle: [0.25, 0.75],
  short: [0.5, 0.5],
  flat: [0.32, 0.36],
};

export const FULL_HEIGHT_SPAN = [0, 1] as const;

/** Whether a packet of this size, px, has room for the number of its class, and its class has one. */
export function hasClassNumber({ classNumber }: ClassGlyph, width: number, height: number): boolean {
  return classNumber !== undefined && Math.min(width, height) >= MIN_NUMBERED_PX;
}

/** Adds a whole rectangle, one that is split upright, one that is split level, two opposite quarters, or a triangle. */
function addShape(context: ShapePath, sign: number, x: number, y: number, width: number, height: number): void {
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
