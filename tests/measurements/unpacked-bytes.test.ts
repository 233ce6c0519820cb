/** Files that are unpacked in chunks: whole, cut off and damaged. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { firstBytes, unpackedBytes } from '../../src/measurements/unpacked-bytes.ts';

const CONTENT = new TextEncoder().encode(Array.from({ length: 200_000 }, (_, index) => `line ${index}\n`).join(''));
const PACKED = gzipSync(CONTENT);

const readerOf = (bytes: Uint8Array) =>
  new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();

test('a whole file has all its bytes, without notes', async () => {
  const { bytes, notes } = await unpackedBytes(readerOf(PACKED));
  expect(Buffer.from(bytes).equals(CONTENT)).toBe(true);
  expect(notes).toEqual([]);
});

test('a file that was cut off is read up to the cut, and a note says where', async () => {
  const { bytes, notes } = await unpackedBytes(readerOf(PACKED.subarray(0, PACKED.length >> 1)));
  expect(bytes.length).toBeGreaterThan(CONTENT.length / 4);
  expect(Buffer.from(bytes).equals(CONTENT.subarray(0, bytes.length))).toBe(true);
  expect(notes.join()).toContain(`up to byte ${bytes.length}`);
});

test('a file of which nothing can be unpacked is refused', async () => {
  await expect(unpackedBytes(readerOf(new Uint8Array([0x1f, 0x8b, 9, 9, 9])))).rejects.toThrow('damaged');
});

test('the first bytes are those of the content', async () => {
  const bytes = await firstBytes(readerOf(PACKED), 1_000);
  expect(bytes.length).toBeGreaterThanOrEqual(1_000);
  expect(bytes.length).toBeLessThan(CONTENT.length);
  expect(Buffer.from(bytes).equals(CONTENT.subarray(0, bytes.length))).toBe(true);
});
