/** The round trips of TCP connections in a capture, on traces worked by hand. */
import { expect, test } from 'vitest';
import { CapturedStream } from '../../src/capture/captured-round-trips.ts';

const ACK = 0x10;
const SYN = 0x02;
const FIN = 0x01;

/** A stream whose segments and ACKs are given as [time s, 'data' | 'ack', number, bytes, flags]. */
function tripsOf(
  events: readonly (readonly [seconds: number, kind: 'data' | 'ack', number: number, bytes?: number, flags?: number])[],
) {
  const stream = new CapturedStream();
  const trips: number[] = [];
  for (const [seconds, kind, number, bytes = 1_000, flags = ACK] of events)
    if (kind === 'data') stream.addSegment(number >>> 0, bytes, flags, seconds);
    else stream.addAck(number >>> 0, seconds, (trip) => trips.push(Math.round(trip * 1e6) / 1e6));
  return { stream, trips };
}

test('an ACK ends the round trip of the segment that it ends with, also over the turn of the numbers', () => {
  const first = 2 ** 32 - 1_500;
  const { stream, trips } = tripsOf([
    [0, 'data', first],
    [0.01, 'data', first + 1_000],
    [0.02, 'data', first + 2_000],
    [0.05, 'ack', first + 1_000],
    // It covers two segments: the round trip is that of the last.
    [0.08, 'ack', first + 3_000],
  ]);
  expect(trips).toEqual([0.05, 0.06]);
  expect(stream).toMatchObject({ newBytes: 3_000, ackedBytes: 3_000, dataSegments: 3, resentSegments: 0 });
});

test('a SYN and a FIN have numbers, but are no bytes', () => {
  const { stream, trips } = tripsOf([
    [0, 'data', 99, 0, SYN],
    [0.02, 'ack', 100],
    [0.03, 'data', 100, 500],
    [0.04, 'data', 600, 0, FIN | ACK],
    [0.06, 'ack', 601],
  ]);
  expect(trips).toEqual([0.02, 0.02]);
  expect(stream).toMatchObject({ newBytes: 500, ackedBytes: 500, dataSegments: 1 });
});

test('after a segment is sent again, ACKs of what was on its way have no round trip (RFC 6298 section 3)', () => {
  const { stream, trips } = tripsOf([
    [0, 'data', 0],
    [0.01, 'data', 1_000],
    [0.02, 'data', 2_000],
    [0.1, 'data', 0],
    [0.15, 'ack', 1_000],
    [0.16, 'ack', 3_000],
    [0.17, 'data', 3_000],
    [0.2, 'ack', 4_000],
  ]);
  expect(trips).toEqual([0.03]);
  expect(stream).toMatchObject({ newBytes: 4_000, resentSegments: 1 });
});

test('behind a loss, the ACK waited for the hole: a segment that fills it makes those after it unclear', () => {
  const { stream, trips } = tripsOf([
    [0, 'data', 0],
    [0.001, 'ack', 1_000],
    // 1000 to 2000 was lost before the capture.
    [0.01, 'data', 2_000],
    [0.1, 'data', 1_000],
    [0.101, 'ack', 3_000],
  ]);
  expect(trips).toEqual([0.001]);
  expect(stream.resentSegments).toBe(1);
});

test('an ACK within a segment that the card splits, or of bytes that were not captured, gives none', () => {
  expect(
    tripsOf([
      [0, 'data', 0, 3_000],
      [0.05, 'ack', 1_000],
      [0.06, 'ack', 9_000],
      [0.07, 'ack', 3_000],
    ]).trips,
  ).toEqual([0.07]);
});

test('a timestamp gives a round trip from its first packet to its first echo (RFC 7323)', () => {
  const stream = new CapturedStream();
  const trips: number[] = [];
  const echo = (stamp: number, seconds: number) =>
    stream.addEcho(stamp >>> 0, seconds, (trip) => trips.push(Math.round(trip * 1e6) / 1e6));
  const turn = 2 ** 32 - 1;
  stream.addStamp(turn, 0);
  stream.addStamp(turn, 0.0005);
  stream.addStamp(0, 0.001);
  stream.addStamp(5, 0.006);
  echo(turn, 0.05);
  echo(turn, 0.06);
  // An echo of a stamp that was not captured gives none; the next one does.
  echo(3, 0.07);
  echo(5, 0.08);
  expect(trips).toEqual([0.05, 0.074]);
});
