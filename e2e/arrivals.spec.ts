/** A user's own arrivals on the page: the same verdicts as in `replay`, and messages that name the row. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { digestsAtEnd, test } from './page-object.ts';

/** At 10 Mb/s a packet of 1250 bytes takes 1 ms: 150 come at once every 160 ms, and the buffer holds 100. */
const BURSTS = `time_s,bytes,flow\n${Array.from({ length: 1_500 }, (_, index) => `${Math.floor(index / 150) * 0.16},1250,${index % 3}`).join('\n')}\n`;

async function drop(page: Page, name: string, content: string | Buffer): Promise<void> {
  const file = { name, mimeType: '', buffer: Buffer.from(content) };
  await page.getByLabel('Scenario file').locator('input[type=file]').setInputFiles(file);
}

test('a CSV file is the traffic of all lanes, with the verdicts of replay; a bad one is named', async ({ page }) => {
  await page.goto('');
  await drop(page, 'bursts.csv', BURSTS);
  await expect(page.getByText('1\u202f500 packets of 3 flows in 1.44 s')).toBeVisible();
  const path = test.info().outputPath('bursts.csv');
  writeFileSync(path, BURSTS);
  const replay = (policy: string) => {
    const words = ['scripts/sim.mjs', 'replay', path, '--policy', policy, '--json'];
    return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })).digest;
  };
  expect(await digestsAtEnd(page)).toEqual(['droptail', 'red'].map(replay));
  await page.reload();
  await expect(page.getByText('1\u202f500 packets of 3 flows in 1.44 s')).toBeVisible();

  await drop(page, 'bad.csv', 'time_s,bytes\n1,100\n0.5,100');
  await expect(page.getByText('bad.csv: line 3, column time_s: 0.5 is not allowed')).toBeVisible();
  await drop(page, 'bad.pcap', Buffer.from('a1b2c3d40002000400000000000000000000ffff00000069', 'hex'));
  await expect(page.getByText('bad.pcap: no packets to read')).toBeVisible();
});
