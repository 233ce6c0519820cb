/** Values of one source or policy that contradict each other, and combinations that are rarely intended. */
import type { PolicyDefinition } from '../../engine/contract/policy.ts';
import { largestPacket } from '../../engine/scenario/largest-packet.ts';
import { type ResolvedScenario, resolveScenario, type Scenario } from '../../engine/scenario/scenario.ts';
import { sourceConstraints } from '../../engine/sources/source-schemas.ts';
import { type ListedPackets, listedPackets } from '../../engine/time-lists/arrivals.ts';
import { sendsL4s } from '../../engine/transport/congestion/l4s-sources.ts';
import { loadedCongestionControl } from '../../engine/transport/congestion/loaded-controls.ts';
import type { Constraint, ParameterValues } from '../../params/schema.ts';

/** The constraints between the values of a source. */
export function constraintsOfSource(scenario: Scenario, id: string): readonly Constraint[] {
  const kind = scenario.sources[id]?.kind;
  return (kind && sourceConstraints[kind]) ?? [];
}

/** The thresholds of a policy for cells that may not exceed the buffer. */
export function boundByBuffer(definition: PolicyDefinition): readonly string[] {
  if (definition.manages !== 'cells') return [];
  const boundIds = ['lowThreshold', 'highThreshold', 'threshold'];
  return boundIds.filter((id) => Object.hasOwn(definition.parameters, id));
}

/** A combination of this policy's values that is rarely intended; undefined if there is none. */
export function policyCaution(
  scenario: Scenario,
  definition: PolicyDefinition,
  values: ParameterValues,
): string | undefined {
  const resolvedScenario = resolveScenario(scenario);
  const { link, sources } = resolvedScenario;
  const lists = packetLists(resolvedScenario);
  const caution = definition.caution?.(values, {
    rateBps: link.rates === 'constant' ? link.rateBps : Number.NaN,
    largestPacketBytes: Math.max(
      largestPacket(resolvedScenario).bytes,
      ...lists.map(({ largestBytes }) => largestBytes),
    ),
    sendsL4s: lists.some(({ hasL4s }) => hasL4s) || sources.some((source) => sendsL4s(source.values)),
  });
  return caution ?? unmarkedCaution(resolvedScenario, definition, values);
}

/** The packets of the sources that take them from the list of the scenario. */
function packetLists({ arrivals, sources }: ResolvedScenario): readonly ListedPackets[] {
  if (arrivals === undefined) return [];
  return sources.flatMap(({ id, kind, values }) =>
    kind === 'arrivals' ? (listedPackets(arrivals, id, values.flows) ?? []) : [],
  );
}

/** DCTCP or Prague with a policy that never marks: losses are its only signal. */
function unmarkedCaution({ sources }: ResolvedScenario, definition: PolicyDefinition, values: ParameterValues) {
  const hasMarks = definition.reasons.some(({ verdict }) => verdict === 'mark') && values.ecn !== false;
  const controls = sources.flatMap(({ values: sender }) =>
    sender.flows === 0 ? [] : (loadedCongestionControl(sender.congestion) ?? []),
  );
  const markCountingControl = controls.find(({ countsMarks }) => countsMarks);
  if (hasMarks || markCountingControl === undefined) return undefined;
  return `${markCountingControl.label} needs marks, but this policy marks no packets. Without marks it reacts only to losses. Choose a policy that marks, or switch on its ECN.`;
}
