/** A measurement for a lesson: its request and its result, as data. */
import type { CurveId, FigureId } from './figures.ts';

export interface FigureAsked {
  /** From 1. */
  readonly lane: number;
  readonly figure: FigureId;
  readonly class?: string | undefined;
  /** At the end of the run where it is left out. */
  readonly atSeconds?: number | undefined;
}

export interface CurveAsked {
  /** From 1. */
  readonly lane: number;
  readonly curve: CurveId;
  readonly class?: string | undefined;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Into how many equal parts the span is cut. */
  readonly points: number;
}

/** The middle of each part of the span, and the mean of the quantity there, in its unit. */
export interface Curve {
  readonly seconds: readonly number[];
  readonly values: readonly number[];
}

export interface Measured {
  /** In the order in which they were asked; NaN where there is nothing to read. */
  readonly figures: readonly number[];
  readonly curves: readonly Curve[];
  /** The digest of all lanes at the end of the run, as the command line prints it. */
  readonly digest: string;
}

/** The messages of a worker that measures. */
export type MeasureAnswer =
  /** It has been loaded: from now on silence counts. */
  | { readonly type: 'ready' }
  /** The share of the run that is done, 0 to 1. */
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'measured'; readonly measured: Measured }
  | { readonly type: 'failed'; readonly message: string };
