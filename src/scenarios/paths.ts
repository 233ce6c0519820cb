/** Setting one value of a scenario by its path, as on a command line: `link.rateBps=10e6`, `red.minThreshold=20`. */
import type { PolicyDefinition } from '../engine/policy.ts';
import { bufferUnit, type Scenario, scenarioParameter, scenarioPaths, withValue } from '../engine/scenario.ts';
import { checkValue, type ParameterProblem, type ParameterValue } from '../params/schema.ts';
import { findPolicy } from '../policies/registry.ts';
import { resolvedPolicyValues } from '../policies/values.ts';

export type PathResult = { readonly scenario: Scenario } | { readonly problem: ParameterProblem };

/** Every path of a scenario: its own, its policies', and its variants. */
export function pathsOf(scenario: Scenario): string[] {
  const policies = Object.keys(scenario.policies).flatMap((id) =>
    Object.keys(findPolicy(id)?.parameters ?? {}).map((parameter) => `${id}.${parameter}`),
  );
  return [...scenarioPaths(scenario).map(({ path }) => path), ...policies, ...Object.keys(scenario.variants ?? {})];
}

/** The scenario with the value at `path` set from its text. */
export function setPath(scenario: Scenario, path: string, text: string): PathResult {
  const variants =
    scenario.variants !== undefined && Object.hasOwn(scenario.variants, path) ? scenario.variants[path] : undefined;
  if (variants !== undefined) {
    const values = Object.hasOwn(variants, text) ? variants[text] : undefined;
    if (values === undefined) return { problem: { path, given: text, allowed: Object.keys(variants).join(', ') } };
    return {
      scenario: Object.entries(values).reduce((next, [inner, value]) => withValue(next, inner, value), scenario),
    };
  }
  if (/^buffer\.(packets|bytes)$/.test(path) && path !== `buffer.${bufferUnit(scenario)}`) {
    return setPath({ ...scenario, buffer: { [path.slice(7)]: 1000 } }, path, text);
  }
  const parameter = scenarioParameter(scenario, path);
  if (parameter !== undefined) {
    const checked = checkValue(path, parameter, text);
    return checked.ok ? { scenario: withValue(scenario, path, checked.value) } : { problem: checked.problem };
  }
  return setPolicyValue(scenario, path, text);
}

function setPolicyValue(scenario: Scenario, path: string, text: string): PathResult {
  const [id, key, rest] = path.replace(/^policies\./, '').split('.') as [string, string?, string?];
  const definition = findPolicy(id);
  const parameter =
    definition !== undefined && key !== undefined && rest === undefined && Object.hasOwn(definition.parameters, key)
      ? definition.parameters[key]
      : undefined;
  if (definition === undefined || parameter === undefined)
    return { problem: { path, given: 'an unknown path', allowed: nearest(path, pathsOf(scenario)).join(', ') } };
  const checked = checkValue(path, parameter, text);
  if (!checked.ok) return { problem: checked.problem };
  const policies = { ...scenario.policies, [id]: { ...scenario.policies[id], [key as string]: checked.value } };
  return { scenario: { ...scenario, policies } };
}

/** What a policy's values break together (min_th < max_th); undefined when all is well. */
export function brokenConstraint(
  scenario: Scenario,
  definition: PolicyDefinition,
  lane: Readonly<Record<string, ParameterValue>>,
): ParameterProblem | undefined {
  const values = resolvedPolicyValues(scenario, definition, lane);
  for (const { lower, upper, gap } of definition.constraints) {
    if ((values[upper] as number) - (values[lower] as number) < gap) {
      return {
        path: `${definition.id}.${lower}`,
        given: String(values[lower]),
        allowed: `less than ${definition.id}.${upper}, which is ${values[upper]}`,
      };
    }
  }
  return undefined;
}

/** The three known paths that share most with one that is not known. */
function nearest(path: string, known: readonly string[]): string[] {
  const words = path.toLowerCase().split(/[.\s]/);
  const score = (candidate: string) => {
    const parts = candidate.toLowerCase().split('.');
    return words.reduce(
      (sum, word) =>
        sum + (parts.includes(word) ? 3 : parts.some((part) => part.includes(word) || word.includes(part)) ? 1 : 0),
      0,
    );
  };
  return [...known].sort((one, other) => score(other) - score(one)).slice(0, 3);
}
