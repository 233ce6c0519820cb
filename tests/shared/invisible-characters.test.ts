import { expect, test } from 'vitest';
import { escapeInvisible, removeInvisible } from '../../src/shared/invisible-characters.ts';

test('a text does not change the direction of the text after it, and hides no part of itself', () => {
  expect(removeInvisible('a\u202enosj.txt: \u200bno\u2066 JSON\ufeff')).toBe('anosj.txt: no JSON');
  expect(
    removeInvisible('\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u001b[2J\u009b'),
  ).toBe('[2J');
  expect(removeInvisible('é 日本 العربية می\u200cخواهم 👩\u200d🔬 “x”\n\ty')).toBe(
    'é 日本 العربية می\u200cخواهم 👩\u200d🔬 “x”\n\ty',
  );
});

test('a terminal shows control characters as text, and JSON stays JSON', () => {
  const text = JSON.stringify({ title: 'a\u200fb\u061c\u{e0001}' });
  expect(escapeInvisible(text)).toBe('{"title":"a\\u200fb\\u061c\\udb40\\udc01"}');
  expect(JSON.parse(escapeInvisible(text))).toEqual(JSON.parse(text));
});
