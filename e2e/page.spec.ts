import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { runOfPreset, scenarioOfRun } from '../src/run-state/run-values.ts';
import { openRun } from '../src/runs/open-run.ts';
import { MAX_FILE_BYTES } from '../src/scenarios/files/file.ts';
import { presetIds } from '../src/scenarios/index.ts';
import { longUnless } from './long.ts';
import {
  atFullSpeed,
  changeFromNow,
  digests,
  digestsAtEnd,
  heldSeconds,
  lastChange,
  link,
  openAt,
  openFile,
  pauseAt,
  runsTo,
  shownSeconds,
  test,
} from './page-object.ts';
import { patient } from './patience.ts';
import { poll } from './poll.ts';

const SHORT = 'v=1&p=opening&run.durationSeconds=6&run.warmupSeconds=1';

test('two routers are at work when the page opens', async ({ page }) => {
  await page.goto('./');
  const a = page.getByRole('region', { name: 'Lane A: DropTail' });
  const b = page.getByRole('region', { name: 'Lane B: RED' });
  await expect(a.getByText(/delay [\d.]+ ms/)).toBeVisible();
  await expect(b.getByText(/delay [\d.]+ ms/)).toBeVisible();
  await runsTo(page, 1);
  expect(page.workers()).toHaveLength(2);
});

test('a first visit shows every scenario', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('combobox', { name: 'Scenario' }).locator('option')).toHaveCount(presetIds.length);
});

test('the header shows the whole title of each scenario in one row', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('./');
  const scenario = page.getByRole('combobox', { name: 'Scenario' });
  await expect(scenario.locator('option')).toHaveCount(presetIds.length);
  const height = await page.locator('.header').evaluate((header) => header.clientHeight);
  const cut: string[] = [];
  for (const id of presetIds) {
    await scenario.selectOption(id);
    // A copy outside the row has the room that it needs.
    const fits = await scenario.evaluate((select: HTMLSelectElement) => {
      const copy = select.cloneNode(true) as HTMLSelectElement;
      copy.value = select.value;
      Object.assign(copy.style, { position: 'absolute', maxWidth: 'none', width: 'max-content' });
      select.after(copy);
      const needed = copy.offsetWidth;
      copy.remove();
      return needed <= select.offsetWidth + 1;
    });
    const isOneRow = (await page.locator('.header').evaluate((header) => header.clientHeight)) === height;
    if (!fits || !isOneRow) cut.push(id);
  }
  expect(height).toBeLessThan(60);
  expect(cut).toEqual([]);
});

test('the help opens at its start', { tag: '@long' }, async ({ page }) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Help and keys' }).click();
  const help = page.getByRole('dialog');
  await expect(help.getByRole('heading', { name: 'Bufferscope' })).toBeInViewport();
  expect(await help.evaluate((dialog) => dialog.scrollTop)).toBe(0);
  expect(await help.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)).toBeGreaterThan(0);
  await expect(help.getByRole('figure')).toContainText([/^threshold.*Queue\./, /Lens\./, /Timeline\./]);
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(help).toBeHidden();
});

test('pause holds the clock, a step moves it, play goes on, the start comes back', async ({ page }) => {
  await page.goto('./');
  const held = await pauseAt(page, 0.5);
  await page.waitForTimeout(300);
  expect(await shownSeconds(page)).toBe(held);
  await page.getByRole('button', { name: 'One step forward' }).click();
  await poll(() => shownSeconds(page)).toBeCloseTo(held + 0.1, 5);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await poll(() => shownSeconds(page)).toBeGreaterThan(held + 0.3);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Back to the start' }).click();
  await poll(() => shownSeconds(page)).toBe(0);
});

test('slow motion is slow, full speed reaches the end', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('slider', { name: 'Speed' }).fill('1');
  await expect(page.getByText('1 ms per second')).toBeVisible();
  const before = await shownSeconds(page);
  await page.waitForTimeout(500);
  expect((await shownSeconds(page)) - before).toBeLessThan(0.1);
  await atFullSpeed(page);
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible({ timeout: patient(30_000) });
  expect(await shownSeconds(page)).toBe(60);
});

test('a run on the page has the digest of the same run elsewhere', async ({ page }) => {
  await page.goto(`./#${SHORT}&seed=7`);
  const shown = await digestsAtEnd(page);
  const startValues = { 'run.durationSeconds': 6, 'run.warmupSeconds': 1 };
  const scenario = scenarioOfRun({ ...runOfPreset('opening'), startValues });
  const computed = ['droptail', 'red'].map((policy) => {
    const simulation = openRun({ scenario, policy, seed: 7 });
    simulation.advance(simulation.endNs);
    return simulation.digest();
  });
  expect(shown).toEqual(computed);
});

test('live changes take effect at once, are listed, and give the same digest by link', async ({ page, context }) => {
  await openAt(page, `./#${SHORT}`, 1);
  await changeFromNow(page);
  const rate = page.getByRole('textbox', { name: /^Rate/ }).last();
  await rate.fill('5');
  await rate.press('Enter');
  const list = page.getByRole('region', { name: 'Changes in this run' });
  await expect(list).toContainText('Rate 5 Mb/s');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await pauseAt(page, 2);
  const slider = page.getByRole('slider', { name: 'Lower threshold, slider' });
  await slider.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await expect(list).toContainText('B lower threshold');
  const address = await link(page, 'lanes.1.minThreshold');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const made = await digestsAtEnd(page);

  const other = await context.newPage();
  await other.goto(`./${address}`);
  expect(await digestsAtEnd(other)).toEqual(made);
  await other.close();

  await list
    .getByRole('button', { name: /^Remove the change/ })
    .first()
    .click();
  // The run stays at its end, so the digests of the changed run come when the lanes have answered.
  await poll(() => digests(page)).not.toEqual(made);
});

test('a threshold is dragged on the queue, and stops at the other threshold', async ({ page }) => {
  await openAt(page, './', 1);
  const queue = page.getByRole('img', { name: /^Queue of lane B/ });
  const box = (await queue.boundingBox())!;
  const upper = page.getByRole('region', { name: 'B · RED' }).getByRole('textbox', { name: /^Upper threshold/ });
  await expect(upper).toHaveValue('36');
  // The axis runs from the head of the queue, 76 px from the right edge, to the buffer's 120 packets at 128 px.
  const x = (packets: number) => box.x + box.width - 76 - (packets / 120) * (box.width - 76 - 128);
  const y = box.y + 40;
  await page.mouse.move(x(36), y);
  await page.mouse.down();
  await page.mouse.move(x(60), y, { steps: 4 });
  await poll(async () => Number(await upper.inputValue())).toBeCloseTo(60, -0.5);
  await page.mouse.move(x(2), y, { steps: 4 });
  await page.mouse.up();
  await expect(lastChange(page)).toHaveText(
    /^B upper threshold = .* It must stay at or above B lower threshold = 12 packets\.$/,
  );
  expect(Number(await upper.inputValue())).toBe(12);
});

test('policies and scenarios are chosen, lanes added and removed', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('combobox', { name: 'Policy of lane A' }).selectOption('red-ecn');
  await expect(page.getByRole('region', { name: 'Lane A: RED-ECN' })).toBeVisible();
  await page.getByRole('button', { name: '+ Lane' }).click();
  await page.getByRole('button', { name: '+ Lane' }).click();
  await expect(page.getByRole('region', { name: /^Lane D/ })).toBeVisible();
  await expect(page.getByRole('button', { name: '+ Lane' })).toBeDisabled();
  await poll(() => page.workers().length).toBe(4);
  await page.getByRole('button', { name: 'More about lane C' }).click();
  await page.getByRole('button', { name: 'Remove lane C' }).click();
  await poll(() => page.workers().length).toBe(3);
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('zhao-5mb-1bwdp-stf30');
  await link(page, 'zhao-5mb-1bwdp-stf30');
  await runsTo(page, 0.5);
});

test('lanes are never shown at different times', async ({ page }) => {
  await page.goto(`./#v=1&p=opening&lanes=droptail,droptail,droptail`);
  await expect(page.getByRole('region', { name: 'Digest' }).locator('dd')).toHaveCount(3);
  await runsTo(page, 0.3);
  const different = await page.evaluate(async () => {
    let seen = 0;
    for (let i = 0; i < 60; i++) {
      await new Promise(requestAnimationFrame);
      const words = [...document.querySelectorAll('[aria-label="Digest"] dd')].map((item) => item.textContent);
      if (new Set(words).size !== 1) seen++;
    }
    return seen;
  });
  expect(different).toBe(0);
});

test('a lane whose worker throws says so, with the stack; the other goes on; it can be restarted', async ({ page }) => {
  await page.addInitScript(() => {
    const Real = Worker;
    let made = 0;
    // The second worker is asked, once, for a policy that does not exist.
    window.Worker = class extends Real {
      private spoiled = ++made === 2;
      override postMessage(message: unknown): void {
        const open = message as { type: string; policy?: string };
        if (open.type === 'open' && this.spoiled) open.policy = 'nonsense';
        super.postMessage(open);
      }
    };
  });
  await page.goto('./');
  const lane = page.getByRole('region', { name: 'Lane B: RED' });
  const alert = lane.getByRole('alert');
  await expect(alert).toContainText('unknown policy: nonsense');
  // The place of the error; stacks differ between browsers.
  await expect(alert.locator('pre')).toContainText(/\.js:\d+:\d+/);
  await runsTo(page, 0.5);
  await lane.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  await expect(lane.getByText(/delay [\d.]+ ms/)).toBeVisible();
  await pauseAt(page, 0);
  const [one, other] = await digests(page);
  expect(one).toMatch(/^[0-9a-f]{16}$/);
  expect(other).toMatch(/^[0-9a-f]{16}$/);
});

test.describe('without the script of a worker', () => {
  // Firefox writes that the script has no type.
  test.use({ expected: /gone\.js/ });

  test('a worker that cannot be loaded is an error of its lane, not of the page', async ({ page }) => {
    await page.addInitScript(() => {
      const Real = Worker;
      let made = 0;
      window.Worker = class extends Real {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(++made === 1 ? new URL('gone.js', location.href) : url, options);
        }
      };
    });
    await page.goto('./', { waitUntil: 'commit' });
    await expect(page.getByRole('region', { name: 'Lane A: DropTail' }).getByRole('alert')).toBeVisible();
    await runsTo(page, 0.5);
  });
});

for (const [what, hash, said] of [
  ['an unknown preset', 'v=1&p=nonsense', /nonsense/],
  ['a value out of range', 'v=1&p=opening&link.rateBps=-3', /link\.rateBps/],
  ['an unknown policy', 'v=1&p=opening&lanes=red,toString', /toString/],
  ['a prototype', 'v=1&p=__proto__&__proto__=1&constructor.prototype=2', /__proto__/],
  ['a broken compression', 'z=AAAA&v=1', /\bz\b/],
  ['noise', '%%%&&&===;;;', /not/],
  ['far too many characters', 'x'.repeat(70_000), /characters is not allowed/],
] as const)
  test(`a link with ${what} is reported and the page runs`, longUnless(what === 'noise'), async ({ page }) => {
    await page.goto(`./#${hash}`);
    await expect(page.getByRole('status').filter({ hasText: said })).toBeVisible();
    await runsTo(page, 0.2);
  });

test('a text that is not a number, or a number out of range, is named with the allowed values, and the run goes on', async ({
  page,
}) => {
  await page.goto('./');
  const rate = page.getByRole('region', { name: 'Link and buffer' }).getByRole('textbox', { name: /^Rate/ });
  for (const bad of ['abc', '-5', '1e999', '']) {
    await rate.fill(bad);
    await rate.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: /link\.rateBps.*allowed/ })).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss this notice' }).first().click();
    await expect(rate).toHaveValue('10');
  }
  const before = await shownSeconds(page);
  await poll(() => shownSeconds(page)).toBeGreaterThan(before);
});

test('a scenario is saved as a file and opened again', async ({ page }) => {
  await page.goto('./#v=1&p=opening&lanes=red&lanes.0.minThreshold=7');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save file' }).click();
  const path = await (await saving).path();
  const scenario = JSON.parse(await readFile(path, 'utf8'));
  expect(scenario.policies).toEqual({ red: expect.objectContaining({ minThreshold: 7 }) });
  scenario.title = 'Mine';
  scenario.run.durationSeconds = 6;
  await openFile(page, 'mine.json', JSON.stringify(scenario));
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toContainText('Mine');
  await expect(page.getByRole('region', { name: 'Lane A: RED' })).toBeVisible();
  await digestsAtEnd(page);
  expect(await shownSeconds(page)).toBe(6);
});

const brokenFiles: readonly (readonly [what: string, text: string, notice: RegExp])[] = [
  ['no JSON', '{"link": ', /^bad\.json: file: line 1, column \d+: /],
  ['nothing to send', '{"sources": {}}', /^bad\.json: sources: /],
  [
    'far too many characters',
    ' '.repeat(MAX_FILE_BYTES + 1),
    new RegExp(`^bad\\.json: ${MAX_FILE_BYTES + 1} bytes is not allowed; allowed: at most ${MAX_FILE_BYTES}$`),
  ],
  [
    'one field out of range',
    '{"link":{"rateBps":-1},"sources":{"a":{"kind":"poisson"}}}',
    /^bad\.json: link\.rateBps: -1 is not allowed/,
  ],
];

for (const [what, text, notice] of brokenFiles) {
  test(
    `a scenario file with ${what} is reported and the page runs`,
    longUnless(what === 'no JSON'),
    async ({ page }) => {
      await page.goto('./');
      await openFile(page, 'bad.json', text);
      await expect(page.getByRole('status').getByText(notice)).toBeVisible();
      const shown = await shownSeconds(page);
      await poll(() => shownSeconds(page)).toBeGreaterThan(shown);
    },
  );
}

test('a file dropped on the page is opened', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Scenario file' })).toBeVisible();
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['{"title":"Dropped","sources":{"a":{"kind":"poisson"}}}'], 'dropped.json'));
    return transfer;
  });
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toContainText('Dropped');
});

test('everything can be reached by keyboard', async ({ page }) => {
  await page.goto('./');
  await runsTo(page, 0.2);
  await page.keyboard.press('Space');
  const held = await heldSeconds(page);
  await page.keyboard.press('ArrowRight');
  await poll(() => shownSeconds(page)).toBeCloseTo(held + 0.1, 5);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('1 : 2 slow motion')).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByRole('region', { name: 'Lane B: RED' })).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await poll(() => shownSeconds(page)).toBe(0);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `axe finds nothing, ${colorScheme}, dialog closed and open`,
    longUnless(colorScheme === 'light'),
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await openAt(page, './#v=1&p=opening&lanes=droptail,red,red-ecn&link.rateBps=-1', 0.5);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await page.getByRole('button', { name: 'Help and keys' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      // The page behind the dialog was checked before.
      expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([]);
    },
  );

for (const width of [320, 390])
  test(
    `${width} px wide: nothing overflows, and the controls open on demand`,
    longUnless(width === 320),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 700 });
      await page.goto('./');
      await runsTo(page, 0.2);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expect(page.getByRole('complementary', { name: 'Controls' })).toBeHidden();
      await page.getByRole('button', { name: 'Controls' }).click();
      await expect(page.getByRole('complementary', { name: 'Controls' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    },
  );

for (const [width, height] of [
  [390, 844],
  [640, 400],
] as const)
  test(
    `${width} px wide: the head is short, and keys reach every action and the whole headline`,
    longUnless(width === 390),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(`./#${SHORT}&at=5.5`);
      await expect(page.getByRole('region', { name: 'Headline' })).toContainText('delay');
      const top = () => page.locator('main').evaluate((main) => main.getBoundingClientRect().top);
      expect(await top()).toBeLessThanOrEqual(170);
      const whole = page.getByText(/–5\.5 s, one run/);
      await expect(whole).toBeHidden();
      const more = page.getByRole('button', { name: 'More', exact: true });
      await more.focus();
      await page.keyboard.press('Enter');
      await expect(whole).toBeVisible();
      await page.getByRole('button', { name: 'Less' }).click();
      await expect(whole).toBeHidden();

      const sweep = page.getByRole('button', { name: 'Sweep' });
      await expect(sweep).toBeHidden();
      await page.getByRole('button', { name: 'Menu' }).focus();
      await page.keyboard.press('Enter');
      for (const name of [
        'My line',
        'Sweep',
        '+ Lane',
        'Why?',
        'Share link',
        'Save',
        'Projector',
        'Theme: system. Change',
        'Help and keys',
      ])
        await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Papers' })).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'My line' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(sweep).toBeHidden();
      await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Why?' }).click();
      await expect(page.getByRole('complementary', { name: 'Why' })).toBeVisible();
      await expect(sweep).toBeHidden();
    },
  );

test('reduced motion: the page opens on a filled picture, and nothing moves until the user starts it', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // A stop of its story, the end of its small picture, half of a run that is shorter, and the time of the link.
  for (const [address, seconds] of [
    ['', 10],
    ['#v=1&p=md1', 20],
    [`#${SHORT}`, 3],
    [`#${SHORT}&at=2.5`, 2.5],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`./${address}`);
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await poll(() => shownSeconds(page)).toBe(seconds);
    await expect(
      page
        .getByRole('region', { name: 'Lane A' })
        .getByText(/[1-9][\d.]* ms/)
        .first(),
    ).toBeVisible();
    await page.waitForTimeout(400);
    expect(await shownSeconds(page)).toBe(seconds);
  }
  // Another scenario is chosen while the run is paused.
  await page.goto('about:blank');
  await page.goto('./');
  await poll(() => shownSeconds(page)).toBe(10);
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('md1');
  await poll(() => shownSeconds(page)).toBe(20);
});

test('resizing in mid-run loses nothing', { tag: '@long' }, async ({ page }) => {
  await page.goto(`./#${SHORT}`);
  for (const [width, height] of [
    [1920, 1080],
    [600, 500],
    [1280, 300],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(100);
  }
  const resized = await digestsAtEnd(page);
  await page.reload();
  expect(await digestsAtEnd(page)).toEqual(resized);
});

test('inside a frame the page runs', { tag: '@long' }, async ({ page, baseURL }) => {
  await page.route('**/frame.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Course</title><iframe title="Bufferscope" src="./" width="900" height="700"></iframe>`,
    }),
  );
  await page.goto(`${baseURL}frame.html`);
  const inner = page.frameLocator('iframe');
  await expect(inner.getByRole('region', { name: 'Lane B: RED' }).getByText(/delay [\d.]+ ms/)).toBeVisible();
});

test('the plots show the whole run or its last seconds', async ({ page }) => {
  await page.goto('./');
  await runsTo(page, 0.3);
  await page.getByRole('button', { name: 'whole run' }).click();
  await expect(page.getByRole('button', { name: 'whole run' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'last 20 s' }).click();
  const shown = await shownSeconds(page);
  await poll(() => shownSeconds(page)).toBeGreaterThan(shown);
});

test('a link that is opened while the page goes back to its run is not lost', async ({ page, quiet: _ }) => {
  await page.goto('./');
  await page.getByRole('link', { name: 'Papers' }).click();
  await page.getByRole('button', { name: 'Back to the queues' }).waitFor();
  // Both at once: the page has not written the address of its run yet, and the event of the link has not come.
  await page.evaluate(() => {
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Back to the queues')?.click();
    location.hash = 'v=1&p=opening&seed=77&lanes=droptail,red';
  });
  await expect(page.getByRole('textbox', { name: /^seed/ })).toHaveValue('77');
});

test('the mark of the present queue in the lens is drawn with each queue, so both show one moment', {
  tag: '@long',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const counts = { queue: 0, now: 0 };
    Object.assign(window, { counts });
    const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...place) {
      if (this.canvas.className === 'lane-queue') counts.queue++;
      clearRect.apply(this, place);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      if (/^now \d/.test(text)) counts.now++;
      fillText.call(this, text, ...place);
    };
  });
  await page.goto('./#v=1&p=opening&lanes=droptail');
  const counts = () =>
    page.evaluate(() => ({ ...(window as unknown as { counts: { queue: number; now: number } }).counts }));
  await expect.poll(async () => (await counts()).now).toBeGreaterThan(20);
  const before = await counts();
  await expect.poll(async () => (await counts()).queue).toBeGreaterThan(before.queue + 30);
  const after = await counts();
  expect(after.now - before.now).toBe(after.queue - before.queue);
});
