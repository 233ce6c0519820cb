/** The papers measured again on the page: numbers, claims, stored results, and the run behind a number. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { goyalDfba } from '../src/papers/goyal/paper.ts';
import type { PaperMeasurements } from '../src/papers/validation-report.ts';
import { link, runsTo, test } from './page-object.ts';
import { expectShown, madeUpRecords, reportOfNode, withRecords } from './papers-in-node.ts';
import { patient } from './patience.ts';
import { poll } from './poll.ts';

const said = (page: Page) => page.locator('.papers-measure output');
const spent = (page: Page) => page.locator('.papers-spent');

/** Number of results in the store of the browser. */
const storedResultCount = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open('bufferscope-papers');
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const counted = opened.result.transaction('results').objectStore('results').count();
          counted.onerror = () => reject(counted.error);
          counted.onsuccess = () => {
            opened.result.close();
            resolve(counted.result);
          };
        };
      }),
  );

test('a paper is measured, cancelled, kept over a reload and continued', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(patient(180_000));
  await withRecords(page, []);
  await page.goto('./#v=1&p=opening&lanes=droptail,red');
  await runsTo(page, 0.2);
  await page.getByRole('link', { name: 'Papers' }).click();
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  await view
    .getByRole('navigation')
    .getByRole('link', { name: /^Hurley et al\./ })
    .click();
  await expect(view.getByRole('heading', { name: 'The ABE Service' })).toBeVisible();
  expect(await page.evaluate(() => location.hash)).toBe('#papers=abe');
  await expect(view).toContainText('50 not measured');

  await view.getByRole('button', { name: 'Measure this paper' }).click();
  await expect(view.getByRole('progressbar')).toBeVisible();
  await expect(view.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // A cell has its verdict long before all cells are measured.
  await expect(view.locator('td .within, td .outside').first()).toBeAttached({ timeout: patient(60_000) });
  const workers = () => page.workers().filter((worker) => worker.url().includes('study'));
  expect(workers().length).toBeGreaterThan(0);
  await view.getByRole('button', { name: 'Cancel' }).click();
  await poll(() => workers().length, { timeout: patient(2_000) }).toBe(0);
  await expect(said(page)).toContainText('cancelled');
  const before = Number(/(\d+) of 60 runs/.exec((await spent(page).textContent()) ?? '')?.[1]);
  expect(before).toBeGreaterThan(0);

  // A result is shown before the browser has stored it.
  await poll(() => storedResultCount(page)).toBe(before);
  await page.reload();
  await expect(spent(page)).toContainText(`${before} of 60 runs`);
  await expect(spent(page)).toContainText('Results are stored in this browser');
  await view.getByRole('button', { name: 'Go on with this paper' }).click();
  await expect(said(page)).toContainText('done in', { timeout: patient(120_000) });
  await expect(spent(page)).toContainText('all 60 runs are done, 14\u202f400 simulated seconds');

  const table = view.getByRole('table', { name: /^Loss of green, 100 kbit\/s/ });
  const cell = table
    .getByRole('row', { name: /^4 blue/ })
    .getByRole('cell')
    .first();
  await expect(cell).toContainText(/within\s*\d+\.\d\d ±\d+\.\d\d.*published 16\.58 ±12\.07.*difference [+−]?\d/);
  await expect(view.getByText('1 suspect in the paper')).toBeVisible();
  await expect(view.getByRole('listitem').filter({ hasText: 'C3.2' })).toContainText('holds');
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);

  const csv = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await csv).suggestedFilename()).toBe('abe.csv');

  await cell.getByRole('link').click();
  await expect(view).toBeHidden();
  await expect(page.getByRole('region', { name: /^Lane A: ABE/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue('abe-100k-blue4');
  const source = page.getByRole('note');
  await expect(source).toContainText(
    'Hurley et al. (ABE), Table 1: Loss of green, 100 kbit/s of green; 4 blue, d = 10 ms: printed 16.58 ±12.07 %',
  );
  await expect(source.getByRole('link', { name: 'Back to the paper' })).toHaveAttribute('href', /^#papers=abe&at=/);
  await runsTo(page, 0.5);
  await page.goBack();
  await expect(spent(page)).toContainText('all 60 runs');
  await expect(cell).toBeInViewport();
  page.once('dialog', (dialog) => dialog.accept());
  await view.getByRole('button', { name: 'Delete results' }).click();
  await expect(view).toContainText('50 not measured');
  await page.reload();
  await expect(spent(page)).toContainText('0 of 60 runs');
});

test('recorded numbers are shown at once; new measurements replace them, with the same last digit', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(patient(180_000));
  const { records, papers } = await reportOfNode('abe');
  await withRecords(page, records);
  await page.goto('./#papers=abe');
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  await expectShown(view, papers[0] as PaperMeasurements['papers'][number]);
  await expect(view).toContainText(/On record: measured by the authors of Bufferscope on 20\d\d-.*, quick mode/);
  await expect(view).toContainText('Nothing has been measured here yet');
  await expect(spent(page)).toContainText('0 of 60 runs');
  const table = view.getByRole('table', { name: /^Loss of green, 100 kbit\/s/ });
  await expect(table).toContainText('on record');

  await view.getByRole('button', { name: 'Measure this paper' }).click();
  await expect(said(page)).toContainText('done in', { timeout: patient(120_000) });
  await expect(view).toContainText(
    /Measured here \(quick\): 50 numbers and \d claims; all numbers agree to the last digit/,
  );
  await expect(table).toContainText('measured here');
  await expect(view.locator('td').filter({ hasText: 'on record' })).toHaveCount(0);
});

test('a record that differs is named, number by number', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(patient(180_000));
  const { records } = await madeUpRecords([goyalDfba]);
  const [record] = records;
  const id = Object.keys(record?.figures ?? {})[0] as string;
  const [, ci95 = 0, n = 0] = record?.figures[id] ?? [];
  await withRecords(page, [
    { ...(record as (typeof records)[number]), figures: { ...record?.figures, [id]: [-1, ci95, n] } },
  ]);
  await page.goto(`./#papers=goyal-dfba&at=${encodeURIComponent(id)}`);
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  const cell = view.locator('td.asked');
  await expect(cell).toContainText('−1.0');
  await expect(cell.getByRole('link')).toBeFocused();
  await view.getByRole('button', { name: 'Measure this paper' }).click();
  await expect(said(page)).toContainText('done in', { timeout: patient(120_000) });
  await expect(cell).toContainText('on record −1.0');
  await expect(view).toContainText(/\d+ numbers have intervals that do not overlap/);
});

test('records of another version, or unreadable records, are reported and not shown', { tag: '@long' }, async ({
  page,
}) => {
  const { records } = await madeUpRecords([goyalDfba]);
  await withRecords(
    page,
    records.map((record) => ({ ...record, version: '0.0.9' })),
  );
  await page.goto('./#papers=goyal-dfba');
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  const reason = view.getByRole('status').filter({ hasText: 'cannot be compared' });
  await expect(reason).toContainText(/it was measured with version 0\.0\.9 on 20.*; this page is version \d/);
  await expect(view.getByText(/^0 comparable.* \d+ not measured$/)).toBeVisible();
  await expect(view.locator('td .within, td .outside')).toHaveCount(0);

  await withRecords(page, new Uint8Array([1, 2, 3]));
  await page.reload();
  await expect(view.getByRole('status').filter({ hasText: 'could not be used: the file is damaged' })).toBeVisible();
  await expect(view.getByRole('button', { name: 'Measure this paper' })).toBeEnabled();
});

test('one picture has all numbers, and each links to its place', { tag: '@long' }, async ({ page }) => {
  const { records, judged } = await madeUpRecords([goyalDfba]);
  await withRecords(page, records);
  await page.goto('./#papers');
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  const picture = view.getByLabel(/^All numbers of the five papers: distance/);
  const measured = judged[0]?.cells.filter(({ verdict }) => verdict === 'outside').length as number;
  await expect(picture.getByRole('link', { name: /; outside, difference \d/ })).toHaveCount(measured);
  await expect(picture.getByRole('link', { name: /^Zhao & Reddy, Table III.*not measured$/ }).first()).toBeVisible();
  const first = picture.getByRole('link', { name: /^Goyal et al\., / }).first();
  await first.focus();
  await page.keyboard.press('ArrowRight');
  const focused = view.locator('a:focus');
  await expect(view.locator('.paper-overview-said')).toHaveText((await focused.getAttribute('aria-label')) as string);
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);
  for (const form of ['CSV', 'SVG', 'PNG']) {
    const saved = page.waitForEvent('download');
    await view.getByRole('button', { name: 'Save All numbers of the five papers', exact: true }).click();
    await view.getByRole('button', { name: `five papers as ${form}` }).click();
    expect((await saved).suggestedFilename()).toBe(`papers-all-numbers-of-the-five-papers.${form.toLowerCase()}`);
  }
  await focused.or(first).first().focus();
  await page.keyboard.press('Enter');
  await expect(view.locator('td.asked')).toBeInViewport();
  await expect(view.locator('td.asked').getByRole('link')).toBeFocused();
});

test('each claim has a mark that leads to it, by keyboard too', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#papers=bhattacharjee-mckinnon');
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  const marks = view.getByRole('link', { name: /^C0\.\d+\w? (holds|fails|not distinguishable|not checkable): / });
  await expect(marks).toHaveCount(27);
  await marks.filter({ hasText: 'C0.10' }).focus();
  await page.keyboard.press('Enter');
  const claim = view.getByRole('listitem').filter({ hasText: 'C0.10,' });
  await expect(claim).toHaveClass(/asked/);
  await expect(claim.getByText(/PFB\/AD at 90 %: rank correlation/)).toBeInViewport();
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);
});

test('a run whose link names an unknown number still opens', async ({ page }) => {
  await page.goto('./#v=1&p=opening&from=abe:nothing&lanes=droptail,red');
  await expect(page.getByRole('status').filter({ hasText: 'from:' })).toContainText('abe:nothing');
  await expect(page.getByRole('note')).toHaveCount(0);
  await runsTo(page, 0.2);
});

test('a link opens a paper; an unknown one is named; Escape goes back to the run', async ({ page }) => {
  await page.goto('./#papers=zhao-reddi');
  await expect(page.getByRole('status').filter({ hasText: 'papers:' })).toHaveText(
    'papers: zhao-reddi is not allowed; allowed: bhattacharjee-mckinnon, goyal-dfba, zhao-reddy, abe, hu-vbs, all',
  );
  await page.goto('./#papers=zhao-reddy');
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  await expect(view.getByRole('heading', { level: 3 })).toContainText('Impact of bandwidth-delay product');
  // The picture shows its numbers, also by keyboard.
  await view.getByRole('button', { name: /^short TCP/ }).focus();
  await expect(view.locator('.set-up')).toContainText('Transfer');
  await view
    .getByRole('combobox', { name: 'Set-up shown' })
    .selectOption('Zhao & Reddy · 35 Mb/s · 1 BDP · 0 % short flows');
  await expect(view.locator('.set-up')).toContainText('35 Mb/s, 50 ms');
  await expect(view.getByRole('button', { name: /^short TCP/ })).toHaveCount(0);
  const opened = await view.getByRole('link', { name: 'Open this run' }).getAttribute('href');
  expect(opened).toContain('p=zhao-35mb-1bwdp-stf0');
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await runsTo(page, 0.2);
  await link(page, 'p=opening');
});

test('an experiment is measured alone, while its paper is not shown', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(patient(180_000));
  await withRecords(page, []);
  await page.goto('./#papers=bhattacharjee-mckinnon');
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  const experiment = view.locator('.paper-experiment').filter({ hasText: 'Goodput against load' });
  await experiment.getByRole('button', { name: 'Measure only this' }).click();
  await view.getByRole('button', { name: 'Back to the queues' }).click();
  await expect(view).toBeHidden();
  const papers = page.getByRole('link', { name: 'Papers' });
  await expect(papers).toBeFocused();
  await expect(papers).toContainText(/\d\s%/);
  await papers.click();
  await expect(said(page)).toContainText('done in', { timeout: patient(120_000) });
  await expect(experiment.getByLabel(/^Goodput of data in 0 to 1 over/)).toBeVisible();
  await expect(view.getByRole('listitem').filter({ hasText: 'C0.16b' })).toContainText(
    /holds|fails|not distinguishable/,
  );
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);
  const rows = page.waitForEvent('download');
  await experiment.getByRole('button', { name: 'Rows as CSV' }).click();
  expect((await rows).suggestedFilename()).toBe('e6.csv');
  await experiment.getByRole('button', { name: /^Save Goodput of video/ }).click();
  const picture = page.waitForEvent('download');
  await experiment.getByRole('button', { name: /^Save Goodput of video.* as SVG$/ }).click();
  expect((await picture).suggestedFilename()).toMatch(/^bhattacharjee-mckinnon-goodput-of-video.*\.svg$/);
});

test('embedded pages have no papers', async ({ page }) => {
  await page.goto('./#v=1&p=opening&embed=locked&lanes=droptail,red');
  await expect(page.getByRole('link', { name: 'Open in Bufferscope' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Papers' })).toHaveCount(0);
});
