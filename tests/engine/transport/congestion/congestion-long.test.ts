/** CUBIC's mark, DCTCP, Prague, Vegas and pacing: traces worked by hand. */
import { describe, expect, test } from 'vitest';
import { Cubic } from '../../../../src/engine/transport/congestion/cubic.ts';
import { Dctcp } from '../../../../src/engine/transport/congestion/dctcp.ts';
import { Prague } from '../../../../src/engine/transport/congestion/prague.ts';
import '../../../../src/engine/sources/control-registry.ts';
import { Vegas } from '../../../../src/engine/transport/congestion/vegas.ts';
import { LoopHarness, SenderHarness } from '../harness.ts';
import { acknowledgeWindow, applyMark, createConnection } from './test-connection.ts';

test('CUBIC: a mark cuts to 0.7 of the window, also while recovery has left more outstanding (RFC 9438 section 4.6)', () => {
  const connection = { ...createConnection(20), flightSize: 50 };
  applyMark(connection, new Cubic(connection, { hystart: false, cubicGrowth: 'rfc', pacing: false, rfc8511: false }));
  expect([connection.congestionWindow, connection.slowStartThreshold]).toEqual([14, 14]);
});

describe('CUBIC beside Reno: the growth of W_est in a window of ACKs (RFC 9438 section 4.3)', () => {
  /** Growth below and above the window before the cut, with a short round trip: the cubic function stays below. */
  function growthOf(cubicGrowth: 'rfc' | 'linux'): [number, number] {
    const connection = createConnection(10, 1);
    const control = new Cubic(connection, { hystart: false, cubicGrowth, pacing: false, rfc8511: false });
    connection.congestionWindow = control.onLoss(10);
    connection.slowStartThreshold = connection.congestionWindow;
    const grow = () => {
      const [before, acks] = [control.renoWindow, Math.trunc(connection.congestionWindow)];
      connection.nowNs += 1e6;
      acknowledgeWindow(connection, control, acks);
      return ((control.renoWindow - before) * connection.congestionWindow) / acks;
    };
    const below = grow();
    while (control.renoWindow < 10) grow();
    return [below, grow()];
  }

  test('RFC 9438: 0.53 segments below the window before the cut, 1 above it', () => {
    const [below, above] = growthOf('rfc');
    expect(below).toBeCloseTo(0.9 / 1.7, 1);
    expect(above).toBeGreaterThan(0.95);
    expect(above).toBeLessThan(1.1);
  });

  test('Linux: 0.53 everywhere', () => {
    for (const growth of growthOf('linux')) expect(growth).toBeCloseTo(0.9 / 1.7, 1);
  });
});

describe('DCTCP (RFC 8257 section 3.3)', () => {
  test('a sixteenth of each window goes into the estimate, and half of the estimate is cut', () => {
    const connection = createConnection(10);
    const control = new Dctcp(connection);
    connection.highestSent = 10;
    acknowledgeWindow(connection, control, 1);
    expect(control.alpha).toBe(15 / 16);
    // Ten ACKs of which four are marked: the last of them is the first beyond the end of the window.
    acknowledgeWindow(connection, control, 10, 4);
    expect(control.alpha).toBe(15 / 16 + (0.4 - 15 / 16) / 16);
    const window = connection.congestionWindow;
    applyMark(connection, control);
    expect(connection.congestionWindow).toBe(window * (1 - control.alpha / 2));
    expect(connection.slowStartThreshold).toBe(connection.congestionWindow);
  });

  test('all marked for long cuts to half, none for long hardly; a marked ACK does not grow', () => {
    for (const [marked, part] of [
      [10, 0.5],
      [0, 1],
    ] as const) {
      const connection = createConnection(10);
      const control = new Dctcp(connection);
      for (let round = 0; round < 200; round++) acknowledgeWindow(connection, control, 10, marked);
      if (marked === 10) expect(connection.congestionWindow).toBe(10);
      const window = connection.congestionWindow;
      applyMark(connection, control);
      expect(connection.congestionWindow / window).toBeCloseTo(part, 4);
    }
  });

  test('over a network, only a fifth marked: the window is cut by a tenth, once a window of data', () => {
    // Every fifth segment is marked: alpha comes to 0.2, cuts to 0.1 of the window, and growth to 0.8 of a segment a
    // round. So the window goes around 0.8 / 0.1 = 8 segments.
    const loop = new LoopHarness(
      { congestion: 'dctcp', windowPackets: 1000, delayedAck: false },
      { data: (ordinal) => (ordinal % 5 === 0 ? 'mark' : 'deliver') },
    );
    let sum = 0;
    let count = 0;
    loop.onChange = () => {
      if (loop.clock.nowNs < 30e9) return;
      sum += loop.sender.congestionWindow;
      count++;
    };
    loop.sender.supply(1_000_000);
    loop.run(120);
    expect(loop.sender.retransmittedSegments).toBe(0);
    expect(sum / count).toBeGreaterThan(6.8);
    expect(sum / count).toBeLessThan(9.2);
  });
});

describe('Prague', () => {
  const values = { segmentBytes: 1000, headerBytes: 40 };

  test('the first mark halves, and each unmarked segment adds its part of one a round trip', () => {
    const connection = createConnection(20);
    const control = new Prague(connection, values);
    connection.highestSent = 20;
    acknowledgeWindow(connection, control, 1);
    expect(control.alpha).toBe(1);
    expect(connection.congestionWindow).toBe(20.05);
    applyMark(connection, control);
    expect(connection.congestionWindow).toBe(10.025);
    const window = connection.congestionWindow;
    // Of two segments one is marked: it grows by the other.
    control.onAck({ acked: 2, growthSegments: 1, marked: 1, mayGrow: true });
    expect(connection.congestionWindow).toBe(window + 1 / window);
  });

  test('after 500 rounds a round trip of 10 ms grows by (10/25)^2 a round, and is cut once in 25 ms', () => {
    const connection = createConnection(20, 10);
    const control = new Prague(connection, values);
    for (let round = 0; round < 501; round++) {
      connection.congestionWindow = 20;
      connection.nowNs += 10e6;
      acknowledgeWindow(connection, control, 20);
    }
    connection.congestionWindow = 20;
    connection.highestAcked++;
    control.onAck({ acked: 1, growthSegments: 1, marked: 0, mayGrow: true });
    expect(connection.congestionWindow).toBeCloseTo(20 + 0.16 / 20, 12);
    applyMark(connection, control);
    const cut = connection.congestionWindow;
    expect(cut).toBeLessThan(20);
    connection.nowNs += 20e6;
    applyMark(connection, control);
    expect(connection.congestionWindow).toBe(cut);
    connection.nowNs += 5e6;
    applyMark(connection, control);
    expect(connection.congestionWindow).toBeLessThan(cut);
  });

  test('an ACK that fills a gap opens slow start by two segments, after a timeout by one (RFC 3465)', () => {
    const connection = createConnection(10);
    const control = new Prague(connection, values);
    connection.slowStartThreshold = 100;
    connection.highestSent = 60;
    connection.highestAcked = 40;
    control.onAck({ acked: 40, growthSegments: 1, marked: 0, mayGrow: true });
    expect(connection.congestionWindow).toBe(12);
    control.onTimeout(20);
    connection.congestionWindow = 1;
    connection.slowStartThreshold = 100;
    connection.highestAcked = 60;
    control.onAck({ acked: 20, growthSegments: 1, marked: 0, mayGrow: true });
    expect(connection.congestionWindow).toBe(2);
    connection.highestAcked = 62;
    control.onAck({ acked: 2, growthSegments: 1, marked: 0, mayGrow: true });
    expect(connection.congestionWindow).toBe(4);
  });

  test('sends a window a round trip, two at the beginning of slow start', () => {
    const connection = createConnection(20, 50);
    const control = new Prague(connection, values);
    expect(control.pacingBps()).toBe((20 * 8320) / 0.05);
    connection.slowStartThreshold = 1000;
    expect(control.pacingBps()).toBe((40 * 8320) / 0.05);
  });
});

describe('Vegas', () => {
  /**
   * Round trip of a round, ms, to the window after it, from 10 segments: four are outstanding, and the base is 100 ms.
   */
  function windowAfter(rttMs: number): number {
    const connection = createConnection(10);
    connection.highestSent = 4;
    const control = new Vegas(connection);
    const ack = (measuredMs: number) => {
      connection.highestAcked++;
      control.onAck({ acked: 1, growthSegments: 1, marked: 0, mayGrow: true });
      control.deliveries.rttNs = measuredMs * 1e6;
      control.onDelivery();
      control.deliveries.resetSample();
      connection.highestSent++;
    };
    // The first ACK ends a round of one measurement, which says nothing; the next round is a measured one.
    for (const measuredMs of [100, 130, 130, 130, 130]) ack(measuredMs);
    connection.congestionWindow = 10;
    for (let index = 0; index < 4; index++) ack(rttMs);
    return connection.congestionWindow;
  }

  test.each([
    // 10 (1 - 100/rtt) segments are in the queue.
    [115, 11],
    [124, 11],
    [126, 10],
    [166, 10],
    [167, 9],
    [300, 9],
  ])('a round of %d ms takes the window from 10 to %d', (rttMs, window) => {
    expect(windowAfter(rttMs)).toBe(window);
  });

  /** Window and threshold after a round of slow start without growth, from `window` segments; the base is 100 ms. */
  function slowStartRound(window: number, rttMs: number): readonly number[] {
    const connection = createConnection(window);
    connection.slowStartThreshold = 100;
    connection.highestSent = 4;
    const control = new Vegas(connection);
    const ack = (measuredMs: number) => {
      connection.highestAcked++;
      control.deliveries.rttNs = measuredMs * 1e6;
      control.onAck({ acked: 1, growthSegments: 1, marked: 0, mayGrow: true });
      control.onDelivery();
      control.deliveries.resetSample();
      connection.highestSent++;
    };
    // Rounds of 1, 4 and 4 ACKs. The window grows in the first and in the third.
    for (let index = 0; index < 9; index++) ack(100);
    connection.congestionWindow = window;
    for (let index = 0; index < 4; index++) ack(rttMs);
    return [connection.congestionWindow, connection.slowStartThreshold];
  }

  test.each([
    // 12 (100/120) = 10 segments fit the path, so 2 are in the queue. 12 (100/109) = 11.01: only 0.99 are.
    [12, 120, 11, 11],
    [12, 109, 12, 100],
    // Of 3 segments, 0.3 fit the path. The window is never below 2.
    [3, 1000, 2, 2],
  ])('slow start from %d segments and %d ms ends at %d, with the threshold %d', (window, rttMs, ...ends) => {
    expect(slowStartRound(window, rttMs)).toEqual(ends);
  });

  /**
   * The time at which the window reaches 24 segments, ms, and the window after 20 s: 41 ms of round trip, 1 ms per
   * segment.
   */
  function opening(congestion: 'vegas' | 'newreno') {
    const loop = new LoopHarness({ congestion, initialWindow: 4, windowPackets: 1000 }, { data: () => 'deliver' });
    let reachedMs = 0;
    loop.onChange = () => {
      if (reachedMs === 0 && loop.sender.congestionWindow >= 24) reachedMs = loop.clock.nowNs / 1e6;
    };
    loop.sender.supply(1_000_000);
    loop.run(20);
    expect(loop.sender.retransmittedSegments).toBe(0);
    return { reachedMs, window: loop.sender.congestionWindow };
  }

  test('slow start takes twice the round trips, and then two to four segments of its own wait', () => {
    const vegas = opening('vegas');
    // From 4 to beyond 24: three rounds that double; two more lie between them.
    expect(vegas.reachedMs - opening('newreno').reachedMs).toBeGreaterThan(1.8 * 41);
    expect(vegas.reachedMs - opening('newreno').reachedMs).toBeLessThan(3.2 * 41);
    // 41 segments fit the path.
    expect(vegas.window).toBeGreaterThanOrEqual(42);
    expect(vegas.window).toBeLessThanOrEqual(46);
  });
});

describe('pacing by the switch', () => {
  test('two windows a round trip in the first half of slow start', () => {
    const harness = new SenderHarness({ pacing: true, initialWindow: 4 });
    harness.open(100);
    harness.wait(99);
    // 100 ms of round trip and a window of 4: a segment each 100 / (2 * 4) ms.
    expect(harness.sent.slice(1).map(({ timeMs }) => timeMs)).toEqual([100, 112.5, 125, 137.5]);
  });

  test('1.2 windows a round trip from half of the threshold on', () => {
    const harness = new SenderHarness({ pacing: true, initialWindow: 4, windowPackets: 6 });
    harness.open(100);
    harness.wait(99);
    const gap = 100 / (1.2 * 4);
    for (const [index, { timeMs }] of harness.sent.slice(1).entries()) expect(timeMs).toBeCloseTo(100 + index * gap, 5);
    expect(harness.sent.length).toBe(5);
  });

  test('without it a window leaves at once', () => {
    const harness = new SenderHarness({ initialWindow: 4 });
    harness.open(100);
    expect(harness.sent.slice(1).map(({ timeMs }) => timeMs)).toEqual([100, 100, 100, 100]);
  });
});
