/** Points in a plane: places for their names, and their 95 % intervals. */
import type { Segment } from '../scene/boxes.ts';
import type { Mark, ScenePoint, TextPlace } from '../scene/marks.ts';

/** Distances of a name from its point, px: to the right or to the left, and down. The best ones are first. */
const NAME_OFFSETS: readonly (readonly [beside: number, down: number])[] = [
  [11, 0],
  [8, -13],
  [8, 13],
  [-11, 0],
  [-8, -13],
  [-8, 13],
  [16, -26],
  [16, 26],
  [-16, -26],
  [-16, 26],
  [32, 0],
  [-32, 0],
  [24, -40],
  [24, 40],
  [-24, -40],
  [-24, 40],
];

/** A line leads from the point to a name that is not beside it. */
export const placesAround = (point: ScenePoint): TextPlace[] =>
  NAME_OFFSETS.map(([beside, down]) => ({
    x: point.x + beside,
    y: point.y + down,
    align: beside > 0 ? 'left' : 'right',
    leaderFrom: point,
  }));

const WHISKER_PX = 1.25;
/** Half the length of a cap, px. */
const CAP_REACH_PX = 3;

/** Level or upright lines with a cap at each end. */
export function whiskerMarks(whiskers: readonly Segment[], tag: string): Mark[] {
  const end = { x: Number.NaN, y: Number.NaN };
  return whiskers.map(({ from, to }) => {
    const [capX, capY] = from.x === to.x ? [CAP_REACH_PX, 0] : [0, CAP_REACH_PX];
    const caps = [from, to].flatMap(({ x, y }) => [end, { x: x - capX, y: y - capY }, { x: x + capX, y: y + capY }]);
    return { kind: 'line', points: [from, to, ...caps], stroke: 'muted', strokePx: WHISKER_PX, tag };
  });
}
