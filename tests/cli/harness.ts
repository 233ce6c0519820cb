/** The command line without a process: its output and its exit status. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { asksForHelp, reportCommandError } from '../../src/cli/commands/command-status.ts';
import { runAnyCommand, runNamedCommand } from '../../src/cli/commands/commands.ts';
import { runCommand } from '../../src/cli/commands/run-command.ts';
import { reportUnprintedLines } from '../../src/cli/input/policy-file.ts';
import { type CommandIo, withPrintableOutput } from '../../src/cli/io.ts';
import { finishSlices } from '../../src/runs/run-lanes.ts';
import { decodeUtf8 } from '../../src/shared/utf8.ts';

export interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** Lines, and chunks of bytes, by the name of the file to which they were written. */
  readonly files: ReadonlyMap<string, string[]>;
  readonly binary: ReadonlyMap<string, Uint8Array[]>;
}

/** By path; or a function that reads a path. */
type Files = Readonly<Record<string, string | Uint8Array>> | ((path: string) => Uint8Array);

/** As `runAnyCommand`, without pauses, for the commands with one thread. */
export function runSyncCommand(line: readonly string[], outsideIo: CommandIo): number {
  const io = withPrintableOutput(outsideIo);
  try {
    if (line[0] === 'run' && !asksForHelp(line)) finishSlices(runCommand(line.slice(1), io));
    else if (runNamedCommand(line, io) instanceof Promise)
      throw new Error(`${line[0]} has threads: call it with simAny`);
    reportUnprintedLines(io);
    return 0;
  } catch (error) {
    return reportCommandError(error, io);
  }
}

export function sim(line: readonly string[], files: Files = {}): Outcome {
  const { io, outcome } = openIo(files);
  return outcome(runSyncCommand(line, io));
}

/** As `sim`, for every command, as the program calls it. */
export async function simAny(line: readonly string[], files: Files = {}): Promise<Outcome> {
  const { io, outcome } = openIo(files);
  return outcome(await runAnyCommand(line, io));
}

function openIo(files: Files): { io: CommandIo; outcome: (status: number) => Outcome } {
  const out: string[] = [];
  const err: string[] = [];
  const written = new Map<string, string[]>();
  const binary = new Map<string, Uint8Array[]>();
  const bytesOf = (path: string): Uint8Array => {
    if (typeof files === 'function') return files(path);
    const content = files[path];
    if (content === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  const io: CommandIo = {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    readFile: (path) => decodeUtf8(bytesOf(path)),
    readBytes: bytesOf,
    append: () => {},
    files: () => [],
    packageFolder: '.',
    programFile: fileURLToPath(import.meta.url),
    openLines: (path) => {
      const lines: string[] = [];
      written.set(path, lines);
      return { write: (text) => lines.push(text), close: () => undefined };
    },
    openBytes: (path) => {
      const chunks: Uint8Array[] = [];
      binary.set(path, chunks);
      return { write: (chunk) => chunks.push(chunk.slice()), close: () => undefined };
    },
    seconds: () => performance.now() / 1_000,
    date: () => '2026-01-01',
  };
  const outcome = (status: number) => ({
    status,
    out: out.join('\n'),
    err: err.join('\n'),
    files: written,
    binary,
  });
  return { io, outcome };
}

/** As `sim`, for a command that succeeds and prints JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about
export function json(...line: string[]): any {
  const outcome = sim(line);
  if (outcome.status !== 0) throw new Error(outcome.err);
  return JSON.parse(outcome.out);
}

/** The command as a separate process, for commands with several threads. */
export function spawned(line: readonly string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/sim.mjs', ...line], { encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}
