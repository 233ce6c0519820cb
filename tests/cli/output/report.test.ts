/** The report of a run as text. */
import { expect, test } from 'vitest';
import { sim } from '../harness.ts';

test('a warm-up in proportion to a short run is printed in four digits', () => {
  // The preset leaves out 2 s of 60 s.
  expect(sim(['run', 'opening', '--policy', 'droptail', '--duration', '2']).out).toMatch(
    /^opening, 2 s, including 0\.06667 s of warm-up, seed 1\n/,
  );
});
