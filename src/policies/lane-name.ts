/** The name of a lane: its policy, the rule if it is not the usual one, and the values that tell it from other lanes of this policy. */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import type { Scenario } from '../engine/scenario/scenario.ts';
import { displayUnit, type Parameter, type ParameterValue, type ParameterValues } from '../params/schema.ts';
import { resolvedPolicyValues } from './policy-values.ts';

/** A longer label of a choice has no room in the head of a lane. The value as the command line writes it is shorter. */
const MAX_LABEL_LETTERS = 12;

/** The rule that a policy follows. It comes first, without its label. */
const VARIANT_ID = 'variant';

/**
 * The name of a lane in heads, legends, tables and files, such as `PIE, Linux 100 Hz`. It names the first values that
 * tell the lane from all others of its policy, at the start of the run. Alone, a lane names its variant, if this is not the
 * default, with the other given choices that are fixed during the run.
 * @param values of this lane, without those of the scenario
 * @param peers the values of all lanes of this policy, in any order; its own may be among them
 */
export function laneName(
  scenario: Scenario,
  definition: PolicyDefinition,
  values: ParameterValues,
  peers: readonly ParameterValues[],
): string {
  const { name, parameters } = definition;
  const ownValues = resolvedPolicyValues(scenario, definition, values);
  let likePeers = peers.map((peer) => resolvedPolicyValues(scenario, definition, peer));
  const variant = parameters[VARIANT_ID];
  const namesRule = peers.length < 2 && variant !== undefined && ownValues[VARIANT_ID] !== variant.default;
  const differences = Object.keys(parameters)
    // Only given values can differ, or cause a difference.
    .filter((id) => peers.some((peer) => Object.hasOwn(peer, id)))
    .sort((a, b) => Number(b === VARIANT_ID) - Number(a === VARIANT_ID))
    .flatMap((id) => {
      const parameter = parameters[id];
      if (namesRule && parameter?.kind === 'choice' && parameter.live === false)
        return [{ id, text: formatDifference(parameter, ownValues[id]) }];
      const otherPeers = likePeers.filter((peer) => String(peer[id]) !== String(ownValues[id]));
      likePeers = likePeers.filter((peer) => !otherPeers.includes(peer));
      return otherPeers.length === 0 ? [] : [{ id, text: formatDifference(parameters[id], ownValues[id]) }];
    });
  // "Linux 100 Hz", but "target 5 ms, interval 50 ms".
  const text = differences.reduce(
    (start, { text: next }, index) =>
      index === 0 ? next : `${start}${differences[index - 1]?.id === VARIANT_ID ? ' ' : ', '}${next}`,
    '',
  );
  return text === '' ? name : `${name}, ${text}`;
}

function formatDifference(parameter: Parameter | undefined, value: ParameterValue | undefined): string {
  if (parameter === undefined) return String(value);
  const { symbol = '', label } = parameter;
  if (parameter.kind === 'choice') {
    const chosen = parameter.options.find((option) => option.value === value)?.label;
    return chosen === undefined || chosen.length > MAX_LABEL_LETTERS ? String(value) : chosen;
  }
  if (parameter.kind === 'boolean') return `${label} ${value === true ? 'on' : 'off'}`;
  const { unit, factor } = displayUnit('unit' in parameter ? parameter.unit : '');
  const amount = typeof value === 'number' ? Number((value / factor).toPrecision(6)) : value;
  return `${symbol === '' ? label : symbol} ${amount} ${unit}`.trim();
}
