/** The run on the page as a file, which a worker of its own writes: the run that the link opens, from its start. */
import type { FormChoice } from '../export/files.ts';
import type { FormId } from '../export/forms.ts';
import type { ExportTask, FromExport } from '../protocol/export-messages.ts';
import { NOT_LOADED } from './loading.ts';
import { ownScenario } from './run-file.ts';
import { openingOf, scenarioOf } from './run-selectors.ts';
import type { RunState } from './run-state.ts';
import { version } from './version.ts';

/** What a file says of the run on the page. @param link left out where no link can say it */
export function aboutRun(run: RunState, link: string | undefined): ExportTask['about'] {
  const { id, title } = scenarioOf(run);
  return {
    ...{ scenario: id, title, seed: run.seed, program: `Bufferscope ${version}` },
    ...(link === undefined ? {} : { link }),
  };
}

/**
 * Lets a worker write a file.
 * @param own runs workers/export.worker.ts; ending it cancels
 * @param told hears of its progress, then of the file or of the failure
 */
export function exportRun(
  own: Worker,
  run: RunState,
  wanted: { readonly form: FormId; readonly choice: FormChoice; readonly untilNs: number },
  link: string | undefined,
  told: (news: FromExport<Blob>) => void,
): void {
  const lanes = run.lanes.map((_, index) => {
    const { scenario, policy, policyValues, program, seed, edits } = openingOf(run, index);
    return { scenario, policy, policyValues, program, seed, edits };
  });
  const { edits } = run;
  const task: ExportTask = { ...wanted, about: aboutRun(run, link), scenario: ownScenario(run), edits, lanes };
  own.onmessage = ({ data }: MessageEvent<FromExport<Blob>>) => told(data);
  own.onerror = (event) => {
    event.preventDefault();
    told({ type: 'failed', message: event.message || NOT_LOADED });
  };
  own.postMessage(task);
}
