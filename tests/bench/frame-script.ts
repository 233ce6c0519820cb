/**
 * The main thread's processor time for a frame, beside an earlier commit's page, in pairs. Both pages draw the same
 * frames of one run by turns, on a clock of their own: a frame comes when all lanes have answered, so no frame is left
 * out on a busy machine. The first page is opened twice: the ratio of the two shows what the measurement can tell.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession } from '@playwright/test';
import { FOUR_LANES, pageTools, quantile } from './page-watch.ts';

/** The page before its frames had fewer objects and words. */
export const COMMIT = '59ec4d8d';
const FOLDER = join('.cache/bench', `${COMMIT}-page`);
const FIRST_FRAMES = 180;
const PAIRS = 15;
const FRAMES = 30;
const MAX_WAIT_MS = 300_000;

interface Stepper {
  drawn: number;
  allowed: number;
  waiting: number;
}

/** Replaces the page's clock and its frames, before its own scripts. */
function stepFrames(): void {
  const stepper: Stepper = { drawn: 0, allowed: 0, waiting: 0 };
  (globalThis as unknown as { stepper: Stepper }).stepper = stepper;
  const realFrame = requestAnimationFrame.bind(globalThis);
  let nowMs = performance.now();
  let callbacks: FrameRequestCallback[] = [];
  let hasAnswer = false;
  performance.now = () => nowMs;
  globalThis.requestAnimationFrame = (callback) => callbacks.push(callback);
  globalThis.Worker = class extends Worker {
    constructor(...options: ConstructorParameters<typeof Worker>) {
      super(...options);
      this.addEventListener('message', ({ data }) => {
        if (data?.type !== 'frame') return;
        stepper.waiting--;
        hasAnswer = true;
      });
    }
    override postMessage(message: { readonly type?: string }): void {
      if (message?.type === 'goTo') stepper.waiting++;
      super.postMessage(message);
    }
  };
  const step = () => {
    realFrame(step);
    if (hasAnswer && (stepper.waiting > 0 || stepper.drawn >= stepper.allowed)) return;
    if (hasAnswer) stepper.drawn++;
    nowMs += 1_000 / 60;
    const present = callbacks;
    callbacks = [];
    for (const callback of present) callback(nowMs);
  };
  realFrame(step);
}

/** The folder of the earlier page, built once; undefined where its sources cannot be read. */
export function buildCommit(): string | undefined {
  if (existsSync(join(FOLDER, 'dist'))) return FOLDER;
  mkdirSync(FOLDER, { recursive: true });
  const archive = spawnSync('git', ['archive', COMMIT], { maxBuffer: 1e9 });
  if (archive.status !== 0 || spawnSync('tar', ['-x', '-C', FOLDER], { input: archive.stdout }).status !== 0) return;
  symlinkSync(join(process.cwd(), 'node_modules'), join(FOLDER, 'node_modules'));
  const { status, stderr } = spawnSync('node_modules/.bin/vite', ['build'], { cwd: FOLDER, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return FOLDER;
}

/** A page that has drawn its first frames. `measure` draws some more, and gives the processor time of one, ms. */
async function openStepped(browser: Browser, address: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devTools.send('Profiler.enable');
  await page.addInitScript(stepFrames);
  await page.goto(address + FOUR_LANES);
  const draw = async (frames: number) => {
    const last = await page.evaluate((count) => {
      const { stepper } = globalThis as unknown as { stepper: Stepper };
      stepper.allowed += count;
      return stepper.allowed;
    }, frames);
    // The page's own frames stand still at the end.
    const waiting = { polling: 20, timeout: MAX_WAIT_MS };
    await page.waitForFunction(
      (count) => {
        const { stepper } = globalThis as unknown as { stepper: Stepper };
        return stepper.drawn >= count && stepper.waiting === 0;
      },
      last,
      waiting,
    );
  };
  await draw(FIRST_FRAMES);
  return {
    browser,
    measure: async () => {
      await devTools.send('Profiler.start');
      const before = await taskMs(devTools);
      await draw(FRAMES);
      const allMs = ((await taskMs(devTools)) - before) / FRAMES;
      const { profile } = await devTools.send('Profiler.stop');
      return { allMs, scriptMs: allMs * scriptShare(profile) };
    },
  };
}

async function taskMs(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  return 1e3 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples?: readonly number[];
}

/** The share of the samples outside of the browser's own code: scripts, and the collection of garbage. */
function scriptShare({ nodes, samples = [] }: CpuProfile): number {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  const busy = samples.map((id) => names.get(id)).filter((name) => name !== '(idle)');
  return busy.filter((name) => name !== '(program)').length / busy.length;
}

/** Prints the median of each page, and the quartiles of the ratios of the pairs. */
export async function compareFrames(): Promise<void> {
  const { serve, launch } = await pageTools();
  const earlier = buildCommit();
  if (earlier === undefined) {
    console.log(`\nThe sources of ${COMMIT} cannot be read: no comparison`);
    return;
  }
  const addresses = [await serve({ root: earlier, port: 4_420 }), await serve({ port: 4_421 })];
  // Each has a browser of its own, and so a main thread.
  const subjects = [0, 0, 1].map(async (build) => openStepped(await launch(), addresses[build] as string));
  const pages = await Promise.all(subjects);
  const rounds: { readonly allMs: number; readonly scriptMs: number }[][] = pages.map(() => []);
  for (let round = 0; round < PAIRS; round++)
    for (let turn = 0; turn < pages.length; turn++) {
      const subject = (turn + round) % pages.length;
      rounds[subject]?.push(await (pages[subject] as (typeof pages)[0]).measure());
    }
  console.log(`\nProcessor time of a frame with four lanes, medians of ${PAIRS}: ${COMMIT}, once more, now\n`);
  for (const [name, key] of [
    ['scripts', 'scriptMs'],
    ['main thread', 'allMs'],
  ] as const) {
    const [first = [], ...others] = rounds.map((list) => list.map((measured) => measured[key]));
    const medians = [first, ...others].map((list) => `${quantile(list, 0.5).toFixed(2)} ms`);
    const ratios = others.map((list) => list.map((ms, pair) => ms / (first[pair] as number)));
    const texts = ratios.map((list) => [0.5, 0.25, 0.75].map((part) => quantile(list, part).toFixed(2)));
    console.log(
      `${name.padEnd(12)} ${medians.join(', ')}; ratios ${texts.map(([median, low, high]) => `${median} (${low}..${high})`).join(', ')}`,
    );
  }
  for (const { browser } of pages) await browser.close();
}
