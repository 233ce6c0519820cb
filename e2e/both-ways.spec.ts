/** A run with a queue in each direction: seen, explained, edited, and removed again. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from './page-object.ts';
import { poll } from './poll.ts';

const HASH =
  './#v=4&p=opening&lanes=droptail,codel&link.up.rateBps=1e6&link.up.policy=red&sources.stf.direction=up&at=4&under=lens,lensUp';

/** From the right and the upper edge of a queue up to the end of its buffer and to the handle there, px. */
const UP_BUFFER_END_PX = 129;
const UP_HANDLE_PX = 29;

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

test('the buffer up follows the pointer, also where each step of the drag starts the run again', async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.goto('./#lesson=upload-spoils-download&step=9');
  const queue = page.getByRole('img', { name: /^Queue up of lane A, / });
  const field = page.getByRole('textbox', { name: 'Buffer up', exact: true });
  const shownBytes = async () => Number((await field.inputValue()).replaceAll(/\D/g, ''));
  await expect(queue).toBeVisible();
  const box = (await queue.boundingBox())!;
  // The handle stands over the end of the buffer, on the right.
  const [x, y] = [box.x + box.width - UP_BUFFER_END_PX, box.y + UP_HANDLE_PX];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const bytes = [await shownBytes()];
  for (const movedPx of [50, 100, 200, 400]) {
    await page.mouse.move(x - movedPx, y);
    await poll(shownBytes).toBeLessThan(bytes.at(-1)!);
    bytes.push(await shownBytes());
  }
  await page.mouse.up();
  // A pixel is the same number of bytes in each step.
  expect((bytes[2]! - bytes[4]!) / (bytes[2]! - bytes[3]!)).toBeCloseTo(3, 1);
});
