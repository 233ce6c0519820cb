/**
 * Green and blue packets: the lens, the draft's example step by step, a bound below one packet, a colour that is
 * chosen.
 */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { runsTo, shownSeconds, test } from './page-object.ts';
import { poll } from './poll.ts';

/** The colours that a lane's lens has drawn, as "r,g,b". Those of translucent packets are rounded. */
async function coloursOf(page: Page, lane: number): Promise<string[]> {
  const colours = await page.locator(`[data-lane="${lane}"] canvas.lane-lens`).evaluate((canvas: HTMLCanvasElement) => {
    const image = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set<string>();
    for (let index = 0; index < (image?.data.length ?? 0); index += 4)
      seen.add(`${image?.data[index]},${image?.data[index + 1]},${image?.data[index + 2]}`);
    return [...seen];
  });
  return colours;
}

function hasColour(colours: readonly string[], wanted: string): boolean {
  const [wantedChannels, ...others] = [wanted, ...colours].map((colour) => colour.split(',').map(Number));
  return others.some((channels) => channels.every((value, index) => Math.abs(value - wantedChannels![index]!) <= 1));
}

const BLUE = '0,114,178';
const GREEN = '0,158,115';

test('ABE beside a flat router: three queues in two colours, and figures by class', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('./#v=1&p=abe-100k-blue8&lanes=flat-be,abe-dsd');
  await runsTo(page, 3);
  await page.getByRole('button', { name: 'Pause' }).click();
  const colours = await coloursOf(page, 1);
  expect([BLUE, GREEN].map((colour) => hasColour(colours, colour))).toEqual([true, true]);
  await page.getByRole('button', { name: 'table' }).click();
  const delays = page.getByRole('row', { name: /^mean queueing delay, green/ }).getByRole('cell');
  await expect(delays).toHaveCount(2);
  const [flat, own] = (await delays.allTextContents()).map((text) => Number.parseFloat(text));
  expect(flat).toBeGreaterThan(50);
  expect(own).toBeLessThan(20);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('the example of appendix A, one transmission after another, with the reason for each choice', async ({ page }) => {
  await page.goto('./#v=1&p=abe-appendix-a&lanes=flat-be,abe-dsd');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Back to the start' }).click();
  await page.getByRole('combobox', { name: 'step by' }).selectOption({ label: 'transmission in B' });
  const times: number[] = [];
  for (let step = 0; step < 8; step++) {
    await page.getByRole('button', { name: 'One step forward' }).click();
    await poll(() => shownSeconds(page)).toBeGreaterThan((times.at(-1) ?? 0) + 0.5);
    times.push(Math.round(await shownSeconds(page)));
  }
  expect(times).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await page.getByRole('button', { name: 'Why?', exact: true }).click();
  await page.getByRole('combobox', { name: 'Lane of the list' }).selectOption('lane B');
  await page.getByRole('combobox', { name: 'Verdicts listed' }).selectOption('all');
  await page
    .getByRole('button', { name: /green.*accepted/ })
    .first()
    .click();
  const history = page.getByRole('region', { name: 'History of a packet' });
  await expect(history).toContainText(/green packet/);
  await expect(history).toContainText(/It may wait 3000 ms/);
});

test('a bound below the time of one packet is allowed, and explained; a bound of zero or less is refused', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('./#v=1&p=abe-100k-blue8&lanes=abe-dsd&lanes.0.greenBoundMs=10');
  await expect(page.locator('.sidebar-caution')).toContainText(
    'd = 10 ms is less than the 12 ms that the largest packet (1500 bytes)',
  );
  const bound = page.getByRole('textbox', { name: /Green bound/ });
  await bound.fill('0');
  await bound.press('Enter');
  await expect(page.locator('.notices')).toContainText(/greenBoundMs: 0 is not allowed; allowed: a number from 0.001/);
  await bound.fill('30');
  await bound.press('Enter');
  await expect(page.locator('.sidebar-caution')).toHaveCount(0);
});
