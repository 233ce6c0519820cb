/** The pseudo-code of RFC 9002, appendices A and B, worked by hand: times, packet numbers and windows. */
import { describe, expect, test } from 'vitest';
import { PacketFlag, SendRule } from '../../../../src/engine/packets/packet.ts';
import { LoopHarness, SenderHarness } from './harness.ts';

const plain = { ecn: false } as const;
const last = ({ sent }: SenderHarness) => sent.at(-1);

describe('handshake', () => {
  test('one packet; a probe after 333 + 4 * 166.5 ms without the delay of ACKs, then after twice the time', () => {
    const harness = new SenderHarness(plain);
    expect(harness.supply(100)).toEqual([0]);
    expect(harness.wait(998)).toEqual([]);
    expect(harness.wait(1)).toEqual([1]);
    expect(harness.wait(1_997)).toEqual([]);
    expect(harness.wait(1)).toEqual([2]);
    expect(harness.sent.map(({ segment }) => segment)).toEqual([0, 0, 0]);
  });

  test('then the initial window of 10 packets', () => {
    expect(new SenderHarness(plain).open(100)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

describe('loss', () => {
  test('by packet threshold: 3 is lost when 6 is acknowledged; the window is halved once, one packet leaves beside it', () => {
    const harness = new SenderHarness(plain);
    harness.open(100);
    harness.wait(100);
    // Slow start: two more, and 8 in flight.
    expect(harness.ack([[1, 3]])).toEqual([11, 12, 13, 14]);
    expect(harness.sender.congestionWindow).toBe(12);
    harness.wait(1);
    const lossAck = [
      [4, 7],
      [1, 3],
    ] as const;
    expect(harness.ack(lossAck)).toEqual([15]);
    expect(last(harness)).toMatchObject({ number: 15, segment: 3, rule: SendRule.rackTime });
    expect(harness.sender).toMatchObject({
      congestionWindow: 6,
      slowStartThreshold: 6,
      isInRecovery: true,
      inFlight: 9,
      windowCutCount: 1,
    });
    // Packets sent before the event do not grow the window. 15 is in flight, so five more fit.
    harness.wait(1);
    expect(harness.ack([[4, 15]])).toEqual([16, 17, 18, 19, 20]);
    expect(harness.sent.slice(-5).map(({ segment }) => segment)).toEqual([15, 16, 17, 18, 19]);
    expect(harness.sender).toMatchObject({ congestionWindow: 6, isInRecovery: true });
    // 15 left at the time of the cut, so it belongs to the recovery. 16 ends it, and each grows the window by a part of
    // it.
    harness.wait(98);
    harness.ack([[4, 16]]);
    expect(harness.sender).toMatchObject({ congestionWindow: 6, isInRecovery: true });
    harness.wait(1);
    harness.ack([[4, 18]]);
    expect(harness.sender.isInRecovery).toBe(false);
    const afterOne = 6 + 1 / 6;
    expect(harness.sender.congestionWindow).toBeCloseTo(afterOne + 1 / afterOne, 12);
  });

  test('by time threshold: 9/8 of a round trip after it was sent, when a later packet was acknowledged', () => {
    const harness = new SenderHarness(plain);
    harness.open(100);
    harness.wait(100);
    expect(harness.ack([[2, 3]])).toEqual([11, 12]);
    // Sent at 100 ms: 112.5 ms later.
    expect(harness.wait(12.4)).toEqual([]);
    expect(harness.wait(0.1)).toEqual([13]);
    expect(last(harness)).toMatchObject({ timeMs: 212.5, segment: 1, rule: SendRule.reorderingTimer });
    expect(harness.sender).toMatchObject({ congestionWindow: 5.5, slowStartThreshold: 5.5, inFlight: 11 });
  });

  test('a late packet within the time is not lost, and nothing is cut', () => {
    const harness = new SenderHarness(plain);
    harness.open(100);
    harness.wait(100);
    harness.ack([[2, 3]]);
    harness.wait(5);
    harness.ack([[1, 3]]);
    harness.wait(10);
    expect(harness.sender).toMatchObject({ windowCutCount: 0, retransmittedSegments: 0 });
  });

  test('losses of one flight cut once, those of the next flight again', () => {
    const harness = new SenderHarness(plain);
    harness.open(100);
    harness.wait(100);
    harness.ack([[4, 5]]);
    harness.ack([
      [8, 9],
      [4, 5],
    ]);
    // 1, then 5: both of the first flight. The loss counts before the ACK that shows it.
    expect(harness.sender).toMatchObject({ windowCutCount: 1, slowStartThreshold: 5 });
    const next = harness.sender.highestSent;
    harness.wait(100);
    harness.ack([[next, next + 1]]);
    harness.wait(20);
    const later = harness.sender.highestSent;
    harness.wait(100);
    harness.ack([[later, later + 1]]);
    expect(harness.sender.windowCutCount).toBe(2);
  });
});

describe('probes', () => {
  test('two packets after srtt + 4 rttvar + max_ack_delay, then after twice the time; they cut nothing', () => {
    const harness = new SenderHarness(plain);
    expect(harness.open(2)).toEqual([1, 2]);
    // 100 + 4 * 50 + 25 ms after 100 ms.
    expect(harness.wait(324)).toEqual([]);
    expect(harness.wait(1)).toEqual([3, 4]);
    expect(harness.sent.slice(-2)).toMatchObject([
      { segment: 1, rule: SendRule.probe, timeMs: 425 },
      { segment: 2, rule: SendRule.probe },
    ]);
    expect(harness.wait(649)).toEqual([]);
    expect(harness.wait(1)).toEqual([5, 6]);
    expect(harness.sender).toMatchObject({ windowCutCount: 0, congestionWindow: 10, inFlight: 6, timeoutCount: 2 });
    // 5 is acknowledged: 1 and 2 by number, 3 and 4 by time. 2 has not arrived, so it leaves again.
    harness.wait(100);
    expect(harness.ack([[5, 6]])).toEqual([7]);
    expect(last(harness)).toMatchObject({ segment: 2, rule: SendRule.rackTime });
    // All of them left before the first sample or at one instant: no persistent congestion.
    expect(harness.sender).toMatchObject({ congestionWindow: 5, slowStartThreshold: 5 });
    expect(harness.ack([[7, 8]])).toEqual([]);
    expect(harness.done).toBe(1);
    // The ACK has ended the backoff, and 6 needs no probe: 7 was acknowledged after it.
    harness.wait(10_000);
    expect(harness.sender.inFlight).toBe(0);
    expect(harness.timeouts).toBe(2);
  });

  test('carry new data if there is some', () => {
    const harness = new SenderHarness(plain);
    harness.open(100);
    expect(harness.wait(325)).toEqual([11, 12]);
    expect(harness.sent.slice(-2).map(({ segment }) => segment)).toEqual([11, 12]);
  });
});

describe('persistent congestion', () => {
  test('two lost packets, none acknowledged between them, more than three periods apart: least window, slow start', () => {
    const harness = new SenderHarness(plain);
    harness.open(1);
    harness.wait(100);
    harness.ack([[1, 2]]);
    // 2 leaves at 200 ms. Period: 100 + 4 * 37.5 + 25 = 275 ms.
    expect(harness.supply(1)).toEqual([2]);
    expect(harness.wait(275)).toEqual([3, 4]);
    expect(harness.wait(550)).toEqual([5, 6]);
    expect(harness.wait(1_100)).toEqual([7, 8]);
    expect(harness.nowMs).toBe(2_125);
    harness.wait(100);
    harness.ack([[8, 9]]);
    // 2 to 6 are lost: 825 ms; three periods are 3 * (100 + 4 * 28.125 + 25) = 712.5 ms. 7 may still arrive.
    expect(harness.sender).toMatchObject({
      congestionWindow: 2,
      slowStartThreshold: 5,
      isInRecovery: false,
      inFlight: 1,
    });
    expect(harness.sender.rtt.minRttNs).toBe(100e6);
  });

  test('not if a packet between them has arrived', () => {
    const harness = new SenderHarness(plain);
    harness.open(1);
    harness.wait(100);
    harness.ack([[1, 2]]);
    harness.supply(2);
    harness.wait(275 + 550 + 1_100);
    expect(harness.sender.highestSent).toBe(9);
    harness.wait(100);
    harness.ack([
      [9, 10],
      [5, 6],
    ]);
    expect(harness.sender.congestionWindow).toBe(5);
  });
});

describe('the application', () => {
  test('after a pause the window is the same; without pacing a burst has at most the initial window', () => {
    const harness = new SenderHarness(plain);
    harness.open(30);
    harness.wait(100);
    harness.ack([[1, 11]]);
    const window = harness.sender.congestionWindow;
    expect(window).toBe(20);
    harness.wait(100);
    harness.ack([[1, 21]]);
    harness.wait(100);
    harness.ack([[1, 31]]);
    expect(harness.done).toBe(1);
    const before = harness.sender.congestionWindow;
    harness.wait(60_000);
    expect(harness.supply(100)).toHaveLength(10);
    expect(harness.sender.congestionWindow).toBe(before);
  });

  test('a window that the application does not fill does not grow', () => {
    const harness = new SenderHarness(plain);
    harness.open(3);
    harness.wait(100);
    harness.ack([[1, 4]]);
    expect(harness.sender.congestionWindow).toBe(10);
  });
});

describe('pacing', () => {
  test('1.25 windows a round trip', () => {
    const harness = new SenderHarness({ ...plain, pacing: true });
    harness.open(100);
    harness.wait(99);
    // 10 packets in 100 ms / 1.25.
    expect(harness.sent.slice(1, 4).map(({ timeMs }) => timeMs)).toEqual([100, 108, 116]);
  });

  test('in trains of three: as many in a round trip', () => {
    const harness = new SenderHarness({ ...plain, pacing: true, pacingBurst: 3 });
    harness.open(100);
    harness.wait(99);
    expect(harness.sent.slice(1, 8).map(({ timeMs }) => timeMs)).toEqual([100, 100, 100, 124, 124, 124, 148]);
  });

  test('without it, BBR too sends as the window allows', () => {
    const harness = new SenderHarness({ ...plain, congestion: 'bbr1' });
    expect(harness.open(100)).toHaveLength(10);
    expect(harness.sender.pacingBps).toBeNaN();
  });
});

describe('ECN', () => {
  test('a higher count of CE halves the window, once a flight', () => {
    const harness = new SenderHarness();
    harness.supply(100);
    expect((harness.sent[0]?.flags as number) & PacketFlag.ect).not.toBe(0);
    harness.wait(100);
    harness.ack([[0, 1]], { capable: 1 });
    harness.wait(100);
    harness.ack([[0, 3]], { capable: 3, ce: 1 });
    expect(harness.sender).toMatchObject({ congestionWindow: 5, windowCutCount: 1, isInRecovery: false });
    harness.ack([[0, 5]], { capable: 5, ce: 2 });
    expect(harness.sender.windowCutCount).toBe(1);
  });

  test('counts that lack an acknowledged packet end it', () => {
    const harness = new SenderHarness();
    harness.supply(100);
    harness.wait(100);
    harness.ack([[0, 1]], { capable: 1 });
    harness.wait(100);
    const fresh = harness.ack([[0, 3]], { capable: 2, ce: 1 });
    expect(harness.sender.windowCutCount).toBe(0);
    for (const number of fresh) expect((harness.sent[number]?.flags as number) & PacketFlag.ect).toBe(0);
  });

  test('a path that erases ECN gets packets without it, and loses none', () => {
    const loop = new LoopHarness({}, { data: (ordinal) => (ordinal > 20 ? 'bleach' : 'deliver') });
    loop.sender.supply(200);
    loop.run(10);
    expect(loop.done).toBe(1);
    expect((loop.sent[20]?.flags as number) & PacketFlag.ect).not.toBe(0);
    expect((loop.sent.at(-1)?.flags as number) & PacketFlag.ect).toBe(0);
    expect(loop.sender.retransmittedSegments).toBe(0);
  });
});
