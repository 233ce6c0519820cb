/**
 * The same visitor, while files of the build are refused, the network goes, workers are ended, storage is forbidden and
 * the tab is hidden, all at seeded random moments. After each span the page shows a run or a sentence; when all is well
 * again, another try in each lane (or loading the page again) gives the run that nothing has disturbed.
 * `BUFFERSCOPE_MONKEY_SECONDS=3600` takes longer.
 */
import { readdirSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';
import { RandomStream } from '../../src/engine/random.ts';
import { monkey, pick } from '../monkey.ts';
import { digestsAtEnd } from '../page-object.ts';

const SECONDS = Number(process.env.BUFFERSCOPE_MONKEY_SECONDS ?? 300);
const SEED = Number(process.env.BUFFERSCOPE_MONKEY_SEED ?? 1);
/** Doings between two looks at the page. */
const DOINGS = 25;
const RUN = '#v=1&p=opening&lanes=droptail,red&run.durationSeconds=6&run.warmupSeconds=1';
const files = readdirSync(new URL('../../dist/assets/', import.meta.url)).filter((name) =>
  /\.(js|css|bin)$/.test(name),
);

test.setTimeout((SECONDS + 600) * 1_000);

/** Keeps hold of the workers, and lets storage be forbidden. */
async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held: Worker[] = [];
    const Real = Worker;
    window.Worker = class extends Real {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        held.push(this);
      }
    };
    const kept = Storage.prototype.setItem;
    Object.assign(window, {
      endWorker: (one: number) => held[one % Math.max(1, held.length)]?.terminate(),
      forbidStorage: (forbidden: number) => {
        Storage.prototype.setItem = forbidden
          ? () => {
              throw new DOMException('full', 'QuotaExceededError');
            }
          : kept;
      },
      hide: (hidden: number) => {
        Object.defineProperty(document, 'visibilityState', {
          get: () => (hidden ? 'hidden' : 'visible'),
          configurable: true,
        });
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  });
}

/** Faults by name: a number says which worker, or whether (1) or no longer (0). */
type Faults = Record<'endWorker' | 'forbidStorage' | 'hide', (how: number) => void>;

test(`${SECONDS} s of random doings with faults, seed ${SEED}`, async ({ page, context }) => {
  const random = new RandomStream(SEED, 'faults');
  const missing = new Set<string>();
  const refuses = (path: string) => missing.has(path.split('/').at(-1)?.split('?')[0] ?? '');
  const address = await serve({ port: 20_000 + Math.floor(Math.random() * 20_000), prefix: '/course/', refuses });
  const thrown: string[] = [];
  page.on('pageerror', ({ stack, message }) => thrown.push(stack ?? message));
  page.on('dialog', (dialog) => void dialog.dismiss());
  await prepare(page);
  await page.goto(address + RUN);
  const undisturbed = await digestsAtEnd(page);
  const doSomething = monkey(page, random);
  const inPage = (fault: keyof Faults, how: number) =>
    page.evaluate(([name, given]) => (window as unknown as Faults)[name](given), [fault, how] as const);
  const faults: readonly (() => Promise<unknown> | undefined)[] = [
    async () => missing.add(pick(random, files)),
    async () => missing.add(pick(random, files)),
    () => inPage('endWorker', random.integer(100)),
    () => inPage('forbidStorage', 1),
    () => inPage('hide', 1),
    () => context.setOffline(true),
    async () => page.reload().catch(() => {}),
  ];
  const mend = async () => {
    missing.clear();
    await context.setOffline(false);
    await inPage('forbidStorage', 0).catch(() => {});
    await inPage('hide', 0).catch(() => {});
  };
  const until = Date.now() + SECONDS * 1_000;
  let rounds = 0;
  while (Date.now() < until) {
    rounds++;
    await pick(random, faults)();
    for (let doing = 0; doing < DOINGS; doing++) await doSomething().catch(() => {});
    const words = await page.locator('body').innerText();
    expect(words.trim(), `round ${rounds}: a blank page`).not.toBe('');
    if (random.uniform() < 0.5) await mend();
    if (rounds % 5 !== 0) continue;
    await mend();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('about:blank');
    await page.goto(address + RUN);
    expect(await digestsAtEnd(page), `round ${rounds}`).toEqual(undisturbed);
  }
  console.log(`${rounds} rounds of ${DOINGS} doings`);
  expect(thrown).toEqual([]);
});
