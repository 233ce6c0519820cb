/** From the run of a link to the data of each lane, and the values at a given time. */
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { branchWithout, withLanes } from '../../src/run-state/lane-order.ts';
import { scenarioWithPolicies } from '../../src/run-state/run-file.ts';
import type { RunEdit, RunState } from '../../src/run-state/run-state.ts';
import {
  editsForLane,
  laneRun,
  parameterValueAt,
  policyOfLane,
  policyValuesAt,
  runOfPreset,
  runOfScenario,
  runParameter,
  scenarioOfRun,
} from '../../src/run-state/run-values.ts';
import { findPreset } from '../../src/scenarios/index.ts';

const S = 1e9;
const edits: readonly RunEdit[] = [
  { timeNs: 1 * S, path: 'link.rateBps', value: 5e6 },
  { timeNs: 2 * S, path: 'lanes.1.minThreshold', value: 9 },
  { timeNs: 2 * S, path: 'lanes.10.minThreshold', value: 8 },
  { timeNs: 3 * S, path: 'lanes.0.link.delayMs', value: 7 },
  { timeNs: 4 * S, path: 'lanes.1.minThreshold', value: 6 },
];
const opening = runOfPreset('opening', 3);
const run: RunState = {
  ...opening,
  startValues: { 'link.delayMs': 40, 'sources.ltrf.flows': 5, 'buffer.bytes': 50_000 },
  lanes: [
    { policy: 'droptail', values: {} },
    { policy: 'red', values: { maxThreshold: 60 } },
  ],
  edits,
};

describe('where runs come from', () => {
  test('a preset: its first two policies, nothing changed', () => {
    const lanes = [
      { policy: 'droptail', values: {} },
      { policy: 'red', values: {} },
    ];
    expect(opening).toEqual({ preset: 'opening', startValues: {}, lanes, seed: 3, edits: [] });
    expect(runOfPreset('md1').lanes).toEqual([{ policy: 'droptail', values: {} }]);
  });

  test.each(['', 'nothing', '__proto__', 'constructor'])('an unknown preset "%s" gives the opening scenario', (id) => {
    expect(runOfPreset(id)).toEqual(runOfPreset('opening'));
  });

  test('a user’s own scenario is kept', () => {
    const own = { ...(findPreset('mm1k') as Scenario), id: 'mine' };
    expect(runOfScenario(own, 4)).toMatchObject({
      preset: 'mine',
      custom: own,
      seed: 4,
      lanes: [{ policy: 'droptail' }],
    });
    expect(scenarioOfRun(runOfScenario(own))).toBe(own);
  });
});

describe('the scenario of a run', () => {
  test('has the changes, and leaves the preset as it is', () => {
    const before = JSON.stringify(findPreset('opening'));
    const { link, sources, buffer } = scenarioOfRun(run);
    expect([link, sources.ltrf?.flows, buffer]).toEqual([{ rateBps: 10e6, delayMs: 40 }, 5, { bytes: 50_000 }]);
    expect(JSON.stringify(findPreset('opening'))).toBe(before);
  });

  test('as a user’s own file it has the lanes’ policies and values; of two lanes with one policy, each its own', () => {
    const lanes = [...run.lanes, { policy: 'red', values: { maxThreshold: 99 } }];
    expect(scenarioWithPolicies(run).policies.red).toEqual({ minThreshold: 12, maxThreshold: 60 });
    const scenario = scenarioWithPolicies({ ...run, lanes });
    expect(scenario.policies).toEqual({ droptail: {}, red: { minThreshold: 12, maxThreshold: 36 } });
    expect(scenario.lanes).toEqual(lanes);
  });

  test('a lane without a policy is a program error', () => {
    expect(() => policyOfLane({ policy: 'none', values: {} })).toThrow('unknown policy: none');
  });
});

describe('messages to a lane', () => {
  test('the edits of all lanes and of this lane, with the lane’s own paths', () => {
    expect(editsForLane(edits, 0)).toEqual([edits[0], { timeNs: 3 * S, path: 'link.delayMs', value: 7 }]);
    expect(editsForLane(edits, 1)).toEqual([
      edits[0],
      { timeNs: 2 * S, path: 'policy.minThreshold', value: 9 },
      { timeNs: 4 * S, path: 'policy.minThreshold', value: 6 },
    ]);
    expect(editsForLane(edits, 10)).toEqual([edits[0], { timeNs: 2 * S, path: 'policy.minThreshold', value: 8 }]);
  });

  test('the arguments of its run', () => {
    expect(laneRun(run, 1)).toEqual({
      scenario: scenarioOfRun(run),
      policy: 'red',
      policyValues: { maxThreshold: 60 },
      seed: 3,
      edits: editsForLane(edits, 1),
    });
  });
});

describe('values at a time', () => {
  test('the last edit at or before the time, otherwise the value at the start', () => {
    const at = (seconds: number) => parameterValueAt(run, 'link.rateBps', seconds * S, 10e6);
    expect([at(0), at(0.999999999), at(1), at(60)]).toEqual([10e6, 10e6, 5e6, 5e6]);
    const min = (seconds: number) => parameterValueAt(run, 'lanes.1.minThreshold', seconds * S, 12);
    expect([min(1.9), min(2), min(4)]).toEqual([12, 9, 6]);
  });

  test('the values of a lane’s policy: its own, over the scenario’s, over the defaults', () => {
    expect(policyValuesAt(run, 1, 0)).toMatchObject({ minThreshold: 12, maxThreshold: 60, queueWeight: 0.002 });
    expect(policyValuesAt(run, 1, 3 * S)).toMatchObject({ minThreshold: 9, maxThreshold: 60 });
    expect(policyValuesAt(run, 0, 3 * S)).toEqual({});
  });

  test('the declaration behind a path', () => {
    expect(runParameter(run, 'link.rateBps')?.label).toBe('Rate');
    expect(runParameter(run, 'lanes.1.minThreshold')?.symbol).toBe('min_th');
    expect(runParameter(run, 'lanes.0.link.rateBps')?.label).toBe('Rate');
    expect(runParameter(run, 'lanes.0.sources.ltrf.flows')?.label).toBe('Flows');
    // This run's buffer counts bytes.
    expect(runParameter(run, 'buffer.bytes')).toMatchObject({ unit: 'bytes' });
    const unknown = [
      'buffer.packets',
      'lanes.0.minThreshold',
      'lanes.2.minThreshold',
      'lanes.1.constructor',
      'lanes.1',
    ];
    for (const path of [...unknown, 'lanes.-1.minThreshold', '__proto__.x', 'link', 'lanes.1.lanes.1.minThreshold'])
      expect(runParameter(run, path), path).toBeUndefined();
  });
});

describe('lanes in another order', () => {
  const lanes = ['droptail', 'red', 'red-ecn'].map((policy) => ({ policy, values: {} }));
  const three = { ...run, lanes, edits: edits.filter(({ path }) => !path.includes('10')) };

  test('their edits move with them, in both directions', () => {
    const moved = withLanes(three, [2, 0, 1]);
    expect(moved.lanes.map(({ policy }) => policy)).toEqual(['red-ecn', 'droptail', 'red']);
    expect(moved.edits.map(({ path }) => path)).toEqual([
      'link.rateBps',
      'lanes.2.minThreshold',
      'lanes.1.link.delayMs',
      'lanes.2.minThreshold',
    ]);
    expect(withLanes(moved, [1, 2, 0])).toEqual(three);
  });

  test('a copied lane gets copies of the edits, a removed lane loses its edits, and a new lane has none', () => {
    const paths = (origins: Parameters<typeof withLanes>[1]) => withLanes(three, origins).edits.map(({ path }) => path);
    expect(paths([1, 1])).toEqual(['link.rateBps', ...[0, 1, 0, 1].map((lane) => `lanes.${lane}.minThreshold`)]);
    expect(paths([2, { policy: 'red', values: {} }])).toEqual(['link.rateBps']);
  });

  test('a branch without an edit of all lanes: each old lane has the edit, no copy has it, and they share all other edits', () => {
    const two = { ...three, lanes: lanes.slice(0, 2) };
    const branched = branchWithout(two, 0, 4);
    expect(branched.lanes.map(({ policy }) => policy)).toEqual(['droptail', 'red', 'droptail', 'red']);
    const editsOfLanes = [0, 1, 2, 3].map((lane) => editsForLane(branched.edits, lane));
    expect(editsOfLanes[0]).toEqual(editsForLane(two.edits, 0));
    expect(editsOfLanes[1]).toEqual(editsForLane(two.edits, 1));
    expect(editsOfLanes[2]).toEqual(editsForLane(two.edits, 0).slice(1));
    expect(editsOfLanes[3]).toEqual(editsForLane(two.edits, 1).slice(1));
    expect(branchWithout(two, 0, 2)).toBe(two);
  });
});
