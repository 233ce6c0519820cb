// Finds the browsers for the tests, or installs them. It uses only Node built-ins until it needs Playwright's own
// browser.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { run, runTool } from './project.mjs';

/** Values in place of a program's path: Playwright's own browser, and no browser. */
export const OWN = 'playwright';
const NONE = 'none';

const MINUTE_MS = 60_000;

/**
 * `variable`: environment variable with a path, "playwright" or "none". `places`: possible paths of a program for the
 * tests. `with`: other programs that it needs. `question`: arguments to which a working program answers. `debian`:
 * packages that contain it.
 */
export const browsers = {
  chromium: {
    name: 'Chromium',
    variable: 'BUFFERSCOPE_CHROMIUM',
    // The headless shell draws the same with a fifth less processor time.
    places: [
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
    with: [],
    question: '--version',
    debian: ['chromium-headless-shell', 'fonts-liberation'],
  },
  firefox: {
    name: 'Firefox',
    variable: 'BUFFERSCOPE_FIREFOX',
    places: ['/usr/bin/firefox-esr'],
    with: [],
    question: '--version',
    debian: ['firefox-esr'],
  },
  webkit: {
    name: 'WebKit',
    variable: 'BUFFERSCOPE_WEBKIT',
    places: ['/usr/bin/WebKitWebDriver'],
    with: ['/usr/bin/Xvfb'],
    question: '--help',
    debian: ['webkit2gtk-driver', 'xvfb'],
  },
};

/** Ubuntu's chromium-browser may be a stub that only prints "install the snap". A real one answers. */
function works(path, question) {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true; // chrome.exe --version opens a window there
  return spawnSync(path, [question], { stdio: 'ignore', timeout: MINUTE_MS }).status === 0;
}

async function hasOwn(id) {
  const playwright = await import('@playwright/test');
  return existsSync(playwright[id].executablePath());
}

/** Whether Playwright's own browser starts here: its system libraries may be missing. */
async function ownStarts(id) {
  const playwright = await import('@playwright/test');
  try {
    await (await playwright[id].launch({ timeout: MINUTE_MS })).close();
    return true;
  } catch {
    return false;
  }
}

/**
 * The program of the variable, otherwise one of the system, otherwise Playwright's own.
 * @returns {Promise<string | undefined>} path of the program, or "playwright"
 */
export async function findBrowser(id) {
  const { variable, places, with: beside, question } = browsers[id];
  const chosen = process.env[variable];
  if (chosen) return chosen === NONE ? undefined : chosen;
  const found = beside.every((path) => existsSync(path)) ? places.find((path) => works(path, question)) : undefined;
  return found ?? ((await hasOwn(id)) ? OWN : undefined);
}

const isRoot = () => process.getuid?.() === 0;

function isDebian() {
  return existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** The way to become root without a password: nothing needed, sudo, or not possible. */
function asRoot() {
  if (isRoot()) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}

/** Whether apt's lists have been brought up to date by this process. */
let listsAreNew = false;

async function installFromDebian(prefix, packages) {
  const apt = (...args) => {
    const [program, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return run(program, rest, {}, 5 * MINUTE_MS);
  };
  if (!listsAreNew) await apt('update');
  listsAreNew = true;
  await apt('install', '-y', '--no-install-recommends', ...packages);
}

/**
 * A browser, installed now if there was none.
 * @returns {Promise<{ program: string } | { missing: string }>} the result of findBrowser, or the reason why there is
 * none
 */
export async function ensureBrowser(id) {
  const { name, variable, debian } = browsers[id];
  if (process.env[variable] === NONE) return { missing: `${variable} is "${NONE}"` };
  const present = await findBrowser(id);
  if (present) return { program: present };
  console.log(`No ${name} found: installing one ...`);
  const prefix = asRoot();
  const fromDebian = isDebian() && prefix !== undefined;
  if (fromDebian) await installFromDebian(prefix, debian);
  let installed = await findBrowser(id);
  if (!installed) {
    // If Debian's own packages cannot be installed, the packages for Playwright cannot be installed either.
    const withSystemPackages = process.platform === 'linux' && prefix && !fromDebian ? ['--with-deps'] : [];
    await runTool('playwright', ['install', ...withSystemPackages, id], {}, 3 * MINUTE_MS);
    installed = await findBrowser(id);
  }
  if (installed === OWN && !(await ownStarts(id))) return { missing: `Playwright's own ${name} does not start here` };
  return installed
    ? { program: installed }
    : { missing: `none was found and none could be installed; ${variable} may hold the path of one` };
}

/** Launch options of Playwright, for scripts that need Chromium. */
export async function chromiumToLaunch() {
  const found = await ensureBrowser('chromium');
  if (found.missing) throw new Error(`No Chromium: ${found.missing}.`);
  return { ...(found.program === OWN ? {} : { executablePath: found.program }), args: chromiumArguments() };
}

/** Chromium's sandbox refuses root. */
export const chromiumArguments = () => (isRoot() ? ['--no-sandbox'] : []);
