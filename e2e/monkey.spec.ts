/**
 * Somebody who knows nothing and tries everything: seeded random clicks, drags, keys, numbers and links. Nothing may
 * fail, nothing may hang, nothing may grow. `BUFFERSCOPE_MONKEY_SECONDS=600 npx playwright test monkey` takes longer.
 */
import { expect, type Page } from '@playwright/test';
import { RandomStream } from '../src/engine/random.ts';
import { presetFamilies } from '../src/scenarios/index.ts';
import { shownSeconds, test } from './page-object.ts';

const SECONDS = Number(process.env.BUFFERSCOPE_MONKEY_SECONDS ?? 20);
const SEED = Number(process.env.BUFFERSCOPE_MONKEY_SEED ?? 1);
const KEYS = ['Space', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', ',', '.', 'Home', '1', '3', 'Tab', 'Escape'];
const CHORDS = ['Control+z', 'Control+Shift+z', '?', 'Enter', 'Delete'];
const WORDS = ['0', '-1', '7', '1e9', '12.5', 'NaN', '', 'abc', '1,2,3', '99999999999999999999', '\u202e', '0x10'];
const SIZES = [
  [1280, 800],
  [390, 844],
  [1920, 1080],
  [800, 360],
] as const;

test.setTimeout((SECONDS + 90) * 1_000);

test(`${SECONDS} s of random doings, seed ${SEED}`, async ({ page }) => {
  const random = new RandomStream(SEED, 'monkey');
  const pick = <T>(items: readonly T[]): T => items[random.integer(items.length)] as T;
  const presets = presetFamilies.flatMap(({ presets: all }) => all.map(({ id }) => id));
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.goto('./');
  const doings: readonly (() => Promise<unknown>)[] = [
    () => clickSomething(page, random),
    () => clickSomething(page, random),
    () => page.keyboard.press(pick(KEYS)),
    () => page.keyboard.press(pick(random.uniform() < 0.3 ? CHORDS : KEYS)),
    () => drag(page, random),
    () => typeSomething(page, random, pick(WORDS)),
    () => chooseSomething(page, random),
    () => slideSomething(page, random),
    () => openLink(page, random, pick(presets)),
    () => page.setViewportSize({ width: pick(SIZES)[0], height: pick(SIZES)[1] }),
  ];
  const heap: number[] = [];
  const until = Date.now() + SECONDS * 1_000;
  let done = 0;
  while (Date.now() < until) {
    await pick(doings)();
    if (++done % 40 === 0) heap.push(await heapMegabytes(page));
  }
  expect(done).toBeGreaterThan(SECONDS);
  await expect(page.getByText('This lane has stopped')).toHaveCount(0);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('./#v=1&p=opening');
  await page.keyboard.press('Escape');
  if ((await page.getByRole('button', { name: 'Play', exact: true }).count()) > 0)
    await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Back to the start' }).click();
  await page.getByRole('slider', { name: 'Speed' }).fill('7');
  await expect.poll(() => shownSeconds(page), { timeout: 20_000 }).toBeGreaterThan(0.5);
  const middle = heap[Math.floor(heap.length / 2)] ?? Number.POSITIVE_INFINITY;
  expect((heap.at(-1) ?? 0) / middle, `heap in MB: ${heap.map((size) => size.toFixed(0)).join(' ')}`).toBeLessThan(2);
});

/** The n-th visible element that matches, chosen at random. */
async function something(page: Page, random: RandomStream, selector: string) {
  const all = await page.locator(`${selector}:visible`).all();
  return all.length === 0 ? undefined : all[random.integer(all.length)];
}

const PATIENCE = { timeout: 400, force: true, noWaitAfter: true } as const;

async function clickSomething(page: Page, random: RandomStream): Promise<void> {
  const target = await something(page, random, 'button:enabled, summary, canvas, [role=slider]');
  await target?.click(PATIENCE).catch(() => undefined);
}

async function typeSomething(page: Page, random: RandomStream, word: string): Promise<void> {
  const target = await something(page, random, 'input[type=text]:enabled');
  await target?.fill(word, PATIENCE).catch(() => undefined);
  await target?.press('Enter', PATIENCE).catch(() => undefined);
}

async function chooseSomething(page: Page, random: RandomStream): Promise<void> {
  const target = await something(page, random, 'select:enabled');
  const index = random.integer(8);
  await target?.selectOption({ index }, PATIENCE).catch(() => undefined);
}

async function slideSomething(page: Page, random: RandomStream): Promise<void> {
  const target = await something(page, random, 'input[type=range]:enabled');
  const part = random.uniform();
  const slide = (element: Element, share: number) => {
    const slider = element as HTMLInputElement;
    const value = Number(slider.min) + share * (Number(slider.max) - Number(slider.min));
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, String(value));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  };
  // Without patience it waits for ever for a slider that a link has just taken away.
  await target?.evaluate(slide, part, { timeout: PATIENCE.timeout }).catch(() => undefined);
}

async function drag(page: Page, random: RandomStream): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1, height: 1 };
  const anywhere = () => [random.uniform() * width, random.uniform() * height] as const;
  await page.mouse.move(...anywhere());
  await page.mouse.down();
  await page.mouse.move(...anywhere(), { steps: 4 });
  await page.mouse.up();
}

/** A link to some preset, often with a letter changed. */
async function openLink(page: Page, random: RandomStream, preset: string): Promise<void> {
  const hash = [...`v=1&p=${preset}&seed=${random.integer(99)}&lanes=droptail,red&edits=1.5:link.rateBps:5e6`];
  if (random.uniform() < 0.5) hash[random.integer(hash.length)] = String.fromCharCode(33 + random.integer(90));
  await page.evaluate((text) => {
    location.hash = text;
  }, hash.join(''));
}

async function heapMegabytes(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  await client.detach();
  return usedSize / 1e6;
}
