/** Queues whose mean wait and loss are known in closed form, over 20 replications each. */
import { expect, test } from 'vitest';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { chosen } from '../amount.ts';
import { meanAndError } from '../golden/statistics.ts';

const md1 = findPreset('md1') as Scenario;
const mm1k = findPreset('mm1k') as Scenario;
const REPLICATIONS = 20;

function replicate(scenario: Scenario) {
  const waits: number[] = [];
  const losses: number[] = [];
  const busy: number[] = [];
  const occupancies: number[][] = [];
  for (let seed = 1; seed <= REPLICATIONS; seed++) {
    const simulation = openRun({ scenario, policy: 'droptail', seed });
    simulation.advance(simulation.endNs);
    const summary = simulation.summary();
    waits.push(summary.meanDelayMs);
    losses.push(summary.classes[0]?.dropRate ?? Number.NaN);
    busy.push(summary.busy);
    occupancies.push([...simulation.frame().occupancyNs]);
  }
  return { waitMs: meanAndError(waits), loss: meanAndError(losses), busy: meanAndError(busy), occupancies };
}

function expectWithin(sample: { mean: number; error: number }, truth: number): void {
  expect(Math.abs(sample.mean - truth)).toBeLessThan(tolerances.confidence.value * sample.error);
}

test.each(chosen([0.3, 0.5, 0.8, 0.9], (load) => load === 0.8))(
  'M/D/1 at a load of %f: mean wait rho s / (2 (1 - rho)), busy rho',
  (load) => {
    const run = { durationSeconds: load > 0.8 ? 100 : 40, warmupSeconds: 10 };
    const scenario = { ...withValue(md1, 'sources.poisson.rateBps', load * 1e6), run };
    const serviceMs = 1;
    const { waitMs, busy } = replicate(scenario);
    expectWithin(waitMs, (load * serviceMs) / (2 * (1 - load)));
    expectWithin(busy, load);
  },
);

function replicateFiniteRoom(load: number, room: number) {
  const run = { durationSeconds: 200, warmupSeconds: 10 };
  const sized = withValue(withValue(mm1k, 'buffer.packets', room), 'sources.poisson.rateBps', load * 1e6);
  return replicate({ ...sized, run });
}

/** Mean wait of accepted packets and share refused, with room for `room` packets including the one in service. */
function lossSystem(load: number, room: number, serviceMs: number) {
  const weights = Array.from({ length: room + 1 }, (_, packets) => load ** packets);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const probability = weights.map((weight) => weight / total);
  const loss = probability[room] as number;
  const waiting = probability.reduce((sum, value, packets) => sum + value * Math.max(0, packets - 1), 0);
  return { loss, waitMs: (waiting * serviceMs) / (load * (1 - loss)) };
}

const finiteRooms = [
  [0.9, 10],
  [0.5, 4],
  [1.2, 6],
  [0.95, 40],
] as const;

test.each(chosen(finiteRooms, ([load]) => load > 1))(
  'M/M/1/K at a load of %f with room for %i: mean wait and loss, busy load (1 - loss)',
  (load, room) => {
    const { waitMs, loss, busy } = replicateFiniteRoom(load, room);
    const truth = lossSystem(load, room, 10);
    expectWithin(waitMs, truth.waitMs);
    expectWithin(loss, truth.loss);
    expectWithin(busy, load * (1 - truth.loss));
  },
);

test('M/M/1/K: the time with each number of waiting packets', () => {
  const [load, room] = [0.9, 10];
  const shares: number[][] = Array.from({ length: room }, () => []);
  for (const occupancyNs of replicateFiniteRoom(load, room).occupancies) {
    const totalNs = occupancyNs.reduce((sum, ns) => sum + ns, 0);
    for (const [waiting, found] of shares.entries()) found.push((occupancyNs[waiting] ?? 0) / totalNs);
  }
  // The first packet in the system is in transmission: with none or one in the system, no packet waits.
  const weights = Array.from({ length: room + 1 }, (_, packets) => load ** packets);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const waiting = [(1 + load) / total, ...weights.slice(2).map((weight) => weight / total)];
  for (const [packets, truth] of waiting.entries()) expectWithin(meanAndError(shares[packets] as number[]), truth);
});
