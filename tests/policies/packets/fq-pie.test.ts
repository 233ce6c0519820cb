/** FQ-PIE: a PIE for each queue, and packet by packet ns-3.37's queue disc with the random numbers that it drew. */
import { expect, test } from 'vitest';
import { fqPie } from '../../../src/policies/packets/fq-pie.ts';
import { pie } from '../../../src/policies/packets/pie.ts';
import { differences, loggedVerdicts, ns3Runs } from './ns3-logs.ts';
import { TimedHarness } from './timed-harness.ts';

test.each(ns3Runs('fq-pie'))('ns-3.37, arrivals %s, %s: every verdict and every time', (_arrivals, _name, run) => {
  expect(differences(fqPie, run).slice(0, 3)).toEqual([]);
  expect(run.verdicts.length).toBeGreaterThan(1_500);
});

// One flow of 15 Mb/s and one of 0.1 Mb/s on 10 Mb/s. A PIE for both drops about a third of either; FQ-PIE drops none
// of the second.
test('the probability of a greedy flow does not count for a sparse one', () => {
  const list = [
    ...Array.from({ length: 12_500 }, (_, index) => ({ timeNs: index * 800_000, flow: 0 })),
    ...Array.from({ length: 1_000 }, (_, index) => ({ timeNs: index * 1e7 + 5, flow: 1 })),
  ].sort((one, other) => one.timeNs - other.timeNs);
  const arrivals = {
    count: list.length,
    timeNs: Float64Array.from(list, ({ timeNs }) => timeNs),
    flow: Int32Array.from(list, ({ flow }) => flow),
    bytes: Int32Array.from(list, ({ flow }) => (flow === 0 ? 1500 : 125)),
    ect: new Uint8Array(list.length),
    classIndex: new Uint8Array(list.length),
    classes: ['all'],
  };
  const lost = (policy: typeof pie) =>
    loggedVerdicts(policy, arrivals, {}, { rateBps: 1e7 }).filter(
      ({ verdict }, index) => list[index]?.flow === 1 && verdict !== 'Q',
    ).length;
  expect(lost(fqPie)).toBe(0);
  expect(lost(pie)).toBeGreaterThan(200);
});

// sch_fq_pie.c updates 2,048 queues in a tick, and the rest in the next one. Then it sets the timer. Queue 0 is updated
// at 500 ms, for a delay of 40 ms: 40 * 0.025 / 2048, and / 32 the next time. At 1,000 ticks per second the timer of
// 103 ms is set at 500 ms and ends at the next multiple of 8 ms from 500: 104 ms later. With 4,096 queues it is set at
// 501 ms: 112 ms later.
test.each([
  [2048, 104],
  [4096, 112],
])('as in Linux, the timer of %d queues comes each %d ms', (queues, periodMs) => {
  const values = { variant: 'linux', maxBurstMs: 0, alpha: 40, beta: 0, kernelHz: '1000', updateMs: 103, queues };
  const timed = new TimedHarness(fqPie, values, { draw: 0 }).at(0).fill(20).at(40).take();
  const probabilityAt = (ms: number) => {
    timed.at(ms).offer();
    return timed.signal(0);
  };
  expect(probabilityAt(499 + periodMs)).toBeCloseTo(1 / 2048, 6);
  expect(probabilityAt(501 + periodMs)).toBeCloseTo(1 / 2048 + 1 / 32, 6);
});
