/** A live question: the teacher shows it with a QR code and counts the cards, and a phone shows a card. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from './page-object.ts';

const violationsOf = async (page: Page) => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id);

test('a teacher asks a class, counts the cards and plays the run; a phone shows its card without a network', async ({
  page,
  context,
}) => {
  await page.goto('./#lesson=why-a-queue-fills&step=3');
  await page.getByRole('button', { name: 'Projector' }).click();
  await page.getByRole('button', { name: 'Ask a class' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expect(dialog).toContainText('HOST=0.0.0.0');
  const url = await dialog.getByRole('textbox').inputValue();
  await dialog.getByRole('button', { name: /^One more for 2/ }).click();
  for (const key of ['2', '1', '3', 'Backspace']) await page.keyboard.press(key);
  await expect(dialog.getByText('3 answers')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  const phone = await context.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(url);
  await expect(phone.getByRole('dialog')).toContainText(/\?/);
  await context.setOffline(true);
  await phone.getByRole('button', { name: /^2, square/ }).click();
  await expect(phone.getByRole('img', { name: 'Your answer: 2, square' })).toBeInViewport();
  expect(await violationsOf(phone)).toEqual([]);
  await phone.getByRole('button', { name: 'Not 2? Back to the answers' }).click();
  await phone.getByRole('button', { name: 'Question →' }).click();
  await expect(phone.getByRole('button', { name: /^1, circle/ })).toBeVisible();
  await context.setOffline(false);
  // The link of another question in the same tab opens that question, also while a card is held up.
  await phone.getByRole('button', { name: /^1, circle/ }).click();
  await phone.goto(url.replace('step=3', 'step=6'));
  await expect(phone.getByRole('dialog')).toContainText('Which rule holds for all three?');
  await phone.close();

  await dialog.getByRole('button', { name: 'Play the run' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pause' }).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Answers of the class' })).toContainText('2 (67 %)');
  // The reason stays also without the projector.
  const reason = page.getByRole('status').filter({ hasText: 'The pipe holds one BDP.' });
  await expect(reason).toBeVisible();
  await page.getByRole('button', { name: 'Projector', exact: true }).click();
  await expect(reason).toBeVisible();
});
