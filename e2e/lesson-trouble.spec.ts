/** A lesson with problems: no network, a lane that fails, a cancelled measurement. */
import { expect, type Page } from '@playwright/test';
import { compressText } from '../src/run-state/text-compression.ts';
import { goToEnd, studentStory } from './lesson-story.ts';
import { holdWorkers, kept, test } from './page-object.ts';
import { patient } from './patience.ts';

// A test without a network would leave the next one without it.
test.use({ reuseContext: false });

const panel = (page: Page) => page.locator('.lesson');
const heading = (page: Page, name: string) => expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(name);
const next = (page: Page) => panel(page).getByRole('button', { name: 'Next' }).click();
const answer = (page: Page) => panel(page).getByRole('button', { name: 'This is my answer' }).click();

const reading = (title: string, run: string, question: string, when: object = {}) => ({
  kind: 'measure',
  title,
  question,
  view: { run },
  reading: { run, figure: 'delayMs', ...when },
  tolerance: { percent: 5 },
  hint: 'Look at the head of the lane.',
});
const explain = { kind: 'explain', title: 'Explain', question: 'Why does the queue fill?', model: 'The window grows.' };
const hashOf = (...steps: readonly object[]) => {
  const head = { bufferscopeLesson: 1, id: 'trouble', title: 'Trouble', summary: 'For the test.', minutes: 5 };
  const runs = {
    short: { title: 'Short', link: '#v=1&p=single-tcp&lanes=droptail' },
    long: { title: 'Long', link: '#v=1&p=opening&run.durationSeconds=3600&lanes=red' },
  };
  return `./#lz=${compressText(JSON.stringify({ ...head, runs, steps }))}&step=1`;
};

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a student takes a lesson from the first step to the hand-in', { tag: '@long' }, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.goto(baseURL as string);
    await kept(page);
    await context.setOffline(true);
    await page.reload();
    await studentStory(page, (hash) => page.goto(hash));
  });

  test('a reload in mid-lesson keeps the step and the typed text, and the lesson goes on', { tag: '@long' }, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.goto(baseURL as string);
    await kept(page);
    await page.goto(`${baseURL}#lesson=why-a-queue-fills`);
    await heading(page, 'A link, and packets on their way');
    await next(page);
    await panel(page).getByRole('textbox').fill('8');
    // Writing to the database takes some time. A person needs longer than this between the last key and a reload.
    await page.waitForTimeout(500);
    await context.setOffline(true);
    await page.reload();
    await heading(page, 'How many packets fill the pipe?');
    await expect(panel(page).getByRole('textbox')).toHaveValue('8');
    await answer(page);
    await expect(panel(page).locator('.feedback')).toContainText('This is not right');
    await panel(page).getByRole('combobox', { name: 'Step' }).selectOption({ label: '5. The cost of a full buffer' });
    // A worker from the stored files measures its run.
    await goToEnd(page);
    await panel(page).getByRole('textbox').fill('1');
    await answer(page);
    await expect(panel(page).locator('.feedback')).toContainText('This is not right', { timeout: patient(60_000) });
  });
});

test('a lane that breaks down in mid-lesson does not affect anything else, and another try restores it', async ({
  page,
}) => {
  await holdWorkers(page);
  await page.goto(
    hashOf({ ...explain, view: { run: 'short', atSeconds: 1 } }, reading('Measure', 'short', 'How long?')),
  );
  await heading(page, 'Explain');
  const typed = panel(page).getByRole('textbox', { name: 'Why does the queue fill?' });
  await typed.fill('Because the window');
  await page.evaluate(() => {
    const event = new ErrorEvent('error', { message: 'out of memory', cancelable: true });
    for (const worker of window.made) worker.dispatchEvent(event);
  });
  const alert = page.getByRole('region', { name: 'Lane A: DropTail' }).getByRole('alert');
  await expect(alert).toBeVisible({ timeout: patient(60_000) });
  await expect(typed).toHaveValue('Because the window');
  await typed.fill('Because the window grows.');
  await answer(page);
  await expect(panel(page).getByText('The window grows.', { exact: true })).toBeVisible();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  await expect(typed).toHaveValue('Because the window grows.');
  // Measurements have their own worker.
  await next(page);
  await goToEnd(page);
  await panel(page).getByRole('textbox').fill('1');
  await answer(page);
  await expect(panel(page).locator('.feedback')).toContainText('This is not right', { timeout: patient(60_000) });
});

test('a cancelled measurement keeps the answer, and other measurements still work', async ({ page }) => {
  await page.goto(
    hashOf(reading('Long', 'long', 'How long?', { atSeconds: 1 }), reading('Short', 'short', 'How short?')),
  );
  await heading(page, 'Long');
  await panel(page).getByRole('button', { name: 'Play to 1 s' }).click();
  await panel(page).getByRole('textbox').fill('12');
  await answer(page);
  await expect(panel(page).getByText('The run is being measured')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(panel(page).getByRole('alert')).toContainText('you cancelled it. Your answer is kept.');
  await expect(panel(page).getByRole('textbox')).toHaveValue('12');
  await next(page);
  await goToEnd(page);
  await panel(page).getByRole('textbox').fill('1');
  await answer(page);
  await expect(panel(page).locator('.feedback')).toContainText('This is not right', { timeout: patient(60_000) });
  await panel(page).getByRole('button', { name: 'Back', exact: true }).click();
  await panel(page).getByRole('button', { name: 'Measure again' }).click();
  await expect(panel(page).getByText('The run is being measured')).toBeVisible();
});

test('leaving a lesson at a step with its own plots restores the earlier plots', { tag: '@long' }, async ({ page }) => {
  const first = page.getByRole('combobox', { name: 'Plot 1' });
  await page.goto('./');
  await first.selectOption('marks');
  const look = { ...explain, view: { run: 'short', plots: ['delay', 'queue'] } };
  await page.evaluate((hash) => {
    location.hash = hash;
  }, hashOf(look).slice(2));
  await heading(page, 'Explain');
  await expect(first).toHaveValue('delay');
  await panel(page).getByRole('button', { name: 'Leave the lesson' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(first).toHaveValue('marks');
});
