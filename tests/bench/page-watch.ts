/** The built page in a headless Chromium with software rendering, as its benchmarks measure it. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';

export const ROUNDS = 5;
const FRAMES_SECONDS = 10;
export const WIDTH = 56;

/** What is measured inside the page, from before its own scripts on. */
function watchPage(): void {
  const watch = { firstPictureMs: 0, frames: [] as number[], longTasks: [] as number[], shift: 0 };
  (globalThis as unknown as { watch: typeof watch }).watch = watch;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watch.longTasks.push(entry.duration);
  }).observe({ entryTypes: ['longtask'] });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      // What moves because somebody asked for it is no shift.
      if (!hadRecentInput) watch.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const frame = () => {
    const now = performance.now();
    watch.frames.push(now);
    // The clock shows more than 0 from the paint in which every lane has drawn a frame of the running queue.
    if (watch.firstPictureMs === 0 && Number(document.querySelector('.clock output')?.textContent) > 0)
      watch.firstPictureMs = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

export interface Watch {
  readonly firstPictureMs: number;
  readonly frames: readonly number[];
  readonly longTasks: readonly number[];
  readonly shift: number;
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export function print(name: string, values: readonly number[], unit: string, aim: string): void {
  const [lowest, median, highest] = [0, 0.5, 1].map((part) => quantile(values, part).toFixed(1));
  console.log(`${name.padEnd(WIDTH)}${`${median} (${lowest}..${highest}) ${unit}`.padStart(32)}  aim: ${aim}`);
}

export async function opened(browser: Browser, address: string, slowdown = 1): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  if (slowdown > 1)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watchPage);
  await page.goto(address);
  return page;
}

/** What the frames of a page that plays must reach. */
export interface Smooth {
  readonly framesPerSecond: string;
  readonly frameMs: string;
  readonly taskMs: string;
}

const REAL_TIME: Smooth = { framesPerSecond: '60', frameMs: 'under 20', taskMs: '0 (none)' };

export async function smoothness(
  browser: Browser,
  name: string,
  address: string,
  aim: Smooth = REAL_TIME,
  slowdown = 1,
): Promise<void> {
  const means: number[] = [];
  const rates: number[] = [];
  const tails: number[] = [];
  const longest: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await opened(browser, address, slowdown);
    await page.waitForTimeout(2_000);
    const from = await page.evaluate(() => performance.now());
    const tasksBefore = await page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch.longTasks.length);
    await page.waitForTimeout(FRAMES_SECONDS * 1_000);
    const watch = await page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch);
    const frames = watch.frames.filter((time) => time >= from);
    const gaps = frames.slice(1).map((time, index) => time - (frames[index] as number));
    means.push(gaps.length / FRAMES_SECONDS);
    rates.push(1_000 / quantile(gaps, 0.5));
    tails.push(quantile(gaps, 0.95));
    longest.push(Math.max(0, ...watch.longTasks.slice(tasksBefore)));
    await page.context().close();
  }
  print(`${name}: frames`, means, '/s', aim.framesPerSecond);
  print(`${name}: median frame rate`, rates, '/s', aim.framesPerSecond);
  print(`${name}: 95 % of frames within`, tails, 'ms', aim.frameMs);
  print(`${name}: longest task over 50 ms`, longest, 'ms', aim.taskMs);
}

/** Time from an input to the next paint while the run goes on: typed values, steps, policies, speeds. */
export async function responding(browser: Browser, name: string, address: string, slowdown = 1): Promise<void> {
  const page = await opened(browser, address, slowdown);
  await page.evaluate(() => {
    const durations: number[] = [];
    (globalThis as unknown as { inputs: number[] }).inputs = durations;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) durations.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await page.waitForTimeout(2_000);
  let inputs = 0;
  for (let round = 0; round < 6; round++) {
    const slider = page.getByRole('slider', { name: 'Upper threshold, slider' }).first();
    await slider.focus();
    for (let key = 0; key < 5; key++) await page.keyboard.press(round % 2 === 0 ? 'ArrowRight' : 'ArrowLeft');
    await page.getByRole('button', { name: 'Why?', exact: true }).click();
    await page.getByRole('slider', { name: 'Speed' }).press(round % 2 === 0 ? 'ArrowLeft' : 'ArrowRight');
    await page.getByRole('button', { name: 'Why?', exact: true }).click();
    inputs += 8;
  }
  const durations = await page.evaluate(() => (globalThis as unknown as { inputs: number[] }).inputs);
  const tail = quantile(
    [...durations, ...Array.from({ length: Math.max(0, inputs - durations.length) }, () => 8)],
    0.95,
  );
  const { shift } = await page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch);
  print(`${name}: input to next paint, p95`, [tail], 'ms', 'under 100');
  console.log(`${`${name}: layout shift`.padEnd(WIDTH)}${shift.toFixed(4).padStart(32)}  aim: under 0.02`);
  await page.context().close();
}

/** The build on a server of its own, and the browser. Chromium of `scripts/browsers.mjs`. */
export async function launched(port: number): Promise<{ readonly browser: Browser; readonly address: string }> {
  const load = (file: string) => import(pathToFileURL(join(process.cwd(), 'scripts', file)).href);
  const { serve } = (await load('serve.mjs')) as { serve(options: { port: number }): Promise<string> };
  const { chromiumToLaunch } = (await load('browsers.mjs')) as {
    chromiumToLaunch(): Promise<{ executablePath?: string; args: string[] }>;
  };
  const found = await chromiumToLaunch();
  const browser = await chromium.launch({ ...found, args: ['--disable-gpu', ...found.args] });
  const address = await serve({ port });
  console.log(`\nThe page at 1280 x 800 in Chromium ${browser.version()}, median of ${ROUNDS} (lowest..highest)\n`);
  return { browser, address };
}

/** Four lanes with a queue of hundreds of packets each. */
export const FOUR_LANES = '#v=1&p=zhao-35mb-1bwdp-stf30&lanes=droptail,red,red-ecn,red';
