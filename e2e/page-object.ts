/** The page as its tests use it. */
import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { test as base, type ConsoleMessage, type Download, expect, type Locator, type Page } from '@playwright/test';
import { poll } from './poll.ts';

/** An error or a warning of the page. The service worker is blocked in all tests but its own (playwright.config.ts). */
export function isProblem(message: ConsoleMessage): boolean {
  const blocked = message.text() === 'Service Worker registration blocked by Playwright';
  return !blocked && (message.type() === 'error' || message.type() === 'warning');
}

/** WebDriver BiDi tells a message of Firefox itself as an error of the page, without a place in a script. */
const isOfFirefox = ({ stack }: Error) => stack?.endsWith('\nundefined') === true;

/** A test whose Firefox takes what is typed, and tells what is saved. */
export const driven = base.extend<{ helped: undefined }>({
  helped: [
    async ({ page, browserName }, use) => {
      if (browserName === 'firefox') {
        await typeAsAPersonWould(page);
        await hearOfDownloads(page);
      }
      await use(undefined);
    },
    { auto: true },
  ],
});

/** A test that fails when the page writes an error or a warning to the console. */
export const test = driven.extend<{ quiet: undefined; expected: RegExp | undefined }>({
  /** Messages of the browser itself that a test brings about. */
  expected: [undefined, { option: true }],
  quiet: [
    async ({ page, expected }, use) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => {
        if (!(isOfFirefox(error) && expected?.test(error.message) === true))
          problems.push(error.stack ?? error.message);
      });
      page.on('console', (message) => {
        if (isProblem(message) && expected?.test(message.text()) !== true) problems.push(message.text());
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
      get: () => (text: string) => {
        // The field is in a frame: Playwright asks the page in that frame next.
        if (document.activeElement instanceof HTMLIFrameElement) return document.activeElement;
        document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
        return undefined;
      },
      set: () => undefined,
    });
  });
}

/**
 * WebDriver BiDi reports no download of a file that the page itself has made. In Firefox the page's own call is heard in its
 * place: Playwright's event comes with the name and the bytes that the browser was given.
 */
async function hearOfDownloads(page: Page): Promise<void> {
  await page.exposeFunction('__downloaded', async (name: string, base64: string) => {
    const path = base.info().outputPath(`download-${randomUUID()}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, Buffer.from(base64, 'base64'));
    const heard: Pick<Download, 'suggestedFilename' | 'path'> = {
      suggestedFilename: () => name,
      path: async () => path,
    };
    (page as unknown as EventEmitter).emit('download', heard);
  });
  await page.addInitScript(() => {
    const made = new Map<string, Blob | MediaSource>();
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob) => {
      const address = createObjectURL.call(URL, blob);
      made.set(address, blob);
      return address;
    };
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function () {
      const blob = made.get(this.href);
      if (this.download !== '' && blob instanceof Blob) {
        const reader = new FileReader();
        reader.onload = () =>
          (window as unknown as Record<'__downloaded', (name: string, base64: string) => void>).__downloaded(
            this.download,
            String(reader.result).split(',')[1] ?? '',
          );
        reader.readAsDataURL(blob);
      }
      click.call(this);
    };
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

/** The form of a capture in the *Save* dialog. */
export async function openCapture(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Capture (pcapng)').click();
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

declare global {
  interface Window {
    made: Worker[];
  }
}

/** Keeps hold of the workers that the page makes from now on, in `window.made`: a test can end them, as a browser does that needs memory. */
export async function holdWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.made = [];
    const Real = Worker;
    window.Worker = class extends Real {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        window.made.push(this);
      }
    };
  });
}

/** Until every file of the build is kept for the time without a network. */
export async function kept(page: Page): Promise<void> {
  await page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
  );
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
