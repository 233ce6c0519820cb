import { expect, test } from 'vitest';
import { droppedFolder, textFileProblem } from '../../../src/ui/controls/file-check.ts';

const LATIN_1 = new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x7d]);

test('text that is not UTF-8 is recognised', async () => {
  expect(await textFileProblem(new Blob(['\ufeff{"title": "café 日本 😀"}']))).toBeUndefined();
  expect(await textFileProblem(new Blob([]))).toBeUndefined();
  expect(await textFileProblem(new Blob([LATIN_1]))).toMatch(/not UTF-8/);
  // UTF-16, as some editors save it.
  expect(await textFileProblem(new Blob([new Uint8Array([0xff, 0xfe, 0x7b, 0])]))).toBe(
    'its text is UTF-16; save it as UTF-8',
  );
  expect(await textFileProblem(new Blob([new Uint8Array([0xfe, 0xff, 0, 0x7b])]))).toBe(
    'its text is UTF-16; save it as UTF-8',
  );
  // A character that is cut at the end of a file, and one that is cut at the end of the checked part.
  expect(await textFileProblem(new Blob([new Uint8Array([0x7b, 0xc3])]))).toMatch(/not UTF-8/);
  expect(await textFileProblem(new Blob([' ', 'é'.repeat(1 << 20)]))).toBeUndefined();
});

test('a folder is recognised', () => {
  const items = (entry: unknown) => ({ items: [{ webkitGetAsEntry: () => entry }] as unknown as DataTransferItemList });
  expect(droppedFolder(items({ isDirectory: true, name: 'mine' }))).toBe('mine');
  expect(droppedFolder(items({ isDirectory: false, name: 'mine.json' }))).toBeUndefined();
  expect(droppedFolder(items(null))).toBeUndefined();
  expect(droppedFolder({ items: [] as unknown as DataTransferItemList })).toBeUndefined();
});
