/** A dropped file of tc with several queues: the page asks which one becomes a lane, by pointer and by keyboard. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { link, test } from './page-object.ts';

const TEXT = `qdisc noqueue 0: dev lo root refcnt 2
qdisc fq_codel 0: dev eth0 root refcnt 2 limit 500p flows 1024 quantum 1514 target 5ms interval 100ms memory_limit 32Mb ecn drop_batch 64
qdisc mq 0: dev wlan0 root
qdisc pfifo 0: dev wlan0 parent :1 limit 30p
qdisc sfq 0: dev wlan0 parent :2 limit 127p quantum 1514b depth 127 divisor 1024
`;
const JSON_TEXT = JSON.stringify([
  { kind: 'pfifo', handle: '0:', dev: 'eth0', root: true, options: { limit: 30 } },
  { kind: 'pfifo', handle: '0:', dev: 'wlan0', root: true, options: { limit: 60 } },
]);

async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([content as string], fileName as string));
      return dropped;
    },
    [name, text],
  );
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

const lanes = (page: Page) => page.locator('.lane');

test('a dropped file of tc asks which queue; Escape and Cancel keep the run, a key or a click opens a lane', async ({
  page,
}) => {
  await page.goto('./#v=5&p=single-tcp&lanes=droptail');
  await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
  const address = page.url();
  const dialog = page.getByRole('dialog', { name: 'Which queue?' });
  for (const leave of ['Escape', 'Cancel']) {
    await drop(page, 'router.txt', TEXT);
    await expect(dialog.getByText('router.txt has 3 queues with different settings.')).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveText([/^dev eth0 fq_codel/, /:1 pfifo/, /:2 sfq/, 'Cancel']);
    if (leave === 'Escape') {
      const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
      expect(violations).toEqual([]);
      await page.keyboard.press('Escape');
    } else await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(lanes(page)).toHaveCount(1);
    expect(page.url()).toBe(address);
  }
  await drop(page, 'router.txt', TEXT);
  await expect(dialog.getByRole('button', { name: /fq_codel/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(lanes(page)).toHaveCount(2);
  await link(page, 'droptail,pfifo');
  await drop(page, 'router.json', JSON_TEXT);
  await dialog.getByRole('button', { name: /wlan0/ }).click();
  await expect(lanes(page)).toHaveCount(3);
  await link(page, 'lanes.1.limit=30&lanes.2.limit=60');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(lanes(page)).toHaveCount(2);
});
