/** Cells: the VCs of DFBA and VBS with their next frames, and the regions of DFBA, watched and dragged. */
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { lastChange, link, openAt, pauseAt, scrubTo, shownSeconds, test } from './page-object.ts';
import { poll } from './poll.ts';

test.use({ viewport: { width: 1280, height: 800 } });

/** Start and end of the regions' horizontal axis in its canvas, px, and its end in buffers. */
const AXIS = { left: 48, right: 14, buffers: 1.02 };
const BUFFER = 25_000;

test('DFBA beside VBS, half guaranteed: their lenses, and what each VC gets', { tag: '@long' }, async ({ page }) => {
  await openAt(page, './#v=1&p=hu-fig7&lanes=dfba,vbs', 1.2);
  await expect(page.getByRole('img', { name: 'Internal state of DFBA in lane A' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Internal state of VBS in lane B' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Throughput of each VC/ })).toBeVisible();
  // Of cells, a lower share of refused frames is not better, so no plot compares it.
  const plots = await page.getByRole('combobox', { name: 'Plot 1' }).getByRole('option').allTextContents();
  expect(plots).toContain('Goodput and loss by class');
  expect(plots).not.toContain('Delay and loss');
  const fairness = async (name: string) =>
    Number(
      /fairness ([\d.]+)/.exec((await page.getByRole('region', { name }).locator('.figures').textContent()) ?? '')?.[1],
    );
  // Compared at one time, because early in the run either may be ahead.
  await scrubTo(page, 0.8);
  await poll(() => fairness('Lane B: VBS')).toBeGreaterThan(0.9);
  expect(await fairness('Lane B: VBS')).toBeGreaterThan(await fairness('Lane A: DFBA'));
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
});

test('L is dragged in the regions of a link: the run follows at once', { tag: '@long' }, async ({ page }) => {
  await openAt(page, './#v=1&p=hu-fig7&lanes=dfba,vbs&under=regions,lens', 1.2);
  const lens = page.getByRole('img', { name: 'Internal state of DFBA in lane A' });
  const box = await lens.boundingBox();
  if (box === null) throw new Error('the lens is not there');
  const place = (cells: number) =>
    box.x + AXIS.left + (cells / (AXIS.buffers * BUFFER)) * (box.width - AXIS.left - AXIS.right);
  const middle = box.y + box.height / 2;
  const typed = page.getByRole('textbox', { name: 'Lower threshold L' });
  await expect(typed).toHaveValue('1250');
  await page.mouse.move(place(1_250), middle);
  await page.mouse.down();
  await page.mouse.move(place(3_000), middle, { steps: 4 });
  await page.mouse.move(place(5_000), middle, { steps: 4 });
  await page.mouse.up();
  await poll(async () => Math.abs(Number(await typed.inputValue()) - 5_000)).toBeLessThan(150);
  await link(page, 'lowThreshold');
  const before = await shownSeconds(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await pauseAt(page, before + 1);
  // The queue is now near the new threshold; before, it was near the old one.
  const words = page.getByRole('region', { name: 'Lane A: DFBA' }).locator('p[aria-live]');
  await expect(words).toContainText(/(\d+) cells wait/);
  const waiting = Number(/ (\d+) cells wait/.exec((await words.textContent()) ?? '')?.[1]);
  expect(Math.abs(waiting - 5_000)).toBeLessThan(2_500);
});

test('a threshold that would break the order of L and H stops, and a message says why', { tag: '@long' }, async ({
  page,
}) => {
  await openAt(page, './#v=1&p=hu-fig11&lanes=dfba,vbs', 1);
  const typed = page.getByRole('textbox', { name: 'Lower threshold L' });
  await typed.fill('2900');
  await typed.press('Enter');
  await expect(lastChange(page)).toContainText('It must stay at least 1 below A upper threshold = 2700 cells.');
  await expect(typed).toHaveValue('2699');
});

test('the groups put a related policy into the lane; one VC is shown alone', { tag: '@long' }, async ({ page }) => {
  await openAt(page, './#v=1&p=goyal-r5&lanes=dfba,epd', 0.5);
  const lane = page.locator('.lane').first();
  await lane.getByRole('button', { name: 'regions' }).click();
  await lane.getByRole('combobox', { name: 'VC in the lens' }).selectOption('VC 3');
  await lane.getByRole('button', { name: 'groups' }).click();
  const groups = lane.getByRole('region', { name: 'Groups of policies' });
  await expect(groups.getByRole('button', { name: /^RED/ })).toBeDisabled();
  await groups.getByRole('button', { name: /^FBA/ }).click();
  await expect(lane.getByRole('combobox', { name: 'Policy of lane A' })).toHaveValue('fba');
});

test('the five VCs are one table, and a number in it goes into the run', async ({ page }) => {
  await page.goto('./#v=1&p=goyal-r5&lanes=dfba');
  const table = page.getByRole('region', { name: 'VC 1 to VC 5' }).getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['Flows', 'Minimum cell rate MCR cells/s']);
  await expect(table.getByRole('rowheader')).toHaveText(['VC 1', 'VC 2', 'VC 3', 'VC 4', 'VC 5']);
  const rate = table.getByRole('textbox', { name: 'VC 3: Minimum cell rate' });
  await expect(rate).toHaveValue('60\u202f000');
  await rate.fill('50000');
  await rate.press('Enter');
  await expect.poll(() => page.url()).toContain('sources.vc3.minimumCellRate=50000');
  await expect(table.getByRole('textbox', { name: 'VC 2: Minimum cell rate' })).toHaveValue('40\u202f000');
});
