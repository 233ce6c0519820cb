/** Detects change, and proves nothing else: every preset to its end under every policy that it names. */
import { expect, test } from 'vitest';
import { digestOf, recorded } from '../golden/recorded-digests.ts';

test.each(Object.entries(recorded.whole))('%s', (preset, byPolicy) => {
  const present = Object.keys(byPolicy).map((policy) => [policy, digestOf(preset, policy)]);
  expect(Object.fromEntries(present)).toEqual(byPolicy);
});
