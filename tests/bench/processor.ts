/**
 * The speed of a processor in the unit of Lighthouse, and the slowdown that brings this machine to the one that the
 * aims are for. A fixed slowdown says nothing on its own: four times slower than a workstation is a phone of the middle
 * class, four times slower than a small server is a device that nobody sells.
 */
import type { Page } from '@playwright/test';
import { quantile } from './page-watch.ts';

/**
 * Benchmark index of the device of the aims. Lighthouse slows a desktop computer of 1,500 to 2,000 down four times to
 * reach a phone of the middle class (“Throttling” in its documents): 375 to 500.
 */
export const SLOW_DEVICE_INDEX = 437;

/** One part runs for this time, ms. */
const PART_MS = 500;
/** Measurements; their median counts. */
const REPEATS = 7;
/** Corrections of the slowdown, and the distance at which no other follows: 5 %. */
const MAX_CORRECTIONS = 4;
const NEAR = Math.log(1.05);

/** In the page: the mean of texts of 10,000 letters built and arrays of 100,000 texts copied, in tens per second. */
function measureIndex(partMs: number): number {
  const tensPerSecond = (work: () => void): number => {
    const from = performance.now();
    let times = 0;
    while (performance.now() - from < partMs) {
      work();
      times++;
    }
    return times / 10 / ((performance.now() - from) / 1_000);
  };
  const buildText = () => {
    let text = '';
    for (let letter = 0; letter < 10_000; letter++) text += 'a';
    // The compiler must not drop a text that nobody reads.
    if (text.length === 1) throw new Error('unreachable');
  };
  const texts = Array.from({ length: 100_000 }, (_, index) => String(index % 26));
  const copy: string[] = [...texts];
  const copyTexts = () => {
    for (let index = 0; index < texts.length; index++) copy[index] = texts[index] as string;
  };
  return (tensPerSecond(buildText) + tensPerSecond(copyTexts)) / 2;
}

/** The benchmark index of the main thread of a page, as Lighthouse defines it. */
export async function benchmarkIndex(page: Page): Promise<number> {
  const indices: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) indices.push(await page.evaluate(measureIndex, PART_MS));
  return quantile(indices, 0.5);
}

/**
 * The slowdown with which this machine has the index of the slow device, and the index that was reached. A slowdown of
 * two does not halve the index, so more measurements correct it. The nearest one counts.
 */
export async function slowdownToSlowDevice(
  indexAt: (slowdown: number) => Promise<number>,
): Promise<{ readonly slowdown: number; readonly index: number }> {
  const distance = ({ index }: { readonly index: number }) => Math.abs(Math.log(index / SLOW_DEVICE_INDEX));
  let last = { slowdown: 1, index: await indexAt(1) };
  let nearest = last;
  for (let correction = 0; correction < MAX_CORRECTIONS && distance(nearest) > NEAR; correction++) {
    const slowdown = Math.max(1, Math.round((10 * last.slowdown * last.index) / SLOW_DEVICE_INDEX) / 10);
    if (slowdown === last.slowdown) break;
    last = { slowdown, index: await indexAt(slowdown) };
    if (distance(last) < distance(nearest)) nearest = last;
  }
  return nearest;
}
