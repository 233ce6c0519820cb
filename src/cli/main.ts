/** The engine without a page: entry of `npm run sim`. */
import { appendFileSync, closeSync, existsSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MAX_FILE_BYTES } from '../scenarios/files/file.ts';
import { decodeUtf8 } from '../shared/utf8.ts';
import { runAnyCommand } from './commands/commands.ts';
import { readRegular } from './input/regular-file.ts';
import { type CommandIo, InputError, OutputError } from './io.ts';
import { isPoolThread, servePool } from './thread-pool.ts';

/** Trace lines are written in blocks of this many characters. */
const BLOCK_CHARACTERS = 1 << 16;

function readFile(path: string): string {
  return decodeUtf8(readRegular(path, MAX_FILE_BYTES));
}

function openBytes(path: string, option: string): ReturnType<CommandIo['openBytes']> {
  const formatError = (error: unknown) => `${option}: ${path} could not be written: ${(error as Error).message}`;
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (error) {
    throw new InputError(formatError(error));
  }
  let isWanted = true;
  return {
    write(bytes) {
      try {
        for (let rest = bytes; isWanted && rest.length > 0; ) rest = rest.subarray(writeSync(file, rest));
      } catch (error) {
        // The reader of the file may stop early; the run continues without it.
        isWanted = false;
        if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw new OutputError(formatError(error));
      }
    },
    close: () => closeSync(file),
  };
}

function openLines(path: string, option: string): ReturnType<CommandIo['openLines']> {
  const file = openBytes(path, option);
  let block = '';
  const flush = () => {
    file.write(Buffer.from(block));
    block = '';
  };
  return {
    write(line) {
      block += `${line}\n`;
      if (block.length > BLOCK_CHARACTERS) flush();
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
    throw new OutputError(`${path} could not be written: ${(error as Error).message}`);
  }
}

function files(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => relative(folder, join(item.parentPath, item.name)).replaceAll('\\', '/'))
    .sort();
}

// The reader of the output may stop early (`| head`). Any other end is a failure, such as a full disk.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`the output could not be written: ${error.message}\n`);
  process.exit(1);
});

const io: CommandIo = {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  readFile,
  readBytes: readRegular,
  openLines,
  append,
  openBytes,
  files,
  seconds: () => performance.now() / 1000,
  date: () => new Date().toISOString().slice(0, 10),
};

if (isPoolThread()) servePool();
else process.exitCode = await runAnyCommand(process.argv.slice(2), io);
