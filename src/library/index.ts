/**
 * The engine as a library: an ES module without any import, for Node, Deno, browsers, workers and notebooks. It touches
 * no DOM and no file. `npm run build` writes it to `lib/`.
 *
 *     import { simulate } from 'bufferscope';
 *     const run = simulate('opening', ['droptail', 'red'], { seed: 1, durationSeconds: 10 });
 *     for await (const { timeSeconds, frames } of run) console.log(timeSeconds, frames.map((frame) => frame.waitingPackets));
 *     const { lanes, digest } = await run.summary();
 */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import type { Frame, RunDescription } from '../engine/frame/frame.ts';
import { resolveScenario, type Scenario } from '../engine/scenario/scenario.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import { registerCongestionControl as addCongestionControl } from '../engine/sources/control-registry.ts';
import type { CongestionControlDefinition } from '../engine/transport/congestion/control.ts';
import { checkValue } from '../params/check-value.ts';
import type { ParameterSchema, ParameterValues } from '../params/schema.ts';
import { describeProblem, type ParameterValue } from '../params/schema.ts';
import { ALLOWED_SEEDS, parseSeed } from '../params/seed.ts';
import { laneName } from '../policies/lane-name.ts';
import { resolvedPolicyValues } from '../policies/policy-values.ts';
import { registerPolicy as addPolicy, findPolicy, policyIds } from '../policies/registry.ts';
import { openRun } from '../runs/open-run.ts';
import { combinedDigest, type LaneReport, type RunReport } from '../runs/run-lanes.ts';
import { parseScenarioFile, scenarioToFile } from '../scenarios/files/file.ts';
import { findPreset, presetIds } from '../scenarios/index.ts';
import { nearestNames, settingsOfPath } from '../scenarios/paths.ts';
import { policyFits } from '../scenarios/rules/policy-fit.ts';
import { type Setting, validateSettings, withScenarioSettings } from '../scenarios/rules/validate.ts';
import {
  checkControlDefinition,
  checkFields,
  checkOptionalNumber,
  checkParameterValue,
  checkPolicyDefinition,
  createInvalidRun,
  formatJson,
  hasNamedFields,
  InvalidRun,
} from './checks.ts';

/** A policy by its id, with the values that differ from the scenario's. */
export type PolicyChoice = string | { readonly policy: string; readonly values?: ParameterValues };

/** What `simulate` may be told besides scenario and policies. An option that is not listed here is refused. */
export interface SimulateOptions {
  /** A whole number from 0 to 2^53 - 1; default 1. The same seed gives the same traffic under all policies. */
  readonly seed?: number;
  /** Simulated time of the run, s; default: that of the scenario. */
  readonly durationSeconds?: number;
  /** The part at the beginning of the run that figures leave out, s, shorter than the run; default: the scenario's. */
  readonly warmupSeconds?: number;
  /**
   * Values of the scenario or of its policies by path, as `sim -- run --set` takes them: `{ 'link.rateBps': 10e6 }`.
   */
  readonly settings?: Readonly<Record<string, ParameterValue>>;
  /** Simulated time between two frames, s, above 0; default 0.1. */
  readonly frameSeconds?: number;
  /** Frames also contain single packets: waiting packets, the last verdicts and departures. Default false. */
  readonly packets?: boolean;
}

/** A scenario as a scenario file has it, with the fields of its JSON Schema (`sim -- schema` prints it). */
export type ScenarioData = Readonly<Record<string, unknown>>;

/** All lanes at one simulated time. */
export interface Step {
  /** From the start of the run, s. */
  readonly timeSeconds: number;
  /** One for each policy, in their order. */
  readonly frames: readonly Frame[];
}

/** The figures of one policy, as `sim -- run --json` prints them. */
export type LaneResult = LaneReport;

/** The figures of a run, and the digest of all lanes, as the command line prints it for the same run. */
export type RunResult = Omit<RunReport, 'wallSeconds'>;

/**
 * A run, with frames during the run and figures at its end. It continues only while frames or figures are requested: a
 * loop that is left can go on later, and a loop after `summary` has no more frames. An error that a registered policy
 * or congestion control throws ends the loop, or rejects the promise.
 */
export interface Run extends AsyncIterable<Step> {
  /** The constant part of the run: names of classes, reasons and signals; one for each policy. */
  readonly descriptions: readonly RunDescription[];
  /** Runs to the end and returns the figures, also again. */
  summary(): Promise<RunResult>;
  /** Runs to the end and returns the digest of all lanes. */
  digest(): Promise<string>;
}

const FRAME_SECONDS = 0.1;

/** Events between two pauses for other work of a page or a server: about 10 ms. */
const EVENTS_PER_SLICE = 25_000;

/** Every host has it, but the types of the engine do not declare it. */
declare function setTimeout(call: () => void, ms: number): unknown;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/**
 * Opens a run of a scenario under one or more policies, all on the same traffic.
 * @param scenario a preset's id, or a scenario as a scenario file has it (`scenarioOf` gives one to start from)
 * @param policies default: the lanes of the scenario with their values, or else its policies
 * @throws InvalidRun if one of these is not allowed: the message names it, and what is allowed
 */
export function simulate(
  scenario: string | ScenarioData,
  policies: PolicyChoice | readonly PolicyChoice[] = [],
  options: SimulateOptions = {},
): Run {
  checkOptions(options);
  const { seed = 1, frameSeconds = FRAME_SECONDS, packets = false } = options;
  const givenScenario = parseScenario(scenario);
  const lanes = parseLanes(givenScenario, policies);
  const checkedScenario = withOptions(givenScenario, lanes, options);
  const names = lanes.map((lane) => nameOfLane(checkedScenario, lane, lanes));
  const runs = lanes.map(({ definition, values }, index) =>
    openRun({
      scenario: checkedScenario,
      policy: definition.id,
      policyValues: values,
      laneName: names[index],
      seed,
      recordsPackets: packets,
    }),
  );
  return new OpenRun(checkedScenario, lanes, names, runs, seed, Math.max(1, Math.round(frameSeconds * 1e9)));
}

/** Each option: a record, so that none can be missing here. */
const OPTIONS: Readonly<Record<keyof SimulateOptions, true>> = {
  seed: true,
  durationSeconds: true,
  warmupSeconds: true,
  settings: true,
  frameSeconds: true,
  packets: true,
};

/** Checks the kinds of all options. Whether a value fits the run is checked later. */
function checkOptions(options: unknown): void {
  const { seed, frameSeconds, packets, settings, ...spans } = checkFields(
    'options',
    options,
    'an object',
    Object.keys(OPTIONS),
  );
  if (seed !== undefined && (typeof seed !== 'number' || parseSeed(String(seed)) === undefined))
    throw createInvalidRun('seed', seed, ALLOWED_SEEDS);
  checkOptionalNumber('frameSeconds', frameSeconds, 0);
  for (const [id, value] of Object.entries(spans))
    if (value !== undefined && typeof value !== 'number') throw createInvalidRun(id, value, 'a number of seconds');
  if (packets !== undefined && typeof packets !== 'boolean')
    throw createInvalidRun('packets', packets, 'true or false');
  if (settings === undefined) return;
  if (!hasNamedFields(settings)) throw createInvalidRun('settings', settings, 'an object with values by path');
  for (const [path, value] of Object.entries(settings)) checkParameterValue(path, value);
}

interface Lane {
  readonly definition: PolicyDefinition;
  readonly values: ParameterValues;
}

function nameOfLane(scenario: Scenario, { definition, values }: Lane, lanes: readonly Lane[]): string {
  const peers = lanes.flatMap((lane) => (lane.definition.id === definition.id ? [lane.values] : []));
  return laneName(scenario, definition, values, peers);
}

function parseScenario(scenarioData: unknown): Scenario {
  if (typeof scenarioData === 'string') {
    const preset = findPreset(scenarioData);
    if (preset === undefined)
      throw new InvalidRun(
        `scenario: ${scenarioData} is unknown; allowed: ${presetIds.join(', ')} (nearest: ${nearestNames(scenarioData, presetIds)[0]})`,
      );
    return preset;
  }
  if (!hasNamedFields(scenarioData))
    throw createInvalidRun('scenario', scenarioData, 'a preset’s id, or a scenario as an object');
  const { scenario, program, problems } = parseScenarioFile(formatJson('scenario', scenarioData));
  if (scenario === undefined || problems.length > 0) throw new InvalidRun(problems.map(describeProblem).join('\n'));
  if (program !== undefined)
    throw createInvalidRun('program', 'a program', 'none; register your own policies with registerPolicy');
  return scenario;
}

function parseLanes(scenario: Scenario, policyChoices: unknown): readonly Lane[] {
  // A copy has undefined in place of a missing item, which is then refused.
  const list: readonly unknown[] = Array.isArray(policyChoices) ? [...policyChoices] : [policyChoices];
  const choices = list.length > 0 ? list : (scenario.lanes ?? Object.keys(scenario.policies));
  return choices.map((choice) => {
    const { policy, values = {} } =
      typeof choice === 'string'
        ? { policy: choice }
        : checkFields('policies', choice, 'an id, { policy, values }, or a list of them', ['policy', 'values']);
    const definition = typeof policy === 'string' ? findPolicy(policy) : undefined;
    if (definition !== undefined && policyFits(scenario, definition))
      return { definition, values: checkPolicyValues(definition, values) };
    const fittingPolicies = policyIds.filter((id) => policyFits(scenario, findPolicy(id) as PolicyDefinition));
    throw createInvalidRun('policy', policy, fittingPolicies.join(', '));
  });
}

function checkPolicyValues({ id: policy, parameters }: PolicyDefinition, givenValues: unknown): ParameterValues {
  if (!hasNamedFields(givenValues))
    throw createInvalidRun(`${policy}: values`, givenValues, 'an object with values by id');
  const checkEntry = ([id, value]: readonly [string, unknown]) => {
    const parameter = Object.hasOwn(parameters, id) ? parameters[id] : undefined;
    if (parameter === undefined)
      throw new InvalidRun(
        `${policy}.${id}: there is no such parameter; allowed: ${Object.keys(parameters).join(', ') || 'none'}`,
      );
    const checkedValue = checkValue(`${policy}.${id}`, parameter, checkParameterValue(`${policy}.${id}`, value));
    if (!checkedValue.ok) throw new InvalidRun(describeProblem(checkedValue.problem));
    return [id, checkedValue.value] as const;
  };
  return Object.fromEntries(Object.entries(givenValues).map(checkEntry));
}

/** The scenario with the values of the options; all values must fit the lanes. */
function withOptions(scenario: Scenario, lanes: readonly Lane[], options: SimulateOptions): Scenario {
  const { settings = {}, durationSeconds, warmupSeconds } = options;
  const allSettings = {
    ...settings,
    ...(durationSeconds === undefined ? {} : { 'run.durationSeconds': durationSeconds }),
    ...(warmupSeconds === undefined ? {} : { 'run.warmupSeconds': warmupSeconds }),
  };
  const parsedSettings = Object.entries(allSettings).flatMap(([path, value]): readonly Setting[] => {
    const result = settingsOfPath(scenario, path, String(value));
    if ('problem' in result) throw new InvalidRun(describeProblem(result.problem));
    return result.settings;
  });
  const { problems } = validateSettings({ scenario, lanes }, parsedSettings);
  if (problems.length > 0) throw new InvalidRun(problems.map(describeProblem).join('\n'));
  return withScenarioSettings(scenario, parsedSettings);
}

class OpenRun implements Run {
  private readonly scenario: Scenario;
  private readonly lanes: readonly Lane[];
  private readonly names: readonly string[];
  private readonly runs: readonly Simulation[];
  private readonly seed: number;
  private readonly stepNs: number;
  private readonly endNs: number;

  constructor(
    scenario: Scenario,
    lanes: readonly Lane[],
    names: readonly string[],
    runs: readonly Simulation[],
    seed: number,
    stepNs: number,
  ) {
    this.scenario = scenario;
    this.lanes = lanes;
    this.names = names;
    this.runs = runs;
    this.seed = seed;
    this.stepNs = stepNs;
    this.endNs = runs[0].endNs;
  }

  get descriptions(): readonly RunDescription[] {
    return this.runs.map(({ description }) => description);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Step, void, undefined> {
    for (let timeNs = this.nowNs; timeNs < this.endNs; ) {
      timeNs = Math.min(this.endNs, (Math.floor(timeNs / this.stepNs) + 1) * this.stepNs);
      await this.goTo(timeNs);
      yield { timeSeconds: timeNs / 1e9, frames: this.runs.map((run) => run.frame()) };
    }
  }

  async summary(): Promise<RunResult> {
    await this.goTo(this.endNs);
    const { scenario, seed } = this;
    const { durationSeconds, warmupSeconds } = resolveScenario(scenario).run;
    const lanes = this.runs.map((run, index): LaneResult => {
      const { definition, values } = this.lanes[index];
      const params = resolvedPolicyValues(scenario, definition, values);
      return { policy: definition.id, name: this.names[index], params, ...run.summary(), digest: run.digest() };
    });
    return {
      scenario: scenario.id,
      seed,
      simulatedSeconds: durationSeconds,
      warmupSeconds,
      events: this.runs.reduce((sum, { clock }) => sum + clock.executedEventCount, 0),
      lanes,
      digest: combinedDigest(lanes.map(({ digest }) => digest)),
    };
  }

  async digest(): Promise<string> {
    return (await this.summary()).digest;
  }

  private get nowNs(): number {
    return Math.max(...this.runs.map(({ clock }) => clock.nowNs));
  }

  private async goTo(timeNs: number): Promise<void> {
    for (const run of this.runs) while (!run.advance(timeNs, EVENTS_PER_SLICE)) await pause();
  }
}

/** Ids of all policies, and of all presets. */
export { policyIds, presetIds };

/**
 * A preset as the content of a scenario file, to change and to give to `simulate`. Each call makes a new copy.
 * @throws InvalidRun if no preset has this id
 */
export function scenarioOf(preset: string): Record<string, unknown> {
  if (typeof preset !== 'string') throw createInvalidRun('scenario', preset, 'a preset’s id');
  return structuredCopy(scenarioToFile(parseScenario(preset)));
}

const structuredCopy = <T>(data: T): T => JSON.parse(JSON.stringify(data)) as T;

/**
 * Registers a policy for `simulate` by its id.
 * @throws InvalidRun if a part of the definition is missing or wrong, or its id is taken
 */
export function registerPolicy(definition: PolicyDefinition): void {
  checkPolicyDefinition(definition);
  registerOrThrow(() => addPolicy(definition));
}

/**
 * Registers a congestion control: a source uses it with `congestion: ID`, and sets its parameters like those of TCP.
 * @throws InvalidRun as `registerPolicy`, and if the name of a parameter is taken
 */
export function registerCongestionControl<Own extends ParameterSchema = ParameterSchema>(
  definition: CongestionControlDefinition<Own>,
): void {
  checkControlDefinition(definition);
  registerOrThrow(() => addCongestionControl(definition));
}

function registerOrThrow(register: () => void): void {
  try {
    register();
  } catch (error) {
    throw new InvalidRun(errorMessage(error));
  }
}

export type { DrawingHints, LensName } from '../engine/contract/drawing.ts';
export type { Operands, Quantities } from '../engine/contract/explanation.ts';
export {
  type CellPolicyDefinition,
  NO_PACKET,
  type PacketPolicyDefinition,
  type Policy,
  type PolicyDefinition,
  type PolicyHost,
  type Reason,
  type TrafficView,
  type VerdictKind,
} from '../engine/contract/policy.ts';
export * from '../engine/frame/frame.ts';
/** The first name of `VideoFrameStatus`. */
export { VideoFrameStatus as FrameStatus } from '../engine/frame/frame.ts';
export { type PacketColumns, PacketFlag } from '../engine/packets/packet.ts';
export type {
  Acknowledgement,
  CongestionControl,
  CongestionControlDefinition,
  Connection,
  ReducedWindowSegments as ReducedWindow,
  SenderValues,
} from '../engine/transport/congestion/control.ts';

import { errorMessage } from '../shared/error-message.ts';

/** Reno, a base for other congestion controls. */
export { Reno } from '../engine/transport/congestion/reno.ts';
export type { Parameter, ParameterSchema, ParameterValue, ParameterValues, ValuesOf } from '../params/schema.ts';
/** The definition of a policy for packets, with the usual values of the parts that it leaves out. */
export { packetPolicy } from '../policies/packets/mechanisms/packet-policy.ts';
/** A queue in order of arrival, for policies that have one: they add `enqueue`. */
export { SingleQueue } from '../policies/packets/mechanisms/single-queue.ts';
export { InvalidRun };
