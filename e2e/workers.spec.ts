/** The page when its workers are ended, or when a run is too dense to be shown live. */
import { expect } from '@playwright/test';
import { digestsAtEnd, holdWorkers, runsTo, shownSeconds, test } from './page-object.ts';
import { patient } from './patience.ts';
import { poll } from './poll.ts';

test.beforeEach(({ page }) => holdWorkers(page));

test('a worker that the browser ends is reported after a while; another try gives the undisturbed run', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(patient(120_000));
  await page.goto('./#v=1&p=opening&lanes=droptail,red&run.durationSeconds=8&run.warmupSeconds=1');
  const undisturbed = await digestsAtEnd(page);
  await page.getByRole('slider', { name: 'Speed' }).fill('7');
  await page.getByRole('button', { name: 'Play again' }).click();
  await runsTo(page, 1);
  await page.evaluate(() => window.made[1]?.terminate());
  const alert = page.getByRole('region', { name: 'Lane B: RED' }).getByRole('alert');
  await expect(alert).toContainText('has not answered for 20 seconds', { timeout: patient(90_000) });
  await expect(alert.getByRole('button', { name: 'Reload' })).toHaveCount(0);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  expect(await digestsAtEnd(page)).toEqual(undisturbed);
});

test('a run with too many events to show live says so, goes on, and stops at once for another run', async ({
  page,
}) => {
  test.setTimeout(patient(120_000));
  const dense =
    'link.rateBps=1e10&sources.poisson.rateBps=9e9&sources.poisson.packetBytes=64&run.sampleMs=1000&run.warmupSeconds=0';
  await page.goto(`./#v=1&p=mm1k&lanes=droptail&${dense}`);
  await page.getByRole('slider', { name: 'Speed' }).fill('10');
  const advice = page.getByText('The page cannot show it live');
  await expect(advice).toBeVisible({ timeout: patient(30_000) });
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: /^Slow down to/ }).click();
  await poll(() => shownSeconds(page), { timeout: patient(30_000) }).toBeGreaterThan(0);
  await page.evaluate(() => {
    location.hash = '#v=1&p=opening&lanes=droptail';
  });
  await expect(page.getByRole('region', { name: 'Lane A: DropTail' })).toBeVisible();
  await expect(advice).toBeHidden();
  await page.getByRole('slider', { name: 'Speed' }).fill('7');
  await poll(() => shownSeconds(page), { timeout: patient(10_000) }).toBeGreaterThan(0.1);
  // The worker of the dense run has listened: it was not ended.
  expect(await page.evaluate(() => window.made.length)).toBe(1);
});
