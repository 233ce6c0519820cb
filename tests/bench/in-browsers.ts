/**
 * The wall time of an event in the three browsers, beside Node's in the same minute, and whether the digests are equal.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, firefox, webkit } from '@playwright/test';
import { playwrightTab } from '../../e2e/browsers/playwright-tab.ts';
import type { Tab } from '../../e2e/browsers/tab.ts';
import { webDriverTab } from '../../e2e/browsers/webdriver-tab.ts';
import type { Measured } from './engine-cases.ts';

const RUNS = ['mixed', 'single', 'lane'] as const;
const ROUNDS = 3;
const WIDTH = 14;
const BUNDLE = join(process.cwd(), '.cache/bench/engine-page.mjs');

type BrowserId = 'chromium' | 'firefox' | 'webkit';

interface Browsers {
  readonly OWN: string;
  readonly chromiumArguments: () => string[];
  findBrowser(id: BrowserId): Promise<string | undefined>;
}

const scripts = (file: string) => import(pathToFileURL(join(process.cwd(), 'scripts', file)).href);

/** A tab of the browser, driven as the tests drive it; undefined where there is none. */
async function tabOf(id: BrowserId): Promise<Tab | undefined> {
  const { OWN, chromiumArguments, findBrowser } = (await scripts('browsers.mjs')) as Browsers;
  const place = await findBrowser(id);
  if (place === undefined) return undefined;
  if (id === 'webkit' && place !== OWN) return webDriverTab(place);
  const type = { chromium, firefox, webkit }[id];
  const program = place === OWN ? {} : { executablePath: place };
  const channel = id === 'firefox' && place !== OWN ? { channel: 'moz-firefox' } : {};
  return playwrightTab(
    await type.launch({ ...program, ...channel, args: id === 'chromium' ? chromiumArguments() : [] }),
  );
}

/** Serves a page with the script alone: WebKit's driver takes no text of its length. */
async function servePage(script: string): Promise<{ readonly address: string; readonly server: Server }> {
  const server = createServer(({ url }, answer) => {
    const isScript = url === '/run.js';
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    answer.end(isScript ? script : '<!doctype html><script type="module" src="/run.js"></script>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

/** Prints a row for each run: ns per event, least of the rounds, in each browser in turn. Nothing is asked of them. */
export async function compareBrowsers(): Promise<void> {
  const { bundle } = (await scripts('bundle.mjs')) as { bundle(entry: string, output: string): Promise<void> };
  await bundle(join(process.cwd(), 'tests/bench/engine-page.ts'), BUNDLE);
  const { address, server } = await servePage(readFileSync(BUNDLE, 'utf8'));
  await import(pathToFileURL(BUNDLE).href);
  const places = new Map<string, (run: string) => Measured | Promise<Measured>>();
  places.set('Node', (run) => globalThis.measureRun(run));
  const tabs: Tab[] = [];
  for (const id of ['chromium', 'firefox', 'webkit'] as const) {
    const tab = await tabOf(id);
    if (tab === undefined) continue;
    tabs.push(tab);
    await tab.goto(address);
    places.set(id, (run) => tab.evaluate((name: string) => globalThis.measureRun(name), run));
  }
  console.log(`\nWall time of an event, ns, least of ${ROUNDS} rounds of a page each\n`);
  console.log(['', ...places.keys(), 'digests'].map((word) => word.padEnd(WIDTH)).join(''));
  for (const run of RUNS) {
    const ns = new Map([...places.keys()].map((place) => [place, Number.POSITIVE_INFINITY]));
    const digests = new Set<string>();
    for (let round = 0; round < ROUNDS; round++)
      for (const [place, measured] of places) {
        const { nsPerEvent, digest } = await measured(run);
        ns.set(place, Math.min(ns.get(place) as number, nsPerEvent));
        digests.add(digest);
      }
    if (digests.size > 1) process.exitCode = 1;
    const cells = [run, ...[...ns.values()].map((value) => value.toFixed(0)), digests.size > 1 ? 'DIFFER' : 'equal'];
    console.log(cells.map((cell) => cell.padEnd(WIDTH)).join(''));
  }
  for (const tab of tabs) await tab.close();
  server.close();
}
