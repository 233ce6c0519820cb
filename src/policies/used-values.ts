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
  const givenValue = Number(values[id]);
  if ((policy !== 'pie' && policy !== 'fq-pie') || values.variant !== 'linux') return undefined;
  const linuxValue = usedByLinuxPie(givenValue, values, id);
  return linuxValue === givenValue ? undefined : linuxValue;
}

function usedByLinuxPie(givenValue: number, { kernelHz, queues = 1 }: ParameterValues, id: string): number | undefined {
  if (id === 'updateMs') return piePeriodMs(givenValue, Number(kernelHz), Number(queues));
  return id === 'alpha' || id === 'beta' ? pieSixteenths(givenValue) / 16 : undefined;
}
