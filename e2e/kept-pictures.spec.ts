/**
 * A few views beside kept pictures of themselves, in blocks of 10 px, so that a collapsed part is noticed. The pictures
 * are our own output: they only detect a change. `UPDATE_PICTURES=yes npx playwright test kept-pictures` writes them
 * again; look at them before.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { longUnless } from './long.ts';
import { shownSeconds, test } from './page-object.ts';
import { patient } from './patience.ts';
import { poll } from './poll.ts';

const BLOCK_PX = 10;
/** A block differs if a channel differs by more than this, of 255. */
const DIFFERENT = 32;
/**
 * Most blocks that may differ. With the fonts of the kept pictures, the page is drawn alike to the pixel; two blocks
 * are room for another version of the browser. Other fonts move words: then only a part that is missing or in another
 * place is noticed.
 */
const MOST = { sameFonts: 2, otherFonts: 0.08 };

interface Blocks {
  /** Width of a text in the font of the page, px: it tells fonts apart. */
  readonly fontPx: number;
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each block. */
  readonly colours: readonly number[];
}

async function blocksOf(page: Page): Promise<Blocks> {
  // Lenses draw a trail of the pictures before, so they depend on the speed of the device.
  const mask = [page.locator('canvas.lane-lens')];
  const png = (await page.screenshot({ animations: 'disabled', caret: 'hide', mask })).toString('base64');
  return page.evaluate(
    async ({ source, side }) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${source}`;
      await picture.decode();
      const [width, height] = [Math.floor(picture.width / side), Math.floor(picture.height / side)];
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [picture.width, picture.height];
      const context = canvas.getContext('2d')!;
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, picture.width, picture.height);
      const colours = Array.from({ length: width * height * 3 }, (_, index) => {
        const [block, channel] = [Math.floor(index / 3), index % 3];
        const [left, top] = [(block % width) * side, Math.floor(block / width) * side];
        let sum = 0;
        for (let y = top; y < top + side; y++)
          for (let x = left; x < left + side; x++) sum += data[(y * picture.width + x) * 4 + channel]!;
        return Math.round(sum / side ** 2);
      });
      context.font = '16px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
      return { fontPx: context.measureText('Queueing delay 0123456789').width, width, height, colours };
    },
    { source: png, side: BLOCK_PX },
  );
}

const fileOf = (name: string) => fileURLToPath(new URL(`./kept-pictures/${name}.json`, import.meta.url));

function kept(name: string): Blocks {
  const { colours, ...rest } = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Omit<Blocks, 'colours'> & {
    colours: string;
  };
  return { ...rest, colours: [...Buffer.from(colours, 'base64')] };
}

function keep(name: string, { colours, ...rest }: Blocks): void {
  writeFileSync(
    fileOf(name),
    `${JSON.stringify({ ...rest, colours: Buffer.from(colours).toString('base64') }, undefined, 2)}\n`,
  );
}

/** The number of blocks that differ, and how many may. */
function compared(seen: Blocks, expected: Blocks): { readonly different: number; readonly most: number } {
  const places = Array.from({ length: expected.width * expected.height }, (_, block) => block * 3);
  const differs = (at: number) =>
    [0, 1, 2].some((channel) => Math.abs(seen.colours[at + channel]! - expected.colours[at + channel]!) > DIFFERENT);
  const same = Math.abs(seen.fontPx - expected.fontPx) < 0.01;
  return {
    different: places.filter(differs).length,
    most: same ? MOST.sameFonts : Math.round(MOST.otherFonts * places.length),
  };
}

/** The blocks once two pictures in a row are equal: on a busy device the last drawings come late. */
async function stillBlocksOf(page: Page): Promise<Blocks> {
  let blocks = await blocksOf(page);
  await expect(async () => {
    const before = blocks;
    await page.waitForTimeout(1_000);
    blocks = await blocksOf(page);
    expect(compared(blocks, before).different).toBe(0);
  }).toPass({ timeout: patient(20_000) });
  return blocks;
}

const VIEWS = [
  {
    name: 'two-lanes',
    hash: '#v=1&p=opening&run.durationSeconds=16&lanes=droptail,red&at=14',
    theme: 'light',
    width: 1280,
    height: 800,
  },
  {
    name: 'three-lanes',
    hash: '#v=1&p=opening&run.durationSeconds=16&lanes=droptail,red,codel&at=14',
    theme: 'dark',
    width: 1280,
    height: 800,
  },
  {
    name: 'four-lanes',
    hash: '#v=1&p=opening&run.durationSeconds=16&lanes=droptail,red,codel,pie&at=14',
    theme: 'light',
    width: 1920,
    height: 1080,
  },
  { name: 'cells', hash: '#v=1&p=goyal-r4&run.durationSeconds=6&at=3', theme: 'light', width: 1280, height: 800 },
  {
    name: 'phone',
    hash: '#v=1&p=opening&run.durationSeconds=16&lanes=droptail,red&at=14',
    theme: 'dark',
    width: 390,
    height: 840,
  },
  {
    name: 'projector',
    hash: '#v=1&p=opening&run.durationSeconds=16&lanes=droptail,red,codel,pie&at=14',
    theme: 'projector',
    width: 1280,
    height: 720,
  },
  { name: 'lesson', hash: '#lesson=why-a-queue-fills', theme: 'light', width: 1280, height: 800 },
] as const;
type View = (typeof VIEWS)[number];

/** Each width, theme and kind of lane once. */
const IN_TEST: readonly string[] = ['three-lanes', 'cells', 'phone', 'projector', 'lesson'];

async function open(page: Page, { hash, theme, width, height }: View): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.addInitScript((kept) => localStorage.setItem('bufferscope.theme', kept), theme);
  await page.goto(`./${hash}`);
  await expect(page.locator('.lane').first()).toBeVisible();
  // A page that still computes its moment shows 0 s.
  const moment = /at=(\d+)/.exec(hash)?.[1];
  if (moment !== undefined) await poll(() => shownSeconds(page)).toBe(Number(moment));
  // The request of a worker that ends while it loads is never finished.
  await page.waitForLoadState('networkidle', { timeout: patient(10_000) }).catch(() => undefined);
  await expect(page.locator('.timeline-progress')).toHaveCount(0, { timeout: patient(30_000) });
  // The sign of the key moments changes once the run is explored.
  await expect(page.locator('[aria-label^="Key moment"][aria-label*=" so far"]')).toHaveCount(0, {
    timeout: patient(60_000),
  });
  // The last drawing comes up to 1.2 s after the last change.
  await page.waitForTimeout(2_500);
}

for (const view of VIEWS)
  test(
    `${view.name}: the page looks as in its kept picture`,
    longUnless(IN_TEST.includes(view.name)),
    async ({ page, quiet: _ }) => {
      await open(page, view);
      const seen = await stillBlocksOf(page);
      if (process.env.UPDATE_PICTURES === 'yes') keep(view.name, seen);
      expect(existsSync(fileOf(view.name))).toBe(true);
      const { different, most } = compared(seen, kept(view.name));
      expect(different).toBeLessThanOrEqual(most);
    },
  );

for (const { collapse, rule, otherFonts } of [
  {
    collapse: 'the name of a policy',
    rule: '.policy-choice { max-width: 2em; min-width: 0 }',
    otherFonts: false,
  },
  { collapse: 'the queue', rule: '.lane-drawings canvas.lane-queue { visibility: hidden }', otherFonts: false },
  { collapse: 'all drawings', rule: 'canvas { visibility: hidden }', otherFonts: true },
])
  test(`a page without ${collapse} does not look as in its kept picture`, { tag: '@long' }, async ({
    page,
    quiet: _,
  }) => {
    const [view] = VIEWS;
    await page.route('**/assets/*.css', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\n${rule}` });
    });
    await open(page, view);
    const expected = kept(view.name);
    const seen = await blocksOf(page);
    const { different, most } = compared(otherFonts ? { ...seen, fontPx: 0 } : seen, expected);
    // With other fonts only a large part is noticed.
    if (otherFonts || most === MOST.sameFonts) expect(different).toBeGreaterThan(most);
  });
