/** Stories by keyboard: their stops, the events of the stops, and a link with a stop. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { link, openAt, shownSeconds, test } from './page-object.ts';
import { poll } from './poll.ts';

test('a story is read by keyboard, stops at its events, and Escape leaves it', async ({ page }) => {
  await openAt(page, './', 1);
  const button = page.getByRole('button', { name: 'Start here', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const headline = page.getByRole('region', { name: 'Headline' });
  await expect(headline.getByRole('img', { name: /^A packet goes from the sender/ })).toBeVisible();
  await expect(headline).toContainText('Start, 1 of 6');
  for (let part = 0; part < 6; part++) await page.keyboard.press('PageDown');
  await expect(headline).toContainText('RED drops its first packet at 0.532 s');
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeFocused();
  await poll(() => shownSeconds(page)).toBeCloseTo(0.5316, 3);
  await expect(page.locator('.page')).toHaveAttribute('data-focus', '1');
  await page.keyboard.press('Enter');
  await expect(headline).toContainText('Story, 2 of 4');
  await poll(() => shownSeconds(page)).toBeCloseTo(0.5493, 3);
  await page.keyboard.press('PageDown');
  await expect(headline).toContainText('a packet waits 71.8 ms on average');
  expect(await link(page, 'story=3')).toContain('p=opening');
  await poll(() => shownSeconds(page)).toBe(10);
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await page.keyboard.press('PageUp');
  await expect(headline).toContainText('Story, 2 of 4');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(headline.getByRole('link', { name: 'A lesson on this' })).toBeVisible();
  await headline.getByRole('button', { name: 'Next story: One TCP flow' }).click();
  await expect(headline).toContainText('In slow start one flow alone fills the buffer');
  await page.keyboard.press('Escape');
  await expect(headline).toContainText('One long TCP flow on 1.5 Mb/s');
  await expect(page.locator('.page')).not.toHaveAttribute('data-focus');
});

test('a link opens at a stop; another run leaves the story; a stop that does not exist is reported', async ({
  page,
}) => {
  await page.goto('./#v=1&p=single-tcp&lanes=droptail,red&story=2');
  const headline = page.getByRole('region', { name: 'Headline' });
  await expect(headline).toContainText('The loss ends slow start at 0.505 s');
  await poll(() => shownSeconds(page)).toBeCloseTo(0.5049, 2);
  await page.getByRole('button', { name: '+ Lane' }).click();
  await expect(headline).toContainText('One long TCP flow on 1.5 Mb/s');
  await page.goto('./#v=1&p=md1&story=2');
  await expect(page.getByRole('status').filter({ hasText: 'This story has no such stop.' })).toBeVisible();
});

test('a story with other lanes than those of the page names its own, at its first stop only', async ({ page }) => {
  await page.goto('./#v=5&p=mobile-link');
  const headline = page.getByRole('region', { name: 'Headline' });
  await headline.getByRole('button', { name: /story|start/i }).click();
  await expect(headline).toContainText('This story has its own lanes: A DropTail; B FQ-CoDel');
  await headline.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(headline).toContainText('Story, 2 of 3');
  await expect(headline).not.toContainText('This story has its own lanes');
});
