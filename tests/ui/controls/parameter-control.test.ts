/** The values that a user types into the controls. */
import { expect, test } from 'vitest';
import { checkValue } from '../../../src/params/check-value.ts';
import type { NumberListParameter, NumberParameter } from '../../../src/params/schema.ts';
import { fieldTexts, typedValue } from '../../../src/ui/controls/parameter-control.tsx';

const range = { label: 'Start', help: '', unit: 's', min: 0, max: 100, step: 1 } as const;
const list: NumberListParameter = { ...range, kind: 'numberList', default: 0 };
const rate: NumberParameter = { ...range, kind: 'number', unit: 'bit/s', max: 1e9, default: 1e6 };

test.each([
  ['5', 5],
  ['5, 10', [5, 10]],
  [' 5,10 ', [5, 10]],
])('%j is a number or a list', (text, value) => {
  expect(checkValue('start', list, typedValue(list, text))).toEqual({ ok: true, value });
});

test.each(['5, 10,', ',5', '5,,10', '', 'soon'])('%j is not a list: it is refused as it was typed', (text) => {
  expect(checkValue('start', list, typedValue(list, text))).toMatchObject({ ok: false, problem: { given: text } });
});

test('a number is in the unit of its field, and another text is refused as it was typed', () => {
  for (const text of ['2.5', '2.5 Mb/s'])
    expect(checkValue('rate', rate, typedValue(rate, text))).toEqual({ ok: true, value: 2.5e6 });
  for (const text of ['', 'fast', '5,1,0'])
    expect(checkValue('rate', rate, typedValue(rate, text))).toMatchObject({ ok: false, problem: { given: text } });
});

test('a field shows a number in few digits, and in six while it is edited', () => {
  expect(fieldTexts(0.0282667, 1)).toEqual(['0.0282667', '0.0283']);
  expect(fieldTexts(11_792.5, 1)).toEqual(['11792.5', '11\u202f793']);
  expect(fieldTexts(149.76e6, 1e6)).toEqual(['149.76', '149.76']);
  expect(fieldTexts(100_000, 1)).toEqual(['100000', '100\u202f000']);
  expect(fieldTexts([4, 6], 1)).toEqual(['4, 6', '4, 6']);
});

test('a number may be typed with separators between its groups of digits', () => {
  for (const text of ['75000', '75 000', '75\u202f000', '75\u00a0000'])
    expect(typedValue({ ...rate, unit: 'bytes' }, text)).toBe(75_000);
  // Two meanings, and no meaning.
  for (const text of ['75,000', '1,234,567.5', '7,5,1'])
    expect(typedValue({ ...rate, unit: 'bytes' }, text)).toBe(text);
});

test('a comma may stand before the decimals, as in lessons', () => {
  expect(typedValue(rate, '0,5')).toBe(0.5e6);
  expect(typedValue({ ...rate, unit: 'ms' }, '12,25')).toBe(12.25);
});
