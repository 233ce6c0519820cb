import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Clock } from '../../../src/engine/events/clock.ts';
import { Digest } from '../../../src/engine/state/digest.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

type Verdict = readonly [timeNs: number, flow: number, sequence: number, kind: number];

function digest(verdicts: readonly Verdict[]): string {
  const clock = new Clock();
  const sum = new Digest(clock);
  for (const [timeNs, ...verdict] of verdicts) {
    clock.nowNs = timeNs;
    sum.add(...verdict);
  }
  return sum.hex();
}

const verdict = fc.tuple(
  fc.integer({ min: 0, max: 3_600e9 }),
  fc.integer({ min: 0, max: 9_999 }),
  fc.integer({ min: 0, max: 2 ** 29 }),
  fc.integer({ min: 0, max: 3 }),
);

test('every part of every verdict counts, and so does their order', () => {
  fc.assert(
    fc.property(
      fc.array(verdict, { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.integer({ min: 0, max: 3 }),
      (all, which, part) => {
        const plain = digest(all);
        expect(plain).toMatch(/^[0-9a-f]{16}$/);
        expect(digest(all)).toBe(plain);
        const at = which % all.length;
        const changed = all.map((item, index) =>
          index === at
            ? (item.map((value, column) => (column === part ? value + 1 : value)) as unknown as Verdict)
            : item,
        );
        expect(digest(changed)).not.toBe(plain);
        expect(digest(all.slice(0, -1))).not.toBe(plain);
        if (all.length > 1 && all[0]?.join() !== all[1]?.join()) {
          const [first, second, ...rest] = all as unknown as [Verdict, Verdict, ...Verdict[]];
          expect(digest([second, first, ...rest])).not.toBe(plain);
        }
      },
    ),
    { seed: 1 },
  );
});

/*
 * The values below do not prove that a run is right. They show when the digest, or a run, has changed, so that no
 * change is overlooked. Links carry runs, not digests: a new value here breaks no link.
 */
test('has not changed', () => {
  expect(digest([])).toBe('6f8c3007eec10be3');
  expect(
    digest([
      [0, 0, 0, 0],
      [8_000_000, 0, 1, 1],
      [5_000_000_000, 7, 123_456, 2],
    ]),
  ).toBe('a24d257bb188df66');
});

test('the run of a plain preset has not changed', () => {
  const scenario = findPreset('cbr-overload');
  if (scenario === undefined) throw new Error('the preset is gone');
  const simulation = openRun({ scenario, policy: 'droptail', seed: 1 });
  simulation.advance(simulation.endNs);
  expect(simulation.digest()).toBe('72561b34729fd8fe');
});
