/** The progress and the remaining time of a command, at intervals, on one line of the messages. */
import { estimateRemainingSeconds } from '../../studies/task-pool.ts';
import type { CommandIo } from '../io.ts';

/** A printer that gets the finished share, 0 to 1. It prints every 2 s at most, and at the end. */
export function createProgressPrinter(io: CommandIo, startSeconds: number, name: string): (progress: number) => void {
  let lastReportSeconds = 0;
  return (progressShare) => {
    const nowSeconds = io.seconds();
    if (nowSeconds - lastReportSeconds < 2 && progressShare < 1) return;
    lastReportSeconds = nowSeconds;
    const remainingSeconds = estimateRemainingSeconds(nowSeconds - startSeconds, progressShare);
    io.err(
      `${name}: ${Math.round(100 * progressShare)} %${remainingSeconds === undefined ? '' : `, about ${Math.ceil(remainingSeconds)} s left`}`,
    );
  };
}
