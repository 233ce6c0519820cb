/** Runs a scenario and keeps every arrival at its bottleneck, for comparison with recorded ones. */
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import type { Simulation } from '../../src/engine/simulation/simulation.ts';
import type { TcpTraffic } from '../../src/engine/sources/tcp-traffic.ts';
import type { TcpSender } from '../../src/engine/transport/tcp-sender.ts';
import type { ParameterValue } from '../../src/params/schema.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { type NamedRun, openRun } from '../../src/runs/open-run.ts';

interface Arrival {
  readonly us: number;
  readonly sequence: number;
  readonly dropped: boolean;
}

export interface TracedRun {
  readonly arrivals: Arrival[];
  readonly simulation: Simulation;
}

export function tracedRun(scenario: Scenario, more: Partial<NamedRun> = {}): TracedRun {
  const arrivals: Arrival[] = [];
  const drops = (findPolicy(more.policy ?? 'droptail') as PolicyDefinition).reasons.map(
    ({ verdict }) => verdict === 'drop',
  );
  const simulation = openRun({
    scenario,
    policy: 'droptail',
    seed: 1,
    ...more,
    trace: (record) =>
      arrivals.push({ us: record.timeNs / 1e3, sequence: record.sequence, dropped: drops[record.reason] as boolean }),
  });
  simulation.advance(simulation.endNs);
  return { arrivals, simulation };
}

export function senders(simulation: Simulation): TcpSender[] {
  const traffic = simulation.traffic[0] as TcpTraffic;
  return traffic.members.map(({ flow }) => traffic.senderOf(flow) as TcpSender);
}

/** Undoes differences: the recorded columns hold the change from row to row. */
export function absolute(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((difference) => {
    sum += difference;
    return sum;
  });
}

export function withValues(scenario: Scenario, values: Readonly<Record<string, ParameterValue>>): Scenario {
  return Object.entries(values).reduce((result, [path, value]) => withValue(result, path, value), scenario);
}
