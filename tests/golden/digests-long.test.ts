/**
 * Detects change, and proves nothing else: digests of runs as they were on 2026-11-24.
 * A change of a run on purpose needs new digests, and a reason.
 */
import { describe, expect, test } from 'vitest';
import { policyIds } from '../../src/policies/registry.ts';
import { chosen } from '../amount.ts';
import { digestOf, recorded } from './recorded-digests.ts';

const { twoSeconds } = recorded;

describe('the first two seconds, seed 1', () => {
  // The longest one: others have its sources and its policy.
  test.each(chosen(Object.entries(twoSeconds), ([preset]) => preset !== 'hu-rtt-different'))(
    '%s',
    (preset, byPolicy) => {
      const present = Object.keys(byPolicy).map((policy) => [policy, digestOf(preset, policy, 2)]);
      expect(Object.fromEntries(present)).toEqual(byPolicy);
    },
  );

  test('every policy that a preset names is among them', () => {
    const named = new Set(Object.values(recorded.whole).flatMap(Object.keys));
    const tried = new Set(Object.values(twoSeconds).flatMap(Object.keys));
    expect([...named].filter((policy) => !tried.has(policy))).toEqual([]);
    expect([...named].every((policy) => policyIds.includes(policy))).toBe(true);
  });
});
