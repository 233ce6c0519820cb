/** The export of a file over the whole run: a worker writes it. */
import { useEffect, useRef, useState } from 'react';
import { exportRun } from '../../app/export-run.ts';
import type { FormChoice } from '../../export/files.ts';
import { FORMS, type FormId } from '../../export/forms.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOf } from '../../run-state/selectors.ts';
import { useTools } from '../shell/context.tsx';
import { download } from './download.ts';
import { linkOfPage } from './save-as.ts';

type Progress =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly form: FormId; readonly share: number }
  | { readonly state: 'ended'; readonly words: string; readonly failed: boolean };

export type Save = (form: FormId, choice: FormChoice, untilNs: number) => void;

/** One file at a time; closing the dialog cancels it. */
export function useExport() {
  const { page } = useTools();
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  const worker = useRef<Worker>(undefined);
  useEffect(() => () => worker.current?.terminate(), []);
  const end = (words: string, failed = false) => {
    worker.current?.terminate();
    worker.current = undefined;
    setProgress({ state: 'ended', words, failed });
  };
  const save: Save = (form, choice, untilNs) => {
    setProgress({ state: 'running', form, share: 0 });
    const own = new Worker(new URL('../../../workers/export.worker.ts', import.meta.url), { type: 'module' });
    worker.current = own;
    const { run } = page.state;
    const { name } = FORMS[form];
    const link = linkOfPage(page).then((text) => (text.endsWith('#') ? undefined : text));
    exportRun(own, run, { form, choice, untilNs }, link, (news) => {
      // It was cancelled in the meantime.
      if (worker.current !== own) return;
      if (news.type === 'progress') setProgress({ state: 'running', form, share: news.share });
      else if (news.type === 'failed') end(`${name} could not be saved: ${news.message}`, true);
      else {
        download(nameOf(run, form), FORMS[form].type, news.file);
        end(`${name}: saved, ${sizeWords(news.file.size)}.`);
      }
    });
  };
  return { progress, save, cancel: () => end('Cancelled.') };
}

export function wordsOf(progress: Progress): string {
  if (progress.state === 'idle') return '';
  if (progress.state === 'ended') return progress.words;
  return `${FORMS[progress.form].name}: ${Math.round(100 * progress.share)} % simulated`;
}

function nameOf(run: RunState, form: FormId): string {
  return `${run.preset || scenarioOf(run).id}-seed-${run.seed}-${FORMS[form].ending}`;
}

const sizeWords = (bytes: number) =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
