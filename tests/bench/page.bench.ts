/**
 * The built page in a headless Chromium with software rendering: how soon it runs, how smoothly, how fast at full speed.
 * Run `npm run build` first. A figure depends on the machine and on what else it does: nothing here fails.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';

const ROUNDS = 5;
const FRAMES_SECONDS = 10;
const WIDTH = 56;

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

interface Watch {
  readonly firstPictureMs: number;
  readonly frames: readonly number[];
  readonly longTasks: readonly number[];
  readonly shift: number;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

function print(name: string, values: readonly number[], unit: string, aim: string): void {
  const [lowest, median, highest] = [0, 0.5, 1].map((part) => quantile(values, part).toFixed(1));
  console.log(`${name.padEnd(WIDTH)}${`${median} (${lowest}..${highest}) ${unit}`.padStart(32)}  aim: ${aim}`);
}

async function opened(browser: Browser, address: string, slowdown = 1): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  if (slowdown > 1)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watchPage);
  await page.goto(address);
  return page;
}

async function firstPicture(browser: Browser, address: string): Promise<void> {
  const times: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const page = await opened(browser, address);
    const time = await page.waitForFunction(() => (globalThis as unknown as { watch: Watch }).watch.firstPictureMs);
    if (round >= 0) times.push((await time.jsonValue()) as number);
    await page.context().close();
  }
  print('first picture of a running queue', times, 'ms', 'under 1500');
}

async function smoothness(browser: Browser, name: string, address: string, aim: string, slowdown = 1): Promise<void> {
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
    rates.push(1_000 / quantile(gaps, 0.5));
    tails.push(quantile(gaps, 0.95));
    longest.push(Math.max(0, ...watch.longTasks.slice(tasksBefore)));
    await page.context().close();
  }
  print(`${name}: median frame rate`, rates, '/s', aim);
  print(`${name}: 95 % of frames within`, tails, 'ms', 'under 20');
  print(`${name}: longest task over 50 ms`, longest, 'ms', '0 (none)');
}

async function fastForward(browser: Browser, name: string, address: string, aim: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await opened(browser, address);
    await page.waitForFunction(() => Number(document.querySelector('.clock output')?.textContent) > 0);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('slider', { name: 'Speed' }).fill('11');
    await page.getByRole('button', { name: 'Back to the start' }).click();
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await play.waitFor();
    const took = await play.evaluate(
      (button: HTMLElement) =>
        new Promise<number>((resolve) => {
          const began = performance.now();
          const look = () => {
            if (document.querySelector('[aria-label="Play again"]') !== null) resolve(performance.now() - began);
            else requestAnimationFrame(look);
          };
          button.click();
          look();
        }),
    );
    times.push(took / 1_000);
    await page.context().close();
  }
  print(name, times, 's', aim);
}

/** Time from letting go of the slider to the picture of that time, over places all over the run. */
async function scrubbing(browser: Browser, name: string, address: string): Promise<void> {
  const page = await opened(browser, address);
  await page.waitForFunction(() => Number(document.querySelector('.clock output')?.textContent) > 1);
  await page.getByRole('button', { name: 'Pause' }).click();
  const times = await page.evaluate(async () => {
    const slider = document.querySelector('input[aria-label="Simulated time"]') as HTMLInputElement;
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const end = Number(/of ([\d.]+)/.exec(document.querySelector('.clock')?.textContent ?? '')?.[1]);
    const took: number[] = [];
    for (let place = 0; place < 24; place++) {
      const part = (place * 0.618_034 + 0.5) % 1;
      const began = performance.now();
      setter?.call(slider, String(Math.round(2_000 * part)));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      const wanted = (Math.round(2_000 * part) / 2_000) * end;
      await new Promise<void>((resolve) => {
        const look = () => {
          const shown = Number(document.querySelector('.clock output')?.textContent);
          if (Math.abs(shown - wanted) < 0.011) resolve();
          else requestAnimationFrame(look);
        };
        look();
      });
      took.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return took;
  });
  print(`${name}: to any time of 60 s`, times, 'ms', 'under 200');
  await page.context().close();
}

/** Time from an input to the next paint while the run goes on: typed values, steps, policies, speeds. */
async function responding(browser: Browser, name: string, address: string): Promise<void> {
  const page = await opened(browser, address);
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

const root = process.cwd();
const load = (file: string) => import(pathToFileURL(join(root, 'scripts', file)).href);
const { serve } = (await load('serve.mjs')) as { serve(options: { port: number }): Promise<string> };
const { chromiumToLaunch } = (await load('browsers.mjs')) as {
  chromiumToLaunch(): Promise<{ executablePath?: string; args: string[] }>;
};

const address = await serve({ port: 4_400 });
const found = await chromiumToLaunch();
const browser = await chromium.launch({
  ...found,
  args: ['--disable-gpu', ...found.args],
});
console.log(`\nThe page at 1280 x 800 in Chromium ${browser.version()}, median of ${ROUNDS} (lowest..highest)\n`);
await firstPicture(browser, address);
await smoothness(browser, 'opening, 2 lanes, real time', address, '60');
const minute = '#v=1&p=zhao-35mb-1bwdp-stf30&run.durationSeconds=60&run.warmupSeconds=20';
await fastForward(browser, '60 s at 35 Mb/s, one lane, full speed', `${address}${minute}&lanes=red`, 'under 3');
await fastForward(
  browser,
  '60 s at 35 Mb/s, two lanes, full speed',
  `${address}${minute}&lanes=droptail,red`,
  'under 3',
);
for (const preset of ['opening', 'zhao-35mb-1bwdp-stf30', 'zhao-100mb-3bwdp-stf30'])
  await scrubbing(
    browser,
    preset,
    `${address}#v=1&p=${preset}&run.durationSeconds=60&run.warmupSeconds=10&lanes=droptail,red`,
  );
const four = `${address}#v=1&p=zhao-35mb-1bwdp-stf30&lanes=droptail,red,red-ecn,red`;
await smoothness(browser, '35 Mb/s, 4 lanes, real time', four, '60');
await smoothness(browser, '35 Mb/s, 4 lanes, processor 4 times slower', four, '30', 4);
const video = `${address}#v=1&p=bm-e6&sources.video.flows=20&lanes=shb,pfb,pfb-ad,abd`;
await smoothness(browser, '30 connections with video, 4 lanes, real time', video, '60');
await responding(browser, '35 Mb/s, 4 lanes', four);
await browser.close();
process.exit();
