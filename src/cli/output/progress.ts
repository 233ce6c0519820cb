/** The progress and the remaining time of a command, at intervals, on one line of the messages. */
import { secondsLeft } from '../../studies/task-pool.ts';
import type { CommandIo } from '../io.ts';

export function formatProgressLine(io: CommandIo, began: number, name: string): (progress: number) => void {
  let lastReportSeconds = 0;
  return (done) => {
    const now = io.seconds();
    if (now - lastReportSeconds < 2 && done < 1) return;
    lastReportSeconds = now;
    const left = secondsLeft(now - began, done);
    io.err(`${name}: ${Math.round(100 * done)} %${left === undefined ? '' : `, about ${Math.ceil(left)} s left`}`);
  };
}
