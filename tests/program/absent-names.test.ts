/** Advice about missing parts of JavaScript never replaces the message about another error. */
import { expect, test } from 'vitest';
import { absentNameMessage } from '../../src/program/absent-names.ts';

const SYNTAX = { name: 'SyntaxError', message: "expecting ')'" };
const CALL = { name: 'TypeError', message: 'not a function' };

test.each(['match', 'matchAll', 'search'])(
  '.%s( gets advice for a call that fails, not for an error of syntax',
  (name) => {
    const line = `const at = text.${name}('a';`;
    expect(absentNameMessage(SYNTAX, line, 1)).toBeUndefined();
    expect(absentNameMessage(CALL, line, 1)).toMatch(/regular expression is not available/);
  },
);

test('a call of an asynchronous function gets advice for a call that fails, not for an error of syntax', () => {
  const source = 'async function later() {}\nlater(;';
  expect(absentNameMessage(SYNTAX, source, 2)).toBeUndefined();
  expect(absentNameMessage(CALL, source, 2)).toMatch(/^async is not available/);
});

test('words that are errors of syntax get advice', () => {
  const afterOthers = ['const q = []; import x', 'function f() {} export default f'];
  for (const line of [
    'import x',
    'export const a = 1',
    'const a = await b()',
    'const f = async () => 1',
    ...afterOthers,
  ])
    expect(absentNameMessage(SYNTAX, line, 1)).toMatch(/is not available in a program/);
});
