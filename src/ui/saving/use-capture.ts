/** The capture of a span of a lane's run: a worker writes it. */

import { type CaptureSettings, writeCapture } from '../../app/files/capture-run.ts';
import { downloadFile } from '../../app/files/download.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { useWorkerTask } from './use-worker-task.ts';

export function useCapture() {
  const { progress, begin, report, end, cancel } = useWorkerTask<{
    readonly progress: number;
    readonly text: string;
  }>();
  const start = (run: RunState, lane: number, settings: CaptureSettings) => {
    const newWorker = new Worker(new URL('../../../workers/capture.worker.ts', import.meta.url), { type: 'module' });
    begin(newWorker, { progress: 0, text: '' });
    writeCapture(newWorker, run, lane, settings, (news) => {
      if (news.type === 'progress') {
        const text = `${(news.timeNs / 1e9).toFixed(1)} s simulated, ${news.packets} packets, ${formatMegabytes(news.bytes)}`;
        report({ progress: news.timeNs / settings.toNs, text });
      } else if (news.type === 'done') {
        downloadFile(`${captureFileName(run, lane)}.pcapng`, 'application/x-pcapng', news.file);
        end(`Saved: ${news.packets} packets, ${formatMegabytes(news.file.size)}.`);
      } else end(`The capture failed: ${news.message}.`, true);
    });
  };
  return { progress, start, cancel };
}

function captureFileName(run: RunState, lane: number): string {
  const { policy } = required(run.lanes[lane]);
  return `${run.preset || scenarioOfRun(run).id}-seed-${run.seed}-${laneLetter(lane)}-${policy}`;
}

const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
