/** The figures of runs whose figures are known without simulating. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withValue } from '../../../src/engine/scenario/scenario.ts';
import { inStep, run } from './scenario.ts';

const finished = (scenario = inStep) => {
  const simulation = run(scenario);
  simulation.advance(simulation.endNs);
  return simulation.summary();
};

test('two sources in step', () => {
  const summary = finished();
  // 8 us on the access link, then one packet in 8 ms. The last, at 1.6 s, is not over.
  expect(summary).toMatchObject({ arrived: 200, dropped: 0, marked: 0 });
  expect(summary.departed + summary.queued).toBe(200);
  expect(summary.meanDelayMs).toBeCloseTo(4, 6);
  expect(summary.delayStdMs).toBeCloseTo(4, 6);
  expect(summary.p95DelayMs / 8).toBeCloseTo(1, 2);
  expect(summary.meanQueueBytes).toBeCloseTo(500, 1);
  const [first, second] = summary.classes;
  expect(first).toMatchObject({ class: 'first', flows: 1, meanDelayMs: 0, p95DelayMs: 0, dropRate: 0, markRate: 0 });
  expect(second?.meanDelayMs).toBeCloseTo(8, 6);
  expect(first?.throughputBps).toBeCloseTo(0.48e6, -1);
  expect(first?.goodput).toBeCloseTo(1, 1);
});

test('utilisation counts payload or wire, as asked', () => {
  // Busy from 8 us on, the packet in transmission at the end included so far.
  expect(finished().utilisation).toBeCloseTo(0.96, 7);
  expect(finished(withValue(inStep, 'run.accounting', 'wire')).utilisation).toBe(finished().busy);
});

test('the link is busy for the part of each transmission that lies in the measured time', () => {
  // Busy from 8 us on, without a pause.
  expect(finished().busy).toBe((1.6e9 - 8) / 1.6e9);
  // The second source stops: 8 ms of 16 from 0.5 s on. Measured from the middle of a transmission to that of another.
  const halved = withValue(inStep, 'sources.second.stopSeconds', 0.496);
  const cut = { ...halved, run: { sampleMs: 16, warmupSeconds: 0.4 + 0.002, durationSeconds: 0.8 + 0.003 } };
  // From 402 ms to 496 ms and 8 ns; then 8 ms of each 16, from 496 ms (19 times); 3 ms less 8 ns of the last.
  expect(finished(cut).busy * 401e6).toBeCloseTo(94e6 + 8 + 19 * 8e6 + 3e6 - 8, 0);
});

test('an overloaded link is busy all the time, and no more, whatever its rate does', () => {
  const crowded = withValue(withValue(inStep, 'run.warmupSeconds', 0.0123), 'sources.first.rateBps', 3e6);
  const edits = [1.3e6, 0.2e6, 5e6, 0.7e6].map((value, index) => ({
    timeNs: 0.1e9 * (index + 1) + 12_345,
    path: 'link.rateBps',
    value,
  }));
  for (const more of [[], edits.filter(({ value }) => value < 2e6)]) {
    const simulation = run(crowded, { edits: more });
    simulation.advance(simulation.endNs);
    expect(simulation.summary().busy).toBe(1);
  }
  const simulation = run(crowded, { edits });
  for (let ms = 0; ms <= 1_600; ms += 0.7) {
    simulation.advance(Math.round(ms * 1e6));
    const { busy } = simulation.summary();
    expect(busy).toBeGreaterThanOrEqual(0);
    expect(busy).toBeLessThanOrEqual(1);
  }
});

test('flows and classes add up', () => {
  const { flows, classes } = finished();
  expect(flows.map((flow) => flow.class)).toEqual(['first', 'second']);
  expect(flows[1]?.throughputBps).toBe(classes[1]?.throughputBps);
  expect(flows[1]?.meanDelayMs).toBe(classes[1]?.meanDelayMs);
});

test('the warm-up counts only in the totals', () => {
  const early = withValue(withValue(inStep, 'run.warmupSeconds', 0.8), 'sources.second.stopSeconds', 0.5);
  const summary = finished(early);
  expect(summary.arrived).toBe(100 + 32);
  expect(summary.classes[1]).toMatchObject({ throughputBps: 0, meanDelayMs: 0, p95DelayMs: 0, goodput: 0 });
  expect(summary).toMatchObject({ meanDelayMs: 0, p99DelayMs: 0, delayStdMs: 0, meanQueueBytes: 0 });
  expect(summary.utilisation).toBeCloseTo(0.48, 2);
});

test('losses are shares of the arrived packets, and goodput is a share of the offered bytes', () => {
  // Three sources on a link for two, with room for one in transmission and none to wait: the third is lost.
  const third = { ...inStep.sources.second, kind: 'cbr', label: 'third' } as const;
  const crowded = { ...inStep, buffer: { packets: 2 }, sources: { ...inStep.sources, third } };
  const [first, second, last] = finished(crowded).classes;
  expect([first?.dropRate, second?.dropRate, last?.dropRate]).toEqual([0, 0, 1]);
  expect(last?.goodput).toBe(0);
  expect(second?.goodput).toBeCloseTo(1, 1);
});

test('capacity follows the rate', () => {
  const simulation = run(inStep, { edits: [{ timeNs: 0.8e9, path: 'link.rateBps', value: 2e6 }] });
  simulation.advance(simulation.endNs);
  // 1.6 Mb were sent, 96 % of it payload, where 0.8 + 1.6 Mb could have been.
  expect(simulation.summary().utilisation).toBeCloseTo((0.96 * 1.6) / 2.4, 2);
});

test('utilisation is at most the share of the time in which the link is busy, from any moment to any other', () => {
  const headers = fc.constantFrom(0, 40);
  const load = fc.double({ min: 0.1, max: 3, noNaN: true });
  const part = fc.double({ min: 0.001, max: 0.9, noNaN: true });
  const check = (headerBytes: number, factor: number, warmup: number, length: number, rateBps: number) => {
    const sent = withValue(
      withValue(inStep, 'sources.first.headerBytes', headerBytes),
      'sources.second.headerBytes',
      0,
    );
    const loaded = withValue(withValue(sent, 'sources.first.rateBps', factor * 1e6), 'link.rateBps', rateBps);
    const durationSeconds = warmup + length;
    const { utilisation, busy } = finished({
      ...loaded,
      run: { sampleMs: 16, warmupSeconds: warmup, durationSeconds },
    });
    expect(utilisation).toBeLessThanOrEqual(busy * (1 + 1e-12));
    expect(utilisation).toBeLessThanOrEqual(1);
    expect(busy).toBeLessThanOrEqual(1);
  };
  fc.assert(fc.property(headers, load, part, part, fc.integer({ min: 1e5, max: 3e6 }), check), {
    seed: 1,
    numRuns: 300,
  });
});

test('utilisation stays at most 1 when the rate falls during a transmission', () => {
  const bare = withValue(withValue(inStep, 'sources.first.headerBytes', 0), 'sources.second.headerBytes', 0);
  const edits = [{ timeNs: 0.011e9, path: 'link.rateBps', value: 1e4 }];
  const simulation = run({ ...bare, run: { ...bare.run, warmupSeconds: 0.0105 } }, { edits });
  for (let ms = 11; ms < 1_600; ms += 1) {
    simulation.advance(ms * 1e6);
    expect(simulation.summary().utilisation).toBeLessThanOrEqual(1);
  }
});

test('the loss of a lane is since the warm-up, its counts are of the whole run', () => {
  // No room to wait: every packet of the second source is lost, until it stops at 0.5 s.
  const crowded = withValue(withValue(inStep, 'buffer.packets', 1), 'sources.second.stopSeconds', 0.5);
  expect(finished(crowded)).toMatchObject({ dropped: 32, arrived: 132, dropRate: 32 / 132 });
  expect(finished(withValue(crowded, 'run.warmupSeconds', 0.8))).toMatchObject({ dropped: 32, dropRate: 0 });
});

test('fairness is among the classes that send', () => {
  const third = { ...inStep.sources.second, kind: 'cbr', label: 'third', flows: 0 } as const;
  expect(finished({ ...inStep, sources: { ...inStep.sources, third } }).fairnessIndex).toBeCloseTo(1, 3);
  // One packet in 16 ms, of which the last is not over, and one in 48 ms: 99 and 34.
  expect(finished(withValue(inStep, 'sources.second.rateBps', 0.16e6)).fairnessIndex).toBeCloseTo(
    (99 + 34) ** 2 / (2 * (99 ** 2 + 34 ** 2)),
    9,
  );
  expect(finished(withValue(inStep, 'sources.second.flows', 0))).not.toHaveProperty('fairnessIndex');
});

test('fairness among flows is that of all flows that send, whatever their class', () => {
  // One class of two equal flows: an index over flows, and none over classes.
  const oneClass = withValue(withValue(inStep, 'sources.second.flows', 0), 'sources.first.flows', 2);
  expect(finished(oneClass).flowFairnessIndex).toBeCloseTo(1, 3);
  expect(finished(oneClass)).not.toHaveProperty('fairnessIndex');
  // Two flows beside one, all of the same rate on a link for all: 1 over flows, (2 + 1)^2 / (2 (4 + 1)) over classes.
  const twoAndOne = withValue(withValue(inStep, 'link.rateBps', 2e6), 'sources.first.flows', 2);
  expect(finished(twoAndOne).flowFairnessIndex).toBeCloseTo(1, 3);
  expect(finished(twoAndOne).fairnessIndex).toBeCloseTo(0.9, 3);
  // No room to wait: the second flow loses every packet, and counts with 0. (1 + 0)^2 / (2 * 1).
  expect(finished(withValue(inStep, 'buffer.packets', 1)).flowFairnessIndex).toBe(0.5);
  // It stops before the warm-up ends: one flow is left, so there is no index.
  const early = withValue(withValue(inStep, 'run.warmupSeconds', 0.8), 'sources.second.stopSeconds', 0.5);
  expect(finished(early)).not.toHaveProperty('flowFairnessIndex');
});

test('a run without packets has no figures', () => {
  const silent = withValue(withValue(inStep, 'sources.first.flows', 0), 'sources.second.flows', 0);
  const summary = finished(silent);
  expect(Object.values(summary).filter((value) => typeof value === 'number' && value !== 0)).toEqual([]);
  expect(summary.classes.every(({ throughputBps, goodput }) => throughputBps === 0 && goodput === 0)).toBe(true);
});

test('is the same to the last bit however often it was read', () => {
  const odd = withValue(inStep, 'link.rateBps', 1_234_567);
  const looked = run(odd);
  for (let ms = 0; ms < 1_600; ms += 3.3) {
    looked.advance(Math.round(ms * 1e6));
    looked.summary();
  }
  looked.advance(looked.endNs);
  expect(looked.summary()).toEqual(finished(odd));
});
