/** The progress and the remaining time of a command, at intervals, on one line of the messages. */
import { secondsLeft } from '../../studies/task-pool.ts';
import type { Io } from '../io.ts';

export function formatProgressLine(io: Io, began: number, name: string): (progress: number) => void {
  let said = 0;
  return (done) => {
    const now = io.seconds();
    if (now - said < 2 && done < 1) return;
    said = now;
    const left = secondsLeft(now - began, done);
    io.err(`${name}: ${Math.round(100 * done)} %${left === undefined ? '' : `, about ${Math.ceil(left)} s left`}`);
  };
}
