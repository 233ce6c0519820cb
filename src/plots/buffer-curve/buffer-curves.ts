/** The curves of a figure over the size of the buffer, and the values between their points. */

/** A mean over some seeds with its 95 % interval. The size has the unit of the axis. */
export interface SizePoint {
  readonly size: number;
  readonly mean: number;
  readonly ci95: number;
}

/** A lane: the stored curve of its policy (empty without one), and the figure of its run, NaN while there is none. */
export interface LaneCurve {
  readonly lane: number;
  readonly name: string;
  readonly points: readonly SizePoint[];
  readonly size: number;
  readonly value: number;
}

/** The curves of all lanes, measured in advance. */
export interface BufferCurves {
  readonly lanes: readonly LaneCurve[];
  /** Name with its unit. */
  readonly figureText: string;
  readonly sizeUnit: string;
  readonly isPercent: boolean;
  /** A value to compare the figure with. Its name stands beside the axis. */
  readonly yardstick: { readonly name: string; readonly value: number; readonly isGoal: boolean } | undefined;
  readonly namedSizes: readonly { readonly name: string; readonly size: number }[];
  readonly seedCount: number;
}

/** The mean at a size, on the line between the points around it; NaN beyond the curve. */
export function meanAtSize(points: readonly SizePoint[], size: number): number {
  const toIndex = points.findIndex((point) => point.size >= size);
  const [from, to] = [points[toIndex - 1], points[toIndex]];
  if (to === undefined || (from === undefined && to.size !== size)) return Number.NaN;
  if (from === undefined) return to.mean;
  return from.mean + ((to.mean - from.mean) * (size - from.size)) / (to.size - from.size);
}

/** Where two curves cross: before this size, the second curve is higher if `isSecondFirst`. */
export interface CurveCrossing {
  readonly size: number;
  readonly mean: number;
  readonly isSecondFirst: boolean;
}

/** The only crossing of two curves that have values for the same sizes; undefined without one, or with several. */
export function curveCrossing(
  points: readonly SizePoint[],
  otherPoints: readonly SizePoint[],
): CurveCrossing | undefined {
  const differences = points
    .map(({ size, mean }) => ({ size, difference: mean - meanAtSize(otherPoints, size) }))
    .filter(({ difference }) => Number.isFinite(difference) && difference !== 0);
  const crossings = differences.flatMap(({ size, difference }, index) => {
    const next = differences[index + 1];
    if (next === undefined || difference * next.difference > 0) return [];
    const crossingSize = size + ((next.size - size) * difference) / (difference - next.difference);
    return [{ size: crossingSize, mean: meanAtSize(points, crossingSize), isSecondFirst: difference < 0 }];
  });
  return crossings.length === 1 ? crossings[0] : undefined;
}

/** The size from which the curve stays at or above a value; undefined if it ends below it, or is never below it. */
export function sizeReaching(points: readonly SizePoint[], value: number): number | undefined {
  const lastBelow = points.reduce((last, { mean }, index) => (mean < value ? index : last), -1);
  const [from, to] = [points[lastBelow], points[lastBelow + 1]];
  if (from === undefined || to === undefined) return undefined;
  return from.size + ((to.size - from.size) * (value - from.mean)) / (to.mean - from.mean);
}
