/** Recorded traffic gives the verdicts of its run. The search has the result of a scan. */
import { beforeAll, describe, expect, test } from 'vitest';
import { ClassColumn } from '../../../../src/engine/frame/frame.ts';
import { FLOW_STRIDE, FlowColumn } from '../../../../src/engine/metrics/flow-table.ts';
import { type Scenario, withValue } from '../../../../src/engine/scenario/scenario.ts';
import {
  experiments,
  experimentTasks,
  experimentWithSearch,
  findExperiment,
  scenarioOfPoint,
} from '../../../../src/papers/bhattacharjee/experiments.ts';
import { experimentRow, sortExperimentRows } from '../../../../src/papers/bhattacharjee/rows.ts';
import {
  meetsTrialAim,
  outcomeWithBuffer,
  smallestBuffer,
} from '../../../../src/papers/bhattacharjee/search/buffer-search.ts';
import {
  type RecordedArrivals,
  recordArrivals,
  replayAtLeast,
  replayRecorded,
  replayWithoutLoss,
} from '../../../../src/papers/bhattacharjee/search/open-loop.ts';
import { recordedFlowCount, Trials, trialOutcome } from '../../../../src/papers/bhattacharjee/search/trials.ts';
import { runTask } from '../../../../src/papers/run-task.ts';
import { openRun } from '../../../../src/runs/open-run.ts';
import { findPreset } from '../../../../src/scenarios/index.ts';
import { chosen } from '../../../amount.ts';

const preset = findPreset('bm-e6') as Scenario;

/** Six connections on 4 Mb/s, 8 s. */
const small: Scenario = Object.entries({
  'sources.video.flows': 4,
  'sources.data.flows': 2,
  'link.rateBps': 4e6,
  'run.durationSeconds': 8,
  'run.warmupSeconds': 2,
}).reduce((scenario, [path, value]) => withValue(scenario, path, value), preset);

describe('recorded traffic', () => {
  const policies = ['shb', 'pfb', 'pfb-weq', 'pfb-ad', 'pfb-ad-weq', 'abd', 'abd-weq'];

  const scenario = withValue(preset, 'run.durationSeconds', 7);
  let recorded: RecordedArrivals;
  beforeAll(() => {
    recorded = recordArrivals(scenario, 3);
  });

  test.each(policies)('%s gives the digest of the whole simulation', (policy) => {
    const run = openRun({ scenario, policy, seed: 3 });
    run.advance(run.endNs);
    const played = replayRecorded(recorded, scenario, policy, 33 * 1_500);
    expect(played.digest).toBe(run.digest());
    const { goodput, meanDelayMs } = run.summary().classes[0] as { goodput: number; meanDelayMs: number };
    const sum = (table: Float64Array) => table.slice(0, 22).reduce((total, value) => total + value, 0);
    // The run counts packets by when they pass, the replay frames by when they began: the ends differ.
    expect(sum(played.usefulBytes) / sum(played.sentBytes)).toBeCloseTo(goodput, 1);
    const transmissionMs = (8e3 * 576) / 20e6;
    const delayMs = (played.delayNs[0] as number) / (played.deliveredPackets[0] as number) / 1e6;
    expect(delayMs).toBeGreaterThan(meanDelayMs);
    expect(delayMs).toBeLessThan(meanDelayMs + 1.2 * transmissionMs);
  });

  test('without loss every frame that was sent can be shown', () => {
    const played = replayRecorded(recordArrivals(small, 1), small, 'shb', 1e9);
    expect([...played.usefulBytes]).toEqual([...played.sentBytes]);
    expect(played.sentBytes.every((bytes) => bytes > 100_000)).toBe(true);
  });

  test.each(chosen(policies, (policy) => ['shb', 'pfb-ad', 'abd'].includes(policy)))(
    '%s: the frames that can be shown are never more than the delivered frames',
    (policy) => {
      const run = openRun({ scenario, policy, seed: 2 });
      run.advance(run.endNs);
      const { recorder } = run;
      for (let flow = 0; flow < recorder.flows.count; flow++) {
        const cell = (column: number) => recorder.flows.entries[flow * FLOW_STRIDE + column] as number;
        expect(cell(FlowColumn.usefulBytes)).toBeLessThanOrEqual(cell(FlowColumn.countedBytes));
      }
      expect(recorder.classes[ClassColumn.usefulBytes]).toBeGreaterThan(0);
    },
  );

  test.each(policies)('%s: where every I frame loses a packet nothing can be shown', (policy) => {
    const bursts = withValue(small, 'sources.video.pacing', 'burst');
    // No I frame of 15,000 bytes or more fits.
    const played = replayRecorded(recordArrivals(bursts, 1), bursts, policy, 12_000);
    expect([...played.usefulBytes.slice(0, 4)]).toEqual([0, 0, 0, 0]);
    expect(played.usefulBytes.slice(4).every((bytes) => bytes > 0)).toBe(true);
  });

  test('traffic that reacts to losses cannot be recorded', () => {
    expect(() => recordArrivals(findPreset('single-tcp') as Scenario, 1)).toThrow('does not react to losses');
  });
});

describe('the search for the smallest buffer', () => {
  const arrivals: RecordedArrivals[] = [1, 2, 3].map((seed) => recordArrivals(small, seed));

  test.each(['shb', 'abd'])('%s: the buffer found is enough, and a slightly smaller one is not', (policy) => {
    const found = smallestBuffer(new Trials(arrivals, small, policy), { goodput: 0.9 });
    if (found === undefined) throw new Error('nothing was found');
    expect(meetsTrialAim(outcomeWithBuffer(arrivals, small, policy, found.bytesPerFlow), 0.9)).toBe(true);
    const step = Math.max(64, 0.01 * found.bytesPerFlow);
    const less = Array.from({ length: 3 }, (_, index) => Math.floor(found.bytesPerFlow - (index + 1) * step - 1));
    expect(less.some((bytes) => !meetsTrialAim(outcomeWithBuffer(arrivals, small, policy, bytes), 0.9))).toBe(true);
    expect(found.worstVideo).toBeGreaterThanOrEqual(0.81);
    expect(found.video.n).toBe(12);
    expect(found.videoByReplication.n).toBe(3);
  });

  test.each(['shb', 'pfb', 'pfb-ad', 'abd', 'abd-weq'])('%s: its shortcuts change no result', (policy) => {
    const trials = new Trials(arrivals, small, policy);
    for (const bytes of [1_500, 3_000, 6_000, 12_000, 20_000]) {
      const played = arrivals.map((run) =>
        trialOutcome(run, replayRecorded(run, small, policy, bytes * recordedFlowCount(run))),
      );
      expect(trials.outcomesFor(bytes, { goodput: 0, worstGoodput: 0 })).toEqual(played);
      const missed = Math.min(...played.flatMap(({ videoGoodputShares }) => videoGoodputShares)) < 0.81;
      expect(trials.outcomesFor(bytes, { goodput: 0, worstGoodput: 0.81 }) === undefined).toBe(missed);
    }
    const before = trials.replays;
    trials.outcomesFor(6_000, { goodput: 0, worstGoodput: 0 });
    trials.outcomesFor(1e6, { goodput: 0, worstGoodput: 0 });
    expect(trials.replays).toBe(before);
  });

  test.each(['shb', 'pfb', 'abd', 'abd-weq'])('%s: a byte less than the needed buffer loses something', (policy) => {
    for (const run of arrivals) {
      const { neededBytes, digest, sentBytes, usefulBytes } = replayWithoutLoss(run, small, policy);
      const flows = recordedFlowCount(run);
      const enough = Math.ceil(neededBytes / flows) * flows;
      expect(replayRecorded(run, small, policy, enough).digest).toBe(digest);
      expect(usefulBytes).toEqual(sentBytes);
      expect(replayRecorded(run, small, policy, neededBytes - flows).digest).not.toBe(digest);
      expect(replayAtLeast(run, small, policy, enough, { share: 1, sentBytes })?.digest).toBe(digest);
      expect(replayAtLeast(run, small, policy, 1_200, { share: 0.81, sentBytes })).toBeUndefined();
    }
  });

  test('gives up where no buffer is enough', () => {
    expect(smallestBuffer(new Trials(arrivals.slice(0, 1), small, 'pfb'), { goodput: 1.01 })).toBeUndefined();
  });

  test('can be stopped', () => {
    const stop = () => {
      throw new Error('enough');
    };
    expect(() => smallestBuffer(new Trials(arrivals, small, 'shb', stop), { goodput: 0.9 })).toThrow('enough');
  });
});

describe('the experiments', () => {
  test.each(experiments)('$id: places are scenarios, each connection counted', (experiment) => {
    for (const place of experiment.places) {
      const { sources, link } = scenarioOfPoint(experiment, place, {});
      const flows = (sources.video?.flows as number) + (sources.data?.flows as number);
      if (experiment.axis === 'videos among 30 connections') expect(flows).toBe(30);
      // On the slowest link two connections are all that fit.
      if (experiment.id === 'e4') expect(Math.abs((flows * 608e3) / (link.rateBps as number) - 0.9)).toBeLessThan(0.12);
    }
    expect(experimentTasks(experiment, 2)).toHaveLength(experiment.places.length);
  });

  test('ABD is searched in each of its readings, and they differ', { timeout: 120_000 }, () => {
    const experiment = findExperiment('reopen');
    if (experiment === undefined) throw new Error('it is missing');
    const tasks = experimentTasks(experiment, 2, { 'run.durationSeconds': 4, 'run.warmupSeconds': 1 });
    const found = tasks.flatMap((task) => {
      const { x, line } = experiment.places[task.place] ?? {};
      return x === 26 ? [[line, runTask(task).points[0]?.result?.bytesPerFlow] as const] : [];
    });
    const bytes = Object.fromEntries(found);
    expect(Object.keys(bytes).sort()).toEqual(['anyPacket', 'frameStart', 'intactFrame']);
    expect(bytes.frameStart as number).toBeGreaterThan(bytes.intactFrame as number);
  });

  test('E1 and E2 are the two levels of E3', { timeout: 120_000 }, () => {
    const quick = { 'run.durationSeconds': 2, 'run.warmupSeconds': 0.5 };
    const pointsOf = (id: string) => {
      const experiment = findExperiment(id);
      if (experiment === undefined) throw new Error('it is missing');
      return runTask({ kind: 'search', experiment: id, place: 1, replications: 1, reading: quick }).points;
    };
    const buffers = (points: ReturnType<typeof pointsOf>, level: number) =>
      points.filter(({ goodput }) => goodput === level).map(({ paradigm, result }) => [paradigm, result?.bytesPerFlow]);
    const both = pointsOf('e3');
    expect(buffers(both, 0.9)).toEqual(buffers(pointsOf('e1'), 0.9));
    expect(buffers(both, 0.7)).toEqual(buffers(pointsOf('e2'), 0.7));
    expect([experimentWithSearch('e1'), experimentWithSearch('e2'), experimentWithSearch('e4')]).toEqual([
      'e3',
      'e3',
      'e4',
    ]);
  });

  test('a task gives a point for every paradigm, in the order of its figure', () => {
    const experiment = findExperiment('e6');
    const [task] = experiment === undefined ? [] : experimentTasks(experiment, 2, { 'run.durationSeconds': 7 });
    if (experiment === undefined || task === undefined) throw new Error('it is missing');
    const { points, runs, simulatedSeconds } = runTask(task);
    expect([runs, simulatedSeconds]).toEqual([10, 70]);
    const rows = sortExperimentRows(points.map(experimentRow).reverse(), experiment.paradigms);
    expect(rows.map(({ policy }) => policy)).toEqual(['shb', 'pfb', 'pfb-ad', 'abd']);
    expect(rows[0]).toMatchObject({ x: 30, videos: 30, data: 15, bytesPerConnection: 1_500, videoBytes: 67_500 });
    // SHB's buffer holds data too; the others' part for video does not.
    expect(rows[3]).toMatchObject({ bytesPerConnection: 1_500, videoBytes: 45_000 });
  });
});
