/** The direction up of a run: turned on and off, and the values of its policies. */
import { expect, test } from 'vitest';
import { decodeRun } from '../../src/run-state/run-url.ts';
import { runOfScenario, scenarioOfRun } from '../../src/run-state/run-values.ts';
import { upPoliciesAt, withoutUp, withUp } from '../../src/run-state/up-values.ts';
import { problemWith } from '../../src/run-state/validity.ts';
import { homeLink } from '../engine/simulation/two-way-scenario.ts';

const opening = decodeRun('v=4&p=opening&lanes=droptail,red').state;

test('a run gets a queue up with the rate given, and is as before without it', () => {
  const twoWay = withUp(opening, 5e6);
  expect(scenarioOfRun(twoWay).up?.link).toEqual({ rateBps: 5e6 });
  const changed = { ...twoWay, startValues: { ...twoWay.startValues, 'sources.stf.direction': 'up' } };
  expect(problemWith(changed)).toBeUndefined();
  expect(withoutUp(changed)).toEqual(opening);
});

test('without the queue up of its scenario, all classes send down, and the run is valid', () => {
  const run = runOfScenario(homeLink);
  const oneWay = withoutUp({ ...run, edits: [{ timeNs: 1e9, path: 'link.up.rateBps', value: 1e6 }] });
  expect(scenarioOfRun(oneWay).up).toBeUndefined();
  expect(oneWay.edits).toEqual([]);
  expect(problemWith(oneWay)).toBeUndefined();
});

test('the policy up takes the values of its lane, until it gets its own', () => {
  const run = { ...withUp(opening, 5e6), edits: [{ timeNs: 1e9, path: 'lanes.1.minThreshold', value: 7 }] };
  const minThreshold = (at: number, edits = run.edits) =>
    upPoliciesAt({ ...run, edits }, at).find(({ definition }) => definition.id === 'red')?.values.minThreshold;
  expect(upPoliciesAt(run, 0).map(({ definition }) => definition.id)).toEqual(['droptail', 'red']);
  expect([minThreshold(0), minThreshold(2e9)]).toEqual([12, 7]);
  const own = [...run.edits, { timeNs: 3e9, path: 'link.up.red.minThreshold', value: 9 }];
  expect(minThreshold(4e9, own)).toBe(9);
});
