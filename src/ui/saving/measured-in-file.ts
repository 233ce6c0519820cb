/** The measurement beside the run, for files of the run. */
import { beside } from '../../app/line/beside.ts';
import { loadPart } from '../../app/loading/loading.ts';
import type { MeasuredTable } from '../../export/measured-table.ts';

/** Undefined without a measurement. */
export async function measuredInFile(): Promise<readonly MeasuredTable[] | undefined> {
  const state = beside.getState();
  if (state.series.length === 0) return undefined;
  const { savedSeriesOf } = await loadPart(() => import('../../measurements/beside/saved-beside.ts'));
  return savedSeriesOf(state);
}
