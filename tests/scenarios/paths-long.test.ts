/**
 * Setting one value by its path: a known path is set, another one is refused with the nearest names, and nothing
 * throws.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveScenario, type Scenario } from '../../src/engine/scenario/scenario.ts';
import { scenarioPaths } from '../../src/engine/scenario/scenario-paths.ts';
import type { Parameter, ParameterValues } from '../../src/params/schema.ts';
import { resolvedPolicyValues } from '../../src/policies/policy-values.ts';
import { findPolicy, policyIds } from '../../src/policies/registry.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { nearestNames, nearestPaths, settingsOfPath } from '../../src/scenarios/paths.ts';
import { scenarioProblem, withScenarioSettings } from '../../src/scenarios/rules/validate.ts';

const opening = findPreset('opening') as Scenario;
const zhao = findPreset('zhao-35mb-1bwdp-stf30') as Scenario;

/** A value that is allowed and is not the default, as text. */
function textFor(parameter: Parameter): string {
  if (parameter.kind === 'boolean') return String(!parameter.default);
  if (parameter.kind === 'choice') return parameter.options.at(-1)?.value ?? '';
  if (parameter.kind !== 'text') return String(parameter.max);
  const pattern = new RegExp(`^(?:${parameter.pattern})$`);
  return ['0.5', `${parameter.default}B`, 'EF'].find((text) => pattern.test(text)) ?? '';
}

function set(scenario: Scenario, path: string, text: string): Scenario {
  const result = settingsOfPath(scenario, path, text);
  if ('problem' in result) throw new Error(result.problem.allowed);
  return withScenarioSettings(scenario, result.settings);
}

test.each(scenarioPaths(opening))('$path', ({ path, parameter }) => {
  const text = textFor(parameter);
  const changed = set(opening, path, text);
  const [group, key, rest] = path.split('.') as [string, string, string?];
  const resolved = resolveScenario(changed);
  const where: Record<string, Record<string, unknown>> = group === 'sources'
    ? Object.fromEntries(resolved.sources.map(({ id, values }) => [id, values]))
    : { link: resolved.link, access: resolved.access, run: resolved.run, buffer: { packets: resolved.buffer.limit } };
  expect(String(group === 'sources' ? where[key]?.[rest as string] : where[group]?.[key])).toBe(text);
  // Nothing else has changed, not in the scenario that was given either.
  const original = resolveScenario(opening);
  for (const other of ['id', 'link', 'access', 'run', 'buffer', 'sources'] as const)
    if (other !== group && !(path === 'link.rateBps' && other === 'access'))
      expect(resolved[other]).toEqual(original[other]);
});

const policyPaths = policyIds.flatMap((id) =>
  Object.entries(findPolicy(id)?.parameters ?? {}).map(([key, parameter]) => ({ id, key, parameter })),
);
test.each(policyPaths)('$id.$key, also as policies.$id.$key', ({ id, key, parameter }) => {
  const definition = findPolicy(id);
  if (definition === undefined) throw new Error('no such policy');
  const changed = set(opening, `${id}.${key}`, textFor(parameter));
  expect(String(resolvedPolicyValues(changed, definition, {})[key])).toBe(textFor(parameter));
  expect(set(opening, `policies.${id}.${key}`, textFor(parameter))).toEqual(changed);
});

test('a buffer has one unit: setting the other puts it in its place', () => {
  const bytes = set(opening, 'buffer.bytes', '6e4');
  expect(bytes.buffer).toEqual({ bytes: 60_000 });
  expect(resolveScenario(bytes).buffer).toEqual({ unit: 'bytes', limit: 60_000 });
  expect(set(bytes, 'buffer.packets', '7').buffer).toEqual({ packets: 7 });
});

test('a variant sets all its values', () => {
  expect(set(zhao, 'load', 'printed').sources.ltnrf?.flows).toBe(14);
  expect(settingsOfPath(zhao, 'load', 'loud')).toEqual({
    problem: { path: 'load', given: 'loud', allowed: 'inferred, printed, nominal' },
  });
  expect(settingsOfPath(opening, 'load', 'printed')).toHaveProperty('problem');
  expect(settingsOfPath(zhao, 'load', 'constructor')).toHaveProperty('problem');
});

describe('unknown paths', () => {
  test.each([
    ['rate', 'link.rateBps'],
    ['link.rate', 'link.rateBps'],
    ['Link.RateBps', 'link.rateBps'],
    ['buffer', 'buffer.bytes'],
    ['sources.lrtf.flows', 'sources.ltrf.flows'],
    ['flows', 'sources.stf.flows'],
    ['red.minThreshhold', 'red.minThreshold'],
    ['minThreshold', 'red.minThreshold'],
    ['red-ecn.marklimit', 'red-ecn.markLimit'],
    ['duration', 'run.durationSeconds'],
  ])('%s: %s is near', (path, near) => {
    expect(nearestPaths(opening, path)).toContain(near);
    expect(settingsOfPath(opening, path, '1')).toMatchObject({
      problem: { path, given: '1', allowed: expect.stringContaining(near) },
    });
  });

  const odd = ['', '.', 'link', 'link.', '.rateBps', 'link.rateBps.x', 'sources', 'sources.ltrf', 'sources.ltrf.kind'];
  const hostile = ['__proto__.x', 'link.__proto__', 'sources.__proto__.flows', 'sources.constructor.flows'];
  const nearly = ['red.constructor', 'constructor.minThreshold', 'buffer.toString', 'policies.policies.red.gentle'];
  test.each([...odd, ...hostile, ...nearly, 'red', 'red.minThreshold.x', 'sources.ltrf.flows.x'])('"%s"', (path) => {
    expect(settingsOfPath(opening, path, '1')).toMatchObject({
      problem: { path, allowed: expect.stringMatching(/nearest/) },
    });
  });

  test('long ones are cut short', () => {
    const result = settingsOfPath(opening, 'x'.repeat(1e5), 'y'.repeat(1e5));
    expect('problem' in result && result.problem.path.length + result.problem.given.length).toBe(140);
  });

  test('nearest: the name itself comes first, one letter more or less after it', () => {
    expect(nearestNames('md1', ['mm1k', 'md', 'md1', 'opening'])).toEqual(['md1', 'md', 'mm1k']);
  });
});

test('any path with any text is set as the schema allows, or is a problem that names it', () => {
  const known = [
    ...scenarioPaths(opening).map(({ path }) => path),
    ...policyPaths.map(({ id, key }) => `${id}.${key}`),
  ];
  const path = fc.oneof(
    fc.constantFrom(...known),
    fc.string(),
    fc.constantFrom('__proto__', 'toString').map((x) => `${x}.a`),
  );
  const text = fc.oneof(
    fc.double().map(String),
    fc.constantFrom('true', 'sack', 'ns2', '1,2', '1e999', ''),
    fc.string(),
  );
  fc.assert(
    fc.property(path, text, (at, value) => {
      const result = settingsOfPath(opening, at, value);
      if ('problem' in result) expect(result.problem.path).toBe(at.slice(0, 80));
      else {
        expect(known).toContain(at);
        expect(resolveScenario(withScenarioSettings(opening, result.settings)).sources).toHaveLength(3);
      }
    }),
    { seed: 1, numRuns: 400 },
  );
});

describe('thresholds in order', () => {
  const red = findPolicy('red');
  if (red === undefined) throw new Error('red is missing');
  const brokenIn = (values: ParameterValues) => scenarioProblem(opening, [{ definition: red, values }]);
  const broken = (minThreshold: number, maxThreshold: number) => brokenIn({ minThreshold, maxThreshold });

  test('equal ones are allowed, a lower one above the upper one is named', () => {
    expect(broken(20, 20.001)).toBeUndefined();
    expect(broken(20, 20)).toBeUndefined();
    expect(broken(20, 19.9999)).toMatchObject({ path: 'red.minThreshold', given: '20' });
    expect(broken(30, 20)?.allowed).toBe('at most red.maxThreshold, which is 20');
  });

  test('values that the lane leaves out are the scenario’s', () => {
    expect(brokenIn({ minThreshold: 36 })).toBeUndefined();
    expect(brokenIn({ minThreshold: 36.1 })).toMatchObject({
      allowed: expect.stringContaining('36'),
    });
  });
});
