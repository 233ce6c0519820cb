/** The program: its input and output in Node, and its exit status. */
import { appendFileSync, existsSync, fstatSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { MAX_FILE_BYTES } from '../scenarios/files/file.ts';
import { decodeUtf8 } from '../shared/utf8.ts';
import { asksForHelp, reportCommandError, runReported } from './commands/command-status.ts';
import { readRegular } from './input/regular-file.ts';
import { type CommandIo, OutputError } from './io.ts';
import { OutputFiles } from './output/output-files.ts';
import { writeAll } from './output/unfinished-file.ts';
import { systemErrorText } from './system-error.ts';

const outputFiles = new OutputFiles();

function readInputBytes(path: string, limit: number): Uint8Array {
  const bytes = readRegular(path, limit);
  outputFiles.addInput(path);
  return bytes;
}

function append(path: string, text: string): void {
  try {
    appendFileSync(path, text);
  } catch (error) {
    throw new OutputError(`${path} could not be written: ${systemErrorText(error)}`);
  }
}

function files(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => relative(folder, join(item.parentPath, item.name)).replaceAll('\\', '/'))
    .sort();
}

// The reader of the output may stop early (`| head`). Files and pipes of the command are needed without it. Any other
// end is a failure, such as a full disk.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' && outputFiles.isNeeded) return;
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`the output could not be written: ${systemErrorText(error)}\n`);
  process.exit(1);
});

const STANDARD_OUTPUT = 1;
const writesFile = fstatSync(STANDARD_OUTPUT).isFile();

function out(text: string): void {
  if (!writesFile) {
    process.stdout.write(`${text}\n`);
    return;
  }
  try {
    // Node's stream of a file leaves out, without an error, the end of a text for which the disk has no room.
    writeAll(STANDARD_OUTPUT, Buffer.from(`${text}\n`));
  } catch (error) {
    throw new OutputError(`the output could not be written: ${systemErrorText(error)}`);
  }
}

// Messages are only information: the command continues without a reader of them.
process.stderr.on('error', () => {});

/** Waits until the output is written. A failure ends the program. */
function flushOutput(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write('', () => setImmediate(resolve));
  });
}

/**
 * Runs the command of the program's arguments. Its files take their places if it succeeds.
 * @param programFile the first file of the program
 * @returns the exit status
 */
export async function runCommandLine(argv: readonly string[], programFile: string): Promise<number> {
  const io = programIo(programFile);
  const status = await runLoadedCommand(argv, io);
  if (status === 0 && outputFiles.hasUnfinished)
    try {
      await flushOutput();
      outputFiles.publish();
    } catch (error) {
      return reportCommandError(error, io);
    }
  outputFiles.discard();
  return status;
}

/** The command `run` begins without the code of the other commands. */
async function runLoadedCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv[0] === 'run' && !asksForHelp(argv)) {
    const { pausedRunCommand } = await import('./commands/paused-run-command.ts');
    return runReported(io, (printing) => pausedRunCommand(argv.slice(1), printing));
  }
  const { runAnyCommand } = await import('./commands/commands.ts');
  return runAnyCommand(argv, io);
}

const programIo = (programFile: string): CommandIo => ({
  out,
  err: (text) => process.stderr.write(`${text}\n`),
  readFile: (path) => decodeUtf8(readInputBytes(path, MAX_FILE_BYTES)),
  readBytes: readInputBytes,
  openLines: outputFiles.openLines,
  append,
  openBytes: outputFiles.openBytes,
  files,
  // The bundle of this file is in `lib/` of the package, and in `.cache/` of the repository.
  packageFolder: dirname(dirname(programFile)),
  programFile,
  seconds: () => performance.now() / 1000,
  date: () => new Date().toISOString().slice(0, 10),
});
