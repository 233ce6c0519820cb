/**
 * A zoom of 400 % on a screen of 1280 x 1024 px leaves a page of 320 x 256 px (WCAG 1.4.10). No view scrolls sideways
 * there, nothing is cut at its sides, and every control can be reached. The same on a small phone.
 */
import { expect, type Page } from '@playwright/test';
import { longUnless } from './long.ts';
import { pauseAt, test } from './page-object.ts';
import { poll } from './poll.ts';

const SIZES = [
  { width: 320, height: 256 },
  { width: 320, height: 568 },
] as const;

test.use({ viewport: SIZES[0], expected: /404/ });

const RUN = 'v=1&p=opening&run.durationSeconds=6&run.warmupSeconds=1&at=2';

/** Opens the menu of the header and chooses one of its actions. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

/** What is wrong in the shown view: what lies outside of the window, and controls that cannot be reached. */
function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.className} "${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}"`;
    const parents = (element: Element): Element[] =>
      element.parentElement === null ? [] : [element.parentElement, ...parents(element.parentElement)];
    const isScroller = (element: Element) =>
      element !== document.body && ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} px wide`);
    const dialog = document.querySelector('dialog:modal');
    for (const element of (dialog ?? document.body).querySelectorAll('*')) {
      const isHidden = !element.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden');
      // A link that is shown while it has the focus.
      if (isHidden || element.closest('svg') || element.matches('.skip-link')) continue;
      const hasText = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
      );
      const isControl = element.matches('button, a[href], input, select, textarea, summary');
      if (!hasText && !isControl) continue;
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) continue;
      if ((box.left < -12 || box.right > innerWidth + 1) && !parents(element).some(isScroller))
        faults.push(`outside: ${nameOf(element)} from ${box.left} to ${box.right} px`);
      if (!isControl || element.matches(':disabled')) continue;
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      // An open menu or panel covers others until it is closed.
      const panel = hit?.closest('.floating, .menu, .inspector, .program') ?? null;
      const isBehindPanel = panel !== null && !panel.contains(element);
      const isReached =
        hit !== null && (isBehindPanel || element.contains(hit) || hit.contains(element) || hit.closest('label'));
      if (!isReached) faults.push(`covered: ${nameOf(element)} by ${hit === null ? 'nothing' : nameOf(hit)}`);
    }
    scrollTo(0, 0);
    return faults;
  });
}

/** Fails if the shown view has faults in one of the sizes. */
async function checkSizes(page: Page, view: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // The page measures itself after the window has another size.
    const name = `${view}, ${size.width} x ${size.height} px`;
    await poll(async () => (await findFaults(page)).map((fault) => `${name}: ${fault}`)).toEqual([]);
  }
  await page.setViewportSize(SIZES[0]);
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

for (const lanes of ['droptail', 'droptail,red', 'droptail,red,red-ecn', 'droptail,red,codel,pie'])
  test(`a run with the lanes ${lanes} fits a page of 320 px`, longUnless(lanes.endsWith('pie')), async ({ page }) => {
    await page.goto(`./#${RUN}&lanes=${lanes}`);
    await pauseAt(page, 2);
    await checkSizes(page, lanes);
  });

const VIEWS: readonly (readonly [hash: string, text: string | RegExp])[] = [
  ['lessons', 'Lessons'],
  ['scenarios', 'Start here'],
  ['lesson=why-a-queue-fills', 'Why a queue fills'],
  ['lesson=how-big-a-buffer&step=9', 'Build the router'],
  ['lesson=nothing', 'This lesson could not be opened'],
  ['lesson-editor', 'Lesson editor'],
  ['papers', 'Papers, measured again'],
  ['papers=goyal-dfba', 'Buffer Management for the GFR Service'],
  ['papers=zhao-reddy', /Impact of bandwidth-delay product/],
  ['v=1&p=nothing&x=1', /the id of a preset/],
  [`${RUN}&lanes=droptail,red&embed=locked`, 'DropTail'],
  [`${RUN}&lanes=droptail,red&embed=bare`, 'Open in Bufferscope'],
  ['v=1&p=goyal-r5&lanes=dfba,epd&at=1', 'DFBA'],
  ['v=1&p=abe-voice&at=1', 'Flat best effort'],
];

for (const [hash, text] of VIEWS)
  test(
    `${hash} fits a page of 320 px`,
    longUnless(['scenarios', 'lessons', 'papers', 'lesson=why-a-queue-fills'].includes(hash)),
    async ({ page }) => {
      await page.goto(`./#${hash}`);
      await expect(page.getByText(text).first()).toBeAttached();
      await checkSizes(page, hash);
    },
  );

test('dialogs and panels of a run fit a page of 320 px', async ({ page }) => {
  await page.goto(`./#${RUN}&lanes=droptail,red`);
  await pauseAt(page, 2);
  const dialog = page.getByRole('dialog');
  for (const name of ['Sweep', 'Save', 'Help and keys']) {
    await choose(page, name);
    await expect(dialog).toBeVisible();
    await checkSizes(page, name);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await checkSizes(page, 'the menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await checkSizes(page, 'the whole headline');
  await page.getByRole('button', { name: 'Controls' }).click();
  await checkSizes(page, 'the controls');
  await page.getByRole('button', { name: 'Controls' }).click();
  await choose(page, 'Why?');
  await expect(page.getByRole('complementary', { name: 'Why' })).toBeVisible();
  await checkSizes(page, 'the reasons');
});

test('the story of a run fits a page of 320 px', async ({ page }) => {
  await page.goto(`./#v=1&p=opening&lanes=droptail,red&at=14`);
  await page.getByRole('button', { name: 'Start here' }).click();
  await expect(page.getByText('Start, 1 of 6')).toBeVisible();
  await checkSizes(page, 'the introduction');
  for (let part = 0; part < 10; part++) await page.keyboard.press('PageDown');
  await expect(page.getByRole('link', { name: 'A lesson on this' })).toBeVisible();
  await checkSizes(page, 'the end of the story');
});

test('an own policy and its editor fit a page of 320 px', { tag: '@long' }, async ({ page }) => {
  await page.goto(`./#${RUN}&lanes=droptail,red`);
  await pauseAt(page, 2);
  await page.getByRole('button', { name: 'More about lane B' }).click();
  await checkSizes(page, 'the menu of a lane');
  await page.getByRole('button', { name: 'Write a policy of lane B' }).click();
  await expect(page.getByRole('textbox', { name: 'Program' })).toBeVisible();
  await checkSizes(page, 'the editor');
});
