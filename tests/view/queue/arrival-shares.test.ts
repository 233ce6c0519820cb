import { expect, test } from 'vitest';
import { CLASS_STRIDE, ClassColumn, type Frame } from '../../../src/engine/frame/frame.ts';
import { ArrivalShares } from '../../../src/view/queue/arrival-shares.ts';

function frameWith(timeNs: number, ...arrivedPackets: number[]): Frame {
  const classes = new Float64Array(arrivedPackets.length * CLASS_STRIDE);
  for (const [index, packets] of arrivedPackets.entries())
    classes[index * CLASS_STRIDE + ClassColumn.arrivedPackets] = packets;
  return { timeNs, classes } as Frame;
}

test('the shares of the arrivals follow the last 200 packets', () => {
  const arrivals = new ArrivalShares();
  const run = {};
  arrivals.count(frameWith(1e9, 150, 50), run);
  expect([...arrivals.shares]).toEqual([0.75, 0.25]);
  // The same frame again changes nothing.
  arrivals.count(frameWith(1e9, 150, 50), run);
  expect([...arrivals.shares]).toEqual([0.75, 0.25]);
  // 100 new packets, all of the second class, have half of the weight.
  arrivals.count(frameWith(2e9, 150, 150), run);
  expect([...arrivals.shares]).toEqual([0.375, 0.625]);
  // The run went back: nothing arrived.
  arrivals.count(frameWith(1e9, 150, 50), run);
  expect([...arrivals.shares]).toEqual([0.375, 0.625]);
  arrivals.count(frameWith(0, 0, 0), run);
  expect([...arrivals.shares]).toEqual([0, 0]);
  // Another run that opens in its middle, with as many classes, has nothing of the one before.
  arrivals.count(frameWith(1e9, 150, 50), run);
  arrivals.count(frameWith(2e9, 0, 300), {});
  expect([...arrivals.shares]).toEqual([0, 1]);
});
