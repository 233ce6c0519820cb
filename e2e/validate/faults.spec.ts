/**
 * The same visitor meets faults at seeded random moments: files of the build are refused, the network goes, workers are
 * ended, storage is forbidden and the tab is hidden. The visitor uses a lesson, the editor of lessons, a program and
 * its editor, a file that is being written, or a file of arrivals or rates. After each span the page shows a run or a
 * sentence. When all is well again, the page gives the same runs as without faults, that of a program too.
 * `BUFFERSCOPE_MONKEY_SECONDS=3600` takes longer.
 */
import { readdirSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';
import { RandomStream } from '../../src/engine/numbers/random.ts';
import { monkey, pick } from '../monkey.ts';
import { digestsAtEnd, openCapture, openFile } from '../page-object.ts';

const SECONDS = Number(process.env.BUFFERSCOPE_MONKEY_SECONDS ?? 300);
const SEED = Number(process.env.BUFFERSCOPE_MONKEY_SEED ?? 1);
/** Actions between two checks of the page. */
const ACTIONS = 25;
const RUN = '#v=1&p=opening&lanes=droptail,red&run.durationSeconds=6&run.warmupSeconds=1';
const files = [
  ...readdirSync(new URL('../../dist/assets/', import.meta.url)).filter((name) => /\.(js|css|bin|wasm)$/.test(name)),
  ...readdirSync(new URL('../../dist/lessons/', import.meta.url)),
];

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
/** The run with a program of the templates in lane B. */
async function withProgram(page: Page): Promise<void> {
  await click(page, 'More about lane B');
  await click(page, 'Write a policy of lane B');
  await page.getByLabel('Template').selectOption('random-drop');
  await click(page, 'Run it');
  await page.getByText(/runs in lane B\.$/).waitFor();
}

const ARRIVALS = `time_s,bytes,flow\n${Array.from({ length: 500 }, (_, row) => `${row / 100},1250,${row % 3}`).join('\n')}`;

/** Parts that may be open when the actions begin. If a part is missing, opening stops half-way. */
const scenes: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'the page as it is': async () => {},
  'a lesson': (page) => page.evaluate(() => location.assign('#lesson=why-a-queue-fills&step=4')),
  'the editor of lessons': (page) => page.evaluate(() => location.assign('#lesson-editor')),
  'a program and its editor': withProgram,
  'a capture': async (page) => {
    await openCapture(page);
    await click(page, 'Save the capture');
  },
  'the whole run, being saved': async (page) => {
    await click(page, 'Save');
    await click(page, 'Save Whole run (JSON)');
  },
  'arrivals from a file': (page) => openFile(page, 'own.csv', ARRIVALS),
  'the link of a list': (page) => openFile(page, 'own.down', '1\n3\n4\n'),
};
/** Longest wait for a step of a scene, ms; after it, the step counts as missing. */
const STEP_MS = 10_000;

test.setTimeout((SECONDS + 600) * 1_000);

/** Collects the workers, and can forbid storage. */
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

test(`${SECONDS} s of random actions with faults, seed ${SEED}`, async ({ page, context }) => {
  const random = new RandomStream(SEED, 'faults');
  const missing = new Set<string>();
  const refuses = (path: string) => missing.has(path.split('/').at(-1)?.split('?')[0] ?? '');
  const address = await serve({ port: 20_000 + Math.floor(Math.random() * 20_000), prefix: '/course/', refuses });
  const thrown: string[] = [];
  page.on('pageerror', ({ stack, message }) => thrown.push(stack ?? message));
  page.on('dialog', (dialog) => void dialog.dismiss());
  await prepare(page);
  page.setDefaultTimeout(STEP_MS);
  await page.goto(address + RUN);
  const undisturbed = await digestsAtEnd(page);
  await withProgram(page);
  await click(page, 'Close the program');
  const ofProgram = await digestsAtEnd(page);
  expect(ofProgram[0]).toBe(undisturbed[0]);
  expect(ofProgram[1]).not.toBe(undisturbed[1]);
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
  const seen = new Map<string, number>();
  let rounds = 0;
  let compared = 0;
  while (Date.now() < until) {
    rounds++;
    const scene = pick(random, Object.keys(scenes));
    if (random.uniform() < 0.5) await pick(random, faults)();
    const opened = await (scenes[scene] as (page: Page) => Promise<unknown>)(page).then(
      () => true,
      () => false,
    );
    if (opened) seen.set(scene, (seen.get(scene) ?? 0) + 1);
    await pick(random, faults)();
    for (let action = 0; action < ACTIONS; action++) await doSomething().catch(() => {});
    // Loaded again without a network: the browser's own page.
    if (!page.url().startsWith(address)) {
      await mend();
      await page.goto(address + RUN);
    }
    // A page that is just being loaded has no words for a moment.
    await page
      .waitForFunction(() => document.body?.innerText.trim() !== '')
      .catch(async () => {
        const { href, html } = await page.evaluate(() => ({
          href: location.href,
          html: document.documentElement.outerHTML.slice(0, 2_000),
        }));
        throw new Error(
          `round ${rounds}, ${scene}: a blank page at ${href}, without ${[...missing].join(', ')}: ${html}; ${thrown.join('; ')}`,
        );
      });
    if (random.uniform() < 0.5) await mend();
    if (rounds % 5 !== 0) continue;
    await mend();
    await page.setViewportSize({ width: 1280, height: 800 });
    // In the projector theme, which the browser keeps, the controls with the digests are folded.
    await page.evaluate(() => localStorage.clear()).catch(() => {});
    await page.goto('about:blank');
    await page.goto(address + RUN);
    expect(await digestsAtEnd(page), `round ${rounds}`).toEqual(undisturbed);
    await withProgram(page);
    await click(page, 'Close the program');
    expect(await digestsAtEnd(page), `round ${rounds}, a program`).toEqual(ofProgram);
    compared += 2;
    console.log(`${rounds} rounds, ${compared} digests compared`);
  }
  console.log(`${rounds} rounds of ${ACTIONS} actions; ${compared} digests compared; begun with`, seen);
  expect(thrown).toEqual([]);
});
