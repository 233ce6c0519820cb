/** Changes from the start and from now: both are distinguished, one drag is one change, and nothing is lost. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { runOfPreset, scenarioOfRun } from '../src/run-state/run-values.ts';
import { openRun } from '../src/runs/open-run.ts';
import { longUnless } from './long.ts';
import {
  changeFromNow,
  digests,
  digestsAtEnd,
  lastChange,
  link,
  openAt,
  pauseAt,
  runsTo,
  scrubTo,
  shownSeconds,
  test,
} from './page-object.ts';
import { patient } from './patience.ts';
import { poll } from './poll.ts';

const SHORT = 'v=1&p=opening&run.durationSeconds=6&run.warmupSeconds=1';

/** Digest of RED in the opening run to its end, without seeks, with other values. */
function digestOfRed(policyValues: Record<string, number>): string {
  const startValues = { 'run.durationSeconds': 6, 'run.warmupSeconds': 1 };
  const scenario = scenarioOfRun({ ...runOfPreset('opening'), startValues });
  const run = openRun({ scenario, policy: 'red', policyValues, seed: 1 });
  run.advance(6e9);
  return run.digest();
}

function ofRed(page: Page): Locator {
  return page.getByRole('region', { name: 'B · RED' });
}

async function type(page: Page, name: RegExp, value: string): Promise<Locator> {
  const typed = ofRed(page).getByRole('textbox', { name });
  await typed.fill(value);
  await typed.press('Enter');
  return typed;
}

/** Place of an amount on the queue of lane B; its axis ends at the buffer's 120 packets. */
async function onQueue(page: Page): Promise<{ x: (packets: number) => number; y: number }> {
  const box = (await page.getByRole('img', { name: /^Queue of lane B/ }).boundingBox())!;
  return { x: (packets) => box.x + box.width - 76 - (packets / 120) * (box.width - 76 - 128), y: box.y + 40 };
}

const markers = (page: Page) => page.getByRole('button', { name: /^Change at/ });

test('a slow drag in mid-run is one marker and one step of undo; its link gives the same run', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`./#${SHORT}`);
  await runsTo(page, 1);
  const { x, y } = await onQueue(page);
  await page.mouse.move(x(36), y);
  await page.mouse.down();
  for (let packets = 38; packets <= 60; packets += 2) {
    await page.mouse.move(x(packets), y);
    await page.waitForTimeout(100);
  }
  const upper = ofRed(page).getByRole('textbox', { name: /^Upper threshold/ });
  await poll(async () => Number(await upper.inputValue())).toBeGreaterThan(55);
  await page.mouse.up();
  await expect(markers(page)).toHaveCount(1);
  // A pixel is a part of a packet, and a dragged value keeps four digits: 60 in Chromium, 59.78 in Firefox.
  await expect(lastChange(page)).toHaveText(/^B upper threshold = \d+(\.\d{1,2})? packets, from [\d.]+ s\.$/);
  const seen = await digestsAtEnd(page);
  // A slow device writes the address of a value in the middle of the drag too.
  const address = await link(page, `lanes.1.maxThreshold:${await upper.inputValue()}`);
  await page.goto('about:blank');
  await page.goto(`./${address}`);
  expect(await digestsAtEnd(page)).toEqual(seen);
});

test('one undo takes back a whole drag', async ({ page }) => {
  await openAt(page, `./#${SHORT}`, 1);
  const { x, y } = await onQueue(page);
  await page.mouse.move(x(36), y);
  await page.mouse.down();
  await page.mouse.move(x(60), y, { steps: 12 });
  await page.mouse.up();
  await expect(markers(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Undo: set upper threshold/ }).click();
  await expect(markers(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  await expect(lastChange(page)).toHaveText('Undone: set upper threshold.');
  await expect(ofRed(page).getByRole('textbox', { name: /^Upper threshold/ })).toHaveValue('36');
});

test('a typed value is accepted at Enter and when the field is left; Escape and undo show the value of the run', async ({
  page,
}) => {
  await openAt(page, `./#${SHORT}`, 0.2);
  const lower = ofRed(page).getByRole('textbox', { name: /^Lower threshold/ });
  const slider = ofRed(page).getByRole('slider', { name: 'Lower threshold, slider' });
  const before = await lower.inputValue();
  await lower.fill('7');
  await lower.press('Escape');
  await expect(lower).toHaveValue(before);
  await lower.fill('8');
  await lower.press('Tab');
  await expect(slider).toHaveAttribute('aria-valuetext', '8 packets');
  await expect(lastChange(page)).toContainText('B lower threshold = 8 packets');
  await slider.press('End');
  await expect(lower).toHaveValue('36');
  await page.getByRole('button', { name: /^Undo: set/ }).click();
  await page.getByRole('button', { name: /^Undo: set/ }).click();
  await expect(lower).toHaveValue(before);
  await expect(slider).toHaveAttribute('aria-valuetext', `${before} packets`);
});

test('a change after the end starts the run again with the new value', { tag: '@long' }, async ({ page }) => {
  await page.goto(`./#${SHORT}`);
  await digestsAtEnd(page);
  await expect(page.getByText('A change restarts the ended run.')).toBeVisible();
  await type(page, /^Lower threshold/, '20');
  await expect(lastChange(page)).toHaveText('Restarted with B lower threshold = 20 packets.');
  await expect(markers(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible({ timeout: patient(30_000) });
  await poll(async () => (await digests(page))[1]).toBe(digestOfRed({ minThreshold: 20 }));
});

test('the controls change the start, and the run starts again; "from now" is chosen by keyboard, and leaves a marker', async ({
  page,
}) => {
  await openAt(page, `./#${SHORT}`, 1);
  await expect(page.getByRole('radio', { name: 'from the start' })).toBeChecked();
  await type(page, /^Lower threshold/, '20');
  await poll(() => shownSeconds(page)).toBe(0);
  await expect(lastChange(page)).toHaveText('Restarted with B lower threshold = 20 packets.');
  await expect(markers(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const held = await pauseAt(page, 2);
  await page.getByRole('radio', { name: 'from the start' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'from now' })).toBeChecked();
  await type(page, /^Lower threshold/, '10');
  await expect(markers(page)).toHaveCount(1);
  await expect(lastChange(page)).toContainText(`B lower threshold = 10 packets, from ${held} s.`);
  expect(await shownSeconds(page)).toBe(held);
  // A control that cannot change during the run shows this.
  const run = page.getByRole('region', { name: 'Link and buffer' });
  await run.getByText('More', { exact: true }).click();
  await expect(run.getByText('starts the run again').first()).toBeVisible();
});

test('steps of a slider by key are one change', { tag: '@long' }, async ({ page }) => {
  await openAt(page, `./#${SHORT}`, 1);
  await changeFromNow(page);
  const slider = page.getByRole('slider', { name: 'Lower threshold, slider' });
  await slider.focus();
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
  await expect(lastChange(page)).toContainText(/^B lower threshold = [\d.]+ packets, from/);
  await expect(markers(page)).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: /^Undo: set lower threshold/ }).click();
  await expect(ofRed(page).getByRole('textbox', { name: /^Lower threshold/ })).toHaveValue('12');
});

for (const how of ['typed', 'by slider', 'on the queue'] as const)
  test(
    `at the start, a threshold pushed past the other stops there, with one message: ${how}`,
    longUnless(how === 'on the queue'),
    async ({ page }) => {
      await openAt(page, `./#${SHORT}&lanes.1.maxThreshold=50`, 0.2);
      await page.getByRole('button', { name: 'Back to the start' }).click();
      await poll(() => shownSeconds(page)).toBe(0);
      const lower = ofRed(page).getByRole('textbox', { name: /^Lower threshold/ });
      if (how === 'typed') await type(page, /^Lower threshold/, '80');
      else if (how === 'by slider') {
        await page.getByRole('slider', { name: 'Lower threshold, slider' }).focus();
        await page.keyboard.press('End');
        // The slider ends at four times its first value; a second drag goes further.
        await expect(lower).toHaveValue('48');
        await page.keyboard.press('Tab');
        await type(page, /^Lower threshold/, '49');
        await page.getByRole('slider', { name: 'Lower threshold, slider' }).focus();
        for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowRight');
      } else {
        const { x, y } = await onQueue(page);
        await page.mouse.move(x(12), y);
        await page.mouse.down();
        await page.mouse.move(x(90), y, { steps: 10 });
        await page.mouse.up();
      }
      await expect(lower).toHaveValue('50');
      await expect(ofRed(page).getByRole('textbox', { name: /^Upper threshold/ })).toHaveValue('50');
      await expect(lastChange(page)).toHaveText(
        'B lower threshold = 50 packets, from the start. It must stay at or below B upper threshold = 50 packets.',
      );
      await expect(page.getByRole('button', { name: 'Dismiss this notice' })).toHaveCount(0);
      await expect(markers(page)).toHaveCount(0);
    },
  );

test('figures that mix two settings say so, and can be counted from the change', { tag: '@long' }, async ({ page }) => {
  await openAt(page, `./#${SHORT}&edits=3:lanes.1.maxThreshold:90`, 0.2);
  await scrubTo(page, 0.9);
  const before = await digests(page);
  const controls = page.getByRole('complementary', { name: 'Controls' });
  await expect(controls).toContainText(
    'Figures count from 1 s, so they mix the time before and after the change at 3 s.',
  );
  await expect(page.getByRole('region', { name: 'Lane B: RED' })).toContainText('since 1 s mixed, changed at 3 s');
  // The change is for lane B only.
  await expect(page.getByRole('region', { name: 'Lane A: DropTail' })).not.toContainText('changed at');
  await page.getByRole('button', { name: 'Count from 3 s' }).click();
  await expect(page.getByRole('region', { name: 'Lane B: RED' })).toContainText('since 3 s');
  await expect(controls).not.toContainText('they mix');
  await expect(lastChange(page)).toHaveText('Figures are now counted from 3 s.');
  await poll(() => digests(page)).toEqual(before);
  expect(await shownSeconds(page)).toBeCloseTo(5.4, 5);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('on a phone the line stands below the timeline', { tag: '@long' }, async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await openAt(page, `./#${SHORT}`, 1);
  await page.getByRole('button', { name: 'Controls' }).click();
  await changeFromNow(page);
  await type(page, /^Lower threshold/, '10');
  await expect(lastChange(page)).toContainText('B lower threshold = 10 packets, from');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

test('each key on the slider of a small whole number changes it, and stops at its ends', async ({ page }) => {
  await page.goto('./#v=1&p=single-tcp&run.durationSeconds=6&lanes=droptail');
  const press = async (name: string, keys: readonly string[]) => {
    const slider = page.getByRole('slider', { name: `${name}, slider` });
    const field = page.getByRole('textbox', { name: new RegExp(`^${name}`) });
    const values = [await field.inputValue()];
    for (const key of keys) {
      await slider.press(key);
      values.push(await field.inputValue());
    }
    return values.map(Number);
  };
  const arrows = ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown'];
  expect(await press('Flows', arrows)).toEqual([1, 2, 3, 2, 1]);
  expect(await press('Buffer', arrows)).toEqual([20, 21, 22, 21, 20]);
  expect(await press('Buffer', ['End', 'ArrowRight', 'Home', 'ArrowLeft', 'ArrowRight'])).toEqual([
    20, 80, 80, 1, 1, 2,
  ]);
  expect(await press('Buffer', ['PageUp', 'PageDown'])).toEqual([2, 10, 2]);
  await link(page, 'buffer.packets=2');
});
