/** If a part cannot be loaded, only this part fails: its place shows a message, and the run and its time are kept. */
import { readdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';
import { runWithLongLink } from '../tests/app/long-run.ts';
import { longUnless } from './long.ts';
import { digests, driven, heldSeconds, pauseAt, runsTo, shownSeconds } from './page-object.ts';
import { poll } from './poll.ts';

const built = readdirSync(new URL('../dist/assets/', import.meta.url));
/** Names of files of the build that begin like this. */
function named(beginning: string): string[] {
  const files = built.filter((name) => name.startsWith(beginning));
  if (files.length === 0) throw new Error(`no file of the build begins with ${beginning}`);
  return files;
}

/** A server of the build from which parts can be missing, and the page on it. */
const test = driven.extend<{ missing: Set<string>; address: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
  missing: async ({}, use) => use(new Set<string>()),
  address: async ({ missing }, use) => {
    const refuses = (path: string) => missing.has(path.split('/').at(-1)?.split('?')[0] ?? '');
    await use(await serve({ port: 20_000 + Math.floor(Math.random() * 20_000), prefix: '/course/', refuses }));
  },
});

// Files that an earlier test loaded would not be requested again.
test.use({ reuseContext: false });

const lanes = (page: Page) => page.getByRole('region', { name: /^Lane [A-D]/ });
const failed = (page: Page, what: string) =>
  page
    .getByRole('alert')
    .filter({ hasText: `${what} could not be loaded: you may be offline, or a new version may have been published` });

test('without the script of the page there is a message and a way to load it again', async ({
  page,
  address,
  missing,
}) => {
  for (const name of named('index-').filter((file) => file.endsWith('.js'))) missing.add(name);
  await page.goto(address);
  await expect(failed(page, 'Bufferscope')).toBeVisible();
  missing.clear();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(lanes(page)).toHaveCount(2);
});

for (const [what, files, type] of [
  ['Bufferscope', '.js', 'text/plain'],
  ['The style sheet of this page', '.css', 'application/octet-stream'],
] as const)
  test(`a ${files} that the server sends with a wrong type is named with this type`, async ({ page, address }) => {
    await page.route(`**/assets/*${files}*`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-type': type } });
    });
    await page.goto(address);
    await expect(
      page.getByRole('alert').filter({ hasText: `${what} could not be loaded: the server sends` }),
    ).toContainText(`with the Content-Type ${type}; allowed: text/`);
  });

test('where the server sends its page for a missing script, the page still names a new version', async ({
  page,
  address,
}) => {
  await page.route('**/assets/*.js*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(address);
  await expect(failed(page, 'Bufferscope')).toContainText('with the Content-Type text/html; allowed: text/javascript');
});

test('in a frame whose sandbox refuses the files of its server, the page says what the sandbox needs', async ({
  page,
  address,
}) => {
  await page.setContent(`<iframe sandbox="allow-scripts" src="${address}" width="800" height="600"></iframe>`);
  const alert = page.frameLocator('iframe').getByRole('alert');
  await expect(alert).toContainText('Bufferscope could not be loaded: the sandbox of its frame must contain');
});

test('a style sheet that did not load is requested once more', async ({ page, address, missing }) => {
  const [style] = named('index-').filter((file) => file.endsWith('.css'));
  let refusals = 0;
  missing.has = (name) => name === style && ++refusals === 1;
  await page.goto(address);
  await expect(lanes(page)).toHaveCount(2);
  await expect
    .poll(() =>
      lanes(page)
        .first()
        .evaluate((lane) => getComputedStyle(lane).display),
    )
    .toBe('grid');
  expect(refusals).toBe(2);
});

test('a policy that is chosen before the editor is loaded is that of its lane afterwards', async ({
  page,
  address,
}) => {
  let load = () => {};
  const gate = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/runs-[^/]*\.js/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(address);
  await page.getByRole('combobox', { name: 'Policy of lane B' }).selectOption('DropTail');
  await runsTo(page, 0.2);
  await expect(page.getByRole('region', { name: 'Lane B: RED' })).toBeVisible();
  load();
  await expect(page.getByRole('region', { name: 'Lane B: DropTail' })).toBeVisible();
});

test('without the controls the run goes on, and they load when they are requested again', async ({
  page,
  address,
  missing,
  browserName,
}) => {
  for (const name of named('panels-')) missing.add(name);
  await page.goto(address);
  await expect(failed(page, 'The controls')).toBeVisible();
  await runsTo(page, 0.3);
  missing.clear();
  await failed(page, 'The controls').getByRole('button', { name: 'Try again' }).click();
  if (browserName === 'firefox') {
    await expect(failed(page, 'The controls')).toContainText('may not load it again');
    await failed(page, 'The controls').getByRole('button', { name: 'Reload' }).click();
  }
  await expect(page.getByRole('radio', { name: 'from now' })).toBeVisible();
});

test('after a new version renamed all files, a request for an old file offers to load the page again, at the same run and time', {
  tag: '@long',
}, async ({ page, address, missing }) => {
  await page.goto(`${address}#v=1&p=opening&seed=7&lanes=red,droptail`);
  await expect(page.getByRole('radio', { name: 'from now' })).toBeVisible();
  await page.route(`${address}?version`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script src="./assets/index-other.js"></script>' }),
  );
  const held = await pauseAt(page, 1);
  const before = await digests(page);
  for (const name of built) missing.add(name);
  await page.getByRole('button', { name: 'Help and keys' }).click();
  await expect(failed(page, 'The help')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'A new version of Bufferscope is available' })).toBeVisible();
  await failed(page, 'The help').getByRole('button', { name: 'Close' }).click();
  await expect(failed(page, 'The help')).toBeHidden();
  await expect(lanes(page)).toHaveCount(2);
  missing.clear();
  await page.unroute(address);
  await page.getByRole('status').getByRole('button', { name: 'Reload' }).click();
  await expect(lanes(page).first()).toHaveAccessibleName(/RED/);
  await poll(() => shownSeconds(page)).toBeCloseTo(held, 1);
  await heldSeconds(page);
  // The clock shows the time of the run before its lanes have reached it.
  await poll(() => digests(page)).toEqual(before);
});

test('a link that cannot be read yet keeps its address, and opens after loading again', { tag: '@long' }, async ({
  page,
  address,
  missing,
}) => {
  for (const name of named('run-url-')) missing.add(name);
  await page.goto(`${address}#v=1&p=single-tcp&seed=7&lanes=red`);
  const offer = page.getByRole('status').filter({ hasText: 'The run of this link could not be loaded' });
  await expect(offer).toBeVisible();
  await expect(lanes(page)).toHaveCount(2);
  await runsTo(page, 0.8);
  expect(page.url()).toContain('p=single-tcp&seed=7');
  missing.clear();
  await offer.getByRole('button', { name: 'Reload' }).click();
  await expect(lanes(page)).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue('single-tcp');
});

test('a lens that cannot be loaded says so below the queue', { tag: '@long' }, async ({ page, address, missing }) => {
  for (const name of named('curve-lens-')) missing.add(name);
  await page.goto(address);
  await expect(failed(page, 'This lens')).toBeVisible();
  missing.clear();
  await failed(page, 'This lens').getByRole('button', { name: 'Try again' }).click();
  await expect(failed(page, 'This lens')).toBeHidden();
});

const papersView = (page: Page) => page.getByRole('dialog').first();

test('style sheets of the papers that do not load: one message, and Reload goes back to the run', {
  tag: '@long',
}, async ({ page, address, missing }) => {
  for (const name of named('paper').filter((file) => file.endsWith('.css'))) missing.add(name);
  await page.goto(`${address}#v=1&p=single-tcp&seed=7&lanes=red`);
  await page.getByRole('link', { name: 'Papers' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The style sheet of this page could not be loaded' });
  await expect(alert.first()).toBeVisible();
  await expect(alert).toHaveCount(1);
  missing.clear();
  await alert.getByRole('button', { name: 'Reload' }).click();
  await page.keyboard.press('Escape');
  await expect(papersView(page)).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue('single-tcp');
});

test('a kept run stays kept until the code that reads it can be loaded', { tag: '@long' }, async ({
  page,
  address,
  missing,
}) => {
  await page.goto(`${address}#v=1&p=single-tcp&seed=7&lanes=red`);
  await expect(lanes(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Papers' }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage['bufferscope.run'])).toContain('single-tcp');
  for (const name of named('run-url-')) missing.add(name);
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'The run could not be loaded' })).toHaveCount(1);
  missing.clear();
  await page.reload();
  await expect(lanes(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue('single-tcp');
});

test('a value typed just before the papers are opened is there when they are left', async ({ page, address }) => {
  await page.goto(`${address}#v=1&p=opening&seed=7`);
  const buffer = page.getByRole('textbox', { name: 'Buffer' }).or(page.getByRole('spinbutton', { name: 'Buffer' }));
  await buffer.first().fill('55');
  await page.getByRole('link', { name: 'Papers' }).click();
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#papers');
  await page.goBack();
  await expect(buffer.first()).toHaveValue('55');
  expect(page.url()).toContain('=55');
});

test('a run that is too long for a link says so, offers its file, and is kept in the tab', { tag: '@long' }, async ({
  page,
  address,
}) => {
  await page.goto(`${address}#v=1&p=opening&seed=7`);
  // The address is that of the page, so the stored run is deleted.
  await page.waitForURL(/lanes=/);
  const at = new URL(page.url()).hash;
  const kept = { run: runWithLongLink(16), embedding: 'whole', timeNs: 0, playing: false, at };
  await page.evaluate((text) => sessionStorage.setItem('bufferscope.run', text), JSON.stringify(kept));
  const seed = page.getByRole('textbox', { name: /^seed/ });
  for (const value of ['5', '11']) {
    await page.reload();
    await expect(seed).toHaveValue(value);
    await expect(page.getByText('This run is too long for a link. This tab keeps it')).toBeVisible();
    await page.getByRole('button', { name: 'Share link' }).click();
    await expect(
      page.getByText('The link could not be created: it would be longer than the limit for links'),
    ).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save Scenario (JSON)' }).click();
    expect((await saved).suggestedFilename()).toBe('long.json');
    await page.getByRole('button', { name: 'Close' }).click();
    await seed.fill('11');
    await seed.press('Enter');
    await expect.poll(() => page.evaluate(() => sessionStorage['bufferscope.run'])).toContain('"seed":11');
  }
});

test('without the code that copies a link, Share link says so and the run goes on', { tag: '@long' }, async ({
  page,
  address,
  missing,
}) => {
  await page.goto(`${address}#v=1&p=single-tcp&seed=7&lanes=red`);
  await expect(lanes(page)).toHaveCount(1);
  for (const name of named('copy-url-')) missing.add(name);
  await page.getByRole('button', { name: 'Share link' }).click();
  const offer = page
    .getByRole('status')
    .filter({ hasText: 'The link could not be created: you may be offline, or a new version may have been published' });
  await expect(offer).toBeVisible();
  await runsTo(page, 0.3);
  missing.clear();
  await offer.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue('single-tcp');
});

test('the notice of a new version does not hide the reason why a link was not copied', { tag: '@long' }, async ({
  page,
  address,
  missing,
}) => {
  await page.goto(`${address}#v=1&p=single-tcp&seed=7&lanes=red`);
  await expect(page.getByRole('radio', { name: 'from now' })).toBeVisible();
  await page.route(`${address}?version`, async (route) => {
    // It is loaded after the words.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.fulfill({ contentType: 'text/html', body: '<script src="./assets/index-other.js"></script>' });
  });
  for (const name of built) missing.add(name);
  await page.getByRole('button', { name: 'Share link' }).click();
  const words = page.getByRole('status').filter({ hasText: 'A new version of Bufferscope is available' });
  await expect(words).toContainText('The link could not be created: you may be offline');
});

test('without the code that writes a scenario file, Save file says so, and saves it at the next try', {
  tag: '@long',
}, async ({ page, address, missing, browserName }) => {
  await page.goto(`${address}#v=1&p=single-tcp&seed=7&lanes=red`);
  for (const name of named('run-file-')) missing.add(name);
  const save = page.getByRole('button', { name: 'Save file' });
  await save.click();
  const offer = page.getByRole('status').filter({
    hasText: 'The scenario could not be saved: you may be offline, or a new version may have been published',
  });
  await expect(offer).toBeVisible();
  await runsTo(page, 0.3);
  missing.clear();
  // After one failure, Firefox never fetches a script again.
  if (browserName === 'firefox') {
    await offer.getByRole('button', { name: 'Reload' }).click();
    await expect(lanes(page)).toHaveCount(1);
  }
  const [saved] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(saved.suggestedFilename()).toBe('single-tcp.json');
});

test('without the worker that writes files, a save ends with a message and works at the next try', {
  tag: '@long',
}, async ({ page, address, missing }) => {
  await page.goto(`${address}#v=1&p=single-tcp&run.durationSeconds=4&seed=7&lanes=red`);
  const held = await pauseAt(page, 0.3);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save', exact: true });
  const save = dialog.getByRole('button', { name: 'Save Whole run (JSON)' });
  for (const name of named('export.worker-')) missing.add(name);
  await save.click();
  await expect(
    dialog.getByText(
      'Whole run (JSON) could not be saved: you may be offline, or a new version may have been published',
    ),
  ).toBeVisible();
  missing.clear();
  const [saved] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(saved.suggestedFilename()).toContain('single-tcp-seed-7');
  await page.keyboard.press('Escape');
  expect(await shownSeconds(page)).toBeCloseTo(held, 1);
});

for (const [where, hash] of [
  ['a paper', '#papers=hu-vbs'],
  ['the overview', '#papers=all'],
] as const)
  test(
    `without the published measurements ${where} says so, and shows them when they are requested again`,
    longUnless(where === 'the overview'),
    async ({ page, address, missing }) => {
      for (const name of named('records-')) missing.add(name);
      await page.goto(address + hash);
      const alert = page.getByRole('alert').filter({
        hasText:
          'The published measurements could not be loaded: you may be offline, or a new version may have been published',
      });
      await expect(alert).toBeVisible();
      missing.clear();
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).toBeHidden();
      await expect(page.locator('.papers-record', { hasText: 'On record' })).toBeVisible();
    },
  );
