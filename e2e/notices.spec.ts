/** A notice can be read and closed under an open dialog too, which covers the page and makes it inert. */
import { expect, type Page } from '@playwright/test';
import { longUnless } from './long.ts';
import { heldSeconds, openAt, test } from './page-object.ts';

const DIALOGS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  Scenarios: (page) => page.getByRole('link', { name: 'Scenarios' }).click(),
  Lessons: (page) => page.getByRole('link', { name: 'Lessons' }).click(),
  'Papers, measured again': (page) => page.getByRole('link', { name: 'Papers' }).click(),
  Sweep: (page) => page.getByRole('button', { name: 'Sweep', exact: true }).click(),
  Save: (page) => page.getByRole('button', { name: 'Save', exact: true }).click(),
  Bufferscope: (page) => page.getByRole('button', { name: 'Help' }).click(),
};

/** The notice about that file has the words of the browser's own reader of JSON. */
const DAMAGED =
  /damaged\.json: file: (Unexpected end of JSON input|JSON\.parse: unexpected end of data at line 1 column 6 of the JSON data) is not allowed; allowed: JSON/;

/** Drops a file that is not a scenario on the open dialog. */
const dropDamaged = (page: Page) =>
  page.locator('dialog[open]').evaluate((target) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{"a":'], 'damaged.json'));
    for (const type of ['dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  });

for (const [name, open] of Object.entries(DIALOGS)) {
  test(
    `a notice is seen, and closed, while "${name}" is open; it stays when the dialog goes`,
    longUnless(false),
    async ({ page }) => {
      await openAt(page, './', 1);
      await open(page);
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog).toBeVisible();
      await dropDamaged(page);
      const notice = page.getByText(DAMAGED);
      await expect(notice).toBeInViewport();
      const seen = () =>
        notice.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        });
      expect(await seen()).toBe(true);
      // It is visible for every scroll position of the dialog.
      await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      expect(await seen()).toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      expect(await seen()).toBe(true);
      await open(page);
      await page.getByRole('button', { name: 'Dismiss this notice' }).click();
      await expect(notice).toBeHidden();
      await page.keyboard.press('Escape');
      await heldSeconds(page);
      await expect(page.locator('.notice-area > .notices')).toBeAttached();
    },
  );
}

test('a notice about a link with a program is seen above the program that is offered', { tag: '@long' }, async ({
  page,
}) => {
  await openAt(page, './', 1);
  const program = encodeURIComponent(
    'const q=[];function enqueue(p){q.push(p);if(!fits(p))drop(q.pop())}function dequeue(){return q.shift()}',
  );
  await page.evaluate((source) => {
    location.hash = `#v=1&p=nope&lanes=droptail,own&own=${source}`;
  }, program);
  const offered = page.getByRole('dialog', { name: 'This run contains a program' });
  await expect(offered).toBeVisible();
  await expect(offered.getByText('p: nope is not allowed')).toBeInViewport();
});
