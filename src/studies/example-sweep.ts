/**
 * The sweep that the page shows before the first one of the user: the load of the opening scenario, under the policies
 * with which it opens. `npm run example-sweep` measures it (src/cli/example-sweep/measure-points.ts).
 */
import { findPolicy } from '../policies/loaded-policies.ts';
import { loadedPreset, OPENING_PRESET, openingLanes } from '../scenarios/loaded-presets.ts';
import { required } from '../shared/required.ts';
import measuredPoints from './example-sweep.json';
import { DEFAULT_LOAD_AXIS, type Sweep } from './sweep.ts';
import type { SweepPoint } from './sweep-results.ts';

const scenario = required(loadedPreset(OPENING_PRESET));

export const exampleSweep: Sweep = {
  scenario,
  lanes: openingLanes(scenario).map(({ policy, values }) => ({ definition: required(findPolicy(policy)), values })),
  axes: [DEFAULT_LOAD_AXIS],
  replications: 5,
  seed: 1,
  seconds: 60,
  warmupSeconds: 2,
};

/** The quantities that are stored and drawn. */
export const EXAMPLE_QUANTITIES = ['delay', 'loss'] as const;

export const examplePoints: readonly SweepPoint[] = measuredPoints;
