import { expect, it } from 'vitest';
import type { ParameterValues } from '../../src/params/schema.ts';
import { laneName } from '../../src/policies/lane-name.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { readTcLine } from '../../src/run-state/tc/tc-line.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { required } from '../../src/shared/required.ts';

/** The names of lanes of one policy, in a scenario that sets nothing but these values of policies. */
function namesOf(
  policy: string,
  lanes: readonly ParameterValues[],
  policies: Readonly<Record<string, ParameterValues>> = {},
): string[] {
  const scenario = { ...required(findPreset('single-tcp')), policies };
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

it('names the rule of a lane alone if it is not the usual one, with the choices that are not at their default', () => {
  expect(namesOf('pie', [{ variant: 'linux' }])).toEqual(['PIE, Linux']);
  expect(namesOf('pie', [{ variant: 'linux', kernelHz: '1000', updateMs: 5 }])).toEqual(['PIE, Linux 1000 Hz']);
  expect(namesOf('pie', [{ variant: 'linux' }, { variant: 'linux' }])).toEqual(['PIE, Linux', 'PIE, Linux']);
  expect(namesOf('pie', [{ kernelHz: '1000' }])).toEqual(['PIE']);
});

it('names the rule that the scenario gives to a lane alone, and not that which the lane replaces', () => {
  const policies = { pie: { variant: 'linux', kernelHz: '1000' }, red: { variant: 'linux' } };
  expect(namesOf('pie', [{}], policies)).toEqual(['PIE, Linux 1000 Hz']);
  expect(namesOf('pie', [{ variant: 'rfc' }], policies)).toEqual(['PIE']);
  expect(namesOf('pie', [{ targetMs: 5 }, { targetMs: 20 }], policies)).toEqual([
    'PIE, target 5 ms',
    'PIE, target 20 ms',
  ]);
  expect(namesOf('choke', [{}], policies)).toEqual(['CHOKe, Linux']);
});

it('names the rule of a line of tc, and no choice at its default', () => {
  const nameOfTc = (line: string) => {
    const { policy, values } = readTcLine(line);
    return namesOf(policy, [values])[0];
  };
  expect(['pie', 'fq_codel', 'fq_pie', 'sfq', 'drr', 'codel'].map(nameOfTc)).toEqual([
    'PIE, Linux',
    'FQ-CoDel, Linux',
    'FQ-PIE, Linux',
    'SFQ, Linux by number',
    'DRR, Linux',
    'CoDel, Linux',
  ]);
});

it('names one given value, not those that are computed from it', () => {
  const [first] = namesOf('red', [{ minThreshold: 10 }, { minThreshold: 20 }]);
  expect(first?.split(', ')).toHaveLength(2);
});
