/**
 * DualPI2 against traces worked by hand from the pseudocode of RFC 9332, appendix A (figures 2 to 8), and against
 * closed forms.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClassSummary } from '../../../src/engine/metrics/summary.ts';
import { PacketFlag } from '../../../src/engine/packets/packet.ts';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import type { Arrivals } from '../../../src/engine/time-lists/arrivals.ts';
import { ObservedRun } from '../../../src/judging/observed-run.ts';
import { judgingTraffics, l4sTraffic } from '../../../src/judging/traffics.ts';
import { type ParameterValue, resolveValues } from '../../../src/params/schema.ts';
import { dualPi2 } from '../../../src/policies/packets/dualpi2.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { PACKET_OUTCOMES, replayArrivals } from '../../../src/runs/replay.ts';
import { policyCaution } from '../../../src/scenarios/rules/constraints.ts';
import { evaluateFormula, parseFormula } from '../../../src/ui/why/formula.ts';
import type { HarnessOptions } from './policy-harness.ts';
import { TimedHarness } from './timed-harness.ts';

const MS = 1e6;
type Values = Record<string, ParameterValue>;

const ECT0 = PacketFlag.ect;
const ECT1 = PacketFlag.ect | PacketFlag.ect1;

class Timed extends TimedHarness {
  private values: Values;

  constructor(values: Values = {}, options: HarnessOptions = {}) {
    super(dualPi2, values, options);
    this.values = resolveValues(dualPi2.parameters, values, { rateBps: 8e6, delayMs: 0, bufferPackets: 100 }) as Values;
  }

  /**
   * With a base probability that stays: one update at 16 ms of a head that came at 0, alpha (16 - 6) ms, and none after
   * it.
   */
  static withBase(base: number, values: Values = {}): Timed {
    const timed = new Timed({ ...values, targetMs: 6, alpha: 100 * base, beta: 0 });
    timed.at(0).offer();
    timed.at(16).take();
    timed.harness.configure({ alpha: 0 });
    timed.values = { ...timed.values, alpha: 0 };
    timed.at(40);
    timed.harness.later.length = 0;
    return timed;
  }

  get base(): number {
    return this.signal(0);
  }

  /**
   * Offers this number of packets one after the other, each taken at once.
   * @returns the places, from 1, of those with this reason
   */
  placesOf(reason: string, packets: number, flags: number): number[] {
    const places: number[] = [];
    for (let place = 1; place <= packets; place++) {
      const before = this.harness.later.length;
      this.offer(1000, flags);
      this.take();
      if (this.harness.later.length > before && this.harness.later.at(-1)?.reason === reason) places.push(place);
    }
    return places;
  }

  /** Steps of explanations that do not hold for their numbers. */
  brokenSteps(): string[] {
    return this.harness.later.flatMap(({ operands, steps }) => {
      const values = this.values;
      const numberOf = (name: string) => Number(operands[name] ?? values[name]);
      return steps.filter((text) => {
        const { sides, comparisons } = parseFormula(text);
        const [left, right] = sides.map((side) => evaluateFormula(side, numberOf)) as [number, number];
        const [sign] = comparisons;
        if (sign === '=') return !(Math.abs(left - right) < 1e-9);
        return !(sign === '<'
          ? left < right
          : sign === '>'
            ? left > right
            : sign === '<='
              ? left <= right
              : left >= right);
      });
    });
  }
}

describe('worked by hand from the pseudocode', () => {
  // Figure 3: ecn(pkt) modulo 2, so that ECT(1) = 1 and CE = 3 wait in the L4S queue, not-ECT = 0 and ECT(0) = 2 in the
  // other.
  test.each([
    [0, 'to-classic'],
    [ECT0, 'to-classic'],
    [ECT1, 'to-l4s'],
    [ECT0 | PacketFlag.ce, 'to-l4s'],
    [ECT1 | PacketFlag.ce, 'to-l4s'],
  ])('flags %i: %s', (flags, reason) => {
    expect(new Timed().offer(1000, flags).reason).toBe(reason);
  });

  // sch_dualpi2, dualpi2_skb_classify(): the field and the mask 3 of any_ect, or 1 of l4s_ect.
  test.each([
    [0, 'to-classic', 'to-classic'],
    [ECT0, 'to-classic', 'ect0-to-l4s'],
    [ECT1, 'to-l4s', 'to-l4s'],
    [ECT0 | PacketFlag.ce, 'to-l4s', 'to-l4s'],
  ])('Linux, flags %i: %s, and with any_ect %s', (flags, reason, anyReason) => {
    expect(new Timed({ variant: 'linux' }).offer(1000, flags).reason).toBe(reason);
    expect(new Timed({ variant: 'linux', anyEct: true }).offer(1000, flags).reason).toBe(anyReason);
    expect(new Timed({ anyEct: true }).offer(1000, flags).reason).toBe(reason);
  });

  // The threshold is 1 ms. Three packets of 1500 bytes wait: at 1.5 ms the first one leaves and is marked as an L4S
  // packet.
  test('Linux with any_ect: an ECT(0) packet is marked at the threshold of the L4S queue', () => {
    const first = (anyEct: boolean) => {
      const timed = new Timed({ variant: 'linux', anyEct }).at(0).fill(3, 1500, ECT0).at(1.5).take();
      return timed.harness.later.map(({ reason }) => reason);
    };
    expect(first(true)).toEqual(['step-mark']);
    expect(first(false)).toEqual([]);
  });

  // Figure 6: the head of the classic queue came at 0, so its delay at the updates is 16, 32, 48 ms.
  // 0.16 * 0.001 + 3.2 * 0.016 = 0.05136; + 0.16 * 0.017 + 3.2 * 0.016 = 0.05392; + 0.16 * 0.033 + 0.0512 = 0.05648.
  test("p' follows the delay of the head and its trend; k p' and its square follow p'", () => {
    const timed = new Timed().at(0).fill(5);
    const seen = [17, 33, 49].map((ms) => timed.at(ms).base);
    for (const [index, p] of [0.05136, 0.10528, 0.16176].entries()) expect(seen[index]).toBeCloseTo(p, 12);
    expect(timed.signal(1)).toBeCloseTo(0.16176 ** 2, 12);
    expect(timed.signal(2)).toBeCloseTo(2 * 0.16176, 12);
    // The queue is empty at 64 ms: 0.16 * -0.015 + 3.2 * -0.048 = -0.156; at 80 ms: -0.0024, and p' stays at 0.
    for (let packet = 0; packet < 5; packet++) timed.take();
    expect(timed.at(65).base).toBeCloseTo(0.16176 - 0.156, 12);
    timed.at(81);
    expect(timed.at(200).base).toBe(0);
  });

  // The next update would be due at 16 ms. With a period of 4 ms from 1 ms on, updates are made at 5 and 9 ms.
  // 0.16 * -0.010 + 3.2 * 0.005 = 0.0144; + 0.16 * -0.006 + 3.2 * 0.004 = 0.01184.
  test('a shorter period counts from its change', () => {
    const timed = new Timed().at(0).fill(5);
    timed.at(1).harness.configure({ updateMs: 4 });
    expect(timed.at(4).base).toBe(0);
    expect(timed.at(6).base).toBeCloseTo(0.0144, 12);
    expect(timed.at(10).base).toBeCloseTo(0.02624, 12);
  });

  // Figure 8, line 2a: the longer delay of both queues drives the controller.
  test('an L4S queue alone drives it too', () => {
    const timed = new Timed().at(0).fill(2, 1000, ECT1).at(10).fill(2);
    expect(timed.at(17).base).toBeCloseTo(0.05136, 12);
  });

  test('an update comes before the packets of the same instant, and only once', () => {
    const timed = new Timed().at(0).fill(5).at(16);
    while (timed.harness.policy.waitingPackets() > 0) timed.take();
    expect(timed.base).toBeCloseTo(0.05136, 12);
    timed.harness.policy.wake?.();
    expect(timed.base).toBeCloseTo(0.05136, 12);
    expect(timed.harness.wakeNs).toBe(32 * MS);
  });

  // recur() with p_C = 0.25^2 = 1/16. The packet that was taken at 16 ms left a sum of 1/16. So the 15th makes it 1,
  // which is not above 1, and the 16th 1 1/16; then every 16th makes it more than 1.
  test('the classic queue drops or marks one of 1 / p_C packets', () => {
    expect(Timed.withBase(0.25).placesOf('classic-drop', 50, 0)).toEqual([16, 32, 48]);
    // 0.25^2 is below the limit of 1/4, so that ECN-capable packets are marked.
    expect(Timed.withBase(0.25).placesOf('classic-mark', 50, ECT0)).toEqual([16, 32, 48]);
  });

  // p_CL = 2 * 0.25 = 1/2: sums 1/2, 1, 1 1/2 (marked), 1, 1 1/2 (marked), ...
  test('the L4S queue marks one of 1 / p_CL packets', () => {
    expect(Timed.withBase(0.25).placesOf('coupled-mark', 9, ECT1)).toEqual([3, 5, 7, 9]);
    expect(Timed.withBase(0.25, { couplingFactor: 1 }).placesOf('coupled-mark', 13, ECT1)).toEqual([5, 9, 13]);
    expect(Timed.withBase(0.25, { couplingFactor: 0 }).placesOf('coupled-mark', 99, ECT1)).toEqual([]);
  });

  // Six packets wait 2 ms, above the step. Behind them are left 5, 4, 3, 2, 1, 0; with one or none p'_L is 0. Sums: 1
  // (not above 1), 2, 2, 2, then 1, 1.
  test('the step, and its test of the length', () => {
    const timed = new Timed().at(0).fill(6, 1000, ECT1).at(2);
    const marked = Array.from({ length: 6 }, () => ((timed.takeFlags() as number) & PacketFlag.ce) !== 0);
    expect(marked).toEqual([false, true, true, true, false, false]);
    expect(timed.harness.later.map(({ reason }) => reason)).toEqual(['native-mark', 'native-mark', 'native-mark']);
    const short = new Timed().at(0).fill(6, 1000, ECT1).at(0.999);
    for (let packet = 0; packet < 6; packet++) short.take();
    expect(short.harness.later).toEqual([]);
    expect(timed.brokenSteps()).toEqual([]);
  });

  // RFC 9332's defaults: marks from 0.8 to 1.2 ms. At 0.9 ms p'_L = 0.1 / 0.4 = 1/4: sums 1/4, 1/2, 3/4, 1, 1 1/4.
  test('the ramp', () => {
    const timed = new Timed({ rampMs: 0.4 }).at(0).fill(12, 1000, ECT1).at(0.9);
    const marks = Array.from({ length: 10 }, () => ((timed.takeFlags() as number) & PacketFlag.ce) !== 0);
    // 0.9 - 0.8 is a little below 0.1 in binary: the fifth sum decides.
    expect(marks.indexOf(true)).toBe(4);
    expect(marks.filter(Boolean).length).toBe(2);
    expect(timed.brokenSteps()).toEqual([]);
    const below = new Timed({ rampMs: 0.4 }).at(0).fill(12, 1000, ECT1).at(0.8);
    for (let packet = 0; packet < 10; packet++) below.take();
    expect(below.harness.later).toEqual([]);
  });

  // p' = 0.6: p_CL = 1 and p_C = 0.36 is above 1/4. Figure 7 for L4S packets: 0.36, mark; 0.72, mark; 1.08, drop, 0.08;
  // 0.44, mark. The classic queue begins with 0.36, of the packet that was taken at 16 ms: 0.72; 1.08, drop, 0.08;
  // 0.44; 0.80; 1.16, drop.
  test('overload: L4S packets are dropped by the square, the others marked; ECN protects no classic packet', () => {
    const timed = Timed.withBase(0.6);
    expect(timed.placesOf('l4s-overload', 6, ECT1)).toEqual([3, 6]);
    expect(timed.harness.later.map(({ reason }) => reason)).toEqual([
      ...['coupled-mark', 'coupled-mark', 'l4s-overload', 'coupled-mark', 'coupled-mark', 'l4s-overload'],
    ]);
    expect(timed.placesOf('classic-overload', 6, ECT0)).toEqual([2, 5]);
    expect(timed.brokenSteps()).toEqual([]);
  });

  test('a packet that carries CE already is not marked again', () => {
    const timed = new Timed()
      .at(0)
      .fill(9, 1000, ECT1 | PacketFlag.ce)
      .at(5);
    while (timed.harness.policy.waitingPackets() > 0) timed.take();
    expect(timed.harness.later).toEqual([]);
  });

  test('a buffer for both queues', () => {
    const timed = new Timed({}, { limitPackets: 3 }).at(0).fill(2).fill(1, 1000, ECT1);
    expect(timed.offer(1000, ECT1).reason).toBe('full');
    const bytes = new Timed({}, { limitBytes: 3000 }).at(0).fill(2).fill(1, 1000, ECT1);
    expect(bytes.offer(1, 0).reason).toBe('full');
  });
});

describe('which queue is next', () => {
  const isL4s = (flags: number | undefined) => ((flags as number) & PacketFlag.ect1) !== 0;
  const still = { alpha: 0, beta: 0, stepMs: 10_000 };

  // While both wait, the classic queue sends 1/16 of the bytes: in 1,600 packets of one size 100, give or take one.
  test('weighted round robin keeps the share of the classic queue, in bytes', () => {
    const timed = new Timed(still).at(0).fill(2000, 1500).fill(2000, 1500, ECT1);
    const order = Array.from({ length: 1600 }, () => isL4s(timed.takeFlags()));
    expect(order.slice(0, 10).every(Boolean)).toBe(true);
    expect(Math.abs(order.filter((l4s) => !l4s).length - 100)).toBeLessThanOrEqual(1);
    // With classic packets of 500 bytes three of them are worth one.
    const small = new Timed(still).at(0).fill(4000, 500).fill(2000, 1500, ECT1);
    const flags = Array.from({ length: 1800 }, () => isL4s(small.takeFlags()));
    const [l4s, classic] = [flags.filter(Boolean).length, flags.filter((each) => !each).length];
    expect((classic * 500) / (classic * 500 + l4s * 1500)).toBeCloseTo(1 / 16, 2);
  });

  test('a queue alone has the whole link', () => {
    for (const flags of [0, ECT1]) {
      const timed = new Timed(still).at(0).fill(20, 1500, flags);
      expect(Array.from({ length: 20 }, () => timed.takeFlags())).toEqual(Array.from({ length: 20 }, () => flags));
    }
  });

  // Figure 10: the L4S queue if lq.time() + tshift >= cq.time(): an L4S packet may come up to 50 ms later.
  test.each([
    [49, true],
    [50, true],
    [51, false],
  ])('queue with the longest wait; an L4S packet that came %i ms later is first: %s', (ms, first) => {
    const timed = new Timed({ ...still, scheduler: 'tsFifo' }).at(0).fill(1).at(ms).fill(1, 1000, ECT1);
    expect(isL4s(timed.takeFlags())).toBe(first);
  });
});

// RFC 9332, section 2.1: p_CL = k p', p_C = p'^2. Open loop with a base probability that stays. The marks are evenly
// spaced, so that their number is within 1 of its mean: far within any binomial interval.
test("the L4S queue is marked with k p', the classic queue with p'^2", () => {
  const base = fc.double({ min: 0.01, max: 0.49, noNaN: true });
  fc.assert(
    fc.property(base, fc.constantFrom(0.5, 1, 2), (p, couplingFactor) => {
      const packets = 3000;
      const classic = Timed.withBase(p, { couplingFactor }).placesOf('classic-mark', packets, ECT0).length;
      const coupled = Timed.withBase(p, { couplingFactor }).placesOf('coupled-mark', packets, ECT1).length;
      expect(Math.abs(classic - packets * p ** 2)).toBeLessThanOrEqual(1.001);
      expect(Math.abs(coupled - packets * Math.min(1, couplingFactor * p))).toBeLessThanOrEqual(1.001);
    }),
    { numRuns: 20, seed: 1 },
  );
});

/** Packets of one size, `ect` in turn, at this many times the rate of the link of 10 Mb/s. */
function overload(load: number, seconds: number, ect: readonly number[]): Arrivals {
  const bytes = 1250;
  const gapNs = (bytes * 8e9) / 1e7 / load;
  const count = Math.floor((seconds * 1e9) / gapNs);
  const columns = Array.from({ length: count }, (_, index) => index);
  return {
    count,
    timeNs: Float64Array.from(columns, (index) => Math.round(index * gapNs)),
    flow: Int32Array.from(columns, (index) => index % ect.length),
    bytes: new Int32Array(count).fill(bytes),
    ect: Uint8Array.from(columns, (index) => ect[index % ect.length] as number),
    classIndex: new Uint8Array(count),
    classes: ['all'],
  };
}

function played(arrivals: Arrivals, values: Values = {}) {
  const context = { rateBps: 1e7, delayMs: 0, bufferPackets: 2000 };
  const resolved = resolveValues(dualPi2.parameters, values, context) as Values;
  const { outcome, timeNs } = replayArrivals(arrivals, {
    definition: dualPi2,
    values: resolved,
    rateBps: 1e7,
    limitPackets: 2000,
    seed: 1,
  });
  return Array.from(outcome, (kind, index) => ({
    outcome: PACKET_OUTCOMES[kind],
    arrivedNs: arrivals.timeNs[index] as number,
    waitedMs: ((timeNs[index] as number) - (arrivals.timeNs[index] as number)) / MS,
    startedNs: timeNs[index] as number,
    ect: arrivals.ect[index],
  }));
}

// The integral term stands still only if the delay is the target. The queue stands still only if the drops are equal to
// the excess: 1 - 1 / 1.2 = 1/6 of a load of 1.2 that does not respond.
test.each([
  ['classic packets', [0]],
  ['ECT(0) packets, and marks do not help', [1]],
  ['L4S packets that do not respond', [2]],
])('a steady overload of %s: drops of one sixth, and the target as delay', (_what, ect) => {
  const late = played(overload(1.2, 60, ect)).filter(({ arrivedNs }) => arrivedNs > 20e9 && arrivedNs < 59e9);
  const sent = late.filter(({ outcome }) => outcome === 'sent' || outcome === 'marked');
  expect(1 - sent.length / late.length).toBeCloseTo(1 / 6, 2);
  const delay = sent.reduce((sum, { waitedMs }) => sum + waitedMs, 0) / sent.length;
  expect(Math.abs(delay - 15)).toBeLessThan(3);
});

test.each(['wrr', 'tsFifo'])('with Prague flows it keeps the contract of the port, %s', (scheduler) => {
  const run = new ObservedRun(l4sTraffic, dualPi2, { scheduler }).finish();
  expect(run.inspector.complaints).toEqual([]);
  const reasons = [...run.inspector.givenReasons].map((index) => dualPi2.reasons[index]?.id);
  expect(reasons).toEqual(expect.arrayContaining(['to-classic', 'to-l4s', 'coupled-mark', 'native-mark']));
});

test('a scenario without L4S senders is told so', () => {
  const [mix] = judgingTraffics as [Scenario];
  const values = resolveValues(dualPi2.parameters, {}, { rateBps: 2e6, delayMs: 10, bufferPackets: 20 }) as Values;
  expect(policyCaution(mix, dualPi2, values)).toMatch(/no source sends L4S/i);
  expect(policyCaution(l4sTraffic, dualPi2, values)).toBeUndefined();
});

const modernFlow = {
  kind: 'tcp',
  ...{ flows: 1, ecn: true, variant: 'rack', growthPer: 'segment', windowPackets: 10_000 },
  ...{ segmentBytes: 1448, headerBytes: 52, initialWindow: 10, minRtoMs: 200 },
} as const;

/** One Prague and one CUBIC flow on 10 Mb/s, with a round trip of 40 ms. */
const SLOW: Scenario = {
  ...l4sTraffic,
  link: { rateBps: 10e6, delayMs: 20 },
  access: {},
  buffer: { packets: 500 },
  run: { durationSeconds: 40, warmupSeconds: 10 },
  sources: {
    l4s: { ...modernFlow, label: 'L4S', congestion: 'prague' },
    classic: { ...modernFlow, label: 'classic', congestion: 'cubic' },
  },
};

// A packet of 1500 bytes takes 1.2 ms. In Linux 7.2, DCTCP in the L4S queue gets 0.44 of 9.54 Mb/s beside CUBIC, and
// with a threshold of 5 ms it gets 5.60.
test('Linux: a threshold below the time of one packet takes the link from L4S flows, and the page says so', () => {
  const shareOf = (stepMs: number) => {
    const values = resolveValues(
      dualPi2.parameters,
      { variant: 'linux', stepMs },
      { rateBps: 10e6, delayMs: 20, bufferPackets: 500 },
    );
    const run = openRun({ scenario: SLOW, policy: 'dualpi2', policyValues: values as Values, seed: 1 });
    run.advance(40e9);
    const [l4s, classic] = run.summary().classes as [ClassSummary, ClassSummary];
    return {
      share: l4s.throughputBps / (l4s.throughputBps + classic.throughputBps),
      caution: policyCaution(SLOW, dualPi2, values as Values),
    };
  };
  const [short, long] = [shareOf(1), shareOf(5)];
  expect(short.share).toBeLessThan(0.25);
  expect(short.caution).toMatch(/1\.2 ms for one packet.*threshold is 1 ms.*such as 5 ms/);
  expect(long.share).toBeGreaterThan(0.5);
  expect(long.share).toBeLessThan(0.65);
  expect(long.caution).toBeUndefined();
});

test('each packet is sent or dropped once, and each queue keeps its order', () => {
  const ect = fc.array(fc.constantFrom(0, 1, 2), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      ect,
      fc.double({ min: 0.5, max: 3, noNaN: true }),
      fc.constantFrom('wrr', 'tsFifo'),
      (kinds, load, scheduler) => {
        const arrivals = overload(load, 2, kinds);
        const packets = played(arrivals, { scheduler });
        expect(packets.length).toBe(arrivals.count);
        for (const l4s of [true, false]) {
          const queue = packets.filter(
            (packet) => (packet.ect === 2) === l4s && /^(sent|marked)$/.test(packet.outcome ?? ''),
          );
          for (let index = 1; index < queue.length; index++)
            expect(queue[index]?.startedNs).toBeGreaterThan(queue[index - 1]?.startedNs as number);
        }
        const starts = packets
          .filter(({ outcome }) => outcome === 'sent' || outcome === 'marked')
          .map(({ startedNs }) => startedNs);
        starts.sort((one, other) => one - other);
        // Transmissions of 1 ms never overlap.
        for (let index = 1; index < starts.length; index++)
          expect((starts[index] as number) - (starts[index - 1] as number)).toBeGreaterThanOrEqual(1e6 - 1);
      },
    ),
    { numRuns: 20, seed: 1 },
  );
});

/**
 * RFC 9332, appendix C.2: a Reno flow sends 1.22 / (R_C p_C^0.5) packets per second (equation 5), a Prague flow 2 /
 * (R_L p_CL) (equation 6). With p_C = (p_CL / k)^2, the rate of the Prague flow is 1.64 R_C / (k R_L) times that of the
 * Reno flow. R is 20 ms plus the delay of the queue.
 */
test('Reno and Prague flows share the link as equations 5 and 6 say', () => {
  const tcp = { kind: 'tcp', flows: 4, conformance: 'rfc' } as const;
  const scenario: Scenario = {
    id: 'shares',
    title: '',
    summary: '',
    citation: '',
    link: { rateBps: 40e6, delayMs: 10 },
    access: { rateBps: 1e9 },
    buffer: { packets: 1000 },
    run: { durationSeconds: 40, warmupSeconds: 10 },
    sources: {
      prague: { ...tcp, label: 'Prague', congestion: 'prague' },
      reno: { ...tcp, label: 'Reno', congestion: 'newreno' },
    },
    policies: {},
  };
  const run = openRun({ scenario, policy: 'dualpi2', seed: 1 });
  run.advance(run.endNs);
  const { classes, utilisation } = run.summary();
  const [prague, reno] = classes as [ClassSummary, ClassSummary];
  const expected = (1.64 * (20 + reno.meanDelayMs)) / (2 * (20 + prague.meanDelayMs));
  const ratio = prague.throughputBps / reno.throughputBps;
  expect(Math.abs(ratio / expected - 1)).toBeLessThan(0.15);
  // The purpose of DualPI2: L4S flows hardly wait, the other flows wait as long as the target, and the link is full.
  expect(prague.meanDelayMs).toBeLessThan(1);
  expect(Math.abs(reno.meanDelayMs - 15)).toBeLessThan(3);
  expect(utilisation).toBeGreaterThan(0.95);
}, 60_000);
