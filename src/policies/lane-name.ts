/**
 * The name of a lane: its policy, the rule if it is not the usual one, and the values that tell it from other lanes of
 * this policy.
 */
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
 * tell the lane from all others of its policy, at the start of the run. A lane without a different one of its policy
 * names the variant that it runs, whoever gives it, if this is not the default, with the other choices that are fixed
 * during the run and are not at their default.
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
  const ids = Object.keys(parameters).sort((a, b) => Number(b === VARIANT_ID) - Number(a === VARIANT_ID));
  const differences = ids.filter((id) => {
    // Only given values can differ, or cause a difference.
    if (!peers.some((peer) => Object.hasOwn(peer, id))) return false;
    const otherPeers = likePeers.filter((peer) => String(peer[id]) !== String(ownValues[id]));
    likePeers = likePeers.filter((peer) => !otherPeers.includes(peer));
    return otherPeers.length > 0;
  });
  const namedIds =
    differences.length > 0 ? differences : ids.filter((id) => isUnusualChoice(parameters[id], ownValues[id]));
  // Other choices belong to an unusual variant.
  if (differences.length === 0 && namedIds[0] !== VARIANT_ID) return name;
  // "Linux 100 Hz", but "target 5 ms, interval 50 ms".
  return namedIds.reduce(
    (start, id, index) =>
      `${start}${namedIds[index - 1] === VARIANT_ID ? ' ' : ', '}${formatDifference(parameters[id], ownValues[id])}`,
    name,
  );
}

/** A choice that is fixed during the run, and is not at its default. */
function isUnusualChoice(parameter: Parameter | undefined, value: ParameterValue | undefined): boolean {
  return parameter?.kind === 'choice' && parameter.live === false && value !== parameter.default;
}

function formatDifference(parameter: Parameter | undefined, value: ParameterValue | undefined): string {
  if (parameter === undefined) return String(value);
  const { symbol = '', label } = parameter;
  if (parameter.kind === 'choice') {
    const chosenLabel = parameter.options.find((option) => option.value === value)?.label;
    return chosenLabel === undefined || chosenLabel.length > MAX_LABEL_LETTERS ? String(value) : chosenLabel;
  }
  if (parameter.kind === 'boolean') return `${label} ${value === true ? 'on' : 'off'}`;
  const { unit, factor } = displayUnit('unit' in parameter ? parameter.unit : '');
  const amount = typeof value === 'number' ? Number((value / factor).toPrecision(6)) : value;
  return `${symbol === '' ? label : symbol} ${amount} ${unit}`.trim();
}
