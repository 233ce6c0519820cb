/** Lessons as students and teachers use them: predict, run, measure, explain; a reload in mid-lesson; by keyboard; hostile files. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { compressed } from '../src/run-state/link-compression.ts';
import { test } from './page-object.ts';

const run = { title: 'One flow', link: '#v=1&p=single-tcp&lanes=droptail' };
const small = { title: 'A small buffer', link: '#v=1&p=single-tcp&buffer.packets=5&lanes=droptail' };
const held = { run: 'one', atSeconds: 0 };
const options = [
  { text: 'It stays empty.', says: 'The sender is faster than the link.' },
  { text: 'It fills.', right: true, says: 'The window grows until a packet is lost.' },
];

function lessonOf(...steps: readonly object[]) {
  const head = { bufferscopeLesson: 1, id: 'story', title: 'A story', summary: 'For the test.', minutes: 5 };
  return { ...head, runs: { one: run, small }, steps };
}

const read = { kind: 'read', title: 'Begin', text: 'A **queue** of $n$ packets.', view: held };
const choice = {
  kind: 'predict',
  title: 'Guess',
  question: 'What does the queue do?',
  view: held,
  ask: { type: 'choice', options },
};
const number = {
  ...{ kind: 'predict', title: 'Number', question: 'How many packets has the buffer?', view: held },
  ask: { type: 'number', unit: 'packets', answer: 20, tolerance: { within: 0.5 }, says: 'It is 20.' },
};
const order = {
  ...{ kind: 'predict', title: 'Order', question: 'What comes first?', view: held },
  ask: {
    type: 'order',
    items: ['The queue fills', 'A packet is lost', 'The window is halved'],
    says: 'Loss is noticed later.',
  },
};
const sketch = {
  ...{ kind: 'predict', title: 'Sketch', question: 'Sketch the queue.', view: held },
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
const play = { kind: 'run', title: 'Watch', text: 'Watch.', view: { ...held, speed: 10 }, untilSeconds: 2 };
const measure = {
  ...{ kind: 'measure', title: 'Measure', question: 'Which size has the buffer at most used?', view: { run: 'one' } },
  reading: { run: 'one', figure: 'delayMs' },
  ...{ tolerance: { percent: 5 }, hint: 'Look at the head of the lane.' },
};
const compare = {
  ...{
    kind: 'compare',
    title: 'Compare',
    runs: ['one', 'small'],
    figures: [{ figure: 'delayMs' }, { figure: 'lossPercent' }],
  },
  ...{
    question: 'Which buffer gives less delay?',
    options: [
      { text: 'The small one', right: true, says: 'Yes.' },
      { text: 'The large one', says: 'No.' },
    ],
  },
};
const explain = {
  kind: 'explain',
  title: 'Explain',
  question: 'Why does the queue fill?',
  model: 'The **window** grows.',
};
const challenge = {
  ...{ kind: 'challenge', title: 'Challenge', text: 'Less delay.', view: { run: 'one', controls: ['buffer.packets'] } },
  goals: [{ figure: 'delayMs', below: 20 }],
  solution: { 'buffer.packets': 5 },
};

const hashOf = (lesson: object, step = 1) => `./#lz=${compressed(JSON.stringify(lesson))}&step=${step}`;
const panel = (page: Page) => page.locator('.lesson');
const answer = (page: Page) => panel(page).getByRole('button', { name: 'This is my answer' }).click();
const verdict = (page: Page): Locator => panel(page).locator('.feedback');
const next = (page: Page) => panel(page).getByRole('button', { name: 'Next' }).click();
const heading = (page: Page, name: string) => expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(name);

async function axe(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual(
    [],
  );
}

test('a student predicts, runs, measures, compares, explains, meets a goal, and comes back after a reload', async ({
  page,
}) => {
  await page.goto(hashOf(lessonOf(read, choice, play, measure, compare, explain, challenge)));
  await heading(page, 'Begin');
  await expect(panel(page).locator('.katex')).toBeVisible();
  await axe(page);
  await next(page);
  // The run is held back until the prediction stands.
  await heading(page, 'Guess');
  await expect(page.locator('.playback')).toBeHidden();
  await expect(page.locator('.lane .figures')).toBeHidden();
  await page.locator('body').press(' ');
  await expect(page.locator('.clock output')).toHaveText(/^0\.0/);
  await axe(page);
  await panel(page).getByRole('radio', { name: 'It stays empty.' }).check();
  await answer(page);
  await expect(verdict(page)).toContainText('This is not right');
  await expect(verdict(page)).toContainText('The sender is faster');
  await expect(verdict(page)).toContainText('The right answer:It fills.The window grows');
  await expect(page.locator('.playback')).toBeVisible();
  await next(page);
  await panel(page).getByRole('button', { name: 'Play to 2 s' }).click();
  await expect(panel(page).getByText('The run has reached the end of this step')).toBeVisible();
  await next(page);
  await heading(page, 'Measure');
  const box = panel(page).getByRole('textbox');
  await expect(panel(page).getByText('Look at the head of the lane.')).toBeVisible();
  await expect(panel(page).getByText('It counts from 0 s to the end of the run.')).toBeVisible();
  await box.fill('1');
  await answer(page);
  await expect(verdict(page)).toContainText('This is not right');
  await panel(page).getByRole('button', { name: 'Try another answer' }).click();
  await box.fill('0,5x');
  await expect(panel(page).getByText('This is not a number')).toBeVisible();
  await box.fill('7');
  // A database writes in its own time: a person takes longer from the last key to a reload.
  await page.waitForTimeout(500);
  await page.reload();
  // What was typed is there again, and so is the step.
  await heading(page, 'Measure');
  await expect(box).toHaveValue('7');
  await next(page);
  await panel(page).getByRole('button', { name: 'Measure the runs' }).click();
  await expect(panel(page).getByRole('table')).toContainText('A small buffer');
  await panel(page).getByRole('radio', { name: 'The large one' }).check();
  await answer(page);
  await expect(verdict(page)).toContainText('This is not right');
  await panel(page).getByRole('button', { name: 'Try another answer' }).click();
  await panel(page).getByRole('radio', { name: 'The small one' }).check();
  await answer(page);
  await expect(verdict(page)).toContainText('This is right');
  await axe(page);
  await next(page);
  await panel(page).getByRole('textbox', { name: 'Why does the queue fill?' }).fill('Because.');
  await expect(panel(page).getByText('A good answer says')).toBeHidden();
  await answer(page);
  await expect(panel(page).getByText('The window grows.')).toBeVisible();
  await next(page);
  await heading(page, 'Challenge');
  await panel(page).getByRole('button', { name: 'Measure my settings' }).click();
  await expect(verdict(page)).toContainText('Not all goals are met yet.');
  const buffer = page.getByRole('complementary', { name: 'Controls' }).getByRole('textbox').first();
  await buffer.fill('5');
  await buffer.press('Enter');
  await panel(page).getByRole('button', { name: 'Measure my settings' }).click();
  await expect(verdict(page)).toContainText('All goals are met.');
  await axe(page);
  await page.goBack();
  await heading(page, 'Explain');
  await page.goForward();
  await heading(page, 'Challenge');
  await expect(verdict(page)).toContainText('All goals are met.');
  await panel(page).getByRole('button', { name: 'Leave the lesson' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toBeEnabled();
});

test('a right and a wrong number and order; a sketch by pointer is drawn over the run', async ({ page }) => {
  await page.goto(hashOf(lessonOf(number, number, order, sketch)));
  await panel(page).getByRole('textbox').fill('20');
  await answer(page);
  await expect(verdict(page)).toContainText('This is right');
  await next(page);
  await panel(page).getByRole('textbox').fill('7');
  await answer(page);
  await expect(verdict(page)).toContainText('You: 7 packets. Answer: 20');
  await next(page);
  // Put into order by buttons, whatever the order at first.
  const items = panel(page).locator('.order li');
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
  const plot = panel(page).locator('.sketch svg');
  await plot.scrollIntoViewIfNeeded();
  const box = (await plot.boundingBox()) as { x: number; y: number; width: number; height: number };
  await page.mouse.move(box.x + 50, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 20, box.y + box.height / 2, { steps: 10 });
  await page.mouse.up();
  await axe(page);
  await submit.click();
  await expect(verdict(page)).toContainText('This is right');
  await expect(plot.locator('.measured')).toHaveAttribute('d', /^M[\d.]+ [\d.]+L/);
  await expect(plot.locator('.drawn')).toHaveAttribute('d', /^M[\d.]+ [\d.]+L/);
  await axe(page);
});

test('by keyboard alone: a sketch by keys and as numbers, an order by arrows', async ({ page }) => {
  await page.goto(hashOf(lessonOf(sketch, order)));
  await panel(page).getByRole('slider', { name: 'Pen' }).focus();
  for (const key of ['PageUp', 'PageUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(panel(page).getByRole('slider', { name: 'Pen' })).toHaveAttribute('aria-valuetext', '0.5 s, 5 packets');
  // The arrow keys draw; they do not send the run anywhere.
  await expect(page.locator('.clock output')).toHaveText(/^0\.0/);
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
  const first = panel(page).locator('.order li').first();
  const item = await first.locator('span').first().textContent();
  await first.getByRole('button', { name: /Move down/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(panel(page).locator('.order li').nth(1)).toContainText(item as string);
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
    ['#lesson=https://example.org/a.json', 'a lesson must lie beside this page'],
    ['#lesson=//example.org/a.json', 'a lesson must lie beside this page'],
    ['#lesson=javascript:alert(1)', 'a lesson must lie beside this page'],
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

test('a lesson that is a file on this computer starts, from the list and from the controls; the list tells how far it is', async ({
  page,
}) => {
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

test('where the browser keeps nothing, the lesson works and says so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { get: () => undefined });
  });
  await page.goto(hashOf(lessonOf(number)));
  await expect(panel(page).getByText('This browser does not keep your answers')).toBeVisible();
  await panel(page).getByRole('textbox').fill('20');
  await answer(page);
  await expect(verdict(page)).toContainText('This is right');
});

test('tables of a lesson fit where they are read: on a phone, and in the column beside the lanes', async ({ page }) => {
  const excess = (place: Locator) => place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const step of ['bufferbloat-at-home&step=7', 'promises&step=5']) {
      await page.goto(`./#lesson=${step}`);
      await panel(page).getByRole('button', { name: 'Measure the runs' }).click();
      const table = panel(page).getByRole('region', { name: 'Figures of the runs' });
      await expect(table).toBeVisible({ timeout: 60_000 });
      expect(await excess(table), `${step} at ${width}`).toBeLessThanOrEqual(0);
      await page.goto('about:blank');
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./#lesson=green-or-blue&step=6');
  const figures = page.getByRole('table').filter({ hasText: 'mean delay, green' });
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
