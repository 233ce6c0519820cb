/** Random runs as somebody could set them on the page, extremes included. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { RandomStream } from '../../src/engine/numbers/random.ts';
import { usesCells } from '../../src/engine/scenario/scenario.ts';
import { scenarioPaths } from '../../src/engine/scenario/scenario-paths.ts';
import { parseArrivalsCsv } from '../../src/engine/time-lists/arrivals-csv.ts';
import { PROGRAM_POLICY } from '../../src/params/id.ts';
import type { Parameter, ParameterValue } from '../../src/params/schema.ts';
import { registerProgram } from '../../src/policies/loaded-policies.ts';
import { findPolicy, policyIds } from '../../src/policies/registry.ts';
import { joinVersions } from '../../src/program/program-versions.ts';
import { compileProgram } from '../../src/program/sandbox/program-policy.ts';
import { compileInterpreter, type InterpreterModule } from '../../src/program/sandbox/sandbox.ts';
import { programTemplates } from '../../src/program/templates.ts';
import type { LaneProgram, LaneState, RunEdit, RunState } from '../../src/run-state/run-state.ts';
import { runOfPreset, runOfScenario, runParameter, scenarioOfRun } from '../../src/run-state/run-values.ts';
import { ARRIVALS_LIMITS, scenarioOfArrivals } from '../../src/scenarios/files/arrivals-scenario.ts';
import { withRates } from '../../src/scenarios/files/rates.ts';
import { presetIds } from '../../src/scenarios/index.ts';
import { policyFits } from '../../src/scenarios/rules/policy-fit.ts';
import { pick } from './attack.ts';
import { randomArrivals, randomRates } from './lists.ts';

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
  const known = run.program === undefined ? policyIds : [...policyIds, PROGRAM_POLICY, PROGRAM_POLICY, PROGRAM_POLICY];
  const fitting = known.filter((id) => policyFits(scenarioOfRun(run), findPolicy(id) as PolicyDefinition));
  return Array.from({ length: 1 + random.integer(4) }, () => ({ policy: pick(random, fitting), values: {} }));
}

/** Parts of all runs that have a list of arrivals, a list of rates, a program. */
const LISTED = 0.1;
const RATED = 0.1;
const PROGRAMMED = 0.15;

let interpreter: InterpreterModule | undefined;

/**
 * A program of one's own, read in its sandbox.
 * @throws ProgramError
 */
export function programOf(source: string): LaneProgram {
  const wasm = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  interpreter ??= compileInterpreter(readFileSync(wasm));
  return { source, definition: compileProgram(interpreter, source) };
}

/** By template: its program alone, and with a second version of itself. */
const programs: LaneProgram[][] = [];

/** Reads the programs of random runs: later that takes no time. */
export function readPrograms(): void {
  for (const [index, { source }] of programTemplates.entries())
    programs[index] ??= [programOf(source), programOf(joinVersions([source, `${source} `]))];
}

function randomProgram(random: RandomStream): LaneProgram {
  readPrograms();
  return pick(random, pick(random, programs));
}

function randomBase(random: RandomStream): RunState {
  const seed = random.integer(1_000);
  const kind = random.uniform();
  if (kind < LISTED) {
    const { arrivals } = parseArrivalsCsv(randomArrivals(random), ARRIVALS_LIMITS);
    return runOfScenario(scenarioOfArrivals('own.csv', arrivals), seed);
  }
  const run = runOfPreset(pick(random, presetIds), seed);
  if (kind >= LISTED + RATED || usesCells(scenarioOfRun(run))) return run;
  return runOfScenario(withRates(scenarioOfRun(run), 'own.down', randomRates(random)).scenario, seed);
}

/** Its program, if it has one, is the one that is known afterwards. */
export function randomRun(random: RandomStream): RunState {
  const plain = randomBase(random);
  const program = random.uniform() < PROGRAMMED ? randomProgram(random) : undefined;
  registerProgram(program?.definition);
  const base = program === undefined ? plain : { ...plain, program };
  const paths = scenarioPaths(scenarioOfRun(base));
  const startValues = Object.fromEntries(
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
  const run: RunState = { ...base, startValues, lanes };
  return { ...run, edits: randomEdits(random, run, 60) };
}

/** Changes while the run goes on, in order of time. */
export function randomEdits(random: RandomStream, run: RunState, seconds: number): RunEdit[] {
  const paths = [
    ...scenarioPaths(scenarioOfRun(run)).map(({ path }) => path),
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
