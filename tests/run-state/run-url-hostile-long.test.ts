/** Random links and hostile links: none crashes, hangs or fills the memory. */
import fc from 'fast-check';
import { zlibSync } from 'fflate';
import { expect, test } from 'vitest';
import { encodeRun } from '../../src/run-state/run-url.ts';
import { validatedTest } from '../amount.ts';
import { run, survives } from './any-run.ts';

validatedTest('a compression bomb is not unpacked, and a very long link is not read', () => {
  const zeros = zlibSync(new Uint8Array(64 * 1024 * 1024), { level: 9 });
  const code = Buffer.from(zeros).toString('base64url');
  expect(code.length).toBeGreaterThan(60_000);
  const began = performance.now();
  expect(survives(`z=${code.slice(0, 65_000)}&v=1`).problems.map(({ path }) => path)).toEqual(['z']);
  expect(survives('x'.repeat(5e6)).problems.map(({ path }) => path)).toEqual(['link']);
  survives(`v=1&p=opening&${'a=1&'.repeat(15_000)}`);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('noise', () => {
  const words = fc.constantFrom(
    'v=1',
    'p=opening',
    'lanes=',
    'red',
    'edits=',
    'link.rateBps',
    '=',
    '&',
    ':',
    ';',
    '1e9',
    '%',
    '__proto__',
    'z=',
    '-',
  );
  const noise = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(noise, (hash) => {
      survives(hash);
    }),
    { seed: 2, numRuns: 500 },
  );
});

test('valid links with one letter changed', () => {
  fc.assert(
    fc.property(run, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (before, at, letter) => {
      const hash = encodeRun(before);
      survives(hash.slice(0, at % hash.length) + letter + hash.slice((at % hash.length) + 1));
    }),
    { seed: 3, numRuns: 200 },
  );
});
