/** The actions of a random user: seeded random clicks, drags, keys, numbers and links. */
import type { Page } from '@playwright/test';
import type { RandomStream } from '../src/engine/numbers/random.ts';
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

/** A sequence of actions: each call does the next one. */
export function monkey(page: Page, random: RandomStream): () => Promise<unknown> {
  const presets = presetFamilies.flatMap(({ presets: all }) => all.map(({ id }) => id));
  const actions: readonly (() => Promise<unknown>)[] = [
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
  return () => pick(random, actions)();
}

/**
 * Place of a random visible element that matches. It returns values, not a handle, because a handle would keep a
 * removed element in memory.
 */
function placeOf(page: Page, random: RandomStream, selector: string) {
  return page.evaluate(
    ([wanted, part]) => {
      const all = [...document.querySelectorAll(wanted)].filter((element) => element.checkVisibility());
      const element = all[Math.floor(part * all.length)];
      element?.scrollIntoView({ block: 'nearest' });
      const box = element?.getBoundingClientRect();
      return box === undefined ? undefined : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    },
    [selector, random.uniform()] as const,
  );
}

async function clickSomething(page: Page, random: RandomStream): Promise<void> {
  const place = await placeOf(page, random, 'button:enabled, summary, canvas, [role=slider]');
  if (place !== undefined) await page.mouse.click(place.x, place.y);
}

async function typeSomething(page: Page, random: RandomStream, word: string): Promise<void> {
  const place = await placeOf(page, random, 'input[type=text]:enabled');
  if (place === undefined) return;
  await page.mouse.click(place.x, place.y, { clickCount: 3 });
  await page.keyboard.insertText(word);
  await page.keyboard.press('Enter');
}

async function chooseSomething(page: Page, random: RandomStream): Promise<void> {
  await page.evaluate(
    ([part, index]) => {
      const all = [...document.querySelectorAll('select')].filter((select) => select.checkVisibility());
      const select = all[Math.floor(part * all.length)];
      if (select === undefined || select.disabled || index >= select.length) return;
      select.selectedIndex = index;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [random.uniform(), random.integer(8)] as const,
  );
}

async function slideSomething(page: Page, random: RandomStream): Promise<void> {
  await page.evaluate(
    ([part, share]) => {
      const all = [...document.querySelectorAll('input')].filter(
        (input) => input.type === 'range' && !input.disabled && input.checkVisibility(),
      );
      const slider = all[Math.floor(part * all.length)];
      if (slider === undefined) return;
      const value = Number(slider.min) + share * (Number(slider.max) - Number(slider.min));
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, String(value));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    },
    [random.uniform(), random.uniform()] as const,
  );
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
