/** The page as its tests use it. */
import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { test as base, type ConsoleMessage, type Download, expect, type Locator, type Page } from '@playwright/test';
import { patient } from './patience.ts';
import { poll } from './poll.ts';

/** An error or a warning of the page. The service worker is blocked in all tests but its own (playwright.config.ts). */
export function isProblem(message: ConsoleMessage): boolean {
  const blocked = message.text() === 'Service Worker registration blocked by Playwright';
  return !blocked && (message.type() === 'error' || message.type() === 'warning');
}

/** WebDriver BiDi reports a message of Firefox itself as an error of the page, without a place in a script. */
const isOfFirefox = ({ stack }: Error) => stack?.endsWith('\nundefined') === true;

/**
 * Display frames per second of the tests. Fewer than usual, because drawing takes much of the processor time of a
 * playing page.
 */
const DISPLAY_HZ = 15;

/** Lets the browser's pages draw as on a slow display. It runs in the page. */
function slowDisplay(hz: number): void {
  const request = window.requestAnimationFrame.bind(window);
  const MIN_INTERVAL_MS = 1000 / hz - 1;
  let drawnMs = Number.NEGATIVE_INFINITY;
  let lastId = 0;
  let callbacks = new Map<number, FrameRequestCallback>();
  const frame = (nowMs: number) => {
    if (nowMs - drawnMs < MIN_INTERVAL_MS) return request(frame);
    drawnMs = nowMs;
    const due = callbacks;
    callbacks = new Map();
    for (const callback of due.values()) callback(nowMs);
    return 0;
  };
  window.requestAnimationFrame = (callback) => {
    if (callbacks.size === 0) request(frame);
    callbacks.set(++lastId, callback);
    return lastId;
  };
  window.cancelAnimationFrame = (id) => void callbacks.delete(id);
}

/** A test with a slow display, and with repairs for typing and downloads in Firefox. */
export const driven = base.extend<{ slowDisplay: undefined; helped: undefined }>({
  slowDisplay: [
    async ({ context }, use) => {
      await context.addInitScript(slowDisplay, DISPLAY_HZ);
      await use(undefined);
    },
    { auto: true },
  ],
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
  /** Messages of the browser itself that a test causes. */
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

/**
 * In Firefox, Playwright's fill() sets a field's value without an event for React. An edit command causes the event.
 */
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
 * WebDriver BiDi reports no download of a file that the page itself has made. In Firefox the test observes the page's
 * own call instead, and makes Playwright's event with the name and the bytes of the file.
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
  return Number(await page.locator('.timeline-clock output').textContent());
}

/** Simulated time after the last pending frame, s. */
export async function heldSeconds(page: Page): Promise<number> {
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  let held = Number.NaN;
  await poll(async () => {
    const before = held;
    // The frame that is under way comes later on a busy machine.
    await page.waitForTimeout(patient(50));
    held = await shownSeconds(page);
    return held - before;
  }).toBe(0);
  return held;
}

/** Waits until the playing run has passed `seconds`. */
export async function runsTo(page: Page, seconds: number): Promise<void> {
  await poll(() => shownSeconds(page)).toBeGreaterThan(seconds);
}

/** Stops the run if it plays. */
async function pause(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Pause' });
  await button.or(page.getByRole('button', { name: 'Play', exact: true })).waitFor();
  if (await button.isVisible()) await button.click();
}

/**
 * Pauses soon after `seconds`: goes there without playing, if the run is not past it; returns the time of the run, s.
 */
export async function pauseAt(page: Page, seconds: number): Promise<number> {
  await pause(page);
  const held = await heldSeconds(page);
  return held > seconds ? held : goSoonAfter(page, seconds);
}

/** Goes one step of the slider after the step that contains `seconds`; returns the time of the run, s. */
async function goSoonAfter(page: Page, seconds: number): Promise<number> {
  return scrubTo(page, (Math.floor((seconds / (await endSeconds(page))) * SLIDER_STEPS) + 1) / SLIDER_STEPS);
}

/**
 * Opens the page with the run soon after `seconds`. It opens with reduced motion, so it stands at a time of its own
 * choice, and nothing is played; then motion is allowed. Returns the time of the run, s.
 */
export async function openAt(page: Page, address: string, seconds: number): Promise<number> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(address);
  await pause(page);
  await heldSeconds(page);
  await page.emulateMedia({ reducedMotion: null });
  return goSoonAfter(page, seconds);
}

/** Selects "from now" for changes of the controls. */
export async function changeFromNow(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'from now' }).check();
}

/** The shown line with the result of the last change. */
export function lastChange(page: Page): Locator {
  return page.locator('.last-change:visible');
}

export async function atFullSpeed(page: Page): Promise<void> {
  await page.getByRole('slider', { name: 'Speed' }).fill('11');
}

/** Plays the run to its end and returns the digest of each lane. */
export async function digestsAtEnd(page: Page): Promise<string[]> {
  await atFullSpeed(page);
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible({ timeout: patient(30_000) });
  return digests(page);
}

export async function digests(page: Page): Promise<string[]> {
  const shown = page.getByRole('region', { name: 'Digest' }).locator('dd');
  // The controls with the digests are loaded after the queues.
  await shown.first().waitFor();
  return shown.allTextContents();
}

/** The link in the address bar after the last change. */
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
  return Number(/of ([\d.]+)/.exec((await page.locator('.timeline-clock').textContent()) ?? '')?.[1]);
}

/** Drags the time to a part of the run; returns the new time of the run, s. */
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

/**
 * Collects the new workers of the page in `window.made`, so that a test can end them, as a browser does that needs
 * memory.
 */
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

/** Waits until every file of the build is stored for use without a network. */
export async function kept(page: Page): Promise<void> {
  await page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
  );
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
