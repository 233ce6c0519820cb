/** Losses in bursts against the closed forms of a chain of two states. Each interval has four standard errors. */
import { describe, expect, test } from 'vitest';
import { LossChain, type LossValues } from '../../../src/engine/network/loss-chain.ts';
import { RandomStream } from '../../../src/engine/numbers/random.ts';

const gilbert: LossValues = {
  lossRate: 0.05,
  lossModel: 'bursts',
  lossBurstPackets: 5,
  badLossRate: 1,
  goodLossRate: 0,
};
const elliott: LossValues = { ...gilbert, lossBurstPackets: 20, badLossRate: 0.4, goodLossRate: 0.01 };

function createChain(values: LossValues, seed = 1): LossChain {
  return new LossChain(new RandomStream(seed, 'wire'), new RandomStream(seed, 'wire/losses'), values);
}

function lossesOf(chain: LossChain, count: number): boolean[] {
  return Array.from({ length: count }, () => chain.losesNext());
}

/** Lengths of the runs of losses that begin and end inside. */
function runLengths(losses: readonly boolean[]): number[] {
  const text = losses.map((isLost) => (isLost ? 'x' : '.')).join('');
  return text
    .slice(text.indexOf('.'), text.lastIndexOf('.'))
    .split(/\.+/)
    .filter((run) => run !== '')
    .map((run) => run.length);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Covariance of the losses of two packets, `distance` packets apart: π (1 − π) (b − g)² (1 − p − r)^distance. */
function covariance({ lossRate, lossBurstPackets, badLossRate, goodLossRate }: LossValues, distance: number): number {
  const badShare = (lossRate - goodLossRate) / (badLossRate - goodLossRate);
  const leaves = 1 / lossBurstPackets;
  const enters = (leaves * badShare) / (1 - badShare);
  return badShare * (1 - badShare) * (badLossRate - goodLossRate) ** 2 * (1 - enters - leaves) ** distance;
}

/** Variance of the number of losses among n packets. */
function countVariance(values: LossValues, n: number): number {
  let variance = n * values.lossRate * (1 - values.lossRate);
  for (let distance = 1; distance < n; distance++) variance += 2 * (n - distance) * covariance(values, distance);
  return variance;
}

describe.each([
  ['Gilbert', gilbert],
  ['Gilbert and Elliott', elliott],
  ['bursts shorter than independent ones', { ...gilbert, lossRate: 0.4, lossBurstPackets: 1.2 }],
])('%s', (_, values) => {
  test('the mean loss rate of 10^5 packets', () => {
    const n = 100_000;
    const rate = lossesOf(createChain(values), n).filter(Boolean).length / n;
    expect(Math.abs(rate - values.lossRate)).toBeLessThan((4 * Math.sqrt(countVariance(values, n))) / n);
  });

  test('the variance of the number of losses in 200 packets', () => {
    const [n, blocks] = [200, 5_000];
    const chain = createChain(values);
    const counts = Array.from({ length: blocks }, () => lossesOf(chain, n).filter(Boolean).length);
    const squares = counts.map((count) => (count - n * values.lossRate) ** 2);
    const error = Math.sqrt(mean(squares.map((square) => (square - mean(squares)) ** 2)) / blocks);
    expect(Math.abs(mean(squares) - countVariance(values, n))).toBeLessThan(4 * error);
  });

  test('the loss rate of the first packet, over 20,000 seeds', () => {
    const seeds = 20_000;
    let lost = 0;
    for (let seed = 0; seed < seeds; seed++) lost += +createChain(values, seed).losesNext();
    const error = Math.sqrt((values.lossRate * (1 - values.lossRate)) / seeds);
    expect(Math.abs(lost / seeds - values.lossRate)).toBeLessThan(4 * error);
  });
});

test.each([1, 2, 5, 20])('bursts of %d packets: the mean length of 10^5 packets, and geometric lengths', (length) => {
  const runs = runLengths(lossesOf(createChain({ ...gilbert, lossBurstPackets: length }), 100_000));
  const error = Math.sqrt((length * (length - 1)) / runs.length);
  expect(Math.abs(mean(runs) - length)).toBeLessThanOrEqual(4 * error);
  const longRate = runs.filter((run) => run > length).length / runs.length;
  const expectedRate = (1 - 1 / length) ** length;
  expect(Math.abs(longRate - expectedRate)).toBeLessThanOrEqual(
    4 * Math.sqrt((expectedRate * (1 - expectedRate)) / runs.length),
  );
});

test('independent losses: one number of the stream for each packet, below the loss rate', () => {
  const random = new RandomStream(1, 'wire');
  const expected = Array.from({ length: 100_000 }, () => random.uniform() < 0.05);
  expect(lossesOf(createChain({ ...gilbert, lossModel: 'independent' }), 100_000)).toEqual(expected);
  expect(Math.abs(mean(runLengths(expected)) - 1 / 0.95)).toBeLessThan(0.02);
});

test('bursts of 1 / (1 - loss) packets are these independent losses, packet by packet', () => {
  const independent = lossesOf(createChain({ ...gilbert, lossModel: 'independent' }), 100_000);
  expect(lossesOf(createChain({ ...gilbert, lossBurstPackets: 1 / 0.95 }), 100_000)).toEqual(independent);
});

test('two states with one loss rate are independent losses too, for any bursts', () => {
  const values = { ...gilbert, lossBurstPackets: 50, badLossRate: 0.0501, goodLossRate: 0.0499 };
  const runs = runLengths(lossesOf(createChain(values), 100_000));
  expect(Math.abs(mean(runs) - 1 / 0.95)).toBeLessThan(0.02);
});

test('new values keep the state: a burst goes on, with its new length', () => {
  const chain = createChain({ ...gilbert, lossBurstPackets: 1_000 });
  while (!chain.losesNext());
  chain.configure({ ...gilbert, lossBurstPackets: 1_000, lossRate: 0.2 });
  expect(lossesOf(chain, 10)).toEqual(Array(10).fill(true));
  chain.configure({ ...gilbert, lossBurstPackets: 1, lossRate: 0.2 });
  expect(chain.losesNext()).toBe(false);
});

test('without a loss rate, nothing is lossy, in either model', () => {
  expect(createChain({ ...gilbert, lossRate: 0 }).isLossy).toBe(false);
  expect(createChain({ ...gilbert, lossRate: 0, lossModel: 'independent' }).isLossy).toBe(false);
});
