/**
 * Four lanes on a device whose processor is four times slower: Chromium slows the page's main thread down, not its
 * workers. Run `npm run build` first, on a machine that does nothing else. Nothing here fails.
 */
import { FOUR_LANES, launched, responding, smoothness } from './page-watch.ts';

const SLOWDOWN = 4;

const { browser, address } = await launched(4_410);
const name = '35 Mb/s, 4 lanes, 4 times slower';
const aim = { framesPerSecond: '30', frameMs: 'under 50', taskMs: 'under 100' };
await smoothness(browser, name, address + FOUR_LANES, aim, SLOWDOWN);
await responding(browser, name, address + FOUR_LANES, SLOWDOWN);
await browser.close();
process.exit();
