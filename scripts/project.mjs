// Paths, child processes and dependency installation. Node built-ins only: this runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const cache = join(root, '.cache');

/** The entry script of an installed tool, run with this Node: no shell, no PATH. */
export const tools = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  playwright: 'node_modules/@playwright/test/cli.js',
  'size-limit': 'node_modules/size-limit/bin.js',
  tsc: 'node_modules/typescript-7/bin/tsc',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
};

/**
 * Runs a program in the project's root. Its output is passed through, and its input is closed, so it cannot ask
 * questions. With `limitMs`, a program that takes longer is ended.
 * @returns {Promise<number>} its exit status, 1 when it could not be started or was killed
 */
export function run(program, args, env = {}, limitMs = undefined) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      timeout: limitMs,
      shell: process.platform === 'win32' && !program.includes('node'),
    });
    child.on('error', (error) => {
      console.error(`${program} did not start: ${error.message}`);
      resolve(1);
    });
    child.on('close', (status) => resolve(status ?? 1));
  });
}

export const runTool = (tool, args, env, limitMs) => run(process.execPath, [tools[tool], ...args], env, limitMs);

/** Time between two lines about a program that still works, ms. */
const PROGRESS_MS = 15_000;

/**
 * Runs a program like `run`, but prints its output only if it fails: a line before it, while it works and after it says
 * what is done.
 * @param {string} work what is done, such as "Building the page"
 * @throws with the output in the console, if the program fails
 */
export async function runQuietly(work, program, args) {
  const startMs = Date.now();
  const seconds = () => `${Math.round((Date.now() - startMs) / 1_000)} s`;
  console.log(`${work} ...`);
  const progress = setInterval(() => console.log(`  still working, ${seconds()}`), PROGRESS_MS);
  const output = [];
  const status = await new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && !program.includes('node'),
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => {
      output.push(Buffer.from(`${program} did not start: ${error.message}`));
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
  clearInterval(progress);
  if (status === 0) return console.log(`  done in ${seconds()}`);
  console.error(Buffer.concat(output).toString());
  throw new Error(`${work} failed with status ${status}; its output is above.`);
}

/**
 * Whether node_modules has the packages of package-lock.json. Optional packages are for other platforms and not
 * required.
 */
function dependenciesAreCurrent() {
  const installedLock = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedLock)) return false;
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
    return Object.entries(wanted).every(
      ([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version,
    );
  } catch {
    return false;
  }
}

/** Installs the locked dependencies if they are missing or differ from package-lock.json. */
export async function installDependencies() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Bufferscope needs Node 20.19 or newer; this is ${process.versions.node}.`);
  }
  if (dependenciesAreCurrent()) return;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  const work = 'Installing the packages of package-lock.json into node_modules (once; it needs the network)';
  if (npm?.endsWith('.js')) await runQuietly(work, process.execPath, [npm, ...args]);
  else await runQuietly(work, 'npm', args);
}
