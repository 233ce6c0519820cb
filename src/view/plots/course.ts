/** Curves on a canvas: a curve with its gaps, and the area between two curves. */
import type { LinearScale } from '../draw/scale.ts';
import type { PlotLine } from './plot-model.ts';

type OfRow = (row: number) => number;

/**
 * Fills the area between two curves, with gaps where a value is missing.
 * @param strength number of fills on top of each other
 */
export function fillBetween(
  context: CanvasRenderingContext2D,
  x: LinearScale,
  y: LinearScale,
  first: number,
  last: number,
  time: OfRow,
  one: OfRow,
  other: OfRow,
  strength: number,
): void {
  const missing = (row: number) => Number.isNaN(one(row)) || Number.isNaN(other(row));
  context.beginPath();
  for (let from = first; from < last; from++) {
    if (missing(from)) continue;
    let to = from;
    while (to + 1 < last && !missing(to + 1)) to++;
    context.moveTo(near(x(time(from))), near(y(one(from))));
    for (let row = from; row <= to; row++) context.lineTo(near(x(time(row))), near(y(other(row))));
    for (let row = to; row > from; row--) context.lineTo(near(x(time(row))), near(y(one(row))));
    context.closePath();
    from = to;
  }
  for (let times = 0; times < strength; times++) context.fill();
}

/** Limits places far outside the plot to its neighbourhood, because browsers draw every dash of a line, also invisible ones. */
const FAR_PX = 20_000;

function near(place: number): number {
  return Math.min(FAR_PX, Math.max(-FAR_PX, place));
}

/** Side of the dot for a value without neighbours, px. */
const DOT_PX = 4;

/**
 * Draws a curve. If several rows fall on one pixel, only the lowest and the highest value are drawn.
 * @returns the vertical place of its last value, px; NaN without a value
 */
export function drawCourse(
  context: CanvasRenderingContext2D,
  line: Pick<PlotLine, 'colour' | 'time' | 'value'>,
  x: LinearScale,
  y: LinearScale,
  first: number,
  last: number,
): number {
  const pixels = Math.max(1, Math.abs((x.range()[1] as number) - (x.range()[0] as number)));
  const stride = Math.max(1, Math.ceil((last - first) / pixels / 2));
  let end = Number.NaN;
  let place = Number.NaN;
  let height = 0;
  /** Number of points since the last gap. A single point is drawn as a dot. */
  let joined = 0;
  const dot = () => {
    if (joined === 1 && height < DOT_PX) context.fillRect(place - DOT_PX / 2, end - DOT_PX / 2, DOT_PX, DOT_PX);
    joined = 0;
  };
  context.fillStyle = line.colour;
  context.beginPath();
  for (let row = first; row < last; row += stride) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = row; at < Math.min(last, row + stride); at++) {
      const value = line.value(at);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high < low) {
      dot();
      continue;
    }
    place = near(x(line.time(row)));
    const from = near(y(low));
    end = near(y(high));
    height = from - end;
    if (joined > 0) context.lineTo(place, from);
    else context.moveTo(place, from);
    if (low !== high) context.lineTo(place, end);
    joined++;
  }
  dot();
  context.stroke();
  return end;
}
