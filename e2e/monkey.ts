/** What somebody does who knows nothing and tries everything: seeded random clicks, drags, keys, numbers and links. */
import type { Page } from '@playwright/test';
import type { RandomStream } from '../src/engine/random.ts';
import { presetFamilies } from '../src/scenarios/index.ts';

const KEYS = ['Space', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', ',', '.', 'Home', '1', '3', 'Tab', 'Escape'];
const CHORDS = ['Control+z', 'Control+Shift+z', '?', 'Enter', 'Delete'];
const WORDS = ['0', '-1', '7', '1e9', '12.5', 'NaN', '', 'abc', '1,2,3', '99999999999999999999', '\u202e', '0x10'];
const SIZES = [
  [1280, 800],
  [390, 844],
  [1920, 1080],
  [800, 360],
] as const;

export const pick = <T>(random: RandomStream, items: readonly T[]): T => items[random.integer(items.length)] as T;

/** One doing after another: each call does the next one. */
export function monkey(page: Page, random: RandomStream): () => Promise<unknown> {
  const presets = presetFamilies.flatMap(({ presets: all }) => all.map(({ id }) => id));
  const doings: readonly (() => Promise<unknown>)[] = [
    () => clickSomething(page, random),
    () => clickSomething(page, random),
    () => page.keyboard.press(pick(random, KEYS)),
    () => page.keyboard.press(pick(random, random.uniform() < 0.3 ? CHORDS : KEYS)),
    () => drag(page, random),
    () => typeSomething(page, random, pick(random, WORDS)),
    () => chooseSomething(page, random),
    () => slideSomething(page, random),
    () => openLink(page, random, pick(random, presets)),
    () => {
      const [width, height] = pick(random, SIZES);
      return page.setViewportSize({ width, height });
    },
  ];
  return () => pick(random, doings)();
}

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
