import { defineConfig, type Project } from '@playwright/test';
import { freePort } from './e2e/free-port.ts';
import { patient } from './e2e/patience.ts';
import { browsers, chromiumArguments, findBrowser, OWN } from './scripts/browsers.mjs';

// Workers read this file again: they must find the same port and the same browsers.
process.env.BUFFERSCOPE_E2E_PORT ??= String(await freePort());
const port = process.env.BUFFERSCOPE_E2E_PORT;

type BrowserId = keyof typeof browsers;

/** Where a browser is; undefined where there is none. */
async function placeOf(id: BrowserId): Promise<string | undefined> {
  const { name, variable } = browsers[id];
  if (!process.env[variable]) {
    process.env[variable] = (await findBrowser(id)) ?? 'none';
    if (process.env[variable] === 'none') console.log(`not tried: ${name} (npm test installs it where it can)`);
  }
  return process.env[variable] === 'none' ? undefined : process.env[variable];
}

const chromiumOptions = {
  args: [
    ...chromiumArguments(),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** Its list of downloads, which it opens by itself, takes the focus from the page. */
const firefoxOptions = { firefoxUserPrefs: { 'browser.download.alwaysOpenPanel': false } };

const options: Readonly<Record<BrowserId, object>> = {
  chromium: chromiumOptions,
  firefox: firefoxOptions,
  webkit: {},
};

/** How each browser is driven: Debian's Firefox over WebDriver BiDi, its WebKit by e2e/browsers/webdriver-tab.ts. */
async function project(id: BrowserId): Promise<Project[]> {
  const place = await placeOf(id);
  if (place === undefined) return [];
  const program = place === OWN ? {} : { executablePath: place };
  const launchOptions = { ...options[id], ...program };
  if (id === 'webkit' && place !== OWN) return [{ name: id, metadata: { webDriver: place } }];
  const channel = id === 'firefox' && place !== OWN ? { channel: 'moz-firefox' } : {};
  return [{ name: id, use: { browserName: id, launchOptions, ...channel, reuseContext: id === 'chromium' } }];
}

const [chromium, firefox, webkit] = await Promise.all([project('chromium'), project('firefox'), project('webkit')]);

/** Tests that can run in every browser; the rest is for Chromium, and for `npm run validate`. */
export const everywhere = '**/browsers/*.spec.ts';

/** Those of them that show what differs between browsers: `npm test` runs them in each. */
const every = /@every/;

/** Those of them that other tests show in Chromium. */
export const shown = /@shown/;

/** Long tests of what others test in part: `npm run validate` runs them. */
export const long = /@long/;

/** The projects of all browsers that there are, by the tests that are for them. */
export const inChromium = chromium;
export const inOthers = [...firefox, ...webkit];

// A sub-path, as on a course's web space: the build must not depend on lying at the root.
const prefix = '/some/course/';
const baseURL = `http://localhost:${port}${prefix}`;

export default defineConfig({
  testDir: 'e2e',
  testIgnore: '**/validate/**',
  grepInvert: long,
  outputDir: '.cache/playwright',
  // A busy machine may be too slow once; `npm test` names what passed only when tried again.
  retries: process.env.CI ? 1 : 0,
  // Most tests wait for a run that plays: two at a time take two thirds of the time, on two cores too.
  workers: 2,
  timeout: patient(120_000),
  expect: { timeout: patient(20_000) },
  globalTimeout: 60 * 60_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  projects: [
    ...inChromium.map((project) => ({ ...project, grepInvert: [long, shown] })),
    ...inOthers.map((other) => ({ ...other, testMatch: everywhere, grep: every })),
  ],
  // A service worker would answer in place of the routes of tests; e2e/offline.spec.ts is about it.
  use: { baseURL, viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' },
  webServer: {
    command: `node scripts/serve.mjs ${port} ${prefix}`,
    url: baseURL,
    reuseExistingServer: false,
    env: { HOST: '127.0.0.1' },
  },
});
