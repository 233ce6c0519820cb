/**
 * The link of a run follows a file on the page: the same verdicts as on the command line, kept by a reload, and
 * messages that name the line.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { digestsAtEnd, test } from './page-object.ts';

const SQUARE = 't_ms,rate_bps\n0,16e6\n500,4e6\n1000,repeat\n';

async function open(page: Page, name: string, content: string): Promise<void> {
  const file = { name, mimeType: '', buffer: Buffer.from(content) };
  await page.getByLabel('Scenario file').locator('input[type=file]').setInputFiles(file);
}

test('a file of rates becomes the link of the run; a bad one is named; one drawn by hand can be chosen', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('#v=1&p=opening&seed=3&run.durationSeconds=8&lanes=droptail,codel');
  await expect(page.locator('.lane')).toHaveCount(2);
  await open(page, 'bad.down', '1\n2\n-7\n');
  await expect(page.getByText('bad.down: line 3, column t_ms: -7 is not allowed')).toBeVisible();
  await open(page, 'square.csv', SQUARE);
  await expect(page.getByText('The link follows the file: 10 Mb/s on average in 1 s')).toBeVisible();
  const path = test.info().outputPath('square.csv');
  writeFileSync(path, SQUARE);
  const digestOf = (...link: string[]) =>
    ['droptail', 'codel'].map((policy) => {
      const words = [
        'scripts/sim.mjs',
        'run',
        'opening',
        '--policy',
        policy,
        '--seed',
        '3',
        '--duration',
        '8',
        ...link,
        '--json',
      ];
      return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })).digest;
    });
  expect(await digestsAtEnd(page)).toEqual(digestOf('--rates', path));
  await page.reload();
  await expect(page.locator('option', { hasText: 'link of square.csv' })).toHaveCount(1);
  expect(await digestsAtEnd(page)).toEqual(digestOf('--rates', path));
  await page.goto('#v=1&p=opening&seed=3&run.durationSeconds=8&link.rates=wifi&lanes=droptail,codel');
  await expect(page.locator('option', { hasText: 'link of square.csv' })).toHaveCount(0);
  expect(await digestsAtEnd(page)).toEqual(digestOf('--set', 'link.rates=wifi'));
});
