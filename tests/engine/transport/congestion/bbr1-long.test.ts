/** BBRv1 on a known path: its model of the path, its states, and its data in flight. */
import { describe, expect, test } from 'vitest';
import { Bbr } from '../../../../src/engine/transport/congestion/bbr1.ts';
import '../../../../src/engine/sources/control-registry.ts';
import { LoopHarness, type Script } from '../harness.ts';
import { createConnection } from './test-connection.ts';

/** Private state of a sender. */
interface Inside {
  readonly control: Pick<Bbr, 'phase' | 'minRttNs'> & { bandwidthSegmentsPerNs(): number; readonly pacingGain: number };
  readonly flightSize: number;
}

/** 1 ms per segment and 41 ms of round trip: 41 segments fit the path. */
function opened(script: Script = { data: () => 'deliver' }) {
  const loop = new LoopHarness({ congestion: 'bbr1', initialWindow: 10, windowPackets: 1000 }, script);
  const inside = loop.sender as unknown as Inside;
  loop.sender.supply(1_000_000);
  return { loop, inside, control: inside.control };
}

describe('on a path that loses nothing', () => {
  test('startup finds the rate and leaves it for good; the model is the path', () => {
    const { loop, control } = opened();
    const states: string[] = [];
    loop.onChange = () => {
      if (states.at(-1) !== control.phase) states.push(control.phase);
    };
    loop.run(9);
    expect(states).toEqual(['startup', 'drain', 'probeBandwidth']);
    expect(control.minRttNs).toBe(41e6);
    expect(control.bandwidthSegmentsPerNs() * 1e6).toBeCloseTo(1, 3);
    // Two products of rate and least round trip, and three segments.
    expect(loop.sender.congestionWindow).toBeCloseTo(2 * 41 + 3, 0);
  });

  test('probing sends a quarter more for a round and a quarter less for the next, one round in eight', () => {
    const { loop, control } = opened();
    const spent = new Map<number, number>();
    let before = 0;
    loop.run(2);
    loop.onChange = () => {
      const { nowNs } = loop.clock;
      spent.set(control.pacingGain, (spent.get(control.pacingGain) ?? 0) + (before === 0 ? 0 : nowNs - before));
      before = nowNs;
    };
    loop.run(7);
    expect([...spent.keys()].sort()).toEqual([0.75, 1, 1.25]);
    const part = (gain: number) => (spent.get(gain) ?? 0) / 7e9;
    for (const gain of [1.25, 0.75]) {
      expect(part(gain)).toBeGreaterThan(0.09);
      expect(part(gain)).toBeLessThan(0.16);
    }
  });

  test('the link stays busy with little queue, and every 10 s four segments are in flight for 200 ms', () => {
    const { loop, inside, control } = opened();
    loop.run(3);
    const from = loop.useful.length;
    let probed = 0;
    let least = Number.POSITIVE_INFINITY;
    let before = loop.clock.nowNs;
    loop.onChange = () => {
      if (control.phase === 'probeRtt') {
        probed += loop.clock.nowNs - before;
        least = Math.min(least, inside.flightSize);
      }
      before = loop.clock.nowNs;
    };
    loop.run(60);
    // Six times 200 ms and the round trips before and after, of 60 s.
    expect(probed / 1e9).toBeGreaterThan(5 * 0.2);
    expect(probed / 1e9).toBeLessThan(7 * 0.4);
    expect(least).toBeLessThanOrEqual(4);
    expect((loop.useful.length - from) / 60_000).toBeGreaterThan(0.95);
  });
});

test('a loss of one segment in fifty does not change the rate', () => {
  // Not Reno: by its square-root law it would get 1.22 / sqrt(0.02) = 9 segments per round trip of 41 ms.
  const { loop, control } = opened({ data: (ordinal) => (ordinal % 50 === 7 ? 'lose' : 'deliver') });
  loop.run(30);
  const from = loop.useful.length;
  loop.run(30);
  expect(control.bandwidthSegmentsPerNs() * 1e6).toBeGreaterThan(0.9);
  expect(control.bandwidthSegmentsPerNs() * 1e6).toBeLessThan(1.15);
  expect((loop.useful.length - from) / 30_000).toBeGreaterThan(0.85);
});

describe('the window before a recovery comes back when it is over (section 4.2.3.4)', () => {
  /** Ten segments are allowed, and 20 were sent. */
  function begun() {
    const connection = createConnection(10);
    connection.highestSent = 20;
    const control = new Bbr(connection, { segmentBytes: 1000, headerBytes: 40, pacingBurst: 1 }, () => 0);
    control.onDelivery();
    return { connection, control };
  }

  test('after a timeout, when all that was sent until then is acknowledged; before, it is 4', () => {
    const { connection, control } = begun();
    expect(control.onTimeout()).toBe(10);
    connection.highestSent = 25;
    connection.highestAcked = 19;
    control.onDelivery();
    expect(connection.congestionWindow).toBe(4);
    connection.highestAcked = 20;
    control.onDelivery();
    expect(connection.congestionWindow).toBe(10);
  });

  test('after a loss, when the sender leaves recovery; before, it is what is in flight and one segment', () => {
    const { connection, control } = begun();
    connection.isInRecovery = true;
    connection.inFlight = 6;
    expect(control.onLoss()).toBe(7);
    connection.highestAcked = 5;
    control.onDelivery();
    expect(connection.congestionWindow).toBe(7);
    connection.isInRecovery = false;
    control.onDelivery();
    expect(connection.congestionWindow).toBe(10);
  });
});

test('where the application sends little, that is not taken for the rate of the path', () => {
  const { loop, control } = opened();
  loop.run(5);
  const found = control.bandwidthSegmentsPerNs();
  loop.sender.stop();
  loop.run(2);
  for (let burst = 0; burst < 3; burst++) {
    loop.sender.supply(2);
    loop.run(0.1);
  }
  expect(found * 1e6).toBeCloseTo(1, 2);
  expect(control.bandwidthSegmentsPerNs()).toBe(found);
  expect(loop.sender.isCompleted).toBe(true);
});

describe('Drain ends when rate x RTprop + 3 segments are in flight (section 4.3.3)', () => {
  /** From 0.3 s on, in startup, a queue of others makes the round trip `rttMs`; RTprop is 41 ms. */
  function drainBeside(rttMs: number) {
    let held = 0;
    const { loop, control } = opened({
      data: () => 'deliver',
      get delayMs() {
        return 20 + held / 2;
      },
    });
    const rates: number[] = [];
    let seconds = 0;
    let before = 0;
    loop.onChange = () => {
      const { nowNs } = loop.clock;
      if (nowNs > 0.3e9) held = rttMs - 41;
      if (control.phase === 'drain') {
        seconds += (nowNs - before) / 1e9;
        if (rates.at(-1) !== control.bandwidthSegmentsPerNs() * 1e6) rates.push(control.bandwidthSegmentsPerNs() * 1e6);
      }
      before = nowNs;
    };
    loop.run(9);
    expect(control.phase).toBe('probeBandwidth');
    return { seconds, rates };
  }

  test('it sends at rate / 2.885, so it does at once while the round trip is below 2.885 x 41 ms', () => {
    expect(drainBeside(100).seconds).toBeLessThan(0.2);
  });

  test('beside a longer queue it goes on until rate x (RTT / 2.885 - 41 ms) is below 3 segments', () => {
    const { seconds, rates } = drainBeside(200);
    expect(seconds).toBeGreaterThan(5);
    const least = 3 / (200 / 2.885 - 41);
    expect(rates.at(-2)).toBeGreaterThan(least);
    expect(rates.at(-1)).toBeLessThan(least);
  });
});
