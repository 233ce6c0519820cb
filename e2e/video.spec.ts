/** Video among buffers that know it. */
import { expect } from '@playwright/test';
import { lastChange, runsTo, test } from './page-object.ts';

test('videos under SHB and PFB/AD: the lens is drawn, and a packet refused because of its I frame names the frame', async ({
  page,
}) => {
  await page.goto('./#v=1&p=bm-e6&lanes=shb,pfb-ad&sources.video.flows=26');
  await runsTo(page, 2);
  await page.getByRole('button', { name: 'Pause' }).click();
  // Both lenses have drawn in the colours of I and P frames.
  const colours = await page.locator('canvas.lane-lens').evaluateAll((canvases) =>
    canvases.map((canvas) => {
      const { data } = (canvas as HTMLCanvasElement)
        .getContext('2d')
        ?.getImageData(0, 0, (canvas as HTMLCanvasElement).width, (canvas as HTMLCanvasElement).height) ?? { data: [] };
      const seen = new Set<string>();
      for (let index = 0; index < data.length; index += 4)
        seen.add(`${data[index]},${data[index + 1]},${data[index + 2]}`);
      return ['213,94,0', '230,159,0', '240,228,66'].map((colour) => seen.has(colour));
    }),
  );
  expect(colours).toEqual([
    [true, true, true],
    [true, true, true],
  ]);
  await page.getByRole('button', { name: 'Why?', exact: true }).click();
  await page.getByRole('combobox', { name: 'Lane of the list' }).selectOption('lane B');
  await page
    .getByRole('button', { name: /its I frame was lost/ })
    .first()
    .click();
  const history = page.getByRole('region', { name: 'History of a packet' });
  await expect(history).toContainText(/I frame \d+ of flow \d+ lost a packet here/);
  await expect(history).toContainText(/[IPB] frame \d+, segment \d+/);
});

test('a pattern of frames that does not begin with I, is refused with its rule; a mean stops at its bounds', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('./#v=1&p=bm-e6&lanes=shb&sources.video.pattern=BBI&sources.video.predictedMeanBytes=100');
  const notices = page.locator('.notices');
  await expect(notices).toContainText('sources.video.pattern: BBI is not allowed; allowed: I first');
  await expect(notices).toContainText(
    'sources.video.predictedMeanBytes: 100 is not allowed; allowed: at least sources.video.predictedMinBytes, which is 512',
  );
  await runsTo(page, 0.2);
  const digest = page.locator('.run-digests dd').first();
  await page.getByRole('textbox', { name: 'Mean P frame' }).fill('20000');
  await page.getByRole('textbox', { name: 'Mean P frame' }).press('Enter');
  await expect(lastChange(page)).toContainText(
    'video mean P frame = 17000 bytes. It must stay at or below video largest P frame = 17000 bytes.',
  );
  await expect(page.getByRole('textbox', { name: 'Mean P frame' })).toHaveValue('17\u202f000');
  await expect(digest).toHaveText(/^[0-9a-f]{16}$/);
});
