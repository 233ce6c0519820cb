import { expect, test } from 'vitest';
import { visible } from '../../src/scenarios/file.ts';

test('a text neither turns what stands behind it nor hides a part of itself', () => {
  expect(visible('a\u202enosj.txt: \u200bno\u2066 JSON\ufeff')).toBe('anosj.txt: no JSON');
  expect(visible('é 日本 العربية 😀 “x”')).toBe('é 日本 العربية 😀 “x”');
});
