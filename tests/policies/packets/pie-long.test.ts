/**
 * PIE against traces worked by hand from the pseudocode of RFC 8033 (appendices A and B), and packet by packet against
 * ns-3.37's queue disc with the random numbers that it drew (tests/golden/fixtures/README.md).
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PacketFlag } from '../../../src/engine/packets/packet.ts';
import type { Arrivals } from '../../../src/engine/time-lists/arrivals.ts';
import { type ParameterValue, resolveValues } from '../../../src/params/schema.ts';
import { pie } from '../../../src/policies/packets/pie.ts';
import { PACKET_OUTCOMES, type PacketOutcome, replayArrivals } from '../../../src/runs/replay.ts';
import type { HarnessOptions } from './policy-harness.ts';
import { TimedHarness } from './timed-harness.ts';

const MS = 1e6;
type Values = Record<string, ParameterValue>;

/** PIE whose clock moves. */
class Timed extends TimedHarness {
  constructor(values: Values, options: HarnessOptions = {}) {
    super(pie, values, options);
  }

  get probability(): number {
    return this.signal(0);
  }
}

describe('worked by hand from the pseudocode', () => {
  // Twenty packets come at 0 ms and one leaves now and then: its delay is its time. Updates at 15, 30, ... ms; each
  // change is 0.125 (delay - 0.015) + 1.25 (delay - delay before), in seconds, divided by 2048, 512, 128, 32, 8, 2 or
  // 1. 15: 0.125 * -0.005 + 1.25 * 0.010 = 0.011875 / 2048 30: 0.125 *  0.005 + 1.25 * 0.010 = 0.013125 / 512 45: 0.125
  // *  0.025 + 1.25 * 0.020 = 0.028125 / 128 60: 0.125 *  0.040 + 1.25 * 0.015 = 0.02375 / 32 75: 0.125 *  0.055 + 1.25
  // * 0.015 = 0.025625 / 32, since p = 0.000993 is below 0.001 90: 0.125 *  0.070 + 1.25 * 0.015 = 0.0275 / 8 105:
  // 0.029375 / 8; 120: 0.03125 / 8; 135: 0.033125 / 2; 150, nothing left since: 0.125 * 0.115 = 0.014375 / 2
  test('the probability follows the delay and its trend', () => {
    const timed = new Timed({}).at(0).fill(20);
    const seen: number[] = [];
    for (const ms of [10, 20, 40, 55, 70, 85, 100, 115, 130]) {
      timed.at(ms).take();
      timed.at(Math.ceil((ms + 0.1) / 15) * 15 + 1);
      seen.push(timed.probability);
    }
    seen.push(timed.at(151).probability);
    const worked = [
      5.79833984375e-6, 3.143310546875e-5, 2.5115966796875e-4, 9.9334716796875e-4, 1.79412841796875e-3,
      5.23162841796875e-3, 8.90350341796875e-3, 0.01280975341796875, 0.02937225341796875, 0.03655975341796875,
    ];
    expect(seen.length).toBe(worked.length);
    for (const [index, p] of worked.entries()) expect(seen[index]).toBeCloseTo(p, 15);
  });

  // A delay of 500 ms and alpha = 10 bring p to 1 within five updates. Then the queue is empty. With alpha = 0.125 and
  // beta = 0 each update takes 0.125 * 0.015 from p. From the second on, when both delays are 0, p is multiplied by
  // 0.98.
  test('over an empty queue it decays', () => {
    const timed = new Timed({ beta: 0, alpha: 10 }).at(0).fill(2).at(500);
    timed.take().at(580);
    const before = timed.harness.configure({ alpha: 0.125 }) && timed.probability;
    expect(before).toBe(1);
    timed.take().at(586);
    const first = timed.probability;
    expect(first).toBeCloseTo(1 - 0.125 * 0.015, 12);
    timed.at(601);
    expect(timed.probability).toBeCloseTo((first - 0.125 * 0.015) * 0.98, 12);
  });

  // The allowance is 150 ms while the queue is short. A delay of 8 ms is above half the target, so it runs down from
  // the update at 15 ms on. It is 135 after it, 15 after that at 135 ms, 0 after the tenth at 150 ms. Then the draw
  // counts (p is 0: 8 ms are below target).
  test('a burst passes for 150 ms', () => {
    const timed = new Timed({}).at(0).fill(20).at(8).take();
    const answers = [9, 14, 16, 149, 151].map((ms) => {
      const { reason, operands } = timed.at(ms).offer();
      return [reason, operands.burstLeft];
    });
    expect(answers).toEqual([
      ['in-burst', 150],
      ['in-burst', 150],
      ['in-burst', 135],
      ['in-burst', 15],
      ['passed', 0],
    ]);
  });

  test('after a time with a short queue, the allowance is given again', () => {
    const timed = new Timed({}, { draw: 0.999 }).at(0).fill(20).at(8).take().at(200);
    expect(timed.offer().reason).toBe('passed');
    while (timed.harness.policy.waitingPackets() > 0) timed.take();
    // The delay is 0 and p falls to 0 within a few updates.
    expect(timed.at(300).offer()).toMatchObject({ reason: 'in-burst', operands: { burstLeft: 150 } });
  });

  test('an update comes before the packets of the same instant, and only once', () => {
    const timed = new Timed({ maxBurstMs: 0 }, { draw: 0 }).at(0).fill(20).at(10).take().at(15);
    const first = timed.offer();
    expect(first.operands.probability).toBeCloseTo(0.011875 / 2048, 15);
    timed.harness.policy.wake?.();
    expect(timed.probability).toBe(first.operands.probability);
    expect(timed.harness.wakeNs).toBe(30 * MS);
  });

  describe('short queues pass', () => {
    const loaded = (values: Values = {}) => new Timed({ maxBurstMs: 0, ...values }, { draw: 0 }).at(0);

    test('while the delay at the last update was below half the target', () => {
      // 7 ms at the update at 15 ms; then 20 ms, which counts from the update at 30 ms on.
      const timed = loaded().fill(20).at(7).take().at(20).take();
      expect(timed.at(29).offer().reason).toBe('short-delay');
      expect(timed.at(30).offer().reason).toBe('early');
    });

    test('but not from p = 0.2 on', () => {
      // Alpha 100: 100 * 0.485 / 2048 = 0.0237, then + 48.5 / 2, bounded to 1.
      const timed = loaded({ alpha: 100, beta: 0 }).fill(20).at(500).take().at(531);
      expect(timed.probability).toBe(1);
      // A delay of 0.1 ms at 540 ms: p = 1 + 100 * (0.0001 - 0.015) = -0.49: 0. With alpha = 0.1 p stays near 1.
      timed.harness.configure({ alpha: 0.1 });
      while (timed.harness.policy.waitingPackets() > 0) timed.take();
      timed.fill(3).take().at(541);
      expect(timed.probability).toBeGreaterThan(0.9);
      expect(timed.offer(1000).reason).toBe('short-queue');
      expect(timed.fill(1).offer().reason).toBe('early');
    });

    // RFC 8033, section 4.1: byte_length() <= 2 * MEAN_PKTSIZE, in bytes and whatever the number of packets.
    test.each([
      [[1000, 1000], 'short-queue'],
      [[2000], 'short-queue'],
      [[1000, 1001], 'early'],
      [Array.from({ length: 50 }, () => 40), 'short-queue'],
      [[2001], 'early'],
    ])('bytes count: %j waiting', (waiting, reason) => {
      const timed = loaded();
      timed.offer(9000);
      for (const bytes of waiting) timed.offer(bytes);
      expect(timed.at(20).take().at(31).offer().reason).toBe(reason);
    });
  });

  // Alpha 1000, delay 29 ms, target 14 ms: 1000 * 0.015 / 2048 = 0.00732 after one update, 15 / 8 more after the next,
  // so 1.
  test('ECN-capable packets are marked while p is below 10 %', () => {
    const steep = { targetMs: 14, alpha: 1000, beta: 0, maxBurstMs: 0 };
    const timed = new Timed(steep, { draw: 0 }).at(0).fill(20).at(29).take().at(31);
    expect(timed.probability).toBeCloseTo(0.00732421875, 15);
    expect(timed.offer(1000, PacketFlag.ect).reason).toBe('marked');
    expect(timed.offer(1000).reason).toBe('early');
    timed.harness.configure({ ecn: false });
    expect(timed.offer(1000, PacketFlag.ect).reason).toBe('early');
    timed.harness.configure({ ecn: true });
    expect(timed.at(46).probability).toBe(1);
    expect(timed.offer(1000, PacketFlag.ect).reason).toBe('early');
  });

  // RFC 8033, section 5.1: below mark_ecnth. sch_pie also marks at it. p = 1000 * 0.015 / 2048 = 15 / 2048, exactly.
  test.each([
    ['rfc', 15 / 2048, 'early'],
    ['rfc', 15 / 2048 + 1e-9, 'marked'],
    ['rfc', 0, 'early'],
    ['ns3', 15 / 2048, 'early'],
    ['ns3', 15 / 2048 + 1e-9, 'marked'],
    // The kernel's p is a little smaller, because it rounds down: a draw of 0 is below it all the same.
    ['linux', 0.007325, 'marked'],
    ['linux', 0.007324, 'early'],
  ])('%s: with a mark limit of %d, a packet chosen at 15/2048 is: %s', (variant, markLimit, reason) => {
    const values = { variant, markLimit, targetMs: 14, alpha: 1000, beta: 0, maxBurstMs: 0 };
    const timed = new Timed(values, { draw: 0 }).at(0).fill(20).at(29).take();
    timed.at(variant === 'linux' ? 501 : 31);
    expect(timed.probability).toBeCloseTo(15 / 2048, variant === 'linux' ? 8 : 15);
    // Linux always spaces drops: 117 p is the first sum from 0.85 on, also with its smaller p.
    if (variant === 'linux') for (let packet = 0; packet < 116; packet++) timed.offer(1000, PacketFlag.ect);
    expect(timed.offer(1000, PacketFlag.ect).reason).toBe(reason);
  });

  test('with a mark limit of 2, PIE marks also at p = 1', () => {
    const steep = { targetMs: 14, alpha: 1000, beta: 0, maxBurstMs: 0, markLimit: 2 };
    const timed = new Timed(steep, { draw: 0 }).at(0).fill(20).at(29).take().at(46);
    expect(timed.probability).toBe(1);
    expect(timed.offer(1000, PacketFlag.ect).reason).toBe('marked');
  });

  // p = 0.00732421875: 116 p = 0.8496 is below 0.85, 117 p is not; 1160 p = 8.496 is below 8.5, 1161 p is not.
  test('derandomisation', () => {
    const timed = new Timed({ targetMs: 14, alpha: 1000, beta: 0, maxBurstMs: 0, derandomise: true }, { draw: 0.5 });
    timed.at(0).fill(20).at(29).take().at(31).harness.configure({ alpha: 0 });
    const reasons = Array.from({ length: 1300 }, () => timed.offer().reason);
    expect(reasons.findIndex((reason) => reason !== 'too-soon')).toBe(116);
    expect(reasons.slice(116, 1160).every((reason) => reason === 'passed')).toBe(true);
    expect(reasons[1160]).toBe('overdue');
    expect(reasons.slice(1161, 1277).every((reason) => reason === 'too-soon')).toBe(true);
    expect(reasons[1277]).toBe('passed');
  });

  test('a full buffer drops without a draw', () => {
    const timed = new Timed({}, { limitPackets: 3 }).at(0).fill(3);
    expect(timed.offer().reason).toBe('full');
  });

  // Appendix B: 17 packets of 1000 bytes at 10 ms each are the first to exceed 16,384 bytes. The measurement that
  // begins when packet 0 leaves more than that ends 17 packets later and took 170 ms. Then 82 - 18 = 64 packets =
  // 64,000 bytes wait: 64,000 * 170 / 16,384 ms.
  test('the delay from the departure rate', () => {
    const timed = new Timed({ delayFrom: 'departures', updateMs: 1, alpha: 0, beta: 0 }).at(0).fill(82);
    for (let packet = 0; packet < 18; packet++) timed.at(10 * packet).take();
    timed.at(171.5);
    expect(timed.signal(1)).toBeCloseTo((64_000 * 170) / 16_384, 9);
  });
});

describe('as in Linux', () => {
  const linux = { variant: 'linux', maxBurstMs: 0 };

  // sch_pie: the timer first runs after half a second. Delay 300 ms there: 0.125 * 0.285 + 1.25 * 0.3 = 0.410625 /
  // 2048, and 0.02 more, since 300 ms exceed 250 ms. Whole numbers of 56 places, rounded down at each shift, differ by
  // less than 1e-9.
  test('first update at 0.5 s; a delay above 250 ms adds 2 %', () => {
    const timed = new Timed(linux, { draw: 0 }).at(0).fill(20).at(300).take();
    expect(timed.at(499).probability).toBe(0);
    expect(timed.at(501).probability).toBeCloseTo(0.410625 / 2048 + 0.02, 8);
  });

  // From 10 % on an update adds at most 2 %: alpha 40, delay 40 ms: 40 * 0.025 = 1, / 2048, / 32, / 2, then capped.
  // 15 ms are two ticks of 10 ms; the timer takes one more.
  test.each([
    ['100', 30],
    ['250', 20],
    ['1000', 16],
  ])('%s ticks per second: an update each %d ms, with steps of at most 2 % from 10 %% on', (kernelHz, periodMs) => {
    const timed = new Timed({ ...linux, alpha: 40, beta: 0, kernelHz }, { draw: 0 }).at(0).fill(20).at(40).take();
    const first = 1 / 2048;
    const worked = [first, first + 1 / 32, first + 1 / 32 + 1 / 2, first + 1 / 32 + 1 / 2 + 0.02];
    for (const [index, p] of worked.entries()) {
      expect(timed.at(499.9 + index * periodMs).probability).toBeCloseTo(worked[index - 1] ?? 0, 6);
      expect(timed.at(500.1 + index * periodMs).probability).toBeCloseTo(p, 6);
    }
  });

  // kernel/time/timer.c: level n of the wheel begins at 63 * 8^(n - 1) ticks after a clock that is one tick ahead, so
  // at 64, 505 and 4,033 ticks. It has steps of 8^n ticks, and the next one counts: 64 ticks are 8 * (8 + 1), 504 are 8
  // * (63 + 1), 505 are 64 * (7 + 1), 4,032 are 64 * (63 + 1), and 4,033 are 512 * (7 + 1). Each update of these adds 1
  // / 2048, and then 1 / 32.
  test.each([
    ['1000', 63, 64],
    ['1000', 64, 72],
    ['1000', 100, 104],
    ['1000', 504, 512],
    ['1000', 505, 512],
    ['1000', 600, 640],
    ['1000', 4032, 4096],
    ['1000', 4033, 4096],
    ['1000', 5000, 5120],
    ['250', 252, 256],
    ['250', 253, 288],
    ['100', 630, 640],
    ['100', 640, 720],
  ])('%s ticks per second: an update of %d ms is each %d ms', (kernelHz, updateMs, periodMs) => {
    const timed = new Timed({ ...linux, alpha: 40, beta: 0, updateMs, kernelHz }, { draw: 0 }).at(0).fill(20);
    timed.at(40).take();
    expect(timed.at(499 + periodMs).probability).toBeCloseTo(1 / 2048, 6);
    expect(timed.at(501 + periodMs).probability).toBeCloseTo(1 / 2048 + 1 / 32, 6);
  });

  // p = 0.53 after three updates; then 2 % in each of 30 updates of 30 ms.
  test('p may pass 1', () => {
    const timed = new Timed({ ...linux, alpha: 40, beta: 0 }, { draw: 0 }).at(0).fill(20).at(40).take();
    const p = 1 / 2048 + 1 / 32 + 1 / 2;
    expect(timed.at(561).probability).toBeCloseTo(p, 6);
    expect(timed.at(561 + 30 * 30).probability).toBeCloseTo(p + 0.6, 6);
  });

  // The allowance runs down from departure to departure: 150 ms after the first one it is used up.
  test('the burst allowance is counted between departures', () => {
    const timed = new Timed({ variant: 'linux' }).at(0).fill(20);
    timed.at(20).take();
    expect(timed.offer().operands.burstLeft).toBeCloseTo(150, 3);
    timed.at(90).take();
    expect(timed.offer().operands.burstLeft).toBeCloseTo(80, 3);
    timed.at(170).take();
    expect(timed.offer().reason).not.toBe('in-burst');
  });

  // Two packets of 1,500 bytes are not below twice the MTU, with or without the header of 14 bytes: 3000 and 3028.
  test.each([
    ['short-queue', 0, [1500, 1499]],
    ['too-soon', 0, [1500, 1500]],
    ['short-queue', 14, [1500, 1499]],
    ['too-soon', 14, [1500, 1500]],
    ['too-soon', 14, [995, 995, 996]],
    ['short-queue', 14, [995, 995, 995]],
  ])('%s with a header of %d bytes and packets of %j', (reason, headerBytes, sizes) => {
    const timed = new Timed({ ...linux, headerBytes }, { draw: 0 }).at(0).fill(1);
    for (const bytes of sizes) timed.fill(1, bytes);
    timed.at(40).take();
    expect(timed.at(501).offer().reason).toBe(reason);
  });
});

interface Run {
  readonly arrivals: string;
  readonly name: string;
  readonly rateBps: number;
  readonly set: Values;
  readonly room: { readonly limitPackets?: number; readonly limitBytes?: number };
}
type Listed = Readonly<Record<string, { gapNs: number[]; bytes: number[]; ect: string }>>;
interface Fixture {
  readonly arrivals: Listed;
  readonly runs: readonly (Run & {
    readonly verdicts: string;
    readonly gapNs: readonly number[];
    readonly draws: readonly number[];
  })[];
  readonly ensembles: readonly (Run & Record<'dropped' | 'marked' | 'delayMs', { mean: number; sd: number }>)[];
}

const read = (name: string) =>
  JSON.parse(gunzipSync(readFileSync(new URL(`../../golden/fixtures/${name}.json.gz`, import.meta.url))).toString());
const fixture = read('ns3-pie') as Fixture;
const listed: Listed = { ...(read('ns3-queue-discs') as Fixture).arrivals, ...fixture.arrivals };

function arrivalsOf(name: string, draws?: Float64Array): Arrivals {
  const { gapNs, bytes, ect } = listed[name] as Listed[string];
  let timeNs = 0;
  return {
    count: gapNs.length,
    timeNs: Float64Array.from(gapNs, (gap) => {
      timeNs += gap;
      return timeNs;
    }),
    flow: new Int32Array(gapNs.length),
    bytes: Int32Array.from(bytes),
    ect: Uint8Array.from(ect, Number),
    classIndex: new Uint8Array(gapNs.length),
    classes: ['all'],
    ...(draws === undefined ? {} : { draws }),
  };
}

function played(run: Run, arrivals: Arrivals, seed: number) {
  const context = { rateBps: run.rateBps, delayMs: 10, bufferPackets: 100 };
  const values = resolveValues(pie.parameters, { variant: 'ns3', ...run.set }, context);
  return replayArrivals(arrivals, {
    definition: pie,
    values: values as Values,
    rateBps: run.rateBps,
    ...run.room,
    seed,
  });
}

/** Letters of the logs: Q sent, M marked and sent, U dropped early; no packet finds the buffer full. */
const LETTERS: Partial<Record<PacketOutcome, string>> = { sent: 'Q', marked: 'M', 'dropped-enqueue': 'U' };

const runs = fixture.runs.map((run) => [run.arrivals, run.name, run] as const);

test.each(runs)('ns-3.37, arrivals %s, %s: every verdict and every time', (_arrivals, _name, run) => {
  const draws = Float64Array.from(run.draws, (draw) => (draw < 0 ? Number.NaN : draw));
  const arrivals = arrivalsOf(run.arrivals, draws);
  const replayed = played(run, arrivals, 1);
  let timeNs = 0;
  const different: unknown[] = [];
  for (let index = 0; index < run.verdicts.length; index++) {
    const gap = run.gapNs[index] as number;
    if (gap >= 0) timeNs += gap;
    const theirs = [run.verdicts[index], gap >= 0 ? timeNs : arrivals.timeNs[index]];
    const ours = [LETTERS[PACKET_OUTCOMES[replayed.outcome[index] as number] as PacketOutcome], replayed.timeNs[index]];
    if (ours[0] !== theirs[0] || ours[1] !== theirs[1]) different.push({ index, theirs, ours });
  }
  expect(different.slice(0, 3)).toEqual([]);
  expect(run.verdicts.length).toBe(arrivals.count);
});

const ensembles = fixture.ensembles.map((run) => [run.arrivals, run.name, run] as const);
const SEEDS = [1, 2, 3, 4, 5];

// ns-3 ran each with 20 random seeds. The mean of five of ours lies within 4 standard deviations of a mean of five.
test.each(ensembles)('ns-3.37, arrivals %s, %s, with our own random numbers', (name, _name, run) => {
  const arrivals = arrivalsOf(name);
  const sums = { dropped: 0, marked: 0, delayMs: 0 };
  for (const seed of SEEDS) {
    const { outcome, timeNs } = played(run, arrivals, seed);
    let [sent, waitedNs] = [0, 0];
    for (const [index, kind] of outcome.entries()) {
      const verdict = PACKET_OUTCOMES[kind];
      if (verdict === 'dropped-enqueue') sums.dropped++;
      else {
        if (verdict === 'marked') sums.marked++;
        sent++;
        waitedNs += (timeNs[index] as number) - (arrivals.timeNs[index] as number);
      }
    }
    sums.delayMs += waitedNs / sent / MS;
  }
  for (const quantity of ['dropped', 'marked', 'delayMs'] as const) {
    const { mean, sd } = run[quantity];
    const ours = sums[quantity] / SEEDS.length;
    expect(Math.abs(ours - mean), `${quantity}: ${ours}, not ${mean}`).toBeLessThanOrEqual(
      (4 * sd) / Math.sqrt(SEEDS.length),
    );
  }
});
