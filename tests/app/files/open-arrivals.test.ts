import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openArrivals } from '../../../src/app/files/open-arrivals.ts';

const CSV = 'time_s,bytes\n0,1500\n0.25,64\n';
/** A file that comes in chunks of one byte. */
const inBytes = (bytes: Uint8Array, name: string) => {
  const file = new File([new Uint8Array(bytes)], name);
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
  return Object.assign(file, { stream });
};
/** A classic capture of Ethernet frames without a packet: big-endian, microseconds. */
const EMPTY_CAPTURE = new Uint8Array([
  0xa1, 0xb2, 0xc3, 0xd4, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1,
]);

test('a list opens, plain and gzipped', async () => {
  for (const file of [new File([CSV], 'a.csv'), new File([gzipSync(CSV)], 'a.csv.gz')]) {
    const { scenario } = await openArrivals(file);
    expect(scenario.summary).toContain('2 packets of 1 flow in 0.25 s');
  }
});

test('a capture is known by its first bytes, however they come', async () => {
  await expect(openArrivals(inBytes(EMPTY_CAPTURE, 'a.pcap'))).rejects.toThrow(/packet/);
  await expect(openArrivals(inBytes(EMPTY_CAPTURE, 'a.pcap'))).rejects.not.toThrow(/UTF-8/);
  expect((await openArrivals(inBytes(new TextEncoder().encode(CSV), 'a.csv'))).notes).toEqual([]);
});

test('a text that ends within a character is refused', async () => {
  const cut = new Uint8Array([...new TextEncoder().encode(CSV), 0xc3]);
  await expect(openArrivals(new File([cut], 'a.csv'))).rejects.toThrow(/not UTF-8/);
});

test('more classes than a scenario has sources are refused in their line', async () => {
  const list = (classes: number) =>
    `time_s,bytes,class\n${Array.from({ length: classes }, (_, index) => `${index},100,c${index}\n`).join('')}`;
  expect(Object.keys((await openArrivals(new File([list(16)], 'a.csv'))).scenario.sources)).toHaveLength(16);
  await expect(openArrivals(new File([list(17)], 'a.csv'))).rejects.toThrow(/line 18.*class.*c16.*at most 16 classes/);
});
