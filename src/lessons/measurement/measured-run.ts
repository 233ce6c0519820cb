/** A measurement for a lesson: its request and its result, as data. */
import type { CurveId, FigureId } from './lesson-figures.ts';

/** A figure of a lane that is asked for. */
export interface FigureRequest {
  /** From 1. */
  readonly lane: number;
  readonly figure: FigureId;
  readonly class?: string | undefined;
  /** Default: the end of the run. */
  readonly atSeconds?: number | undefined;
}

export interface CurveRequest {
  /** From 1. */
  readonly lane: number;
  readonly curve: CurveId;
  readonly class?: string | undefined;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Number of equal parts of the span. */
  readonly points: number;
}

/** The middle of each part of the span, and the mean of the quantity there, in its unit. */
export interface MeasuredCurve {
  readonly seconds: readonly number[];
  readonly values: readonly number[];
}

/** The answer to a `MeasureTask`. */
export interface MeasuredRun {
  /** In the order of the request, each in the unit of its figure; NaN without data. */
  readonly figures: readonly number[];
  readonly curves: readonly MeasuredCurve[];
  /** The digest of all lanes at the end of the run, as the command line prints it. */
  readonly digest: string;
}

/** The messages of a worker that measures. */
export type MeasureAnswer =
  /** The worker has been loaded: from now on, its silence is a failure. */
  | { readonly type: 'ready' }
  /** The share of the run that is done, 0 to 1. */
  | { readonly type: 'progress'; readonly progress: number }
  | { readonly type: 'result'; readonly result: MeasuredRun }
  | { readonly type: 'failed'; readonly message: string };
