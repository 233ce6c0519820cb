/** What the commands need of the outside world, so that tests can put their own in its place. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  readFile(path: string): string;
  /** Opens a file for writing; lines are appended as they come. */
  openLines(path: string): { write(line: string): void; close(): void };
  /** Wall time, s. */
  seconds(): number;
  /** Today, YYYY-MM-DD. */
  date(): string;
}

/** The user's mistake: the message names the parameter, the value and what is allowed. Exit status 2. */
export class BadInput extends Error {}
