/** Measures the figures of the variants of a policy, in the scenario that the table names. */

import { dropRate, markRate, meanDelayMs } from '../../../src/engine/figures/run-figures.ts';
import { withValue } from '../../../src/engine/scenario/scenario.ts';
import type { ParameterValues } from '../../../src/params/schema.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { required } from '../../../src/shared/required.ts';
import { RunningStatistics } from '../../../src/shared/statistics.ts';
import {
  KERNEL_VALUE,
  type ShownVariant,
  shownVariants,
  type VariantFigures,
} from '../../../src/ui/help/variants/variant-figures.ts';
import { MEASURED_PRESET, MEASURED_SEEDS, variantRules } from '../../../src/ui/help/variants/variant-rules.ts';

export const variantsOf = (policy: string): readonly ShownVariant[] =>
  shownVariants(findPolicy(policy)?.parameters.variant, required(variantRules[policy]));

/** @param variant a value of the parameter `variant`, or KERNEL_VALUE */
export function measureVariant(policy: string, variant: string): VariantFigures {
  const { changes = {}, kernelDefaults } = required(variantRules[policy]);
  const scenario = Object.entries(changes).reduce(
    (changed, [path, value]) => withValue(changed, path, value),
    required(findPreset(MEASURED_PRESET)),
  );
  const policyValues: ParameterValues =
    variant === KERNEL_VALUE ? { variant: 'linux', ...kernelDefaults } : { variant };
  const [delayMs, dropPercent, markPercent] = [
    new RunningStatistics(),
    new RunningStatistics(),
    new RunningStatistics(),
  ];
  for (let seed = 1; seed <= MEASURED_SEEDS; seed++) {
    const simulation = openRun({ scenario, policy, policyValues, seed });
    simulation.advance(simulation.endNs);
    const { measured } = simulation.frame();
    delayMs.add(meanDelayMs(measured));
    dropPercent.add(100 * dropRate(measured));
    markPercent.add(100 * markRate(measured));
  }
  const rounded = (figure: RunningStatistics) => {
    const { mean, ci95 } = figure.result();
    return { mean: Number(mean.toPrecision(6)), ci95: Number(ci95.toPrecision(3)) };
  };
  return { delayMs: rounded(delayMs), dropPercent: rounded(dropPercent), markPercent: rounded(markPercent) };
}
