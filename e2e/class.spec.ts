/** The hand-ins of a class: shown, judged by the lesson of the page, saved and forgotten. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { csvParse } from 'd3-dsv';
import { strToU8, zipSync } from 'fflate';
import { formatHandInPage } from '../src/lessons/hand-in/hand-in-page.ts';
import { editedHandIn, madeHandIn, studentOf } from '../tests/lessons/class/made-class.ts';
import { test } from './page-object.ts';
import { patient } from './patience.ts';

const LESSON = 'why-a-queue-fills';
const text = readFileSync(`public/lessons/${LESSON}.json`, 'utf8');

test('hand-ins of a class are shown and judged; bad files and edited ones are named; nothing stays', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'class-'));
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const handIns = await Promise.all([0, 1, 2, 3].map((index) => madeHandIn(text, index, false)));
  const [ada, bao, chidi, dana] = handIns.map((handIn) => formatHandInPage(handIn, 'http://localhost/'));
  const edited = JSON.stringify(editedHandIn(await madeHandIn(text, 4, false)));
  const archive = zipSync({
    'class/chidi.html': strToU8(chidi as string),
    'class/huge.json': new Uint8Array(3_000_000),
  });
  const files = [
    file('ada.html', ada as string),
    file('ada-again.json', JSON.stringify({ ...handIns[0], madeAtMs: Date.UTC(2026, 11, 1) })),
    file('bao.html', bao as string),
    file('cut.html', (dana as string).slice(0, 900)),
    file('edited.json', edited),
    file('class.zip', archive),
    file('large.html', new Uint8Array(2_100_000)),
  ];
  await page.goto('./#lessons');
  await page.getByRole('link', { name: 'Answers of a class…' }).click();
  const view = page.getByRole('dialog', { name: 'Answers of a class' });
  await view.getByLabel('Hand-ins', { exact: true }).setInputFiles(files);
  await expect(view.getByRole('status')).toContainText('5 hand-ins of 4 students.');
  await expect(view.getByRole('status')).toContainText('All are judged', { timeout: patient(60_000) });
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
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations.map(({ id }) => id)).toEqual([]);
  await view.getByLabel('Show names').uncheck();
  await expect(view).not.toContainText(studentOf(1));
  const saved = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Save as CSV, without names' }).click();
  const csv = readFileSync(await (await saved).path(), 'utf8');
  expect(csv).not.toContain('Bao');
  expect(csvParse(csv).filter(({ step }) => step === '5')).toHaveLength(5);
  await view.getByRole('button', { name: 'Forget all' }).click();
  await expect(view.getByText('Drop the hand-ins of your students here')).toBeVisible();
  rmSync(folder, { recursive: true });
});
