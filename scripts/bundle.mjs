// Turns one TypeScript entry into one file that Node runs, dependencies included.
import { mkdirSync, renameSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { root } from './project.mjs';

/**
 * Writes `output` (an .mjs) in one step, so that a second process never reads an incomplete file. Its date is the start
 * of the work, so a source that changes during the work is newer. @returns the modules in it, by their paths below the
 * project
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
    // Not bundled: Playwright finds its files by its own path, and React's server loads Node's modules at run time.
    external: ['@playwright/test', 'react', 'react/*', 'react-dom/*'],
    logLevel: 'silent',
  });
  utimesSync(unfinished, began, began);
  renameSync(unfinished, output);
  return Object.keys(metafile.inputs);
}
