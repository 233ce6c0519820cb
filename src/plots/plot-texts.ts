/** A plot in the menu. */
export interface PlotTexts {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** The meaning of the number and its measurement. */
  readonly help: string;
  /** Id of the term that explains it. */
  readonly term?:
    | 'goodput'
    | 'throughput'
    | 'busy'
    | 'delay'
    | 'completion'
    | 'roundTrip'
    | 'gfr'
    | 'loss'
    | 'mark'
    | 'red'
    | 'abe'
    | 'fairness';
}

/** The title, and the unit in brackets if there is one. */
export function titleWithUnit({ title, unit }: Pick<PlotTexts, 'title' | 'unit'>): string {
  return unit === '' ? title : `${title} (${unit})`;
}
