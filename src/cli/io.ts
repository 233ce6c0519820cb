import { printable } from '../params/visible.ts';

/** What the commands need of the outside world, so that tests can put their own in its place. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  readFile(path: string): string;
  /** The content of a file of at most `limit` bytes. @throws where it cannot be read, or is longer */
  readBytes(path: string, limit: number): Uint8Array;
  /**
   * Opens a file for writing; lines are appended as they come, until a reader has had enough.
   * @param option that named the file, for messages
   * @throws OutputFailure
   */
  openLines(path: string, option: string): { write(line: string): void; close(): void };
  /** Adds to the end of a file, which is made where there is none. @throws OutputFailure */
  append(path: string, text: string): void;
  /**
   * Opens a file for writing bytes, in the order in which they come.
   * @param option that names the file, for messages
   * @throws BadInput where it cannot be opened, OutputFailure where it cannot be written
   */
  openBytes(path: string, option: string): { write(bytes: Uint8Array): void; close(): void };
  /** Paths of all files below a folder, relative to it, in order; none where there is no such folder. */
  files(folder: string): readonly string[];
  /** Wall time, s. */
  seconds(): number;
  /** Today, YYYY-MM-DD. */
  date(): string;
}

/** The same outside world, where everything that is said is printable. */
export function printing(io: Io): Io {
  return { ...io, out: (text) => io.out(printable(text)), err: (text) => io.err(printable(text)) };
}

/** The user's mistake: the message names the parameter, the value and what is allowed. Exit status 2. */
export class BadInput extends Error {}

/** A file that is longer than is allowed; nothing of it is taken. */
export class FileTooLong extends Error {
  constructor(limit: number) {
    super(`the file is too long; allowed: ${limit} bytes`);
  }
}

/** What was to be written could not be: a full disk. The message says it all. Exit status 1. */
export class OutputFailure extends Error {}
