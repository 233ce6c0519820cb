/** `run`: simulates a scenario under one or more policies and prints the figures. */
import type { PolicyDefinition } from '../engine/policy.ts';
import { resolveScenario, runParameters, type Scenario } from '../engine/scenario.ts';
import type { TraceRecord } from '../engine/simulation.ts';
import { describeProblem } from '../params/schema.ts';
import { findPolicy, policyIds } from '../policies/registry.ts';
import { resolvedPolicyValues } from '../policies/values.ts';
import { fits } from '../scenarios/fits.ts';
import { brokenConstraint, cautionOf, impossible } from '../scenarios/limits.ts';
import { policyParameter } from '../scenarios/paths.ts';
import { Replications } from '../studies/replicate.ts';
import { combinedDigest, REPORT_NAMES, type RunReport, runLanes } from '../studies/run-lanes.ts';
import { type Arguments, numberOption, parameterOption, parseArguments } from './arguments.ts';
import { BadInput, type Io } from './io.ts';
import { csvHeader, csvOf, tableOf } from './report.ts';
import { applySettings, loadScenario } from './scenario-argument.ts';

const MAX_REPLICATIONS = 100_000;

interface Order {
  readonly scenario: Scenario;
  readonly policies: readonly string[];
  readonly seed: number;
  readonly replications: number;
  readonly trace: string | undefined;
  readonly form: 'json' | 'csv' | 'table';
}

export function runCommand(argv: readonly string[], io: Io): void {
  const order = orderOf(argv, io);
  if (order.form === 'csv') io.out(csvHeader());
  const replications = new Replications(REPORT_NAMES);
  const digests: string[] = [];
  let only: RunReport | undefined;
  simulate(order, io, (report) => {
    only = report;
    digests.push(report.digest);
    if (order.form === 'csv') io.out(csvOf(report));
    else if (order.replications > 1) replications.add(report);
  });
  if (order.form === 'csv') return;
  const merged = { ...(replications.result() as object), digest: combinedDigest(digests) };
  const result = order.replications === 1 ? (only as RunReport) : merged;
  io.out(order.form === 'json' ? JSON.stringify(result, null, 2) : tableOf(result as RunReport, order.replications));
}

function orderOf(argv: readonly string[], io: Io): Order {
  const valued = ['--policy', '--set', '--seed', '--replications', '--duration', '--warmup', '--trace'];
  const parsed = parseArguments(argv, valued, ['--json', '--csv'], 1);
  if (parsed.flags.has('--json') && parsed.flags.has('--csv')) throw new BadInput('--csv: not together with --json');
  const given = loadScenario(io, parsed.rest[0]);
  const settings = parsed.values.get('--set') ?? [];
  const scenario = withRunTimes(applySettings(given, settings), parsed, io);
  // Those of the scenario as it was: setting a value of another policy does not make that one run.
  const policies = policiesOf(scenario, parsed.values.get('--policy') ?? Object.keys(given.policies));
  sayIdleSettings(settings, policies, io);
  sayCautions(scenario, policies, io);
  const replications = numberOption(parsed, '--replications', { min: 1, max: MAX_REPLICATIONS }) ?? 1;
  return {
    scenario,
    policies,
    seed: numberOption(parsed, '--seed', { min: 0, max: Number.MAX_SAFE_INTEGER - MAX_REPLICATIONS }) ?? 1,
    replications,
    trace: parsed.values.get('--trace')?.at(-1),
    form: parsed.flags.has('--json') ? 'json' : parsed.flags.has('--csv') ? 'csv' : 'table',
  };
}

/**
 * A warm-up that leaves nothing to measure is refused, unless only the duration was given: then the scenario's warm-up
 * shrinks in proportion, and that is said.
 */
function withRunTimes(scenario: Scenario, parsed: Arguments, io: Io): Scenario {
  const own = resolveScenario(scenario).run;
  const duration = parameterOption(parsed, '--duration', runParameters.durationSeconds);
  const warmup = parameterOption(parsed, '--warmup', runParameters.warmupSeconds);
  const durationSeconds = duration ?? own.durationSeconds;
  let warmupSeconds = warmup ?? own.warmupSeconds;
  if (warmupSeconds >= durationSeconds) {
    if (warmup !== undefined || duration === undefined || own.warmupSeconds >= own.durationSeconds)
      throw new BadInput(
        `${warmup === undefined ? 'run.warmupSeconds' : '--warmup'}: ${warmupSeconds} is not allowed; allowed: less than the duration, ${durationSeconds} s`,
      );
    warmupSeconds = (own.warmupSeconds / own.durationSeconds) * durationSeconds;
    io.err(`warm-up shortened to ${warmupSeconds} s, in proportion to the duration`);
  }
  return { ...scenario, run: { ...scenario.run, durationSeconds, warmupSeconds } };
}

function policiesOf(scenario: Scenario, policies: readonly string[]): readonly string[] {
  const brokenRule = impossible(scenario);
  if (brokenRule !== undefined) throw new BadInput(describeProblem(brokenRule.problem));
  for (const id of policies) {
    const definition = findPolicy(id);
    if (definition === undefined) throw new BadInput(`--policy: ${id} is not known; allowed: ${policyIds.join(', ')}`);
    if (!fits(scenario, definition)) {
      const fitting = policyIds.filter((other) => fits(scenario, findPolicy(other) as PolicyDefinition));
      throw new BadInput(`--policy: ${id} does not manage what ${scenario.id} sends; allowed: ${fitting.join(', ')}`);
    }
    const broken = brokenConstraint(scenario, definition, {});
    if (broken !== undefined) throw new BadInput(describeProblem(broken));
  }
  return policies;
}

/** A setting of a policy that does not run has no effect: most likely not what was meant. */
function sayIdleSettings(settings: readonly string[], policies: readonly string[], io: Io): void {
  const used = new Set(policies.flatMap((id) => [id, findPolicy(id)?.parametersOf]));
  for (const setting of settings) {
    const policy = policyParameter(setting.slice(0, setting.indexOf('=')))?.definition.id;
    if (policy !== undefined && !used.has(policy)) io.err(`--set ${setting}: without effect, ${policy} does not run`);
  }
}

function sayCautions(scenario: Scenario, policies: readonly string[], io: Io): void {
  for (const id of policies) {
    const definition = findPolicy(id) as PolicyDefinition;
    const caution = cautionOf(scenario, definition, resolvedPolicyValues(scenario, definition, {}));
    if (caution !== undefined) io.err(`${id}: ${caution}`);
  }
}

/** Runs with seeds seed, seed + 1, ... and hands each report on. */
function simulate(order: Order, io: Io, done: (report: RunReport) => void): void {
  const { scenario, policies, replications, trace } = order;
  const lines = trace === undefined ? undefined : io.openLines(trace);
  try {
    for (let seed = order.seed; seed < order.seed + replications; seed++) {
      const options = { scenario, policies, seed, wallSeconds: () => io.seconds() };
      const named = replications > 1 ? { seed } : {};
      done(runLanes(lines === undefined ? options : { ...options, trace: traceTo(lines, scenario, named) }));
    }
  } finally {
    lines?.close();
  }
}

/** One JSON object a verdict; with several replications it tells the seed too. */
function traceTo(
  lines: { write(line: string): void },
  scenario: Scenario,
  named: { readonly seed?: number },
): (policy: PolicyDefinition, record: TraceRecord) => void {
  const classes = Object.keys(scenario.sources);
  return (policy, record) => {
    const reason = policy.reasons[record.reason];
    const { timeNs, serial, flow, sequence, bytes, waitingPackets, operands } = record;
    const line = {
      ...named,
      policy: policy.id,
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
    };
    lines.write(JSON.stringify(line));
  };
}
