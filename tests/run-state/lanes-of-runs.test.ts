/** Lanes of several runs beside each other, and their link. */
import { expect, test } from 'vitest';
import { runOfLanes } from '../../src/run-state/lanes-of-runs.ts';
import { decodeRun, encodeRun } from '../../src/run-state/run-url.ts';
import { laneRun, policyValuesAt } from '../../src/run-state/run-values.ts';

const runs = ['buffer.packets=5&run.durationSeconds=25', 'buffer.packets=40&run.durationSeconds=20&seed=3'].map(
  (values) => decodeRun(`v=4&p=single-tcp&${values}&lanes=droptail,red`).state,
);

test('each lane has the scenario, the policy and the seed of its own run, and the shortest run gives the length', () => {
  const beside = runOfLanes(runs.map((run, index) => ({ run, lane: index, title: `Run ${index}` })));
  expect(beside.lanes.map(({ policy }) => policy)).toEqual(['droptail', 'red']);
  expect(runs.map((_, lane) => laneRun(beside, lane))).toEqual(runs.map((run, lane) => laneRun(run, lane)));
  expect(laneRun(beside, 1).scenario.run.durationSeconds).toBe(20);
  expect(beside.startValues['run.durationSeconds']).toBe(20);
});

test('a lane of another run has the values of its policy there', () => {
  const ownRuns = [
    'single-tcp&lanes=red',
    'incast-dctcp&lanes=red-ecn',
    'single-tcp&lanes=red&lanes.0.minThreshold=3',
  ].map((hash) => decodeRun(`v=4&p=${hash}`).state);
  const beside = runOfLanes(ownRuns.map((run) => ({ run, lane: 0, title: '' })));
  const values = ownRuns.map((_, lane) => policyValuesAt(beside, lane, 0));
  expect(values).toEqual(ownRuns.map((run) => policyValuesAt(run, 0, 0)));
  // Thresholds of the three runs differ.
  expect(new Set(values.map(({ minThreshold }) => minThreshold)).size).toBe(3);
});

test('a link opens the same lanes, and nothing of them can be changed', () => {
  const beside = runOfLanes(runs.map((run, index) => ({ run, lane: index, title: `Run ${index}` })));
  const { state, embedding, problems } = decodeRun(encodeRun(beside));
  expect(problems).toEqual([]);
  expect(embedding).toBe('locked');
  expect(state.lanes.map(({ source }) => source?.title)).toEqual(['Run 0', 'Run 1']);
  expect(state.lanes.map((_, lane) => laneRun(state, lane))).toEqual(runs.map((run, lane) => laneRun(run, lane)));
});

test('a bad list of lanes is refused by name, and lists do not nest', () => {
  const beside = (text: string) => decodeRun(`v=4&p=single-tcp&beside=${encodeURIComponent(text)}`);
  for (const text of ['{', '[]', '[["a",0]]', JSON.stringify(Array(5).fill(['a', 0, 'v=4&p=single-tcp']))])
    expect(beside(text).problems.map(({ path }) => path)).toEqual(['beside']);
  expect(beside('[["a",7,"v=4&p=single-tcp"]]').problems[0]?.given).toBe('lane 7');
  const nested = `v=4&p=single-tcp&beside=${encodeURIComponent('[["a",0,"v=4&p=opening"]]')}`;
  const { state, problems } = beside(JSON.stringify([['a', 0, nested]]));
  expect(problems[0]?.path).toBe('beside beside');
  expect(state.lanes[0]?.source?.run.lanes.every(({ source }) => source === undefined)).toBe(true);
});
