/** The example of a sweep on the page is measured: two of its places are measured again. */
import { expect, test } from 'vitest';
import { measurePoints } from '../../src/cli/example-sweep/measure-points.ts';
import { EXAMPLE_QUANTITIES, examplePoints, exampleSweep } from '../../src/studies/example-sweep.ts';
import { sweepProblem, sweepTasks } from '../../src/studies/sweep.ts';

test('it can run, and has a point with an interval for each of its places and lanes', () => {
  expect(sweepProblem(exampleSweep)).toBeUndefined();
  expect(examplePoints.length * exampleSweep.replications).toBe(sweepTasks(exampleSweep).length);
  for (const { figures } of examplePoints)
    for (const id of EXAMPLE_QUANTITIES) expect(figures[id]?.n).toBe(exampleSweep.replications);
});

test('its points are those of its runs, to the last digit (else: npm run example-sweep)', () => {
  const [axis] = exampleSweep.axes;
  const measured = measurePoints({ ...exampleSweep, axes: [{ ...axis!, from: 0.8, to: 1, places: 2 }] });
  expect(measured).toHaveLength(4);
  expect(examplePoints.filter(({ at }) => at[0] === 0.8 || at[0] === 1)).toEqual(measured);
});
