/** One scenario under one or more policies with one seed, to its end: the figures of every lane. */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import type { LaneSummary } from '../engine/metrics/summary.ts';
import { resolveScenario, type Scenario } from '../engine/scenario/scenario.ts';
import type { Probe, TraceRecord } from '../engine/simulation/probe.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import type { ParameterValue, ParameterValues } from '../params/schema.ts';
import { laneName } from '../policies/lane-name.ts';
import { resolvedPolicyValues } from '../policies/policy-values.ts';
import { findPolicy } from '../policies/registry.ts';
import { resolvedUpPolicy } from '../policies/up-policy.ts';
import { hashText } from '../shared/text-hash.ts';
import { openRun } from './open-run.ts';

/** The figures of one lane, with its name and parameters. */
export interface LaneReport extends LaneSummary {
  readonly policy: string;
  /** The policy's name and, beside other lanes of this policy, the values that tell them apart. */
  readonly name: string;
  /** All parameters that the policy ran with. */
  readonly params: Readonly<Record<string, ParameterValue>>;
  /** Digest of the lane's verdicts: the one that the page shows for the same run. */
  readonly digest: string;
}

/** The figures of all lanes of a run, as `run --json` prints them. */
export interface RunReport {
  readonly scenario: string;
  readonly seed: number;
  readonly simulatedSeconds: number;
  readonly warmupSeconds: number;
  /** Duration of the simulation, s. */
  readonly wallSeconds: number;
  /** Number of executed events of all lanes. */
  readonly events: number;
  readonly lanes: readonly LaneReport[];
  /** The digest of a single lane; of several lanes, `combinedDigest` of their digests in order. */
  readonly digest: string;
}

/** Keys of a report with names: they are the same in every replication, or their average has no meaning. */
export const REPORT_NAMES = new Set([
  'scenario',
  'seed',
  'simulatedSeconds',
  'warmupSeconds',
  'policy',
  'name',
  'params',
  'class',
  'flow',
  'digest',
] as const);
/** A key of a report whose value is not averaged. */
export type ReportName = typeof REPORT_NAMES extends Set<infer Name> ? Name : never;

/** The arguments of a run of several lanes, and who watches it. */
export interface LanesOptions {
  readonly scenario: Scenario;
  /** Ids of registered policies, one for each lane. */
  readonly policies: readonly string[];
  /** For each lane: values that differ from those of the scenario for its policy. By default there are none. */
  readonly values?: readonly ParameterValues[] | undefined;
  readonly seed: number;
  /** A wall clock, s. */
  readonly wallSeconds: () => number;
  /** Called at every verdict of every lane, one lane after the other, with the name of the lane. */
  readonly trace?: (policy: PolicyDefinition, record: TraceRecord, laneName: string) => void;
  /** Makes a probe for every lane, which has a name. It cannot be used with `trace`, which has its own probe. */
  readonly probe?: (policy: PolicyDefinition, simulation: Simulation, laneName: string) => Probe;
  /** Called with each lane's run before its first event, to observe it. */
  readonly observe?: (policy: PolicyDefinition, simulation: Simulation, lane: number) => LaneObserver;
}

/** Called at the end of each sample window, and at the end of the run. */
export interface LaneObserver {
  readonly onSample?: () => void;
  readonly onEnd: () => void;
}

/** Events between two pauses of a run: some ten milliseconds of work. */
const SLICE_EVENTS = 50_000;

/** Work that pauses at each `yield`, so that a program can handle signals and output meanwhile. */
export type SlicedWork<Result> = Generator<void, Result, void>;

/** Does the work without pauses. */
export function finishSlices<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const slice = work.next();
    if (slice.done) return slice.value;
  }
}

/** Runs all lanes to their end without a pause. */
export function runLanes(options: LanesOptions): RunReport {
  return finishSlices(runLanesInSlices(options));
}

/** Runs lanes as `runLanes` does, with pauses. */
export function* runLanesInSlices(options: LanesOptions): SlicedWork<RunReport> {
  const { scenario, policies, seed, wallSeconds } = options;
  const startSeconds = wallSeconds();
  const lanes: LaneReport[] = [];
  let events = 0;
  for (const [index, id] of policies.entries()) {
    const lane = yield* runLane(options, id, index);
    lanes.push(lane.report);
    events += lane.events;
  }
  const { durationSeconds, warmupSeconds } = resolveScenario(scenario).run;
  return {
    scenario: scenario.id,
    seed,
    simulatedSeconds: durationSeconds,
    warmupSeconds,
    wallSeconds: wallSeconds() - startSeconds,
    events,
    lanes,
    digest: combinedDigest(lanes.map((lane) => lane.digest)),
  };
}

function* runLane(options: LanesOptions, id: string, lane: number): SlicedWork<{ report: LaneReport; events: number }> {
  const { scenario, seed, trace, observe } = options;
  const policyValues = options.values?.[lane] ?? {};
  const policy = findPolicy(id);
  if (policy === undefined) throw new Error(`unknown policy: ${id}`);
  const upPolicy = resolvedUpPolicy(scenario, policy, {})?.definition ?? policy;
  const allowsProbe = options.probe !== undefined || observe !== undefined;
  const peers = options.policies.flatMap((other, index) => (other === id ? [options.values?.[index] ?? {}] : []));
  const name = laneName(scenario, policy, policyValues, peers);
  const traceOptions = trace && {
    trace: (record: TraceRecord) => trace(record.direction === 'up' ? upPolicy : policy, record, name),
  };
  const simulation = openRun({
    scenario,
    policy: id,
    policyValues,
    laneName: name,
    seed,
    ...traceOptions,
    allowsProbe,
  });
  if (options.probe !== undefined) simulation.probe = options.probe(policy, simulation, name);
  const observer = observe?.(policy, simulation, lane);
  yield* playSlices(simulation, simulation.endNs, observer?.onSample);
  observer?.onEnd();
  const params = resolvedPolicyValues(scenario, policy, policyValues);
  const report = {
    policy: id,
    name,
    params,
    ...simulation.summary(),
    digest: simulation.digest(),
  };
  return { report, events: simulation.clock.executedEventCount };
}

/**
 * Plays a run to a time.
 * @param untilNs at most the end of the run
 * @param onSample called at the end of each sample window, if it is given
 */
export function playSamples(simulation: Simulation, untilNs: number, onSample: (() => void) | undefined): void {
  finishSlices(playSlices(simulation, untilNs, onSample));
}

function* playSlices(simulation: Simulation, untilNs: number, onSample: (() => void) | undefined): SlicedWork<void> {
  const { sampleNs } = simulation.description;
  if (onSample !== undefined)
    for (let timeNs = simulation.nowNs + sampleNs; timeNs <= untilNs; timeNs += sampleNs) {
      yield* advanceInSlices(simulation, timeNs);
      onSample();
    }
  yield* advanceInSlices(simulation, untilNs);
}

function* advanceInSlices(simulation: Simulation, untilNs: number): SlicedWork<void> {
  while (!simulation.advance(untilNs, SLICE_EVENTS)) yield;
  // Many short advances are long work too.
  yield;
}

/** One digest for several digests, in their order. A single digest is not changed. */
export function combinedDigest(digests: readonly string[]): string {
  if (digests.length === 1) return digests[0];
  return hashText(digests.join(' '));
}
