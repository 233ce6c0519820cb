/** pfifo and bfifo against traces worked by hand, and beside DropTail, which counts the packet in transmission. */
import { expect, test } from 'vitest';
import type { PacketPolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { ParameterValue } from '../../../src/params/schema.ts';
import { bfifo } from '../../../src/policies/packets/bfifo.ts';
import { droptail } from '../../../src/policies/packets/droptail.ts';
import { pfifo } from '../../../src/policies/packets/pfifo.ts';
import { loggedVerdicts } from './ns3-logs.ts';

/** All packets arrive at once at 8 Mb/s, where 1,000 bytes take 1 ms; whether each is sent (Q) or lost (L). */
function play(
  policy: PacketPolicyDefinition,
  sizes: readonly number[],
  values: Record<string, ParameterValue>,
  limitPackets = 2,
): string {
  const arrivals = {
    count: sizes.length,
    timeNs: new Float64Array(sizes.length),
    flow: new Int32Array(sizes.length),
    bytes: Int32Array.from(sizes),
    ect: new Uint8Array(sizes.length),
    classIndex: new Uint8Array(sizes.length),
    classes: ['all'],
  };
  return loggedVerdicts(policy, arrivals, values, { rateBps: 8e6, limitPackets })
    .map(({ verdict }) => verdict)
    .join('');
}

const equal = (count: number) => Array.from({ length: count }, () => 1000);

// The first packet is in transmission, so it does not wait. The buffer of the port, 2 packets, does not count.
test('pfifo with a limit of n sends as many packets of a burst as DropTail with a buffer of n + 1', () => {
  expect(play(pfifo, equal(8), { limit: 3 })).toBe('QQQQLLLL');
  expect(play(droptail, equal(8), {}, 4)).toBe('QQQQLLLL');
});

// 400 are in transmission. 900 wait; 101 more would be 1,001, 100 more are exactly 1,000.
test('bfifo accepts what fits exactly, whatever came before', () => {
  expect(play(bfifo, [400, 900, 101, 100, 1], { limit: 1000 })).toBe('QQLQL');
});

// The slot is part of the queue: the same packets are lost, in the same order.
test('the bypass changes no verdict of pfifo and bfifo', () => {
  expect(play(pfifo, equal(8), { limit: 3, bypass: true })).toBe('QQQQLLLL');
  expect(play(bfifo, [400, 900, 101, 100, 1], { limit: 1000, bypass: true })).toBe('QQLQL');
});
