/** All values of a scenario that can be set. Loaded with the controls, because the first picture does not need it. */
import { formatPath, type ParsedPath, type ScenarioGroup } from '../../params/path.ts';
import type { Parameter, ParameterSchema, ParameterValue, ParameterValues } from '../../params/schema.ts';
import { sourceSchemas } from '../sources/source-schemas.ts';
import {
  accessParameters,
  bufferParameters,
  bufferUnit,
  linkParameters,
  type ResolvedScenario,
  runParameters,
  type Scenario,
} from './scenario.ts';

/** A value of a scenario: its path, as text and parsed, and its declaration. */
export interface ScenarioPath {
  readonly path: string;
  readonly parsedPath: ParsedPath;
  readonly parameter: Parameter;
}

/** Every path of a scenario, policies apart, in the order in which it is shown. */
export function scenarioPaths(scenario: Scenario): ScenarioPath[] {
  const unit = bufferUnit(scenario);
  const pathsOf = (group: ScenarioGroup | 'sources', schema: ParameterSchema, owner = '') =>
    Object.entries(schema).map(([id, parameter]): ScenarioPath => {
      const parsedPath = { lane: undefined, group, owner, id };
      return { path: formatPath(parsedPath), parsedPath, parameter };
    });
  return [
    ...Object.entries(scenario.sources).flatMap(([id, { kind }]) => pathsOf('sources', sourceSchemas[kind], id)),
    ...pathsOf('link', linkParameters),
    ...pathsOf('buffer', { [unit]: bufferParameters[unit] }),
    ...pathsOf('access', accessParameters),
    ...pathsOf('run', runParameters),
  ];
}

/** The value at a path of the scenario, or its default. */
export function resolvedValue(
  scenario: ResolvedScenario,
  { group, owner, id }: ParsedPath,
): ParameterValue | undefined {
  if (group === 'policy') return undefined;
  if (group === 'buffer') return scenario.buffer.limit;
  const values: ParameterValues | undefined =
    group === 'sources' ? scenario.sources.find((source) => source.id === owner)?.values : scenario[group];
  return values?.[id];
}
