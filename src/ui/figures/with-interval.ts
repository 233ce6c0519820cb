import type { FigurePoint } from '../../papers/bhattacharjee/drawn-figures.ts';
import type { ReplicatedFigure } from '../../studies/statistics.ts';

/** The height of a point, with an interval if there is more than one seed. */
export function withInterval({ mean, ci95, n }: ReplicatedFigure): Pick<FigurePoint, 'y' | 'low' | 'high'> {
  return { y: mean, low: n > 1 ? mean - ci95 : undefined, high: n > 1 ? mean + ci95 : undefined };
}
