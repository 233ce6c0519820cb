/** The rules of BBRv3, by hand: each ACK's sample is given, and the sections are those of draft-ietf-ccwg-bbr-06. */
import { describe, expect, test } from 'vitest';
import { Bbr3 } from '../../../../src/engine/transport/congestion/bbr3.ts';
import type { Deliveries } from '../../../../src/engine/transport/congestion/delivery-log.ts';
import { createConnection } from './test-connection.ts';

const MS = 1e6;
const RTT = 40 * MS;
const STARTUP_GAIN = 4 * Math.LN2;
/** Segments of 1000 bytes on the wire, 1 ms each at 8 Mb/s. */
const BPS_PER_SEGMENT_PER_MS = 8e6;

type Sample = { -readonly [Key in keyof Deliveries]: Deliveries[Key] } & { hasFilledWindow: boolean };
type Filter = 'draft' | 'twoCycles';

/** BBR on a path of 40 ms, with an initial window of 10. The least round trip of the handshake is 40 ms too. */
class Path {
  readonly connection = createConnection(10, RTT / MS);
  readonly sample: Sample;
  readonly control: Bbr3;
  /** Numbers that the control draws. */
  draw = 0;
  private leastRttNs = RTT;

  constructor(bandwidthFilter: Filter = 'twoCycles', variant = 'rack') {
    this.sample = {
      deliveredSegments: 1,
      newlyDeliveredSegments: 1,
      rttNs: RTT,
      priorDeliveredSegments: 0,
      isSampleApplicationLimited: false,
      txInFlight: 0,
      lostSinceSent: 0,
      priorInFlight: 0,
      lostSegments: 0,
      duplicateAckCount: 0,
      isRestart: false,
      intervalNs: 0,
      hasFilledWindow: false,
      markApplicationLimited: () => {},
      takeFilledWindow: () => {
        const { hasFilledWindow } = this.sample;
        this.sample.hasFilledWindow = false;
        return hasFilledWindow;
      },
    };
    const values = { segmentBytes: 960, headerBytes: 40, variant, pacingBurst: 1, bandwidthFilter };
    this.control = new Bbr3(this.connection, values, () => this.draw, this.sample);
    this.connection.nowNs = RTT;
    this.connection.inFlight = 0;
    this.control.onDelivery();
  }

  get window(): number {
    return this.connection.congestionWindow;
  }

  /** Pacing rate, segments per ms. */
  get pacing(): number {
    return this.control.pacingBps() / BPS_PER_SEGMENT_PER_MS;
  }

  /**
   * One ACK for a whole round: `segments` were delivered in `ms`. `inFlight` segments are left.
   * @param more of the sample
   */
  round(segments: number, inFlight: number, ms = RTT / MS, more: Partial<Sample> = {}): void {
    const { sample, connection } = this;
    sample.priorDeliveredSegments = sample.deliveredSegments;
    sample.deliveredSegments += segments;
    sample.newlyDeliveredSegments = segments;
    this.acknowledge(inFlight, ms, { txInFlight: inFlight, intervalNs: ms * MS, ...more });
    connection.highestAcked += segments;
  }

  /** One more ACK within the round: one segment, at `perMs` segments per ms. */
  segment(inFlight: number, perMs: number, more: Partial<Sample> = {}): void {
    const { sample } = this;
    sample.deliveredSegments += 1;
    sample.newlyDeliveredSegments = 1;
    const delivered = sample.deliveredSegments - sample.priorDeliveredSegments;
    this.acknowledge(inFlight, 1, { intervalNs: (delivered / perMs) * MS, ...more });
  }

  private acknowledge(inFlight: number, ms: number, sample: Partial<Sample>): void {
    Object.assign(this.sample, { rttNs: RTT, lostSinceSent: 0 }, sample);
    this.connection.nowNs += ms * MS;
    this.connection.inFlight = inFlight;
    this.control.onDelivery();
  }

  /**
   * Startup finds 1 segment per ms, so the product is 40 segments. With so many in flight, Drain and Down end at once.
   */
  opened(): this {
    for (const segments of [10, 20, 40, 40, 40, 40]) this.round(segments, 40);
    expect(this.control.phase).toBe('probeCruise');
    return this;
  }

  /** The same with 90 segments in flight: Drain. */
  draining(): this {
    for (const segments of [10, 20, 40, 40, 40, 40]) this.round(segments, 90);
    expect(this.control.phase).toBe('drain');
    return this;
  }

  /** To the state after Cruise and Refill: it probes for bandwidth. */
  probing(): this {
    this.opened();
    this.refill();
    return this;
  }

  /**
   * A whole cycle in which the path delivers 0.8 segments per ms.
   * @returns the kept rates, segments per ns
   */
  slowCycle(): number[] {
    this.connection.nowNs += 3.1e9;
    this.leastRttNs--;
    this.segment(32, 0.8, { rttNs: this.leastRttNs });
    const rates = Array.from({ length: 8 }, () => {
      this.round(32, 30);
      return this.control.maxRate;
    });
    expect(this.control.phase).toBe('probeCruise');
    return rates;
  }

  /** The time to the next probe is over; then one round of Refill. */
  refill(): void {
    this.connection.nowNs += 3.1e9;
    // A new least round trip, by 1 ns, so that it is not time to probe for the round trip.
    this.leastRttNs--;
    this.segment(40, 1, { rttNs: this.leastRttNs });
    expect(this.control.phase).toBe('probeRefill');
    this.round(40, 40);
    expect(this.control.phase).toBe('probeUp');
  }
}

describe('Startup (section 5.3.1)', () => {
  test('paces at 4 ln 2 times the initial window per round trip', () => {
    const path = new Path();
    expect(path.pacing).toBeCloseTo((STARTUP_GAIN * 10) / 40, 6);
    expect(path.control.phase).toBe('startup');
  });

  test('goes on while the rate grows by a quarter per round, and ends after three rounds without that', () => {
    const path = new Path();
    const phases = [10, 20, 40, 49, 49, 49].map((segments) => {
      path.round(segments, 60);
      return path.control.phase;
    });
    // 49 / 40 is below 1.25.
    expect(phases).toEqual(['startup', 'startup', 'startup', 'startup', 'startup', 'drain']);
    expect(path.control.maxRate * MS).toBeCloseTo(49 / 40, 9);
    expect(path.pacing).toBeCloseTo(0.5 * 0.99 * (49 / 40), 9);
  });

  test('a round of the application’s own rate does not count', () => {
    const path = new Path();
    for (const segments of [10, 20, 40]) path.round(segments, 60);
    for (let round = 0; round < 5; round++) path.round(20, 60, 40, { isSampleApplicationLimited: true });
    expect(path.control.phase).toBe('startup');
    expect(path.control.maxRate * MS).toBeCloseTo(1, 9);
  });

  test('the window grows by what is delivered, up to twice the product of rate and least round trip, and the aggregation', () => {
    const path = new Path();
    const windows = [10, 20, 40, 40].map((segments) => {
      path.round(segments, 60);
      return path.window;
    });
    // 10, then 20, 40 and 80. The rate is 1 in the third round: 80 and the aggregated ACK of the round are the bound.
    expect(windows).toEqual([20, 40, 80, 120]);
  });

  /** A round in which `ranges` separate segments were lost, in recovery since the round before. */
  function lossyRound(ranges: number, lostSinceSent: number, variant = 'rack'): Path {
    const path = new Path('twoCycles', variant);
    for (const segments of [10, 20]) path.round(segments, 60);
    path.connection.isInRecovery = true;
    path.control.onLoss();
    path.control.onSegmentLost(50, 60, 1, false);
    for (let range = 1; range < ranges; range++) path.control.onSegmentLost(50 + 2 * range, 60, 1, false);
    path.round(40, 60, 40, { lostSinceSent, txInFlight: 100 });
    return path;
  }

  test('ends by losses in six ranges of one round if more than 2 % were lost; the delivered amount is the bound', () => {
    const { control } = lossyRound(6, 3);
    expect(control.phase).toBe('drain');
    expect(control.longTermBound).toBe(40);
  });

  test.each([
    ['five ranges', 5, 3],
    ['2 % of the segments', 6, 2],
  ])('goes on with losses of %s', (_, ranges, lost) => {
    expect(lossyRound(ranges, lost).control.phase).toBe('startup');
  });

  test('without selective ACKs, any loss of a recovery ends it', () => {
    expect(lossyRound(1, 0, 'newreno').control.phase).toBe('drain');
  });

  test('a needless recovery takes it back to Startup, without the bound (section 5.5.11)', () => {
    const { control } = lossyRound(6, 3);
    control.onUndo();
    expect(control.phase).toBe('startup');
    expect(control.longTermBound).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('Drain (section 5.3.2)', () => {
  test('ends when the product of rate and least round trip is in flight', () => {
    const path = new Path().draining();
    path.segment(41, 1);
    expect(path.control.phase).toBe('drain');
    // Down ends at the same amount, at the same ACK.
    path.segment(40, 1);
    expect(path.control.phase).toBe('probeCruise');
  });

  test('ends after three more rounds at the latest', () => {
    const path = new Path().draining();
    const phases = [1, 2, 3, 4].map(() => {
      path.round(40, 90);
      return path.control.phase;
    });
    expect(phases).toEqual(['drain', 'drain', 'drain', 'probeDown']);
  });
});

describe('probing for bandwidth (section 5.3.3)', () => {
  test('Down, Cruise, Refill, Up and Down: conditions and gains', () => {
    const path = new Path().draining();
    const { control } = path;
    for (let round = 0; round < 4; round++) path.round(40, 90);
    expect([control.phase, path.pacing]).toEqual(['probeDown', expect.closeTo(0.9 * 0.99, 9)]);
    path.segment(41, 1);
    expect(control.phase).toBe('probeDown');
    path.segment(40, 1);
    expect([control.phase, path.pacing]).toEqual(['probeCruise', expect.closeTo(0.99, 9)]);
    path.connection.nowNs += 3.1e9;
    path.segment(40, 1);
    expect([control.phase, path.pacing]).toEqual(['probeRefill', expect.closeTo(0.99, 9)]);
    path.segment(40, 1);
    expect(control.phase).toBe('probeRefill');
    path.round(40, 40);
    expect([control.phase, path.pacing]).toEqual(['probeUp', expect.closeTo(1.25 * 0.99, 9)]);
    // Three rounds without a quarter more.
    const phases = [1, 2, 3].map(() => {
      path.round(40, 50);
      return control.phase;
    });
    expect(phases).toEqual(['probeUp', 'probeUp', 'probeDown']);
  });

  test.each([
    [0, 40],
    [0.9, 39],
  ])(
    'with %s drawn, and rounds of no time: the next probe comes after 40 rounds, one for each segment',
    (draw, rounds) => {
      const path = new Path();
      path.draw = draw;
      path.opened();
      let count = 0;
      while (path.control.phase === 'probeCruise') {
        path.round(40, 40);
        count++;
        // The clock stands still, but for the rounds themselves.
        path.connection.nowNs -= RTT;
      }
      expect(count).toBe(rounds);
    },
  );

  test('Up: more than 2 % lost bounds the amount in flight where the losses passed 2 %, and ends it', () => {
    const path = new Path().probing();
    const { control } = path;
    control.onSegmentLost(300, 60, 1, false);
    expect(control.phase).toBe('probeUp');
    control.onSegmentLost(301, 60, 2, false);
    // Of 59 segments before, with one lost: 59 + (0.02 x 59 - 1) / 0.98.
    const bound = 59 + 0.18 / 0.98;
    expect(control.longTermBound).toBeCloseTo(bound, 9);
    expect(control.phase).toBe('probeDown');
    path.segment(39, 1);
    expect(control.phase).toBe('probeCruise');
    // It leaves 15 % of the bound to others.
    path.round(40, 40);
    expect(path.window).toBeCloseTo(0.85 * bound, 9);
  });

  test('the bound is not below 0.7 of the product, and only the first loss of a probe counts', () => {
    const path = new Path().probing();
    path.control.onSegmentLost(300, 10, 2, false);
    expect(path.control.longTermBound).toBeCloseTo(0.7 * 40, 5);
    path.control.onSegmentLost(301, 20, 5, false);
    expect(path.control.longTermBound).toBeCloseTo(0.7 * 40, 5);
  });

  test('a probe with few data of the application changes no bound', () => {
    const path = new Path().probing();
    path.control.onSegmentLost(300, 60, 5, true);
    expect(path.control.longTermBound).toBe(Number.POSITIVE_INFINITY);
    expect(path.control.phase).toBe('probeDown');
  });

  /** A bound of 60 from a probe, and the next probe begun. */
  function boundedProbe(filter: Filter = 'twoCycles'): Path {
    const path = new Path(filter).probing();
    path.control.onSegmentLost(300, 61, 2, false);
    path.control.longTermBound = 60;
    path.segment(40, 1);
    path.round(40, 40);
    path.refill();
    return path;
  }

  test('after a probe that went too high, the next one stops at the bound, and is tried again at once if nothing is lost', () => {
    const path = boundedProbe();
    const { control } = path;
    path.segment(59, 1);
    expect(control.phase).toBe('probeUp');
    path.segment(60, 1);
    expect(control.phase).toBe('probeDown');
    path.round(60, 60);
    expect(control.phase).toBe('probeRefill');
    path.round(60, 60);
    path.segment(60, 1);
    expect(control.phase).toBe('probeUp');
  });

  test('revision 05 has no such caution', () => {
    const path = boundedProbe('draft');
    path.segment(60, 1);
    path.segment(70, 1);
    expect(path.control.phase).toBe('probeUp');
  });

  test('a full window at the bound raises it, by 1 segment in the first round and 2 in the second', () => {
    const path = boundedProbe();
    const { control, sample } = path;
    path.segment(60, 1);
    path.round(60, 60);
    path.round(60, 60);
    path.segment(50, 1);
    expect(control.phase).toBe('probeUp');
    while (path.window < 60) path.segment(50, 1);
    sample.hasFilledWindow = true;
    path.round(1, 50);
    const bounds: number[] = [];
    for (let acked = 0; acked < 130; acked++) {
      path.segment(50, 1);
      bounds.push(control.longTermBound);
    }
    expect(control.longTermBound).toBeGreaterThanOrEqual(62);
    expect(bounds.every((bound) => Number.isInteger(bound))).toBe(true);
  });
});

describe('the filter of the rate (sections 5.3.3.9 and 5.5.6)', () => {
  /** The rate that is kept in each round after a probe, while the path gives 0.8 segments per ms. */
  function keptRates(filter: Filter, rounds: number): number[] {
    const path = new Path(filter).probing();
    for (let round = 0; round < 3; round++) path.round(40, 40);
    expect(path.control.phase).toBe('probeDown');
    return Array.from({ length: rounds }, () => {
      path.round(32, 32);
      return Number((path.control.maxRate * MS).toFixed(6));
    });
  }

  test('two cycles: the rate of the probe stays until the end of the next probe', () => {
    expect(keptRates('twoCycles', 12)).toEqual(new Array(12).fill(1));
  });

  test('by revision 05, the filter advances in every round, and forgets the probe after three', () => {
    expect(keptRates('draft', 6)).toEqual([1, 1, 1, 0.8, 0.8, 0.8]);
  });

  test('a lower rate is found when the next probe is over: the cycle before it is forgotten', () => {
    const path = new Path().opened();
    const rates = path.slowCycle().map((rate) => Number((rate * MS).toFixed(6)));
    // The probe has four rounds, and the next one ends its samples. The round after that has the new rate.
    expect(rates).toEqual([1, 1, 1, 1, 1, 0.8, 0.8, 0.8]);
  });
});

describe('losses while it cruises (section 5.5.10.3)', () => {
  test('each round with losses takes rate and amount to those delivered, at most by 0.3', () => {
    const path = new Path().opened();
    path.round(40, 40);
    const { control } = path;
    control.onSegmentLost(500, 40, 1, false);
    // This round and the one before have delivered 0.9 and 1, of which the larger one counts.
    path.round(36, 36);
    expect(control.shortTermRate * MS).toBeCloseTo(1, 9);
    control.onSegmentLost(600, 40, 1, false);
    path.round(20, 20);
    expect(control.shortTermRate * MS).toBeCloseTo(0.9, 9);
    control.onSegmentLost(700, 40, 1, false);
    path.round(20, 20);
    // 0.5 was delivered, but 0.7 x 0.9 is more.
    expect(control.shortTermRate * MS).toBeCloseTo(0.63, 9);
    expect(path.pacing).toBeCloseTo(0.99 * 0.63, 9);
    expect(path.window).toBeLessThanOrEqual(Math.ceil(control.shortTermBound));
  });

  test('the next probe forgets it', () => {
    const path = new Path().opened();
    path.control.onSegmentLost(500, 40, 1, false);
    path.round(30, 30);
    path.control.onSegmentLost(600, 40, 1, false);
    path.round(30, 30);
    expect(path.control.shortTermRate).toBeLessThan(1 / MS);
    path.refill();
    expect(path.control.shortTermRate).toBe(Number.POSITIVE_INFINITY);
    expect(path.control.shortTermBound).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('probing for the round trip (section 5.3.4)', () => {
  test('after 5 s: half of the product in flight for 200 ms and a round; then it cruises with the window as before', () => {
    const path = new Path().opened();
    const { control, connection } = path;
    path.round(40, 40);
    const before = path.window;
    // 40.5 ms is not a new minimum.
    connection.nowNs += 5e9;
    path.segment(40, 1, { rttNs: RTT + 0.5 * MS });
    expect(control.phase).toBe('probeRtt');
    expect(path.window).toBe(20);
    expect(control.minRttNs).toBe(RTT);
    path.round(20, 20);
    const startNs = connection.nowNs;
    while (control.phase === 'probeRtt') path.round(20, 20);
    expect(connection.nowNs - startNs).toBe(240 * MS);
    expect(control.phase).toBe('probeCruise');
    expect(path.window).toBe(before);
  });

  test('the least round trip is forgotten after 10 s', () => {
    const path = new Path().opened();
    for (let round = 0; round < 300; round++) path.round(40, 10, 40, { rttNs: 2 * RTT });
    expect(path.control.minRttNs).toBe(2 * RTT);
  });
});

describe('timeouts and restarts', () => {
  test('after a timeout the window begins with that of the sender, and comes back when all that was sent has arrived', () => {
    const path = new Path().opened();
    path.round(40, 40);
    const { control, connection } = path;
    const before = path.window;
    connection.highestSent = connection.highestAcked + 50;
    expect(control.onTimeout()).toBe(before);
    connection.congestionWindow = 1;
    path.segment(0, 1);
    expect(path.window).toBe(4);
    connection.highestAcked = connection.highestSent;
    path.segment(1, 1);
    expect(path.window).toBeGreaterThanOrEqual(before);
  });

  test('after a pause of the application it paces at the rate itself (section 5.4.1)', () => {
    const path = new Path().draining();
    for (let round = 0; round < 4; round++) path.round(40, 90);
    expect(path.pacing).toBeCloseTo(0.9 * 0.99, 9);
    path.control.onRestart();
    expect(path.pacing).toBeCloseTo(0.99, 9);
  });
});
