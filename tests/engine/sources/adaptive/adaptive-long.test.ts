/**
 * Sources that adapt and choose their colour: their rate against the formula, their choice against the rate of each
 * colour.
 */
import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../../../src/engine/numbers/random.ts';
import { colourFlag } from '../../../../src/engine/packets/colour.ts';
import { PacketFlag } from '../../../../src/engine/packets/packet.ts';
import { LossIntervals } from '../../../../src/engine/sources/adaptive/loss-intervals.ts';
import { pftkPacketsPerSecond } from '../../../../src/engine/transport/pftk.ts';
import { type Emission, TrafficHarness } from '../traffic-harness.ts';

const isGreen = ({ flags }: Emission) => (flags & PacketFlag.green) !== 0;

function greenShare(harness: TrafficHarness, fromSeconds: number): number {
  const late = harness.sent.filter(({ timeNs }) => timeNs >= fromSeconds * 1e9);
  return late.filter(isGreen).length / late.length;
}

/** Payload sent from a time on, bit/s. */
function rateBps(harness: TrafficHarness, fromSeconds: number, toSeconds: number): number {
  const late = harness.sent.filter(({ timeNs }) => timeNs >= fromSeconds * 1e9);
  return (late.reduce((sum, { countedBytes }) => sum + countedBytes, 0) * 8) / (toSeconds - fromSeconds);
}

/** Loses packets at random, each colour with its own probability. */
function losing(green: number, blue: number): (emission: Emission) => boolean {
  const random = new RandomStream(7, 'losses');
  return (emission) => random.uniform() < (isGreen(emission) ? green : blue);
}

describe('the loss event rate', () => {
  const RTT_NS = 1e8;

  /** Packets at 10 ms each, those listed missing. */
  function losses(missing: readonly number[], packets: number): LossIntervals {
    const intervals = new LossIntervals();
    for (let packet = 0; packet < packets; packet++)
      if (!missing.includes(packet)) intervals.receive(packet, false, packet * 1e7, RTT_NS, 100);
    return intervals;
  }

  test('is 0 before the first loss', () => {
    expect(losses([], 500).rate).toBe(0);
  });

  test('losses within one round trip count as one event', () => {
    const every50 = Array.from({ length: 40 }, (_, index) => 50 * (index + 1));
    const pairs = every50.flatMap((packet) => [packet, packet + 3]);
    expect(losses(pairs, 2_051).rate).toBeCloseTo(losses(every50, 2_051).rate, 3);
  });

  test('a packet that comes after the next one counts as one loss, as a packet that does not come', () => {
    const every50 = Array.from({ length: 40 }, (_, index) => 50 * (index + 1));
    const intervals = new LossIntervals();
    for (let packet = 0; packet < 2_002; packet++) {
      if (!every50.includes(packet)) intervals.receive(packet, false, packet * 1e7, RTT_NS, 100);
      if (every50.includes(packet - 1)) intervals.receive(packet - 1, false, packet * 1e7, RTT_NS, 100);
    }
    expect(intervals.rate).toBe(losses(every50, 2_002).rate);
  });

  test('one in 50 lost, regularly, is 0.02', () => {
    const every50 = Array.from({ length: 40 }, (_, index) => 50 * (index + 1));
    expect(losses(every50, 2_002).rate).toBeCloseTo(0.02, 10);
  });

  test('a long time without losses lowers it, a short one does not', () => {
    const every50 = Array.from({ length: 40 }, (_, index) => 50 * (index + 1));
    expect(losses(every50, 2_030).rate).toBeCloseTo(0.02, 10);
    // RFC 5348, section 5.4: the open interval of 500, seven of 50 with weights 1 1 1 .8 .6 .4 .2.
    expect(losses(every50, 2_500).rate).toBeCloseTo(6 / (500 + 5 * 50), 10);
  });

  test('the first interval is the one that explains the rate until then', () => {
    const rate = losses([300], 302).rate;
    expect(pftkPacketsPerSecond(rate, 0.1, 0.4)).toBeCloseTo(100, 3);
  });
});

describe('adapting', () => {
  test('sends its highest rate when nothing limits it', () => {
    const harness = new TrafficHarness('adaptive', { topRateBps: 128e3 }).runTo(30);
    expect(rateBps(harness, 10, 30)).toBeCloseTo(128e3, -3);
  });

  test('sends at the rate of TCP, within 25 %, when one packet in 50 is lost', () => {
    const loses = losing(0.02, 0.02);
    const values = { topRateBps: 10e6, leastRateBps: 1e3, strategy: 'mix', greenShare: 1 };
    const harness = new TrafficHarness('adaptive', values, { loses }).runTo(400);
    const fair = 8 * 200 * pftkPacketsPerSecond(0.02, 0.1, 0.4);
    expect(rateBps(harness, 50, 400) / fair).toBeGreaterThan(0.75);
    expect(rateBps(harness, 50, 400) / fair).toBeLessThan(1.25);
  });

  test('sends almost nothing when no feedback comes back', () => {
    const harness = new TrafficHarness(
      'adaptive',
      { strategy: 'mix', greenShare: 1 },
      { loses: ({ timeNs }) => timeNs > 20e9 },
    );
    harness.runTo(60);
    expect(rateBps(harness, 40, 60)).toBeLessThan(2e3);
  });

  test('a mark slows it down as a loss does', () => {
    const marked = new TrafficHarness('adaptive', { ecn: true, topRateBps: 10e6 });
    let count = 0;
    const send = marked.send.bind(marked);
    marked.send = (flow, packet) => {
      if (++count % 50 === 0) marked.packets.flags[packet] = (marked.packets.flags[packet] as number) | PacketFlag.ce;
      send(flow, packet);
    };
    marked.runTo(60);
    expect(rateBps(marked, 30, 60)).toBeLessThan(300e3);
  });
});

describe('choosing a colour', () => {
  const values = { topRateBps: 128e3, leastRateBps: 48e3 };

  test('green while green gives enough; one packet in ten tests blue', () => {
    const harness = new TrafficHarness('adaptive', values).runTo(60);
    expect(greenShare(harness, 10)).toBeCloseTo(0.9, 2);
  });

  test('blue when green loses too much', () => {
    const harness = new TrafficHarness('adaptive', values, { loses: losing(0.3, 0) }).runTo(60);
    expect(greenShare(harness, 30)).toBeCloseTo(0.1, 1);
    expect(rateBps(harness, 30, 60)).toBeCloseTo(128e3, -4);
  });

  test('pauses between tests when neither gives enough', () => {
    const harness = new TrafficHarness('adaptive', values, { loses: losing(0.4, 0.4) }).runTo(120);
    const times = harness.times();
    const longest = Math.max(...times.slice(1).map((time, index) => time - (times[index] as number)));
    expect(longest).toBeGreaterThanOrEqual(3e9);
    expect(times.at(-1)).toBeGreaterThan(100e9);
  });

  test('comes back to green when that is good again', () => {
    const random = new RandomStream(3, 'losses');
    const loses = (emission: Emission) => emission.timeNs < 40e9 && isGreen(emission) && random.uniform() < 0.3;
    const harness = new TrafficHarness('adaptive', values, { loses }).runTo(150);
    const early = harness.sent.filter(({ timeNs }) => timeNs > 20e9 && timeNs < 40e9);
    expect(early.filter(isGreen).length / early.length).toBeLessThan(0.2);
    expect(greenShare(harness, 120)).toBeCloseTo(0.9, 1);
  });

  test('a fixed mix is exact', () => {
    const harness = new TrafficHarness('adaptive', { ...values, strategy: 'mix', greenShare: 0.25 }).runTo(60);
    const share = harness.sent.filter(isGreen).length / harness.sent.length;
    expect(share).toBeCloseTo(0.25, 2);
  });
});

describe('a share of green packets', () => {
  test.each([0, 0.1, 0.25, 0.5, 1])('%s of them, evenly', (share) => {
    const flags = Array.from({ length: 1_000 }, (_, number) => colourFlag(number, share));
    expect(flags.filter((flag) => flag === PacketFlag.green)).toHaveLength(1_000 * share);
    expect(flags.slice(0, 100).filter((flag) => flag !== 0)).toHaveLength(100 * share);
  });

  test.each(['cbr', 'poisson', 'onOff', 'tcp'] as const)('a %s source has it', (kind) => {
    const harness = new TrafficHarness(kind, { greenShare: 1 }).runTo(3);
    expect(harness.sent.length).toBeGreaterThan(5);
    expect(harness.sent.filter((emission) => (emission.flags & PacketFlag.ack) === 0).every(isGreen)).toBe(true);
  });
});
