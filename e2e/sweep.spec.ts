/** A sweep of the run on the page: live, cancelled, refused, saved. */
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from './page-object.ts';
import { patient } from './patience.ts';

test('the knee and the cliff of M/D/1, with the present load marked; saved as a table', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('./#v=1&p=md1');
  await page.getByRole('button', { name: 'Sweep' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sweep' });
  const example = dialog.getByRole('region', { name: 'Example' });
  await expect(example).toContainText('A measured example');
  await expect(example).toContainText('At every load, RED has the shorter queueing delay');
  await example.getByRole('slider', { name: 'read at' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(example).toContainText('means of 5 runs with 95 % intervals');
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations.map(({ id }) => id)).toEqual([]);
  await expect(dialog).toContainText('Figures are counted from 50 s to 1000 s, as on the page.');
  // The fields first, then the summary of the runs, then the button.
  await expect(dialog.locator('form > :last-child')).toContainText(
    /^1 policy × 10 values × 5 replications = 50 runs of 1000 s\..*Run$/,
  );
  await dialog.getByRole('textbox', { name: 'to', exact: true }).fill('1.2');
  await dialog.getByRole('textbox', { name: 'Seconds of a run' }).fill('100');
  await expect(dialog).toContainText('from 50 s to 100 s. On the page they are counted from 50 s to 1000 s.');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(example).toBeHidden();
  await expect(dialog.locator('output')).toContainText('50 runs in', { timeout: patient(120_000) });
  await expect(dialog).toContainText(/= 50 runs of 100 s, about \d+ s\./);
  const throughput = dialog.getByRole('img', { name: /^Throughput in Mb\/s over Load/ });
  await expect(throughput).toContainText('now');
  await expect(dialog.getByRole('img', { name: /^Mean queueing delay in ms over Load/ })).toContainText('A DropTail');
  await dialog.getByRole('button', { name: 'Save Sweep of Load' }).click();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save Sweep of Load as CSV' }).click();
  const lines = (await readFile((await (await saved).path()) as string, 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(11);
  const [load, , , rate] = (lines[6] as string).split(',').map(Number) as [number, number, number, number];
  expect(rate).toBeGreaterThan(0.8 * load * 0.9);
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
});

test('too many runs are refused with their number and the limit; a sweep is cancelled', async ({ page }) => {
  await page.goto('./#v=1&p=goyal-r5&lanes=dfba');
  await page.getByRole('button', { name: 'Sweep' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sweep' });
  await dialog.getByRole('textbox', { name: 'points' }).fill('60');
  await dialog.getByRole('button', { name: '+ a second value' }).click();
  await dialog.getByRole('textbox', { name: 'points' }).nth(1).fill('60');
  await dialog.getByRole('textbox', { name: 'Replications' }).fill('100');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('360000 is not allowed; allowed: from 1 to 10000');
  await dialog.getByRole('textbox', { name: 'Replications' }).fill('1');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.locator('output')).toContainText(/^\d+ of \d+ runs/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.locator('output')).toContainText(/^Cancelled after \d+ of \d+ runs/);
});

test('the value of one lane, in a range that can be run; the form keeps its entries; refused entries are marked', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('./#v=1&p=hu-fig11&lanes=dfba,vbs');
  await page.getByRole('button', { name: 'Sweep' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sweep' });
  const value = dialog.getByRole('combobox', { name: 'Value' });
  await value.selectOption({ label: 'A DFBA: upper threshold' });
  const from = dialog.getByRole('textbox', { name: 'from' });
  expect(Number(await from.inputValue())).toBeGreaterThan(1_250);
  await dialog.getByRole('textbox', { name: 'points' }).fill('3');
  await dialog.getByRole('textbox', { name: 'Replications' }).fill('1');
  await dialog.getByRole('textbox', { name: 'Seconds of a run' }).fill('0,5');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Warm-up (s): 2 is not allowed; allowed: less than the 0.5 s');
  const warmup = dialog.getByRole('textbox', { name: 'Warm-up (s)' });
  await expect(warmup).toHaveAttribute('aria-invalid', 'true');
  await warmup.fill('0,1');
  await expect(dialog).toContainText('2 policies × 3 values × 1 replication = 6 runs of 0.5 s.');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  // Lane B is the same for every value, so it runs once.
  await expect(dialog.locator('output')).toContainText('4 runs in', { timeout: patient(120_000) });
  await expect(dialog.getByRole('img', { name: /over A DFBA: upper threshold/ }).first()).toBeVisible();
  await from.fill('abc');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('not a number is not allowed');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await from.fill('2500');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sweep' }).click();
  await expect(value).toHaveValue('lanes.0.highThreshold');
  await expect(from).toHaveValue('2500');
});

test('two targets at once: the points that keep both are named; values can be read; curves are kept to compare', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('./#v=1&p=md1');
  await page.getByRole('button', { name: 'Sweep' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sweep' });
  await dialog.getByRole('textbox', { name: 'points' }).fill('4');
  await dialog.getByRole('textbox', { name: 'from', exact: true }).fill('0.1');
  await dialog.getByRole('textbox', { name: 'to', exact: true }).fill('1');
  await dialog.getByRole('textbox', { name: 'Seconds of a run' }).fill('150');
  await dialog.getByRole('textbox', { name: 'Replications' }).fill('3');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.locator('output').first()).toContainText('12 runs in', { timeout: patient(120_000) });

  await dialog.getByRole('button', { name: '+ target' }).click();
  await dialog.getByRole('button', { name: '+ target' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Target 2: quantity' })).toHaveValue('loss');
  const answer = dialog.locator('.sweep-answer');
  await expect(answer).toContainText('A DropTail at Load (× now) 0.1');
  await dialog.getByRole('textbox', { name: 'Target 1: bound' }).fill('0');
  await expect(answer).toContainText('A DropTail nowhere');

  const place = dialog.getByRole('slider', { name: 'read at' });
  await place.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.locator('.sweep-readout')).toContainText('Load 0.4');
  await expect(dialog.locator('.sweep-readout')).toContainText('means of 3 runs');

  await dialog.getByRole('button', { name: 'Keep these curves' }).click();
  await dialog.getByRole('textbox', { name: 'Replications' }).fill('2');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.locator('output').first()).toContainText('8 runs in', { timeout: patient(120_000) });
  await expect(dialog).toContainText('(1) replications 3');
  await expect(dialog.locator('.study-figures svg').first()).toContainText('A DropTail (1)');
  await dialog.getByRole('button', { name: 'Remove the curves of sweep 1' }).click();
  await expect(dialog.locator('.study-figures svg').first()).not.toContainText('A DropTail (1)');
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
});
