/** Random runs as somebody could set them on the page, extremes included. */
import { runOfPreset, runParameter, scenarioOf } from '../../src/app/run-selectors.ts';
import type { LaneState, RunEdit, RunState } from '../../src/app/run-state.ts';
import type { PolicyDefinition } from '../../src/engine/policy.ts';
import type { RandomStream } from '../../src/engine/random.ts';
import { scenarioPaths } from '../../src/engine/scenario-paths.ts';
import type { Parameter, ParameterValue } from '../../src/params/schema.ts';
import { findPolicy, policyIds } from '../../src/policies/registry.ts';
import { fits } from '../../src/scenarios/fits.ts';
import { presetIds } from '../../src/scenarios/index.ts';
import { pick } from './attack.ts';

/** A value that a parameter allows: often one of its ends. */
function drawnValue(random: RandomStream, parameter: Parameter): ParameterValue {
  if (parameter.kind === 'boolean') return random.uniform() < 0.5;
  if (parameter.kind === 'choice') return pick(random, parameter.options).value;
  if (parameter.kind === 'text') return pick(random, ['', 'IBBPBBPBB', 'I']);
  const { min, max } = parameter;
  const most = Math.min(max, Math.max(1, min) * 1e9);
  const between = Math.exp(Math.log(Math.max(min, 1e-6)) + random.uniform() * Math.log(most / Math.max(min, 1e-6)));
  const value = pick(random, [min, most, between, between, between]);
  return parameter.kind === 'number' ? value : Math.round(value);
}

function policiesOf(random: RandomStream, run: RunState): LaneState[] {
  const fitting = policyIds.filter((id) => fits(scenarioOf(run), findPolicy(id) as PolicyDefinition));
  return Array.from({ length: 1 + random.integer(4) }, () => ({ policy: pick(random, fitting), values: {} }));
}

export function randomRun(random: RandomStream): RunState {
  const base = runOfPreset(pick(random, presetIds), random.integer(1_000));
  const paths = scenarioPaths(scenarioOf(base));
  const changes = Object.fromEntries(
    Array.from({ length: random.integer(6) }, () => pick(random, paths)).map(({ path, parameter }) => [
      path,
      drawnValue(random, parameter),
    ]),
  );
  const lanes = policiesOf(random, base).map((lane) => {
    const parameters = Object.entries((findPolicy(lane.policy) as PolicyDefinition).parameters);
    const chosen = parameters.filter(() => random.uniform() < 0.2);
    return {
      ...lane,
      values: Object.fromEntries(chosen.map(([id, own]) => [id, drawnValue(random, own as Parameter)])),
    };
  });
  const run: RunState = { ...base, changes, lanes };
  return { ...run, edits: randomEdits(random, run, 60) };
}

/** Changes while the run goes on, in order of time. */
export function randomEdits(random: RandomStream, run: RunState, seconds: number): RunEdit[] {
  const paths = [
    ...scenarioPaths(scenarioOf(run)).map(({ path }) => path),
    ...run.lanes.flatMap(({ policy }, index) =>
      Object.keys((findPolicy(policy) as PolicyDefinition).parameters).map((id) => `lanes.${index}.${id}`),
    ),
  ];
  return Array.from({ length: random.integer(5) }, () => pick(random, paths))
    .flatMap((path): RunEdit[] => {
      const parameter = runParameter(run, path);
      if (parameter === undefined || parameter.live === false) return [];
      return [{ timeNs: random.integer(seconds * 1_000) * 1e6, path, value: drawnValue(random, parameter) }];
    })
    .sort((one, other) => one.timeNs - other.timeNs);
}
