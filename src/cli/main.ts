/** The engine without a page: entry of `npm run sim`. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, writeSync } from 'node:fs';
import { MAX_FILE, MAX_FILE_BYTES } from '../scenarios/file.ts';
import { threadedMain } from './commands.ts';
import { BadInput, type Io, OutputFailure } from './io.ts';
import { isPoolThread, servePool } from './task-pool.ts';

/** Trace lines are written in blocks of this many characters. */
const BLOCK = 1 << 16;

/** Reads a file that has an end, and no more of it than is allowed. Nothing is waited for. @throws where it is none */
function readFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const kind = kindOf(fstatSync(file));
    if (kind !== undefined) throw new Error(`this is ${kind}; allowed: a file`);
    const bytes = Buffer.alloc(MAX_FILE_BYTES + 1);
    let size = 0;
    for (let more = 1; more > 0 && size < bytes.length; size += more)
      more = readSync(file, bytes, size, bytes.length - size, null);
    if (size > MAX_FILE_BYTES) throw new Error(`the file is too long; allowed: ${MAX_FILE} characters`);
    return textOf(bytes.subarray(0, size));
  } finally {
    closeSync(file);
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('its text is not UTF-8; save it as UTF-8');
  }
}

/** What is no plain file, in words. */
function kindOf(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function openLines(path: string): ReturnType<Io['openLines']> {
  const message = (error: unknown) => `--trace: ${path} could not be written: ${(error as Error).message}`;
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (error) {
    throw new BadInput(message(error));
  }
  let block = '';
  let wanted = true;
  const flush = () => {
    try {
      for (let rest = Buffer.from(block); wanted && rest.length > 0; ) rest = rest.subarray(writeSync(file, rest));
    } catch (error) {
      // Whoever reads the trace may stop early; the run goes on without it.
      wanted = false;
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw new OutputFailure(message(error));
    }
    block = '';
  };
  return {
    write(line) {
      if (!wanted) return;
      block += `${line}\n`;
      if (block.length > BLOCK) flush();
    },
    close() {
      try {
        flush();
      } finally {
        closeSync(file);
      }
    },
  };
}

// Whoever reads the output may stop early (`| head`). Anything else that ends it is a failure: a full disk.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`the output could not be written: ${error.message}\n`);
  process.exit(1);
});

const io: Io = {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  readFile,
  openLines,
  seconds: () => performance.now() / 1000,
  date: () => new Date().toISOString().slice(0, 10),
};

if (isPoolThread()) servePool();
else process.exitCode = await threadedMain(process.argv.slice(2), io);
