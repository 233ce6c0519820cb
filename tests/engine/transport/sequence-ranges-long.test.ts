/** The set of ranges against a plain set of numbers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SequenceRanges } from '../../../src/engine/transport/sequence-ranges.ts';

const SPAN = 60;

const step = fc.oneof(
  fc.tuple(fc.constant('add' as const), fc.integer({ min: 0, max: SPAN }), fc.integer({ min: 0, max: 8 })),
  fc.tuple(fc.constant('removeBelow' as const), fc.integer({ min: 0, max: SPAN }), fc.constant(0)),
  fc.tuple(fc.constant('clear' as const), fc.constant(0), fc.constant(0)),
);

function check(ranges: SequenceRanges, model: ReadonlySet<number>): void {
  const sorted = [...model].sort((one, other) => one - other);
  const listed: number[] = [];
  for (let index = 0; index < ranges.rangeCount; index++) {
    const [low, high] = [ranges.lowAt(index), ranges.highAt(index)];
    // Disjoint, not touching, not empty.
    if (index > 0) expect(low).toBeGreaterThan(ranges.highAt(index - 1));
    expect(high).toBeGreaterThan(low);
    for (let sequence = low; sequence < high; sequence++) listed.push(sequence);
  }
  expect(listed).toEqual(sorted);
  expect(ranges.segmentCount).toBe(sorted.length);
  expect(ranges.end).toBe((sorted.at(-1) ?? -1) + 1);
  for (let sequence = -1; sequence <= SPAN + 10; sequence++) {
    expect(ranges.contains(sequence)).toBe(model.has(sequence));
    expect(ranges.countFrom(sequence)).toBe(sorted.filter((item) => item >= sequence).length);
    const index = ranges.firstEndingAfter(sequence);
    expect(index === ranges.rangeCount || ranges.highAt(index) > sequence).toBe(true);
    expect(index === 0 || ranges.highAt(index - 1) <= sequence).toBe(true);
  }
  for (let n = 1; n <= sorted.length + 2; n++) expect(ranges.nthLargest(n)).toBe(sorted.at(-n) ?? -1);
}

test('behaves as a set of numbers', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const ranges = new SequenceRanges();
      const model = new Set<number>();
      for (const [what, low, length] of steps) {
        const before = model.size;
        if (what === 'add') {
          for (let sequence = low; sequence < low + length; sequence++) model.add(sequence);
          expect(ranges.add(low, low + length)).toBe(model.size - before);
        } else if (what === 'removeBelow') {
          ranges.removeBelow(low);
          for (const sequence of [...model]) if (sequence < low) model.delete(sequence);
        } else {
          ranges.clear();
          model.clear();
        }
      }
      check(ranges, model);
    }),
    { numRuns: 150, seed: 1 },
  );
});
