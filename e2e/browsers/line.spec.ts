/** The user's own line in every browser: dropped files become lanes, and lie beside them. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { beyondChromium, test } from './fixture.ts';
import { count, pressButton, runsTo, texts } from './probes.ts';

const excerpt = (name: string) => gunzipSync(readFileSync(`tests/measurements/files/${name}.gz`)).toString();

test(
  'files of ping and iperf3 that are dropped become lanes with the measurement beside them',
  beyondChromium,
  async ({ tab }) => {
    await tab.open();
    await runsTo(tab, 0);
    await expect.poll(() => count(tab, '.header-scenario option')).toBeGreaterThan(0);
    await tab.evaluate(
      (files) => {
        const dataTransfer = new DataTransfer();
        for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
        document.querySelector('main')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
      },
      [
        ['ping.txt', excerpt('pfifo-ping-down.txt')],
        ['iperf3.json', excerpt('pfifo-tcp-down.json')],
      ] as const,
    );
    await expect.poll(async () => (await texts(tab, '.my-line [aria-label="Down"]')).join()).toContain('199 packets');
    await pressButton(tab, 'Open as lanes');
    await expect.poll(() => count(tab, 'section.lane')).toBe(4);
    await expect.poll(() => count(tab, '.beside-sign')).toBe(1);
    await expect.poll(async () => (await texts(tab, '.beside-details summary')).join()).toContain('Median: measured');
    expect(await tab.problems()).toEqual([]);
  },
);
