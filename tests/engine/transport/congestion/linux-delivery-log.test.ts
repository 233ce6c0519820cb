/** Round trips as Linux's BBR gets them: by hand from net/ipv4/tcp_input.c. */
import { expect, test } from 'vitest';
import { LinuxBbr } from '../../../../src/engine/transport/congestion/linux-bbr1.ts';
import { LinuxDeliveryLog } from '../../../../src/engine/transport/congestion/linux-delivery-log.ts';
import { createConnection } from './test-connection.ts';

/** Segments 0 to 3 leave at .3 ms, one after the other 1 us later. */
function opened() {
  const connection = createConnection(10);
  connection.highestSent = -1;
  connection.highestAcked = -1;
  const log = new LinuxDeliveryLog(connection);
  const send = (sequence: number, nowNs: number) => {
    connection.nowNs = nowNs;
    log.onSent(sequence, 1);
    connection.highestSent = Math.max(connection.highestSent, sequence);
  };
  const acknowledge = (last: number, nowNs: number) => {
    connection.nowNs = nowNs;
    log.resetSample();
    log.onAcknowledged(connection.highestAcked + 1, last);
    connection.highestAcked = last;
    log.finishSample(1);
    return log.rttNs;
  };
  for (const sequence of [0, 1, 2, 3]) send(sequence, 300_000 + 1000 * sequence);
  return { send, acknowledge };
}

test('a round trip is whole microseconds, of the segment sent last', () => {
  expect(opened().acknowledge(1, 40_301_999)).toBe(40_000_000);
  expect(opened().acknowledge(1, 40_300_999)).toBe(39_999_000);
});

test('after a segment was sent again, it is that of the timestamps, in whole milliseconds', () => {
  for (const [sentMs, arrivedMs, rttMs] of [
    [50.1, 90.9, 40],
    [50.9, 91.7, 41],
    [50, 90, 40],
  ] as const) {
    const { send, acknowledge } = opened();
    send(0, sentMs * 1e6);
    // Its ACK takes with it segments that were sent once: their round trip does not count.
    expect(acknowledge(3, arrivedMs * 1e6)).toBe(rttMs * 1e6);
  }
});

test('an equal round trip does not renew the least one, so it is 10 s old at the same time as without it', () => {
  const connection = createConnection(10);
  const bbr = new LinuxBbr(connection, { segmentBytes: 1448, headerBytes: 52, pacingBurst: 1 }, () => 0);
  const inside = bbr as unknown as { renewsLeastRtt(rttNs: number): boolean };
  bbr.minRttNs = 40e6;
  expect([39e6, 40e6, 41e6].map((rttNs) => inside.renewsLeastRtt(rttNs))).toEqual([true, false, false]);
});
