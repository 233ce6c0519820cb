/** A run of the page as a capture: the saved file is that of the command line, and saving can be cancelled. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { readCapture } from '../tests/capture/reader.ts';
import { test } from './page-object.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/#v=1&p=single-tcp&lanes=droptail,red');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Capture (pcapng)').click();
});

test('is the file that the command line writes', { tag: '@long' }, async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Save' });
  expect((await new AxeBuilder({ page }).include('dialog.save-dialog').analyze()).violations).toEqual([]);
  await dialog.getByLabel('Lane').selectOption('B RED');
  await dialog.getByLabel('From (s)').fill('1');
  await dialog.getByLabel('To (s)', { exact: true }).fill('9');
  await dialog.getByLabel('dropped packets').check();
  await dialog.getByLabel(/numbers of each verdict/).check();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the capture' }).click(),
  ]);
  await expect(dialog.getByText(/^Saved: \d+ packets/)).toBeVisible();
  expect(saved.suggestedFilename()).toBe('single-tcp-seed-1-B-red.pcapng');
  const file = readCapture([readFileSync(await saved.path())]);
  const path = test.info().outputPath('run.pcapng');
  const options = ['--pcapng', path, '--interfaces', 'before,dropped', '--from', '1', '--to', '9'];
  const words = ['scripts/sim.mjs', 'run', 'single-tcp', '--policy', 'red', ...options];
  execFileSync(process.execPath, words, { stdio: 'ignore' });
  const wanted = readCapture([readFileSync(path)]);
  expect(file.packets.length).toBeGreaterThan(500);
  expect(file.comment).toBe(wanted.comment);
  expect(file.packets).toEqual(wanted.packets);
});

test('can be cancelled, and names values that are not allowed', { tag: '@long' }, async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Save' });
  await dialog.getByLabel('To (s)', { exact: true }).fill('900');
  await expect(dialog.getByRole('alert')).toContainText(
    'To: 900 is not allowed; allowed: more than 0 and at most 30 s.',
  );
  await expect(dialog.getByRole('button', { name: 'Save the capture' })).toBeDisabled();
  await dialog.getByLabel('To (s)', { exact: true }).fill('30');
  await dialog.getByLabel('before the queue').uncheck();
  await expect(dialog.getByRole('alert')).toContainText('Choose at least one place.');
  await dialog.getByLabel('before the queue').check();
  await page.route('**/capture.worker*', () => {});
  await dialog.getByRole('button', { name: 'Save the capture' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('Cancelled.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
