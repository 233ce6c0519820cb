/** A run with a queue in each direction: seen, explained, edited, and removed again. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from './page-object.ts';
import { poll } from './poll.ts';

const HASH =
  './#v=4&p=opening&lanes=droptail,codel&link.up.rateBps=1e6&link.up.policy=red&sources.stf.direction=up&at=4&under=lens,lensUp';

test('both queues are there; "Why?" knows the direction of a packet; a control removes the queue up, and undo brings it back', async ({
  page,
}) => {
  await page.goto(HASH);
  const queuesUp = page.getByRole('img', { name: /^Queue up of lane/ });
  await expect(queuesUp).toHaveCount(2);
  await expect(page.getByRole('img', { name: /^Queue down of lane/ })).toHaveCount(2);
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await page.getByRole('button', { name: 'Why?' }).click();
  const why = page.getByRole('complementary', { name: 'Why' });
  await why.locator('.verdict-line').filter({ hasText: ', up' }).first().click();
  await expect(why.getByRole('region', { name: 'History of a packet' })).toContainText('queue up, RED');
  await why.getByRole('button', { name: /^Close/ }).click();
  const twoWay = page.getByRole('checkbox', { name: 'a queue up too' });
  await expect(twoWay).toBeChecked();
  await twoWay.uncheck();
  await expect(queuesUp).toHaveCount(0);
  await page.getByRole('button', { name: /^Undo: remove the queue up/ }).click();
  await expect(queuesUp).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Policy up' }).selectOption('codel');
  await poll(() => queuesUp.first().getAttribute('aria-label')).toContain('CoDel');
});
