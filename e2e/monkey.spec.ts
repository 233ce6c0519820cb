/**
 * A random user of the whole page: seeded random clicks, drags, keys, numbers and links. No part may fail or hang, and
 * memory must not grow. `BUFFERSCOPE_MONKEY_DOINGS=5000 npx playwright test monkey` takes longer.
 */
import { expect, type Page } from '@playwright/test';
import { RandomStream } from '../src/engine/numbers/random.ts';
import { monkey } from './monkey.ts';
import { runsTo, test } from './page-object.ts';
import { patient } from './patience.ts';

const ACTIONS = Number(process.env.BUFFERSCOPE_MONKEY_DOINGS ?? 30);
const SEED = Number(process.env.BUFFERSCOPE_MONKEY_SEED ?? 1);
test.setTimeout(patient(90_000 + ACTIONS * 2_000));

test(`${ACTIONS} random actions, seed ${SEED}`, async ({ page }) => {
  const random = new RandomStream(SEED, 'monkey');
  const doSomething = monkey(page, random);
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.goto('./');
  const heap: number[] = [];
  for (let done = 1; done <= ACTIONS; done++) {
    await doSomething();
    if (done % 20 === 0) heap.push(await heapMegabytes(page));
  }
  await expect(page.getByText('This lane has stopped')).toHaveCount(0);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('./#v=1&p=opening');
  await page.keyboard.press('Escape');
  if ((await page.getByRole('button', { name: 'Play', exact: true }).count()) > 0)
    await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Back to the start' }).click();
  await page.getByRole('slider', { name: 'Speed' }).fill('7');
  await runsTo(page, 0.5);
  const middle = heap[Math.floor(heap.length / 2)] ?? Number.POSITIVE_INFINITY;
  expect((heap.at(-1) ?? 0) / middle, `heap in MB: ${heap.map((size) => size.toFixed(0)).join(' ')}`).toBeLessThan(2);
});

async function heapMegabytes(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  await client.detach();
  return usedSize / 1e6;
}
