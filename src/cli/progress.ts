/** How far a command is and how long it will take, on one line of the messages now and then. */
import type { Io } from './io.ts';

/** From this part on the time that is left can be guessed. */
const KNOWN = 0.02;

export function progressLine(io: Io, began: number, name: string): (done: number) => void {
  let said = 0;
  return (done) => {
    const now = io.seconds();
    if (now - said < 2 && done < 1) return;
    said = now;
    const left = done > KNOWN ? `, about ${Math.ceil(((now - began) * (1 - done)) / done)} s left` : '';
    io.err(`${name}: ${Math.round(100 * done)} %${left}`);
  };
}
