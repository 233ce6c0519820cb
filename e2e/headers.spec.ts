/**
 * The page on a server that sends the headers of scripts/headers.ts: they are valid in workers too, and no part fails.
 */
import { rmSync } from 'node:fs';
import { expect } from '@playwright/test';
import { headers } from '../scripts/headers.ts';
import { serve } from '../scripts/serve.mjs';
import { atFullSpeed, test } from './page-object.ts';
import { poll } from './poll.ts';
import { askWorkers, buildWithProbe } from './worker-probe.ts';

test('with the headers of a server every view works, and nothing is refused', { tag: '@long' }, async ({ page }) => {
  const address = await serve({ port: 20_000 + Math.floor(Math.random() * 20_000), prefix: '/course/', headers });
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      refused.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  const answer = await page.goto(`${address}#v=1&p=md1&run.durationSeconds=3&run.warmupSeconds=1`);
  expect(answer?.headers()['content-security-policy']).toContain('frame-ancestors');
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.getByRole('button', { name: 'table', exact: true }).click();
  await atFullSpeed(page);
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible();
  await page.getByRole('button', { name: 'Help and keys' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Sweep/ }).click();
  const sweep = page.getByRole('dialog');
  await sweep.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(sweep.locator('output')).toContainText('runs in');
  await page.keyboard.press('Escape');
  await page.evaluate(() => location.assign('#v=1&p=bm-lesson&lanes=abd,pfb'));
  await expect(page.getByRole('region', { name: /^Lane B: PFB/ })).toBeVisible();
  // A lane's worker compiles the interpreter of programs: WebAssembly.
  await page.getByRole('button', { name: 'More about lane B' }).click();
  await page.getByRole('button', { name: 'Write a policy of lane B' }).click();
  await page.getByRole('button', { name: 'Run it' }).click();
  await expect(page.getByText('My DropTail runs in lane B.')).toBeVisible();
  await page.getByRole('button', { name: 'Close the program' }).click();
  await page.evaluate(() => location.assign('#papers=abe'));
  await expect(page.getByText(/^On record/)).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused)).toEqual([]);
});

test('a worker may load nothing from elsewhere', async ({ page }) => {
  const root = buildWithProbe(async () => {
    const refused = new Promise((resolve) => {
      addEventListener('securitypolicyviolation', ({ violatedDirective }) => resolve(violatedDirective));
    });
    const reached = await fetch('http://127.0.0.1:9/').then(
      () => 'answered',
      (error: Error) => error.message,
    );
    return { reached, refused: await refused };
  });
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  await page.goto(await serve({ port, prefix: '/course/', headers, root }));
  await poll(() => page.workers().length).toBeGreaterThan(0);
  for (const answer of await askWorkers(page))
    expect(answer).toEqual({
      reached: expect.stringMatching(/Failed to fetch|NetworkError/),
      refused: 'connect-src',
    });
  rmSync(root, { recursive: true });
});
