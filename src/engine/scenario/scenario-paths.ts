/** All values of a scenario that can be set. Loaded with the controls, because the first picture does not need it. */
import { formatPath, type ParsedPath, type ScenarioGroup, UP_BUFFER } from '../../params/path.ts';
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
import { upBufferUnit, upLinkParameters } from './up-link.ts';

/** A value of a scenario: its path, as text and parsed, and its declaration. */
export interface ScenarioPath {
  readonly path: string;
  readonly parsedPath: ParsedPath;
  readonly parameter: Parameter;
}

/** Every path of a scenario, policies apart, in the order in which it is shown. */
export function scenarioPaths(scenario: Scenario): ScenarioPath[] {
  const unit = bufferUnit(scenario);
  const { up } = scenario;
  const pathsOf = (group: ScenarioGroup | 'up' | 'sources', schema: ParameterSchema, owner = '') =>
    Object.entries(schema).map(([id, parameter]): ScenarioPath => {
      const parsedPath = { lane: undefined, group, owner, id };
      return { path: formatPath(parsedPath), parsedPath, parameter };
    });
  // Without a queue up, every class sends down.
  const sourcePaths = ([id, { kind }]: readonly [string, Pick<Scenario['sources'][string], 'kind'>]) =>
    pathsOf('sources', sourceSchemas[kind], id).filter(
      ({ parsedPath }) => up !== undefined || parsedPath.id !== 'direction',
    );
  const upUnit = up && upBufferUnit(up, unit);
  return [
    ...Object.entries(scenario.sources).flatMap(sourcePaths),
    ...pathsOf('link', linkParameters),
    ...pathsOf('buffer', { [unit]: bufferParameters[unit] }),
    ...(upUnit === undefined
      ? []
      : [...pathsOf('up', upLinkParameters), ...pathsOf('up', { [upUnit]: bufferParameters[upUnit] }, UP_BUFFER)]),
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
  if (group === 'up') {
    const { up } = scenario;
    if (owner === UP_BUFFER) return up?.buffer.limit;
    const link: ParameterValues | undefined = up?.link;
    return owner === '' ? link?.[id] : undefined;
  }
  const values: ParameterValues | undefined =
    group === 'sources' ? scenario.sources.find((source) => source.id === owner)?.values : scenario[group];
  return values?.[id];
}
