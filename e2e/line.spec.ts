/** The user's own line: from a file of ping to lanes, by pointer and by keyboard, also on a narrow page. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './page-object.ts';

const excerpt = (name: string) => gunzipSync(readFileSync(`tests/measurements/files/${name}.gz`));
const PING = { name: 'ping.txt', mimeType: 'text/plain', buffer: excerpt('pfifo-ping-down.txt') };
const IPERF = { name: 'iperf3.json', mimeType: 'application/json', buffer: excerpt('pfifo-tcp-down.json') };

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'My line' });

async function drop(page: Page, name: string, text: string): Promise<void> {
  const dropped = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content as string], fileName as string));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
}

test('a dropped file of ping leads to lanes that show what FQ-CoDel would make of it', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
  await drop(page, PING.name, PING.buffer.toString());
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('cell', { name: '219' })).toBeVisible();
  const open = dialog.getByRole('button', { name: 'Open as lanes' });
  await expect(open).toBeDisabled();
  await expect(dialog.getByText(/^Missing: the download rate/)).toBeVisible();
  await dialog.getByLabel('Load on the line while it ran: ping.txt').selectOption('a download');
  await dialog.getByLabel('Download rate (Mb/s)').fill('20,0');
  await expect(dialog.getByRole('region', { name: 'Down' })).toContainText('198 packets');
  expect(await dialog.textContent()).not.toContain('10.');
  await open.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('section.lane')).toHaveCount(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('section.lane')).toHaveCount(2);
});

test('ping and iperf3 together fit the queue; the dialog keeps its files, and works at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/#scenarios');
  await page.getByRole('button', { name: 'My line…' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Files of measurements').setInputFiles([PING, IPERF]);
  const down = dialog.getByRole('region', { name: 'Down' });
  await expect(down).toContainText('drop-tail');
  await expect(down).toContainText('199 packets');
  expect((await new AxeBuilder({ page }).include('dialog.my-line').analyze()).violations.map(({ id }) => id)).toEqual(
    [],
  );
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'My line', exact: true }).click();
  await expect(down).toContainText('199 packets');
  await dialog.getByRole('button', { name: 'Remove iperf3.json' }).click();
  await expect(down).not.toContainText('199 packets');
});

test('the measurement lies beside the run: shifted by keys, removed and brought back, saved and opened again', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.getByRole('button', { name: 'My line', exact: true }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Files of measurements').setInputFiles([PING, IPERF]);
  await dialog.getByRole('button', { name: 'Open as lanes' }).click();
  const strip = page.getByRole('region', { name: 'Measurement beside the run' });
  const shift = strip.getByRole('slider', { name: 'Shift of the measurement (s)' });
  await shift.press('ArrowRight');
  await expect(strip).toContainText('0.1 s');
  await strip.locator('summary').press('Enter');
  await expect(strip.getByRole('row', { name: /^measured/ }).first()).toBeVisible();
  expect((await new AxeBuilder({ page }).include('.beside').analyze()).violations.map(({ id }) => id)).toEqual([]);
  await strip.getByRole('button', { name: 'remove' }).click();
  await expect(strip).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(strip).toContainText('0.1 s');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ]);
  const text = readFileSync(await saved.path(), 'utf8');
  expect(JSON.parse(text).measured.map(({ plot }: { plot: string }) => plot)).toEqual([
    'round-trip',
    'total',
    'lost-probes',
  ]);
  await page.reload();
  await expect(strip).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open file…' })).toBeVisible();
  await drop(page, 'my-line.json', text);
  await expect(strip).toBeVisible();
});

test('the lesson opens its measurements, and a student’s line opens as lanes beside it', async ({ page }) => {
  await page.goto('/#lesson=measure-your-own-line&step=4');
  await page.getByRole('button', { name: 'Open the measurement' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('region', { name: 'Down' })).toContainText('drop-tail');
  await dialog.getByRole('button', { name: 'Open as lanes' }).click();
  await expect(page.locator('section.lane')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Measurement beside the run' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lesson: Measure your own line' })).toBeVisible();
  // The projector closes the controls, and the lanes take their room.
  await page.getByRole('button', { name: 'Projector' }).click();
  const rightEdge = () => page.getByRole('main').evaluate((main) => main.getBoundingClientRect().right);
  await expect.poll(rightEdge).toBe(page.viewportSize()?.width);
});
