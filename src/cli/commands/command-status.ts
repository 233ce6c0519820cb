/** The exit status of a command: 0, 1 (a failure of the program) or 2 (bad input). */
import { PROGRAM_POLICY } from '../../params/id.ts';
import { ProgramRunError } from '../../program/fault.ts';
import { reportUnprintedLines } from '../input/policy-file.ts';
import { type CommandIo, InputError, OutputError, withPrintableOutput } from '../io.ts';

/** Words that ask for help, as in other programs. */
export const HELP_WORDS: readonly string[] = ['--help', '-h'];

/** Words after `--` are never options. */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv[0] === 'help' || (end < 0 ? argv : argv.slice(0, end)).some((word) => HELP_WORDS.includes(word));
}

/** Runs a command with printable output, and prints the message of its error. Returns the exit status. */
export async function runReported(outsideIo: CommandIo, run: (io: CommandIo) => Promise<void>): Promise<number> {
  const io = withPrintableOutput(outsideIo);
  try {
    await run(io);
    reportUnprintedLines(io);
    return 0;
  } catch (error) {
    return reportCommandError(error, io);
  }
}

/** Prints the message of an error. Returns the exit status. */
export function reportCommandError(error: unknown, io: CommandIo): number {
  reportUnprintedLines(io);
  if (error instanceof InputError) {
    io.err(error.message);
    return 2;
  }
  if (error instanceof ProgramRunError) {
    io.err(`${PROGRAM_POLICY}: ${error.message}`);
    return 2;
  }
  if (error instanceof OutputError) io.err(error.message);
  else io.err(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}
