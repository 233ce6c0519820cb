/** The hand-ins of a class: shown, judged by the lesson of the page, saved and forgotten. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { csvParse } from 'd3-dsv';
import { strToU8, zipSync } from 'fflate';
import { studentSeed } from '../src/lessons/runs/student-seed.ts';
import { test } from './page-object.ts';
import { patient } from './patience.ts';

const LESSON = 'why-a-queue-fills';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** A hand-in with one choice and one number, as data. */
function handInOf(student: string, option: number, delayMs: number, madeAtMs: number) {
  const lesson = JSON.parse(readFileSync(`public/lessons/${LESSON}.json`, 'utf8'));
  const step = (number: number, answer: object) => ({ number, kind: '', title: '', answer, runs: [], seconds: 30 });
  const steps = [step(3, { kind: 'choice', option }), step(5, { kind: 'number', value: delayMs })];
  return { bufferscopeHandIn: 1, build: version, student, madeAtMs, seed: studentSeed(student), lesson, steps };
}

/** In a page, as students save it. */
const pageOf = (handIn: object) =>
  `<!doctype html><script type="application/json" id="bufferscope-hand-in">${JSON.stringify(handIn).replaceAll('<', '\\u003c')}</script>`;

test('hand-ins of a class are shown and judged; bad files and edited ones are named; nothing stays', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'class-'));
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const ada = handInOf('Ada', 1, 68.5, 1_000);
  const generous = structuredClone(handInOf('Eve', 0, 1, 1_000));
  for (const step of generous.lesson.steps) if (step.tolerance !== undefined) step.tolerance = { percent: 100 };
  const archive = zipSync({
    'class/chidi.html': strToU8(pageOf(handInOf('Chidi', 0, 70, 1_000))),
    'class/huge.json': new Uint8Array(3_000_000),
  });
  const files = [
    file('ada.html', pageOf(ada)),
    file('ada-again.json', JSON.stringify({ ...ada, madeAtMs: 2_000 })),
    file('bao.html', pageOf(handInOf('Bao', 0, 30, 1_000))),
    file('cut.html', pageOf(handInOf('Dana', 0, 30, 1_000)).slice(0, 900)),
    file('edited.json', JSON.stringify(generous)),
    file('class.zip', archive),
    file('large.html', new Uint8Array(2_100_000)),
  ];
  await page.goto('./#lessons');
  await page.getByRole('link', { name: 'Answers of a class…' }).click();
  const view = page.getByRole('dialog', { name: 'Answers of a class' });
  await view.getByLabel('Hand-ins', { exact: true }).setInputFiles(files);
  await expect(view.getByRole('status').filter({ hasText: 'hand-ins' })).toContainText('5 hand-ins of 4 students.');
  await expect(view.getByRole('status').filter({ hasText: 'hand-ins' })).toContainText('All are judged', {
    timeout: patient(60_000),
  });
  await view.getByText(/^Remarks on files/).click();
  for (const remark of [
    'ada.html is not counted: ada-again.json is a newer hand-in',
    /cut\.html is not shown: .*contains no hand-in/,
    'class.zip/class/huge.json is not shown: it is larger than 2000000 bytes',
    'large.html is not shown: 2100000 bytes are not allowed',
    'edited.json: another lesson file',
  ])
    await expect(view.getByRole('listitem').filter({ hasText: remark })).toHaveCount(1);
  const measured = view.getByRole('region', { name: 'Step 5' });
  await expect(measured).toContainText('True value: 68.55 ms');
  // Ada and Chidi are within 4 % of it; the file of Eve allows every number.
  await expect(measured).toContainText('2 right, 2 not right');
  await expect(view.getByRole('listitem').filter({ hasText: 'A link goes faster' }).first()).toContainText('3 of 4');
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations.map(({ id }) => id)).toEqual([]);
  // However the browser is told to print, the whole document is there.
  const steps = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const count = document.querySelectorAll('.class-print .class-step').length;
    dispatchEvent(new Event('afterprint'));
    return count;
  });
  expect(steps).toBe(await view.getByRole('region', { name: /^Step \d+$/ }).count());
  await expect(page.locator('.class-print')).toHaveCount(0);
  await view.getByLabel('Show names').uncheck();
  await expect(view).not.toContainText('Bao');
  const saved = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Save as CSV, without names' }).click();
  const csv = readFileSync(await (await saved).path(), 'utf8');
  expect(csv).not.toContain('Bao');
  expect(csvParse(csv).filter(({ step }) => step === '5')).toHaveLength(5);
  await view.getByRole('button', { name: 'Forget all' }).click();
  await expect(view.getByText('Drop the hand-ins of your students here')).toBeVisible();
  rmSync(folder, { recursive: true });
});
