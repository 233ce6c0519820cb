/** Sweeps: their places, their refusals before any run starts, and the curve of a queue that is known exactly. */
import { describe, expect, test } from 'vitest';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import { runTask } from '../../src/papers/run-task.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import {
  DEFAULT_LOAD_AXIS,
  LOAD_PATH,
  type Sweep,
  type SweepAxis,
  scenarioOfLane,
  sweepAxisValues,
  sweepProblem,
  sweepTasks,
  sweepVariables,
} from '../../src/studies/sweep.ts';
import { emptyDelayMs, kneeOfLane, SweepResults } from '../../src/studies/sweep-results.ts';

const lane = (policy: string, values = {}) => {
  const definition = findPolicy(policy);
  if (definition === undefined) throw new Error(policy);
  return { definition, values };
};
const axis = { path: LOAD_PATH, from: 0.1, to: 1, pointCount: 10, isLogarithmic: false };
const md1: Sweep = {
  scenario: findPreset('md1') as Scenario,
  lanes: [lane('droptail')],
  axes: [axis],
  replications: 2,
  seed: 1,
  seconds: 20,
  warmupSeconds: 1,
};

function results(sweep: Sweep): SweepResults {
  const found = new SweepResults(sweep);
  for (const task of sweepTasks(sweep)) found.add(runTask(task));
  return found;
}

describe('places', () => {
  test('the same difference, or the same factor; whole numbers once', () => {
    const path = 'link.delayMs';
    const places = (change: Partial<SweepAxis>, integer: boolean) =>
      sweepAxisValues({ ...axis, path, ...change }, md1.scenario, integer);
    expect(places({ from: 1, to: 3, pointCount: 5 }, false)).toEqual([1, 1.5, 2, 2.5, 3]);
    expect(places({ from: 1, to: 100, pointCount: 3, isLogarithmic: true }, false)).toEqual([1, 10, 100]);
    expect(places({ from: 1, to: 3, pointCount: 5 }, true)).toEqual([1, 2, 3]);
  });

  test('a load with few connections is shown at the load that was run, not at the requested one', () => {
    const scenario = withValue(findPreset('abe-100k-blue4') as Scenario, 'sources.green.flows', 0);
    const blue = Object.entries(scenario.sources).filter(([, { kind }]) => kind === 'tcp');
    expect(blue.map(([, { flows }]) => flows)).toEqual([4]);
    // 0.4, 1.2, 2, 2.8 and 3.6 connections; there is no load without one.
    expect(sweepAxisValues({ ...axis, from: 0.1, to: 0.9, pointCount: 5 }, scenario, false)).toEqual([
      0.25, 0.5, 0.75, 1,
    ]);
  });
});

test('the default range of the load has the present load as one of its points, with whole connections', () => {
  for (const preset of ['md1', 'opening']) {
    const values = sweepAxisValues(DEFAULT_LOAD_AXIS, findPreset(preset) as Scenario, false);
    expect(values).toEqual([0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2]);
  }
});

describe('refused before any run starts', () => {
  const refused = (change: Partial<Sweep>) => sweepProblem({ ...md1, ...change });

  test('a sweep without a problem is not', () => {
    expect(refused({})).toBeUndefined();
  });

  test('too many runs, with their number and the limit', () => {
    const many = {
      axes: [
        { ...axis, pointCount: 60 },
        { ...axis, path: 'link.delayMs', from: 1, to: 9, pointCount: 60 },
      ],
    };
    expect(refused({ ...many, replications: 100 })).toEqual({
      path: 'runs (points × lanes × replications)',
      given: '360000',
      allowed: 'from 1 to 10000',
    });
  });

  test('a value outside its bounds, ends that are the wrong way round, a path that is not known', () => {
    expect(refused({ axes: [{ ...axis, path: 'link.rateBps', from: 1e-6, to: 1 }] })?.allowed).toMatch(
      /^from 0.001 to .* Mb\/s$/,
    );
    expect(refused({ axes: [{ ...axis, from: 2, to: 1 }] })?.allowed).toBe('more than the start of the range, 2');
    expect(refused({ axes: [{ ...axis, path: 'link.nothing' }] })?.given).toBe('link.nothing');
    expect(refused({ axes: [{ ...axis, pointCount: 1e9 }] })).toMatchObject({
      given: '1000000000',
      allowed: 'from 2 to 60',
    });
    expect(refused({ replications: Number.NaN })).toMatchObject({ path: 'Replications', given: 'not a number' });
  });

  test('a warm-up that leaves nothing to measure', () => {
    expect(refused({ warmupSeconds: 20 })).toEqual({
      path: 'Warm-up (s)',
      given: '20',
      allowed: 'less than the 20 s of a run',
    });
    expect(refused({ warmupSeconds: Number.NaN })?.given).toBe('not a number');
    expect(refused({ warmupSeconds: 19.9 })).toBeUndefined();
  });

  test('the same value twice, an empty end, and connections or rates together with the load', () => {
    const link = { ...axis, path: 'link.delayMs', from: 1, to: 9 };
    expect(refused({ axes: [link, { ...link, from: 20, to: 30 }] })).toEqual({
      path: 'second value',
      given: 'link.delayMs',
      allowed: 'a value other than the first',
    });
    expect(refused({ axes: [{ ...link, from: Number.NaN }] })?.path).toBe('Propagation, from');
    const [own, all] = ['lanes.0.lowThreshold', 'policy.lowThreshold'].map((path) => ({
      ...link,
      path,
      from: 10,
      to: 20,
    }));
    const twice = { scenario: findPreset('goyal-r5') as Scenario, lanes: [lane('dfba'), lane('dfba')] };
    expect(refused({ ...twice, axes: [own as SweepAxis, all as SweepAxis] })?.allowed).toBe('only one of the two');
    const rate = { ...axis, path: 'sources.poisson.rateBps', from: 0.1, to: 1 };
    expect(refused({ axes: [rate] })).toBeUndefined();
    expect(refused({ axes: [axis, rate] })?.path).toMatch(/: rate/);
    expect(refused({ lanes: [{ ...lane('droptail'), settings: { 'sources.poisson.rateBps': 1e5 } }] })?.given).toBe(
      'set separately',
    );
  });

  test('a place at which thresholds would change their order', () => {
    const scenario = findPreset('goyal-r5') as Scenario;
    const path = 'lanes.0.lowThreshold';
    const problem = sweepProblem({
      scenario,
      lanes: [lane('dfba')],
      replications: 1,
      seed: 1,
      seconds: 1,
      warmupSeconds: 0,
      axes: [{ path, from: 1_000, to: 2_900, pointCount: 3, isLogarithmic: false }],
    });
    expect(problem).toEqual({
      path: 'DFBA: lower threshold 2900 cells: DFBA’s lower threshold',
      given: '2900',
      allowed: 'at most 2699 (DFBA’s upper threshold - 1, and DFBA’s upper threshold is 2700)',
    });
  });
});

test('whatever the order in which runs come, their means are the same to the last bit; a missing run does not hold back others', () => {
  const short = { ...md1, replications: 5, seconds: 2, warmupSeconds: 0.5, axes: [{ ...axis, pointCount: 3 }] };
  const done = sweepTasks(short).map((task) => runTask(task));
  const pointsOf = (runs: typeof done) => {
    const found = new SweepResults(short);
    for (const run of runs) found.add(run);
    return found.points();
  };
  const inOrder = pointsOf(done);
  expect(inOrder[0]?.figures.delay?.n).toBe(5);
  const shuffled = done.map((_, index) => done[(index * 7 + 3) % done.length] as (typeof done)[number]);
  expect(pointsOf(shuffled)).toEqual(inOrder);
  expect(pointsOf([...done].reverse())).toEqual(inOrder);
  const without = pointsOf(done.filter(({ seed }) => seed !== 2));
  expect(without.map(({ figures }) => figures.delay?.n)).toEqual([4, 4, 4]);
  expect(pointsOf([...done].reverse().filter(({ seed }) => seed !== 2))).toEqual(without);
});

test('a run is as long as asked for, and its warm-up too', () => {
  const [task] = sweepTasks({ ...md1, seconds: 30, warmupSeconds: 12 });
  expect(task?.scenario?.run).toMatchObject({ durationSeconds: 30, warmupSeconds: 12 });
});

test('every number of the scenario and of the policies can be swept, starting from its present value', () => {
  const known = sweepVariables(findPreset('goyal-r5') as Scenario, [lane('dfba'), lane('double-epd')]);
  const found = (path: string) => known.find((item) => item.path === path);
  expect(known[0]).toMatchObject({ path: LOAD_PATH, presentValue: 1 });
  expect(found('buffer.cells')?.presentValue).toBe(3_000);
  expect(found('lanes.0.alpha')).toMatchObject({ label: 'DFBA: weight of fairness', presentValue: 0.5 });
  expect(found('policy.alpha')).toBeUndefined();
  expect(found('lanes.1.lowThreshold')?.presentValue).toBe(1_500);
  expect(found('policy.lowThreshold')).toMatchObject({ label: 'All lanes: lower threshold', presentValue: 1_500 });
  expect(found('link.rateBps')).toMatchObject({ unit: 'Mb/s', presentValue: 149.759768 });
  const unlike = sweepVariables(findPreset('goyal-r5') as Scenario, [
    lane('dfba'),
    lane('dfba', { lowThreshold: 600 }),
  ]);
  expect(unlike.find(({ path }) => path === 'policy.lowThreshold')?.hasDifferentValues).toBe(true);
  expect(found('policy.lowThreshold')?.hasDifferentValues).toBe(false);
});

test('a value of one lane leaves the others; one of all lanes does not; rates are set in bit/s', () => {
  const valuesAt = (path: string, from: number, to: number) =>
    sweepTasks({
      scenario: findPreset('goyal-r5') as Scenario,
      lanes: [lane('dfba'), lane('dfba')],
      axes: [{ path, from, to, pointCount: 2, isLogarithmic: false }],
      replications: 1,
      seed: 1,
      seconds: 1,
      warmupSeconds: 0,
    }).map(({ policyValues, scenario }) => [policyValues?.lowThreshold, scenario?.link.rateBps]);
  const rate = findPreset('goyal-r5')?.link.rateBps;
  // Equal runs are made once.
  expect(valuesAt('lanes.1.lowThreshold', 500, 600)).toEqual([
    [undefined, rate],
    [500, rate],
    [600, rate],
  ]);
  expect(valuesAt('policy.lowThreshold', 500, 600).map(([threshold]) => threshold)).toEqual([500, 600]);
  expect(valuesAt('link.rateBps', 10, 20).map(([, bps]) => bps)).toEqual([10e6, 20e6]);
});

test('runs that are equal are made once, and each point has the figures of its own run', () => {
  const lanes = [lane('droptail'), lane('red', { maxProbability: 0.1 }), lane('red', { maxProbability: 0.1 })];
  const sweep: Sweep = {
    ...md1,
    lanes,
    seconds: 2,
    axes: [{ path: 'lanes.1.maxProbability', from: 0.1, to: 0.2, pointCount: 2, isLogarithmic: false }],
  };
  // DropTail at both points; RED with 0.1 in two lanes and at both points; RED with 0.2. Each with two seeds.
  const tasks = sweepTasks(sweep);
  expect(tasks.map(({ places = [] }) => places.length)).toEqual([2, 3, 1, 2, 3, 1]);
  const points = results(sweep).points();
  expect(points).toHaveLength(6);
  for (const { at, lane: index, figures } of points) {
    const values = index === 1 ? { maxProbability: at[0] as number } : (lanes[index]?.values ?? {});
    const alone = { ...sweep, lanes: [lane(lanes[index]?.definition.id ?? '', values)], axes: [axis] };
    const single = new SweepResults(alone);
    const now = { ...axis, from: 0.5, to: 1, pointCount: 2 };
    for (const task of sweepTasks({ ...alone, axes: [now] })) single.add(runTask(task));
    expect(single.points()[1]?.figures).toEqual(figures);
  }
});

describe('the load of M/D/1', () => {
  const found = results(md1);
  const points = found.points();
  const service = emptyDelayMs({ ...md1.scenario, link: { ...md1.scenario.link, delayMs: 0 } });

  test('waits as Pollaczek and Khinchine have it, at every place', () => {
    const { rateBps, packetBytes } = md1.scenario.sources.poisson as unknown as Record<string, number>;
    const serviceMs = (8e3 * (packetBytes as number)) / (md1.scenario.link.rateBps as number);
    for (const { at, figures } of points.slice(0, 8)) {
      const load = ((at[0] as number) * (rateBps as number)) / (md1.scenario.link.rateBps as number);
      const wait = (load * serviceMs) / (2 * (1 - load));
      expect(Math.abs((figures.delay?.mean ?? 0) - wait)).toBeLessThan(0.05 * wait + 3 * (figures.delay?.ci95 ?? 0));
    }
    expect(service).toBeGreaterThan(0);
  });

  test('comes in ascending order, each place with all its replications', () => {
    expect(points.map(({ at }) => at[0])).toEqual(sweepAxisValues(axis, md1.scenario, false));
    expect(points.every(({ figures }) => figures.throughput?.n === 2)).toBe(true);
  });
});

test('large whole numbers are run with the values that are shown', () => {
  const axes = [{ path: 'buffer.cells', from: 1_234_567, to: 1_234_569, pointCount: 3, isLogarithmic: false }];
  const scenario = findPreset('goyal-r5') as Scenario;
  const tasks = sweepTasks({
    scenario,
    lanes: [lane('dfba')],
    axes,
    replications: 1,
    seed: 1,
    seconds: 1,
    warmupSeconds: 0,
  });
  expect(tasks.map(({ key }) => key)).toEqual(['1234567 0', '1234568 0', '1234569 0']);
  expect(tasks.map((task) => task.scenario?.buffer.cells)).toEqual([1_234_567, 1_234_568, 1_234_569]);
});

test('a sweep begins with the seed of the run, and keeps the values of single lanes', () => {
  const lanes = [lane('droptail'), { ...lane('droptail'), settings: { 'link.rateBps': 2e6 } }];
  const seedsOf = (seed: number) => sweepTasks({ ...md1, lanes, seed }).map((task) => task.seed);
  expect([...new Set(seedsOf(7))]).toEqual([7, 8]);
  expect([...new Set(seedsOf(Number.MAX_SAFE_INTEGER))]).toEqual([
    Number.MAX_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER - 1,
  ]);
  const rates = sweepTasks({ ...md1, lanes }).map(({ scenario }) => scenario?.link.rateBps);
  expect(rates.slice(0, 2)).toEqual([md1.scenario.link.rateBps, 2e6]);
  expect(scenarioOfLane({ ...md1, lanes }, 1).link.rateBps).toBe(2e6);
});

test('the knee is where throughput over delay is largest', () => {
  const point = (x: number, throughput: number, delay: number) => ({
    at: [x],
    lane: 0,
    figures: {
      throughput: { mean: throughput, ci95: 0, n: 1 },
      delay: { mean: delay, ci95: 0, n: 1 },
    },
  });
  expect(kneeOfLane([point(1, 1, 0), point(2, 2, 0.5), point(3, 2.2, 4)], 0, 1)).toBe(2);
});
