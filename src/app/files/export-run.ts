/** The run on the page as a file. A separate worker writes it. It is the run that the link opens, from its start. */

import type { FileFormatId } from '../../export/file-formats.ts';
import type { FormatOptions } from '../../export/format-files.ts';
import type { ExportTask, MessageFromExport } from '../../protocol/export-messages.ts';
import { laneNameOfRun } from '../../run-state/lane-names.ts';
import { scenarioWithPolicies } from '../../run-state/run-file.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { laneRun, scenarioOfRun, scenarioTexts } from '../../run-state/run-values.ts';
import { version } from '../../version.ts';
import { errorMessage, NOT_LOADED_TEXT } from '../loading/loading.ts';

/**
 * The description of the run in a file.
 * @param url left out if the run is too long for a link
 */
export function createAboutRun(run: RunState, url: string | undefined): ExportTask['aboutRun'] {
  return {
    scenario: scenarioOfRun(run).id,
    title: scenarioTexts(run).title,
    seed: run.seed,
    program: `Bufferscope ${version}`,
    link: url,
  };
}

/**
 * A worker writes a file.
 * @param worker runs workers/export.worker.ts; to cancel, end the worker. Its failure is reported from now on, also
 * before the link is ready
 * @param texts the link of the run, and the measurement beside it; each undefined if there is none
 * @param onMessage called with the progress, then with the file or the failure
 */
export function exportRun(
  worker: Worker,
  run: RunState,
  request: { readonly format: FileFormatId; readonly options: FormatOptions; readonly untilNs: number },
  texts: Promise<readonly [url: string | undefined, measured: ExportTask['measured']]>,
  onMessage: (message: MessageFromExport<Blob>) => void,
): void {
  const lanes = run.lanes.map((_, index) => ({ ...laneRun(run, index), laneName: laneNameOfRun(run, index) }));
  const { edits } = run;
  worker.onmessage = ({ data }: MessageEvent<MessageFromExport<Blob>>) => onMessage(data);
  worker.onerror = (event) => {
    event.preventDefault();
    onMessage({ type: 'failed', message: event.message || NOT_LOADED_TEXT });
  };
  const scenario = scenarioWithPolicies(run);
  texts
    .then(([url, measured]) => {
      const task: ExportTask = { ...request, aboutRun: createAboutRun(run, url), scenario, edits, lanes, measured };
      worker.postMessage(task);
    })
    .catch((error: unknown) => onMessage({ type: 'failed', message: errorMessage(error) }));
}
