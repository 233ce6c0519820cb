/**
 * Four lanes on a slow device, a phone of the middle class, beside an earlier commit's page by turns: Chromium slows
 * the page's main thread down, not its workers. The slowdown follows from the speed of this machine. Run `npm run
 * build` first, on a machine that does nothing else. Nothing here fails.
 */
import { buildCommit, COMMIT } from './frame-script.ts';
import { FOUR_LANES, firstPicture, launched, opened, pageTools, responding, smoothness } from './page-watch.ts';
import { benchmarkIndex, SLOW_DEVICE_INDEX, slowdownToSlowDevice } from './processor.ts';

const { browser, address } = await launched(4_410);
const { slowdown, index } = await slowdownToSlowDevice(async (slowdown) => {
  const page = await opened(browser, 'about:blank', slowdown);
  const index = await benchmarkIndex(page);
  await page.context().close();
  console.log(`slowed down ${slowdown} times: benchmark index of Lighthouse ${index.toFixed(0)}`);
  return index;
});
console.log(`The slow device has ${SLOW_DEVICE_INDEX}; measured with ${index.toFixed(0)}.\n`);
const name = '35 Mb/s, 4 lanes, slow device';
const aim = { framesPerSecond: '30', frameMs: 'under 50', taskMs: 'under 100' };
const earlier = buildCommit();
const pages = [{ name, address: address + FOUR_LANES }];
if (earlier === undefined) console.log(`The sources of ${COMMIT} cannot be read: no comparison`);
else {
  const { serve } = await pageTools();
  const earlierAddress = await serve({ root: earlier, port: 4_411 });
  pages.push({ name: `${COMMIT}, the same`, address: earlierAddress + FOUR_LANES });
}
await smoothness(browser, pages, aim, slowdown);
await firstPicture(browser, pages, 'not later', slowdown);
await responding(browser, name, address + FOUR_LANES, slowdown);
await browser.close();
process.exit();
