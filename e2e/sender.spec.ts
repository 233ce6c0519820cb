/** The sender's side: chosen by a packet or by the menu, recorded in the worker, drawn, saved. */
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { csvParse } from 'd3-dsv';
import { openAt, test } from './page-object.ts';
import { poll } from './poll.ts';

test('a packet leads to its sender, whose windows and packets are drawn and saved', async ({ page }) => {
  await openAt(page, '#v=5&p=home-bufferbloat&lanes=droptail', 3);
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.getByLabel('Verdicts listed').selectOption('all');
  await page.getByLabel('Class listed').selectOption('download');
  await page.locator('.verdicts li button').first().click();
  await page.getByRole('button', { name: 'Plot its sender' }).click();
  await expect(page.getByLabel('Flow of the sender')).toHaveValue('0');
  await expect(page.getByLabel('Class of the sender').locator('option')).toHaveText(['download']);

  const saved = async (name: RegExp) => {
    await page.getByRole('button', { name }).first().click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /as CSV$/ }).click(),
    ]);
    return csvParse(await readFile((await download.path()) as string, 'utf8'));
  };
  const windows = async () =>
    (await saved(/^Save Lane A, flow 0, Window/)).map((row) => Number(row['cwnd (segments)']));
  await poll(async () => (await windows()).length).toBeGreaterThan(100);
  // Slow start fills 100 kB and 25 packets on the way: 92 segments, before the first drop is noticed.
  const most = Math.max(...(await windows()));
  expect(most).toBeGreaterThan(92);
  await page.getByLabel('Plot 2 of the sender').selectOption('Time sequence');
  const events = (await saved(/^Save Lane A, flow 0, Time sequence/)).map(({ event }) => event);
  for (const event of ['sent', 'acked', 'duplicate', 'sacked', 'retransmitted', 'dropped'])
    expect(events).toContain(event);

  expect((await new AxeBuilder({ page }).include('.plots-area').analyze()).violations).toEqual([]);
  await page.getByLabel('Plot 1 of the sender').selectOption('Pacing rate');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByRole('button', { name: / s ×$/ })).toBeVisible();
  await page.getByRole('button', { name: 'sender', exact: true }).click();
  await expect(page.getByLabel('Flow of the sender')).toHaveCount(0);
});
