// Turns TypeScript into files that Node runs, dependencies included.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { constantsForEsbuild } from './constants.mjs';
import { root } from './project.mjs';

const options = {
  absWorkingDir: root,
  bundle: true,
  metafile: true,
  platform: 'node',
  format: 'esm',
  jsx: 'automatic',
  target: 'node20.19',
  // Not bundled: Playwright finds its files by its own path, and React's server loads Node's modules at run time.
  external: ['@playwright/test', 'react', 'react/*', 'react-dom/*'],
  plugins: [constantsForEsbuild],
  logLevel: 'silent',
};

/**
 * Writes `output` (an .mjs) in one step, so that a second process never reads an incomplete file. Its date is the start
 * of the work, so a source that changes during the work is newer.
 * @returns the modules in it, by their paths below the project
 */
export async function bundle(entry, output) {
  const { build } = await import('esbuild');
  const began = new Date();
  const unfinished = `${output}.${process.pid}`;
  mkdirSync(dirname(output), { recursive: true });
  const { metafile } = await build({ ...options, entryPoints: [entry], outfile: unfinished });
  utimesSync(unfinished, began, began);
  renameSync(unfinished, output);
  return Object.keys(metafile.inputs);
}

/** Parts of earlier builds stay for this time, because a program that runs may load them, ms. */
const PART_LIFE_MS = 86_400_000;

/**
 * As `bundle`, for a program that loads parts of itself only when it needs them. The parts are beside `output`, and
 * their names begin with its name and have a hash of their content. `output` comes last, so that a program never
 * misses one of its parts. The names of the modules are in `modulesFile(output)`.
 */
export async function bundleInParts(entry, output) {
  const { build } = await import('esbuild');
  const began = new Date();
  const [name, folder] = [basename(output, '.mjs'), dirname(output)];
  mkdirSync(folder, { recursive: true });
  const { metafile, outputFiles } = await build({
    ...options,
    entryPoints: { [name]: entry },
    outdir: folder,
    chunkNames: `${name}-[name]-[hash]`,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    // Node compiles less text. Lines stay short, so that the place of an error can be found.
    minifyWhitespace: true,
    lineLimit: 120,
    write: false,
  });
  const modules = Object.keys(metafile.inputs);
  const write = (path, content) => {
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, content);
    utimesSync(unfinished, began, began);
    renameSync(unfinished, path);
  };
  for (const { path, contents } of outputFiles) if (path !== output) write(path, contents);
  write(modulesFile(output), JSON.stringify(modules));
  write(output, outputFiles.find(({ path }) => path === output).contents);
  removeOldParts(name, folder);
  return modules;
}

/** The file with the names of the modules of a program in parts. */
export const modulesFile = (output) => `${output}.json`;

function removeOldParts(name, folder) {
  for (const item of readdirSync(folder)) {
    const path = join(folder, item);
    if (!item.startsWith(`${name}-`) || !item.endsWith('.mjs') || !existsSync(path)) continue;
    if (statSync(path).mtimeMs < Date.now() - PART_LIFE_MS) rmSync(path, { force: true });
  }
}
