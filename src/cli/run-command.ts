/** `run`: simulates a scenario under one or more policies and prints the figures. */

import { resolveScenario, type Scenario } from '../engine/scenario.ts';
import type { TraceRecord } from '../engine/simulation.ts';
import { describeProblem } from '../params/schema.ts';
import { findPolicy, policyIds } from '../policies/registry.ts';
import { resolvedPolicyValues } from '../policies/values.ts';
import { brokenConstraint } from '../scenarios/paths.ts';
import { mergeReplications } from '../studies/replicate.ts';
import { openRun } from '../studies/simulate.ts';
import { numberOption, parseArguments } from './arguments.ts';
import { BadInput, type Io } from './io.ts';
import { csvOf, type RunReport, tableOf } from './report.ts';
import { applySettings, loadScenario } from './scenario-argument.ts';

/** Figures that name a run or a thing, and are not averaged over replications. */
const NAMES = new Set([
  'seed',
  'simulatedSeconds',
  'warmupSeconds',
  'params',
  'flow',
  'policy',
  'class',
  'scenario',
  'digest',
]);

export function runCommand(argv: readonly string[], io: Io): void {
  const parsed = parseArguments(
    argv,
    ['--policy', '--set', '--seed', '--replications', '--duration', '--warmup', '--trace'],
    ['--json', '--csv'],
  );
  if (parsed.rest.length > 1) throw new BadInput(`${parsed.rest[1]}: one preset or file only`);
  let scenario = applySettings(loadScenario(io, parsed.rest[0]), parsed.values.get('--set') ?? []);
  const duration = numberOption(parsed, '--duration', { min: 0.001, max: 3_600 });
  const warmup = numberOption(parsed, '--warmup', { min: 0, max: 3_599 });
  scenario = withRunTimes(scenario, duration, warmup, io);
  const policies = policiesOf(scenario, parsed.values.get('--policy') ?? []);
  const seed = numberOption(parsed, '--seed', { min: 0, max: Number.MAX_SAFE_INTEGER - 100_000, integer: true }) ?? 1;
  const replications = numberOption(parsed, '--replications', { min: 1, max: 100_000, integer: true }) ?? 1;
  const trace = parsed.values.get('--trace')?.at(-1);
  if (trace !== undefined && replications > 1) throw new BadInput('--trace: only with one replication');
  const reports = Array.from({ length: replications }, (_, index) =>
    runOnce(scenario, policies, seed + index, io, trace),
  );
  const report = replications === 1 ? reports[0] : mergeReplications(reports, NAMES);
  if (parsed.flags.has('--json')) io.out(JSON.stringify(report, null, 2));
  else io.out(parsed.flags.has('--csv') ? csvOf(reports as RunReport[]) : tableOf(reports as RunReport[]));
}

/**
 * A warm-up that leaves nothing to measure is refused, unless only the duration was given: then the scenario's warm-up
 * shrinks in proportion, and that is said.
 */
function withRunTimes(scenario: Scenario, duration: number | undefined, warmup: number | undefined, io: Io): Scenario {
  const own = resolveScenario(scenario).run;
  const durationSeconds = duration ?? own.durationSeconds;
  let warmupSeconds = warmup ?? own.warmupSeconds;
  if (warmupSeconds >= durationSeconds) {
    if (warmup !== undefined || duration === undefined)
      throw new BadInput(
        `warmup: ${warmupSeconds} is not allowed; allowed: less than the duration, ${durationSeconds} s`,
      );
    warmupSeconds = (own.warmupSeconds / own.durationSeconds) * durationSeconds;
    io.err(`warm-up shortened to ${warmupSeconds} s, in proportion to the duration`);
  }
  return { ...scenario, run: { ...scenario.run, durationSeconds, warmupSeconds } };
}

function policiesOf(scenario: Scenario, asked: readonly string[]): readonly string[] {
  const policies = asked.length > 0 ? asked : Object.keys(scenario.policies);
  for (const id of policies) {
    const definition = findPolicy(id);
    if (definition === undefined) throw new BadInput(`--policy: ${id} is not known; allowed: ${policyIds.join(', ')}`);
    const broken = brokenConstraint(scenario, definition, {});
    if (broken !== undefined) throw new BadInput(describeProblem(broken));
  }
  return policies;
}

function runOnce(
  scenario: Scenario,
  policies: readonly string[],
  seed: number,
  io: Io,
  trace: string | undefined,
): RunReport {
  const began = io.seconds();
  const lines = trace === undefined ? undefined : io.openLines(trace);
  const lanes: Record<string, unknown>[] = [];
  const digests: string[] = [];
  let events = 0;
  let simulatedSeconds = 0;
  for (const policy of policies) {
    const run = { scenario, policy, seed };
    const simulation = openRun(lines === undefined ? run : { ...run, trace: traceTo(lines, scenario, policy) });
    simulation.advance(simulation.endNs);
    const definition = findPolicy(policy);
    lanes.push({
      policy,
      params: definition && resolvedPolicyValues(scenario, definition, {}),
      ...simulation.summary(),
    });
    digests.push(simulation.digest());
    events += simulation.clock.executed;
    simulatedSeconds = simulation.nowNs / 1e9;
  }
  lines?.close();
  const { warmupSeconds } = resolveScenario(scenario).run;
  return {
    scenario: scenario.id,
    seed,
    simulatedSeconds,
    warmupSeconds,
    wallSeconds: io.seconds() - began,
    events,
    lanes,
    digest: digests.join(''),
  };
}

/** One JSON object a verdict. */
function traceTo(
  lines: { write(line: string): void },
  scenario: Scenario,
  policy: string,
): (record: TraceRecord) => void {
  const classes = Object.keys(scenario.sources);
  const reasons = findPolicy(policy)?.reasons ?? [];
  return (record) => {
    const reason = reasons[record.reason];
    const operands = Object.fromEntries((reason?.operands ?? []).map((name, index) => [name, record.operands[index]]));
    const { timeNs, serial, flow, sequence, bytes, waitingPackets } = record;
    lines.write(
      JSON.stringify({
        policy,
        timeNs,
        packet: serial,
        flow,
        class: classes[record.classIndex],
        sequence,
        bytes,
        verdict: reason?.verdict,
        reason: reason?.id,
        operands,
        waitingPackets,
      }),
    );
  };
}
