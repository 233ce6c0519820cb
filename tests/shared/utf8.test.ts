import { expect, test } from 'vitest';
import { decodeUtf8, NotUtf8Error } from '../../src/shared/utf8.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('text comes back without its byte order mark', () => {
  expect(decodeUtf8(bytes('\ufeffcafé 日本 😀'))).toBe('café 日本 😀');
  expect(decodeUtf8(new Uint8Array())).toBe('');
});

test('another encoding is named where its mark is there', () => {
  for (const mark of [
    [0xff, 0xfe, 0x7b, 0],
    [0xfe, 0xff, 0, 0x7b],
  ])
    expect(() => decodeUtf8(Uint8Array.from(mark))).toThrow(new NotUtf8Error(Uint8Array.from(mark)).message);
  expect(() => decodeUtf8(Uint8Array.of(0xff, 0xfe))).toThrow('its text is UTF-16; save it as UTF-8');
  expect(() => decodeUtf8(Uint8Array.of(0x7b, 0xe9))).toThrow('its text is not UTF-8; save it as UTF-8');
});

test('a character may be cut at the end of a beginning only', () => {
  const cut = bytes('é').subarray(0, 1);
  expect(decodeUtf8(cut, true)).toBe('');
  expect(() => decodeUtf8(cut)).toThrow(NotUtf8Error);
});
