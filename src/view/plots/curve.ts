/** Curves on a canvas: a curve with its gaps, and the area between two curves. */
import type { DrawingContext } from '../draw/drawing-context.ts';
import type { LinearScale } from '../draw/scale.ts';

/** A canvas with a scale for either direction. */
export interface CurvePlane {
  readonly context: DrawingContext;
  readonly x: LinearScale;
  readonly y: LinearScale;
}

type ValueOfRow = (row: number) => number;

/** The rows of a curve from `first` on, up to `end`: their times, and their values. NaN is a gap. */
export interface CurveRows {
  /** Whether a thin line leads over each gap. */
  readonly isBridged?: boolean;
  /** Whether the line leads over a bridged gap between two rows as elsewhere. */
  readonly joinsRows?: ((fromRow: number, toRow: number) => boolean) | undefined;
  readonly firstRow: number;
  readonly endRow: number;
  readonly timeSeconds: ValueOfRow;
  readonly value: ValueOfRow;
}

/**
 * Fills the area between the values of a curve and another one, with gaps where a value is missing.
 * @param fillCount number of fills on top of each other
 */
export function fillBetween(
  { context, x, y }: CurvePlane,
  { firstRow, endRow, timeSeconds, value }: CurveRows,
  other: ValueOfRow,
  fillCount: number,
): void {
  const isMissing = (row: number) => Number.isNaN(value(row)) || Number.isNaN(other(row));
  context.beginPath();
  for (let from = firstRow; from < endRow; from++) {
    if (isMissing(from)) continue;
    let to = from;
    while (to + 1 < endRow && !isMissing(to + 1)) to++;
    context.moveTo(clampCoordinate(x(timeSeconds(from))), clampCoordinate(y(value(from))));
    for (let row = from; row <= to; row++)
      context.lineTo(clampCoordinate(x(timeSeconds(row))), clampCoordinate(y(other(row))));
    for (let row = to; row > from; row--)
      context.lineTo(clampCoordinate(x(timeSeconds(row))), clampCoordinate(y(value(row))));
    context.closePath();
    from = to;
  }
  for (let fill = 0; fill < fillCount; fill++) context.fill();
}

/**
 * Limits places far outside the plot to its neighbourhood, because browsers draw every dash of a line, also invisible
 * ones.
 */
const MAX_COORDINATE_PX = 20_000;

function clampCoordinate(coordinate: number): number {
  return Math.min(MAX_COORDINATE_PX, Math.max(-MAX_COORDINATE_PX, coordinate));
}

/** Side of the dot for a value without neighbours, px. */
const DOT_SIDE_PX = 4;

/** Draws a curve. If several rows fall on one pixel, only the lowest and the highest value are drawn. */
export function drawCurvePoints(
  { context, x, y }: CurvePlane,
  { firstRow, endRow, timeSeconds, value, isBridged = false, joinsRows }: CurveRows,
  colour: string,
): void {
  const pixels = Math.max(1, Math.abs(x.end - x.start));
  const stride = Math.max(1, Math.ceil((endRow - firstRow) / pixels / 2));
  /** The last point: its place, and the height of the values on its pixel. */
  let [pixelX, level] = [Number.NaN, Number.NaN];
  let height = 0;
  let lastRow = Number.NaN;
  /** The two ends of each bridge, px. */
  const bridges: Bridge[] = [];
  /** Number of points since the last gap. A single point is drawn as a dot, unless a bridge leads to it. */
  let joinedPointCount = 0;
  const drawDot = () => {
    if (joinedPointCount === 1 && height < DOT_SIDE_PX && bridges.length === 0)
      context.fillRect(pixelX - DOT_SIDE_PX / 2, level - DOT_SIDE_PX / 2, DOT_SIDE_PX, DOT_SIDE_PX);
    joinedPointCount = 0;
  };
  context.fillStyle = colour;
  context.beginPath();
  for (let row = firstRow; row < endRow; row += stride) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let index = row; index < Math.min(endRow, row + stride); index++) {
      const rowValue = value(index);
      if (rowValue < low) low = rowValue;
      if (rowValue > high) high = rowValue;
    }
    if (high < low) {
      drawDot();
      continue;
    }
    const [lastX, lastLevel] = [pixelX, level];
    pixelX = clampCoordinate(x(timeSeconds(row)));
    const from = clampCoordinate(y(low));
    if (isBridged && joinedPointCount === 0 && !Number.isNaN(lastX)) {
      // The path still ends at the last point.
      if (joinsRows?.(lastRow, row) === true) joinedPointCount = 1;
      else bridges.push([lastX, lastLevel, pixelX, from]);
    }
    lastRow = row;
    level = clampCoordinate(y(high));
    height = from - level;
    if (joinedPointCount > 0) context.lineTo(pixelX, from);
    else context.moveTo(pixelX, from);
    if (low !== high) context.lineTo(pixelX, level);
    joinedPointCount++;
  }
  drawDot();
  context.stroke();
  if (bridges.length > 0) drawBridges(context, bridges);
}

const BRIDGE_WIDTH_PX = 0.7;

/** The two ends of a bridge, px. */
type Bridge = readonly [fromX: number, fromY: number, toX: number, toY: number];

function drawBridges(context: DrawingContext, bridges: readonly Bridge[]): void {
  const { lineWidth } = context;
  context.lineWidth = BRIDGE_WIDTH_PX;
  context.setLineDash([]);
  context.beginPath();
  for (const [fromX, fromY, toX, toY] of bridges) {
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
  }
  context.stroke();
  context.lineWidth = lineWidth;
}
