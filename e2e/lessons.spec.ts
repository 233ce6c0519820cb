/**
 * Lessons as students and teachers use them: predict, run, measure, explain; a reload in mid-lesson; by keyboard;
 * hostile files.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { answer, hashOf, heading, held, lessonOf, next, panel, read, studentStory, verdict } from './lesson-story.ts';
import { test } from './page-object.ts';
import { patient } from './patience.ts';

const number = {
  kind: 'predict',
  title: 'Number',
  question: 'How many packets has the buffer?',
  view: held,
  ask: { type: 'number', unit: 'packets', answer: 20, tolerance: { within: 0.5 }, says: 'It is 20.' },
};
const order = {
  kind: 'predict',
  title: 'Order',
  question: 'What comes first?',
  view: held,
  ask: {
    type: 'order',
    items: ['The queue fills', 'A packet is lost', 'The window is halved'],
    says: 'Loss is noticed later.',
  },
};
const sketch = {
  kind: 'predict',
  title: 'Sketch',
  question: 'Sketch the queue.',
  view: held,
  ask: {
    type: 'sketch',
    run: 'one',
    curve: 'queuePackets',
    toSeconds: 10,
    top: 25,
    closePercent: 60,
    says: 'A sawtooth.',
  },
};

async function axe(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual(
    [],
  );
}
test('a student predicts, runs, measures, compares, explains, meets a goal, comes back after a reload, and hands in', async ({
  page,
}) => {
  await studentStory(page, (hash) => page.goto(hash), axe);
});

test('in a frame of another server a lesson works, and the console stays empty', async ({
  page,
  baseURL,
  quiet: _,
}) => {
  const frame = `<iframe title="Lesson" src="${baseURL}${hashOf(lessonOf(number))}" width="1200" height="700"></iframe>`;
  const course = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><link rel="icon" href="data:,">${frame}`);
  }).listen(0, '127.0.0.1');
  await once(course, 'listening');
  await page.goto(`http://127.0.0.1:${(course.address() as AddressInfo).port}/`);
  const lesson = page.frameLocator('iframe').locator('.lesson');
  await lesson.getByRole('textbox').fill('20');
  await lesson.getByRole('button', { name: 'This is my answer' }).click();
  await expect(lesson.locator('.feedback')).toContainText('This is right');
  course.close();
});

test('a right and a wrong number and order; a sketch by pointer is drawn over the run', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(hashOf(lessonOf(number, number, order, sketch)));
  await panel(page).getByRole('textbox').fill('20');
  await answer(page);
  await expect(verdict(page)).toContainText('This is right');
  await next(page);
  await panel(page).getByRole('textbox').fill('7');
  await answer(page);
  await expect(verdict(page)).toContainText('You: 7 packets. Answer: 20');
  await next(page);
  // Sorted with buttons, from any first order.
  const items = panel(page).locator('.order-answer li');
  for (const [place, item] of order.ask.items.entries())
    while (!(await items.nth(place).textContent())?.startsWith(item))
      await panel(page)
        .getByRole('button', { name: `Move up: ${item}` })
        .click();
  await answer(page);
  await expect(verdict(page)).toContainText('This is right');
  await next(page);
  const submit = panel(page).getByRole('button', { name: 'This is my answer' });
  await expect(submit).toBeDisabled();
  const plot = panel(page).locator('.sketch-plot');
  await plot.scrollIntoViewIfNeeded();
  const box = (await plot.boundingBox()) as { x: number; y: number; width: number; height: number };
  await page.mouse.move(box.x + 50, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 20, box.y + box.height / 2, { steps: 10 });
  await page.mouse.up();
  await axe(page);
  await submit.click();
  await expect(verdict(page)).toContainText('This is right');
  await expect(plot.locator('.sketch-curve:not(.sketch-drawn)')).toHaveAttribute('d', /^M[\d.]+ [\d.]+L/);
  await expect(plot.locator('.sketch-drawn')).toHaveAttribute('d', /^M[\d.]+ [\d.]+L/);
  await axe(page);
});

test('by keyboard alone: a sketch by keys and as numbers, an order by arrows', async ({ page }) => {
  await page.goto(hashOf(lessonOf(sketch, order)));
  await panel(page).getByRole('slider', { name: 'Pen' }).focus();
  for (const key of ['PageUp', 'PageUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(panel(page).getByRole('slider', { name: 'Pen' })).toHaveAttribute('aria-valuetext', '0.5 s, 5 packets');
  // The arrow keys draw; they do not change the time of the run.
  await expect(page.locator('.timeline-clock output')).toHaveText(/^0\.0/);
  await panel(page).getByText('As numbers').focus();
  await page.keyboard.press('Enter');
  await panel(page)
    .getByRole('textbox', { name: /at 10 s/ })
    .focus();
  await page.keyboard.type('15');
  await page.keyboard.press('Enter');
  await panel(page).getByRole('button', { name: 'This is my answer' }).focus();
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toContainText('This is right');
  await panel(page).getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { level: 3 })).toBeFocused();
  const first = panel(page).locator('.order-answer li').first();
  const item = await first.locator('.spacer').textContent();
  await first.getByRole('button', { name: /Move down/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(panel(page).locator('.order-answer li').nth(1)).toContainText(item as string);
  await expect(panel(page).getByRole('button', { name: `Move down: ${item}` })).toBeFocused();
});

test('a hostile lesson is shown as text; other origins, damaged links and missing files are refused', async ({
  page,
}) => {
  const markup = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';
  const tex = '$\\href{javascript:window.hit=1}{x}$ $\\rule{9999em}{9999em}$ $\\def\\a{\\a\\a}\\a$';
  const lesson = lessonOf(
    { kind: 'read', title: markup, text: `${markup} ${tex}` },
    { kind: 'run', title: 'Broken' },
    read,
  );
  await page.goto(hashOf({ ...lesson, title: markup, ['__proto__']: { polluted: 1 } }));
  await heading(page, markup);
  await expect(panel(page).getByText('2 parts of this file could not be read')).toBeVisible();
  await expect(panel(page).locator('.katex').first()).toBeVisible();
  expect(await panel(page).locator('article :is(img, script, a)').count()).toBe(0);
  expect((await panel(page).locator('article').boundingBox())?.height).toBeLessThan(2_000);
  expect(await page.evaluate(() => Object.hasOwn(window, 'hit'))).toBe(false);
  await next(page);
  await expect(panel(page).getByText('This step of the file cannot be shown')).toBeVisible();
  await next(page);
  await heading(page, 'Begin');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const [hash, why] of [
    ['#lesson=https://example.org/a.json', 'a lesson must be on the same web server as this page'],
    ['#lesson=//example.org/a.json', 'a lesson must be on the same web server as this page'],
    ['#lesson=javascript:alert(1)', 'a lesson must be on the same web server as this page'],
    ['#lz=AAAA', 'its link is damaged or cut off'],
    ['#lesson=./favicon.svg', 'it is not a lesson'],
  ] as const) {
    await page.goto(`./${hash}`);
    await expect(panel(page).getByRole('alert')).toContainText(why);
  }
  expect(asked.filter((url) => url.includes('example.org'))).toEqual([]);
  await panel(page).getByRole('link', { name: 'All lessons' }).click();
  const list = page.getByRole('dialog', { name: 'Lessons' });
  await expect(list.getByRole('link', { name: /Why a queue fills/ })).toBeVisible();
  await axe(page);
  await list.getByRole('link', { name: /Why a queue fills/ }).click();
  await expect(panel(page)).toBeVisible();
});

test('the first step draws the way of a packet, and the header has only what the step allows', async ({ page }) => {
  await page.goto('./#lesson=why-a-queue-fills');
  // The lane draws it. A phone has no room for that, so the text has a small figure.
  const figure = panel(page).getByRole('img', { name: /from the sender to the router/ });
  await expect(panel(page).getByRole('heading', { name: 'A link, and packets on their way' })).toBeVisible();
  await expect(figure).toBeHidden();
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(figure).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width, height });
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('button')).toHaveText(['Projector', /^○|^◐/, /^\?/]);
  await axe(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await banner.getByRole('button', { name: 'Menu' }).click();
  await expect(banner.getByRole('button')).toHaveText(['Menu', /Projector/, /Theme/, /Help and keys/]);
  await axe(page);
});

test('a lesson file on this computer starts, from the list and from the controls; the list shows its progress', {
  tag: '@long',
}, async ({ page }) => {
  const file = (title: string) => {
    const lesson = { ...lessonOf({ ...read, title }, number), title };
    return { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(lesson)) };
  };
  await page.goto('./#lessons');
  const list = page.getByRole('dialog', { name: 'Lessons' });
  await list.getByLabel('Lesson file').setInputFiles(file('From the list'));
  await heading(page, 'From the list');
  await panel(page).getByRole('button', { name: 'Leave the lesson' }).click();
  await page.getByLabel('Scenario file').last().setInputFiles(file('From the controls'));
  await heading(page, 'From the controls');
  await page.goto('./#lesson=why-a-queue-fills');
  await heading(page, 'A link, and packets on their way');
  await next(page);
  await page.goto('./#lessons');
  await expect(list.getByRole('link', { name: /Why a queue fills.*1 of 8 steps done/ })).toBeVisible();
});

test('where the browser stores nothing, the lesson works and says so', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { get: () => undefined });
  });
  await page.goto(hashOf(lessonOf(number)));
  await expect(panel(page).getByText('This browser does not keep your answers')).toBeVisible();
  await panel(page).getByRole('textbox').fill('20');
  await answer(page);
  await expect(verdict(page)).toContainText('This is right');
});

test('tables of a lesson fit where they are read: on a phone, and in the column beside the lanes', {
  tag: '@long',
}, async ({ page }) => {
  const excess = (place: Locator) => place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const step of ['upload-spoils-download&step=6', 'promises&step=5', 'which-bbr&step=6']) {
      await page.goto(`./#lesson=${step}`);
      await panel(page).getByRole('button', { name: 'Measure the runs' }).click();
      const table = panel(page).getByRole('region', { name: 'Figures of the runs' });
      await expect(table).toBeVisible({ timeout: patient(60_000) });
      expect(await excess(table), `${step} at ${width}`).toBeLessThanOrEqual(0);
      await page.goto('about:blank');
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./#lesson=green-or-blue&step=6');
  const figures = page.getByRole('table').filter({ hasText: 'mean queueing delay, green' });
  await expect(figures).toBeVisible();
  expect(await excess(figures.locator('..')), 'the table of figures').toBeLessThanOrEqual(0);
});

test('after an answer by key the keyboard goes on from the verdict', async ({ page }) => {
  await page.goto(hashOf(lessonOf(number, read)));
  await panel(page).getByRole('textbox').fill('20');
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toContainText('This is right');
  await expect(verdict(page)).toBeFocused();
});

test('in one column, the controls of a step stand beside the lesson, and both can be used', async ({ page }) => {
  await page.goto('./#lesson=near-and-far&step=8');
  const controls = page.getByRole('complementary', { name: 'Controls' });
  await expect(controls.getByRole('slider').first()).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Measure my settings' })).toBeVisible();
  for (const [width, height] of [
    [1024, 768],
    [820, 1_180],
    [720, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const [lessonBox, controlsBox] = [await panel(page).boundingBox(), await controls.boundingBox()];
    expect(lessonBox!.x + lessonBox!.width, `at ${width}`).toBeLessThanOrEqual(controlsBox!.x + 1);
    expect(lessonBox!.width, `at ${width}`).toBeGreaterThan(controlsBox!.width);
    for (const name of ['Measure my settings', 'Start again', 'Notes, print, edit a copy'])
      await panel(page).getByRole('button', { name }).click({ trial: true });
    await controls.getByRole('slider').first().click({ trial: true });
  }
});

test('where lenses and plots have no room together, a step shows the one that it is about', async ({ page }) => {
  await page.goto('./#lesson=a-fair-evening&step=5');
  const lens = page.getByRole('img', { name: 'Internal state of CAKE in lane A' });
  await expect(lens).toBeVisible();
  await page.getByRole('button', { name: 'Projector', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Below the queues' })).toBeVisible();
  await expect(lens).toBeVisible();
  await next(page);
  await expect(lens).toBeHidden();
  await page.goto('./#lesson=early-and-at-random&step=2');
  await panel(page).getByRole('textbox').last().fill('5');
  await answer(page);
  await expect(verdict(page)).toContainText('This is right');
  await expect(page.getByRole('img', { name: /^Internal state of RED/ })).toBeVisible();
});

test('on a phone, the head of each lane has the busy link where a step sends the student there', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [step, laneCount] of [
    ['how-big-a-buffer&step=4', 1],
    ['measure-your-own-line&step=5', 2],
  ] as const) {
    await page.goto(`./#lesson=${step}`);
    await expect(page.getByRole('main').getByText('link busy', { exact: true }).filter({ visible: true })).toHaveCount(
      laneCount,
    );
    await page.goto('about:blank');
  }
});
