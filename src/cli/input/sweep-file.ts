/** Reads a sweep file: JSON as the page saves it, or as a person writes it. */

import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { checkValue } from '../../params/check-value.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { describeProblem, type ParameterValue, type ParameterValues } from '../../params/schema.ts';
import { registerProgram } from '../../policies/loaded-policies.ts';
import { findPolicy, policyIds } from '../../policies/registry.ts';
import { MAX_LANES } from '../../run-state/run-state.ts';
import { parseScenarioFile } from '../../scenarios/files/file.ts';
import { findPreset } from '../../scenarios/index.ts';
import { startParameter } from '../../scenarios/paths.ts';
import { policyFits } from '../../scenarios/rules/policy-fit.ts';
import { isDeeperThan } from '../../shared/nesting.ts';
import { type Sweep, type SweepAxis, type SweepLane, type SweepLimits, sweepProblem } from '../../studies/sweep.ts';
import { InputError } from '../io.ts';
import { definitionOfProgram, type NamedProgram } from './policy-file.ts';
import type { OpenedScenario } from './scenario-argument.ts';

/**
 * Largest number of runs on a cluster. Every machine lists all runs of a sweep, and two million runs take about 500 MB.
 */
const clusterLimits: SweepLimits = {
  maxAxisPoints: 10_000,
  maxReplications: 100_000,
  maxRuns: 2_000_000,
  maxSeconds: 3_600,
};

/** Each place of a lane needs a scenario in memory; its replications share it. */
const MAX_LANE_POINTS = 200_000;
const MAX_AXES = 2;
/** Levels of JSON; its scenario may have 8. */
const MAX_JSON_DEPTH = 12;

type Fields = Readonly<Record<string, unknown>>;

/**
 * @param name of the file, for messages
 * @param namedProgram a program in place of the one in the file; without lanes for it, a lane is added
 * @throws InputError
 */
export function parseSweep(text: string, name: string, namedProgram?: NamedProgram): Sweep {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${name}: not JSON: ${(error as Error).message}`);
  }
  return parseSweepData(data, name, namedProgram);
}

/**
 * As `parseSweep`. It also registers the program's policy.
 * @throws InputError
 */
export function parseSweepData(data: unknown, name: string, requestedProgram?: NamedProgram): Sweep {
  if (isDeeperThan(data, MAX_JSON_DEPTH))
    throw new InputError(`${name}: deeper nesting is not allowed; allowed: at most ${MAX_JSON_DEPTH} levels`);
  const refuse = (path: string, given: unknown, allowed: string): never => {
    const givenText = (typeof given === 'string' ? given : (JSON.stringify(given) ?? 'nothing')).slice(0, 60);
    throw new InputError(`${name}: ${describeProblem({ path, given: givenText, allowed })}`);
  };
  /** An object with known keys only. An unknown key is a typing error that would have no effect. */
  const fields = (path: string, given: unknown, keys: readonly string[]): Fields => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse(path, given, 'an object');
    const unknownKey = Object.keys(given).find((key) => !keys.includes(key));
    if (unknownKey !== undefined)
      return refuse(`${path}.${unknownKey}`, (given as Fields)[unknownKey], keys.join(', '));
    return given as Fields;
  };
  const list = (path: string, given: unknown, max: number): readonly unknown[] =>
    Array.isArray(given) && given.length >= 1 && given.length <= max
      ? given
      : refuse(path, given, `a list of 1 to ${max}`);
  const number = (path: string, given: unknown, defaultNumber?: number): number => {
    if (given === undefined && defaultNumber !== undefined) return defaultNumber;
    return typeof given === 'number' ? given : refuse(path, given, 'a number');
  };

  const knownFields = ['scenario', 'axes', 'lanes', 'replications', 'seed', 'seconds', 'warmupSeconds', 'points'];
  const sweepFields = fields('sweep', data, knownFields);
  const { scenario, program: inFile } = parseScenario(sweepFields.scenario, name);
  const program = requestedProgram ?? (inFile && { ...inFile, name: `${name}: its program` });
  registerProgram(program && definitionOfProgram(program));
  const { durationSeconds, warmupSeconds } = resolveScenario(scenario).run;

  const parseValues = (
    path: string,
    raw: unknown,
    findParameter: (key: string) => Parameters<typeof checkValue>[1] | undefined,
  ) => {
    const values: Record<string, ParameterValue> = {};
    for (const [key, value] of Object.entries(fields(path, raw ?? {}, Object.keys(raw ?? {})))) {
      const parameter = findParameter(key);
      if (parameter === undefined) return refuse(`${path}.${key}`, value, 'a parameter that exists');
      const checkedValue = checkValue(`${path}.${key}`, parameter, value);
      if (!checkedValue.ok) throw new InputError(`${name}: ${describeProblem(checkedValue.problem)}`);
      values[key] = checkedValue.value;
    }
    return values as ParameterValues;
  };
  const parseLane = (raw: unknown, index: number): SweepLane => {
    const path = `lanes.${index}`;
    const { policy, values, settings } = fields(path, raw, ['policy', 'values', 'settings']);
    const definition = typeof policy === 'string' ? findPolicy(policy) : undefined;
    if (definition === undefined || !policyFits(scenario, definition)) {
      if (policy === PROGRAM_POLICY && program === undefined)
        return refuse(
          `${path}.policy`,
          policy,
          `${PROGRAM_POLICY} with --policy-file FILE.js, or with scenario.program`,
        );
      const fittingPolicies = policyIds.filter((id) => policyFits(scenario, findPolicy(id) as SweepLane['definition']));
      return refuse(`${path}.policy`, policy, fittingPolicies.join(', '));
    }
    const { parameters } = definition;
    return {
      definition,
      ...(policy === PROGRAM_POLICY && program !== undefined ? { program: program.source } : {}),
      values: parseValues(`${path}.values`, values, (key) =>
        Object.hasOwn(parameters, key) ? parameters[key] : undefined,
      ),
      settings: parseValues(`${path}.settings`, settings, (key) => startParameter(scenario, key)),
    };
  };
  const parseAxis = (raw: unknown, index: number): SweepAxis => {
    const axisPath = `axes.${index}`;
    const keys = ['path', 'from', 'to', 'places', 'logarithmic', 'label', 'unit', 'factor'];
    const { path, from, to, places, logarithmic = false } = fields(axisPath, raw, keys);
    return {
      path: typeof path === 'string' ? path : refuse(`${axisPath}.path`, path, 'a path such as link.rateBps, or load'),
      from: number(`${axisPath}.from`, from),
      to: number(`${axisPath}.to`, to),
      places: number(`${axisPath}.places`, places),
      logarithmic:
        typeof logarithmic === 'boolean'
          ? logarithmic
          : refuse(`${axisPath}.logarithmic`, logarithmic, 'true or false'),
    };
  };

  const programLane = { policy: PROGRAM_POLICY, values: program?.values ?? {} };
  const scenarioLanes = Object.keys(scenario.policies).map((policy) => ({ policy }));
  const defaultLanes =
    program === undefined ? scenarioLanes.slice(0, MAX_LANES) : [...scenarioLanes.slice(0, MAX_LANES - 1), programLane];
  const hasProgram = (lanes: readonly unknown[]) =>
    lanes.some((lane) => (lane as Fields | null)?.policy === PROGRAM_POLICY);
  const laneItems = list('lanes', sweepFields.lanes ?? defaultLanes, MAX_LANES);
  const lanes =
    requestedProgram === undefined || hasProgram(laneItems)
      ? laneItems
      : list('lanes', [...laneItems, programLane], MAX_LANES);
  const sweep: Sweep = {
    scenario,
    lanes: lanes.map(parseLane),
    axes: list('axes', sweepFields.axes, MAX_AXES).map(parseAxis),
    replications: number('replications', sweepFields.replications, 1),
    seed: number('seed', sweepFields.seed, 1),
    seconds: number('seconds', sweepFields.seconds, durationSeconds),
    warmupSeconds: number('warmupSeconds', sweepFields.warmupSeconds, warmupSeconds),
  };
  if (!Number.isSafeInteger(sweep.seed) || sweep.seed < 0)
    refuse('seed', sweep.seed, `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
  const lanePoints = sweep.axes.reduce((product, axis) => product * axis.places, sweep.lanes.length);
  if (lanePoints > MAX_LANE_POINTS) refuse('points × lanes', lanePoints, `at most ${MAX_LANE_POINTS}`);
  const problem = sweepProblem(sweep, clusterLimits);
  if (problem !== undefined) throw new InputError(`${name}: ${describeProblem(problem)}`);
  return sweep;
}

/** A preset by its id, or a scenario as in a scenario file. */
function parseScenario(scenarioData: unknown, name: string): OpenedScenario {
  if (typeof scenarioData === 'string') {
    const preset = findPreset(scenarioData);
    if (preset !== undefined) return { scenario: preset };
    throw new InputError(
      `${name}: scenario: ${scenarioData} is not allowed; allowed: a preset of \`list\`, or a scenario`,
    );
  }
  const { variants: _, ...fields } = (scenarioData ?? {}) as Fields;
  const { scenario, program, problems } = parseScenarioFile(JSON.stringify(fields));
  if (scenario === undefined || problems.length > 0)
    throw new InputError(problems.map((problem) => `${name}: scenario: ${describeProblem(problem)}`).join('\n'));
  return { scenario, ...(program === undefined ? {} : { program }) };
}
