/** The built page in a headless Chromium with software rendering, as its benchmarks measure it. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';

export const ROUNDS = 5;
const FRAMES_SECONDS = 10;
const WIDTH = 56;

/** Measurements inside the page. They begin before its own scripts. */
function watchPage(): void {
  const watch = { firstPictureMs: 0, frames: [] as number[], longTasks: [] as number[], shift: 0 };
  (globalThis as unknown as { watch: typeof watch }).watch = watch;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watch.longTasks.push(entry.duration);
  }).observe({ entryTypes: ['longtask'] });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      // A movement after an input is not a shift.
      if (!hadRecentInput) watch.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const frame = () => {
    const now = performance.now();
    watch.frames.push(now);
    // The clock shows more than 0 from the paint in which every lane has drawn a frame of the running queue.
    if (watch.firstPictureMs === 0 && Number(document.querySelector('.timeline-clock output')?.textContent) > 0)
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

/** The aims for the frames of a page that plays. */
export interface Smooth {
  readonly framesPerSecond: string;
  readonly frameMs: string;
  readonly taskMs: string;
}

const REAL_TIME: Smooth = { framesPerSecond: '60', frameMs: 'under 20', taskMs: '0 (none)' };

/** A page that is measured; several ones are measured by turns. */
export interface MeasuredPage {
  readonly name: string;
  readonly address: string;
}

/** `ROUNDS` values of each page, by turns, so that a change of the machine's speed meets all of them. */
async function byTurns<T>(pages: readonly MeasuredPage[], measure: (page: MeasuredPage) => Promise<T>): Promise<T[][]> {
  const results: T[][] = pages.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    for (let turn = 0; turn < pages.length; turn++) {
      const index = (turn + round) % pages.length;
      results[index]?.push(await measure(pages[index] as MeasuredPage));
    }
  return results;
}

export async function firstPicture(
  browser: Browser,
  pages: readonly MeasuredPage[],
  aim: string,
  slowdown = 1,
): Promise<void> {
  const measure = async ({ address }: MeasuredPage) => {
    const page = await opened(browser, address, slowdown);
    const time = await page.waitForFunction(() => (globalThis as unknown as { watch: Watch }).watch.firstPictureMs);
    const firstMs = (await time.jsonValue()) as number;
    await page.context().close();
    return firstMs;
  };
  // The first time warms the server up.
  for (const page of pages) await measure(page);
  const times = await byTurns(pages, measure);
  for (const [index, { name }] of pages.entries())
    print(`${name}: first picture of a running queue`, times[index] ?? [], 'ms', aim);
}

async function smoothnessOnce(browser: Browser, address: string, slowdown: number) {
  const page = await opened(browser, address, slowdown);
  await page.waitForTimeout(2_000);
  const from = await page.evaluate(() => performance.now());
  const tasksBefore = await page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch.longTasks.length);
  await page.waitForTimeout(FRAMES_SECONDS * 1_000);
  const watch = await page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch);
  const frames = watch.frames.filter((time) => time >= from);
  const gaps = frames.slice(1).map((time, index) => time - (frames[index] as number));
  await page.context().close();
  return {
    mean: gaps.length / FRAMES_SECONDS,
    rate: 1_000 / quantile(gaps, 0.5),
    tailMs: quantile(gaps, 0.95),
    longestMs: Math.max(0, ...watch.longTasks.slice(tasksBefore)),
  };
}

export async function smoothness(
  browser: Browser,
  pages: readonly MeasuredPage[],
  aim: Smooth = REAL_TIME,
  slowdown = 1,
): Promise<void> {
  const results = await byTurns(pages, ({ address }) => smoothnessOnce(browser, address, slowdown));
  for (const [index, { name }] of pages.entries()) {
    const all = results[index] ?? [];
    const show = (what: string, key: keyof (typeof all)[0], unit: string, wanted: string) =>
      print(
        `${name}: ${what}`,
        all.map((one) => one[key]),
        unit,
        wanted,
      );
    show('frames', 'mean', '/s', aim.framesPerSecond);
    show('median frame rate', 'rate', '/s', aim.framesPerSecond);
    show('95 % of frames within', 'tailMs', 'ms', aim.frameMs);
    show('longest task over 50 ms', 'longestMs', 'ms', aim.taskMs);
  }
}

/** Time between two inputs of a quick user, ms. */
const BETWEEN_INPUTS_MS = 150;
/** Sessions whose inputs met other controls, because a late answer had moved the page. Others take their place. */
const MAX_MISSED_SESSIONS = 2;

/**
 * Time from an input to the next paint while the run goes on: thresholds, the panel of reasons, speeds. An input is a
 * press with all of its events. The driver searches for elements before, because a search keeps the page busy.
 */
export async function responding(browser: Browser, name: string, address: string, slowdown = 1): Promise<void> {
  const sessions: NonNullable<Awaited<ReturnType<typeof inputSession>>>[] = [];
  let missed = 0;
  while (sessions.length < ROUNDS) {
    const session = await inputSession(browser, address, slowdown);
    if (session !== undefined) sessions.push(session);
    else if (++missed > MAX_MISSED_SESSIONS) throw new Error('The inputs missed the threshold.');
  }
  const { inputs } = sessions[0]!;
  print(
    `${name}: ${inputs} inputs, to next paint, p95`,
    sessions.map(({ p95Ms }) => p95Ms),
    'ms',
    'under 100',
  );
  const shift = Math.max(...sessions.map((session) => session.shift));
  console.log(`${`${name}: layout shift`.padEnd(WIDTH)}${shift.toFixed(4).padStart(32)}  aim: under 0.02`);
}

async function inputSession(browser: Browser, address: string, slowdown: number) {
  const page = await opened(browser, address, slowdown);
  const centre = async (element: Locator) => {
    const { x, y, width, height } = (await element.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  const slider = page.getByRole('slider', { name: 'Upper threshold, slider' }).first();
  await slider.waitFor();
  // On a slow processor the controls move while the page opens.
  await page.waitForTimeout(3_000);
  await slider.scrollIntoViewIfNeeded();
  const threshold = await centre(slider);
  const why = await centre(page.getByRole('button', { name: 'Why?', exact: true }));
  const speed = await centre(page.getByRole('slider', { name: 'Speed' }));
  const play = await centre(page.getByRole('button', { name: 'Pause', exact: true }));
  await page.evaluate(() => {
    const durations: Record<number, number> = {};
    (globalThis as unknown as { inputs: typeof durations }).inputs = durations;
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId > 0) durations[interactionId] = Math.max(durations[interactionId] ?? 0, duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  let inputs = 0;
  const press = async (input: () => Promise<void>) => {
    await input();
    inputs++;
    await page.waitForTimeout(BETWEEN_INPUTS_MS);
  };
  for (let round = 0; round < 6; round++) {
    const key = round % 2 === 0 ? 'ArrowRight' : 'ArrowLeft';
    for (const place of [threshold, speed]) {
      await press(() => page.mouse.click(place.x, place.y));
      for (let time = 0; time < 3; time++) await press(() => page.keyboard.press(key));
    }
    for (let time = 0; time < 2; time++) await press(() => page.mouse.click(why.x, why.y));
    // The answer of “Why?” pauses the run.
    await press(() => page.mouse.click(play.x, play.y));
  }
  const seen = Object.values(
    await page.evaluate(() => (globalThis as unknown as { inputs: Record<number, number> }).inputs),
  );
  // Inputs with a paint within 16 ms have no entry.
  const durations = [...seen, ...Array.from({ length: Math.max(0, inputs - seen.length) }, () => 8)];
  await page.mouse.click(threshold.x, threshold.y);
  const metThreshold = await slider.evaluate((element) => element === document.activeElement);
  const { shift } = await page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch);
  await page.context().close();
  return metThreshold ? { inputs, p95Ms: quantile(durations, 0.95), shift } : undefined;
}

type Launch = { readonly executablePath?: string; readonly args: string[] };

/** The server of builds, and the Chromium of `scripts/browsers.mjs`. */
export async function pageTools() {
  const load = (file: string) => import(pathToFileURL(join(process.cwd(), 'scripts', file)).href);
  const { serve } = (await load('serve.mjs')) as {
    serve(options: { readonly port: number; readonly root?: string }): Promise<string>;
  };
  const { chromiumToLaunch } = (await load('browsers.mjs')) as { chromiumToLaunch(): Promise<Launch> };
  const found = await chromiumToLaunch();
  return { serve, launch: () => chromium.launch({ ...found, args: ['--disable-gpu', ...found.args] }) };
}

/** The build on a server of its own, and the browser. */
export async function launched(port: number): Promise<{ readonly browser: Browser; readonly address: string }> {
  const { serve, launch } = await pageTools();
  const browser = await launch();
  const address = await serve({ port });
  console.log(`\nThe page at 1280 x 800 in Chromium ${browser.version()}, median of ${ROUNDS} (lowest..highest)\n`);
  return { browser, address };
}

/** Four lanes with a queue of hundreds of packets each. */
export const FOUR_LANES = '#v=1&p=zhao-35mb-1bwdp-stf30&lanes=droptail,red,red-ecn,red';
