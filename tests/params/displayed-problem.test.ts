/** Messages about typed values, in the units of their fields. */
import { expect, test } from 'vitest';
import { checkValue } from '../../src/params/check-value.ts';
import { problemInDisplayUnit } from '../../src/params/displayed-problem.ts';
import type { NumberParameter, ParameterProblem } from '../../src/params/schema.ts';

const rate: NumberParameter = {
  kind: 'number',
  label: 'Rate',
  unit: 'bit/s',
  default: 1e6,
  min: 1e3,
  max: 1e11,
  step: 1,
} as NumberParameter;

const answer = (raw: unknown, parameter = rate) => {
  const checked = checkValue('link.rateBps', parameter, raw);
  if (checked.ok) throw new Error('allowed');
  return problemInDisplayUnit(checked.problem, parameter.unit);
};

test('a rate is named in Mb/s, as the field shows it', () => {
  expect(answer(5e12)).toMatchObject({ given: '5000000', allowed: 'a number from 0.001 to 100000 Mb/s' });
  expect(answer('fast')).toMatchObject({ given: 'fast', allowed: 'a number from 0.001 to 100000 Mb/s' });
  const sum: ParameterProblem = {
    path: '',
    given: '1000000',
    allowed: 'at least 1.5e+6 bit/s, the sum of the guarantees',
  };
  expect(problemInDisplayUnit(sum, 'bit/s')).toMatchObject({
    given: '1',
    allowed: 'at least 1.5 Mb/s, the sum of the guarantees',
  });
});

test('other units stay as they are', () => {
  const bytes = { ...rate, unit: 'bytes' };
  expect(answer(5, bytes)).toMatchObject({ given: '5', allowed: 'a number from 1000 to 100000000000 bytes' });
});

test('a number with two meanings is named with both', () => {
  expect(answer('1,500').allowed).toContain('Write 1500 or 1.500');
  expect(answer('1,5,0').allowed).not.toContain('Write');
});
