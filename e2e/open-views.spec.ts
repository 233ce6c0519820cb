/** A view that opens over the run or beside it closes the panels and dialogs of the run, so that none lies over it. */
import { expect, type Page } from '@playwright/test';
import { longUnless } from './long.ts';
import { test } from './page-object.ts';

const RUN = './#v=5&p=home-bufferbloat&lanes=droptail&at=8';

const panels = {
  'Why?': (page: Page) => page.getByRole('complementary', { name: 'Why' }),
  Sweep: (page: Page) => page.locator('dialog.sweep[open]'),
  Save: (page: Page) => page.locator('dialog.save-dialog[open]'),
  'Help and keys': (page: Page) => page.getByRole('dialog', { name: 'Bufferscope' }),
};

for (const view of ['#lesson=why-a-queue-fills', '#lessons', '#scenarios', '#papers', 'story'])
  test(`${view} closes what is open on the run`, longUnless(view === '#lesson=why-a-queue-fills'), async ({ page }) => {
    await page.goto(RUN);
    for (const [button, panelOf] of Object.entries(panels)) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(panelOf(page)).toBeVisible();
      await page.evaluate((hash) => {
        if (hash !== 'story') location.hash = hash;
        else [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Story')?.click();
      }, view);
      await expect(panelOf(page)).toBeHidden();
      await page.goto(RUN.replace('at=8', `at=${8 + button.length / 10}`));
      await expect(panelOf(page)).toBeHidden();
    }
  });
