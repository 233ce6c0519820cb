/** The sizes of data packets, by hand. */
import { expect, test } from 'vitest';
import { CLASS_STRIDE, ClassColumn, type ClassDescription, type Frame } from '../../../src/engine/frame/frame.ts';
import { haveOneSize } from '../../../src/engine/frame/one-size.ts';
import { declaredPacketBytes, meanPacketBytes, sizeCounts } from '../../../src/engine/frame/packet-sizes.ts';
import { parseArrivalsCsv } from '../../../src/engine/time-lists/arrivals-csv.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { scenarioOfArrivals } from '../../../src/scenarios/files/arrivals-scenario.ts';
import { homeLink } from '../simulation/two-way-scenario.ts';

/** Rows of classes whose packets left: their number and bytes. */
function countsOf(...rows: readonly (readonly [packets: number, bytes: number])[]): Float64Array {
  const counts = new Float64Array(rows.length * CLASS_STRIDE);
  for (const [index, [packets, bytes]] of rows.entries()) {
    counts[index * CLASS_STRIDE + ClassColumn.departedPackets] = packets;
    counts[index * CLASS_STRIDE + ClassColumn.departedBytes] = bytes;
  }
  return counts;
}

test('packets that set up a connection do not change the size of a class of one size', () => {
  const classes = [{ packetBytes: 1_040 }];
  expect(meanPacketBytes(classes, countsOf([0, 0]))).toBe(1_040);
  expect(meanPacketBytes(classes, countsOf([1, 40]))).toBe(1_040);
  expect(meanPacketBytes(classes, countsOf([3, 2_120]))).toBe(1_040);
});

test('classes of other sizes count with the packets that left, and before the first one equally', () => {
  const classes = [{ packetBytes: 1_500 }, { packetBytes: 100 }];
  expect(meanPacketBytes(classes, countsOf([0, 0], [0, 0]))).toBe(800);
  expect(meanPacketBytes(classes, countsOf([1, 1_500], [3, 300]))).toBe(450);
  expect(declaredPacketBytes(classes)).toBe(800);
  expect(haveOneSize(classes)).toBe(false);
});

test('at the end of the warm-up the mean size is that of the whole run, until a packet has left since then', () => {
  const classes = countsOf([10, 15_000], [10, 1_000]);
  const spanOf = (counts: Float64Array) => ({ classes: counts }) as Frame['measured'];
  const noneLeft = countsOf([0, 0], [0, 0]);
  expect(sizeCounts({ classes, measured: spanOf(noneLeft) })).toBe(classes);
  const oneLeft = countsOf([0, 0], [1, 100]);
  expect(sizeCounts({ classes, measured: spanOf(oneLeft) })).toBe(oneLeft);
});

test('varying sizes are measured once packets left, and declared before', () => {
  const classes = [{ packetBytes: 500, hasVaryingSizes: true }];
  expect(meanPacketBytes(classes, countsOf([0, 0]))).toBe(500);
  expect(meanPacketBytes(classes, countsOf([4, 1_000]))).toBe(250);
  expect(haveOneSize(classes)).toBe(false);
});

test('ACKs and replies count with their own sizes in the queue that they cross', () => {
  const { description } = openRun({ scenario: homeLink, policy: 'droptail', seed: 1 });
  const varying = ({ crossing, hasVaryingSizes }: ClassDescription) => [crossing, hasVaryingSizes];
  expect(description.classes.map(varying)).toEqual([
    ['data', false],
    ['answers', true],
    ['data', false],
    ['data', false],
    ['answers', true],
  ]);
  const up = description.up!.classes;
  expect(up.map(varying)).toEqual([
    ['answers', true],
    ['data', false],
    ['data', false],
    ['answers', true],
    ['data', false],
  ]);
  const counts = countsOf([100, 4_000], [2, 1_080], [0, 0], [10, 840], [0, 0]);
  expect(meanPacketBytes(up, counts)).toBe((4_000 + 2 * 1_040 + 840) / 112);
  expect(haveOneSize(up)).toBe(false);
});

test('a class without flows has no size until its packets leave; without any size, packets are full ones of Ethernet', () => {
  expect(meanPacketBytes([{ packetBytes: 200 }, {}], countsOf([0, 0], [0, 0]))).toBe(200);
  expect(meanPacketBytes([{ packetBytes: 200 }, {}], countsOf([0, 0], [2, 1_200]))).toBe(600);
  expect(meanPacketBytes([{}], countsOf([0, 0]))).toBe(1_500);
  expect(declaredPacketBytes([{}])).toBe(1_500);
});

test('a list of arrivals has the mean of its sizes, and says whether they vary', () => {
  const list = (csv: string) => {
    const arrivals = parseArrivalsCsv(csv).arrivals;
    const scenario = { ...scenarioOfArrivals('list', arrivals), arrivals: csv };
    const run = openRun({ scenario, policy: 'droptail', seed: 1 });
    return run.description.classes.map(({ packetBytes, hasVaryingSizes }) => [packetBytes, hasVaryingSizes]);
  };
  expect(list('time_s,bytes\n0,1000\n1,500\n')).toEqual([[750, true]]);
  expect(list('time_s,bytes\n0,600\n1,600\n')).toEqual([[600, false]]);
});
