/** Boxes and straight lines: whether they meet. */
import type { SceneBox, ScenePoint } from './marks.ts';

/** A straight line between two places, px. */
export interface Segment {
  readonly from: ScenePoint;
  readonly to: ScenePoint;
}

/** Whether two boxes have more than a border in common. */
export const boxesMeet = (a: SceneBox, b: SceneBox): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** Whether a box is within the bounds, to a hundredth of a px. */
export const isInside = (box: SceneBox, bounds: SceneBox): boolean =>
  box.left >= bounds.left - 0.01 &&
  box.right <= bounds.right + 0.01 &&
  box.top >= bounds.top - 0.01 &&
  box.bottom <= bounds.bottom + 0.01;

/** The box, larger by this number of px at each side. */
export const grownBox = ({ left, top, right, bottom }: SceneBox, px: number): SceneBox => ({
  left: left - px,
  top: top - px,
  right: right + px,
  bottom: bottom + px,
});

/** The point of a box that is nearest to a point. */
export const closestPoint = ({ left, right, top, bottom }: SceneBox, { x, y }: ScenePoint): ScenePoint => ({
  x: Math.min(right, Math.max(left, x)),
  y: Math.min(bottom, Math.max(top, y)),
});

/** Whether a part of the segment is inside the box. A segment along an edge does not meet it. */
export function segmentMeetsBox({ from, to }: Segment, { left, top, right, bottom }: SceneBox): boolean {
  if (Math.max(from.x, to.x) <= left || Math.min(from.x, to.x) >= right) return false;
  if (Math.max(from.y, to.y) <= top || Math.min(from.y, to.y) >= bottom) return false;
  const side = (x: number, y: number) => (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
  const sides = [side(left, top), side(right, top), side(left, bottom), side(right, bottom)];
  return !(sides.every((value) => value > 0) || sides.every((value) => value < 0));
}
