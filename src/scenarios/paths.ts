/** Sets one value of a scenario by its path, as on a command line: `link.rateBps=10e6`, `red.minThreshold=20`. */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import { bufferParameters, type Scenario, scenarioParameter, usesCells } from '../engine/scenario/scenario.ts';
import { scenarioPaths } from '../engine/scenario/scenario-paths.ts';
import { UP_BUFFER_UNITS, upLinkParameters } from '../engine/scenario/up-link.ts';
import { checkValue } from '../params/check-value.ts';
import { lastKey, type ParsedPath, parsePath, UP_BUFFER, UP_PATH } from '../params/path.ts';
import { ownEntry, type Parameter, type ParameterProblem, type ParameterValue } from '../params/schema.ts';
import { findPolicy, policyIds } from '../policies/registry.ts';
import { upPolicyParameter } from '../policies/up-policy.ts';
import type { Setting } from './rules/validate.ts';

export type PathResult = { readonly settings: readonly Setting[] } | { readonly problem: ParameterProblem };

/** Every path of a scenario: its values, its variants, and the values of policies. */
function allPaths(scenario: Scenario): string[] {
  const policies = policyIds.flatMap((id) =>
    Object.keys(findPolicy(id)?.parameters ?? {}).map((parameter) => `${id}.${parameter}`),
  );
  const pathsOfScenario = scenarioPaths(scenario).map(({ path }) => path);
  return [
    ...pathsOfScenario,
    ...(scenario.up === undefined ? upPaths : []),
    ...bufferPaths.filter((path) => !pathsOfScenario.includes(path) && startParameter(scenario, path) !== undefined),
    ...variantNames(scenario),
    ...policies,
  ];
}

/** The settings that give the value at `path` a value, read from text; a variant gives several. */
export function settingsOfPath(scenario: Scenario, path: string, text: string): PathResult {
  if (variantNames(scenario).includes(path)) return settingsOfVariant(scenario, path, text);
  const parameter = startParameter(scenario, path);
  if (parameter === undefined) return settingsOfPolicyValue(scenario, path, text);
  const checkedValue = checkValue(path, parameter, text);
  return checkedValue.ok
    ? { settings: [{ name: path, path, value: checkedValue.value }] }
    : { problem: checkedValue.problem };
}

/**
 * The declaration of a path that is set before the run begins: any path of the scenario, or the buffer in the other
 * unit, which then replaces the present one.
 */
export function startParameter(scenario: Scenario, path: string): Parameter | undefined {
  const parsedPath = parsePath(path);
  if (parsedPath?.group === 'up' && parsedPath.lane === undefined) return startUpParameter(parsedPath);
  const isInOtherUnit =
    parsedPath?.group === 'buffer' &&
    parsedPath.lane === undefined &&
    (parsedPath.id === 'cells') === usesCells(scenario);
  return isInOtherUnit ? ownEntry(bufferParameters, parsedPath.id) : scenarioParameter(scenario, path);
}

/** A value of the direction up. The first one that is set gives the scenario this direction. */
function startUpParameter(parsedPath: ParsedPath): Parameter | undefined {
  const { owner, id } = parsedPath;
  if (owner === '') return ownEntry(upLinkParameters, id);
  if (owner !== UP_BUFFER) return upPolicyParameter(parsedPath);
  return UP_BUFFER_UNITS.some((unit) => unit === id) ? ownEntry(bufferParameters, id) : undefined;
}

/** The values by path of one option of a variant; undefined if there is no such variant or option. */
export function variantValues(
  scenario: Scenario,
  variant: string,
  option: string,
): Readonly<Record<string, ParameterValue>> | undefined {
  const options = ownEntry(scenario.variants ?? {}, variant);
  return options && ownEntry(options, option);
}

/** Names of the scenario's variants, which a link and `--variant` use. */
export function variantNames(scenario: Scenario): string[] {
  return Object.keys(scenario.variants ?? {});
}

/** The policy and the parameter of `POLICY.PARAMETER` or `policies.POLICY.PARAMETER`. */
export function policyParameter(
  path: string,
): { readonly definition: PolicyDefinition; readonly id: string; readonly parameter: Parameter } | undefined {
  const parsedPath = parsePath(path);
  const definition = parsedPath?.group === 'policy' ? findPolicy(parsedPath.owner) : undefined;
  const parameter = parsedPath && definition && ownEntry(definition.parameters, parsedPath.id);
  return definition && parameter && { definition, id: parsedPath.id, parameter };
}

/** The known paths that are nearest to an unknown path, best first. */
export function nearestPaths(scenario: Scenario, path: string): string[] {
  return nearestNames(path, allPaths(scenario));
}

/** Number of suggestions for an unknown name. */
const MAX_SUGGESTIONS = 3;

/** The known names that are nearest to an unknown name, best first; of equally near names, the earlier ones. */
export function nearestNames(name: string, candidates: readonly string[]): string[] {
  const lowerCaseName = name.slice(0, 80).toLowerCase();
  const wantedKey = lastKey(lowerCaseName);
  const nearestCandidates: { candidate: string; distance: number }[] = [];
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const maxDistance =
      nearestCandidates.length < MAX_SUGGESTIONS
        ? Number.POSITIVE_INFINITY
        : nearestCandidates[MAX_SUGGESTIONS - 1]?.distance;
    // A path whose last key is (or contains) the given key is a better guess than a path with similar letters.
    const distanceOfKeys = keyDistance(wantedKey, lastKey(other), maxDistance);
    const distance = distanceOfKeys + keyDistance(lowerCaseName, other, 4 * (maxDistance - distanceOfKeys)) / 4;
    if (distance >= maxDistance) continue;
    const index = nearestCandidates.findIndex((betterIndex) => betterIndex.distance > distance);
    nearestCandidates.splice(index < 0 ? nearestCandidates.length : index, 0, { candidate, distance });
    nearestCandidates.length = Math.min(nearestCandidates.length, MAX_SUGGESTIONS);
  }
  return nearestCandidates.map(({ candidate }) => candidate);
}

const upPaths: readonly string[] = [
  ...Object.keys(upLinkParameters).map((id) => `${UP_PATH}.${id}`),
  ...UP_BUFFER_UNITS.map((unit) => `${UP_PATH}.${UP_BUFFER}.${unit}`),
];

const bufferPaths: readonly string[] = Object.keys(bufferParameters).map((unit) => `buffer.${unit}`);

function settingsOfVariant(scenario: Scenario, variant: string, option: string): PathResult {
  const values = variantValues(scenario, variant, option);
  if (values === undefined) {
    const options = Object.keys(ownEntry(scenario.variants ?? {}, variant) ?? {});
    return { problem: { path: variant, given: option.slice(0, 60), allowed: options.join(', ') } };
  }
  return { settings: Object.entries(values).map(([path, value]) => ({ name: variant, path, value })) };
}

function settingsOfPolicyValue(scenario: Scenario, path: string, text: string): PathResult {
  const namedParameter = policyParameter(path);
  if (namedParameter === undefined) {
    const allowed = `a known path; the nearest are ${nearestPaths(scenario, path).join(', ')}`;
    return { problem: { path: path.slice(0, 80), given: text.slice(0, 60), allowed } };
  }
  const checkedValue = checkValue(path, namedParameter.parameter, text);
  if (!checkedValue.ok) return { problem: checkedValue.problem };
  return {
    settings: [{ name: path, path: `${namedParameter.definition.id}.${namedParameter.id}`, value: checkedValue.value }],
  };
}

/**
 * The distance between `duration` and `durationSeconds` is smaller than the number of different letters. Infinite if it
 * is `maxDistance` or more.
 */
function keyDistance(wantedKey: string, other: string, maxDistance: number): number {
  return wantedKey !== other && wantedKey.length > 2 && other.includes(wantedKey)
    ? 1
    : editDistance(wantedKey, other, maxDistance);
}

/**
 * Levenshtein's distance: insertions, deletions and replacements of single letters. Infinite if it is `maxDistance` or
 * more; then the rest of the table is not computed. A distance is never less than the least value of a row, or than the
 * difference in length.
 */
function editDistance(a: string, b: string, maxDistance: number): number {
  if (Math.abs(a.length - b.length) >= maxDistance) return Number.POSITIVE_INFINITY;
  const row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let length = 1; length <= a.length; length++) {
    let diagonal = row[0];
    let min = length;
    row[0] = length;
    for (let to = 1; to <= b.length; to++) {
      const replacementCost = diagonal + (a.charCodeAt(length - 1) === b.charCodeAt(to - 1) ? 0 : 1);
      diagonal = row[to];
      const distance = Math.min(replacementCost, diagonal + 1, row[to - 1] + 1);
      row[to] = distance;
      if (distance < min) min = distance;
    }
    if (min >= maxDistance) return Number.POSITIVE_INFINITY;
  }
  return row[b.length];
}
