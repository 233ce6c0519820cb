/**
 * Every file of the build is refused in turn, at first load and later: no page is blank, no run is lost. Which action
 * loads a file is seen in a tour of the whole page; a file that no action loads fails the test.
 */
import { readdirSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';
import { digests, heldSeconds, pauseAt, runsTo, shownSeconds } from '../page-object.ts';

const files = readdirSync(new URL('../../dist/assets/', import.meta.url)).filter((name) =>
  /\.(js|css|bin)$/.test(name),
);

const click = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const opens = (hash: string) => (page: Page) => page.evaluate((text) => location.assign(text), hash);

/** What a visitor may do, each on a page of its own; where a part is missing it may stop half-way. */
const actions: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  nothing: async () => {},
  help: (page) => click(page, 'Help and keys'),
  why: async (page) => {
    await click(page, 'Why?');
    await page.getByRole('complementary').last().getByRole('button').nth(3).click();
  },
  table: (page) => click(page, 'table'),
  sweep: async (page) => {
    await click(page, 'Sweep');
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('dialog').getByRole('progressbar').waitFor();
  },
  card: (page) => page.locator('button.term').first().hover(),
  change: async (page) => {
    await page.getByRole('radio', { name: 'from now' }).check();
    await page
      .getByRole('slider', { name: /min_th|threshold/i })
      .first()
      .focus();
    await page.keyboard.press('ArrowRight');
  },
  save: async (page) => {
    await click(page, /^Save (Goodput|Delay)/);
    await click(page, /as CSV$/);
  },
  'over time': (page) => click(page, 'over time'),
  paper: async (page) => {
    await opens('#papers=hu-vbs')(page);
    await page.getByText(/^On record/).waitFor();
  },
  'from a paper': opens('#v=1&p=abe-100k-blue4&from=abe:loss/100/4'),
  'shared buffer': opens('#v=1&p=bm-lesson&lanes=shb,pfb'),
  states: opens('#v=1&p=bm-lesson&lanes=abd'),
  deadlines: opens('#v=1&p=abe-100k-blue4&lanes=abe-dsd'),
  dense: async (page) => {
    const values = 'link.rateBps=1e10&sources.poisson.rateBps=9e9&sources.poisson.packetBytes=64&run.sampleMs=1000';
    await opens(`#v=1&p=mm1k&lanes=droptail&run.warmupSeconds=0&${values}`)(page);
    await page.getByRole('slider', { name: 'Speed' }).fill('10');
    await page.getByText('too many packets to show it live').waitFor();
  },
  cells: async (page) => {
    await opens('#v=1&p=hu-fig7')(page);
    await click(page, 'groups');
  },
};

const START = '#v=1&p=opening&seed=7&lanes=red,droptail';
/** How long something may take to come, or to be missed: a second try comes after a second, ms. */
const SOON_MS = 4_000;
/** How long a step of an action may take, ms: in the tour all of it must come, later a part is missing. */
const TOUR_MS = 180_000;
const STEP_MS = 5_000;
const lanes = (page: Page) => page.getByRole('region', { name: /^Lane [A-D]/ });
const said = (page: Page) =>
  page.getByText(/could not be (loaded|read|written|saved|started)|stopped because of an error|has stopped/).first();

/** A server on which files can be missing; what was asked of it. */
async function faulty() {
  const missing = new Set<string>();
  const asked = new Set<string>();
  const refuses = (path: string) => {
    const name = path.split('/').at(-1)?.split('?')[0] ?? '';
    asked.add(name);
    return missing.has(name);
  };
  const address = await serve({ port: 20_000 + Math.floor(Math.random() * 20_000), prefix: '/course/', refuses });
  return { missing, asked, address };
}

/** The first action that loads each file. */
async function tour(page: Page, address: string, asked: Set<string>): Promise<Map<string, string>> {
  const loadedBy = new Map<string, string>();
  page.setDefaultTimeout(TOUR_MS);
  for (const [name, act] of Object.entries(actions)) {
    asked.clear();
    await page.goto('about:blank');
    await page.goto(`${address}${START}`);
    await page.getByRole('radio', { name: 'from now' }).waitFor();
    await act(page);
    // Some files ask for others when they have come.
    for (let known = -1; known < asked.size; ) {
      known = asked.size;
      await page.waitForTimeout(SOON_MS);
    }
    for (const file of asked) if (!loadedBy.has(file)) loadedBy.set(file, name);
  }
  page.setDefaultTimeout(STEP_MS);
  return loadedBy;
}

for (const when of ['at first load', 'later'] as const)
  test(`a file that is refused ${when} costs no page and no run`, async ({ page }) => {
    const { missing, asked, address } = await faulty();
    const loadedBy = await tour(page, address, asked);
    expect(files.filter((file) => !loadedBy.has(file))).toEqual([]);
    const silent: string[] = [];
    for (const file of files) {
      const name = loadedBy.get(file) as string;
      if (when === 'later' && name === 'nothing') continue;
      await test.step(`${file} (${name})`, async () => {
        await page.goto('about:blank', { timeout: TOUR_MS });
        if (when === 'at first load') missing.add(file);
        await page.goto(`${address}${START}`, { timeout: TOUR_MS });
        let held: { readonly seconds: number; readonly digests: readonly string[] } | undefined;
        if (when === 'later') {
          const seconds = await pauseAt(page, 0.5);
          held = { seconds, digests: await digests(page) };
          missing.add(file);
        }
        await (actions[name] as (page: Page) => Promise<void>)(page).catch(() => {});
        await said(page)
          .waitFor({ timeout: SOON_MS })
          .catch(() => silent.push(file));
        const alive = lanes(page).or(page.getByRole('alert')).or(page.getByRole('dialog'));
        expect(await alive.count(), `blank without ${file}`).toBeGreaterThan(0);
        missing.clear();
        await expectRun(page, held);
      });
    }
    // What is silent is neither blank nor lost: a picture's small part that is asked for again, an equation shown as TeX.
    console.log(`refused ${when}, without a word: ${silent.join(', ') || 'none'}`);
  });

/** Loading the page again brings the run back; its time too, where it is the page that loads itself again. */
async function expectRun(
  page: Page,
  held: { readonly seconds: number; readonly digests: readonly string[] } | undefined,
): Promise<void> {
  const reload = page.getByRole('button', { name: 'Reload', exact: true }).first();
  if ((await reload.count()) === 0) await page.reload({ timeout: TOUR_MS });
  else
    await reload.click({ timeout: SOON_MS }).catch(async () => {
      // A menu may lie over it.
      await page.keyboard.press('Escape');
      await reload.click({ timeout: TOUR_MS });
    });
  await expect(lanes(page).first()).toBeVisible();
  if (held === undefined || !page.url().includes('p=opening')) return;
  await runsTo(page, 0);
  if ((await page.getByRole('button', { name: 'Play', exact: true }).count()) === 0) return;
  await heldSeconds(page);
  expect(await shownSeconds(page)).toBeCloseTo(held.seconds, 2);
  expect(await digests(page)).toEqual(held.digests);
}
