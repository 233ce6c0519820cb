/** The progress and the remaining time of a command, at intervals, on one line of the messages. */
import { secondsLeft } from '../../studies/task-pool.ts';
import type { CommandIo } from '../io.ts';

export function formatProgressLine(io: CommandIo, began: number, name: string): (progress: number) => void {
  let lastReportSeconds = 0;
  return (finishedCount) => {
    const now = io.seconds();
    if (now - lastReportSeconds < 2 && finishedCount < 1) return;
    lastReportSeconds = now;
    const left = secondsLeft(now - began, finishedCount);
    io.err(
      `${name}: ${Math.round(100 * finishedCount)} %${left === undefined ? '' : `, about ${Math.ceil(left)} s left`}`,
    );
  };
}
