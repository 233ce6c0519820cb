/** Saves the scenario of a run as a file, and gives the measurements beside the run to all saved files. */

import { downloadFile } from '../../app/files/download.ts';
import { besideStore } from '../../app/line/beside.ts';
import { errorMessage, loadPart } from '../../app/loading/loading.ts';
import type { Page } from '../../app/page/page.ts';
import type { MeasuredTable } from '../../export/measured-table.ts';

/**
 * Saves the scenario of a run's start as a file, with its program if a lane runs one, or shows the reason of the
 * failure on the page.
 */
export async function saveScenario(page: Page): Promise<void> {
  const { run } = page.state;
  try {
    const { fileOfRun } = await loadPart(() => import('../../run-state/run-file.ts'));
    const file = fileOfRun(run);
    const measuredFile = await measuredInFile();
    downloadFile(
      `${file.id}.json`,
      'application/json',
      `${JSON.stringify(measuredFile === undefined ? file : { ...file, measured: measuredFile }, null, 2)}\n`,
    );
  } catch (error) {
    page.notices.offerReload(`The scenario could not be saved: ${errorMessage(error)}.`);
  }
}

/** Undefined without a measurement. */
export async function measuredInFile(): Promise<readonly MeasuredTable[] | undefined> {
  const state = besideStore.getState();
  if (state.series.length === 0) return undefined;
  const { savedSeriesOf } = await loadPart(() => import('../../measurements/beside/saved-beside.ts'));
  return savedSeriesOf(state);
}
