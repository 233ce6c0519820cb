/** A measurement comes beside the run. */
import { showBeside } from '../../app/line/beside.ts';
import type { BesideSeries } from '../../measurements/beside/beside-plots.ts';
import { showSpan } from '../plots/plot-state.ts';

/**
 * Shows a measurement beside the run, and all of the run, because all of it is compared. The span that the user then
 * chooses stays.
 * @param isShiftChosen the times of the series are as the user wants them
 */
export function showMeasured(series: readonly BesideSeries[], isShiftChosen = false): void {
  showBeside(series, isShiftChosen);
  if (series.length > 0) showSpan('whole');
}
