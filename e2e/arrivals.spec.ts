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

/** Ethernet frames of an IPv4 and TCP header: [ms, last byte of source and destination, ports, length]. */
function pcap(packets: readonly (readonly [number, number, number, number, number, number])[]): Buffer {
  const parts = [Buffer.from('a1b2c3d40002000400000000000000000000ffff00000001', 'hex')];
  for (const [ms, source, destination, sourcePort, destinationPort, length] of packets) {
    const head = Buffer.alloc(16);
    for (const [index, value] of [1.7e9, ms * 1e3, 54, 14 + length].entries()) head.writeUInt32BE(value, 4 * index);
    const frame = Buffer.alloc(54);
    frame.writeUInt16BE(0x800, 12);
    frame.set(
      [0x45, 0, length >> 8, length & 255, 0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, source, 10, 0, 0, destination],
      14,
    );
    frame.writeUInt16BE(sourcePort, 34);
    frame.writeUInt16BE(destinationPort, 36);
    parts.push(head, frame);
  }
  return Buffer.concat(parts);
}

test('a capture of both directions is read in the direction that the user chooses, with the keyboard too', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('');
  const ways = pcap([
    [0, 1, 2, 80, 9, 1500],
    [1, 2, 1, 9, 80, 40],
    [2, 1, 2, 80, 9, 1500],
  ]);
  // Its first bytes identify a capture; it needs no ending.
  await drop(page, 'capture', ways);
  await expect(page.getByText('capture: The capture has packets in both directions of a connection')).toBeVisible();
  await expect(page.getByText('3 packets of 2 flows')).toBeVisible();
  const choice = page.getByLabel('Direction in the capture');
  await expect(choice).toHaveValue('both');
  await choice.focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('2 packets of 1 flow')).toBeVisible();
  await expect(choice).toHaveValue('first');
  await choice.selectOption('other');
  await expect(page.getByText('1 packet of 1 flow')).toBeVisible();
  // The same file as a measurement.
  await page.getByRole('button', { name: 'Open as a measurement' }).click();
  const line = page.getByRole('dialog', { name: 'My line' });
  await expect(line.getByText('capture', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await drop(page, 'list.csv', 'time_s,bytes\n0,100');
  await expect(choice).toHaveCount(0);
});
