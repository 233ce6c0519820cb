/** The rules of the direction up, as a list. `rules.ts` adds them to the others. */
import { dataPacketBytes } from '../../engine/scenario/largest-packet.ts';
import { type ResolvedSource, usesCells } from '../../engine/scenario/scenario.ts';
import { SOURCES_WITH_SENDERS } from '../../engine/sources/source-schemas.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { UP_BUFFER, UP_PATH } from '../../params/path.ts';
import type { ParameterProblem } from '../../params/schema.ts';
import { resolvedUpPolicy } from '../../policies/up-policy.ts';
import {
  type BrokenRule,
  brokenIf,
  checkOrder,
  type LaneRuleInput,
  NOTHING_BROKEN,
  problemAt,
  type RuleInput,
  type ScenarioRule,
} from './scenario-rule.ts';

/** Bytes of an ACK beside its header: four SACK blocks. */
const SACK_BYTES = 32;

export const upRules: readonly ScenarioRule<RuleInput>[] = [
  { looksAt: ['sources', UP_PATH], concernsStart: true, findBroken: checkDirections },
  { looksAt: [UP_PATH, 'sources'], concernsStart: true, findBroken: checkCells },
  { looksAt: [UP_PATH, 'buffer'], concernsStart: true, findBroken: brokenIf(checkBufferUnit) },
  { looksAt: [UP_PATH, 'sources'], findBroken: brokenIf(checkPacketSizeUp) },
];

/** A class sends up only where there is a queue up. */
function checkDirections({ scenario, resolvedScenario: { sources } }: RuleInput): readonly BrokenRule[] {
  if (scenario.up !== undefined) return NOTHING_BROKEN;
  return sources.flatMap(({ id, values: { direction } }) => {
    if (direction === undefined || direction === 'down') return NOTHING_BROKEN;
    const problems = [problemAt(`sources.${id}.direction`, direction, `down, because the scenario has no ${UP_PATH}`)];
    return [{ problems, dependsOn: [`sources.${id}`, UP_PATH], source: id }];
  });
}

function checkCells({ scenario }: RuleInput): readonly BrokenRule[] {
  if (scenario.up === undefined || !usesCells(scenario)) return NOTHING_BROKEN;
  const allowed = `no ${UP_PATH}, because the sources are vcs, which send down only`;
  return [{ problems: [problemAt(UP_PATH, 'a direction up', allowed)], allowedOtherValues: allowed }];
}

function checkBufferUnit({ scenario, resolvedScenario: { buffer } }: RuleInput): readonly ParameterProblem[] {
  if (scenario.up === undefined || buffer.unit !== 'bytesPerFlow') return [];
  return [problemAt('buffer.bytesPerFlow', buffer.limit, `buffer.packets or buffer.bytes, with ${UP_PATH}`)];
}

/** The largest packet that a source sends up, on the wire: of data, or of the ACKs of its data down. */
function largestPacketUp({ kind, values }: ResolvedSource): number {
  if (values.flows === 0 || kind === 'arrivals') return 0;
  const { direction } = values;
  const hasSenders = SOURCES_WITH_SENDERS.has(kind);
  const ackBytes = hasSenders ? Number(values.headerBytes) + SACK_BYTES : 0;
  const sendsUp = direction === 'up' || direction === 'both' || kind === 'ping';
  return Math.max(direction === 'up' ? 0 : ackBytes, sendsUp ? dataPacketBytes(values) : 0);
}

/** A buffer in bytes that is smaller than the largest packet up. */
function checkPacketSizeUp({ resolvedScenario: { up, sources } }: RuleInput): readonly ParameterProblem[] {
  if (up === undefined || up.buffer.unit !== 'bytes') return [];
  const { limit } = up.buffer;
  const source = sources.find((other) => largestPacketUp(other) > limit);
  if (source === undefined) return [];
  const allowed = `at least ${largestPacketUp(source)} bytes, the largest packet up of sources.${source.id}`;
  return [problemAt(`${UP_PATH}.${UP_BUFFER}.bytes`, limit, allowed)];
}

/** The policy up is one for packets, and no program; its values are in order. */
export function checkUpPolicy({
  scenario,
  resolvedScenario: { up },
  definition,
  laneValues,
}: LaneRuleInput): readonly BrokenRule[] {
  if (up === undefined) return NOTHING_BROKEN;
  const refuse = (allowed: string): readonly BrokenRule[] => [
    { problems: [problemAt(`${UP_PATH}.policy`, up.link.policy, allowed)], allowedOtherValues: allowed },
  ];
  const upPolicy = resolvedUpPolicy(scenario, definition, laneValues);
  if (upPolicy === undefined) return refuse('same, or the id of a policy for packets');
  if (upPolicy.definition.id === PROGRAM_POLICY)
    return refuse('the id of a policy, because a program is for the queue down only');
  // Whether the lane's policy fits the scenario is a rule of its own.
  if (upPolicy.definition.manages !== 'packets')
    return definition.manages === 'packets' ? refuse('the id of a policy for packets') : NOTHING_BROKEN;
  return checkOrder(upPolicy.definition.constraints, upPolicy.values, `${UP_PATH}.${upPolicy.definition.id}`);
}
