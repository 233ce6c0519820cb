/** A tab of a browser that Playwright drives. */
import type { Browser } from '@playwright/test';
import { isProblem } from '../page-object.ts';
import { type Probe, type Tab, WINDOW } from './tab.ts';

export async function playwrightTab(browser: Browser): Promise<Tab> {
  const page = await browser.newPage({ viewport: WINDOW });
  let problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (isProblem(message)) problems.push(message.text());
  });
  return {
    async goto(address) {
      problems = [];
      await page.goto(address);
    },
    evaluate: <Args extends readonly unknown[], Result>(probe: Probe<Args, Result>, ...args: Args) =>
      page.evaluate(`(${probe})(...${JSON.stringify(args)})`) as Promise<Result>,
    async press(first, ...others) {
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (const { x, y } of others) await page.mouse.move(x, y);
      await page.mouse.up();
    },
    type: (key) => page.keyboard.press(key),
    screenshot: async () => (await page.screenshot()).toString('base64'),
    problems: async () => problems,
    close: () => browser.close(),
  };
}
