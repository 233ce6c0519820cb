/** The page in every browser: it opens, runs, draws and answers, and no elements overlap. */
import { expect } from '@playwright/test';
import { runOfPreset, scenarioOfRun } from '../../src/run-state/run-values.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { presetIds } from '../../src/scenarios/index.ts';
import { longUnless } from '../long.ts';
import { beyondChromium, inEvery, test, type Visit } from './fixture.ts';
import {
  box,
  boxes,
  chooseTheme,
  colourAt,
  colours,
  count,
  covered,
  isWithin,
  middle,
  overlaps,
  pauses,
  press,
  pressButton,
  runsTo,
  runsToEnd,
  texts,
} from './probes.ts';
import { WINDOW } from './tab.ts';

test('a first visit finds two routers at work and every scenario, and no errors', inEvery, async ({ tab }) => {
  await tab.open();
  await runsTo(tab, 0.5);
  await expect.poll(() => count(tab, '.header-scenario option')).toBe(presetIds.length);
  expect(await texts(tab, '[role=alert]')).toEqual([]);
  expect(await tab.problems()).toEqual([]);
});

/** One or more of every family of presets, under policies with every kind of lens. */
const families = [
  ['opening', ['droptail', 'red']],
  ['zhao-5mb-1bwdp-stf30', ['red-ecn']],
  ['bm-e6', ['shb', 'pfb-ad']],
  ['abe-100k-blue8', ['flat-be', 'abe-dsd']],
  ['goyal-r5', ['dfba', 'epd'], inEvery],
  ['hu-fig7', ['dfba', 'vbs']],
] as const;

for (const [preset, policies, where = longUnless(false)] of families)
  test(`${preset} runs to its end with Node's digests, and every lens is drawn`, where, async ({ tab }) => {
    const startValues = { 'run.durationSeconds': 1, 'run.warmupSeconds': 0.5 };
    const scenario = scenarioOfRun({ ...runOfPreset(preset), startValues });
    const values = Object.entries(startValues).map(([path, value]) => `&${path}=${value}`);
    await tab.open(`#v=1&p=${preset}&lanes=${policies.join(',')}${values.join('')}&seed=7`);
    await runsToEnd(tab);
    expect(await texts(tab, '[role=alert]')).toEqual([]);
    const computed = policies.map((policy) => {
      const simulation = openRun({ scenario, policy, seed: 7 });
      simulation.advance(simulation.endNs);
      return simulation.digest();
    });
    // The controls, with the digests, are loaded after the queues.
    await expect.poll(() => texts(tab, '[aria-label="Digest"] dd')).toEqual(computed);
    expect(await boxes(tab, '.lane-lens')).toHaveLength(policies.length);
    await expect.poll(async () => Math.min(...(await colours(tab, '.lane canvas')))).toBeGreaterThan(8);
    expect(await tab.problems()).toEqual([]);
  });

for (const theme of ['light', 'dark', 'projector'] as const)
  test(
    `${theme}: the page fills the window, and nothing overlaps`,
    theme === 'light' ? inEvery : longUnless(theme === 'dark'),
    async ({ tab }) => {
      await tab.open();
      await runsTo(tab, 0.2);
      await chooseTheme(tab, theme);
      await expect.poll(() => count(tab, '.plot canvas')).toBe(2);
      const window = { left: 0, top: 0, right: WINDOW.width, bottom: WINDOW.height };
      const page = await box(tab, '.page');
      expect(isWithin(window, page) && isWithin(page, window), JSON.stringify(page)).toBe(true);
      expect((await box(tab, '.playback')).bottom).toBeCloseTo(WINDOW.height, -0.5);
      for (const lane of [0, 1]) {
        const outside = await box(tab, `[data-lane="${lane}"]`);
        const shown = await boxes(tab, `[data-lane="${lane}"] canvas`);
        expect(shown.length).toBeGreaterThan(0);
        expect(shown.filter((inside) => !isWithin(inside, outside))).toEqual([]);
        expect(overlaps(shown)).toEqual([]);
      }
      const inMain = await Promise.all(['.lanes', '.plots-area'].map((part) => box(tab, part)));
      expect(overlaps(inMain)).toEqual([]);
      // In the projector theme the controls open on request.
      const onPage = await Promise.all(['.header', '.sidebar', 'main', '.playback'].map((part) => boxes(tab, part)));
      expect(overlaps(onPage.flat())).toEqual([]);
      expect(await covered(tab, '.lane-queue, .playback button, .header button')).toEqual([]);
      // In the projector theme the plots are scrolled to.
      await tab.evaluate(() => document.querySelector('.plots-head')?.scrollIntoView({ block: 'center' }));
      expect(await covered(tab, '.plots-head select')).toEqual([]);
      await tab.evaluate(() => document.querySelector('.plots')?.scrollIntoView({ block: 'end' }));
      expect(await covered(tab, '.plot canvas')).toEqual([]);
    },
  );

test('in the dark theme the empty part of a slider is dark', inEvery, async ({ tab }) => {
  await tab.open();
  await chooseTheme(tab, 'dark');
  const slider = await box(tab, '.sidebar input[type=range]');
  const { y } = middle(slider);
  // A browser may show the new theme a little later.
  await expect.poll(async () => Math.max(...(await colourAt(tab, { x: slider.left + 6, y })))).toBeGreaterThan(180);
  await expect.poll(async () => Math.max(...(await colourAt(tab, { x: slider.right - 6, y })))).toBeLessThan(110);
});

test('the controls begin at their edge, also if their style sheet comes late', { tag: '@long' }, async ({ tab }) => {
  await tab.open();
  await expect.poll(() => count(tab, '.change-choice')).toBe(1);
  await tab.evaluate(() => {
    for (const isLate of [true, false]) {
      for (const sheet of document.styleSheets)
        if ([...sheet.cssRules].some(({ cssText }) => cssText.includes('.change-choice'))) sheet.disabled = isLate;
      document.body.getBoundingClientRect();
    }
  });
  const [choice, name] = [await box(tab, '.change-choice'), await box(tab, '.change-choice > :first-child')];
  expect(name.top - choice.top).toBeLessThan(12);
});

test('projector: a lane alone beside a lesson has room for the whole path', { tag: '@long' }, async ({ tab }) => {
  await tab.open('#lesson=why-a-queue-fills');
  await chooseTheme(tab, 'projector');
  const heightPx = () =>
    tab.evaluate(() => document.querySelector<HTMLCanvasElement>('canvas.lane-queue')?.clientHeight ?? 0);
  // The least height of view/queue/queue-view.ts.
  await expect.poll(heightPx).toBeGreaterThanOrEqual(300);
});

for (const theme of ['light', 'projector'] as const)
  test(
    `${theme}: a threshold goes where the pointer drags it`,
    theme === 'light' ? beyondChromium : longUnless(false),
    async ({ tab }) => {
      await tab.open();
      await chooseTheme(tab, theme);
      await runsTo(tab, 1);
      await pauses(tab);
      const queue = await box(tab, '[data-lane="1"] canvas.lane-queue');
      const { zoom, widthPx } = await tab.evaluate(() => ({
        zoom: Number.parseFloat(getComputedStyle(document.documentElement).zoom) || 1,
        widthPx: document.querySelector('[data-lane="1"] canvas.lane-queue')?.clientWidth ?? 0,
      }));
      const upper = () => fieldOf(tab, 'Upper threshold');
      expect(await upper()).toBe(36);
      // The axis runs from the head of the queue at the right to the buffer's 120 packets; narrow lanes have narrow
      // margins.
      const [headPx, tailPx] = widthPx < 420 ? [72, 44] : [76, 128];
      const packetPx = (zoom * (widthPx - headPx - tailPx)) / 120;
      const at = (packets: number) => ({
        x: queue.right - zoom * headPx - packets * packetPx,
        y: queue.top + zoom * 40,
      });
      await tab.press(at(36), at(45), at(55), at(60));
      await expect.poll(upper).toBeGreaterThan(58);
      expect(await upper()).toBeLessThan(62);
    },
  );

/** The text in a field of RED's controls. */
function fieldOf(tab: Visit, label: string): Promise<number> {
  return tab.evaluate((wanted) => {
    const labels = [...document.querySelectorAll<HTMLLabelElement>('[aria-label="B · RED"] label')];
    const field = labels.find((found) => found.textContent?.startsWith(wanted))?.control;
    return Number((field as HTMLInputElement | undefined)?.value);
  }, label);
}

test(
  'a packet in the queue shows why it was accepted, and a packet in the list why it was dropped',
  longUnless(false),
  async ({ tab }) => {
    await tab.open();
    await runsTo(tab, 3);
    await pauses(tab);
    const queue = await box(tab, '[data-lane="0"] canvas.lane-queue');
    await tab.press({ x: queue.right - 76 - 20, y: queue.top + 60 });
    await expect.poll(async () => (await texts(tab, '.history')).join()).toMatch(/lane A, DropTail · flow \d+/);
    await expect
      .poll(async () => (await texts(tab, '.history')).join())
      .toMatch(/There was room in the buffer\.[\s\S]*buffer, packets120/);
    await expect.poll(() => count(tab, '.history .katex')).toBeGreaterThan(0);
    // One line, also beside a scroll bar.
    const others = await box(tab, '.more-packets');
    expect(others.bottom - others.top).toBeLessThan(32);
    await press(tab, '.verdicts li button');
    await expect.poll(async () => (await texts(tab, '.history')).join()).toMatch(/The buffer was full|dropped/);
  },
);

test('the figures come in a table on request', { tag: '@long' }, async ({ tab }) => {
  await tab.open();
  await runsTo(tab, 1);
  await pressButton(tab, 'table');
  await expect.poll(async () => (await texts(tab, '.compare tbody th')).join()).toContain('mean queueing delay');
  // A part that is loaded above the table may still move it.
  await expect.poll(() => covered(tab, '.compare tbody tr:first-child th')).toEqual([]);
});

test('the name of each policy has room beside the figures', { tag: '@long' }, async ({ tab }) => {
  await tab.open('#v=1&p=abe-100k-blue4');
  const spare = () =>
    tab.evaluate(() => {
      const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      return [...document.querySelectorAll<HTMLSelectElement>('.lane .policy-choice')].map((choice) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(choice);
        context.font = font;
        const width = context.measureText(choice.selectedOptions[0]?.label ?? '').width;
        return choice.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width;
      });
    });
  await expect.poll(spare).toHaveLength(2);
  // WebKit measures bold text a little wider than it draws it.
  expect(Math.min(...(await spare()))).toBeGreaterThan(-3);
});

test('the help opens at its start', { tag: '@long' }, async ({ tab }) => {
  await tab.open();
  await press(tab, '[aria-label="Help and keys"]');
  await expect.poll(() => count(tab, 'dialog[open]')).toBe(1);
  const [top, hidden] = await tab.evaluate(() => {
    const { scrollTop, scrollHeight, clientHeight } = document.querySelector('dialog') as HTMLDialogElement;
    return [scrollTop, scrollHeight - clientHeight] as const;
  });
  expect(hidden).toBeGreaterThan(0);
  expect(top).toBe(0);
});
