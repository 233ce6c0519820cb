/** Marks that all drawings with axes have: axes, lines of one pixel and texts. */
import { formatTick } from '../shared/number-text.ts';
import type { Mark, ScenePoint, TextMark, TextPlace, Wording } from './marks.ts';
import { SMALL_TEXT_FONT } from './text-ruler.ts';

/** Priorities of texts: those without which a plot has no meaning, its numbers, and what only helps. */
export const NAME_PRIORITY = 1;
export const NUMBER_PRIORITY = 2;
export const NOTE_PRIORITY = 3;

/** A place of a text: its left end, middle or right end, and the middle of its height. */
type Spot = readonly [x: number, y: number, align: TextPlace['align']];

/** A text with one wording or several, at one place or several. */
export function textMark(
  key: string,
  wordings: string | readonly Wording[],
  places: Spot | readonly TextPlace[],
  more: Partial<TextMark> = {},
): TextMark {
  const isSpot = (list: Spot | readonly TextPlace[]): list is Spot => typeof list[0] === 'number';
  return {
    kind: 'text',
    key,
    wordings: typeof wordings === 'string' ? [wordings] : wordings,
    places: isSpot(places) ? [{ x: places[0], y: places[1], align: places[2] }] : places,
    priority: NAME_PRIORITY,
    ...more,
  };
}

/** A line of one pixel, level or upright. */
export const ruleMark = (
  from: ScenePoint,
  to: ScenePoint,
  more: Partial<Extract<Mark, { kind: 'line' }>> = {},
): Mark => {
  const [shiftX, shiftY] = from.x === to.x ? [0.5, 0] : [0, 0.5];
  const points = [from, to].map(({ x, y }) => ({
    x: shiftX === 0 ? x : Math.floor(x) + shiftX,
    y: shiftY === 0 ? y : Math.floor(y) + shiftY,
  }));
  return { kind: 'line', points, stroke: 'muted', ...more };
};

/** The places of the values of an axis, px. */
export interface AxisScale {
  (value: number): number;
  /** Round values of the axis, about as many. */
  ticks(count: number): number[];
  /** The places of its ends. */
  range(): number[];
}

/**
 * The grid of a vertical axis, with its numbers on the left.
 * @param name of the axis, if a drawing has several
 * @param heightPx of a number, if its digits may be as close as they are high
 */
export function axisBeside(
  y: AxisScale,
  [left, right]: readonly [left: number, right: number],
  ticks: readonly number[] = y.ticks(4),
  name = 'y',
  heightPx?: number,
): Mark[] {
  return ticks.flatMap((tick) => [
    ruleMark({ x: left, y: y(tick) }, { x: right, y: y(tick) }, { stroke: 'grid', tag: 'grid' }),
    textMark(`${name} ${tick}`, formatTick(tick), [left - 3, y(tick), 'right'], {
      priority: NOTE_PRIORITY,
      font: SMALL_TEXT_FONT,
      ink: 'muted',
      heightPx,
    }),
  ]);
}

/**
 * A horizontal axis with its numbers below.
 * @param name of the axis, if a drawing has several
 */
export function axisBelow(x: AxisScale, bottom: number, name = 'x', stepCount = 4): Mark[] {
  const [start = 0, end = 0] = x.range();
  return [
    ...x.ticks(stepCount).flatMap((tick) => [
      ruleMark({ x: x(tick), y: bottom }, { x: x(tick), y: bottom + 6 }, { stroke: 'grid' }),
      textMark(`${name} ${tick}`, formatTick(tick), [{ x: x(tick), y: bottom + 13, align: 'centre', slides: true }], {
        priority: NOTE_PRIORITY,
        font: SMALL_TEXT_FONT,
        ink: 'muted',
      }),
    ]),
    ruleMark({ x: start, y: bottom }, { x: end, y: bottom }),
  ];
}
