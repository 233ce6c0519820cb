/**
 * Values that PIE and FQ-PIE round as in Linux: what they use in place of the asked one. For other policies, the help
 * of a parameter says what Linux rounds.
 */
import type { ParameterValues } from '../params/schema.ts';
import { piePeriodMs, pieSixteenths } from './packets/mechanisms/linux/pie-rounding.ts';

/**
 * @param values all parameters of the policy, in their units
 * @param id of one of them
 * @returns undefined if the policy uses the asked value
 */
export function usedValue(policy: string, values: ParameterValues, id: string): number | undefined {
  const asked = Number(values[id]);
  if ((policy !== 'pie' && policy !== 'fq-pie') || values.variant !== 'linux') return undefined;
  const used = usedByLinuxPie(asked, values, id);
  return used === asked ? undefined : used;
}

function usedByLinuxPie(asked: number, { kernelHz, queues = 1 }: ParameterValues, id: string): number | undefined {
  if (id === 'updateMs') return piePeriodMs(asked, Number(kernelHz), Number(queues));
  return id === 'alpha' || id === 'beta' ? pieSixteenths(asked) / 16 : undefined;
}
