/** The page as its tests use it. */
import { test as base, type ConsoleMessage, expect, type Locator, type Page } from '@playwright/test';
import { poll } from './poll.ts';

/** An error or a warning of the page. The service worker is blocked in all tests but its own (playwright.config.ts). */
export function isProblem(message: ConsoleMessage): boolean {
  const blocked = message.text() === 'Service Worker registration blocked by Playwright';
  return !blocked && (message.type() === 'error' || message.type() === 'warning');
}

/** A test that fails when the page writes an error or a warning to the console. */
export const test = base.extend<{ quiet: undefined }>({
  quiet: [
    async ({ page, browserName }, use) => {
      if (browserName === 'firefox') await typeAsAPersonWould(page);
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
      page.on('console', (message) => {
        if (isProblem(message)) problems.push(message.text());
      });
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/** Playwright's fill() sets a field's value in Firefox so that React does not hear of it; an edit command is heard of. */
async function typeAsAPersonWould(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, '__pw_bidiInsertText', {
      get: () => (text: string) => void document.execCommand(text === '' ? 'delete' : 'insertText', false, text),
      set: () => undefined,
    });
  });
}

/** Simulated time that the page shows, s. */
export async function shownSeconds(page: Page): Promise<number> {
  return Number(await page.locator('.clock output').textContent());
}

/** Simulated time once the last frame that was under way has come, s. */
export async function heldSeconds(page: Page): Promise<number> {
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  let held = Number.NaN;
  await poll(async () => {
    const before = held;
    held = await shownSeconds(page);
    return held - before;
  }).toBe(0);
  return held;
}

/** Waits until the run has come further than `seconds`, at the speed at which it plays. */
export async function runsTo(page: Page, seconds: number): Promise<void> {
  await poll(() => shownSeconds(page)).toBeGreaterThan(seconds);
}

/** Stops the run if it plays. */
async function pause(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Pause' });
  await button.or(page.getByRole('button', { name: 'Play', exact: true })).waitFor();
  if (await button.isVisible()) await button.click();
}

/** Pauses soon after `seconds`, to which it goes without playing; gives the time at which the run stands, s. */
export async function pauseAt(page: Page, seconds: number): Promise<number> {
  await pause(page);
  const held = await heldSeconds(page);
  if (held > seconds) return held;
  // One step of the slider further than the step that `seconds` lies in.
  return scrubTo(page, (Math.floor((seconds / (await endSeconds(page))) * SLIDER_STEPS) + 1) / SLIDER_STEPS);
}

/**
 * Opens the page where the run stands soon after `seconds`. It is opened as for somebody who wants no motion, so that
 * nothing is played and drawn that no test looks at; then motion is wanted. Gives the time at which the run stands, s.
 */
export async function openAt(page: Page, address: string, seconds: number): Promise<number> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(address);
  await pause(page);
  await page.emulateMedia({ reducedMotion: null });
  return pauseAt(page, seconds);
}

/** Lets changes among the controls hold from now: the run goes on with them. */
export async function changeFromNow(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'from now' }).check();
}

/** The line that tells what became of the last change, where it is shown. */
export function told(page: Page): Locator {
  return page.locator('.last-change:visible');
}

export async function atFullSpeed(page: Page): Promise<void> {
  await page.getByRole('slider', { name: 'Speed' }).fill('11');
}

/** Lets the run go to its end and gives the digest of each lane. */
export async function digestsAtEnd(page: Page): Promise<string[]> {
  await atFullSpeed(page);
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible({ timeout: 30_000 });
  return digests(page);
}

export async function digests(page: Page): Promise<string[]> {
  const shown = page.getByRole('region', { name: 'Digest' }).locator('dd');
  // The controls, where digests stand, are loaded behind the queues.
  await shown.first().waitFor();
  return shown.allTextContents();
}

/** The link as the address bar has it, once it has followed the last change. */
export async function link(page: Page, containing: string): Promise<string> {
  await poll(() => page.evaluate(() => location.hash)).toContain(containing);
  return page.evaluate(() => location.hash);
}

export async function openFile(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
  await page.getByLabel('Scenario file').locator('input[type=file]').setInputFiles(file);
}

const SLIDER_STEPS = 2_000;

async function endSeconds(page: Page): Promise<number> {
  return Number(/of ([\d.]+)/.exec((await page.locator('.clock').textContent()) ?? '')?.[1]);
}

/** Drags the time to a part of the run; gives the time at which the run stands then, s. */
export async function scrubTo(page: Page, part: number): Promise<number> {
  const slider = page.getByRole('slider', { name: 'Simulated time' });
  const step = Math.round(SLIDER_STEPS * part);
  await slider.fill(String(step));
  const wanted = (step / SLIDER_STEPS) * (await endSeconds(page));
  await poll(async () => Math.abs((await shownSeconds(page)) - wanted)).toBeLessThan(0.01);
  return shownSeconds(page);
}
