/** The example of a sweep on the page is measured: `npm run validate` measures two of its places again. */
import { expect, test } from 'vitest';
import { measurePoints } from '../../src/cli/example-sweep/measure-points.ts';
import { EXAMPLE_QUANTITIES, examplePoints, exampleSweep } from '../../src/studies/example-sweep.ts';
import { sweepProblem, sweepTasks } from '../../src/studies/sweep.ts';
import { validatedTest } from '../amount.ts';

test('it can run, and has a point with an interval for each of its places and lanes', () => {
  expect(sweepProblem(exampleSweep)).toBeUndefined();
  expect(examplePoints.length * exampleSweep.replications).toBe(sweepTasks(exampleSweep).length);
  for (const { figures } of examplePoints)
    for (const id of EXAMPLE_QUANTITIES) expect(figures[id]?.n).toBe(exampleSweep.replications);
});

validatedTest('its points are those of its runs, to the last digit (else: npm run example-sweep)', () => {
  const [axis] = exampleSweep.axes;
  const measured = measurePoints({ ...exampleSweep, axes: [{ ...axis!, from: 0.8, to: 1, pointCount: 2 }] });
  expect(measured).toHaveLength(2 * exampleSweep.lanes.length);
  expect(examplePoints.filter(({ at }) => at[0] === 0.8 || at[0] === 1)).toEqual(measured);
});
