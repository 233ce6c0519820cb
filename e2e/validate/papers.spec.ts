/** All five papers in quick mode on the page: every number and claim is equal to that of Node. Takes some minutes. */
import { expect } from '@playwright/test';
import { papers } from '../../src/papers/index.ts';
import { test } from '../page-object.ts';
import { expectShown, measuredInNode, measuredOnPage, withRecords } from '../papers-in-node.ts';

test('all five papers are on the page as Node measures them', async ({ page }) => {
  await withRecords(page, []);
  await page.goto('./#papers=abe');
  const view = page.getByRole('dialog', { name: 'Papers, measured again' });
  await view.getByRole('button', { name: 'Measure all five' }).click();
  await expect(page.locator('.papers-measure output')).toContainText('all: done in', { timeout: 20 * 60_000 });
  console.log(await page.locator('.papers-measure output').textContent());
  const inNode = await measuredInNode();
  for (const [index, { id }] of papers.entries()) {
    await page.goto(`./#papers=${id}`);
    await expectShown(view, inNode.papers[index] as (typeof inNode.papers)[number]);
  }
  expect(await measuredOnPage(page, view)).toEqual(inNode);
});
