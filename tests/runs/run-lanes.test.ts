/** Lanes of one run: the same arrivals for every policy, and each lane equal to a run alone. */
import { describe, expect, test } from 'vitest';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { combinedDigest, runLanes } from '../../src/runs/run-lanes.ts';
import { findPreset } from '../../src/scenarios/index.ts';

function preset(id: string, values: Readonly<Record<string, number | string>>): Scenario {
  const found = findPreset(id);
  if (found === undefined) throw new Error(`unknown preset: ${id}`);
  return Object.entries(values).reduce((scenario, [path, value]) => withValue(scenario, path, value), found);
}

/** Ten milliseconds pass between two looks at the clock. */
function clock(): () => number {
  let now = 5;
  return () => {
    now += 0.01;
    return now;
  };
}

const opening = preset('opening', { 'run.durationSeconds': 2, 'run.warmupSeconds': 0.5 });
const policies = ['droptail', 'red', 'red-ecn'];
const run = (ids: readonly string[], seed = 4, scenario = opening) =>
  runLanes({ scenario, policies: ids, seed, wallSeconds: clock() });

describe('common random numbers', () => {
  const values = { 'run.durationSeconds': 3, 'run.warmupSeconds': 0, 'buffer.packets': 6 };
  const scenarios = [preset('mm1k', values), preset('cbr-overload', { ...values, 'sources.cbr.timing': 'jittered' })];
  test.each(scenarios)('$id: sources that do not listen send the same packets into every lane', (scenario) => {
    const offered: Record<string, string[]> = { droptail: [], red: [] };
    const report = runLanes({
      scenario: { ...scenario, policies: { red: { minThreshold: 1, maxThreshold: 3, queueWeight: 0.5 } } },
      policies: ['droptail', 'red'],
      seed: 9,
      wallSeconds: clock(),
      trace: ({ id }, { timeNs, serial, flow, bytes }) => offered[id]?.push([timeNs, serial, flow, bytes].join()),
    });
    expect(offered.red).toEqual(offered.droptail);
    expect(offered.red?.length).toBeGreaterThan(150);
    const [droptail, red] = report.lanes;
    expect(red?.dropped).not.toBe(droptail?.dropped);
    expect(red?.digest).not.toBe(droptail?.digest);
  });

  test('TCP flows start alike: the lanes agree until the first verdict that differs', () => {
    const seen: Record<string, string[]> = { droptail: [], red: [] };
    runLanes({
      scenario: opening,
      policies: ['droptail', 'red'],
      seed: 2,
      wallSeconds: clock(),
      trace: ({ id, reasons }, { timeNs, flow, sequence, reason }) =>
        seen[id]?.push([timeNs, flow, sequence, reasons[reason]?.verdict].join()),
    });
    const { droptail = [], red = [] } = seen;
    const parting = droptail.findIndex((record, index) => record !== red[index]);
    expect(parting).toBeGreaterThan(100);
    const verdictless = (record: string | undefined) => record?.split(',').slice(0, 3);
    expect(verdictless(droptail[parting])).toEqual(verdictless(red[parting]));
  });
});

describe('a report', () => {
  const together = run(policies);

  test('has each lane as it is alone, in the order asked for', () => {
    expect(together.lanes.map(({ policy }) => policy)).toEqual(policies);
    for (const lane of together.lanes) expect(run([lane.policy]).lanes).toEqual([lane]);
    expect(run([...policies].reverse()).lanes).toEqual([...together.lanes].reverse());
  });

  test('is that of the run itself', () => {
    const simulation = openRun({ scenario: opening, policy: 'red', seed: 4 });
    simulation.advance(simulation.endNs);
    expect(together.lanes[1]).toMatchObject({ ...simulation.summary(), digest: simulation.digest() });
    const alone = run(['red']);
    expect(alone.events).toBe(simulation.clock.executedEventCount);
    expect(alone.digest).toBe(simulation.digest());
  });

  test('lists times, parameters and wall-clock time of the run', () => {
    expect(together).toMatchObject({ scenario: 'opening', seed: 4, simulatedSeconds: 2, warmupSeconds: 0.5 });
    expect(together.wallSeconds).toBeCloseTo(0.01, 9);
    const [droptail, red, ecn] = together.lanes.map(({ params }) => params);
    expect(droptail).toEqual({});
    expect(red).toMatchObject({ minThreshold: 12, maxThreshold: 36, maxProbability: 0.1 });
    // red-ecn gets the values that the scenario gives to red, and has one parameter of its own.
    expect({ ...red, markLimit: 0.1 }).toMatchObject(ecn ?? {});
    expect(ecn).toMatchObject({ minThreshold: 12, maxThreshold: 36, maxProbability: 0.1, markLimit: 0.1 });
  });

  test('counts every packet once', () => {
    for (const { arrived, departed, dropped, queued, marked, policy } of together.lanes) {
      expect(departed + dropped + queued).toBe(arrived);
      expect(marked > 0).toBe(policy === 'red-ecn');
    }
  });
});

describe('the digest of several', () => {
  test('is the digest of the lane if there is one lane, and otherwise depends on each lane and on their order', () => {
    expect(combinedDigest(['00ff00ff00ff00ff'])).toBe('00ff00ff00ff00ff');
    const both = combinedDigest(['a1', 'b2']);
    expect(both).toMatch(/^[0-9a-f]{16}$/);
    expect(
      new Set([both, combinedDigest(['b2', 'a1']), combinedDigest(['a1', 'b3']), combinedDigest(['a1b2'])]).size,
    ).toBe(4);
  });

  test('differs from seed to seed', () => {
    expect(run(['droptail'], 5).digest).not.toBe(run(['droptail'], 6).digest);
  });
});

describe('opening a run', () => {
  const base = { scenario: opening, policy: 'red', seed: 1 };

  test('the lane’s own values win over the scenario’s, those over the defaults', () => {
    const given = openRun({ ...base, policyValues: { minThreshold: 7, gentle: false } });
    expect(given.policyValues).toMatchObject({ minThreshold: 7, maxThreshold: 36, gentle: false, queueWeight: 0.002 });
  });

  test('an unknown policy is a program error', () => {
    expect(() => openRun({ ...base, policy: 'none' })).toThrow('unknown policy: none');
    expect(() => run(['constructor'])).toThrow('unknown policy: constructor');
  });

  test('planned edits are those of the live run', () => {
    const edit = { timeNs: 0.7e9, path: 'link.rateBps', value: 4e6 };
    const planned = openRun({ ...base, edits: [edit] });
    planned.advance(2e9);
    const live = openRun(base);
    live.advance(edit.timeNs);
    live.edit(edit.path, edit.value);
    live.advance(2e9);
    expect(live.digest()).toBe(planned.digest());
    expect(planned.digest()).not.toBe(run(['red'], 1).digest);
  });
});
