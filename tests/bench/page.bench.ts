/**
 * The built page in a headless Chromium with software rendering: how soon it runs, how smoothly, how fast at full
 * speed. Run `npm run build` first. The figures depend on the machine and its other programs, so this benchmark never
 * fails.
 */
import type { Browser } from '@playwright/test';
import { compareFrames } from './frame-script.ts';
import { FOUR_LANES, firstPicture, launched, opened, print, ROUNDS, responding, smoothness } from './page-watch.ts';

async function fastForward(browser: Browser, name: string, address: string, aim: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await opened(browser, address);
    await page.waitForFunction(() => Number(document.querySelector('.timeline-clock output')?.textContent) > 0);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('slider', { name: 'Speed' }).fill('11');
    await page.getByRole('button', { name: 'Back to the start' }).click();
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await play.waitFor();
    const took = await play.evaluate(
      (button: HTMLElement) =>
        new Promise<number>((resolve) => {
          const began = performance.now();
          const look = () => {
            if (document.querySelector('[aria-label="Play again"]') !== null) resolve(performance.now() - began);
            else requestAnimationFrame(look);
          };
          button.click();
          look();
        }),
    );
    times.push(took / 1_000);
    await page.context().close();
  }
  print(name, times, 's', aim);
}

/** Time from letting go of the slider to the picture of that time, over places all over the run. */
async function scrubbing(browser: Browser, name: string, address: string): Promise<void> {
  const page = await opened(browser, address);
  await page.waitForFunction(() => Number(document.querySelector('.timeline-clock output')?.textContent) > 1);
  await page.getByRole('button', { name: 'Pause' }).click();
  const times = await page.evaluate(async () => {
    const slider = document.querySelector('input[aria-label="Simulated time"]') as HTMLInputElement;
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const end = Number(/of ([\d.]+)/.exec(document.querySelector('.timeline-clock')?.textContent ?? '')?.[1]);
    const took: number[] = [];
    for (let place = 0; place < 24; place++) {
      const part = (place * 0.618_034 + 0.5) % 1;
      const began = performance.now();
      setter?.call(slider, String(Math.round(2_000 * part)));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      const wanted = (Math.round(2_000 * part) / 2_000) * end;
      await new Promise<void>((resolve) => {
        const look = () => {
          const shown = Number(document.querySelector('.timeline-clock output')?.textContent);
          if (Math.abs(shown - wanted) < 0.011) resolve();
          else requestAnimationFrame(look);
        };
        look();
      });
      took.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return took;
  });
  print(`${name}: to any time of 60 s`, times, 'ms', 'under 200');
  await page.context().close();
}

const { browser, address } = await launched(4_400);
const opening = [{ name: 'opening, 2 lanes, real time', address }];
await firstPicture(browser, opening, 'under 1000');
await smoothness(browser, opening);
const minute = '#v=1&p=zhao-35mb-1bwdp-stf30&run.durationSeconds=60&run.warmupSeconds=20';
await fastForward(browser, '60 s at 35 Mb/s, one lane, full speed', `${address}${minute}&lanes=red`, 'under 3');
await fastForward(
  browser,
  '60 s at 35 Mb/s, two lanes, full speed',
  `${address}${minute}&lanes=droptail,red`,
  'under 3',
);
for (const preset of ['opening', 'zhao-35mb-1bwdp-stf30', 'zhao-100mb-3bwdp-stf30'])
  await scrubbing(
    browser,
    preset,
    `${address}#v=1&p=${preset}&run.durationSeconds=60&run.warmupSeconds=10&lanes=droptail,red`,
  );
const four = address + FOUR_LANES;
await smoothness(browser, [{ name: '35 Mb/s, 4 lanes, real time', address: four }]);
const video = `${address}#v=1&p=bm-e6&sources.video.flows=20&lanes=shb,pfb,pfb-ad,abd`;
await smoothness(browser, [{ name: '30 connections with video, 4 lanes, real time', address: video }]);
await responding(browser, '35 Mb/s, 4 lanes', four);
await browser.close();
await compareFrames();
process.exit();
