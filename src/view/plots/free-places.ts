/** Places for the names of points in a plane: beside each point, where nothing else is drawn. */

/** An area of the canvas, px. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A straight line between two points of the canvas, px. */
export interface Segment {
  readonly from: Point;
  readonly to: Point;
}

/** Whether two lines cross each other. */
export function intersects(a: Segment, b: Segment): boolean {
  const side = ({ from, to }: Segment, { x, y }: Point) =>
    (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
  return side(a, b.from) * side(a, b.to) < 0 && side(b, a.from) * side(b, a.to) < 0;
}

/** Height of a name with the space around it, px. */
const NAME_HEIGHT_PX = 14;
/** Distances of a name from its point, px: to the right or to the left, and down. The best ones are first. */
const NAME_OFFSETS: readonly (readonly [beside: number, down: number])[] = [
  [12, 0],
  [8, -13],
  [8, 13],
  [-12, 0],
  [-8, -13],
  [-8, 13],
  [16, -26],
  [16, 26],
  [-16, -26],
  [-16, 26],
  [32, 0],
  [-32, 0],
];

/**
 * The places of a name in the plane, the best ones first.
 * @returns all places inside `bounds`, and those of them that cover no taken area
 */
export function placesForName(
  { x, y }: Point,
  widthPx: number,
  bounds: Area,
  takenAreas: readonly Area[],
): { readonly places: readonly Area[]; readonly freePlaces: readonly Area[] } {
  const places = NAME_OFFSETS.map(([beside, down]) =>
    nameArea(beside > 0 ? x + beside : x + beside - widthPx, y + down, widthPx),
  ).filter((place) => isInside(place, bounds));
  return { places, freePlaces: places.filter((place) => !takenAreas.some((area) => overlaps(place, area))) };
}

/** Farthest place of a name from its point, down and up, and the steps of the search, px. */
const SEARCH_REACH_PX = 48;
const SEARCH_STEP_PX = 4;
/** Least distance of a name from its point, px. */
const MIN_NAME_DISTANCE_PX = 7;

/** The free place of a name that is nearest to its point, also above it and below it; undefined if none is near. */
export function nearestFreePlace(
  point: Point,
  widthPx: number,
  bounds: Area,
  takenAreas: readonly Area[],
): Area | undefined {
  let nearestPlace: Area | undefined;
  let nearestPx = Number.POSITIVE_INFINITY;
  for (let offsetY = -SEARCH_REACH_PX; offsetY <= SEARCH_REACH_PX; offsetY += SEARCH_STEP_PX)
    for (let left = point.x - widthPx - 12; left <= point.x + 12; left += SEARCH_STEP_PX) {
      const place = nameArea(left, point.y + offsetY, widthPx);
      const distancePx = distanceTo(place, point);
      if (!isInside(place, bounds) || distancePx < MIN_NAME_DISTANCE_PX || distancePx >= nearestPx) continue;
      if (takenAreas.some((area) => overlaps(place, area))) continue;
      nearestPlace = place;
      nearestPx = distancePx;
    }
  return nearestPlace;
}

/** The area of a name. @param middle of its height, px */
function nameArea(left: number, middle: number, widthPx: number): Area {
  const top = middle - NAME_HEIGHT_PX / 2;
  return { left, right: left + widthPx, top, bottom: top + NAME_HEIGHT_PX };
}

function isInside({ left, right, top, bottom }: Area, bounds: Area): boolean {
  return left >= bounds.left && right <= bounds.right && top >= bounds.top && bottom <= bounds.bottom;
}

/** The point of an area that is nearest to a point. */
export function closestPoint({ left, right, top, bottom }: Area, { x, y }: Point): Point {
  return { x: Math.min(right, Math.max(left, x)), y: Math.min(bottom, Math.max(top, y)) };
}

function distanceTo(area: Area, point: Point): number {
  const { x, y } = closestPoint(area, point);
  return Math.hypot(x - point.x, y - point.y);
}

export function areaAround({ x, y }: Point, radiusPx: number): Area {
  return { left: x - radiusPx, right: x + radiusPx, top: y - radiusPx, bottom: y + radiusPx };
}

export const overlaps = (a: Area, b: Area) =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
