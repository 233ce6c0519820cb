/**
 * A linear scale with the part of d3-scale that the drawings need. d3-scale also loads the interpolation of colours,
 * which is an eighth of the allowed first load.
 */
import { ticks } from 'd3-array';

/** From values to places and back. */
export interface LinearScale {
  (value: number): number;
  /** The ends of the domain. */
  readonly from: number;
  readonly to: number;
  /** The places of the ends, px. */
  readonly start: number;
  readonly end: number;
  /** The value at a place: the inverse of the scale. */
  invert(position: number): number;
  /** Round values in the domain, at most `count` + 1. */
  ticks(count: number): number[];
}

/** A scale from the values `from` to `to` onto the places `start` to `end`, px. */
export function linearScale(from: number, to: number, start: number, end: number): LinearScale {
  const slope = to === from ? 0 : (end - start) / (to - from);
  const scale = (value: number) => start + (value - from) * slope;
  return Object.assign(scale, {
    from,
    to,
    start,
    end,
    invert: (position: number) => (slope === 0 ? from : from + (position - start) / slope),
    ticks: (count: number) => axisTicksBetween(from, to, count),
  });
}

/** The smallest round number that is at least `highestValue`, if the axis has about `count` steps. */
export function roundUpAxisEnd(highestValue: number, count: number): number {
  const [first = 0, second = 1] = axisTicksBetween(0, highestValue, count);
  const step = second - first;
  return Math.ceil(highestValue / step - 1e-9) * step;
}

/** d3 may give more ticks than `count`. Then this function asks again for fewer. */
function axisTicksBetween(from: number, to: number, count: number): number[] {
  for (let requestedCount = count; requestedCount > 1; requestedCount--) {
    const fewerTicks = ticks(from, to, requestedCount);
    if (fewerTicks.length <= count + 1) return fewerTicks;
  }
  return ticks(from, to, 1);
}
