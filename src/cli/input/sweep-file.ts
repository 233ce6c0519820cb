/** Reads a sweep file: JSON as the page saves it, or as a person writes it. */

import { resolveScenario, type Scenario } from '../../engine/scenario/scenario.ts';
import { checkValue } from '../../params/check-value.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import {
  describeProblem,
  type Parameter,
  type ParameterProblem,
  type ParameterValue,
  type ParameterValues,
} from '../../params/schema.ts';
import { registerProgram } from '../../policies/loaded-policies.ts';
import { findPolicy, policyIds } from '../../policies/registry.ts';
import { MAX_LANES } from '../../run-state/run-state.ts';
import { parseScenarioFile } from '../../scenarios/files/file.ts';
import { findPreset } from '../../scenarios/index.ts';
import { startParameter } from '../../scenarios/paths.ts';
import { policyFits } from '../../scenarios/rules/policy-fit.ts';
import { errorMessage } from '../../shared/error-message.ts';
import { isDeeperThan } from '../../shared/nesting.ts';
import { presentFields } from '../../shared/present-fields.ts';
import { required } from '../../shared/required.ts';
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

type SweepFileFields = Readonly<Record<string, unknown>>;

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
    throw new InputError(`${name}: not JSON: ${errorMessage(error)}`);
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
  const file = new SweepFile(name);
  const fields = file.fields('sweep', data, SWEEP_KEYS);
  const { scenario, program: inFile } = parseScenario(fields.scenario, name);
  const program = requestedProgram ?? (inFile && { ...inFile, name: `${name}: its program` });
  registerProgram(program && definitionOfProgram(program));
  const { durationSeconds, warmupSeconds } = resolveScenario(scenario).run;
  const programLane = { policy: PROGRAM_POLICY, values: program?.values ?? {} };
  const scenarioLanes = Object.keys(scenario.policies).map((policy) => ({ policy }));
  const defaultLanes =
    program === undefined ? scenarioLanes.slice(0, MAX_LANES) : [...scenarioLanes.slice(0, MAX_LANES - 1), programLane];
  const hasProgram = (lanes: readonly unknown[]) =>
    lanes.some((lane) => (lane as SweepFileFields | null)?.policy === PROGRAM_POLICY);
  const laneItems = file.list('lanes', fields.lanes ?? defaultLanes, MAX_LANES);
  const lanes =
    requestedProgram === undefined || hasProgram(laneItems)
      ? laneItems
      : file.list('lanes', [...laneItems, programLane], MAX_LANES);
  const sweep: Sweep = {
    scenario,
    lanes: lanes.map((lane, index) => file.lane(`lanes.${index}`, lane, scenario, program)),
    axes: file.list('axes', fields.axes, MAX_AXES).map((axis, index) => file.axis(`axes.${index}`, axis)),
    replications: file.number('replications', fields.replications, 1),
    seed: file.number('seed', fields.seed, 1),
    seconds: file.number('seconds', fields.seconds, durationSeconds),
    warmupSeconds: file.number('warmupSeconds', fields.warmupSeconds, warmupSeconds),
  };
  if (!Number.isSafeInteger(sweep.seed) || sweep.seed < 0)
    file.refuse('seed', sweep.seed, `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
  const lanePoints = sweep.axes.reduce((product, axis) => product * axis.pointCount, sweep.lanes.length);
  if (lanePoints > MAX_LANE_POINTS) file.refuse('points × lanes', lanePoints, `at most ${MAX_LANE_POINTS}`);
  const problem = sweepProblem(sweep, clusterLimits);
  if (problem !== undefined) file.throwProblem(problem);
  return sweep;
}

const SWEEP_KEYS = ['scenario', 'axes', 'lanes', 'replications', 'seed', 'seconds', 'warmupSeconds', 'points'];
const AXIS_KEYS = ['path', 'from', 'to', 'places', 'logarithmic', 'label', 'unit', 'factor'];

/** The checks of a file's values. Each throws an InputError with the name of the file and the path of the value. */
class SweepFile {
  private readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  throwProblem(problem: ParameterProblem): never {
    throw new InputError(`${this.name}: ${describeProblem(problem)}`);
  }

  refuse(path: string, given: unknown, allowed: string): never {
    const givenText = (typeof given === 'string' ? given : (JSON.stringify(given) ?? 'nothing')).slice(0, 60);
    return this.throwProblem({ path, given: givenText, allowed });
  }

  /** An object with known keys only. An unknown key is a typing error that would have no effect. */
  fields(path: string, given: unknown, keys: readonly string[]): SweepFileFields {
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      return this.refuse(path, given, 'an object');
    const fields = given as SweepFileFields;
    const unknownKey = Object.keys(fields).find((key) => !keys.includes(key));
    return unknownKey === undefined
      ? fields
      : this.refuse(`${path}.${unknownKey}`, fields[unknownKey], keys.join(', '));
  }

  list(path: string, given: unknown, max: number): readonly unknown[] {
    const fits = Array.isArray(given) && given.length >= 1 && given.length <= max;
    return fits ? given : this.refuse(path, given, `a list of 1 to ${max}`);
  }

  number(path: string, given: unknown, defaultNumber?: number): number {
    const value = given === undefined ? defaultNumber : given;
    return typeof value === 'number' ? value : this.refuse(path, given, 'a number');
  }

  values(path: string, given: unknown, findParameter: (key: string) => Parameter | undefined): ParameterValues {
    const values: Record<string, ParameterValue> = {};
    for (const [key, value] of Object.entries(this.fields(path, given ?? {}, Object.keys(given ?? {})))) {
      const parameter = findParameter(key) ?? this.refuse(`${path}.${key}`, value, 'a parameter that exists');
      const checkedValue = checkValue(`${path}.${key}`, parameter, value);
      values[key] = checkedValue.ok ? checkedValue.value : this.throwProblem(checkedValue.problem);
    }
    return values;
  }

  lane(path: string, given: unknown, scenario: Scenario, program: NamedProgram | undefined): SweepLane {
    const { policy, values, settings } = this.fields(path, given, ['policy', 'values', 'settings']);
    const definition = typeof policy === 'string' ? findPolicy(policy) : undefined;
    if (definition === undefined || !policyFits(scenario, definition)) {
      const allowed =
        policy === PROGRAM_POLICY && program === undefined
          ? `${PROGRAM_POLICY} with --policy-file FILE.js, or with scenario.program`
          : policyIds.filter((id) => policyFits(scenario, required(findPolicy(id)))).join(', ');
      return this.refuse(`${path}.policy`, policy, allowed);
    }
    const { parameters } = definition;
    return {
      definition,
      ...(policy === PROGRAM_POLICY && program !== undefined ? { program: program.source } : {}),
      values: this.values(`${path}.values`, values, (key) =>
        Object.hasOwn(parameters, key) ? parameters[key] : undefined,
      ),
      settings: this.values(`${path}.settings`, settings, (key) => startParameter(scenario, key)),
    };
  }

  axis(axisPath: string, given: unknown): SweepAxis {
    const { path, from, to, places, logarithmic = false } = this.fields(axisPath, given, AXIS_KEYS);
    if (typeof path !== 'string') return this.refuse(`${axisPath}.path`, path, 'a path such as link.rateBps, or load');
    if (typeof logarithmic !== 'boolean') return this.refuse(`${axisPath}.logarithmic`, logarithmic, 'true or false');
    return {
      path,
      from: this.number(`${axisPath}.from`, from),
      to: this.number(`${axisPath}.to`, to),
      pointCount: this.number(`${axisPath}.places`, places),
      isLogarithmic: logarithmic,
    };
  }
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
  const { variants: _, ...fields } = (scenarioData ?? {}) as SweepFileFields;
  const { scenario, program, problems } = parseScenarioFile(JSON.stringify(fields));
  if (scenario === undefined || problems.length > 0)
    throw new InputError(problems.map((problem) => `${name}: scenario: ${describeProblem(problem)}`).join('\n'));
  return { scenario, ...presentFields({ program }) };
}
