/** The engine without a page: entry of `npm run sim`. */
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { MAX_FILE_BYTES } from '../scenarios/file.ts';
import { threadedMain } from './commands.ts';
import { BadInput, FileTooLong, type Io, OutputFailure } from './io.ts';
import { isPoolThread, servePool } from './task-pool.ts';

/** Trace lines are written in blocks of this many characters. */
const BLOCK = 1 << 16;

/** First size of the read buffer, bytes. */
const FIRST_ROOM = 1 << 16;

function readFile(path: string): string {
  return textOf(readBytes(path, MAX_FILE_BYTES));
}

/** Reads a regular file of at most `limit` bytes, without waiting. @throws Error for pipes, devices and folders; FileTooLong */
function readBytes(path: string, limit: number): Uint8Array {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    const kind = kindOf(stats);
    if (kind !== undefined) throw new Error(`this is ${kind}; allowed: a file`);
    if (stats.size > limit) throw new FileTooLong(limit);
    let bytes = Buffer.alloc(Math.min(limit, Math.max(stats.size, FIRST_ROOM)) + 1);
    let size = 0;
    for (let more = 1; more > 0 && size <= limit; size += more) {
      // It has grown since.
      if (size === bytes.length) bytes = Buffer.concat([bytes], Math.min(limit + 1, 2 * bytes.length));
      more = readSync(file, bytes, size, bytes.length - size, null);
    }
    if (size > limit) throw new FileTooLong(limit);
    return bytes.subarray(0, size);
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

/** The name of a file type that is not a regular file. */
function kindOf(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function openBytes(path: string, option: string): ReturnType<Io['openBytes']> {
  const message = (error: unknown) => `${option}: ${path} could not be written: ${(error as Error).message}`;
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (error) {
    throw new BadInput(message(error));
  }
  let wanted = true;
  return {
    write(bytes) {
      try {
        for (let rest = bytes; wanted && rest.length > 0; ) rest = rest.subarray(writeSync(file, rest));
      } catch (error) {
        // Whoever reads the file may stop early; the run goes on without it.
        wanted = false;
        if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw new OutputFailure(message(error));
      }
    },
    close: () => closeSync(file),
  };
}

function openLines(path: string, option: string): ReturnType<Io['openLines']> {
  const file = openBytes(path, option);
  let block = '';
  const flush = () => {
    file.write(Buffer.from(block));
    block = '';
  };
  return {
    write(line) {
      block += `${line}\n`;
      if (block.length > BLOCK) flush();
    },
    close() {
      try {
        flush();
      } finally {
        file.close();
      }
    },
  };
}

function append(path: string, text: string): void {
  try {
    appendFileSync(path, text);
  } catch (error) {
    throw new OutputFailure(`${path} could not be written: ${(error as Error).message}`);
  }
}

function files(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => relative(folder, join(item.parentPath, item.name)).replaceAll('\\', '/'))
    .sort();
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
  readBytes,
  openLines,
  append,
  openBytes,
  files,
  seconds: () => performance.now() / 1000,
  date: () => new Date().toISOString().slice(0, 10),
};

if (isPoolThread()) servePool();
else process.exitCode = await threadedMain(process.argv.slice(2), io);
