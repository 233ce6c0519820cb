import type { DiagramPoint } from '../../scene/line-diagram-data.ts';
import type { ReplicatedFigure } from '../../shared/statistics.ts';

/** The height of a point, with an interval if there is more than one seed. */
export function withInterval({ mean, ci95, n }: ReplicatedFigure): Pick<DiagramPoint, 'y' | 'low' | 'high'> {
  return { y: mean, low: n > 1 ? mean - ci95 : undefined, high: n > 1 ? mean + ci95 : undefined };
}

/** An upright interval with a short line at each end, as the path of a drawing. */
export const intervalPath = (x: number, low: number, high: number) => `M${x},${low}V${high}m-3,0h6M${x - 3},${low}h6`;
