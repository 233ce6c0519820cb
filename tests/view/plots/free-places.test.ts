/** The places of names in a plane. */
import { expect, test } from 'vitest';
import { areaAround, intersects, placesForName } from '../../../src/view/plots/free-places.ts';

const plane = { left: 0, right: 200, top: 0, bottom: 100 };
const point = { x: 100, y: 50 };

test('the first place is 12 px to the right of the point', () => {
  expect(placesForName(point, 40, plane, []).freePlaces[0]).toEqual({ left: 112, right: 152, top: 43, bottom: 57 });
});

test('a place that touches a taken area is not free; the next is higher, then lower, then on the left', () => {
  const first = (...taken: Parameters<typeof placesForName>[3][number][]) =>
    placesForName(point, 40, plane, taken).freePlaces[0];
  const onTheRight = areaAround({ x: 130, y: 50 }, 5);
  expect(first(onTheRight)).toEqual({ left: 108, right: 148, top: 30, bottom: 44 });
  expect(first(onTheRight, areaAround({ x: 130, y: 35 }, 5))).toEqual({ left: 108, right: 148, top: 56, bottom: 70 });
  expect(first({ left: 101, right: 200, top: 0, bottom: 100 })).toEqual({ left: 48, right: 88, top: 43, bottom: 57 });
});

test('two lines cross if each has its ends on both sides of the other', () => {
  const line = (fromX: number, fromY: number, toX: number, toY: number) => ({
    from: { x: fromX, y: fromY },
    to: { x: toX, y: toY },
  });
  expect(intersects(line(0, 0, 10, 10), line(0, 10, 10, 0))).toBe(true);
  expect(intersects(line(0, 0, 10, 10), line(0, 10, 4, 6))).toBe(false);
  expect(intersects(line(0, 0, 10, 0), line(0, 5, 10, 5))).toBe(false);
});

test('all places are inside the plane, also if none is free', () => {
  const { places, freePlaces } = placesForName({ x: 190, y: 50 }, 40, plane, [plane]);
  expect(freePlaces).toEqual([]);
  expect(places[0]).toEqual({ left: 138, right: 178, top: 43, bottom: 57 });
  expect(placesForName(point, 300, plane, []).places).toEqual([]);
});
