/** The table of the variants: it names every policy with variants, and its figures are those of the runs. */
import { describe, expect, test } from 'vitest';
import { findPolicy, policyIds } from '../../../src/policies/registry.ts';
import { decodeRun } from '../../../src/run-state/run-url.ts';
import { required } from '../../../src/shared/required.ts';
import { formatVariantFigure, variantFiguresOf } from '../../../src/ui/help/variants/variant-figures.ts';
import { variantRules } from '../../../src/ui/help/variants/variant-rules.ts';
import { chosen } from '../../amount.ts';
import { measureVariant, variantsOf } from './measured-variants.ts';

const withVariants = policyIds.filter((id) => findPolicy(id)?.parameters.variant?.kind === 'choice');

test('every policy with variants has rules, and every rule says what each variant does', () => {
  expect(Object.keys(variantRules).toSorted()).toEqual(withVariants.toSorted());
  for (const policy of withVariants) {
    const parameter = required(findPolicy(policy)).parameters.variant;
    const values = parameter?.kind === 'choice' ? parameter.options.map(({ value }) => value) : [];
    for (const { rule, by } of required(variantRules[policy]).rules)
      for (const value of values) expect(by[value]?.length, `${policy}, ${rule}, ${value}`).toBeGreaterThan(0);
  }
});

test('changes and defaults of the kernel are parameters', () => {
  for (const [policy, { kernelDefaults = {}, changes = {} }] of Object.entries(variantRules)) {
    for (const id of Object.keys(kernelDefaults)) expect(findPolicy(policy)?.parameters[id], id).toBeDefined();
    const fields = Object.entries(changes).map(([path, value]) => `&${path}=${value}`);
    expect(decodeRun(`p=opening${fields.join('')}`).problems).toEqual([]);
  }
});

test('a figure has three digits', () => {
  expect(formatVariantFigure({ mean: 123.456, ci95: 4.56 })).toBe('123 ±5');
  expect(formatVariantFigure({ mean: 12.3456, ci95: 0.456 })).toBe('12.3 ±0.5');
  expect(formatVariantFigure({ mean: 1.23456, ci95: 0.0456 })).toBe('1.23 ±0.05');
  expect(formatVariantFigure({ mean: 0, ci95: 0 })).toBe('0.0');
});

describe('the figures are those of the runs (else: npm run validate)', () => {
  const all = withVariants.flatMap((policy) => variantsOf(policy).map(({ value }) => [policy, value] as const));
  const isQuick = ([policy, value]: readonly [string, string]) => policy === 'pie' && value === 'linux';
  test.each(chosen(all, isQuick))('%s, %s', (policy, variant) => {
    expect(variantFiguresOf(policy)?.[variant]).toEqual(measureVariant(policy, variant));
  });
});
