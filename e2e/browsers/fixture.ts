/** A test with one tab for all tests of any browser. */
import { test as base } from '@playwright/test';
import { patient } from '../patience.ts';
import { playwrightTab } from './playwright-tab.ts';
import type { Tab } from './tab.ts';
import { webDriverTab } from './webdriver-tab.ts';

/**
 * Details of a test that `npm test` runs in every browser; Chromium shows the others, and `npm run validate` runs all
 * in each.
 */
export const inEvery = { tag: '@every' } as const;

/** Details of a test that `npm test` leaves out in Chromium, where a test of the page itself shows the same. */
export const beyondChromium = { tag: ['@every', '@shown'] };

/** The page in a tab, at its address. */
export interface Visit extends Tab {
  /** Opens the page as on a first visit, with the part of a link after the #. */
  open(hash?: string): Promise<void>;
}

function visiting(tab: Tab, baseURL: string): Visit {
  const open = async (hash = '') => {
    // Deletes the data that the page has stored. Other origins have none.
    await tab.evaluate(() => {
      try {
        localStorage.clear();
      } catch {}
    });
    await tab.goto('about:blank');
    await tab.goto(baseURL + hash);
  };
  return { ...tab, open };
}

export const test = base.extend<object, { tab: Visit }>({
  tab: [
    async ({ playwright, browserName, launchOptions, channel }, use, { project }) => {
      const driver: string | undefined = project.metadata.webDriver;
      const tab =
        driver === undefined
          ? await playwrightTab(
              await playwright[browserName].launch({ ...launchOptions, ...(channel ? { channel } : {}) }),
            )
          : await webDriverTab(driver);
      await use(visiting(tab, project.use.baseURL as string));
      await tab.close();
    },
    { scope: 'worker', timeout: patient(120_000) },
  ],
});
