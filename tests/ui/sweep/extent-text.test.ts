import { expect, test } from 'vitest';
import { sweepBaseAt } from '../../../src/app/measuring/sweep-run.ts';
import { runOfPreset } from '../../../src/run-state/run-values.ts';
import { openingPreset } from '../../../src/scenarios/presets/opening.ts';
import { LOAD_PATH, sweepVariables } from '../../../src/studies/sweep.ts';
import { formatExtent } from '../../../src/ui/sweep/extent-text.ts';

const present = sweepBaseAt(runOfPreset(openingPreset.id), 0);
const known = sweepVariables(present.scenario, present.lanes);
const load = { path: LOAD_PATH, from: 0.1, to: 3, pointCount: 12, isLogarithmic: false };
const sweep = { ...present, axes: [load], replications: 3, seconds: 60, warmupSeconds: 10 };

test('the summary of a sweep multiplies policies, values and replications', () => {
  expect(formatExtent(sweep, known)).toBe('2 policies × 12 values × 3 replications = 72 runs of 60 s.');
});

test('it estimates the time from the speed of the last sweep', () => {
  expect(formatExtent(sweep, known, 432)).toMatch(/of 60 s, about 10 s\.$/);
  expect(formatExtent(sweep, known, 4.32)).toMatch(/of 60 s, about 17 min\.$/);
});

test('it says nothing while a field is not valid', () => {
  expect(formatExtent({ ...sweep, replications: Number.NaN }, known)).toBe('');
  expect(formatExtent({ ...sweep, axes: [{ ...load, pointCount: 1 }] }, known)).toBe('');
});

test('it says that equal runs are made once, where a value leaves a lane as it is', () => {
  const axis = { path: 'lanes.1.maxProbability', from: 0.1, to: 0.2, pointCount: 3, isLogarithmic: false };
  expect(formatExtent({ ...sweep, axes: [axis] }, known)).toMatch(/ = 18 runs of 60 s \(equal ones run once\)\.$/);
});
