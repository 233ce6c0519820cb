/** The access of the command line to files, time and output. All its output is made printable here. */
import { escapeInvisible } from '../shared/invisible-characters.ts';

/** Access to files, time and output. Tests replace it. */
export interface CommandIo {
  out(text: string): void;
  err(text: string): void;
  readFile(path: string): string;
  /**
   * The content of a file of at most `limit` bytes.
   * @throws Error if the file cannot be read or is longer
   */
  readBytes(path: string, limit: number): Uint8Array;
  /**
   * As `openBytes`, for lines that are written one by one.
   * @param option that named the file, for messages
   * @throws InputError if it cannot be opened, OutputError if it cannot be written
   */
  openLines(path: string, option: string): { write(line: string): void; close(): void };
  /**
   * Appends text to a file, and creates the file if it does not exist.
   * @throws OutputError
   */
  append(path: string, text: string): void;
  /**
   * Opens a file for writing bytes, in the order in which they come. The file takes its place when the command has
   * succeeded; until then, and if the command fails, an earlier file stays. A pipe or device gets the bytes at once,
   * until its reader stops.
   * @param option that names the file, for messages
   * @throws InputError if it cannot be opened, or if the command reads it or writes it already; OutputError if it
   *     cannot be written
   */
  openBytes(path: string, option: string): { write(bytes: Uint8Array): void; close(): void };
  /** Paths of all files below a folder, relative to it, in order; empty if the folder does not exist. */
  files(folder: string): readonly string[];
  /** Folder of the installed package, or of the repository: it has the built-in lessons and the built page. */
  readonly packageFolder: string;
  /** The first file of the bundled program: its threads begin with it. */
  readonly programFile: string;
  /** Wall time, s. */
  seconds(): number;
  /** Today, YYYY-MM-DD. */
  date(): string;
}

/** An access with printable output only: invisible characters of foreign texts are written as escapes. */
export function withPrintableOutput(io: CommandIo): CommandIo {
  return { ...io, out: (text) => io.out(escapeInvisible(text)), err: (text) => io.err(escapeInvisible(text)) };
}

/** Bad input of the user. The message names the parameter, the value and the allowed values. Exit status 2. */
export class InputError extends Error {}

/** A file is longer than allowed, and nothing of it is used. */
export class FileTooLongError extends Error {
  constructor(limit: number) {
    super(`the file is too long; allowed: ${limit} bytes`);
  }
}

/** Output could not be written, for example on a full disk. The message is complete. Exit status 1. */
export class OutputError extends Error {}
