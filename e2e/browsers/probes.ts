/** Questions of the checks to the page. A function that runs in the page cannot use other names of this file. */
import { expect } from '@playwright/test';
import { patient } from '../patience.ts';
import type { Visit } from './fixture.ts';
import type { Place } from './tab.ts';

/** A box in pixels of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Boxes of all visible elements of a selector. */
export function boxes(tab: Visit, selector: string): Promise<Box[]> {
  return tab.evaluate((wanted) => {
    // WebKit leaves the zoom of the projector's theme out of boxes.
    const root = document.documentElement;
    const zoom = Number.parseFloat(getComputedStyle(root).zoom) || 1;
    const scale = (root.offsetWidth * zoom) / root.getBoundingClientRect().width;
    const shown = [...document.querySelectorAll(wanted)].filter((element) => element.getClientRects().length > 0);
    return shown.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale };
    });
  }, selector);
}

export async function box(tab: Visit, selector: string): Promise<Box> {
  const [first] = await boxes(tab, selector);
  if (first === undefined) throw new Error(`the page has no ${selector}`);
  return first;
}

export const middle = ({ left, top, right, bottom }: Box): Place => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

export const isWithin = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left - 1 &&
  inner.top >= outer.top - 1 &&
  inner.right <= outer.right + 1 &&
  inner.bottom <= outer.bottom + 1;

/** Whether two boxes share more than an edge. */
const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;

export const overlaps = (found: readonly Box[]): (readonly [Box, Box])[] =>
  found.flatMap((one, index) =>
    found
      .slice(index + 1)
      .filter((other) => overlap(one, other))
      .map((other) => [one, other] as const),
  );

/** Selectors of elements whose middle is covered by another element. */
export function covered(tab: Visit, selector: string): Promise<string[]> {
  return boxes(tab, selector).then((found) =>
    tab.evaluate(
      (wanted, places) =>
        [...document.querySelectorAll(wanted)]
          .filter((element) => element.getClientRects().length > 0)
          .flatMap((element, index) => {
            const { x, y } = places[index] as { x: number; y: number };
            const above = document.elementFromPoint(x, y);
            return element.contains(above) ? [] : [`${element.className || element.tagName} under ${above?.className}`];
          }),
      selector,
      found.map(middle),
    ),
  );
}

export async function press(tab: Visit, selector: string): Promise<void> {
  await expect.poll(() => count(tab, selector), { message: selector }).toBeGreaterThan(0);
  await tab.press(middle(await boxAtRest(tab, selector)));
}

/** Place of an element when it is in view and does not move: parts that are loaded above it move it. */
async function boxAtRest(tab: Visit, selector: string): Promise<Box> {
  let last = '';
  const moves = async () => {
    // Scrolls a list to it, as a person would.
    await tab.evaluate((wanted) => document.querySelector(wanted)?.scrollIntoView({ block: 'nearest' }), selector);
    const before = last;
    last = JSON.stringify(await box(tab, selector));
    return last !== before;
  };
  await expect.poll(moves, { message: `${selector} moves`, intervals: [150] }).toBe(false);
  return box(tab, selector);
}

/** Presses a button by its text, as soon as it exists. */
export async function pressButton(tab: Visit, text: string): Promise<void> {
  const mark = () =>
    tab.evaluate((wanted) => {
      const found = [...document.querySelectorAll('button')].find((button) => button.textContent?.trim() === wanted);
      found?.setAttribute('data-pressed', wanted);
      return found !== undefined;
    }, text);
  await expect.poll(mark, { message: `a button called ${text}` }).toBe(true);
  await press(tab, `[data-pressed="${text}"]`);
}

export const count = (tab: Visit, selector: string): Promise<number> =>
  tab.evaluate((wanted) => document.querySelectorAll(wanted).length, selector);

export const texts = (tab: Visit, selector: string): Promise<string[]> =>
  tab.evaluate(
    (wanted) => [...document.querySelectorAll(wanted)].map((element) => element.textContent ?? ''),
    selector,
  );

/** Simulated time that the page shows, s. */
async function shownSeconds(tab: Visit): Promise<number> {
  return Number((await texts(tab, '.timeline-clock output'))[0] ?? 0);
}

export async function runsTo(tab: Visit, seconds: number): Promise<void> {
  await expect.poll(() => shownSeconds(tab), { timeout: patient(60_000) }).toBeGreaterThan(seconds);
}

/** Plays to the end at full speed. */
export async function runsToEnd(tab: Visit): Promise<void> {
  await runsTo(tab, 0);
  for (let steps = 0; steps < 12; steps++) await tab.type('ArrowUp');
  await expect.poll(() => count(tab, '[aria-label="Play again"]'), { timeout: patient(120_000) }).toBe(1);
}

export async function pauses(tab: Visit): Promise<void> {
  await press(tab, '.playback-play');
  await expect.poll(() => count(tab, '.playback [aria-label="Play"]')).toBe(1);
}

export async function chooseTheme(tab: Visit, theme: 'light' | 'dark' | 'projector'): Promise<void> {
  const chosen = async () => (await tab.evaluate(() => document.documentElement.dataset.theme)) === theme;
  for (let tries = 0; tries < 4 && !(await chosen()); tries++) {
    await press(tab, `.header ${theme === 'projector' ? 'button[title*="lecture hall"]' : '[aria-label^="Theme:"]'}`);
    await tab.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }
  expect(await chosen()).toBe(true);
}

/** Number of colours of each visible canvas of a selector; an empty canvas has one. */
export function colours(tab: Visit, selector: string): Promise<number[]> {
  return tab.evaluate((wanted) => {
    const canvases = [...document.querySelectorAll<HTMLCanvasElement>(wanted)];
    const shown = canvases.filter((canvas) => canvas.getClientRects().length > 0);
    return shown.map((canvas) => {
      // From a copy: Chromium warns when the page's own canvas is read several times.
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = copy.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
  }, selector);
}

/** Colour of the window at a place: red, green and blue, 0 to 255. */
export async function colourAt(tab: Visit, { x, y }: Place): Promise<readonly number[]> {
  return tab.evaluate(
    async (picture, left, top) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      const scale = image.naturalWidth / innerWidth;
      context.drawImage(image, -Math.round(left * scale), -Math.round(top * scale));
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    },
    await tab.screenshot(),
    x,
    y,
  );
}
