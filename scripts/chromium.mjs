// Finds a Chromium for the browser tests, or installs one. Node built-ins only until Playwright is asked for its own.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { run, runTool } from './project.mjs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Ubuntu's chromium-browser may be a stub that only says "install the snap": a real one tells its version. */
function works(path) {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true; // chrome.exe --version opens a window there
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

/**
 * BUFFERSCOPE_CHROMIUM, else one that the system has, else Playwright's own.
 * @returns {Promise<string | undefined>} path of the program
 */
export async function findChromium() {
  const chosen = process.env.BUFFERSCOPE_CHROMIUM;
  if (chosen) return chosen;
  const found = places.find(works);
  if (found) return found;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

const isRoot = () => process.getuid?.() === 0;

function isDebian() {
  return existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** How to become root without being asked for a password: nothing to add, sudo, or not at all. */
function asRoot() {
  if (isRoot()) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}

async function installFromDebian(prefix) {
  const apt = async (...args) => {
    const [program, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return run(program, rest);
  };
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation');
}

/** @returns {Promise<string>} path of a Chromium, installed now if there was none */
export async function ensureChromium() {
  const present = await findChromium();
  if (present) return present;
  console.log('No Chromium found: installing one ...');
  const prefix = asRoot();
  if (isDebian() && prefix) await installFromDebian(prefix);
  let installed = await findChromium();
  if (!installed) {
    const withSystemPackages = process.platform === 'linux' && prefix ? ['--with-deps'] : [];
    await runTool('playwright', ['install', ...withSystemPackages, 'chromium']);
    installed = await findChromium();
  }
  if (!installed) throw new Error('No Chromium, and none could be installed. Set BUFFERSCOPE_CHROMIUM to its path.');
  console.log(`${installed}: ${execFileSync(installed, ['--version'], { encoding: 'utf8' }).trim()}`);
  return installed;
}
