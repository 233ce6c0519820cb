/** The notebook page of the examples: the engine in another page, without the page of the project. */
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { patient } from './patience.ts';

const root = join(import.meta.dirname, '..');
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

let server: Server;
let address: string;

test.beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/library.mjs'], { cwd: root, stdio: 'ignore' });
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const file = join(root, path);
    const isShown = /^\/(examples|lib)\/[\w.-]+$/.test(path) && existsSync(file);
    response.writeHead(isShown ? 200 : 404, { 'Content-Type': types[extname(file)] ?? 'text/plain' });
    if (isShown) createReadStream(file).pipe(response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/examples/notebook.html`;
});

test.afterAll(() => void server.close());

test('the notebook page runs the engine, draws both lanes, and runs again when its slider moves', {
  tag: '@long',
}, async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(address);
  const figures = page.locator('#figures');
  await expect(figures).toContainText(/digest {3}[0-9a-f]{16}/, { timeout: patient(30_000) });
  // The same run by the command line.
  const words = ['run', 'opening', '--policy', 'droptail', '--policy', 'red', '--set', 'red.maxProbability=0.1'];
  const printed = execFileSync(
    process.execPath,
    ['scripts/sim.mjs', ...words, '--duration', '10', '--warmup', '2', '--json'],
    { cwd: root, encoding: 'utf8' },
  );
  await expect(figures).toContainText(JSON.parse(printed).digest);
  await expect(page.locator('#plot polyline')).toHaveCount(2);
  const first = await figures.textContent();
  await page.getByRole('slider').press('End');
  await expect(page.locator('#shown')).toHaveText('0.5');
  await expect(figures).not.toHaveText(first ?? '', { timeout: patient(30_000) });
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(problems).toEqual([]);
});
