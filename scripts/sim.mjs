// npm run sim: the engine without a page. Bundles src/cli/main.ts when one of its modules is newer than the bundle,
// then runs it in the caller's folder.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleInParts, modulesFile } from './bundle.mjs';
import { cache, root } from './project.mjs';

const entry = join(root, 'src/cli/main.ts');
const output = join(cache, 'sim.mjs');

/** Whether no module of the bundle has changed since its build, nor its dependencies. */
function isCurrent() {
  const modules = readModules();
  if (modules === undefined) return false;
  const builtMs = statSync(output).mtimeMs;
  return ['package.json', ...modules].every((file) => {
    const stats = statSync(join(root, file), { throwIfNoEntry: false });
    return stats !== undefined && stats.mtimeMs < builtMs;
  });
}

/** The sources in the bundle; undefined without a bundle. Packages change only with `package.json`. */
function readModules() {
  const list = modulesFile(output);
  if (!existsSync(output) || !existsSync(list)) return undefined;
  return JSON.parse(readFileSync(list, 'utf8')).filter((file) => !file.startsWith('node_modules/'));
}

async function rebuild() {
  if (!existsSync(join(root, 'node_modules/esbuild'))) {
    throw new Error('The dependencies are not installed: run `npm ci` first.');
  }
  await bundleInParts(entry, output);
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
