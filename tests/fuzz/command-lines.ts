/** Command lines: an answer or a message, never a stack trace, a control character, or an undocumented exit status. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileOfRun } from '../../src/run-state/run-file.ts';
import { encodeRun } from '../../src/run-state/run-url.ts';
import { presetIds } from '../../src/scenarios/index.ts';
import { type Attack, mutated, pick } from './attack.ts';
import { randomRun } from './runs.ts';

/** Where `sim` is, as `npm run sim` builds it. */
const sim = process.env.BUFFERSCOPE_SIM ?? '.cache/sim.mjs';
const SHORT = ['--duration', '0.5', '--warmup', '0.1'];

export const commandLines: Attack = {
  name: 'command lines',
  mostMs: 60_000,
  attempt: (random) => {
    const folder = mkdtempSync(join(tmpdir(), 'bufferscope-fuzz-'));
    try {
      const run = randomRun(random);
      const file = join(folder, 'scenario.json');
      writeFileSync(file, mutated(random, JSON.stringify(fileOfRun(run))));
      const set = Object.entries(run.startValues).flatMap(([path, value]) => ['--set', `${path}=${value}`]);
      const words = pick(random, [
        ['run', pick(random, presetIds), ...set, ...SHORT, pick(random, ['--json', '--csv', '--seed'])],
        ['run', file, ...SHORT],
        ['show', mutated(random, pick(random, presetIds))],
        ['url', `#${mutated(random, encodeRun(run))}`],
        ['url', file],
        ['list', pick(random, ['--json', '--csv', ''])],
      ]).filter((word) => word !== '' && !word.includes('\0'));
      const { status, stdout, stderr, signal } = spawnSync(process.execPath, [sim, ...words], {
        encoding: 'utf8',
        timeout: commandLines.mostMs,
        maxBuffer: 1 << 28,
      });
      const said = `sim ${JSON.stringify(words)}: status ${status ?? signal}\n${stderr.slice(0, 600)}`;
      if (status !== 0 && status !== 1 && status !== 2) return said;
      if (status !== 0 && stderr.trim() === '') return `${said}: not a word`;
      if (/^\s+at .*:\d+/m.test(stderr)) return said;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(stdout + stderr)) return `${said}: a control character`;
      return undefined;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
