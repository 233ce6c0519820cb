/** Questions to a class: the QR code, the limits of links, the signs of the answers, and the counts. */
import encodeQR from 'qr';
import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import {
  optionCounts,
  questionKey,
  removeAllTaps,
  removeTap,
  tapOption,
  tappedOptions,
  undoTap,
} from '../../../src/app/lessons/class-counts.ts';
import { lessonLimits } from '../../../src/lessons/format/lesson.ts';
import { letterKeys, optionOfKey, signName } from '../../../src/ui/asking/answer-sign.tsx';
import {
  addressProblem,
  fitsQrCode,
  longLinkProblem,
  MAX_QR_BYTES,
  qrOutline,
} from '../../../src/ui/asking/qr-link.tsx';
import { parseRequestedLesson } from '../../../src/ui/lessons/lesson-source.ts';

/** Paints the drawn outline, some pixels for each module, and reads it back. */
function readOutline({ side, outline }: ReturnType<typeof qrOutline>): string {
  const PIXELS = 4;
  const width = side * PIXELS;
  const data = new Uint8Array(4 * width * width).fill(255);
  for (const [, left, top, right] of outline.matchAll(/M(\d+) (\d+)H(\d+)V\d+H\d+Z/g))
    for (let y = Number(top) * PIXELS; y < (Number(top) + 1) * PIXELS; y++)
      for (let x = Number(left) * PIXELS; x < Number(right) * PIXELS; x++)
        data.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3);
  return decodeQR({ width, height: width, data });
}

test('a drawn code gives its link again, and has the quiet zone of the standard', () => {
  for (const url of [
    'http://192.0.2.7:4173/#lesson=why-a-queue-fills&step=3&cards=yes',
    `https://example.org/~müller/#${'z'.repeat(500)}`,
  ]) {
    const code = qrOutline(url);
    expect(readOutline(code)).toBe(url);
    const rows = [...code.outline.matchAll(/M(\d+) (\d+)H(\d+)/g)].map(([, ...numbers]) => numbers.map(Number));
    expect(Math.min(...rows.flatMap(([left = 0, top = 0]) => [left, top]))).toBe(4);
    expect(Math.max(...rows.map(([, , right = 0]) => right))).toBe(code.side - 4);
  }
});

test('the longest link fills a code of version 20, and one more byte does not fit in it', () => {
  // ISO/IEC 18004: a code of version v has 17 + 4 v modules, here with a border of one.
  expect(encodeQR('b'.repeat(MAX_QR_BYTES), 'raw', { ecc: 'medium', border: 1 })).toHaveLength(17 + 4 * 20 + 2);
  expect(encodeQR('b'.repeat(MAX_QR_BYTES + 1), 'raw', { ecc: 'medium', border: 1 })).toHaveLength(17 + 4 * 21 + 2);
  expect(fitsQrCode('b'.repeat(MAX_QR_BYTES))).toBe(true);
  expect(fitsQrCode('ü'.repeat(MAX_QR_BYTES / 2 + 1))).toBe(false);
  expect(longLinkProblem('b'.repeat(700), 'Do this.')).toMatch(/^This link has 700 characters.* 666\. Do this\.$/);
});

test('an address that no phone can open is named, with the way to one', () => {
  const addressOf = (url: string) => addressProblem(new URL(url));
  for (const url of [
    'http://localhost:4173/',
    'http://127.0.0.1/',
    'http://[::1]:8000/',
    'http://a.localhost/',
    'file:///home/page.html',
  ])
    expect(addressOf(url), url).toContain('HOST=0.0.0.0');
  for (const url of ['http://192.0.2.7:4173/', 'https://example.org/course/', 'http://lecturer.local/'])
    expect(addressOf(url), url).toBeUndefined();
});

test('twelve options have twelve numbers and twelve shapes, and no letter of a lane', () => {
  const names = Array.from({ length: 12 }, (_, option) => signName(option));
  expect(new Set(names.map((name) => name.split(', ')[1])).size).toBe(12);
  expect(names.map((name) => Number(name.split(', ')[0]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('taps are counted for each question, and can be taken back', () => {
  const key = questionKey('a', 1);
  for (const option of [0, 2, 2, 1]) tapOption(key, option);
  tapOption(questionKey('a', 2), 0);
  const counts = () => optionCounts(tappedOptions.getState()[key] ?? [], 3);
  expect(counts()).toEqual([1, 1, 2]);
  undoTap(key);
  expect(counts()).toEqual([1, 0, 2]);
  removeTap(key, 0);
  removeTap(key, 1);
  expect(counts()).toEqual([0, 0, 2]);
  // The last change is taken back, whether it counted more, less, or from 0 again.
  removeTap(key, 2);
  undoTap(key);
  expect(counts()).toEqual([0, 0, 2]);
  removeAllTaps(key);
  undoTap(key);
  expect(counts()).toEqual([0, 0, 2]);
  undoTap(key);
  expect(counts()).toEqual([1, 0, 2]);
  removeAllTaps(key);
  expect(counts()).toEqual([0, 0, 0]);
  removeAllTaps(questionKey('a', 2));
});

test('a hash opens the cards of a step, or cards without texts', () => {
  expect(parseRequestedLesson('#lesson=bufferbloat-at-home&step=3&cards=yes')).toMatchObject({
    step: 3,
    showsCards: true,
  });
  expect(parseRequestedLesson('#lesson-cards=4')).toEqual({ kind: 'cards', optionCount: 4 });
  expect(parseRequestedLesson('#lesson-cards=99')).toEqual({ kind: 'cards', optionCount: 12 });
  expect(parseRequestedLesson('#lesson-cards=x')).toEqual({ kind: 'list' });
});

test('each of the most options has a key, and the keys that are no numbers are told', () => {
  const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c'];
  expect(lessonLimits.options).toBe(keys.length);
  for (const [option, key] of keys.entries()) {
    expect([optionOfKey(key, keys.length), optionOfKey(key.toUpperCase(), keys.length)]).toEqual([option, option]);
    // It has no option in a shorter question.
    expect(optionOfKey(key, option)).toBeUndefined();
  }
  expect(letterKeys(12)).toBe('A for 10, B for 11, C for 12');
  expect(letterKeys(9)).toBe('');
  for (const key of ['0', 'd', 'Enter', '10']) expect(optionOfKey(key, 12)).toBeUndefined();
});
