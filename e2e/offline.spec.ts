/** The page without a network after its first visit, and a new version that becomes active on request. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';
import { kept, test } from './page-object.ts';
import { patient } from './patience.ts';
import { poll } from './poll.ts';

test.use({ serviceWorkers: 'allow', reuseContext: false });

const port = () => 20_000 + Math.floor(Math.random() * 20_000);

/** The first script of another build. */
const OTHER = 'index-otherone.js';
const rewrite = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

test('after the first visit the page opens without a network, papers and links too', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto(`${baseURL}#v=1&p=opening&at=1`);
  await kept(page);
  await context.setOffline(true);
  await page.goto(`${baseURL}#v=1&p=bm-lesson&lanes=abd,pfb`);
  await page.reload();
  await expect(page.getByRole('region', { name: /^Lane B: PFB/ })).toBeVisible();
  await poll(async () => page.getByRole('region', { name: /^Lane B: PFB/ }).textContent()).toMatch(/%/);
  await page.evaluate(() => location.assign('#papers=abe'));
  await expect(page.getByText(/^On record/)).toBeVisible();
});

test('a list of lessons that changed on the server is shown; without a network, the stored list is shown', {
  tag: '@long',
}, async ({ page, context }) => {
  const root = mkdtempSync(join(tmpdir(), 'lessons-'));
  cpSync('dist', join(root, 'dist'), { recursive: true });
  let isDown = false;
  const address = await serve({ port: port(), prefix: '/course/', root, refuses: () => isDown });
  await page.goto(address);
  await kept(page);
  rewrite(join(root, 'dist/lessons/index.json'), (text) => text.replace('Why a queue fills', 'A title of our own'));
  const lessons = page.getByRole('dialog', { name: 'Lessons' });
  const open = page.getByRole('banner').getByText('Lessons', { exact: true });
  await open.click();
  await expect(lessons.getByText('A title of our own')).toBeVisible();
  await context.setOffline(true);
  // Firefox's driver leaves the service worker its network.
  isDown = true;
  await page.goto('about:blank');
  await page.goto(address);
  await open.click();
  await expect(lessons.getByText('Why a queue fills')).toBeVisible();
  rmSync(root, { recursive: true });
});

test('lessons that were kept open on a network that never answers', { tag: '@long' }, async ({ page }) => {
  const address = await serve({ port: port() });
  let isSilent = false;
  const proxy = createServer(async (request, response) => {
    if (isSilent) return;
    const answer = await fetch(new URL(request.url ?? '/', address));
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`);
  await kept(page);
  isSilent = true;
  await page.getByRole('banner').getByText('Lessons', { exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Lessons' }).getByText('Why a queue fills')).toBeVisible({
    timeout: patient(15_000),
  });
  proxy.closeAllConnections();
  proxy.close();
});

test('a new version is offered, and runs after Reload', { tag: '@long' }, async ({ page }) => {
  const root = mkdtempSync(join(tmpdir(), 'version-'));
  cpSync('dist', join(root, 'dist'), { recursive: true });
  const address = await serve({ port: port(), prefix: '/course/', root });
  await page.goto(address);
  await kept(page);
  // Another build: its first script has another name, in all files that name it, and the list of files says so.
  const index = join(root, 'dist/index.html');
  const entry = /assets\/(index-[^"]+\.js)/.exec(readFileSync(index, 'utf8'))?.[1] as string;
  const assets = join(root, 'dist/assets');
  renameSync(join(assets, entry), join(assets, OTHER));
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  for (const file of [index, join(root, 'dist/sw.js'), ...scripts.map((name) => join(assets, name))])
    rewrite(file, (text) => text.replaceAll(entry, OTHER));
  rewrite(index, (text) => text.replace('<title>', '<title>New '));
  rewrite(join(root, 'dist/sw.js'), (text) => text.replace(/revision:(null|"\w+")/g, 'revision:"other"'));
  await page.reload();
  // The stored version stays until the user wants the new one.
  await expect(page).not.toHaveTitle(/^New/);
  await page.getByRole('button', { name: 'Reload' }).click();
  // All files are fetched again, one after the other, before the new version takes over.
  await expect(page).toHaveTitle(/^New/, { timeout: patient(70_000) });
  rmSync(root, { recursive: true });
});
