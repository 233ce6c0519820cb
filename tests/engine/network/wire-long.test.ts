/** Links that lose and reorder: a stream of constant rate, worked by hand, and whole runs. */
import { describe, expect, test } from 'vitest';
import { Clock, type EventHandler, EventPriority } from '../../../src/engine/events/clock.ts';
import { CLASS_STRIDE, ClassColumn } from '../../../src/engine/frame/frame.ts';
import { Wire, type WireValues } from '../../../src/engine/network/wire.ts';
import { RandomStream } from '../../../src/engine/numbers/random.ts';
import type { Edit } from '../../../src/engine/scenario/edits.ts';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import type { WireEvent } from '../../../src/engine/simulation/probe.ts';
import type { Simulation } from '../../../src/engine/simulation/simulation.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

const perfect: WireValues = {
  lossRate: 0,
  lossModel: 'independent',
  lossBurstPackets: 5,
  badLossRate: 1,
  goodLossRate: 0,
  reorderedShare: 0,
  reorderDelayMs: 5,
  ackLossRate: 0,
};

const MS = 1e6;

/** Sends packets 0, 1, ... over a wire, one each millisecond. */
class Stream implements EventHandler {
  readonly clock = new Clock();
  readonly passed: { packet: number; timeNs: number }[] = [];
  readonly reorderedPackets = new Set<number>();
  readonly lostPackets = new Set<number>();
  readonly wire: Wire;
  private readonly handlerId = this.clock.register(this);

  constructor(values: Partial<WireValues>, packets: number) {
    this.wire = new Wire({
      clock: this.clock,
      stream: (name) => new RandomStream(1, name),
      values: { ...perfect, ...values },
      onPassed: (packet) => this.passed.push({ packet, timeNs: this.clock.nowNs }),
      onLost: (packet) => this.lostPackets.add(packet),
      onReordered: (packet) => this.reorderedPackets.add(packet),
    });
    for (let packet = 0; packet < packets; packet++)
      this.clock.schedule(packet * MS, EventPriority.departure, this.handlerId, packet);
  }

  onEvent(packet: number): void {
    this.wire.carry(packet);
  }

  run(): this {
    this.clock.runUntil(1e15);
    return this;
  }
}

describe('a packet each millisecond', () => {
  const PACKETS = 50_000;
  const SHARE = 0.1;
  const reordered = new Stream({ reorderedShare: SHARE, reorderDelayMs: 3.5 }, PACKETS).run();

  test('each packet passes once: at once, or 3.5 ms later', () => {
    expect(reordered.passed).toHaveLength(PACKETS);
    for (const { packet, timeNs } of reordered.passed)
      expect(timeNs).toBe((packet + (reordered.reorderedPackets.has(packet) ? 3.5 : 0)) * MS);
  });

  test('the share of reordered packets', () => {
    const error = Math.sqrt((SHARE * (1 - SHARE)) / PACKETS);
    expect(Math.abs(reordered.reorderedPackets.size / PACKETS - SHARE)).toBeLessThan(4 * error);
  });

  test('a reordered packet alone arrives three places later; those behind it one place earlier', () => {
    const isReordered = (packet: number) => reordered.reorderedPackets.has(packet);
    const alone = [...reordered.reorderedPackets].find(
      (packet) => packet > 10 && [-3, -2, -1, 1, 2, 3, 4, 5, 6].every((offset) => !isReordered(packet + offset)),
    ) as number;
    const places = reordered.passed.slice(alone - 1, alone + 5).map(({ packet }) => packet - alone);
    expect(places).toEqual([-1, 1, 2, 3, 0, 4]);
  });

  /**
   * Reorder density (RFC 5236): the shares of displacements, the place of arrival minus the place of sending. The three
   * packets behind a reordered one overtake it, unless they are reordered too: binomial. Any other packet comes earlier
   * by the number of reordered ones among the three before it.
   */
  test('reorder density', () => {
    const shares = new Map<number, number>();
    for (const [place, { packet }] of reordered.passed.entries())
      shares.set(place - packet, (shares.get(place - packet) ?? 0) + 1 / PACKETS);
    const binomial = (k: number, p: number) => ([1, 3, 3, 1][k] ?? 0) * p ** k * (1 - p) ** (3 - k);
    for (let displacement = -3; displacement <= 3; displacement++) {
      const later = displacement < 0 ? 0 : SHARE * binomial(displacement, 1 - SHARE);
      const earlier = displacement > 0 ? 0 : (1 - SHARE) * binomial(-displacement, SHARE);
      const expected = later + earlier;
      // The displacements of neighbours depend on each other: over at most four packets.
      const error = Math.sqrt((4 * expected) / PACKETS);
      expect(Math.abs((shares.get(displacement) ?? 0) - expected), `displacement ${displacement}`).toBeLessThan(
        4 * error,
      );
    }
    expect(Math.max(...shares.keys())).toBe(3);
    expect(Math.min(...shares.keys())).toBe(-3);
  });

  test('the numbers of reordered packets depend neither on losses nor on the delay', () => {
    const lossy = new Stream({ reorderedShare: SHARE, reorderDelayMs: 0.1, lossRate: 0.2 }, PACKETS).run();
    const carriedPackets = [...reordered.reorderedPackets].filter((packet) => !lossy.lostPackets.has(packet));
    expect([...lossy.reorderedPackets]).toEqual(carriedPackets);
    const onlyLossy = new Stream({ lossRate: 0.2 }, PACKETS).run();
    expect(onlyLossy.lostPackets).toEqual(lossy.lostPackets);
  });

  test('all packets late: none is overtaken', () => {
    const { passed } = new Stream({ reorderedShare: 1, reorderDelayMs: 3.5 }, 100).run();
    expect(passed.map(({ packet }) => packet)).toEqual(Array.from({ length: 100 }, (_, packet) => packet));
  });

  test('a shorter delay from now on: a later packet of the detour overtakes', () => {
    const stream = new Stream({ reorderedShare: 1, reorderDelayMs: 5 }, 4);
    stream.clock.runUntil(1.5 * MS);
    stream.wire.configure({ reorderDelayMs: 0.5 });
    stream.run();
    expect(stream.passed).toEqual([
      { packet: 2, timeNs: 2.5 * MS },
      { packet: 3, timeNs: 3.5 * MS },
      { packet: 0, timeNs: 5 * MS },
      { packet: 1, timeNs: 6 * MS },
    ]);
  });
});

const tcp = findPreset('single-tcp') as Scenario;
const faults = { lossRate: 0.02, lossModel: 'bursts', reorderedShare: 0.02, ackLossRate: 0.05 } as const;

function scenarioWith(link: Scenario['link'], base: Scenario = tcp): Scenario {
  return { ...base, link: { ...base.link, ...link }, run: { ...base.run, durationSeconds: 20, warmupSeconds: 0 } };
}

interface WireLog {
  readonly run: Simulation;
  /** Packets that left the port, and the numbers of those with an event. */
  readonly departedPackets: number;
  readonly numbers: Readonly<Record<WireEvent, readonly number[]>>;
  /** Numbers of the lost replies, and of all. */
  readonly lostReplies: readonly number[];
  readonly replies: number;
}

function observed(scenario: Scenario, policy: string, edits: readonly Edit[] = []): WireLog {
  const run = openRun({ scenario, policy, seed: 3, edits, allowsProbe: true });
  const numbers = { lost: [] as number[], reordered: [] as number[] };
  const lostReplies: number[] = [];
  let departedPackets = 0;
  let replies = 0;
  run.probe = {
    onDeparture: () => {
      departedPackets++;
    },
    onWireEvent: (_, event) => numbers[event].push(departedPackets),
    onReply: (_, passesNs) => {
      replies++;
      if (Number.isNaN(passesNs)) lostReplies.push(replies);
    },
  };
  run.advance(run.endNs);
  return { run, departedPackets, numbers, lostReplies, replies };
}

const count = ({ run }: WireLog, column: number): number => run.recorder.classes[column] as number;

describe('whole runs', () => {
  const buffer = { packets: 20 };
  const droptail = observed({ ...scenarioWith(faults), buffer }, 'droptail');

  test('each loss and each extra delay is counted once, and so is each lost ACK', () => {
    expect(droptail.numbers.lost.length).toBeGreaterThan(20);
    expect(count(droptail, ClassColumn.lostPackets)).toBe(droptail.numbers.lost.length);
    expect(count(droptail, ClassColumn.reorderedPackets)).toBe(droptail.numbers.reordered.length);
    expect(count(droptail, ClassColumn.lostAcks)).toBe(droptail.lostReplies.length);
    const summary = droptail.run.summary();
    expect([summary.lost, summary.reordered, summary.lostAcks]).toEqual([
      droptail.numbers.lost.length,
      droptail.numbers.reordered.length,
      droptail.lostReplies.length,
    ]);
  });

  test('the same numbers in every lane, whatever its policy', () => {
    const red = observed({ ...scenarioWith(faults), buffer: { packets: 60 } }, 'red');
    expect(red.run.digest()).not.toBe(droptail.run.digest());
    const packets = Math.min(red.departedPackets, droptail.departedPackets);
    const upTo = (numbers: readonly number[], end: number) => numbers.filter((number) => number <= end);
    expect(upTo(red.numbers.lost, packets)).toEqual(upTo(droptail.numbers.lost, packets));
    expect(upTo(red.numbers.reordered, packets)).toEqual(upTo(droptail.numbers.reordered, packets));
    const replies = Math.min(red.replies, droptail.replies);
    expect(upTo(red.lostReplies, replies)).toEqual(upTo(droptail.lostReplies, replies));
  });

  test.each([
    ['a rate that varies', 'mobile-link', 'codel'],
    ['cells', 'goyal-r1', 'tail-cells'],
    ['video', 'bm-e6', 'flat-be'],
  ])('%s: packets are lost, reordered and counted, and none stays in the run', (_, preset, policy) => {
    const log = observed(scenarioWith({ ...faults, lossRate: 0.05 }, findPreset(preset)), policy);
    const total = (column: number) =>
      log.run.description.classes.reduce(
        (sum, __, index) => sum + (log.run.recorder.classes[index * CLASS_STRIDE + column] ?? 0),
        0,
      );
    expect(total(ClassColumn.lostPackets)).toBe(log.numbers.lost.length);
    expect(log.numbers.lost.length / log.departedPackets).toBeGreaterThan(0.02);
    expect(log.numbers.reordered.length / log.departedPackets).toBeGreaterThan(0.01);
  });

  test('of the pings that left the queue, those without a loss on either way come back', () => {
    const pings = {
      ...scenarioWith({ lossRate: 0.1, ackLossRate: 0.2, reorderedShare: 0.5, reorderDelayMs: 25 }),
      sources: { ping: { kind: 'ping', label: 'ping', flows: 1, intervalMs: 10, startSeconds: 0 } },
    } as unknown as Scenario;
    const log = observed(pings, 'droptail');
    const { classes, lost = 0, lostAcks = 0, reordered = 0 } = log.run.summary();
    const sent = log.departedPackets;
    expect(sent).toBeGreaterThan(1_900);
    const underWay = sent - lost - lostAcks - (classes[0]?.roundTrip?.count ?? 0);
    expect(underWay).toBeGreaterThanOrEqual(0);
    expect(underWay).toBeLessThanOrEqual(10);
    expect(Math.abs(lost / sent - 0.1)).toBeLessThan(0.03);
    expect(Math.abs(lostAcks / (sent - lost) - 0.2)).toBeLessThan(0.04);
    expect(Math.abs(reordered / (sent - lost) - 0.5)).toBeLessThan(0.05);
  });

  test('edits and checkpoints: after going back, the same run', () => {
    const edits = [
      { timeNs: 2e9, path: 'link.reorderedShare', value: 0.1 },
      { timeNs: 4e9, path: 'link.reorderDelayMs', value: 40 },
      { timeNs: 6e9, path: 'link.lossBurstPackets', value: 2 },
      { timeNs: 8e9, path: 'link.ackLossRate', value: 0.3 },
      { timeNs: 10e9, path: 'link.lossModel', value: 'independent' },
      { timeNs: 12e9, path: 'link.lossRate', value: 0 },
      { timeNs: 14e9, path: 'link.reorderedShare', value: 0 },
    ];
    const run = openRun({ scenario: scenarioWith(faults), policy: 'droptail', seed: 3, edits });
    const checkpoints = [1, 5, 9, 13].map((seconds) => {
      run.advance(seconds * 1e9);
      return run.checkpoint();
    });
    run.advance(run.endNs);
    const [digest, summary] = [run.digest(), run.summary()];
    for (const checkpoint of checkpoints.reverse()) {
      checkpoint.restore();
      run.advance(run.endNs);
      expect(run.digest()).toBe(digest);
      expect(run.summary()).toEqual(summary);
    }
  });

  test('parameters of a perfect link change nothing', () => {
    const values = { lossModel: 'bursts', lossBurstPackets: 7, badLossRate: 0.5, reorderDelayMs: 77 };
    const digests = [{}, values].map((link) => observed(scenarioWith(link), 'droptail').run.digest());
    expect(digests[1]).toBe(digests[0]);
  });
});
