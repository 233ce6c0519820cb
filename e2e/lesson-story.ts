/**
 * The actions of a student in a lesson, from the first step to the hand-in: from a server, without a network, and from
 * a file on disk.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { compressText } from '../src/run-state/text-compression.ts';

const run = { title: 'One flow', link: '#v=1&p=single-tcp&lanes=droptail' };
const small = { title: 'A small buffer', link: '#v=1&p=single-tcp&buffer.packets=5&lanes=droptail' };
export const held = { run: 'one', atSeconds: 0 };
const options = [
  { text: 'It stays empty.', says: 'The sender is faster than the link.' },
  { text: 'It fills.', right: true, says: 'The window grows until a packet is lost.' },
];

export function lessonOf(...steps: readonly object[]) {
  const head = { bufferscopeLesson: 1, id: 'story', title: 'A story', summary: 'For the test.', minutes: 5 };
  return { ...head, runs: { one: run, small }, steps };
}

export const read = { kind: 'read', title: 'Begin', text: 'A **queue** of $n$ packets.', view: held };
const choice = {
  kind: 'predict',
  title: 'Guess',
  question: 'What does the queue do?',
  view: held,
  ask: { type: 'choice', options },
};
const play = { kind: 'run', title: 'Watch', text: 'Watch.', view: { ...held, speed: 10 }, untilSeconds: 2 };
const measure = {
  kind: 'measure',
  title: 'Measure',
  question: 'Which size has the buffer at most used?',
  view: { run: 'one' },
  reading: { run: 'one', figure: 'delayMs' },
  tolerance: { percent: 5 },
  hint: 'Look at the head of the lane.',
};
const compare = {
  kind: 'compare',
  title: 'Compare',
  runs: ['one', 'small'],
  figures: [{ figure: 'delayMs' }, { figure: 'lossPercent' }],
  question: 'Which buffer gives less delay?',
  options: [
    { text: 'The small one', right: true, says: 'Yes.' },
    { text: 'The large one', says: 'No.' },
  ],
};
const explain = {
  kind: 'explain',
  title: 'Explain',
  question: 'Why does the queue fill?',
  model: 'The **window** grows.',
};
const challenge = {
  kind: 'challenge',
  title: 'Challenge',
  text: 'Less delay.',
  view: { run: 'one', controls: ['buffer.packets'] },
  goals: [{ figure: 'delayMs', below: 20 }],
  solution: { 'buffer.packets': 5 },
};

const storyLesson = lessonOf(read, choice, play, measure, compare, explain, challenge);

export const hashOf = (lesson: object, step = 1) => `./#lz=${compressText(JSON.stringify(lesson))}&step=${step}`;
export const panel = (page: Page) => page.locator('.lesson');
export const answer = (page: Page) => panel(page).getByRole('button', { name: 'This is my answer' }).click();
/** A figure can be read when its run is at its end. */
export const goToEnd = (page: Page) => page.getByRole('slider', { name: 'Simulated time' }).press('End');
export const verdict = (page: Page): Locator => panel(page).locator('.feedback');
export const next = (page: Page) => panel(page).getByRole('button', { name: 'Next' }).click();
export const heading = (page: Page, name: string) =>
  expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(name);

/** The output of `sim -- grade` for a hand-in: a row for each step, with its fields as texts. */
export function graded(handIn: string, lesson: object): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'hand-in-'));
  writeFileSync(join(folder, 'hand-in.html'), handIn);
  writeFileSync(join(folder, 'lesson.json'), JSON.stringify(lesson));
  const line = ['grade', join(folder, 'hand-in.html'), '--lesson', join(folder, 'lesson.json'), '--csv'];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/sim.mjs', ...line], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(status, stderr).toBe(0);
  const [, ...rows] = stdout.trim().split('\n');
  return rows.map((row) => row.split(','));
}

/**
 * The steps are answered, one of them wrongly and one not at all, and the hand-in is graded.
 * @param opened shows the page with this hash
 * @param look called at several moments to test the present page
 */
export async function studentStory(
  page: Page,
  opened: (hash: string) => Promise<unknown>,
  look: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  await opened(hashOf(storyLesson));
  await heading(page, 'Begin');
  await expect(panel(page).locator('.katex')).toBeVisible();
  await look(page);
  await next(page);
  // The run does not play before the prediction.
  await heading(page, 'Guess');
  await expect(page.locator('.playback')).toBeHidden();
  await expect(page.locator('.lane .figures')).toBeHidden();
  await page.locator('body').press(' ');
  await expect(page.locator('.timeline-clock output')).toHaveText(/^0\.0/);
  await look(page);
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
  await expect(panel(page).getByRole('button', { name: 'This is my answer' })).toBeDisabled();
  await goToEnd(page);
  await answer(page);
  await expect(verdict(page)).toContainText('This is not right');
  await panel(page).getByRole('button', { name: 'Try another answer' }).click();
  await box.fill('0,5x');
  await expect(panel(page).getByText('is not a number')).toBeVisible();
  await box.fill('7');
  // Writing to the database takes some time. A person needs longer than this between the last key and a reload.
  await page.waitForTimeout(500);
  await page.reload();
  // The typed text and the step are restored.
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
  await look(page);
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
  await look(page);
  await page.goBack();
  await heading(page, 'Explain');
  await page.goForward();
  await heading(page, 'Challenge');
  await expect(verdict(page)).toContainText('All goals are met.');
  const saved = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: 'Hand in: save my answers' }).click();
  await panel(page).getByRole('textbox', { name: 'Your name or student number' }).fill('Amaka Obi');
  await panel(page).getByRole('button', { name: 'Use it' }).click();
  const handIn = readFileSync(await (await saved).path(), 'utf8');
  await panel(page).getByRole('button', { name: 'Leave the lesson' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toBeEnabled();
  const rows = graded(handIn, storyLesson);
  // Kind, done, right; and nothing differs.
  expect(rows.map((row) => [row[4], row[6], row[7], row.at(-1)])).toEqual([
    ['read', 'yes', '', ''],
    ['predict', 'yes', 'no', ''],
    ['run', 'yes', '', ''],
    ['measure', 'no', '', ''],
    ['compare', 'yes', 'yes', ''],
    ['explain', 'yes', '', ''],
    ['challenge', 'yes', 'yes', ''],
  ]);
}
