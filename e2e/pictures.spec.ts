/** The drawings fit on every screen and on paper, and agree with each other. */
import { expect, type Page } from '@playwright/test';
import { longUnless } from './long.ts';
import { test } from './page-object.ts';
import { patient } from './patience.ts';

async function open(page: Page, lanes: string, theme = 'light'): Promise<void> {
  await page.addInitScript((kept) => {
    // Firefox runs this in the empty first page of a tab too, which has no origin and no storage.
    if (origin !== 'null') localStorage.setItem('bufferscope.theme', kept);
  }, theme);
  await page.goto(`./#v=1&p=opening&lanes=${lanes}`);
  await expect(page.locator('.lane')).toHaveCount(lanes.split(',').length);
}

for (const { width, height, lanes, theme, compact } of [
  { width: 1280, height: 800, lanes: 'droptail,red', theme: 'light', compact: false },
  { width: 1280, height: 800, lanes: 'droptail,red,red-ecn', theme: 'light', compact: false },
  { width: 1280, height: 800, lanes: 'droptail,red,red-ecn,red', theme: 'light', compact: true },
  { width: 1280, height: 800, lanes: 'droptail,red', theme: 'projector', compact: true },
  { width: 1280, height: 800, lanes: 'droptail,red,red-ecn,red', theme: 'projector', compact: true },
  { width: 390, height: 844, lanes: 'droptail,red', theme: 'dark', compact: true },
])
  test(
    `${width} x ${height}, ${theme}, ${lanes}: every lane has its name, its queue and its lens`,
    longUnless(width === 390),
    async ({ page, quiet: _ }) => {
      await page.setViewportSize({ width, height });
      await open(page, lanes, theme);
      const placesOf = async (parts: readonly string[]) => {
        const all = await page.locator('.lane').all();
        return Promise.all(
          all.map((lane) => Promise.all(parts.map(async (part) => (await lane.locator(part).boundingBox())!))),
        );
      };
      await expect(page.locator('.plots canvas').first()).toBeAttached();
      for (const [name, queue] of await placesOf(['header select', 'canvas.lane-queue'])) {
        expect(name!.width).toBeGreaterThan(100);
        // The box of the queue: more than half of its canvas, or 56px of a row.
        expect(queue!.height).toBeGreaterThanOrEqual(compact ? 126 : 165);
        // All rows of a lane are visible at once if plots are below them.
        if (compact && width > 900) expect(queue!.y + queue!.height).toBeLessThanOrEqual(height);
      }
      if (compact) await page.getByRole('button', { name: 'lenses' }).click();
      for (const [lane, queue, lens] of await placesOf([':scope', 'canvas.lane-queue', 'canvas.lane-lens'])) {
        expect(lens!.height).toBeGreaterThanOrEqual(110);
        // No element overlaps its neighbour.
        expect(lens!.y).toBeGreaterThanOrEqual(queue!.y + queue!.height - 1);
        expect(lens!.y + lens!.height).toBeLessThanOrEqual(lane!.y + lane!.height + 1);
      }
      if (compact) await page.getByRole('button', { name: 'plots', exact: true }).click();
      // The rest can be scrolled to.
      const last = page.locator('.plots canvas').locator('visible=true').last();
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport();
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider).toBeLessThanOrEqual(0);
    },
  );

test('a frame tells the page around it how high it must be', async ({ page, quiet: _ }) => {
  await page.route('**/course.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<link rel="icon" href="data:,"><script>
        addEventListener('message', ({ data }) => { if (data.type === 'bufferscope:height') document.title = data.height; });
        </script><iframe src="./#v=1&p=opening&lanes=droptail,red&embed=bare" style="width: 600px; height: 300px"></iframe>`,
    }),
  );
  await page.goto('./course.html');
  // Two rows, their head and three plots are more than the frame has.
  await expect.poll(async () => Number(await page.title())).toBeGreaterThan(700);
});

test('while it runs, the average beside the queue is the one in the lens', async ({ page, quiet: _ }) => {
  await page.addInitScript(() => {
    const said: Record<string, string> = {};
    const found = { compared: 0, different: [] as string[] };
    Object.assign(window, { found });
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, text, ...rest) {
      const average = /^average ([\d.]+)/.exec(text)?.[1];
      if (average !== undefined && this.canvas instanceof HTMLCanvasElement) said[this.canvas.className] = average;
      write.call(this, text, ...rest);
    };
    setInterval(() => {
      if (said['lane-queue'] === undefined || said['lane-lens'] === undefined) return;
      found.compared++;
      if (said['lane-queue'] !== said['lane-lens']) found.different.push(`${said['lane-queue']} ${said['lane-lens']}`);
    }, 15);
  });
  await open(page, 'red');
  const found = () =>
    page.evaluate(() => (window as unknown as { found: { compared: number; different: string[] } }).found);
  await expect.poll(async () => (await found()).compared, { timeout: patient(20_000) }).toBeGreaterThan(60);
  expect((await found()).different).toEqual([]);
});

test('for printing, the page is laid out and drawn as a sheet, and then as before', async ({ page, quiet: _ }) => {
  await open(page, 'droptail,red', 'dark');
  await expect(page.locator('.plots canvas')).toHaveCount(2);
  // Each was drawn once, because queues and lenses wait for the first packets.
  await expect(page.locator('canvas[width]')).toHaveCount(6);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.evaluate(() => {
    const seen: unknown[] = [];
    Object.assign(window, { seen });
    // Read after the page has prepared for printing.
    addEventListener('beforeprint', () => {
      for (const canvas of document.querySelectorAll('canvas')) {
        seen.push({
          width: canvas.clientWidth,
          ratio: canvas.width / canvas.height / (canvas.clientWidth / canvas.clientHeight),
        });
      }
      // The legend over the first queue, which has become narrow.
      const queue = document.querySelector<HTMLCanvasElement>('canvas.lane-queue')!;
      const { data } = queue.getContext('2d')!.getImageData(0, 4, queue.width / 2, 10);
      seen.push(data.some((value) => value !== 0));
      seen.push(getComputedStyle(document.body).getPropertyValue('--surface').trim());
    });
  });
  const before = await page.locator('.plots canvas').first().boundingBox();
  await page.pdf({ format: 'A4' });
  const seen = (await page.evaluate(() => (window as unknown as { seen: unknown[] }).seen)) as {
    [key: string]: unknown;
  }[];
  expect(seen.pop()).toBe('rgb(255, 255, 255)');
  expect(seen.pop()).toBe(true);
  expect(seen).toHaveLength(6);
  for (const { width, ratio } of seen) {
    // A4 upright has 718 px between margins of a centimetre.
    expect(width).toBeLessThanOrEqual(718);
    expect(ratio).toBeCloseTo(1, 1);
  }
  await expect(page.locator('html')).not.toHaveAttribute('data-sheet');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.locator('.plots canvas').first().boundingBox()).toEqual(before);
});

test('a paper is printed whole, without the run', { tag: '@long' }, async ({ page, quiet: _ }) => {
  await page.goto('./#papers=goyal-dfba');
  await expect(page.getByRole('heading', { name: 'Published numbers' })).toBeVisible();
  await expect(page.locator('.lane')).toHaveCount(2);
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
  expect(pages?.length).toBeGreaterThan(4);
});

test('a sheet has every word of the finding, and no controls', { tag: '@long' }, async ({ page, quiet: _ }) => {
  await open(page, 'droptail,red');
  await page.getByRole('button', { name: 'More about lane B' }).click();
  await page.getByRole('button', { name: 'Write a policy of lane B' }).click();
  const controls = page.locator('.program, .sidebar, .playback button, .headline-button, .plots-head');
  await expect(page.locator('.program')).toBeVisible();
  const term = page.locator('.headline-finding button.term').first();
  await expect(term).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.dataset.sheet = '';
  });
  await expect(controls.locator('visible=true')).toHaveCount(0);
  await expect(term).toBeVisible();
});

test('four lanes at 1920 x 1080: every line has its mean, and no number of the axes covers another', {
  tag: '@long',
}, async ({ page, quiet: _ }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.addInitScript(() => {
    // Above this height there are the labels of marked moments.
    const MOMENTS = 12;
    const letters = new Map<Element, { letter: string; x: number; y: number }[]>();
    const numbers = new Map<Element, number[]>();
    Object.assign(window, { letters, numbers });
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (this: CanvasRenderingContext2D, ...at) {
      if (this.canvas instanceof HTMLCanvasElement) {
        letters.set(this.canvas, []);
        numbers.set(this.canvas, []);
      }
      clearRect.call(this, ...at);
    };
    CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, text, x, y, ...rest) {
      // The letters of lanes are bold; C is also the rate of the link.
      if (
        this.canvas instanceof HTMLCanvasElement &&
        /^[A-D]$/.test(text) &&
        /^(bold|700)/.test(this.font) &&
        y > MOMENTS
      )
        letters.get(this.canvas)?.push({ letter: text, x, y });
      // The numbers of the vertical axes.
      if (this.canvas instanceof HTMLCanvasElement && this.font.startsWith('11px') && this.textAlign === 'right')
        numbers.get(this.canvas)?.push(y);
      fillText.call(this, text, x, y, ...rest);
    };
  });
  await page.goto('./#v=1&p=opening&lanes=droptail,red,codel,pie&at=4&plots=delay,goodput');
  const plot = page.locator('.plots figure').nth(1);
  const ends = () =>
    plot.locator('canvas').evaluate((canvas) => {
      const { letters } = window as unknown as { letters: Map<Element, { letter: string; x: number; y: number }[]> };
      return letters.get(canvas) ?? [];
    });
  await expect
    .poll(
      async () =>
        (await ends())
          .map(({ letter }) => letter)
          .sort()
          .join(''),
      { timeout: patient(30_000) },
    )
    .toBe('AAABBBCCCDDD');
  // In one column or two. A letter and its figure are less than 50 px wide.
  await expect.poll(async () => new Set((await ends()).map(({ x }) => x)).size).toBeLessThanOrEqual(2);
  const shown = await ends();
  expect(shown).toHaveLength(12);
  for (const [index, one] of shown.entries())
    for (const other of shown.slice(index + 1))
      expect(Math.abs(one.y - other.y) >= 12 || Math.abs(one.x - other.x) >= 50).toBe(true);
  // The words over the figures end at 14.
  expect(Math.min(...shown.map(({ y }) => y)) - 4.5).toBeGreaterThanOrEqual(14);
  const numbers = await plot
    .locator('canvas')
    .evaluate((canvas) => (window as unknown as { numbers: Map<Element, number[]> }).numbers.get(canvas) ?? []);
  expect(numbers.length).toBeGreaterThan(3);
  numbers.sort((one, other) => one - other);
  for (const [index, y] of numbers.slice(1).entries()) expect(y - numbers[index]!).toBeGreaterThanOrEqual(11.9);
  // Nothing of the plots is below the screen.
  const main = await page.locator('main').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(main).toBeLessThanOrEqual(0);
});

test('the average of RED has its number, where the symbol must be smaller too', { tag: '@long' }, async ({
  page,
  quiet: _,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(window, { texts });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, text, ...rest) {
      texts.push(text);
      fillText.call(this, text, ...rest);
    };
  });
  await page.goto('./#v=1&p=opening&lanes=droptail,red&at=15&plots=delay,goodput,queue');
  // Its symbol has an index that is empty, and then comes the number.
  const behind = () =>
    page.evaluate(() => {
      const { texts } = window as unknown as { texts: string[] };
      const at = texts.lastIndexOf('avg');
      return at < 0 ? '' : texts.slice(at + 1).find((text) => text !== '');
    });
  await expect.poll(behind, { timeout: patient(20_000) }).toMatch(/^\d+(\.\d+)?$/);
});

test('marked moments have at most three labels in a plot, and a click on one goes there in slow motion', {
  tag: '@long',
}, async ({ page, quiet: _ }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.addInitScript(() => {
    const said = new Map<string, { x: number; y: number }[]>();
    Object.assign(window, { said });
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    const nameOf = ({ canvas }: CanvasRenderingContext2D) =>
      canvas instanceof HTMLCanvasElement ? (canvas.getAttribute('aria-label') ?? '') : '';
    CanvasRenderingContext2D.prototype.clearRect = function (this: CanvasRenderingContext2D, ...at) {
      said.set(nameOf(this), []);
      clearRect.call(this, ...at);
    };
    CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, text, x, y, ...rest) {
      if (/^(first full|first drop|first mark|reaches|slow start over|warm-up ends)$/.test(text))
        said.get(nameOf(this))?.push({ x, y });
      fillText.call(this, text, x, y, ...rest);
    };
  });
  await page.goto('./#v=1&p=opening&lanes=droptail,red&at=14');
  const plot = page.getByRole('img', { name: 'Queueing delay (ms) over simulated time' });
  const labels = async () => {
    const name = (await plot.getAttribute('aria-label')) ?? '';
    return page.evaluate(
      (of) => (window as unknown as { said: Map<string, { x: number; y: number }[]> }).said.get(of),
      name,
    );
  };
  const keyMoment = page.getByRole('region', { name: 'Key moment' });
  // Until the plots have their last size, a label may move between the reading of its place and the click.
  await expect(async () => {
    const found = (await labels()) ?? [];
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(3);
    await plot.click({ position: { x: (found[0]?.x ?? 0) + 10, y: found[0]?.y ?? 0 } });
    await expect(keyMoment).toContainText(/buffer full( for the first time)? 0\.55 s/, { timeout: 2_000 });
  }).toPass({ timeout: patient(30_000) });
  await expect(page.getByRole('slider', { name: 'Speed' })).toHaveAttribute('aria-valuetext', /slow motion/);
});

for (const [lanes, width, height, rows] of [
  ['droptail,red', 1280, 800, 1],
  ['droptail,red,codel', 1280, 800, 3],
  ['droptail,red,codel,pie', 1280, 800, 4],
  ['droptail,red,codel,pie', 390, 844, 4],
] as const)
  test(
    `${lanes}, ${width} x ${height}: the delay is the same beside its line and in the head of its lane`,
    longUnless(lanes.endsWith('pie') && width === 1280),
    async ({ page, quiet: _ }) => {
      await page.setViewportSize({ width, height });
      await page.addInitScript(() => {
        const drawn = new Map<string, { text: string; x: number; y: number }[]>();
        Object.assign(window, { drawn });
        const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
        const nameOf = ({ canvas }: CanvasRenderingContext2D) =>
          canvas instanceof HTMLCanvasElement ? (canvas.getAttribute('aria-label') ?? '') : '';
        CanvasRenderingContext2D.prototype.clearRect = function (this: CanvasRenderingContext2D, ...at) {
          drawn.set(nameOf(this), []);
          clearRect.call(this, ...at);
        };
        CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, text, x, y, ...rest) {
          drawn.get(nameOf(this))?.push({ text, x, y });
          fillText.call(this, text, x, y, ...rest);
        };
      });
      await page.goto(`./#v=1&p=opening&lanes=${lanes}&at=14.05`);
      const plot = page.getByRole('img', { name: 'Queueing delay (ms) over simulated time' });
      await plot.scrollIntoViewIfNeeded();
      const texts = async () => {
        const name = (await plot.getAttribute('aria-label')) ?? '';
        return page.evaluate(
          (of) =>
            (window as unknown as { drawn: Map<string, { text: string; x: number; y: number }[]> }).drawn.get(of) ?? [],
          name,
        );
      };
      const heads = page.locator('.lane .figures > span', { hasText: 'delay' }).locator('b');
      await expect(heads).toHaveCount(lanes.split(',').length);
      for (const head of await heads.all())
        await expect
          .poll(async () => {
            const shown = (await head.innerText()).replace(' ms', '');
            return (await texts()).some(({ text }) => text === shown);
          })
          .toBe(true);
      const seen = await texts();
      expect(seen.some(({ text }) => text.endsWith('mean from 2 s on'))).toBe(true);
      // Each strip has its 0. The first one names the line of a full buffer in place of its top, and the foot has the
      // scale. One row has several numbers and a reference.
      const numbers = seen.filter(({ text, x }) => Number(text) > 0 && x < 64);
      expect(numbers.length).toBeGreaterThan(0);
      const references = seen.filter(({ text }) => text === 'full ≈' || text === 'target');
      if (rows === 1) {
        expect(references.length).toBeGreaterThan(0);
        return;
      }
      // The 0 of the time is below the axis, around 64 px.
      const scale = seen.filter(({ text, x }) => (text === '100' || text === '0') && x < 60);
      expect(scale.map(({ text }) => text)).toEqual(Array(rows).fill('0'));
      expect(references.map(({ text }) => text)).toEqual(['full ≈']);
      expect(seen.some(({ text }) => /^each 0–100( ·|$)/.test(text))).toBe(true);
      for (const { y } of scale)
        for (const reference of references) expect(Math.abs(reference.y - y)).toBeGreaterThanOrEqual(12);
    },
  );

for (const lanes of ['droptail,red', 'droptail,red,codel,pie'])
  test(`${lanes}: no drawing is stretched by a part of a pixel`, longUnless(false), async ({ page, quiet: _ }) => {
    await page.setViewportSize({ width: 1277, height: 797 });
    await page.goto(`./#v=1&p=opening&lanes=${lanes}&at=4`);
    await expect(page.locator('.plots canvas[width]')).toHaveCount(2);
    const odd = () =>
      page.locator('canvas').evaluateAll((all) =>
        (all as HTMLCanvasElement[])
          .filter((canvas) => canvas.clientHeight > 0)
          .map((canvas) => [canvas.getBoundingClientRect(), canvas] as const)
          .filter(([{ width, height }, canvas]) => width !== canvas.width || height !== canvas.height)
          .map(
            ([{ width, height }, canvas]) =>
              `${canvas.className} ${width} x ${height}: ${canvas.width} x ${canvas.height}`,
          ),
      );
    await expect.poll(odd).toEqual([]);
  });

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
] as const)
  test(
    `${width} x ${height}, projector: four lanes and one plot are seen without scrolling`,
    longUnless(width === 1920),
    async ({ page, quiet: _ }) => {
      await page.setViewportSize({ width, height });
      await open(page, 'droptail,red,codel,fq-codel', 'projector');
      await expect(page.locator('.plots canvas[width]')).toHaveCount(1);
      await expect(page.locator('.headline-comparison')).toHaveCount(2);
      expect(await page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);
      const places = await Promise.all(
        ['.playback', '.lane:nth-child(4) canvas.lane-queue', '.plots figure:first-child .plot'].map((part) =>
          page.locator(part).boundingBox(),
        ),
      );
      const [bar, queue, plot] = places.map((place) => ({ top: place!.y, bottom: place!.y + place!.height }));
      expect(plot!.top).toBeGreaterThanOrEqual(queue!.bottom);
      expect(plot!.bottom - plot!.top).toBeGreaterThan(100);
      expect(plot!.bottom).toBeLessThanOrEqual(bar!.top + 1);
      expect(bar!.bottom).toBeLessThanOrEqual(height);
    },
  );

test('1000 x 800, a lesson: the page scrolls, and its lanes and plots have their heights', { tag: '@long' }, async ({
  page,
  quiet: _,
}) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto('./#lesson=how-big-a-buffer&step=9');
  await expect(page.locator('.plot').first()).toBeAttached();
  for (const part of ['.lane-drawings', '.plot'])
    await expect
      .poll(() => page.locator(part).evaluateAll((all) => Math.min(...all.map((one) => one.clientHeight))))
      .toBeGreaterThan(150);
  // The playback bar stays at the lower edge of the window.
  const bar = (await page.locator('.playback').boundingBox())!;
  expect(bar.y + bar.height).toBe(800);
});

test('768 x 1024: both plots are seen without scrolling', { tag: '@long' }, async ({ page, quiet: _ }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('./#v=5&p=home-bufferbloat&at=20');
  await expect(page.locator('.plots canvas[width]')).toHaveCount(2);
  const boxOf = (part: string) => page.locator(part).boundingBox();
  // The plots may change until the finding has its height, with the first figures.
  await expect(async () => {
    const [plot, bar] = [await boxOf('.plots figure:last-child .plot'), await boxOf('.playback')];
    expect(plot!.height).toBeGreaterThan(100);
    expect(plot!.y + plot!.height).toBeLessThanOrEqual(bar!.y + 1);
  }).toPass({ timeout: 5_000 });
});

test('1024 x 768, projector: both lanes and one plot are seen without scrolling', { tag: '@long' }, async ({
  page,
  quiet: _,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, 'droptail,red', 'projector');
  await expect(page.locator('.plots canvas[width]')).toHaveCount(1);
  const [first, second, plot, bar] = await Promise.all(
    ['.lane:nth-child(1)', '.lane:nth-child(2)', '.plots figure:first-child .plot', '.playback'].map((part) =>
      page.locator(part).boundingBox(),
    ),
  );
  expect(second!.y).toBe(first!.y);
  expect(plot!.height).toBeGreaterThan(100);
  expect(plot!.y + plot!.height).toBeLessThanOrEqual(bar!.y + 1);
});

/** The sum of the layout shifts of the page without input. */
async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shift: number }).shift);
}

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [768, 1024],
  [1280, 844],
] as const)
  test(
    `${width} x ${height}: a link that opens a run in its middle moves nothing on the page`,
    longUnless(width === 390),
    async ({ page, quiet: _ }) => {
      await page.setViewportSize({ width, height });
      const shift = await countShifts(page);
      await page.goto('./#v=1&p=opening&lanes=droptail,red&at=14');
      await expect(page.locator('.timeline-clock output')).toHaveText('14.00');
      await expect(page.locator('.plots canvas[width]')).toHaveCount(2);
      await page.waitForTimeout(1_000);
      expect(await shift()).toBeLessThan(0.02);
    },
  );

test('768 x 1024: the plots of cells move nothing on the page while it opens', { tag: '@long' }, async ({
  page,
  quiet: _,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const shift = await countShifts(page);
  await page.goto('./#v=1&p=hu-fig7');
  await expect(page.locator('.headline-comparison')).toBeVisible();
  await page.waitForTimeout(1_000);
  expect(await shift()).toBeLessThan(0.02);
});

for (const [name, address, last] of [
  ['three lanes', '#v=1&p=opening&lanes=droptail,red,codel&run.warmupSeconds=0.5', '.headline-comparison'],
  ['four lanes', '#v=1&p=opening&lanes=droptail,red,codel,fq-codel&run.warmupSeconds=0.5', '.headline-comparison'],
  ['the scenarios', '#scenarios', '.gallery'],
  ['the lessons', '#lessons', '.lesson-list li'],
  ['a lesson', '#lesson=why-a-queue-fills', '.lesson article'],
  ['the overview of the papers', '#papers=all', '.papers-record'],
  ['a paper', '#papers=zhao-reddy', '.papers-record'],
] as const)
  test(
    `${name}: nothing moves on the page while it opens`,
    longUnless(name === 'four lanes'),
    async ({ page, quiet: _ }) => {
      const shift = await countShifts(page);
      await page.goto(`./${address}`);
      await expect(page.locator(last).first()).toBeVisible();
      await page.waitForTimeout(1_000);
      expect(await shift()).toBeLessThan(0.02);
    },
  );

for (const preset of ['video-beside-download', 'goyal-r5', 'hu-fig7'])
  test(
    `${preset}: every number among the controls is seen whole`,
    longUnless(preset === 'hu-fig7'),
    async ({ page, quiet: _ }) => {
      await page.goto(`./#v=1&p=${preset}&at=1`);
      await expect(page.locator('.sidebar .parameter-typed :is(input, textarea)').first()).toBeVisible();
      const cut = await page
        .locator('.sidebar .parameter-typed :is(input, textarea)')
        .evaluateAll((all) =>
          (all as HTMLInputElement[])
            .filter((field) => field.scrollWidth > field.clientWidth || field.scrollHeight > field.clientHeight + 2)
            .map((field) => field.value),
        );
      expect(cut).toEqual([]);
    },
  );

for (const width of [390, 1280])
  test(
    `${width} px wide: the legend of a narrow queue is clear of the figures over it`,
    longUnless(width === 390),
    async ({ page, quiet: _ }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('./#v=1&p=goyal-r5&lanes=dfba,epd,dfba&at=1');
      const gap = await page
        .locator('.lane')
        .first()
        .evaluate((lane) => {
          const bar = lane.querySelector('.figures-bar')?.getBoundingClientRect().bottom ?? 0;
          // The first line of words of the canvas is 10 px below its top, and 5 px are above its middle.
          return (lane.querySelector('canvas.lane-queue')?.getBoundingClientRect().top ?? 0) + 5 - bar;
        });
      expect(gap).toBeGreaterThanOrEqual(3);
    },
  );

for (const [theme, width] of [
  ['projector', 1280],
  ['light', 1280],
  ['light', 850],
] as const)
  test(
    `${theme}, ${width} px wide: the inspector is whole and within the window`,
    longUnless(width < 1280),
    async ({ page, quiet: _ }) => {
      await page.setViewportSize({ width, height: 720 });
      await page.addInitScript((kept) => localStorage.setItem('bufferscope.theme', kept), theme);
      await page.goto('./#v=1&p=opening&lanes=droptail,red&at=14');
      await page.getByRole('button', { name: 'Why?' }).click();
      await expect(page.locator('.verdicts li').first()).toBeVisible();
      const box = await page.locator('.inspector').evaluate((inspector) => {
        const { left, right, top, width } = inspector.getBoundingClientRect();
        return { left, right, top, width, scrollWidth: inspector.scrollWidth, clientWidth: inspector.clientWidth };
      });
      expect(box.width).toBeGreaterThan(250);
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(width);
      expect(box.top).toBeLessThan(720);
      expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth + 1);
    },
  );

test('on a projector the form of a sweep fits into the window', { tag: '@long' }, async ({ page, quiet: _ }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.addInitScript(() => localStorage.setItem('bufferscope.theme', 'projector'));
  await page.goto('./#v=1&p=opening&lanes=droptail,red&at=1');
  await page.getByRole('button', { name: 'Sweep', exact: true }).click();
  const run = await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).boundingBox();
  expect((run?.x ?? 0) + (run?.width ?? 0)).toBeLessThanOrEqual(1280 - 8);
});
