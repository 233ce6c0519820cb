/**
 * Detects change, and proves nothing else: every preset to its end under every policy that it names. All of them take
 * most of an hour. `BUFFERSCOPE_PART=2/8` runs the second of eight parts of equal size, so that an interrupted
 * comparison goes on with the part that it lost.
 */
import { expect, test } from 'vitest';
import { digestOf, recorded } from '../golden/recorded-digests.ts';
import { partOf } from '../part.ts';

const all = Object.entries(recorded.whole).flatMap(([preset, byPolicy]) =>
  Object.entries(byPolicy).map(([policy, digest]) => ({ preset, policy, digest })),
);

test.each(partOf(all, process.env.BUFFERSCOPE_PART))('$preset under $policy', ({ preset, policy, digest }) => {
  expect(digestOf(preset, policy)).toBe(digest);
});
