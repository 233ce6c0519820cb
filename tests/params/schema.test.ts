/** One check for all inputs: the accepted and refused values of each kind of parameter, and the messages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkValue, formatAllowedValues, MAX_LIST_VALUES } from '../../src/params/check-value.ts';
import { describeProblem, keepsGap, type Parameter, resolveValues } from '../../src/params/schema.ts';

const base = { label: 'x', help: 'x' };
const number = { ...base, kind: 'number', unit: 'ms', min: -2, max: 50, step: 1, default: 3 } as const;
const integer = { ...number, kind: 'integer', unit: '' } as const;
const list = { ...number, kind: 'numberList', min: 0 } as const;
const flag = { ...base, kind: 'boolean', default: false } as const;
const choice = {
  ...base,
  kind: 'choice',
  options: [
    { value: 'sack', label: 'SACK' },
    { value: 'newreno', label: 'NewReno' },
  ],
  default: 'sack',
} as const;

const REFUSED = Symbol('refused');
function taken(parameter: Parameter, raw: unknown): unknown {
  const checked = checkValue('a.b', parameter, raw);
  return checked.ok ? checked.value : REFUSED;
}

describe('accepted values', () => {
  const cases: readonly (readonly [parameter: Parameter, raw: unknown, value: unknown])[] = [
    [number, -2, -2],
    [number, 50, 50],
    [number, '1.5', 1.5],
    [number, ' 2e1 ', 20],
    [number, -0, 0],
    [number, '-0', 0],
    [integer, 4.0, 4],
    [integer, '4e1', 40],
    [list, 7, 7],
    [list, '7', 7],
    [list, [1, 2.5], [1, 2.5]],
    [list, '1, 2.5', [1, 2.5]],
    [list, [7], 7],
    [list, Array(MAX_LIST_VALUES).fill(1), Array(MAX_LIST_VALUES).fill(1)],
    [flag, true, true],
    [flag, 'true', true],
    [flag, 'on', true],
    [flag, '1', true],
    [flag, false, false],
    [flag, 'false', false],
    [flag, 'off', false],
    [flag, '0', false],
    [choice, 'newreno', 'newreno'],
  ];
  test.each(cases)('%o takes %j', (parameter, raw, value) => {
    expect(taken(parameter, raw)).toStrictEqual(value);
  });
});

describe('refused values', () => {
  const never = [undefined, null, '', ' ', 'x', {}, [], [[1]], '__proto__', Number.NaN, Number.POSITIVE_INFINITY];
  const cases: readonly (readonly [parameter: Parameter, raws: readonly unknown[]])[] = [
    [number, [...never, -2.001, 50.001, '51', '1e999', 'NaN', 'Infinity', '1,2', '1_0', '5ms', true, [3]]],
    [number, ['0'.repeat(40) + 1]],
    [integer, [...never, 1.5, '1.5', 51]],
    [list, [...never, ',', '1,', '1,,2', '1,51', '1;2', [1, -1], [1, null], Array(MAX_LIST_VALUES + 1).fill(1)]],
    [flag, [...never, 1, 0, 'TRUE', 'yes', [true]]],
    [choice, [...never, 'SACK', 'reno', 'constructor', ['sack'], 0]],
  ];
  const single = cases.flatMap(([parameter, raws]) => raws.map((raw) => [parameter, raw] as const));
  test.each(single)('%o refuses %j', (parameter, raw) => {
    expect(taken(parameter, raw)).toBe(REFUSED);
  });

  test.each([
    [number, 'fast', 'a.b: fast is not allowed; allowed: a number from -2 to 50 ms'],
    [integer, 1.5, 'a.b: 1.5 is not allowed; allowed: a whole number from -2 to 50'],
    [list, [1, 99], 'a.b: [1,99] is not allowed; allowed: a number or a list of at most 64 numbers from 0 to 50 ms'],
    [flag, 'yes', 'a.b: yes is not allowed; allowed: true or false'],
    [choice, undefined, 'a.b: undefined is not allowed; allowed: sack, newreno'],
  ] as const)('%o says so', (parameter, raw, sentence) => {
    const checked = checkValue('a.b', parameter, raw);
    if (checked.ok) throw new Error('it was taken');
    expect(describeProblem(checked.problem)).toBe(sentence);
    expect(checked.problem.allowed).toBe(formatAllowedValues(parameter));
  });

  test('a long value is cut short in the message', () => {
    const checked = checkValue('a.b', number, 'z'.repeat(5_000));
    if (checked.ok) throw new Error('it was taken');
    expect(checked.problem.given).toBe(`${'z'.repeat(57)}...`);
  });
});

test('for any input, the accepted value is within the bounds and is accepted again unchanged, also as text', () => {
  const numeric = fc.constantFrom<Parameter>(number, integer, list);
  const raw = fc.oneof(
    fc.double(),
    fc.integer({ min: -5, max: 60 }),
    fc.string(),
    fc.array(fc.double()),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(numeric, raw, (parameter, given) => {
      const value = taken(parameter, given);
      if (value === REFUSED) return;
      const values = (Array.isArray(value) ? value : [value]) as number[];
      const { min, max } = parameter as typeof number;
      for (const item of values) expect(Object.is(item, -0) || !(item >= min && item <= max)).toBe(false);
      expect(taken(parameter, value)).toStrictEqual(value);
      expect(taken(parameter, values.join(','))).toStrictEqual(value);
    }),
    { seed: 1, numRuns: 1_000 },
  );
});

describe('defaults', () => {
  const schema = {
    low: {
      ...number,
      default: { rule: 'B / 6', compute: ({ bufferPackets }: { bufferPackets: number }) => bufferPackets / 6 },
    },
    high: {
      ...number,
      default: {
        rule: '3 low',
        compute: ({ values }: { values: Record<string, unknown> }) => 3 * (values.low as number),
      },
    },
    list,
    flag,
  } as const;
  const context = { rateBps: 1e6, delayMs: 1, bufferPackets: 60 };

  test('follow from the context and from the values above them', () => {
    expect(resolveValues(schema, {}, context)).toEqual({ low: 10, high: 30, list: 3, flag: false });
    expect(resolveValues(schema, { low: 5, flag: true }, context)).toEqual({ low: 5, high: 15, list: 3, flag: true });
  });

  test('stay within their bounds', () => {
    expect(resolveValues(schema, {}, { ...context, bufferPackets: 1e9 })).toMatchObject({ low: 50, high: 50 });
  });

  test('values that the schema does not know are left out, and properties of a prototype do not count', () => {
    const given = Object.assign(Object.create({ low: 9 }), { speed: 1 });
    expect(resolveValues(schema, given, context)).toEqual({ low: 10, high: 30, list: 3, flag: false });
  });
});

test('the least gap of a constraint is kept also where rounding takes a little of it', () => {
  for (const upper of [20, 36, 1e6]) {
    expect(keepsGap(upper - 0.001, upper, 0.001)).toBe(true);
    expect(keepsGap(upper - 0.0009, upper, 0.001)).toBe(false);
    expect(keepsGap(upper, upper, 0)).toBe(true);
  }
});
