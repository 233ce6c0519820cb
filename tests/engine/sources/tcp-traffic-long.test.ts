import { describe, expect, test } from 'vitest';
import { TrafficHarness } from './traffic-harness.ts';

/** Round trip 100 ms, initial window 4. A transfer of 10 segments: handshake, 4, then 6: ends after 300 ms. */
const SHORT = { transferPackets: 10, thinkSeconds: 1, thinkDistribution: 'constant', startWithinSeconds: 0 };
const MS = 1e6;

/** Times at which a connection was opened, ms: its segment 0 is sent. */
function openings(harness: TrafficHarness, flow = 0): number[] {
  return harness.sent
    .filter((emission) => emission.flow === flow && emission.sequence === 0)
    .map(({ timeNs }) => timeNs / MS);
}

const ms = (times: readonly number[]) => times.map((time) => time / MS);

describe('short transfers', () => {
  test('after completion: the pause begins when the last segment is acknowledged', () => {
    const harness = new TrafficHarness('shortTcp', SHORT).runTo(4);
    expect(openings(harness)).toEqual([0, 1300, 2600, 3900]);
    expect(ms(harness.done)).toEqual([300, 1600, 2900]);
    expect(harness.sent.slice(0, 11).map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('take from their beginning to the acknowledgement of their last segment, the handshake included', () => {
    const harness = new TrafficHarness('shortTcp', SHORT).runTo(4);
    expect(ms(harness.took)).toEqual([300, 300, 300]);
    // Handshake, then 4, 8, 16 and 2 segments: slow start doubles the window for 30 segments.
    const longer = new TrafficHarness('shortTcp', { ...SHORT, transferPackets: 30 }).runTo(1);
    expect(ms(longer.took)).toEqual([500]);
    // Segment 9 is lost: after the third duplicate ACK, at 300 ms, it is sent again.
    const lost = new Set([9]);
    const loses = ({ sequence }: { sequence: number }) => lost.delete(sequence);
    const repaired = new TrafficHarness('shortTcp', { ...SHORT, transferPackets: 12 }, { loses }).runTo(1);
    expect(ms(repaired.took)).toEqual([400]);
  });

  test('on one connection: the next waits for no handshake; those that overlap are timed each by itself', () => {
    const kept = { ...SHORT, persistent: true, idleRestart: false };
    expect(ms(new TrafficHarness('shortTcp', kept).runTo(4).took)).toEqual([300, 100, 100, 100]);
    // At 0 and 150 ms: the second 10 have to wait until the first have left. At 200 ms the window is 8, at 300 ms 14.
    const times = { ...kept, spacing: 'atTimes', transferTimesSeconds: [0, 0.15] };
    expect(ms(new TrafficHarness('shortTcp', times).runTo(4).took)).toEqual([300, 250]);
  });

  test('one that is cut off, since its flow is removed, is never complete', () => {
    const harness = new TrafficHarness('shortTcp', SHORT).runTo(0.15);
    harness.traffic.configure({ flows: 0 });
    harness.runTo(5);
    expect(harness.done).toHaveLength(1);
    expect(harness.took).toEqual([]);
  });

  test('fixed period: one transfer begins in each period', () => {
    const harness = new TrafficHarness('shortTcp', { ...SHORT, spacing: 'fixedPeriod' }).runTo(4.5);
    expect(openings(harness)).toEqual([0, 1000, 2000, 3000, 4000]);
  });

  test('fixed period, shorter than a transfer: more is added to the connection that is still open', () => {
    const harness = new TrafficHarness('shortTcp', { ...SHORT, spacing: 'fixedPeriod', thinkSeconds: 0.09 }).runTo(5);
    expect(openings(harness)).toEqual([0]);
    // The last of 56 supplies came at 4.95 s.
    expect(harness.sent.at(-1)?.sequence).toBe(10 * 56);
  });

  test('at given times', () => {
    const harness = new TrafficHarness('shortTcp', {
      ...SHORT,
      spacing: 'atTimes',
      transferTimesSeconds: [0.5, 2, 2.7],
    }).runTo(9);
    expect(openings(harness)).toEqual([500, 2000, 2700]);
  });

  test('at given times: a flow that is added later takes the remaining times', () => {
    const harness = new TrafficHarness('shortTcp', {
      ...SHORT,
      spacing: 'atTimes',
      transferTimesSeconds: [0.5, 2, 2.7],
    });
    harness.runTo(1).traffic.configure({ flows: 2 });
    harness.runTo(9);
    expect(openings(harness, 1)).toEqual([2000, 2700]);
  });

  test('one connection for all: one handshake, and the window that was reached is kept', () => {
    const harness = new TrafficHarness('shortTcp', { ...SHORT, persistent: true, idleRestart: false }).runTo(4);
    expect(openings(harness)).toEqual([0]);
    // The second transfer has no handshake and goes out whole: the window grew from 4 to 14.
    expect(ms(harness.done)).toEqual([300, 1400, 2500, 3600]);
    expect(harness.sent.filter(({ timeNs }) => timeNs === 1300 * MS)).toHaveLength(10);
  });

  test('exponential think times have the mean asked for', () => {
    const harness = new TrafficHarness('shortTcp', { ...SHORT, thinkDistribution: 'exponential', flows: 50 }).runTo(
      100,
    );
    const cycles = harness.sent.filter(({ sequence }) => sequence === 0).length;
    // A cycle is 1 s of thought and 0.3 s of transfer: 50 * 100 / 1.3 of them.
    expect(Math.abs(cycles / (5_000 / 1.3) - 1)).toBeLessThan(0.04);
  });

  test('starts are spread over the think time', () => {
    const harness = new TrafficHarness('shortTcp', { thinkSeconds: 10, flows: 300 }).runTo(10.1);
    const firsts = Array.from({ length: 300 }, (_, flow) => (openings(harness, flow)[0] as number) / 1e4);
    expect(Math.max(...firsts)).toBeLessThan(1);
    expect(Math.abs(firsts.reduce((sum, x) => sum + x, 0) / 300 - 0.5)).toBeLessThan(3 / Math.sqrt(12 * 300));
  });
});

describe('flows that come and go', () => {
  test('an added flow starts at once, also where the others started late', () => {
    const harness = new TrafficHarness('tcp', { flows: 1, startSeconds: 2, windowPackets: 4 }).runTo(5);
    harness.traffic.configure({ flows: 2 });
    harness.runTo(6);
    expect(openings(harness, 0)).toEqual([2000]);
    expect(openings(harness, 1)).toEqual([5000]);
  });

  test('a flow that is taken away before its start never starts', () => {
    const harness = new TrafficHarness('tcp', { flows: 2, startSeconds: 2, windowPackets: 4 }).runTo(1);
    harness.traffic.configure({ flows: 1 });
    harness.runTo(5);
    expect(openings(harness, 1)).toEqual([]);
  });

  test('from its stop time on a flow sends no new data, and only repairs losses', () => {
    const loses = ({ timeNs }: { timeNs: number }) => timeNs === 0.9e9;
    const harness = new TrafficHarness('tcp', { windowPackets: 4, stopSeconds: 1 }, { loses }).runTo(0.999);
    const last = harness.sent.at(-1)?.sequence as number;
    harness.runTo(30);
    expect(Math.max(...harness.sent.map(({ sequence }) => sequence))).toBe(last);
    expect(harness.sent.filter(({ timeNs }) => timeNs >= 1e9).length).toBeGreaterThan(0);
    expect(harness.packets.livePacketCount).toBe(0);
  });

  test('flows take their stop times in turn; one that stops before its start never starts', () => {
    const harness = new TrafficHarness('tcp', {
      flows: 3,
      windowPackets: 4,
      startSeconds: 1,
      stopSeconds: [1.95, 2.95, 1],
    }).runTo(9);
    const lastOf = (flow: number) =>
      Math.max(...harness.sent.filter((sent) => sent.flow === flow).map((sent) => sent.timeNs / 1e9));
    expect(lastOf(0)).toBeCloseTo(1.9, 6);
    expect(lastOf(1)).toBeCloseTo(2.9, 6);
    expect(openings(harness, 2)).toEqual([]);
  });

  test('a removed flow sends nothing new', () => {
    const harness = new TrafficHarness('tcp', { windowPackets: 4 }).runTo(1);
    harness.traffic.configure({ flows: 0 });
    const last = harness.sent.at(-1)?.sequence;
    harness.runTo(30);
    expect(harness.sent.at(-1)?.sequence).toBe(last);
    expect(harness.packets.livePacketCount).toBe(0);
  });

  test('taking flows away and giving them back does not multiply their transfers', () => {
    const harness = new TrafficHarness('shortTcp', SHORT).runTo(0.5);
    for (const flows of [0, 1, 0, 1, 0, 1]) harness.traffic.configure({ flows });
    harness.runTo(10);
    // One transfer before, then one in 1.3 s.
    expect(openings(harness)).toEqual([0, 500, 1800, 3100, 4400, 5700, 7000, 8300, 9600]);
  });

  test.each([
    ['sack', 'rfc'],
    ['newreno', 'rfc'],
    ['sack', 'ns2'],
    ['newreno', 'ns2'],
  ])('%s, %s: nothing of the old connection gets into the new one', (variant, conformance) => {
    const harness = new TrafficHarness('tcp', { variant, conformance, delayedAck: true, windowPackets: 21 }).runTo(
      1.003,
    );
    // In the middle of a flight, at the very instant of a transmission, and again during the handshake.
    for (const seconds of [1.003, 1.003, 2.06, 4.1]) {
      harness.runTo(seconds);
      harness.traffic.configure({ flows: 0 });
      harness.traffic.configure({ flows: 1 });
      const from = harness.sent.length;
      harness.runTo(seconds + 0.5);
      const sequences = harness.sent.slice(from).map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.map((_, index) => index));
    }
    harness.runTo(200);
    expect(harness.sent.filter(({ sequence, timeNs }) => sequence === 0 && timeNs > 5e9)).toEqual([]);
  });

  test('finished connections leave no events and no packets', () => {
    const harness = new TrafficHarness('shortTcp', { ...SHORT, thinkSeconds: 0.01, flows: 5, delayedAck: true });
    const targets = (harness.clock as unknown as { handlers: unknown[] }).handlers;
    const before = harness.runTo(1) && targets.length;
    harness.runTo(100);
    expect(harness.done.length).toBeGreaterThan(1_000);
    expect(targets.length).toBeLessThanOrEqual(before + 4);
    harness.traffic.configure({ flows: 0 });
    harness.runTo(200);
    expect(harness.packets.livePacketCount).toBe(0);
  });
});
