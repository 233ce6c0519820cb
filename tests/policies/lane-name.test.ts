import { expect, it } from 'vitest';
import type { ParameterValues } from '../../src/params/schema.ts';
import { laneName } from '../../src/policies/lane-name.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { required } from '../../src/shared/required.ts';

/** The names of lanes of one policy, in a scenario that sets nothing. */
function namesOf(policy: string, lanes: readonly ParameterValues[]): string[] {
  const scenario = { ...required(findPreset('single-tcp')), policies: {} };
  return lanes.map((values) => laneName(scenario, required(findPolicy(policy)), values, lanes));
}

it('says how each lane of one policy differs from the others', () => {
  expect(
    namesOf('pie', [{ variant: 'rfc' }, { variant: 'linux', kernelHz: '100' }, { variant: 'linux', kernelHz: '1000' }]),
  ).toEqual(['PIE, RFC 8033', 'PIE, Linux 100 Hz', 'PIE, Linux 1000 Hz']);
  expect(namesOf('codel', [{ targetMs: 5 }, { targetMs: 20, ecn: true }, { targetMs: 20, ecn: false }])).toEqual([
    'CoDel, target 5 ms',
    'CoDel, target 20 ms, Mark (ECN) on',
    'CoDel, target 20 ms, Mark (ECN) off',
  ]);
});

it('is the name of the policy for a lane alone, for equal lanes and for values that are the default', () => {
  expect(namesOf('pie', [{ targetMs: 20 }])).toEqual(['PIE']);
  expect(namesOf('pie', [{ variant: 'rfc', kernelHz: '1000' }])).toEqual(['PIE']);
  expect(namesOf('pie', [{ targetMs: 20 }, { targetMs: 20 }])).toEqual(['PIE', 'PIE']);
  expect(namesOf('pie', [{ variant: 'rfc' }, {}])).toEqual(['PIE', 'PIE']);
});

it('names the rule of a lane alone if it is not the usual one, with the given choices that are fixed during the run', () => {
  expect(namesOf('pie', [{ variant: 'linux' }])).toEqual(['PIE, Linux']);
  expect(namesOf('pie', [{ variant: 'linux', kernelHz: '100', updateMs: 5 }])).toEqual(['PIE, Linux 100 Hz']);
});

it('names one given value, not those that are computed from it', () => {
  const [first] = namesOf('red', [{ minThreshold: 10 }, { minThreshold: 20 }]);
  expect(first?.split(', ')).toHaveLength(2);
});
