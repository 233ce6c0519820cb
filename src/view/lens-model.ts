/** What lenses are told: what a policy is thinking. */
import type { Frame, RunDescription } from '../engine/frame.ts';

/** The rows of a lane's series, as the page keeps them. */
export interface Series {
  readonly rows: number;
  at(row: number, column: number): number;
}

export interface LensModel {
  readonly frame: Frame;
  readonly description: RunDescription;
  readonly series: Series;
  readonly values: Readonly<Record<string, unknown>>;
  /** The policy's rule as a curve over its first signal, where it has one. */
  readonly curve: ((signal: number) => number) | undefined;
  /** Show the queue over time instead of the policy's own lens. */
  readonly overTime: boolean;
}

export interface Lens {
  draw(model: LensModel): void;
}

/** Sets a threshold that is dragged in a lens. */
export type SetThreshold = (parameter: string, value: number) => void;
