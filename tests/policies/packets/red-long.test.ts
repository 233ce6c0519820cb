/** RED by hand: its average, its probabilities, the spacing of its drops, in both readings. */

import { describe, expect, test } from 'vitest';
import { NO_PACKET, type PacketPolicyDefinition } from '../../../src/engine/contract/policy.ts';
import { openObservedRun } from '../../../src/judging/observed-run.ts';
import { judgingTraffics } from '../../../src/judging/traffics.ts';
import type { ParameterValues } from '../../../src/params/schema.ts';
import { baseProbability, type RedValues } from '../../../src/policies/mechanisms/random-early-detection.ts';
import { droptail } from '../../../src/policies/packets/droptail.ts';
import { red } from '../../../src/policies/packets/red.ts';
import { redEcn } from '../../../src/policies/packets/red-ecn.ts';
import { kolmogorov } from '../../engine/sources/traffic-harness.ts';
import { type HarnessOptions, PolicyHarness } from './policy-harness.ts';

const readings = [['ns2'], ['floyd93']] as const;

interface Offer {
  readonly timeNs: number;
  /** Waiting before the offer, packets and bytes. */
  readonly waiting: number;
  readonly bytes: number;
  /** Since when the link had rested, ns; NaN if it was busy. */
  readonly idleSinceNs: number;
  readonly average: number;
  readonly reason: string;
}

/** Every offered packet of a run, with the state of the queue. */
function offersOf(
  definition: PacketPolicyDefinition,
  traffic: (typeof judgingTraffics)[number],
  values: Partial<RedValues>,
): Offer[] {
  const offers: Offer[] = [];
  let idleSinceNs = 0;
  const watched: PacketPolicyDefinition = {
    ...definition,
    create: (host, all) => {
      const policy = definition.create(host, all);
      const { enqueue, dequeue } = policy;
      policy.enqueue = (packet) => {
        const [waiting, bytes] = [policy.waitingPackets(), policy.waitingBytes()];
        const index = enqueue.call(policy, packet);
        const reason = definition.reasons[index]?.id ?? '';
        offers.push({
          timeNs: host.nowNs,
          waiting,
          bytes,
          idleSinceNs,
          average: host.explanation.operands.average as number,
          reason,
        });
        idleSinceNs = Number.NaN;
        return index;
      };
      policy.dequeue = () => {
        const packet = dequeue.call(policy);
        if (packet === NO_PACKET && Number.isNaN(idleSinceNs)) idleSinceNs = host.nowNs;
        return packet;
      };
      return policy;
    },
  };
  const simulation = openObservedRun(traffic, watched, values as ParameterValues, { trace: () => {} });
  simulation.advance(simulation.endNs);
  return offers;
}

/** A queue that stands at ten packets: with weight 1 the average is 10, and p_b = 0.2 * (10 - 5) / (15 - 5) = 0.1. */
function steady(values: Partial<RedValues>, options: HarnessOptions = {}): PolicyHarness {
  const harness = new PolicyHarness(
    red,
    { queueWeight: 1, maxProbability: 0, minThreshold: 5, maxThreshold: 15 },
    options,
  );
  for (let packet = 0; packet < 10; packet++) harness.offer();
  return harness.configure({ maxProbability: 0.2, ...values });
}

/** Offers a packet and brings the queue back to where it was. */
function offerSteadily(harness: PolicyHarness, bytes = 1000) {
  const answer = harness.offer(bytes);
  if (answer.verdict !== 'drop') harness.take();
  return answer;
}

/** Numbers of packets from one drop to the next. */
function gapsBetweenDrops(harness: PolicyHarness, drops: number): number[] {
  const gaps: number[] = [];
  let gap = 0;
  while (gaps.length < drops) {
    gap++;
    if (offerSteadily(harness).verdict === 'accept') continue;
    gaps.push(gap);
    gap = 0;
  }
  return gaps.slice(1);
}

describe('the average queue', () => {
  const idle = [
    ['bursts', 0.002],
    ['bursts', 0.05],
    ['poisson', 0.01],
  ] as const;
  const cases = readings.flatMap(([reading]) => idle.map(([traffic, weight]) => [reading, traffic, weight] as const));

  test.each(cases)('%s, %s, w = %d: every step as computed independently', (reading, id, queueWeight) => {
    const traffic = judgingTraffics.find((candidate) => candidate.id === id) as (typeof judgingTraffics)[number];
    const values = { reading, queueWeight, minThreshold: 30, maxThreshold: 90 };
    const offers = offersOf(red, { ...traffic, link: { rateBps: 4e6, delayMs: 10 } }, values);
    let average = 0;
    let idles = 0;
    for (const offer of offers) {
      // Packets of 1,000 bytes at 4 Mb/s: one in 2 ms. A nanosecond makes up for the rounding of both ends.
      const idle = Number.isNaN(offer.idleSinceNs) ? -1 : Math.floor((offer.timeNs - offer.idleSinceNs + 1) / 2e6);
      const steps = idle < 0 ? 1 : reading === 'ns2' ? idle + 1 : idle;
      average = average * (1 - queueWeight) ** steps + queueWeight * offer.waiting;
      if (idle > 0) idles++;
      expect(Math.abs(offer.average - average)).toBeLessThanOrEqual(1e-12 * Math.max(1, average));
    }
    expect(idles).toBeGreaterThan(2);
    expect(offers.length).toBeGreaterThan(500);
  });

  test('goes on decaying over an idle time in which a packet was dropped', () => {
    const traffic = {
      ...(judgingTraffics[1] as (typeof judgingTraffics)[number]),
      run: { durationSeconds: 8 },
      sources: {
        burst: { kind: 'cbr', label: '', rateBps: 4e6, timing: 'periodic', stopSeconds: 0.5 },
        trickle: { kind: 'cbr', label: '', rateBps: 16e3, timing: 'periodic', startSeconds: 1.3 },
      },
    } as const;
    const values = { reading: 'floyd93' as const, minThreshold: 1, maxThreshold: 3, maxProbability: 1, gentle: false };
    const trickle = offersOf(red, traffic, values).filter(({ timeNs }) => timeNs > 1.3e9);
    // 0.5 s of rest at 4 ms a packet: 0.998^125 a step.
    expect(trickle[2]?.average).toBeLessThan(0.8 * (trickle[1]?.average as number));
  });

  test('in bytes, counted in packets of the mean size', () => {
    const traffic = judgingTraffics.find(({ id }) => id === 'mixed-sizes') as (typeof judgingTraffics)[number];
    const values = {
      measure: 'bytes' as const,
      meanPacketBytes: 500,
      queueWeight: 1,
      minThreshold: 200,
      maxThreshold: 600,
    };
    for (const offer of offersOf(red, { ...traffic, buffer: { packets: 1000 } }, values))
      expect(offer.average).toBeCloseTo(offer.bytes / 500, 9);
  });

  test('lies between nothing and the buffer', () => {
    for (const { average } of offersOf(red, judgingTraffics[1] as (typeof judgingTraffics)[number], {})) {
      expect(average).toBeGreaterThanOrEqual(0);
      expect(average).toBeLessThanOrEqual(20);
    }
  });
});

test.each(readings)('%s: below min_th nothing is dropped early', (reading) => {
  for (const traffic of judgingTraffics) {
    const offers = offersOf(
      red,
      { ...traffic, buffer: { packets: 200 } },
      { reading, minThreshold: 4, maxThreshold: 12 },
    );
    for (const { average, reason } of offers) {
      if (['early', 'certain', 'passed', 'first-above', 'nearly-empty'].includes(reason))
        expect(average).toBeGreaterThanOrEqual(4);
      if (reason === 'below') expect(average).toBeLessThan(4);
    }
  }
});

describe('the probability before spreading', () => {
  const values = { minThreshold: 10, maxThreshold: 30, maxProbability: 0.1, gentle: true };

  test.each([
    [0, 0],
    [9.999, 0],
    [10, 0],
    [15, 0.025],
    [20, 0.05],
    [30, 0.1],
    [45, 0.55],
    [60, 1],
    [99, 1],
  ])('gentle: at an average of %d it is %d', (average, probability) => {
    expect(baseProbability(average, values)).toBeCloseTo(probability, 12);
    expect(red.curve?.(average, values)).toBe(baseProbability(average, values));
  });

  test('not gentle: certain from max_th on', () => {
    expect(baseProbability(29.999, { ...values, gentle: false })).toBeLessThan(0.1);
    expect(baseProbability(30, { ...values, gentle: false })).toBe(1);
  });

  test('grows without a step', () => {
    for (const gentle of [true, false])
      for (let average = 0; average < 70; average += 0.1)
        expect(baseProbability(average + 0.1, { ...values, gentle })).toBeGreaterThanOrEqual(
          baseProbability(average, { ...values, gentle }),
        );
  });
});

describe('spacing of drops at p = 0.1', () => {
  /**
   * Probability after spreading, by the number of packets since the last drop; the draws here drop a packet only if its
   * drop is certain.
   */
  function spreadByCount(values: Partial<RedValues>, packets: number): number[] {
    const harness = steady(values, { draw: 0 });
    // Crossing min_th, then the first drop, as soon as it is possible: from here on the count is known.
    while (offerSteadily(harness).verdict === 'accept');
    const { random } = harness.host;
    random.drawUniform = () => {
      random.drawn[0] = 1 - 2 ** -53;
    };
    return Array.from({ length: packets }, () => offerSteadily(harness).operands.probability as number);
  }

  test('ns-2 with wait: none before count 10, p / (2 - 10 p) there, certain at 20', () => {
    const spread = spreadByCount({}, 20);
    expect(spread.slice(0, 9)).toEqual(new Array(9).fill(0));
    expect(spread[9]).toBeCloseTo(0.1, 12);
    expect(spread[14]).toBeCloseTo(0.2, 12);
    // At 19 it is 1 but for rounding; a drop there starts the count again.
    expect(spread[18]).toBeCloseTo(1, 12);
    expect(Math.max(...spread)).toBe(1);
  });

  test.each([[{ reading: 'floyd93' as const }], [{ wait: false }]])(
    '%o: p / (1 - count p), certain before 1 / p',
    (values) => {
      const spread = spreadByCount(values, 9);
      for (const [index, probability] of spread.entries())
        expect(probability).toBeCloseTo(0.1 / (1 - 0.1 * (index + 1)), 12);
      expect(spread[8]).toBe(1);
    },
  );

  test.each([
    ['ns-2 with wait', {}, 10, 20],
    ['ns-2 without wait', { wait: false }, 1, 10],
    ['floyd93', { reading: 'floyd93' as const }, 1, 10],
  ])('%s: gaps from %s to %s, all equally likely', (_name, values, least, most) => {
    const gaps = gapsBetweenDrops(steady(values), 4_000);
    expect(Math.min(...gaps)).toBe(least);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(most);
    const different = Math.max(...gaps) - least + 1;
    // Spread evenly over each whole number, so that a continuous distribution can be asked for.
    const smooth = gaps.map((gap, index) => (gap - least + ((index * 0.6180339887) % 1)) / different);
    expect(kolmogorov(smooth, (x) => x)).toBeLessThan(1.63);
  });

  test.each([
    ['ns-2', {}, 0.1 / 1.5],
    ['floyd93', { reading: 'floyd93' as const }, 0.2],
  ])('%s drops a share of about %d', (_name, values, share) => {
    const gaps = gapsBetweenDrops(steady(values), 4_000);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    // Half a packet off: the gap is a whole number between its bounds.
    expect(Math.abs(mean - 1 / share)).toBeLessThan(0.8);
  });

  test('in bytes, a packet of twice the size is dropped twice as often', () => {
    const harness = steady({ measure: 'bytes', wait: false, meanPacketBytes: 1000, maxProbability: 0.02 });
    const drops = [0, 0];
    for (let packet = 0; packet < 40_000; packet++) {
      const large = packet % 2;
      if (offerSteadily(harness, large ? 1200 : 600).verdict === 'drop') drops[large] = (drops[large] as number) + 1;
    }
    expect(drops[0]).toBeGreaterThan(150);
    expect(Math.abs((drops[1] as number) / (drops[0] as number) - 2)).toBeLessThan(0.4);
  });
});

describe('only in ns-2', () => {
  test('the first packet above min_th passes, whatever is drawn', () => {
    const harness = new PolicyHarness(
      red,
      { queueWeight: 1, minThreshold: 5, maxThreshold: 60, maxProbability: 1, wait: false },
      { draw: 0 },
    );
    const reasons = Array.from({ length: 8 }, () => harness.offer().reason);
    expect(reasons).toEqual([...new Array(5).fill('below'), 'first-above', 'early', 'early']);
  });

  test('no early drop while at most one packet waits', () => {
    const harness = new PolicyHarness(
      red,
      { queueWeight: 0.00001, minThreshold: 0, maxThreshold: 0.001, wait: false },
      { draw: 0 },
    );
    expect(Array.from({ length: 4 }, () => harness.offer().reason)).toEqual([
      'nearly-empty',
      'nearly-empty',
      'first-above',
      'early',
    ]);
  });
});

describe('marking', () => {
  test('only packets that can be marked, and only below mark_p', () => {
    const values = { queueWeight: 1, minThreshold: 5, maxThreshold: 15, maxProbability: 0.2, wait: false };
    const harness = new PolicyHarness(redEcn, values, { draw: 0 });
    while (harness.policy.waitingPackets() < 9) harness.offer(1000, true);
    // 9 wait: p = 0.08.
    expect(harness.offer(1000, false).reason).toBe('early');
    expect(harness.offer(1000, true).reason).toBe('marked');
    // 10 wait: p = 0.1, no longer below.
    expect(harness.offer(1000, true).reason).toBe('early');
    harness.configure({ markLimit: 0.11 });
    expect(harness.offer(1000, true).reason).toBe('marked');
  });

  test('with mark_p = 2 every ECN-capable packet is marked, except when the buffer is full', () => {
    const values = { queueWeight: 1, minThreshold: 1, maxThreshold: 2, markLimit: 2 };
    const harness = new PolicyHarness(redEcn, values, { draw: 0, limitPackets: 12 });
    const reasons = Array.from({ length: 20 }, () => harness.offer(1000, true).reason);
    expect(reasons.slice(-8)).toEqual(new Array(8).fill('full'));
    expect(reasons.filter((reason) => reason === 'marked').length).toBeGreaterThan(6);
    expect(reasons).not.toContain('early');
    expect(harness.offer(1000, false).verdict).toBe('drop');
  });

  test('RED itself never marks', () => {
    const harness = new PolicyHarness(red, { queueWeight: 1, minThreshold: 1, maxThreshold: 2 }, { draw: 0 });
    expect(Array.from({ length: 20 }, () => harness.offer(1000, true).verdict)).not.toContain('mark');
  });
});

describe('the ramp of switches (Zhu et al. 2015, figure 5)', () => {
  const ramp = { queueWeight: 1, gentle: false, reading: 'switch', markLimit: 2 } as const;

  /** Whether a packet of this size is marked that finds packets of `waiting` bytes, for this draw. */
  function marks(values: object, waiting: readonly number[], draw: number, bytes = 1000): boolean {
    const harness = new PolicyHarness(redEcn, { ...ramp, ...values }, { draw });
    for (const waitingBytes of waiting) harness.offer(waitingBytes, true);
    return harness.offer(bytes, true).verdict === 'mark';
  }

  // p = 0.4 (q - 4) / (8 - 4) between K_min and K_max.
  test.each([
    [3, 0],
    [4, 0],
    [5, 0.1],
    [6, 0.2],
    [7, 0.3],
  ])('%d waiting packets: p = %d', (waiting, p) => {
    const values = { minThreshold: 4, maxThreshold: 8, maxProbability: 0.4 };
    const queue = new Array<number>(waiting).fill(1000);
    expect(marks(values, queue, p + 1e-9)).toBe(false);
    expect(marks(values, queue, Math.max(0, p - 1e-9))).toBe(p > 0);
  });

  test.each([8, 9, 30])('%d waiting packets, K_max or more: every packet', (waiting) => {
    const values = { minThreshold: 4, maxThreshold: 8, maxProbability: 0.4 };
    expect(marks(values, new Array<number>(waiting).fill(1000), 1 - 2 ** -53)).toBe(true);
  });

  // K_min = 5 kB, K_max = 200 kB, P_max = 1 %: at 102.5 kB p = 0.01 * 97.5 / 195 = 0.005.
  test.each([64, 1500, 9000])('the numbers of the paper, in bytes: a packet of %d bytes as any other', (bytes) => {
    const values = {
      minThreshold: 5,
      maxThreshold: 200,
      maxProbability: 0.01,
      measure: 'bytes',
      meanPacketBytes: 1000,
    };
    const queue = new Array<number>(100).fill(1025);
    expect(marks(values, queue, 0.005 + 1e-12, bytes)).toBe(false);
    expect(marks(values, queue, 0.005 - 1e-12, bytes)).toBe(true);
  });

  test('nothing is spread: after a drop, the next packet has the same probability', () => {
    const harness = steady({ reading: 'switch', minThreshold: 5, maxThreshold: 15, maxProbability: 0.4 });
    // 10 packets wait: p = 0.2.
    const drops = Array.from({ length: 40_000 }, () => offerSteadily(harness).verdict === 'drop');
    const share = (sample: readonly boolean[]) => sample.filter(Boolean).length / sample.length;
    // Four standard deviations of a share of 0.2.
    expect(Math.abs(share(drops) - 0.2)).toBeLessThan(4 * Math.sqrt(0.16 / 40_000));
    const next = drops.filter((_, index) => drops[index - 1]);
    expect(Math.abs(share(next) - 0.2)).toBeLessThan(4 * Math.sqrt(0.16 / next.length));
  });

  test('after an idle time shorter than a packet, the present queue counts, not the last one', () => {
    const harness = new PolicyHarness(redEcn, { ...ramp, minThreshold: 1, maxThreshold: 2 }, { draw: 0 });
    for (let packet = 0; packet < 4; packet++) harness.offer(1000, true);
    for (let packet = 0; packet < 5; packet++) harness.take();
    expect(harness.offer(1000, true)).toMatchObject({ reason: 'below', operands: { average: 0 } });
  });
});

describe('a step: equal thresholds', () => {
  const step = { minThreshold: 5, maxThreshold: 5, queueWeight: 1, gentle: false, reading: 'floyd93' } as const;

  test.each([
    ['red', red, 'certain'],
    ['red-ecn', redEcn, 'marked'],
  ] as const)('%s: no packet that finds less than K waiting, and each that finds K or more', (_, definition, acted) => {
    const harness = new PolicyHarness(definition, { ...step, markLimit: 2 }, { draw: 0.999 });
    const reasons = Array.from({ length: 9 }, () => harness.offer(1000, true).reason);
    expect(reasons).toEqual([...new Array(5).fill('below'), ...new Array(4).fill(acted)]);
  });

  test('gentle: from max_p at K to 1 at 2 K', () => {
    const at = (average: number) => baseProbability(average, { ...step, gentle: true, maxProbability: 0.2 });
    expect([4.999, 5, 7.5, 10].map(at)).toEqual([0, expect.closeTo(0.2, 12), expect.closeTo(0.6, 12), 1]);
  });

  test('no probability is a fraction by zero, for any average, in both readings', () => {
    for (const [reading] of readings)
      for (const measure of ['packets', 'bytes'] as const)
        for (const wait of [true, false]) {
          const values = { ...step, reading, measure, wait, markLimit: 2 };
          const harness = new PolicyHarness(redEcn, values, { limitPackets: 12 });
          for (let packet = 0; packet < 20; packet++) {
            const { operands } = harness.offer(1000, true);
            for (const name of ['average', 'baseProbability', 'probability', 'scaledProbability'])
              expect(operands[name], name).toBeGreaterThanOrEqual(0);
          }
        }
  });
});

describe('against DropTail', () => {
  const off = { maxProbability: 0, minThreshold: 100_000, maxThreshold: 100_000 };

  test.each(readings)('%s without early drops is DropTail with room for the packet in transmission', (reading) => {
    for (const traffic of judgingTraffics.filter(({ buffer }) => Object.hasOwn(buffer, 'packets'))) {
      const ours = openObservedRun(traffic, red, { ...off, reading });
      const theirs = openObservedRun({ ...traffic, buffer: { packets: 21 } }, droptail);
      ours.advance(ours.endNs);
      theirs.advance(theirs.endNs);
      expect(ours.digest(), traffic.id).toBe(theirs.digest());
    }
  });

  test('a full buffer drops, whatever the average', () => {
    const harness = new PolicyHarness(red, off, { limitPackets: 3 });
    expect(Array.from({ length: 5 }, () => harness.offer().reason)).toEqual([
      'below',
      'below',
      'below',
      'full',
      'full',
    ]);
    const bytes = new PolicyHarness(red, off, { limitBytes: 2500 });
    expect([1000, 1000, 501, 500].map((size) => bytes.offer(size).reason)).toEqual(['below', 'below', 'full', 'below']);
  });
});
