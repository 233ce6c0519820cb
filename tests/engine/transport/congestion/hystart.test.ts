/** HyStart++ by hand (RFC 9406, section 4.2): rounds of ACKs with given round trips. */
import { expect, test } from 'vitest';
import type { Connection } from '../../../../src/engine/transport/congestion/control.ts';
import { DeliveryLog } from '../../../../src/engine/transport/congestion/delivery-log.ts';
import { HyStart } from '../../../../src/engine/transport/congestion/hystart.ts';

function opened(paced = false) {
  const connection: Connection & { highestSent: number; highestAcked: number } = {
    congestionWindow: 10,
    slowStartThreshold: 1000,
    receiverWindow: 1000,
    nowNs: 0,
    highestSent: 9,
    highestAcked: -1,
    isInRecovery: false,
    inFlight: 10,
    flightSize: 10,
    smoothedRttNs: 40e6,
    isApplicationLimited: false,
  };
  const log = new DeliveryLog(connection);
  const hystart = new HyStart(connection, log, paced);
  /** A round: this number of ACKs with this round trip. Segments that are sent meanwhile belong to the next round. */
  const round = (rttMs: number, acks = 8) => {
    connection.highestSent += acks;
    for (let ack = 0; ack < acks; ack++) {
      connection.highestAcked = lastOfRound + 1 + ack;
      log.rttNs = rttMs * 1e6;
      hystart.onDelivery();
    }
    lastOfRound = connection.highestSent;
  };
  let lastOfRound = -1;
  return { connection, hystart, round };
}

test('slow start opens by the acknowledged segments, at most 8 per ACK; with pacing there is no limit', () => {
  expect([1, 2, 8, 30].map((acked) => opened().hystart.growth(acked))).toEqual([1, 2, 8, 8]);
  expect(opened(true).hystart.growth(30)).toBe(30);
});

test.each([
  // Eighths of the last round's least, at least 4 ms and at most 16.
  [40, 44.99, 45],
  [8, 11.99, 12],
  [24, 27.99, 28],
  [400, 415.99, 416],
])('after a round of %d ms one of %d is none, one of %d begins conservative slow start', (first, below, from) => {
  for (const [rtt, growth] of [
    [below, 1],
    [from, 0.25],
  ] as const) {
    const { round, hystart } = opened();
    round(first);
    round(rtt);
    expect(hystart.growth(1)).toBe(growth);
  }
});

test('seven samples are too few', () => {
  const { round, hystart } = opened();
  round(40);
  round(60, 7);
  expect(hystart.growth(1)).toBe(1);
});

test('a round with a smaller minimum goes back to slow start, and five conservative rounds end slow start', () => {
  const { round, hystart, connection } = opened();
  round(40);
  round(50);
  expect(hystart.growth(8)).toBe(2);
  round(44);
  expect(hystart.growth(8)).toBe(8);
  // 44 + 44/8 = 49.5: conservative slow start again, for this round and four more.
  for (let rounds = 1; rounds <= 5; rounds++) {
    round(50 + rounds);
    expect(hystart.hasEnded).toBe(false);
    expect(hystart.growth(1)).toBe(0.25);
  }
  connection.congestionWindow = 77;
  round(60);
  expect(hystart.hasEnded).toBe(true);
  expect(connection.slowStartThreshold).toBe(77);
});
