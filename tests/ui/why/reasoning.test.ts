/** Steps that are read, and explanations as they are shown. */
import { describe, expect, test } from 'vitest';
import { red } from '../../../src/policies/packets/red.ts';
import { evaluateFormula, formatTex, namesInStep, parseFormula } from '../../../src/ui/why/formula.ts';
import { explainVerdict } from '../../../src/ui/why/reasoning.ts';
import { PolicyHarness } from '../../policies/packets/policy-harness.ts';

describe('a step', () => {
  const numbers: Readonly<Record<string, number>> = { a: 7, b: 2, c: 3 };
  const numberOf = (name: string) => numbers[name] as number;

  test.each([
    ['x = a - b - c', 2],
    ['x = a - (b - c)', 8],
    ['x = a + b * c', 13],
    ['x = (a + b) * c', 27],
    ['x = a / b / 2', 1.75],
    ['x = (1 - 0.5)^(b + 1)', 0.125],
    ['x = min(a, b, c) + max(a, b) + floor(a / b)', 12],
  ])('%s has the result that its formula gives', (text, expected) => {
    expect(evaluateFormula(parseFormula(text).sides[1] as never, numberOf)).toBe(expected);
  });

  test('is written with symbols or numbers, fractions and brackets', () => {
    const step = parseFormula('p = b / (1 - a * (b + c))');
    expect(namesInStep(step)).toEqual(['p', 'b', 'a', 'c']);
    expect(formatTex(step, { leaf: (name) => name, times: '\\cdot' })).toBe(
      'p = \\frac{b}{1 - a \\cdot \\left(b + c\\right)}',
    );
    expect(formatTex(step, { leaf: (name) => name, times: '\\cdot', isFractionInLine: true })).toBe(
      'p = b / \\left(1 - a \\cdot \\left(b + c\\right)\\right)',
    );
    const quotients = parseFormula('x = (a * b) / (c * d) - (a / b)^2');
    expect(formatTex(quotients, { leaf: (name) => name, times: '\\cdot', isFractionInLine: true })).toBe(
      'x = a \\cdot b / \\left(c \\cdot d\\right) - \\left(a / b\\right)^{2}',
    );
    expect(formatTex(parseFormula('a <= b < c'), { leaf: (name) => name, times: '' })).toBe('a \\le b < c');
  });

  test('that cannot be read is refused', () => {
    for (const text of ['', 'a §', 'a b', 'a = ']) expect(() => parseFormula(text), text).toThrow();
  });
});

/** By hand: w = 1, so that the average is the queue; p_b = 0.1 (6 - 2) / (10 - 2) = 0.05. */
const BY_HAND = { minThreshold: 2, maxThreshold: 10, maxProbability: 0.1, queueWeight: 1, reading: 'floyd93' };

describe('RED explains a drop', () => {
  test('with the count that led to it, from the average to the draw', () => {
    const harness = new PolicyHarness(red, BY_HAND, { limitPackets: 100, draw: 0.06 });
    for (let packet = 0; packet < 5; packet++) harness.offer();
    let answer = harness.offer();
    while (answer.reason !== 'early') answer = harness.offer();
    const { operands, steps } = harness.host.explanation;
    const q = operands.waiting as number;
    const n = operands.count as number;
    expect(n).toBeGreaterThan(0);
    const base = (0.1 * (q - 2)) / 8;
    expect(operands.baseProbability).toBeCloseTo(base, 12);
    expect(operands.probability).toBeCloseTo(base / (1 - n * base), 12);
    expect(operands.draw).toBeLessThan(operands.probability as number);
    const reason = red.reasons.find(({ id }) => id === 'early') as (typeof red.reasons)[number];
    const shown = explainVerdict(reason, { operands, steps, values: BY_HAND }, red);
    const rules = shown.steps.map(({ rule }) => rule);
    expect(rules).toContain('p = \\frac{p_b}{1 - n \\, p_b}');
    // As RED computes them.
    expect(rules.map((rule) => rule.split(' ')[0])).toEqual(['avg', '\\mathit{min}_{th}', 'p_b', 'p', 'u']);
    const where = new Map(shown.quantities.map(({ symbol, text }) => [symbol, text]));
    expect(where.get('n')).toBe(String(n));
    expect(where.get('u')).toBe('0.06');
    expect(shown.quantities.find(({ name }) => name === 'draw')?.meaning).toBe('random number, uniform in [0, 1)');
    expect(shown.quantities.find(({ name }) => name === 'average')?.unit).toBe('packets');
  });
});

describe('numbers', () => {
  const reason = { id: 'a', label: 'a', template: 'avg {average}.', steps: ['p = average / count', 'draw < p'] };
  const quantity = (symbol: string) => ({ symbol, meaning: symbol, unit: '' });
  const definition = {
    ...red,
    quantities: { p: quantity('p'), average: quantity('a'), count: quantity('n'), draw: quantity('u') },
  };
  const shownOf = (operands: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      explainVerdict(reason, { operands, values: {} }, definition).quantities.map(({ name, text }) => [name, text]),
    );

  test('have three significant digits where these are enough', () => {
    expect(shownOf({ average: 1.23456, count: 4, p: 0.30864, draw: 0.1 })).toEqual({
      p: '0.309',
      average: '1.235',
      count: '4',
      draw: '0.1',
    });
  });

  test('keep all digits before the point', () => {
    expect(shownOf({ average: 2936.888, count: 1, p: 2936.888, draw: 0.1 })).toMatchObject({
      p: '2937',
      average: '2937',
    });
  });

  test('of the sentence have three digits, unless they would become equal', () => {
    const sentence = (average: number) => {
      const operands = { average, count: 4, p: average / 4, draw: 0.3086 };
      return explainVerdict({ ...reason, template: '{draw} {p}' }, { operands, values: {} }, definition).sentence;
    };
    expect(sentence(1.23456)).toMatch(/^0\.3086 0\.30864\d*$/);
    expect(sentence(1.33456)).toBe('0.309 0.334');
  });

  test('have more digits where a close comparison needs them', () => {
    const { p, draw } = shownOf({ average: 1.23456789, count: 4, p: 0.3086419725, draw: 0.30864193 });
    expect(Number(draw)).toBeLessThan(Number(p));
  });

  test('are written without exponents, large ones in groups', () => {
    expect(shownOf({ average: 0.00000012345, count: 150_000, p: 8.23e-13, draw: 0 })).toMatchObject({
      average: '0.0000001235',
      count: '150\u202f000',
      p: '0.000000000000823',
    });
  });
});
