/** One run, requested in every possible way: the same digits and the same digest. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import * as figures from '../../src/engine/figures/run-figures.ts';
import type { DurationKind } from '../../src/engine/frame/frame.ts';
import type { SourceKind } from '../../src/engine/packets/source-kind.ts';
import { resolveScenario, type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import { scenarioPaths } from '../../src/engine/scenario/scenario-paths.ts';
import { durationKindOfSource } from '../../src/engine/sources/source-schemas.ts';
import { runTask } from '../../src/papers/run-task.ts';
import { checkValue } from '../../src/params/check-value.ts';
import type { Parameter, ParameterValues } from '../../src/params/schema.ts';
import { loadPolicies } from '../../src/policies/load-policies.ts';
import { resolvedPolicyValues } from '../../src/policies/policy-values.ts';
import { findPolicy, policyIds } from '../../src/policies/registry.ts';
import { laneFairness } from '../../src/quantities/figures/lane-figures.ts';
import type { RunState } from '../../src/run-state/run-state.ts';
import { decodeRun, encodeRun } from '../../src/run-state/run-url.ts';
import { laneRun } from '../../src/run-state/run-values.ts';
import { runLanes } from '../../src/runs/run-lanes.ts';
import { SeekableRun } from '../../src/runs/seekable-run.ts';
import { parseScenarioFile, scenarioToFile } from '../../src/scenarios/files/file.ts';
import { findPreset, presetIds } from '../../src/scenarios/index.ts';
import { settingsOfPath } from '../../src/scenarios/paths.ts';
import { policyFits } from '../../src/scenarios/rules/policy-fit.ts';
import { scenarioProblem, withScenarioSettings } from '../../src/scenarios/rules/validate.ts';
import { LOAD_PATH, sweepTasks } from '../../src/studies/sweep.ts';
import type { RunFigures, RunTask } from '../../src/studies/tasks.ts';
import { amount } from '../amount.ts';

/** Runs that are compared; each is made six times. */
const RUNS = amount(20, 500);
/** Approximate number of packets that pass the link in a run. */
const PACKETS = { min: 20, max: 250 } as const;

interface Asked {
  readonly preset: Scenario;
  readonly policy: PolicyDefinition;
  readonly seed: number;
  /** Values by path: of the scenario, and of the policy by its parameters. */
  readonly settings: ParameterValues;
  readonly policyValues: ParameterValues;
}

interface Outcome {
  readonly figures: RunFigures;
  readonly digest: string;
}

interface Draw {
  readonly place: number;
  readonly factor: number;
}

/** An allowed value near the present one, or another choice; undefined if there is none. */
function drawn(parameter: Parameter, present: unknown, path: string, { place, factor }: Draw) {
  const text = () => {
    if (parameter.kind === 'choice') return parameter.options[place % parameter.options.length]?.value;
    if (parameter.kind === 'boolean') return place % 2 === 0;
    if (typeof present !== 'number' || !('min' in parameter)) return undefined;
    const value = Math.min(parameter.max, Math.max(parameter.min, Number((present * factor).toPrecision(5))));
    return parameter.kind === 'integer' ? Math.round(value) : value;
  };
  const given = text();
  const checked = given === undefined ? undefined : checkValue(path, parameter, String(given));
  return checked?.ok ? checked.value : undefined;
}

function presentOf(scenario: Scenario, path: string): unknown {
  const resolved = resolveScenario(scenario);
  const [group, key = '', rest = ''] = path.split('.');
  if (group === 'buffer') return resolved.buffer.limit;
  const values =
    group === 'sources' ? resolved.sources.find(({ id }) => id === key)?.values : resolved[group as 'link'];
  return (values as ParameterValues | undefined)?.[group === 'sources' ? rest : key];
}

const draw = fc.record({ place: fc.nat(1_000), factor: fc.constantFrom(0.5, 0.83, 1.2, 2) });

/**
 * Any preset under any policy for it, a few values changed, for a short time; undefined where no run can be made of it.
 */
const asked = fc
  .record({
    preset: fc.nat(1e6),
    policy: fc.nat(1e6),
    seed: fc.integer({ min: 0, max: 2 ** 40 }),
    scenarioDraws: fc.array(draw, { maxLength: 3 }),
    policyDraws: fc.array(draw, { maxLength: 2 }),
    packets: fc.integer(PACKETS),
    warmup: fc.constantFrom(0, 0.1, 0.37, 0.8),
  })
  .map((given): Asked | undefined => {
    const preset = findPreset(presetIds[given.preset % presetIds.length] as string) as Scenario;
    const policies = policyIds.map((id) => findPolicy(id) as PolicyDefinition).filter((one) => policyFits(preset, one));
    const policy = policies[given.policy % policies.length] as PolicyDefinition;
    const settings: Record<string, ParameterValues[string]> = {};
    const policyValues: Record<string, ParameterValues[string]> = {};
    const paths = scenarioPaths(preset).filter(({ path }) => !path.startsWith('run.'));
    for (const one of given.scenarioDraws) {
      const { path, parameter } = paths[one.place % paths.length] as (typeof paths)[number];
      const value = drawn(parameter, presentOf(preset, path), path, one);
      if (value !== undefined) settings[path] = value;
    }
    const parameters = Object.entries(policy.parameters);
    for (const one of parameters.length === 0 ? [] : given.policyDraws) {
      const [id, parameter] = parameters[one.place % parameters.length] as (typeof parameters)[number];
      const value = drawn(parameter, resolvedPolicyValues(preset, policy, {})[id], id, one);
      if (value !== undefined) policyValues[id] = value;
    }
    const changed = withAll(preset, settings);
    const durationSeconds = Number(((given.packets * 8e3) / resolveScenario(changed).link.rateBps).toPrecision(4));
    settings['run.durationSeconds'] = Math.max(0.001, durationSeconds);
    settings['run.warmupSeconds'] = Number((given.warmup * durationSeconds).toPrecision(4));
    const scenario = withAll(preset, settings);
    if (scenarioProblem(scenario, [{ definition: policy, values: policyValues }]) !== undefined) return undefined;
    return { preset, policy, seed: given.seed, settings, policyValues };
  })
  .filter((one) => one !== undefined);

const withAll = (scenario: Scenario, values: ParameterValues) =>
  Object.entries(values).reduce((next, [path, value]) => withValue(next, path, value), scenario);

const plain = (values: object): ParameterValues => ({ ...values }) as ParameterValues;

/** As on a command line: every value from its text. */
function byText({ preset, policy, settings, policyValues }: Asked): Scenario {
  const named = Object.entries(policyValues).map(([id, value]) => [`${policy.id}.${id}`, value] as const);
  return [...Object.entries(settings), ...named].reduce((scenario, [path, value]) => {
    const result = settingsOfPath(scenario, path, String(value));
    if ('problem' in result) throw new Error(JSON.stringify(result.problem));
    return withScenarioSettings(scenario, result.settings);
  }, preset);
}

function laneOf(scenario: Scenario, { policy, seed }: Asked): Outcome {
  const { lanes } = runLanes({ scenario, policies: [policy.id], seed, wallSeconds: () => 0 });
  const [{ policy: _, name: __, params: ___, digest, flows: ____, ...own }] = lanes as [(typeof lanes)[number]];
  return { figures: own, digest };
}

function ofTask(task: RunTask): Outcome {
  const { figures: own, digest } = runTask(task);
  return { figures: own, digest };
}

/** The sweep of the load, at the point of the present load. */
function ofSweep(asked: Asked): Outcome {
  const scenario = withAll(asked.preset, asked.settings);
  const { durationSeconds: seconds, warmupSeconds } = resolveScenario(scenario).run;
  const tasks = sweepTasks({
    scenario,
    seconds,
    warmupSeconds,
    replications: 1,
    seed: asked.seed,
    lanes: [{ definition: asked.policy, values: asked.policyValues }],
    axes: [{ path: LOAD_PATH, from: 1, to: 2, pointCount: 2, isLogarithmic: false }],
  });
  return ofTask(tasks[0] as RunTask);
}

const stateOf = ({ preset, policy, seed, settings, policyValues }: Asked): RunState => ({
  preset: preset.id,
  startValues: settings,
  lanes: [{ policy: policy.id, values: policyValues }],
  seed,
  edits: [],
});

/** The last frame of the page's lane, whose frames are read during the run. */
function frameOf(state: RunState) {
  const { scenario, policy, policyValues, seed, edits } = laneRun(state, 0);
  const run = new SeekableRun(findPolicy(policy) as PolicyDefinition, {
    scenario,
    policyValues,
    seed,
    edits,
    recordsPackets: true,
  });
  const endNs = Math.round(resolveScenario(scenario).run.durationSeconds * 1e9);
  for (const part of [0.3, 0.31, 0.9, 1]) {
    while (!run.seek(Math.round(part * endNs)));
    if (part < 1) run.takeFrame();
  }
  return { frame: run.takeFrame(), description: run.description };
}

/** The figures of a frame on the page, under the names of a summary. A dash is 0 there. */
function shownOf({ frame, description }: ReturnType<typeof frameOf>, { sources }: Scenario) {
  const kinds = Object.values(sources).map(({ kind }) => kind);
  const { measured, durations, flowFairness } = frame;
  const orZero = (value: number) => (Number.isNaN(value) ? 0 : value);
  const fairness = laneFairness(frame, description);
  return {
    busy: orZero(figures.linkBusyShare(measured)),
    utilisation: orZero(figures.payloadUtilisation(measured)),
    dropRate: orZero(figures.dropRate(measured)),
    markRate: orZero(figures.markRate(measured)),
    meanDelayMs: orZero(figures.meanDelayMs(measured)),
    ...(Number.isNaN(fairness) ? {} : { fairnessIndex: fairness }),
    ...(Number.isNaN(flowFairness) ? {} : { flowFairnessIndex: flowFairness }),
    classes: durations.map((each, index) => ({
      throughputBps: orZero(figures.throughputBps(measured, index)),
      goodput: orZero(figures.usefulByteShare(measured, index)),
      dropRate: orZero(figures.dropRate(measured, index)),
      markRate: orZero(figures.markRate(measured, index)),
      meanDelayMs: orZero(figures.meanDelayMs(measured, index)),
      ...(each === undefined ? {} : { [durationKindOfSource(kinds[index] as SourceKind, {}) as DurationKind]: each }),
    })),
  };
}

test(`${RUNS} runs, each by the command line, on the page, in a sweep, as a paper’s task, from a file and from a link`, async () => {
  await loadPolicies();
  let digests = 0;
  fc.assert(
    fc.property(asked, (one) => {
      const scenario = byText(one);
      const first = laneOf(scenario, one);
      const { preset, policy, settings, policyValues, seed } = one;
      expect(
        ofTask({ kind: 'run', key: '', preset: preset.id, settings, policy: policy.id, policyValues, seed }),
      ).toEqual(first);
      expect(ofSweep(one)).toEqual(first);
      const file = parseScenarioFile(JSON.stringify(scenarioToFile(scenario)));
      expect(file.problems).toEqual([]);
      expect(laneOf(file.scenario as Scenario, one)).toEqual(first);
      const link = decodeRun(`#${encodeRun(stateOf(one))}`);
      expect(link.problems).toEqual([]);
      const shown = frameOf(link.state);
      expect(shown.frame.digest).toBe(first.digest);
      expect(first.figures).toMatchObject(shownOf(shown, scenario));
      const own = laneRun(link.state, 0);
      expect(
        ofTask({
          kind: 'run',
          key: '',
          preset: '',
          scenario: own.scenario,
          policy: own.policy,
          policyValues: plain(own.policyValues),
          seed: own.seed,
        }),
      ).toEqual(first);
      digests++;
    }),
    { seed: 1, numRuns: RUNS },
  );
  expect(digests).toBe(RUNS);
}, 300_000);
