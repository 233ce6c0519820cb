/** The papers measured again on the page: numbers, claims, what is kept, and the run behind a number. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Measured } from '../src/papers/report.ts';
import { link, shownSeconds, test } from './page-object.ts';
import { expectShown, measuredInNode, measuredOnPage } from './papers-in-node.ts';

const said = (page: Page) => page.locator('.papers-said');
const spent = (page: Page) => page.locator('.papers-spent');

test('a paper is measured, cancelled, kept over a reload and gone on with', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('./#v=1&p=opening&lanes=droptail,red');
  await expect.poll(() => shownSeconds(page)).toBeGreaterThan(0.2);
  await page.getByRole('link', { name: 'Papers' }).click();
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  await view.getByRole('link', { name: /^Hurley et al\./ }).click();
  await expect(view.getByRole('heading', { name: 'The ABE Service' })).toBeVisible();
  expect(await page.evaluate(() => location.hash)).toBe('#papers=abe');
  await expect(view).toContainText('50 not measured');

  await view.getByRole('button', { name: 'Measure this paper' }).click();
  await expect(view.getByRole('progressbar')).toBeVisible();
  await expect(view.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // A cell with its verdict, long before all are done.
  await expect(view.locator('td .within, td .outside').first()).toBeAttached({ timeout: 60_000 });
  const workers = () => page.workers().filter((worker) => worker.url().includes('study'));
  expect(workers().length).toBeGreaterThan(0);
  await view.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => workers().length, { timeout: 200, intervals: [20] }).toBe(0);
  await expect(said(page)).toContainText('cancelled');
  const before = Number(/(\d+) of 60 runs/.exec((await spent(page).textContent()) ?? '')?.[1]);
  expect(before).toBeGreaterThan(0);

  await page.reload();
  await expect(spent(page)).toContainText(`${before} of 60 runs`);
  await expect(spent(page)).toContainText('Results are kept in this browser');
  await view.getByRole('button', { name: 'Go on with this paper' }).click();
  await expect(said(page)).toContainText('done in', { timeout: 120_000 });
  await expect(spent(page)).toContainText('all 60 runs are done, 14\u202f400 simulated seconds');

  const table = view.getByRole('table', { name: /^Loss of green, 100 kbit\/s/ });
  const cell = table
    .getByRole('row', { name: /^4 blue/ })
    .getByRole('cell')
    .first();
  await expect(cell).toContainText(/within\s*1\d\.\d\d ±\d\.\d\d.*published 16\.58 ±12\.07.*difference [+−]?\d/);
  await expect(view.getByText('⚠\ufe0e 1 suspect')).toBeVisible();
  await expect(view.getByRole('listitem').filter({ hasText: 'C3.2' })).toContainText('holds');
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);

  const csv = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await csv).suggestedFilename()).toBe('abe-quick.csv');

  await cell.getByRole('link').click();
  await expect(view).toBeHidden();
  await expect(page.getByRole('region', { name: /^Lane A: ABE/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue('abe-100k-blue4');
  await expect.poll(() => shownSeconds(page)).toBeGreaterThan(0.5);
  await page.goBack();
  await expect(spent(page)).toContainText('all 60 runs');
  await expect(cell).toBeInViewport();
  page.once('dialog', (dialog) => dialog.accept());
  await view.getByRole('button', { name: 'Forget results' }).click();
  await expect(view).toContainText('50 not measured');
  await page.reload();
  await expect(spent(page)).toContainText('0 of 60 runs');
});

test('every number and claim of two papers is on the page, and all are what Node measures', async ({ page }) => {
  test.setTimeout(240_000);
  const inNode: Measured['papers'][number][] = [];
  const ids = ['goyal-dfba', 'hu-vbs'];
  await page.goto('./#papers=goyal-dfba');
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  for (const [at, name] of [/^Goyal et al\./, /^Hu & Jan/].entries()) {
    await view.getByRole('link', { name }).click();
    await view.getByRole('button', { name: 'Measure this paper' }).click();
    await expect(said(page)).toContainText('done in', { timeout: 120_000 });
    const { papers } = await measuredInNode(ids[at]);
    expect(papers).toHaveLength(1);
    inNode.push(...papers);
    await expectShown(view, papers[0] as Measured['papers'][number]);
  }
  expect((await measuredOnPage(page, view)).papers).toEqual(inNode);
});

test('a link opens a paper; an unknown one is named; Escape goes back to the run', async ({ page }) => {
  await page.goto('./#papers=zhao-reddi');
  await expect(page.getByRole('status').filter({ hasText: 'papers:' })).toHaveText(
    'papers: zhao-reddi is not allowed; allowed: bhattacharjee-mckinnon, goyal-dfba, zhao-reddy, abe, hu-vbs',
  );
  await page.goto('./#papers=zhao-reddy');
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  await expect(view.getByRole('heading', { level: 3 })).toContainText('Impact of bandwidth-delay product');
  // The picture tells its numbers, also by keyboard.
  await view.getByRole('button', { name: /^short TCP/ }).focus();
  await expect(view.locator('.set-up')).toContainText('Transfer');
  await view
    .getByRole('combobox', { name: 'Set-up that is shown' })
    .selectOption('Zhao & Reddy · 35 Mb/s · 1 BWDP · 0 % short flows');
  await expect(view.locator('.set-up')).toContainText('35 Mb/s, 50 ms');
  await expect(view.getByRole('button', { name: /^short TCP/ })).toHaveCount(0);
  const opened = await view.getByRole('link', { name: 'Open this run' }).getAttribute('href');
  expect(opened).toContain('p=zhao-35mb-1bwdp-stf0');
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expect.poll(() => shownSeconds(page)).toBeGreaterThan(0.2);
  await link(page, 'p=opening');
});

test('an experiment is measured alone, while its paper is not looked at', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('./#papers=bhattacharjee-mckinnon');
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  const experiment = view.locator('.experiment').filter({ hasText: 'Goodput against load' });
  await experiment.getByRole('button', { name: 'Measure this alone' }).click();
  await view.getByRole('button', { name: 'Back to the queues' }).click();
  await expect(view).toBeHidden();
  const papers = page.getByRole('link', { name: 'Papers' });
  await expect(papers).toBeFocused();
  await expect(papers).toContainText(/\d\s%/);
  await papers.click();
  await expect(said(page)).toContainText('done in', { timeout: 120_000 });
  await expect(experiment.getByLabel(/^Goodput of data in 0 to 1 over/)).toBeVisible();
  await expect(view.getByRole('listitem').filter({ hasText: 'C0.16' })).toContainText(
    /holds|fails|not distinguishable/,
  );
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);
  const rows = page.waitForEvent('download');
  await experiment.getByRole('button', { name: 'Rows as CSV' }).click();
  expect((await rows).suggestedFilename()).toBe('e6.csv');
  const picture = page.waitForEvent('download');
  await experiment.getByRole('button', { name: /^Save as SVG: Goodput of video/ }).click();
  expect((await picture).suggestedFilename()).toMatch(/^bhattacharjee-mckinnon-e6-.*\.svg$/);
});

test('embedded pages have no papers', async ({ page }) => {
  await page.goto('./#v=1&p=opening&embed=locked&lanes=droptail,red');
  await expect(page.getByRole('link', { name: 'Open in Bufferscope' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Papers' })).toHaveCount(0);
});
