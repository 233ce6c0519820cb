/** The gallery of scenarios by keyboard: search, arrows, a choice, the way back. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { presetIds } from '../src/scenarios/index.ts';
import { link, openAt, test } from './page-object.ts';

test('a scenario is found and chosen by keyboard, and the gallery closes by key and by going back', {
  tag: '@long',
}, async ({ page }) => {
  await openAt(page, './', 1);
  await page.getByRole('link', { name: 'Scenarios' }).focus();
  await page.keyboard.press('Enter');
  const gallery = page.getByRole('dialog', { name: 'Scenarios' });
  const cards = gallery.locator('.gallery-card');
  await expect(cards).toHaveCount(presetIds.length);
  expect(await page.evaluate(() => location.hash)).toBe('#scenarios');
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await page.goBack();
  await expect(gallery).toBeHidden();
  await page.getByRole('link', { name: 'Scenarios' }).click();
  await expect(gallery).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(gallery).toBeHidden();
  expect(await link(page, 'p=opening')).not.toContain('scenarios');
  await page.getByRole('link', { name: 'Scenarios' }).click();
  await gallery.getByRole('searchbox').fill('tcp round trips');
  await expect(gallery.getByRole('status').filter({ hasText: 'scenario' })).toHaveText(/^\d scenarios?\.$/);
  await page.keyboard.press('ArrowDown');
  await expect(cards.first()).toBeFocused();
  await expect(cards.first()).toContainText('Two TCP flows, two round trips');
  await page.keyboard.press('Enter');
  await expect(gallery).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue('two-rtts');
  expect(await link(page, 'p=two-rtts')).toContain('lanes=droptail,red');
});

test('a deep link opens the gallery over the opening scenario; arrows go along rows and columns', async ({ page }) => {
  await page.goto('./#scenarios');
  const gallery = page.getByRole('dialog', { name: 'Scenarios' });
  const cards = gallery.locator('.gallery-card');
  await expect(cards).toHaveCount(presetIds.length);
  await expect(cards.first()).toHaveAttribute('aria-current', 'true');
  await cards.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(cards.nth(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(cards.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(cards.last()).toBeFocused();
});

test('a button for each group leads to its first scenario, below the head of the gallery', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('./#scenarios');
  const gallery = page.getByRole('dialog', { name: 'Scenarios' });
  const groups = gallery.getByRole('navigation', { name: 'Groups of scenarios' });
  for (const name of ['Hu & Jan', 'Hurley et al. (ABE)', 'Simple scenarios']) {
    await groups.getByRole('button', { name }).click();
    await expect(gallery.getByRole('region', { name }).locator('.gallery-card').first()).toBeFocused();
    const [head, title] = await Promise.all(
      [gallery.locator('header'), gallery.getByRole('heading', { name })].map((part) => part.boundingBox()),
    );
    expect(title!.y).toBeGreaterThanOrEqual(head!.y + head!.height);
    expect(title!.y).toBeLessThan(700);
  }
  await gallery.getByRole('searchbox').fill('m/d/1');
  await expect(groups.getByRole('button')).toHaveText(['Simple scenarios 1']);
});
