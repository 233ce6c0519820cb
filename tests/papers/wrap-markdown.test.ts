/** Documents that are written by a program have lines of at most 120 characters. */
import { expect, test } from 'vitest';
import { wrapMarkdown } from '../../src/papers/wrap-markdown.ts';

const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ');

test('breaks paragraphs and items, and joins short lines', () => {
  expect(wrapMarkdown(words(30))).toBe(`${words(24)}\n${words(6)}`);
  expect(wrapMarkdown(`one\ntwo\n\nthree`)).toBe('one two\n\nthree');
  expect(wrapMarkdown(`- ${words(30)}\n- two\n  - ${words(24)}`)).toBe(
    `- ${words(23)}\n  ${words(7)}\n- two\n  - ${words(23)}\n    word`,
  );
});

test('tables, headings, pictures and code stay', () => {
  const kept = `# ${words(40)}\n\n| ${words(40)} |\n| --- |\n\n![${words(40)}](a.svg)\n\n    ${words(40)}`;
  expect(wrapMarkdown(kept)).toBe(kept);
});

test('no line begins with the mark of a list, and code is not broken', () => {
  expect(wrapMarkdown(`${words(23)} words - end`)).toBe(`${words(23)}\nwords - end`);
  expect(wrapMarkdown(`${words(23)} in 1998. End`)).toBe(`${words(23)}\nin 1998. End`);
  expect(wrapMarkdown(`${words(23)} \`a b c d\``)).toBe(`${words(23)}\n\`a b c d\``);
});
