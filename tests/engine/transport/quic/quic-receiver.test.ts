/** RFC 9000, section 13.2: when ACKs are sent, and what is in them. */
import { expect, test } from 'vitest';
import { PacketFlag } from '../../../../src/engine/packets/packet.ts';
import { ReceiverHarness } from './harness.ts';

test('an ACK for the handshake at once, then for every second packet', () => {
  const receiver = new ReceiverHarness();
  expect(receiver.data(0)).toMatchObject([{ ranges: [[0, 1]] }]);
  expect(receiver.data(1)).toEqual([]);
  expect(receiver.data(2)).toMatchObject([{ ranges: [[0, 3]], delayUs: 0, bytes: 63 }]);
});

test('for a single one after the delay, which it reports', () => {
  const receiver = new ReceiverHarness();
  receiver.data(0);
  receiver.data(1);
  expect(receiver.wait(24)).toEqual([]);
  expect(receiver.wait(1)).toMatchObject([{ ranges: [[0, 2]], delayUs: 25_000 }]);
});

test('ackPackets: 10 sends one for every tenth', () => {
  const receiver = new ReceiverHarness({ ackPackets: 10 });
  receiver.data(0);
  for (let number = 1; number < 10; number++) expect(receiver.data(number)).toEqual([]);
  expect(receiver.data(10)).toMatchObject([{ ranges: [[0, 11]] }]);
});

test('at once for a packet out of order, one that fills a gap, and a marked one', () => {
  const receiver = new ReceiverHarness();
  receiver.data(0);
  expect(receiver.data(2)).toMatchObject([
    {
      ranges: [
        [2, 3],
        [0, 1],
      ],
      bytes: 67,
    },
  ]);
  expect(receiver.data(1)).toMatchObject([{ ranges: [[0, 3]] }]);
  expect(receiver.data(3, { flags: PacketFlag.ect | PacketFlag.ce })).toMatchObject([{ ce: 1, capable: 1, bytes: 69 }]);
});

test('an older gap delays no ACK, and three ranges are reported', () => {
  const receiver = new ReceiverHarness();
  receiver.data(0);
  receiver.data(2);
  expect(receiver.data(3)).toEqual([]);
  expect(receiver.data(4)).toHaveLength(1);
  receiver.data(6);
  expect(receiver.data(8)).toMatchObject([
    {
      ranges: [
        [8, 9],
        [6, 7],
        [2, 5],
      ],
    },
  ]);
});

test('data counts once, whichever packet brings it', () => {
  const receiver = new ReceiverHarness();
  receiver.data(0);
  receiver.data(2);
  receiver.data(3, { segment: 1 });
  expect(receiver.isNew).toBe(true);
  expect(receiver.receiver.expectedSegment).toBe(3);
  receiver.data(1);
  expect(receiver.isNew).toBe(false);
});

test('packets below 32 ranges are not taken', () => {
  const receiver = new ReceiverHarness();
  for (let number = 0; number <= 64; number += 2) receiver.data(number);
  receiver.data(1);
  expect(receiver.isNew).toBe(false);
  receiver.data(3);
  expect(receiver.isNew).toBe(true);
});
