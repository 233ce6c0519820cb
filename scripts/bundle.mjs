// Turns one TypeScript entry into one file that Node runs, dependencies included.
import { mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { root } from './project.mjs';

/** Writes `output` (an .mjs) in one step, so that a second process never sees half a file. */
export async function bundle(entry, output) {
  const { build } = await import('esbuild');
  const unfinished = `${output}.${process.pid}`;
  mkdirSync(dirname(output), { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
  });
  renameSync(unfinished, output);
}
