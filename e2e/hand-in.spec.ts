/** A hand-in gets the same verdicts from grading as on the page, and a course system gets the student's progress. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';
import { compressText } from '../src/run-state/text-compression.ts';
import { graded } from './lesson-story.ts';
import { test } from './page-object.ts';
import { patient } from './patience.ts';
import { poll } from './poll.ts';

const lesson = {
  bufferscopeLesson: 1,
  id: 'story',
  title: 'A story',
  summary: 'For the test.',
  minutes: 5,
  runs: { one: { title: 'One flow', link: '#v=1&p=single-tcp&run.durationSeconds=10&lanes=red', seed: 'student' } },
  steps: [
    {
      kind: 'measure',
      title: 'Measure',
      question: 'How long does a packet wait?',
      view: { run: 'one' },
      reading: { run: 'one', figure: 'delayMs' },
      tolerance: { within: 1_000 },
      hint: 'Look at the head of the lane.',
    },
    { kind: 'explain', title: 'Explain', question: 'Why?', model: 'The window grows.' },
  ],
};

/** @param page the page of the lesson, which may be in a frame */
async function answerAll(page: Page | FrameLocator): Promise<void> {
  const panel = page.locator('.lesson');
  // The question is there as soon as the lesson has opened its run; before, the slider is that of the first run.
  await panel.getByRole('textbox').fill('40');
  await page.getByRole('slider', { name: 'Simulated time' }).press('End');
  await panel.getByRole('button', { name: 'This is my answer' }).click();
  await expect(panel.locator('.feedback')).toContainText('right', { timeout: patient(60_000) });
  await panel.getByRole('button', { name: 'Next' }).click();
  await panel.getByRole('textbox').fill('Because of </script> the <b>window</b>.');
  await panel.getByRole('button', { name: 'This is my answer' }).click();
  await expect(panel.getByText('The window grows.')).toBeVisible();
}

test('a hand-in of the page opens offline, and grading it again finds the same figures and digests', async ({
  page,
}) => {
  const text = JSON.stringify(lesson);
  await page.goto(`./#lz=${compressText(text)}&student=Chidi%20Okafor`);
  const panel = page.locator('.lesson');
  await answerAll(page);
  const saved = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Hand in: save my answers' }).click();
  const file = await (await saved).path();
  const content = readFileSync(file, 'utf8');
  expect(content.length).toBeLessThan(500_000);
  const [measured, explained] = graded(content, lesson);
  // Done, right, answered; nothing differs.
  expect([measured?.slice(6, 9), measured?.at(-1)]).toEqual([['yes', 'yes', '40'], '']);
  expect([explained?.slice(6, 9), explained?.at(-1)]).toEqual([['yes', '', ''], '']);
  const folder = mkdtempSync(join(tmpdir(), 'hand-in-'));
  writeFileSync(join(folder, 'hand-in.html'), content);
  await page.goto(`file://${join(folder, 'hand-in.html')}`);
  await expect(page.getByRole('heading', { name: 'A story' })).toBeVisible();
  await expect(page.getByText('Because of </script> the <b>window</b>.')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  // On the page, the same file is shown to a teacher.
  await page.goto('./');
  await page.getByLabel('Scenario file').locator('input[type=file]').setInputFiles(join(folder, 'hand-in.html'));
  const view = page.getByRole('dialog', { name: 'A story: Chidi Okafor' });
  await expect(view.getByRole('region', { name: 'Step 1' })).toContainText('In the file: ✓ right');
  await expect(view.getByText('Because of </script> the <b>window</b>.')).toBeVisible();
  await expect(view.getByText('Nothing was checked here.')).toBeVisible();
  const picture = view.locator('img').first();
  await poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations.map(({ id }) => id)).toEqual([]);
  const opened = page.waitForEvent('popup');
  await view.getByRole('link', { name: 'One flow' }).click();
  await expect(await opened).toHaveURL(/#v=5&p=single-tcp/);
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  rmSync(folder, { recursive: true });
});

/** A course system: it shows the package in a frame and stores its messages. */
const LMS = `<!doctype html><html lang="en"><title>Course</title><script>
const data = window.courseData ?? { 'cmi.core.student_name': 'Okafor, Chidi', 'cmi.core.lesson_status': 'not attempted' };
window.data = data;
window.API = {
  LMSInitialize: () => 'true', LMSCommit: () => 'true', LMSFinish: () => (data.finished = true) && 'true',
  LMSGetValue: (name) => data[name] ?? '', LMSSetValue: (name, value) => ((data[name] = value), 'true'),
  LMSGetLastError: () => '0', LMSGetErrorString: () => '',
};
</script><iframe title="Lesson" width="1200" height="760" src="./scorm/launch.html?lesson=lessons%2Fstory.json"></iframe></html>`;

/**
 * The built page with the lesson and a page of a course system.
 * @returns the address of this page
 */
async function serveCourse(root: string, courseLesson: object): Promise<string> {
  cpSync('dist', join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist/lessons/story.json'), JSON.stringify(courseLesson));
  writeFileSync(join(root, 'dist/course.html'), LMS);
  return `${await serve({ port: 20_000 + Math.floor(Math.random() * 20_000), prefix: '/course/', root })}course.html`;
}

type CourseData = Record<string, string>;
const readCourseData = (page: Page) => page.evaluate(() => (window as unknown as { data: CourseData }).data);
const courseFrame = (page: Page) => page.frameLocator('iframe').frameLocator('#lesson');
const lessonIn = (page: Page) => courseFrame(page).locator('.lesson');

test('answers travel with the course system: another browser goes on where the first one stopped', {
  tag: '@long',
}, async ({ browser }) => {
  const root = mkdtempSync(join(tmpdir(), 'course-'));
  const choice = {
    type: 'choice',
    options: [
      { text: 'The sender', right: true, says: 'Yes.' },
      { text: 'The moon', says: 'No.' },
    ],
  };
  const sketch = {
    type: 'sketch',
    run: 'one',
    curve: 'queuePackets',
    toSeconds: 10,
    top: 25,
    closePercent: 100,
    says: 'It grows.',
  };
  const steps = [
    { kind: 'predict', title: 'Guess', question: 'What fills the queue?', ask: choice, view: { run: 'one' } },
    { kind: 'predict', title: 'Draw', question: 'Draw it.', ask: sketch, view: { run: 'one' } },
    { kind: 'explain', title: 'Explain', question: 'Why?', model: 'The window grows.' },
    { kind: 'explain', title: 'Explain more', question: 'How?', model: 'Slowly.' },
  ];
  const address = await serveCourse(root, { ...lesson, steps });
  const first = await browser.newPage();
  await first.goto(address);
  const panel = lessonIn(first);
  const answer = () => panel.getByRole('button', { name: 'This is my answer' }).click();
  const next = () => panel.getByRole('button', { name: 'Next' }).click();
  await panel.getByLabel('The sender').check();
  await answer();
  await next();
  await panel.getByText('As numbers').click();
  const fields = panel.getByRole('textbox');
  await fields.first().fill('3');
  await fields.nth(4).fill('17');
  await fields.nth(4).press('Enter');
  await answer();
  await next();
  await panel.getByRole('textbox').fill('Because of the window.');
  await answer();
  await next();
  const long = Array.from({ length: 2_000 }, (_, index) => (index * 7_919_993).toString(36)).join(' ');
  await panel.getByRole('textbox').fill(long);
  await answer();
  await expect(panel.getByText('no room for your answer to step 4')).toBeVisible();
  const courseData = await readCourseData(first);
  expect(courseData['cmi.suspend_data']?.length).toBeLessThanOrEqual(4_096);
  await first.close();

  // Another context has its own store: only the course system's data are the same.
  const second = await browser.newPage();
  await second.addInitScript((data) => Object.assign(window, { courseData: data }), courseData);
  await second.goto(address);
  const again = lessonIn(second);
  await expect(again.getByRole('heading', { level: 3 })).toHaveText('Explain more');
  await expect(again.getByRole('textbox')).toHaveValue('');
  await again.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(again.getByRole('textbox')).toHaveValue('Because of the window.');
  await again.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(again.getByText('It grows.')).toBeVisible({ timeout: 60_000 });
  await again.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(again.getByLabel('The sender')).toBeChecked();
  await expect(again.getByText('✓ right')).toBeVisible();
  await second.close();
  rmSync(root, { recursive: true });
});

test('a course system hears of progress, score and completion', async ({ page }) => {
  const root = mkdtempSync(join(tmpdir(), 'course-'));
  await page.goto(await serveCourse(root, lesson));
  await answerAll(courseFrame(page));
  await poll(async () => (await readCourseData(page))['cmi.core.lesson_status']).toBe('completed');
  expect(await readCourseData(page)).toMatchObject({ 'cmi.core.score.raw': '100', 'cmi.core.score.max': '100' });
  rmSync(root, { recursive: true });
});
