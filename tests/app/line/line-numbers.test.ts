/** Texts of the fields of a line as numbers. */
import { expect, test } from 'vitest';
import { LINE_FIELDS, NO_TEXTS, parseLine, TYPICAL_LINES } from '../../../src/app/line/line-numbers.ts';

test('a decimal comma is read, and an empty field is no number', () => {
  const { given, problems } = parseLine({ ...NO_TEXTS, downMbps: '16,5', idleMs: '30' }, 'pfifo');
  expect(given).toEqual({ downMbps: 16.5, idleMs: 30, queueKind: 'pfifo' });
  expect(problems).toEqual({});
});

test.each([
  ['downMbps', '0'],
  ['upMbps', '-3'],
  ['idleMs', '-1'],
  ['loadedDownMs', '1e9'],
  ['loadedUpMs', 'fast'],
  ['downMbps', '1,500'],
] as const)('%s: "%s" has a problem and is not used', (field, text) => {
  const { given, problems } = parseLine(
    { ...NO_TEXTS, [field]: text, ...(field === 'idleMs' ? {} : { idleMs: '9' }) },
    undefined,
  );
  expect(given).toEqual(field === 'idleMs' ? {} : { idleMs: 9 });
  expect(Object.keys(problems)).toEqual([field]);
  expect(problems[field]).toContain(`“${text}” is not allowed; allowed: a number from`);
});

test('typical lines have all numbers', () => {
  for (const { texts } of TYPICAL_LINES) {
    const { given, problems } = parseLine(texts, undefined);
    expect([Object.keys(given), problems]).toEqual([[...LINE_FIELDS], {}]);
  }
});
