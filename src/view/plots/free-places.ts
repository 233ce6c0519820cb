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
  [12, -5],
  [-12, -5],
  [12, 5],
  [-12, 5],
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
  const places = NAME_OFFSETS.map(([beside, down]) => {
    const left = beside > 0 ? x + beside : x + beside - widthPx;
    const top = y + down - NAME_HEIGHT_PX / 2;
    return { left, right: left + widthPx, top, bottom: top + NAME_HEIGHT_PX };
  }).filter(
    ({ left, right, top, bottom }) =>
      left >= bounds.left && right <= bounds.right && top >= bounds.top && bottom <= bounds.bottom,
  );
  return { places, freePlaces: places.filter((place) => !takenAreas.some((area) => overlaps(place, area))) };
}

export function areaAround({ x, y }: Point, radiusPx: number): Area {
  return { left: x - radiusPx, right: x + radiusPx, top: y - radiusPx, bottom: y + radiusPx };
}

const overlaps = (a: Area, b: Area) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
