/** The list of everything that can be saved from a run: each saved file is that of the command line. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { openAt, test } from './page-object.ts';

async function opened(page: Page, hash: string): Promise<Locator> {
  await page.goto(`/${hash}`);
  return openedHere(page);
}

async function openedHere(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function saved(page: Page, dialog: Locator, name: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('tables, the whole run and the notebook are the files that the command line writes', async ({ page }) => {
  const dialog = await opened(page, '#v=1&p=single-tcp&lanes=droptail,red&seed=3');
  expect((await new AxeBuilder({ page }).include('dialog.save-dialog').analyze()).violations).toEqual([]);
  const path = (name: string) => test.info().outputPath(name);
  const run = ['run', 'single-tcp', '--policy', 'droptail', '--policy', 'red', '--seed', '3'];
  const files = ['--series-csv', path('s'), '--flows-csv', path('f'), '--run-json', path('r'), '--notebook', path('n')];
  const printed = execFileSync(process.execPath, ['scripts/sim.mjs', ...run, '--csv', ...files], { encoding: 'utf8' });
  const figures = await saved(page, dialog, 'Save Figures (CSV)');
  expect(figures.name).toBe('single-tcp-seed-3-figures.csv');
  expect(figures.bytes.toString()).toBe(printed);
  expect((await saved(page, dialog, 'Save Series (CSV)')).bytes.equals(readFileSync(path('s')))).toBe(true);
  expect((await saved(page, dialog, 'Save Flows (CSV)')).bytes.equals(readFileSync(path('f')))).toBe(true);
  await expect(dialog.getByText(/^Flows \(CSV\): saved, /)).toBeVisible();
  const whole = JSON.parse((await saved(page, dialog, 'Save Whole run (JSON)')).bytes.toString());
  const wanted = JSON.parse(readFileSync(path('r'), 'utf8'));
  expect(whole.link).toBe(`${page.url().split('#')[0]}${wanted.link}`);
  // The page's scenario has the policies of its lanes only.
  expect({ ...whole, link: '', scenarioFile: '' }).toEqual({ ...wanted, link: '', scenarioFile: '' });
  const notebook = await saved(page, dialog, 'Save Notebook (ipynb)');
  expect(notebook.name).toBe('single-tcp-seed-3-run.ipynb');
  const ids = (text: string) => JSON.parse(text).cells.map(({ id }: { id: string }) => id);
  expect(ids(notebook.bytes.toString())).toEqual(ids(readFileSync(path('n'), 'utf8')));
});

test('changes during the run are in the file; a span and flows can be chosen, and values that are not allowed are named', async ({
  page,
}) => {
  const dialog = await opened(page, '#v=1&p=single-tcp&lanes=droptail,red&edits=2:link.rateBps:2e6');
  await dialog.getByLabel('Up to (s)').fill('5');
  const whole = JSON.parse((await saved(page, dialog, 'Save Whole run (JSON)')).bytes.toString());
  expect(whole).toMatchObject({
    simulatedSeconds: 5,
    edits: [{ timeSeconds: 2, path: 'link.rateBps', value: 2e6 }],
  });
  expect(whole.lanes[0].rows).toHaveLength(50);
  await dialog.getByLabel('Up to (s)').fill('1000');
  await expect(dialog.getByRole('alert')).toContainText(
    'Up to: 1000 is not allowed; allowed: more than 0 and at most 30 s.',
  );
  await expect(dialog.getByRole('button', { name: 'Save Series (CSV)' })).toBeDisabled();
  await dialog.getByLabel('Up to (s)').fill('5');
  await dialog.getByLabel('Flows in the table').selectOption('chosen flows');
  await dialog.getByLabel(/^Chosen flows/).fill('tcp.7');
  await expect(dialog.getByText('tcp.7 is not allowed; allowed: tcp.0.')).toBeVisible();
});

test('all plots are one picture, with those of a chosen sender, as the command line draws them', {
  tag: '@long',
}, async ({ page }) => {
  const dialog = await opened(page, '#v=1&p=single-tcp&lanes=droptail,red&seed=3');
  await dialog.getByLabel('Sender').fill('tcp.1');
  await expect(dialog.getByRole('alert')).toContainText('Sender: tcp.1 is not allowed; allowed: tcp.0.');
  await dialog.getByLabel('Sender').fill('tcp.0');
  const svg = await saved(page, dialog, 'Save Plots (SVG)');
  expect(svg.name).toBe('single-tcp-seed-3-plots.svg');
  const file = test.info().outputPath('plots.svg');
  const run = ['run', 'single-tcp', '--policy', 'droptail', '--policy', 'red', '--seed', '3', '--sender', 'tcp.0'];
  execFileSync(process.execPath, ['scripts/sim.mjs', ...run, '--svg', file]);
  // The page's picture has the page's address before the link.
  const lines = (text: string) => text.split('\n').filter((line) => !line.includes('#v=5'));
  expect(lines(svg.bytes.toString())).toEqual(lines(readFileSync(file, 'utf8')));
  expect(svg.bytes.toString()).toContain('>Window of the sender tcp.0 (segments)<');
});

test('a long save shows its progress and can be cancelled', async ({ page }) => {
  const dialog = await opened(page, '#v=1&p=zhao-35mb-1bwdp-stf5&lanes=droptail,red');
  await dialog.getByRole('button', { name: 'Save Series (CSV)' }).click();
  await expect(dialog.getByText(/^Series \(CSV\): [1-9]\d? % simulated/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('Cancelled.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('every plot is saved in four forms, with title, unit, seed and link', { tag: '@long' }, async ({ page }) => {
  // The run rests while the dialog is open: the plots are those of this time.
  await openAt(page, '/#v=5&p=opening&seed=4', 3);
  const dialog = await openedHere(page);
  await dialog.getByLabel('Plot', { exact: true }).selectOption('Queueing delay (ms)');
  await expect(dialog.getByRole('img', { name: 'Queueing delay (ms) over simulated time' })).toBeVisible();
  const what = 'Save Queueing delay (ms) as';
  const svg = (await saved(page, dialog, `${what} SVG`)).bytes.toString();
  const texts = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    return [...parsed.querySelectorAll('text')].map((node) => node.textContent).join(' | ');
  }, svg);
  expect(texts).toContain('Queueing delay (ms)');
  expect(texts).toContain('Seed 4');
  expect(texts).toContain('#v=5&p=opening');
  const png = (await saved(page, dialog, `${what} PNG`)).bytes;
  expect(png.includes('iTXtURL')).toBe(true);
  expect(png.includes('#v=5&p=opening')).toBe(true);
  // The browser can decode it, so its checksums are right.
  const size = await page.evaluate(async (text) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${text}`;
    await picture.decode();
    return [picture.width, picture.height];
  }, png.toString('base64'));
  expect(size[0]).toBeGreaterThan(600);
  const spec = JSON.parse((await saved(page, dialog, `${what} Vega-Lite`)).bytes.toString());
  expect(spec).toMatchObject({ title: { text: 'Queueing delay (ms)' }, usermeta: { seed: 4 } });
  expect((await saved(page, dialog, `${what} CSV`)).bytes.toString()).toContain('A mean (ms)');
});
