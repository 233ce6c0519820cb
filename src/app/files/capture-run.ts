/** A lane's run as a capture. A separate worker writes it. */
import type { CaptureTask, MessageFromCapture } from '../../protocol/capture-messages.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { laneRun } from '../../run-state/run-values.ts';
import { version } from '../../version.ts';
import { NOT_LOADED_TEXT } from '../loading/loading.ts';

/** The span, and the places and comments of its packets. */
export type CaptureSettings = Pick<CaptureTask, 'capturePoints' | 'comments' | 'fromNs' | 'toNs'>;

/**
 * A worker writes a lane's run.
 * @param worker runs workers/capture.worker.ts; to cancel the capture, end the worker
 * @param onMessage called with the progress, then with the file or the failure
 */
export function writeCapture(
  worker: Worker,
  run: RunState,
  lane: number,
  settings: CaptureSettings,
  onMessage: (message: MessageFromCapture<Blob>) => void,
): void {
  const runOfLane = laneRun(run, lane);
  const { scenario, policy, seed, edits } = runOfLane;
  const editsText = edits.length === 0 ? '' : ` ${edits.length} changes during the run.`;
  const task: CaptureTask = {
    ...settings,
    lane: runOfLane,
    application: `Bufferscope ${version}`,
    runLines: [`Scenario ${scenario.id}, policy ${policy}, seed ${seed}.${editsText}`],
  };
  worker.onmessage = ({ data }: MessageEvent<MessageFromCapture<Blob>>) => onMessage(data);
  worker.onerror = (event) => {
    event.preventDefault();
    onMessage({ type: 'failed', message: event.message || NOT_LOADED_TEXT });
  };
  worker.postMessage(task);
}
