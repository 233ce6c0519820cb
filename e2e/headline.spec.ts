/** The band under the head: the scenario's sentence, and the finding from the lanes' figures. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { openAt, scrubTo, shownSeconds, test } from './page-object.ts';

const SHORT = 'v=1&p=opening&run.durationSeconds=10&run.warmupSeconds=1';

test('the headline first describes the scenario, then the result of the lanes', async ({ page }) => {
  await openAt(page, `./#${SHORT}`, 0.5);
  const headline = page.getByRole('region', { name: 'Headline' });
  await expect(headline).toContainText('When does each policy drop packets, and how long do packets wait?');
  await expect(headline).toContainText('The run is warming up. Figures count from 1 s.');
  await scrubTo(page, 0.2);
  await expect(headline).toContainText(/too early to be sure: *delay [\d.]+ → [\d.]+ ms/);
  await scrubTo(page, 1);
  await expect(headline).toContainText(
    /From\s*A\s*DropTail\s*to\s*B\s*RED:\s*shorter delay [\d.]+ → [\d.]+ ms \(0\.2\d* × A\)/,
  );
  await expect(headline).toContainText('1–10 s, one run');
  // The ratio is that of the figures in the lanes' heads.
  const delays = await page
    .getByRole('region', { name: /^Lane / })
    .locator('.figures')
    .allTextContents();
  const [a, b] = delays.map((text) => Number(/delay\s*([\d.]+)/.exec(text)?.[1])) as [number, number];
  const ratio = Number(/\(([\d.]+) × A/.exec((await headline.textContent()) ?? '')?.[1]);
  expect(Math.abs(ratio - b / a)).toBeLessThan(0.01);
});

test('on a phone, the finding has the names of the policies if they are short, and the word of its first figure', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const finding = page.locator('.headline-finding');
  await openAt(page, `./#${SHORT}`, 9.5);
  await expect.poll(() => finding.innerText()).toMatch(/^From\s*A\s*DropTail\s*to\s*B\s*RED: shorter delay/);
  // Without it only the hash changes, and the run of before would still be shown for a moment.
  await page.goto('about:blank');
  await openAt(page, `./#${SHORT}&lanes=droptail,fq-codel`, 9.5);
  await expect.poll(() => finding.innerText()).toMatch(/^From\s*A\s*to\s*B\s*:/);
});

test('two lanes of one policy do not differ clearly; a single lane shows its figures', { tag: '@long' }, async ({
  page,
}) => {
  await openAt(page, `./#${SHORT}&lanes=red,red`, 9.5);
  const headline = page.getByRole('region', { name: 'Headline' });
  await expect(headline).toContainText(
    /no clear difference: *delay (?:[\d.]+ → )?[\d.]+ ms, loss (?:[\d.]+ → )?[\d.]+ %\./,
  );
  await openAt(page, `./#${SHORT}&lanes=red`, 9.5);
  await expect(headline).toContainText(/A\s*RED:\s*delay [\d.]+ ms, loss [\d.]+ %, link busy [\d.]+ %/);
});

test('three lanes are compared quantity by quantity, by lane, and as dots', async ({ page }) => {
  await openAt(page, `./#${SHORT}&lanes=droptail,red,codel`, 9.5);
  const headline = page.getByRole('region', { name: 'Headline' });
  await expect(headline).toContainText(
    /Against *A *DropTail: *shorter delay [\d.]+ → [\d.–]+ ms.*; *more loss [\d.]+ → [\d.]+ % in *B, (less|no clear difference).* in *C\./,
  );
  await expect(page.getByRole('img', { name: /a dot for each lane/ })).toBeVisible();
});

test('a key moment: a click goes there in slow motion, a key goes to the next, the packet is ringed with its reason, and going back finds the same', {
  tag: '@long',
}, async ({ page }) => {
  await openAt(page, `./#${SHORT}`, 4);
  const marks = page.getByRole('button', { name: /^Key moment/ });
  const named = (text: RegExp) => page.getByRole('button', { name: text });
  await expect(named(/A first drop: buffer full at 0\.55 s/)).toBeVisible();
  await expect(named(/A the last long flow leaves slow start/)).toBeVisible();
  // The lanes find their moments separately.
  await expect(named(/B average queue reaches min_th/)).toBeVisible();
  await expect(named(/so far/)).toHaveCount(0);
  const before = await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label')));
  await marks.first().focus();
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Key moment' });
  await expect(card).toContainText('B average queue reaches min_th');
  await expect(page.locator('.playback-speed')).toContainText('slow motion');
  for (const words of ['B first drop: early drop', 'A first drop: buffer full']) {
    await page.keyboard.press('n');
    await expect(card).toContainText(words.slice(2));
  }
  // It stops exactly there.
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(await shownSeconds(page)).toBeCloseTo(0.549, 2);
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await page.keyboard.press('p');
  await expect(card).toContainText('first drop: early drop');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  expect(await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label')))).toEqual(before);
});
