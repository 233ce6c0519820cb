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

/** The size from which the curve stays at or above a value; undefined if it ends below it, or is never below it. */
export function sizeReaching(points: readonly SizePoint[], value: number): number | undefined {
  const lastBelow = points.reduce((last, { mean }, index) => (mean < value ? index : last), -1);
  const [from, to] = [points[lastBelow], points[lastBelow + 1]];
  if (from === undefined || to === undefined) return undefined;
  return from.size + ((to.size - from.size) * (value - from.mean)) / (to.mean - from.mean);
}
