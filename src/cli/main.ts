/** The engine without a page: entry of `npm run sim`. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { main } from './commands.ts';
import { BadInput, type Io } from './io.ts';

/** Trace lines are written in blocks of this many characters. */
const BLOCK = 1 << 16;

function openLines(path: string): ReturnType<Io['openLines']> {
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (error) {
    throw new BadInput(`--trace: ${path} could not be written: ${(error as Error).message}`);
  }
  let block = '';
  const flush = () => {
    writeSync(file, block);
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

process.exitCode = main(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  readFile: (path) => readFileSync(path, 'utf8'),
  openLines,
  seconds: () => performance.now() / 1000,
});
