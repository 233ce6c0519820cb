/** A sweep file: what it may leave out, and the place that a message names when something in it is refused. */
import { describe, expect, test } from 'vitest';
import { parseSweep, parseSweepData } from '../../../src/cli/input/sweep-file.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

const AXIS = { path: 'load', from: 0.5, to: 1.5, places: 3 };
const file = (changes: Readonly<Record<string, unknown>> = {}) => ({ scenario: 'md1', axes: [AXIS], ...changes });
const messageOf = (data: unknown): string => {
  try {
    parseSweepData(data, 'my.json');
  } catch (error) {
    return (error as Error).message;
  }
  return 'taken';
};

test('only a scenario and an axis are needed: the rest is that of the scenario', () => {
  const sweep = parseSweep(JSON.stringify(file()), 'my.json');
  expect(sweep.axes).toEqual([{ path: 'load', from: 0.5, to: 1.5, pointCount: 3, isLogarithmic: false }]);
  expect(sweep).toMatchObject({ replications: 1, seed: 1, seconds: 1_000, warmupSeconds: 50 });
  expect(sweep.lanes.map(({ definition }) => definition.id)).toEqual(Object.keys(findPreset('md1')?.policies ?? {}));
});

test('a lane has its own values, and settings of the scenario', () => {
  const lane = { policy: 'red', values: { maxProbability: 0.2 }, settings: { 'link.rateBps': 2e6 } };
  const [first] = parseSweepData(file({ lanes: [lane] }), 'my.json').lanes;
  expect(first).toMatchObject({ values: lane.values, settings: lane.settings });
  expect(first?.definition.id).toBe('red');
});

describe('a message names the file, the place and what is allowed', () => {
  test.each<[string, unknown, string]>([
    ['a list in place of the file', [], 'sweep: [] is not allowed; allowed: an object'],
    ['an unknown field', file({ axis: 1 }), 'sweep.axis: 1 is not allowed; allowed: scenario, axes, lanes'],
    ['an unknown preset', file({ scenario: 'md9' }), 'scenario: md9 is not allowed'],
    ['no axes', file({ axes: undefined }), 'axes: nothing is not allowed; allowed: a list of 1 to 2'],
    ['three axes', file({ axes: [AXIS, AXIS, AXIS] }), 'a list of 1 to 2'],
    ['an axis without a path', file({ axes: [{ from: 1 }] }), 'axes.0.path: nothing is not allowed'],
    ['a text for a number', file({ axes: [{ ...AXIS, to: '2' }] }), 'axes.0.to: 2 is not allowed; allowed: a number'],
    ['a word for yes', file({ axes: [{ ...AXIS, logarithmic: 'yes' }] }), 'axes.0.logarithmic: yes is not allowed'],
    [
      'an unknown policy',
      file({ lanes: [{ policy: 'blue' }] }),
      'lanes.0.policy: blue is not allowed; allowed: droptail',
    ],
    [
      'a program that is missing',
      file({ lanes: [{ policy: 'own' }] }),
      'lanes.0.policy: own is not allowed; allowed: own with --policy-file',
    ],
    [
      'a value that no policy has',
      file({ lanes: [{ policy: 'red', values: { x: 1 } }] }),
      'lanes.0.values.x: 1 is not allowed; allowed: a parameter that exists',
    ],
    [
      'a value out of its range',
      file({ lanes: [{ policy: 'red', values: { maxProbability: 7 } }] }),
      'lanes.0.values.maxProbability: 7 is not allowed',
    ],
    [
      'a setting that does not exist',
      file({ lanes: [{ policy: 'red', settings: { 'link.x': 1 } }] }),
      'lanes.0.settings.link.x: 1 is not allowed',
    ],
    ['a seed with a fraction', file({ seed: 1.5 }), 'seed: 1.5 is not allowed; allowed: a whole number from 0'],
    [
      'too many points',
      file({
        axes: [
          { ...AXIS, places: 10_000 },
          { ...AXIS, path: 'link.rateBps', places: 10_000 },
        ],
      }),
      'points × lanes',
    ],
    ['runs that are too long', file({ seconds: 1e6 }), 'is not allowed'],
  ])('%s', (_, data, message) => {
    const given = messageOf(data);
    expect(given).toMatch(/^my\.json: /);
    expect(given).toContain(message);
  });
});
