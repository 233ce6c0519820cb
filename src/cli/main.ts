/** The engine without a page: entry of `npm run sim`. */
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { MAX_FILE, MAX_FILE_BYTES } from '../scenarios/file.ts';
import { threadedMain } from './commands.ts';
import { BadInput, type Io } from './io.ts';
import { isPoolThread, servePool } from './task-pool.ts';

/** Trace lines are written in blocks of this many characters. */
const BLOCK = 1 << 16;

function readFile(path: string): string {
  const { size } = statSync(path);
  if (size > MAX_FILE_BYTES) throw new Error(`${size} bytes are too many; allowed: ${MAX_FILE} characters`);
  return readFileSync(path, 'utf8');
}

function openLines(path: string): ReturnType<Io['openLines']> {
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (error) {
    throw new BadInput(`--trace: ${path} could not be written: ${(error as Error).message}`);
  }
  let block = '';
  const flush = () => {
    for (let rest = Buffer.from(block); rest.length > 0; ) rest = rest.subarray(writeSync(file, rest));
    block = '';
  };
  return {
    write(line) {
      block += `${line}\n`;
      if (block.length > BLOCK) flush();
    },
    close() {
      flush();
      closeSync(file);
    },
  };
}

// Whoever reads the output may stop early (`| head`).
process.stdout.on('error', () => process.exit(0));

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
