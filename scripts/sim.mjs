// npm run sim: the engine without a page. Bundles src/cli/main.ts when a source is newer than the bundle, then runs it
// in the caller's folder.
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cache, root } from './project.mjs';

const entry = join(root, 'src/cli/main.ts');
const output = join(cache, 'sim.mjs');

/** The latest change below a folder, in ms. Folders count too, so that a removed file is detected. */
function newest(folder) {
  let latest = statSync(folder).mtimeMs;
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name);
    latest = Math.max(latest, item.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}

function isCurrent() {
  if (!existsSync(output)) return false;
  const changed = Math.max(newest(join(root, 'src')), statSync(join(root, 'package.json')).mtimeMs);
  return statSync(output).mtimeMs > changed;
}

async function rebuild() {
  if (!existsSync(join(root, 'node_modules/esbuild'))) {
    throw new Error('The dependencies are not installed: run `npm ci` first.');
  }
  const { bundle } = await import('./bundle.mjs');
  await bundle(entry, output);
}

/**
 * npm starts a script in the project's folder, and names the folder of its caller. A program that a script starts has
 * the same variables: in a folder of its own choice, or for a script of another name, they say nothing.
 */
function enterCallersFolder() {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  if (script === 'sim' && folder !== undefined && realpathSync(process.cwd()) === realpathSync(root))
    process.chdir(folder);
}

try {
  if (!isCurrent()) await rebuild();
  enterCallersFolder();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(pathToFileURL(output).href);
