/** Plots and tables as files that a student hands in. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { csvParse } from 'd3-dsv';
import { openAt, test } from './page-object.ts';

async function saved(page: Page, what: string | RegExp, form: 'CSV' | 'SVG' | 'PNG') {
  const menu = page.getByRole('button', { name: what }).first();
  const name = await menu.getAttribute('aria-label');
  await menu.click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `${name} as ${form}`, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('a plot is saved as CSV with units and the link, as SVG, and as PNG', async ({ page }) => {
  await openAt(page, '', 1);
  await page.getByRole('combobox', { name: 'Plot 2' }).selectOption('goodput');
  const csv = await saved(page, /^Save Goodput by class/, 'CSV');
  expect(csv.name).toBe('opening-seed-1-goodput-by-class-mb-s.csv');
  const rows = csvParse(csv.bytes.toString());
  expect(rows.columns[0]).toBe('end of the sample window (s)');
  expect(rows.columns).toContain('A long TCP (Mb/s)');
  expect(rows[0]?.link).toContain('#v=5&p=opening');
  expect(rows.length).toBeGreaterThanOrEqual(10);
  expect(Number(rows[9]?.['end of the sample window (s)'])).toBeCloseTo(1, 9);

  const svg = await saved(page, /^Save Goodput by class/, 'SVG');
  const seen = await page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      root: document.documentElement.nodeName,
      texts: [...document.querySelectorAll('text')].map((node) => node.textContent),
      lines: document.querySelectorAll('path[stroke-width]').length,
      about: document.querySelector('desc')?.textContent,
    };
  }, svg.bytes.toString());
  expect(seen.root).toBe('svg');
  expect(seen.texts).toContain('Goodput by class (Mb/s)');
  expect(seen.texts).toContain('simulated time (s)');
  expect(seen.texts).toEqual(expect.arrayContaining(['long TCP', 'A', 'B']));
  expect(seen.lines).toBeGreaterThanOrEqual(6);
  expect(seen.about).toContain('#v=5&p=opening');

  const png = await saved(page, /^Save Goodput by class/, 'PNG');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(600);
});

test('the table of figures is saved in all three forms', { tag: '@long' }, async ({ page }) => {
  await openAt(page, '', 1);
  await page.getByRole('button', { name: 'table', exact: true }).click();
  const csv = await saved(page, /^Save Figures/, 'CSV');
  const rows = csvParse(csv.bytes.toString());
  expect(rows.columns).toEqual(['figure', 'unit', 'A DropTail', 'B RED', 'link']);
  expect(rows.find(({ figure }) => figure === 'mean queueing delay')?.unit).toBe('ms');
  expect((await saved(page, /^Save Figures/, 'SVG')).bytes.toString()).toContain('mean queueing delay');
  expect((await saved(page, /^Save Figures/, 'PNG')).bytes.subarray(1, 4).toString()).toBe('PNG');
});

test('a saved picture leaves no document in memory', { tag: '@long' }, async ({ page }) => {
  await openAt(page, '', 1);
  const client = await page.context().newCDPSession(page);
  const documents = async () => {
    await client.send('HeapProfiler.collectGarbage');
    return (await client.send('Memory.getDOMCounters')).documents;
  };
  expect(await documents()).toBe(1);
  await page.getByRole('button', { name: '+ plot' }).click();
  for (const what of [/^Save Delay and loss/, /^Save Queueing delay/, /^Save Queue \(/]) await saved(page, what, 'PNG');
  await expect.poll(documents).toBe(1);
});
