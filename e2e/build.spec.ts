/** The built files, and the list of excluded tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { linkParameters } from '../src/engine/scenario/scenario.ts';
import { congestionOptions } from '../src/engine/transport/congestion/loaded-controls.ts';
import '../src/engine/sources/control-registry.ts';
import { codelParameters } from '../src/policies/packets/mechanisms/codel-law.ts';
import { exclusions } from './exclusions.ts';
import { shippedPackages } from './shipped-packages.ts';

const folder = new URL('../dist/assets/', import.meta.url);
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8');

/** The imports of a built script, immediate or later. */
function imported(text: string): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, name]) => name as string);
}

test('no script imports the entry of a worker: WebKit would run it a second time', () => {
  const entries = scripts.filter((name) => /\.worker-.*\.js$/.test(name));
  expect(entries.map((name) => name.split('.')[0]).sort()).toEqual([
    'capture',
    'class',
    'class-reader',
    'export',
    'judge',
    'lane',
    'lesson',
    'measurement',
    'study',
  ]);
  const edges = scripts.flatMap((from) => imported(textOf(from)).map((to) => ({ from, to })));
  expect(edges.filter(({ from }) => from.startsWith('lane.worker')).length).toBeGreaterThan(0);
  expect(edges.filter(({ to }) => entries.includes(to))).toEqual([]);
});

test('the page opens with few requests', async ({ page }) => {
  const requests = new Set<string>();
  page.on('request', (request) => requests.add(request.url()));
  await page.goto('./');
  await expect(page.getByRole('radio', { name: 'from now' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect([...requests].filter((url) => url.includes('/assets/')).length).toBeLessThanOrEqual(30);
});

/** Titles of tests in the source; a part in `${}` is not changed. */
function titlesIn(source: string): string[] {
  return [...source.matchAll(/^\s*test\(\s*(?:'([^'\n]+)'|`([^`\n]+)`)/gm)].map(
    ([, plain, filled]) => plain ?? filled ?? '',
  );
}

test('the licence of every package that the page or a worker imports is shipped', () => {
  const packages = shippedPackages();
  expect(packages).toEqual(expect.arrayContaining(['react', '@jitl/quickjs-wasmfile-release-sync']));
  const licences = readFileSync(new URL('../dist/licences.md', import.meta.url), 'utf8');
  expect(packages.filter((name) => !licences.includes(`\n## ${name} - `))).toEqual([]);
  expect(licences).toContain('Fabrice Bellard');
});

test('every test that is left out in a browser exists', () => {
  const here = new URL('./', import.meta.url);
  const specs = readdirSync(here).filter((name) => name.endsWith('.spec.ts'));
  const tests = specs.flatMap((name) => titlesIn(readFileSync(new URL(name, here), 'utf8')));
  expect(tests.length).toBeGreaterThan(100);
  const leftOut = Object.values(exclusions).flatMap((list) => list.flatMap((entry) => entry.titles));
  expect(leftOut.length).toBeGreaterThan(0);
  // Each names exactly one test, so that no other test is excluded.
  const named = leftOut.map((title) => [title, tests.filter((one) => one.includes(title)).length]);
  expect(named.filter(([, found]) => found !== 1)).toEqual([]);
});

// The page is built without the modules of the engine that only run. Those that declare something for the controls must
// stay.
test('the built page offers every congestion control, and the parameters of video players and voice sources', async ({
  page,
}) => {
  const labels = congestionOptions.map(({ label }) => label);
  expect(labels).toContain('Prague');
  await page.goto('./#v=5&p=l4s-beside-classic&at=1');
  const prague = page.getByRole('region', { name: 'Prague', exact: true });
  await prague.getByText('More', { exact: true }).click();
  const control = prague.getByLabel('Congestion control');
  await expect(control.locator('option')).toHaveText(labels);
  await expect(control).toHaveValue('prague');
  // Prague fills the L4S queue, so there is no caution.
  await expect(page.locator('.sidebar-caution')).toHaveCount(0);
  await control.selectOption('cubic');
  await expect(page.locator('.sidebar-caution')).toContainText('No source sends L4S packets');
  await page.goto('./#v=5&p=video-beside-download&at=1');
  await expect(page.getByRole('region', { name: 'video', exact: true }).getByText('Chooses by')).toBeVisible();
  await page.goto('./#v=1&p=abe-voice&at=1');
  await expect(page.getByRole('region', { name: 'voice', exact: true })).toContainText('Probing share');
});

// In the built page a declaration has the number of its help, and the texts come with the cards.
test('the card of a parameter shows its help', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#v=1&p=opening&lanes=droptail,codel&at=1');
  for (const [label, help] of [
    ['Propagation', linkParameters.delayMs.help],
    ['Target', codelParameters.targetMs.help],
  ] as const) {
    await page.locator('.parameter', { hasText: label }).first().hover();
    await expect(page.locator('.card').filter({ hasText: help })).toBeVisible();
  }
});

test('a click opens the card of a term, and taps open and close it', async ({ page, browser }) => {
  const address = './#v=1&p=opening&lanes=droptail&at=1';
  await page.goto(address);
  await page.locator('.figures-main').getByRole('button', { name: 'delay' }).click();
  await expect(page.locator('.card')).toBeVisible();
  const context = await browser.newContext({ hasTouch: true });
  const touched = await context.newPage();
  await touched.goto(address);
  const term = touched.locator('.figures-main').getByRole('button', { name: 'delay' });
  await term.tap();
  await expect(touched.locator('.card')).toBeVisible();
  await term.tap();
  await expect(touched.locator('.card')).toBeHidden();
  await context.close();
});
