/**
 * CAKE against the Linux kernel on small inputs: the shares of tins and hosts, the bytes that the shaper charges for
 * each kind of link, the first congestion, and the ACKs that the filter leaves. The long test has the packets of whole
 * logs.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { OPTION_STRIDE, PacketFlag, type PacketPool } from '../../../src/engine/packets/packet.ts';
import { cake } from '../../../src/policies/packets/cake.ts';
import { PACKET_OUTCOMES } from '../../../src/runs/replay.ts';
import { chosen } from '../../amount.ts';
import { drawAsTheKernel } from '../../golden/linux-fair-queue-logs.ts';
import { type CakeCase, cakeCases, figuresOf, replayCake } from './linux-cake.ts';
import { PolicyHarness } from './policy-harness.ts';

afterEach(() => vi.restoreAllMocks());

const shortCases = chosen(cakeCases, ({ tc }) => /^(diffserv8|besteffort triple-isolate)$/.test(tc));
test.each(shortCases.map((each) => [each.name, each.tc, each] as const))(
  '%s, %s: every verdict and time of the kernel, with its random numbers',
  (_name, _tc, each: CakeCase) => {
    drawAsTheKernel();
    const { log, meanDelayMs, shares, ...drops } = figuresOf(each);
    const { kernel } = each;
    expect(drops).toEqual({ dequeueDrops: kernel.dequeueDrops, overloadDrops: kernel.overloadDrops });
    expect(meanDelayMs).toBeCloseTo(kernel.meanDelayMs, 2);
    // The kernel's shares were printed with two to four places.
    for (const [index, share] of kernel.shares.entries())
      expect(Math.abs((shares[index] as number) - share), `flow ${index}`).toBeLessThan(0.001);
    expect(log).toBe(each.log);
  },
);

test.each(chosen([2, 8, 20, 40], (busy) => busy === 20))(
  'a host with %i full flows and one with a single flow: half each',
  (busy) => {
    const flow = (sourceHost: number, rateBps: number) => ({ rateBps, sourceHost, destinationHost: sourceHost });
    const flows = [flow(1, 6e6), ...Array.from({ length: busy }, () => flow(2, 12e6 / busy))];
    const [single = 0] = figuresOf({ tc: 'besteffort triple-isolate', flows }).shares;
    expect(Math.abs(single - 0.5)).toBeLessThan(0.01);
  },
);

test('memory for few packets and many flows: an empty queue that comes on top of the heap is passed over', () => {
  const [count, flows, memoryBytes, truesize] = [20_000, 256, 460_800, 2304];
  const arrivals = {
    ...{
      count,
      bytes: new Int32Array(count).fill(1000),
      flow: Int32Array.from({ length: count }, (_, i) => i % flows),
    },
    timeNs: Float64Array.from({ length: count }, (_, index) => Math.round((index * 80_000) / 1.2)),
    ...{ ect: new Uint8Array(count), classIndex: new Uint8Array(count), classes: ['all'] },
  };
  const { outcome, timeNs } = replayCake(arrivals, `besteffort memlimit ${memoryBytes}`, 100e6);
  const overload = PACKET_OUTCOMES.indexOf('dropped-overload');
  expect(outcome.filter((each) => each === overload).length).toBeGreaterThan(1000);
  const left = timeNs.slice().sort();
  let leftCount = 0;
  for (let index = 0; index < count; index++) {
    while ((left[leftCount] as number) <= (arrivals.timeNs[index] as number)) leftCount++;
    // The packet that arrives now may be one too many.
    expect((index - leftCount) * truesize).toBeLessThanOrEqual(memoryBytes);
  }
});

describe('the time that the shaper charges for packets of 29, 40, 46, 64, 100, 576, 1028 and 1500 bytes', () => {
  const sizes = [29, 40, 46, 64, 100, 576, 1028, 1500];
  test.each([
    ['raw', [23_200, 32_000, 36_800, 51_200, 80_000, 460_800, 822_400, 1_200_000]],
    ['overhead 0', [23_200, 32_000, 36_800, 51_200, 80_000, 460_800, 822_400, 1_200_000]],
    ['ethernet', [67_200, 67_200, 67_200, 81_600, 110_400, 491_200, 852_800, 1_230_400]],
    ['overhead 38 mpu 84', [67_200, 67_200, 67_200, 81_600, 110_400, 491_200, 852_800, 1_230_400]],
    ['docsis', [51_200, 51_200, 51_200, 65_600, 94_400, 475_200, 836_800, 1_214_400]],
    ['atm overhead 44', [84_800, 84_800, 84_800, 127_200, 127_200, 551_200, 975_200, 1_399_200]],
    ['pppoe-ptm', [48_000, 57_600, 62_400, 76_800, 106_400, 492_800, 860_000, 1_243_200]],
    ['conservative', [84_800, 84_800, 84_800, 127_200, 169_600, 551_200, 975_200, 1_399_200]],
  ])('%s', (words, expectedNs) => {
    // Two packets of each size, 1 s after those of the size before.
    const bytes = sizes.flatMap((size) => [size, size]);
    const arrivals = {
      ...{ count: bytes.length, bytes: Int32Array.from(bytes), flow: new Int32Array(bytes.length) },
      timeNs: Float64Array.from(bytes, (_, index) => 1e9 * Math.floor(index / 2) + 1000 + (index % 2)),
      ...{ ect: new Uint8Array(bytes.length), classIndex: new Uint8Array(bytes.length), classes: ['all'] },
    };
    const { timeNs } = replayCake(arrivals, `bandwidth 10Mbit besteffort ${words}`, 100e9);
    expect(sizes.map((_, index) => (timeNs[2 * index + 1] as number) - (timeNs[2 * index] as number))).toEqual(
      expectedNs,
    );
  });
});

describe('the ACK filter, behind one packet of data', () => {
  interface Ack {
    readonly number: number;
    readonly flags?: number;
    /** SACK blocks. */
    readonly blocks?: readonly number[];
  }
  /** Puts ACKs of one flow into the only queue. */
  function harnessWith(ackFilter: string, acks: readonly Ack[]): PolicyHarness {
    const harness = new PolicyHarness(cake, { tins: 'besteffort', isolation: 'flowblind', ackFilter });
    const pool = harness.packets as PacketPool;
    harness.offer(1500);
    for (const { number, flags = 0, blocks = [] } of acks) {
      const packet = pool.allocate();
      pool.flow[packet] = 1;
      pool.sequence[packet] = number;
      pool.flags[packet] = PacketFlag.ack | flags;
      pool.sackCount[packet] = blocks.length / 2;
      for (const [index, edge] of blocks.entries()) pool.options[packet * OPTION_STRIDE + index] = edge;
      harness.offerPacket(packet, 40);
    }
    return harness;
  }

  /** The numbers of the ACKs that stay, in order. */
  function kept(ackFilter: string, acks: readonly Ack[]): number[] {
    const { policy, packets } = harnessWith(ackFilter, acks);
    const pool = packets as PacketPool;
    const waiting = new Int32Array(100);
    const count = policy.listWaiting(waiting);
    return [...waiting.subarray(0, count)]
      .filter((packet) => ((pool.flags[packet] as number) & PacketFlag.ack) !== 0)
      .map((packet) => pool.sequence[packet] as number);
  }
  const numbers = (...list: readonly number[]) => list.map((number) => ({ number }));

  test('of 12 it leaves the last two, the aggressive one the last', () => {
    const twelve = numbers(...Array.from({ length: 12 }, (_, index) => index));
    expect(kept('no', twelve).length).toBe(12);
    expect(kept('filter', twelve)).toEqual([10, 11]);
    expect(kept('aggressive', twelve)).toEqual([11]);
  });

  test('"Why?" names the later ACK that arrived', () => {
    const { later } = harnessWith('filter', numbers(...[1, 2, 3, 4, 5]));
    expect(later.map(({ reason, operands }) => [reason, operands.ackSegment, operands.laterSegment])).toEqual([
      ['needless-ack', 1, 3],
      ['needless-ack', 2, 4],
      ['needless-ack', 3, 5],
    ]);
  });

  // The kernel's log acks2: number 2 repeats 1, 3 has ECE, 5 has PSH (here a flag that an ACK does not have).
  test('ACKs with another echo or other flags stay', () => {
    const acks: readonly Ack[] = [
      ...numbers(1000, 2000, 2000),
      { number: 4000, flags: PacketFlag.ece },
      ...numbers(5000),
      { number: 6000, flags: PacketFlag.green },
      ...numbers(7000, 8000),
    ];
    expect(kept('filter', acks)).toEqual([2000, 4000, 6000, 7000, 8000]);
    expect(kept('aggressive', acks)).toEqual([2000, 4000, 6000, 8000]);
  });

  test('an ACK with a block that the later one lacks stays', () => {
    const lacking = [
      { number: 5, blocks: [8, 9] },
      { number: 5, blocks: [8, 10] },
      { number: 6, blocks: [12, 13] },
    ];
    expect(kept('aggressive', lacking)).toEqual([5, 6]);
    // A block below the acknowledgement reports a duplicate: news.
    expect(
      kept('aggressive', [
        { number: 5, blocks: [2, 3] },
        { number: 6, blocks: [] },
      ]),
    ).toEqual([5, 6]);
  });
});

test('the modem behind a shaper fills only if the shaper is faster than the line', () => {
  const count = 1000;
  const arrivals = {
    ...{ count, bytes: new Int32Array(count).fill(1500), flow: new Int32Array(count) },
    timeNs: Float64Array.from({ length: count }, (_, index) => index * 600_000),
    ...{ ect: new Uint8Array(count), classIndex: new Uint8Array(count), classes: ['all'] },
  };
  const modemWaits = (percent: number) => {
    const harness = new PolicyHarness(
      cake,
      {
        ...{ bandwidthBps: percent * 1e5, tins: 'besteffort', modemPackets: 50 },
      },
      { rateBps: 10e6 },
    );
    let fullest = 0;
    let nextNs = 0;
    for (let index = 0; index < count; index++) {
      const now = arrivals.timeNs[index] as number;
      harness.host.nowNs = now;
      harness.offer(1500);
      // The line takes a packet each 1.2 ms.
      harness.policy.wake?.();
      while (nextNs <= now) {
        harness.policy.dequeue();
        nextNs += 1_200_000;
      }
      const signals = new Float64Array(3);
      harness.policy.signals(signals);
      fullest = Math.max(fullest, signals[2] as number);
    }
    return fullest;
  };
  expect(modemWaits(80)).toBeLessThanOrEqual(2);
  expect(modemWaits(95)).toBeLessThanOrEqual(2);
  expect(modemWaits(105)).toBeGreaterThan(15);
});
