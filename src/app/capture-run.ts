/** A lane's run as a capture, which a worker of its own writes. */
import type { CaptureTask, FromCapture } from '../protocol/capture-messages.ts';
import { NOT_LOADED } from './loading.ts';
import { openingOf } from './run-selectors.ts';
import type { RunState } from './run-state.ts';
import { version } from './version.ts';

/**
 * Lets a worker write a lane's run.
 * @param own runs workers/capture.worker.ts; ending it cancels the capture
 * @param told hears of its progress, then of the file or of the failure
 */
export function writeCapture(
  own: Worker,
  run: RunState,
  lane: number,
  choice: Pick<CaptureTask, 'taps' | 'comments' | 'fromNs' | 'toNs'>,
  told: (news: FromCapture<Blob>) => void,
): void {
  const { scenario, policy, policyValues, program, seed, edits } = openingOf(run, lane);
  const changes = edits.length === 0 ? '' : ` ${edits.length} changes during the run.`;
  const task: CaptureTask = {
    ...choice,
    lane: { scenario, policy, policyValues, program, seed, edits },
    application: `Bufferscope ${version}`,
    about: [`Scenario ${scenario.id}, policy ${policy}, seed ${seed}.${changes}`],
  };
  own.onmessage = ({ data }: MessageEvent<FromCapture<Blob>>) => told(data);
  own.onerror = (event) => {
    event.preventDefault();
    told({ type: 'failed', message: event.message || NOT_LOADED });
  };
  own.postMessage(task);
}
