// Turns one TypeScript entry into one file that Node runs, dependencies included.
import { mkdirSync, renameSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { root } from './project.mjs';

/**
 * Writes `output` (an .mjs) in one step, so that a second process never sees half a file. It is dated to the beginning,
 * so that a source changed meanwhile counts as newer.
 * @returns the modules that it is made of, by their paths below the project
 */
export async function bundle(entry, output) {
  const { build } = await import('esbuild');
  const began = new Date();
  const unfinished = `${output}.${process.pid}`;
  mkdirSync(dirname(output), { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: unfinished,
    bundle: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    target: 'node20.19',
    // Playwright finds its own files by where it lies; React's server asks for Node's modules as it goes.
    external: ['@playwright/test', 'react', 'react/*', 'react-dom/*'],
    logLevel: 'silent',
  });
  utimesSync(unfinished, began, began);
  renameSync(unfinished, output);
  return Object.keys(metafile.inputs);
}
