/**
 * The progress of a task that a separate worker does for a dialog, and the task that exports a file. There is one task
 * at a time. Closing the dialog cancels it.
 */
import { useEffect, useRef, useState } from 'react';
import { downloadFile } from '../../app/files/download.ts';
import { exportRun } from '../../app/files/export-run.ts';
import { FILE_FORMATS, type FileFormatId } from '../../export/file-formats.ts';
import type { FormatOptions } from '../../export/format-files.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { usePageContext } from '../shell/context.tsx';
import { urlOfPage } from './save-as.ts';
import { measuredInFile } from './save-scenario.ts';

export type TaskProgress<Running> =
  | { readonly state: 'idle' }
  | ({ readonly state: 'running' } & Running)
  | { readonly state: 'ended'; readonly text: string; readonly hasFailed: boolean };

/** @typeParam Running what is shown while the worker works */
export function useWorkerTask<Running extends object>() {
  const [progress, setProgress] = useState<TaskProgress<Running>>({ state: 'idle' });
  const worker = useRef<Worker>(undefined);
  useEffect(() => () => worker.current?.terminate(), []);
  const end = (text: string, hasFailed = false) => {
    worker.current?.terminate();
    worker.current = undefined;
    setProgress({ state: 'ended', text, hasFailed });
  };
  return {
    progress,
    begin: (newWorker: Worker, runningTask: Running) => {
      worker.current = newWorker;
      setProgress({ state: 'running', ...runningTask });
    },
    report: (runningTask: Running) => setProgress({ state: 'running', ...runningTask }),
    /** Whether a worker is still at its task: a cancelled one is not. */
    isPresent: (candidate: Worker) => worker.current === candidate,
    end,
    cancel: () => end('Cancelled.'),
  };
}

interface RunningExport {
  readonly format: FileFormatId;
  /** 0 to 1. */
  readonly progress: number;
}

export type ExportSave = (format: FileFormatId, options: FormatOptions, untilNs: number) => void;

/** The export of a file over the whole run: a worker writes it. */
export function useExport() {
  const { page } = usePageContext();
  const task = useWorkerTask<RunningExport>();
  const { end } = task;
  const save: ExportSave = (format, options, untilNs) => {
    const newWorker = new Worker(new URL('../../../workers/export.worker.ts', import.meta.url), { type: 'module' });
    task.begin(newWorker, { format, progress: 0 });
    const { run } = page.state;
    const { name } = FILE_FORMATS[format];
    const url = urlOfPage(page).then((text) => (text.endsWith('#') ? undefined : text));
    exportRun(newWorker, run, { format, options, untilNs }, Promise.all([url, measuredInFile()]), (news) => {
      // It was cancelled in the meantime.
      if (!task.isPresent(newWorker)) return;
      if (news.type === 'progress') task.report({ format, progress: news.progress });
      else if (news.type === 'failed') end(`${name} could not be saved: ${news.message}`, true);
      else {
        downloadFile(exportFileName(run, format), FILE_FORMATS[format].type, news.file);
        end(`${name}: saved, ${formatSize(news.file.size)}.`);
      }
    });
  };
  return { progress: task.progress, save, cancel: task.cancel };
}

export function formatProgress(progress: TaskProgress<RunningExport>): string {
  if (progress.state === 'idle') return '';
  if (progress.state === 'ended') return progress.text;
  return `${FILE_FORMATS[progress.format].name}: ${Math.round(100 * progress.progress)} % simulated`;
}

function exportFileName(run: RunState, format: FileFormatId): string {
  return `${run.preset || scenarioOfRun(run).id}-seed-${run.seed}-${FILE_FORMATS[format].ending}`;
}

const formatSize = (bytes: number) =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
