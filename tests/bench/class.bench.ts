/**
 * The view of a class with 60 and with 1,000 hand-ins of a lesson in which each student has runs of an own seed: the time
 * until all are shown and until all are judged, the longest task of the main thread, and the memory of the page with its
 * workers. Run `npm run build` first, on a machine that does nothing else. Nothing here fails.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatHandInPage } from '../../src/lessons/hand-in/hand-in-page.ts';
import { madeHandIn } from '../lessons/class/made-class.ts';
import { launched, opened, print, type Watch } from './page-watch.ts';

const LESSON = 'early-and-at-random';
const MAX_JUDGING_MS = 600_000;

const { browser, address } = await launched(4_460);
const text = readFileSync(`public/lessons/${LESSON}.json`, 'utf8');

for (const count of [60, 1_000]) {
  const folder = mkdtempSync(join(tmpdir(), 'class-'));
  const files: string[] = [];
  for (let index = 0; index < count; index++) {
    const file = join(folder, `${index}.html`);
    writeFileSync(file, formatHandInPage(await madeHandIn(text, index, false), 'http://localhost/'));
    files.push(file);
  }
  const page = await opened(browser, `${address}#lessons-class`);
  const view = page.getByRole('dialog', { name: 'Answers of a class' });
  await view.waitFor();
  await page.evaluate(() => {
    (globalThis as unknown as { watch: { longTasks: number[] } }).watch.longTasks.length = 0;
  });
  const startMs = performance.now();
  await view.locator('input[type=file]').first().setInputFiles(files);
  await view.getByText(`${count} hand-ins of ${count} students`).waitFor({ timeout: MAX_JUDGING_MS });
  print(`${count} hand-ins shown`, [performance.now() - startMs], 'ms', count === 60 ? '3,000' : 'none');
  if (count === 60) {
    await view.getByText('All are judged').waitFor({ timeout: MAX_JUDGING_MS });
    print(`${count} hand-ins judged`, [(performance.now() - startMs) / 1_000], 's', '60 on two processors');
  } else await page.waitForTimeout(20_000);
  const { longTasks } = await page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch);
  print(`${count} hand-ins, longest task`, [Math.max(0, ...longTasks)], 'ms', count === 60 ? '100' : 'none');
  const { bytes } = await page.evaluate(() =>
    (performance as unknown as { measureUserAgentSpecificMemory(): Promise<{ bytes: number }> })
      .measureUserAgentSpecificMemory()
      .catch(() => ({ bytes: Number.NaN })),
  );
  print(`${count} hand-ins, memory`, [bytes / 1e6], 'MB', count === 60 ? 'none' : '300');
  await page.context().close();
  rmSync(folder, { recursive: true });
}
await browser.close();
process.exit();
