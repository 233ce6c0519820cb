/** The page as one file, opened from disk: workers, records and lessons are in it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { studentStory } from './lesson-story.ts';
import { digestsAtEnd, test } from './page-object.ts';
import { shippedPackages } from './shipped-packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'single-'));
const file = pathToFileURL(join(folder, 'bufferscope.html')).href;

test.beforeAll(() => {
  const line = [
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    'vite.single.config.ts',
    '--outDir',
    folder,
    '--emptyOutDir',
  ];
  execFileSync(process.execPath, line, { stdio: 'ignore' });
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test('opened from disk it plays the same run as from a server', { tag: '@long' }, async ({ page, baseURL }) => {
  expect(readdirSync(folder)).toEqual(['bufferscope.html']);
  const link = '#v=1&p=single-tcp&run.durationSeconds=5&lanes=red,droptail';
  await page.goto(`${baseURL}${link}`);
  const served = await digestsAtEnd(page);
  await page.goto(`${file}${link}`);
  expect(await digestsAtEnd(page)).toEqual(served);
  await page.evaluate(() => location.assign('#papers=abe'));
  await expect(page.getByText(/^On record/)).toBeVisible();
});

test('opened from disk, a student takes a lesson from the first step to the hand-in', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(`${file}#lesson=why-a-queue-fills`);
  await expect(page.getByRole('heading', { name: 'Why a queue fills' }).first()).toBeVisible();
  await studentStory(page, (hash) => page.goto(file + hash.slice('./'.length)));
});

test('its last comment has the licences of all its parts', { tag: '@long' }, () => {
  const text = readFileSync(join(folder, 'bufferscope.html'), 'utf8');
  const licences = /<\/html>\s*<!--((?:(?!-->)[\s\S])*)-->\s*$/.exec(text)?.[1] ?? '';
  expect(licences).toContain(readFileSync(new URL('../LICENSE', import.meta.url), 'utf8').trim());
  // Only the service worker uses Workbox, and a file from disk has none.
  const packages = shippedPackages().filter((name) => !name.startsWith('workbox-'));
  expect(packages).toEqual(expect.arrayContaining(['react', '@jitl/quickjs-wasmfile-release-sync']));
  expect(packages.filter((name) => !licences.includes(`\n## ${name} - `))).toEqual([]);
  expect(licences).toContain('Fabrice Bellard');
});
