/** What the commands need of the outside world, so that tests can put their own in its place. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  readFile(path: string): string;
  /** The content of a file of at most `limit` bytes. @throws where it cannot be read, or is longer */
  readBytes(path: string, limit: number): Uint8Array;
  /** Opens a file for writing; lines are appended as they come, until a reader has had enough. @throws OutputFailure */
  openLines(path: string): { write(line: string): void; close(): void };
  /** Wall time, s. */
  seconds(): number;
  /** Today, YYYY-MM-DD. */
  date(): string;
}

/** Control characters but for tabs and line ends, and marks that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSPOKEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A text that does nothing to a terminal but show, whoever wrote it. JSON keeps its meaning. */
export function printable(text: string): string {
  return text.replace(UNSPOKEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same outside world, where everything that is said is printable. */
export function printing(io: Io): Io {
  return { ...io, out: (text) => io.out(printable(text)), err: (text) => io.err(printable(text)) };
}

/** The user's mistake: the message names the parameter, the value and what is allowed. Exit status 2. */
export class BadInput extends Error {}

/** What was to be written could not be: a full disk. The message says it all. Exit status 1. */
export class OutputFailure extends Error {}
