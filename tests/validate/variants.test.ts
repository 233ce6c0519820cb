/** Measures the variants of all policies. Writes docs/VARIANTS.md and the figures that the page shows. */
import { afterAll, expect, test } from 'vitest';
import { variantRules } from '../../src/ui/help/variants/variant-rules.ts';
import { measureVariant, variantsOf } from '../ui/help/measured-variants.ts';
import { type MeasuredVariants, writeVariantsReport } from './variants-report.ts';

const measured: MeasuredVariants = {};

test.each(Object.keys(variantRules))('%s', (policy) => {
  measured[policy] = Object.fromEntries(variantsOf(policy).map(({ value }) => [value, measureVariant(policy, value)]));
  for (const { delayMs } of Object.values(measured[policy] ?? {})) expect(delayMs.mean).toBeGreaterThan(0);
});

afterAll(() => {
  if (Object.keys(measured).length === Object.keys(variantRules).length) writeVariantsReport(measured);
});
