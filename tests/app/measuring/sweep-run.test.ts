/** A run in a sweep: changes during the run, for all lanes and for one. */
import { beforeAll, expect, test, vi } from 'vitest';
import { SweepRun, sweepBaseAt } from '../../../src/app/measuring/sweep-run.ts';
import { loadPolicies } from '../../../src/policies/load-policies.ts';
import { registerProgram } from '../../../src/policies/loaded-policies.ts';
import type { RunEdit, RunState } from '../../../src/run-state/run-state.ts';
import { runOfPreset } from '../../../src/run-state/run-values.ts';
import { loadPresets } from '../../../src/scenarios/load-presets.ts';
import { sweepTasks } from '../../../src/studies/sweep.ts';
import { sweepTable } from '../../../src/studies/sweep-report.ts';
import { compiled, templateOf } from '../../program/program.ts';

beforeAll(async () => {
  await Promise.all([loadPolicies(), loadPresets()]);
});

const S = 1e9;
const edits: readonly RunEdit[] = [
  { timeNs: 1 * S, path: 'lanes.0.link.rateBps', value: 2e6 },
  { timeNs: 2 * S, path: 'link.rateBps', value: 8e6 },
  { timeNs: 3 * S, path: 'lanes.1.minThreshold', value: 9 },
  { timeNs: 4 * S, path: 'lanes.1.link.rateBps', value: 3e6 },
  { timeNs: 5 * S, path: 'lanes.1.minThreshold', value: 7 },
];
const run: RunState = {
  ...runOfPreset('opening', 3),
  lanes: [
    { policy: 'droptail', values: {} },
    { policy: 'red', values: { maxThreshold: 60 } },
  ],
  edits,
};
const at = (seconds: number) => {
  const { scenario, lanes, seed } = sweepBaseAt(run, seconds * S);
  return { rate: scenario.link.rateBps, lanes: lanes.map(({ values, settings }) => ({ values, settings })), seed };
};

test('before any change it is the run with the values of the start', () => {
  const { rate, lanes, seed } = at(0.5);
  expect(rate).toBe(sweepBaseAt({ ...run, edits: [] }, 0).scenario.link.rateBps);
  expect(lanes).toEqual([
    { values: {}, settings: {} },
    { values: { maxThreshold: 60 }, settings: {} },
  ]);
  expect(seed).toBe(3);
});

test('a change of one lane holds for that lane until a later change of all lanes', () => {
  expect(at(1.5).lanes[0]?.settings).toEqual({ 'link.rateBps': 2e6 });
  expect(at(2.5).rate).toBe(8e6);
  expect(at(2.5).lanes[0]?.settings).toEqual({});
  expect(at(4.5).lanes[1]?.settings).toEqual({ 'link.rateBps': 3e6 });
});

test('the last of several changes of one value holds', () => {
  expect(at(3.5).lanes[1]?.values).toEqual({ maxThreshold: 60, minThreshold: 9 });
  expect(at(9).lanes[1]?.values).toEqual({ maxThreshold: 60, minThreshold: 7 });
});

test('thresholds that were derived at the start stay when the buffer is changed, as they do on the page', () => {
  const dragged = {
    ...runOfPreset('goyal-r5'),
    lanes: [{ policy: 'dfba', values: {} }],
    edits: [{ timeNs: 1 * S, path: 'buffer.cells', value: 2_800 }],
  };
  expect(sweepBaseAt(dragged, 0).lanes[0]?.values).toEqual({});
  expect(sweepBaseAt(dragged, 2 * S).lanes[0]?.values).toEqual({ lowThreshold: 1_500, highThreshold: 2_700 });
});

test('a lane with a program has the letter of its lane, and so have the lanes after it', () => {
  const source = templateOf('droptail');
  const definition = compiled(source);
  registerProgram(definition);
  const lanes = ['own', 'red', 'own', 'droptail'].map((policy) => ({ policy, values: {} }));
  const present = sweepBaseAt({ ...run, edits: [], lanes, program: { source, definition } }, 0);
  const axes = [{ path: 'load', from: 1, to: 2, pointCount: 2, isLogarithmic: false }];
  const sweep = { ...present, axes, replications: 1, seconds: 1, warmupSeconds: 0 };
  const points = sweepTasks(sweep)
    .flatMap(({ places = [] }) => places.map((place) => ({ ...place, figures: {} })))
    .sort((a, b) => (a.at[0] as number) - (b.at[0] as number) || a.lane - b.lane);
  const { head, rows } = sweepTable({ sweep, points });
  const [lane, policy] = [head.indexOf('lane'), head.indexOf('policy')];
  expect(rows.slice(0, 4).map((row) => `${row[lane]} ${row[policy]}`)).toEqual([
    'A own',
    'B red',
    'C own',
    'D droptail',
  ]);
  // The program goes to the workers with the tasks of its lanes alone.
  expect(
    sweepTasks(sweep)
      .slice(0, 3)
      .map(({ program }) => program !== undefined),
  ).toEqual([true, false, false]);
  registerProgram(undefined);
});

test('a sweep that is cancelled before its first result shows nothing of the sweep before', async () => {
  const messages: ((event: { data: unknown }) => void)[] = [];
  const sweeps = new SweepRun(() => {
    const worker = { postMessage: () => {}, terminate: () => {}, onmessage: (_: { data: unknown }) => {} };
    messages.push((event) => worker.onmessage(event));
    return worker as unknown as Worker;
  });
  const axes = [{ path: 'load', from: 1, to: 2, pointCount: 2, isLogarithmic: false }];
  const sweep = { ...sweepBaseAt(run, 0), axes, replications: 1, seconds: 1, warmupSeconds: 0 };
  sweeps.start(sweep, 2);
  messages[0]?.({ data: { type: 'progress', progress: 0.5 } });
  sweeps.cancel();
  expect(sweeps.store.getState().progress).toBeGreaterThan(0);
  sweeps.start(sweep, 2);
  sweeps.cancel();
  expect(sweeps.store.getState()).toMatchObject({
    state: 'cancelled',
    progress: 0,
    finishedRunCount: 0,
    elapsedSeconds: 0,
  });
});

test('a browser that does not report its processors still gets a worker; if it allows no workers, a message says so', async () => {
  vi.stubGlobal('navigator', {});
  let made = 0;
  const sweeps = new SweepRun(() => {
    made++;
    throw new Error('workers are not allowed here');
  });
  const axes = [{ path: 'load', from: 1, to: 2, pointCount: 2, isLogarithmic: false }];
  sweeps.start({ ...sweepBaseAt(run, 0), axes, replications: 1, seconds: 1, warmupSeconds: 0 });
  await Promise.resolve();
  vi.unstubAllGlobals();
  expect(made).toBeGreaterThan(0);
  const { state, progress, failures } = sweeps.store.getState();
  expect([state, progress]).toEqual(['done', 1]);
  expect(failures[0]).toMatch(/workers are not allowed here$/);
});
