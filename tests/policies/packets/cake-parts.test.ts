/**
 * Parts of CAKE against traces worked by hand from Linux's sch_cake.c, and against the shares that follow from its
 * rules: hosts get equal shares, a tin gets its share of the link.
 */
import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../../src/engine/numbers/random.ts';
import type { ParameterValue } from '../../../src/params/schema.ts';
import { cakeParts } from '../../../src/policies/packets/cake-parts.ts';
import { loggedVerdicts } from './ns3-logs.ts';
import { PolicyHarness } from './policy-harness.ts';

const MS = 1e6;

interface Listed {
  readonly name: string;
  readonly flow: number;
  readonly host: number;
  readonly bytes: number;
}

/** This number of packets of a flow. Their names begin with its letter. */
function packets(letter: string, host: number, count: number, bytes = 1000): Listed[] {
  return Array.from({ length: count }, (_, index) => {
    return { name: `${letter}${index + 1}`, flow: letter.charCodeAt(0) - 97, host, bytes };
  });
}

/**
 * Plays packets, which all come at time 0, on 8 Mb/s, where 1,000 bytes take 1 ms.
 * @returns their verdicts in the order of time
 */
function play(list: readonly Listed[], values: Record<string, ParameterValue>) {
  const arrivals = {
    count: list.length,
    timeNs: new Float64Array(list.length),
    flow: Int32Array.from(list, ({ flow }) => flow),
    bytes: Int32Array.from(list, ({ bytes }) => bytes),
    ect: new Uint8Array(list.length),
    classIndex: Uint8Array.from(list, ({ host }) => host),
    classes: ['0', '1', '2', '3'],
  };
  const verdicts = loggedVerdicts(cakeParts, arrivals, values, { rateBps: 8e6 });
  return list
    .map((item, index) => ({ ...item, ...(verdicts[index] as (typeof verdicts)[number]) }))
    .sort((one, other) => one.timeNs - other.timeNs);
}

const names = (verdicts: ReturnType<typeof play>) => verdicts.map(({ name }) => name).join(' ');

describe('worked by hand from sch_cake', () => {
  // Host 0 has flows a and b, host 1 has flow c. Quantum 1000: a packet uses up a turn. a1 is sent at once; then a, b
  // and c are new queues, b and c with 1000. 1: a has 0 and becomes busy: + 1000, behind. b1. 2: b becomes busy, the
  // second one of its host: + 500. c1. 3: c becomes busy: + 1000. a2, 0 left. From here on a and b get 500, c gets
  // 1000. 4: a + 500. b2, -500. 5: b + 500 = 0. c2. 6: c + 1000. a3, -500. 7: a + 500 = 0, b + 500. c3. 8: c + 1000, a
  // + 500. b3, -500. 9: c4. 10: a4. 11: c5. 12: b4. And so on: c has every second packet. 18: c is empty; a6. 19: c
  // leaves; b6.
  test('the flows of a host divide its quantum', () => {
    const list = [...packets('a', 0, 6), ...packets('b', 0, 6), ...packets('c', 1, 8)];
    expect(list.length).toBe(20);
    const verdicts = play(list, { quantumBytes: 1000 });
    expect(names(verdicts)).toBe('a1 b1 c1 a2 b2 c2 a3 c3 b3 c4 a4 c5 b4 c6 a5 c7 b5 c8 a6 b6');
    expect(verdicts.map(({ timeNs }) => timeNs / MS)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test('flows alone: each gets a third', () => {
    const list = [...packets('a', 0, 4), ...packets('b', 0, 4), ...packets('c', 1, 4)];
    expect(names(play(list, { quantumBytes: 1000, isolation: 'flows' }))).toBe('a1 b1 c1 a2 b2 c2 a3 b3 c3 a4 b4 c4');
  });

  // d is best effort, k bulk (1/16: 16 ms for each packet), v voice (1/4: 4 ms). d1 goes at once. 1: v1, share used up
  // until 4. 2: k1, until 16. 3: d2. 4: v2, until 8. 5: d3, d4, d5. 8: v3, until 12. 9: d6, d7, d8. 12: v4, until 16.
  // 13: no best effort is left. Both have none left until 16, and voice has the higher rank: v5, until 17. 14: bulk is
  // due sooner: k2, until 14 + 16 = 30. 15: v6, until 19; v7, v8. 18: k3, k4.
  const shared = [...packets('d', 0, 8), ...packets('k', 1, 4), ...packets('v', 2, 8)];
  const order = 'd1 v1 k1 d2 v2 d3 d4 d5 v3 d6 d7 d8 v4 v5 k2 v6 v7 v8 k3 k4';
  test.each(['diffserv3', 'diffserv4'])('%s: a tin goes first as long as it has share left', (tins) => {
    expect(shared.length).toBe(20);
    expect(names(play(shared, { tins, tinOfClass: [0, 1, 3] }))).toBe(order);
  });

  test('one tin treats all packets alike', () => {
    const values = { tins: 'besteffort', tinOfClass: [0, 1, 3], quantumBytes: 1000 };
    expect(names(play(shared, values)).slice(0, 23)).toBe('d1 k1 v1 d2 k2 v2 d3 k3');
  });

  // 1250 bytes take 10 ms on 1 Mb/s: 1.5 packets take 15 ms, so the interval of 100 ms is 10 ms longer. Packet k begins
  // at 10 k ms. Packet 5, at 50 ms, is the first that waited longer than four packets take. The first action is due at
  // 160, the next ones 110 / sqrt(2) = 77.8, 63.5 and 55 ms after each other.
  test('a slow tin has a longer interval', () => {
    const arrivals = {
      count: 60,
      timeNs: new Float64Array(60),
      flow: new Int32Array(60),
      bytes: new Int32Array(60).fill(1250),
      ect: new Uint8Array(60),
      classIndex: new Uint8Array(60),
      classes: ['all'],
    };
    const verdicts = loggedVerdicts(cakeParts, arrivals, { mtuBytes: 1250 }, { rateBps: 1e6 });
    const dropped = verdicts.flatMap(({ verdict, timeNs }, index) => (verdict === 'T' ? [[index, timeNs / MS]] : []));
    expect(dropped.slice(0, 4)).toEqual([
      [16, 160],
      [25, 240],
      [33, 310],
      [39, 360],
    ]);
  });

  // New queues have the old quantum. After the first packet of each, a turn has three.
  test('a changed quantum is valid from the next turn on', () => {
    const harness = new PolicyHarness(cakeParts, { quantumBytes: 1000, isolation: 'flows' });
    for (let index = 0; index < 8; index++) {
      const packet = harness.packets.allocate();
      harness.packets.flow[packet] = index % 2;
      harness.packets.classIndex[packet] = 0;
      harness.offerPacket(packet, 1000);
    }
    harness.configure({ quantumBytes: 3000 });
    const flows = Array.from({ length: 8 }, () => harness.packets.flow[harness.take()]);
    expect(flows).toEqual([0, 1, 0, 0, 0, 1, 1, 1]);
  });

  test('a queue does not lose its last packet at its head', () => {
    const harness = new PolicyHarness(cakeParts, {});
    const clock = harness.host as { nowNs: number };
    // Each packet waits for a second. COBALT acts on the first one that comes after its interval: the second, if
    // another stands behind it.
    for (const [at, behind] of [
      [0, 0],
      [2_000, 0],
      [4_000, 1],
    ] as const) {
      clock.nowNs = at * MS;
      for (let index = 0; index <= behind; index++) {
        const packet = harness.packets.allocate();
        harness.packets.arrivedNs[packet] = clock.nowNs;
        harness.packets.flow[packet] = 0;
        harness.packets.classIndex[packet] = 0;
        expect(harness.offerPacket(packet, 1000).reason).toBe('fits');
      }
      clock.nowNs = (at + 1_000) * MS;
      harness.take();
    }
    expect(harness.later.map(({ reason }) => reason)).toEqual(['due-drop']);
    expect(harness.policy.waitingPackets()).toBe(0);
  });

  test('a full buffer drops the oldest packet of the longest queue of all tins', () => {
    const harness = new PolicyHarness(cakeParts, { tinOfClass: [0, 3] }, { limitPackets: 4 });
    const offer = (host: number): string => {
      const packet = harness.packets.allocate();
      harness.packets.flow[packet] = host;
      harness.packets.classIndex[packet] = host;
      return harness.offerPacket(packet, 1000).reason;
    };
    expect([0, 1, 1, 1].map(offer)).toEqual(['fits', 'fits', 'fits', 'fits']);
    expect(offer(0)).toBe('fits');
    expect(harness.later.map(({ reason, operands }) => [reason, operands.queueBytes])).toEqual([['overload', 3000]]);
    expect(harness.policy.waitingPackets()).toBe(4);
  });
});

// The rule of the longest queue, applied by a look at each queue.
test('an overflow drops from the longest of many queues', () => {
  const random = new RandomStream(5, 'overflow');
  const harness = new PolicyHarness(cakeParts, { queues: 7, tinOfClass: [0, 1, 3] }, { limitBytes: 20_000 });
  const held = new Map<number, number[]>();
  const bytesOf = (queue: number) => (held.get(queue) ?? []).reduce((sum, bytes) => sum + bytes, 0);
  let overflows = 0;
  for (let index = 0; index < 2_000; index++) {
    const packet = harness.packets.allocate();
    const [flow, host, bytes] = [random.integer(7), random.integer(3), 50 + random.integer(20) * 50] as const;
    harness.packets.flow[packet] = flow;
    harness.packets.classIndex[packet] = host;
    const queue = host * 7 + flow;
    const { reason } = harness.offerPacket(packet, bytes);
    held.set(queue, [...(held.get(queue) ?? []), bytes]);
    while ([...held.keys()].reduce((sum, each) => sum + bytesOf(each), 0) > 20_000) {
      const [longest] = [...held.keys()].sort((one, other) => bytesOf(other) - bytesOf(one) || one - other);
      held.get(longest as number)?.shift();
      overflows++;
    }
    expect(harness.policy.waitingBytes()).toBe([...held.keys()].reduce((sum, each) => sum + bytesOf(each), 0));
    const dropped = harness.later.length + (reason === 'overload' ? 1 : 0);
    if (reason === 'overload') harness.later.push({ packet, reason, operands: {}, steps: [] });
    expect(dropped).toBe(overflows);
  }
  expect(overflows).toBeGreaterThan(1_000);
  const listed = new Int32Array(1_000);
  const waiting = [...listed.slice(0, harness.policy.listWaiting(listed))].map(
    (packet) => harness.packets.bytes[packet],
  );
  expect(waiting.sort()).toEqual([...held.values()].flat().sort());
});

const QUANTUM = 1500;
const LARGEST = 1500;
/** Targets so large that COBALT does nothing. */
const patient = { targetMs: 10_000, quantumBytes: QUANTUM };

/** Bytes by host that began their service in some time, while all wait. */
function sentBy(verdicts: ReturnType<typeof play>, untilMs: number): number[] {
  const sent = [0, 0, 0];
  for (const { host, bytes, timeNs } of verdicts)
    if (timeNs <= untilMs * MS) sent[host] = (sent[host] as number) + bytes;
  return sent;
}

/** Packets of 40 to 1,500 bytes: a number of bytes for each of a number of flows of a host, all hosts mixed. */
function crowd(flowsOf: readonly number[], bytesPerFlow: readonly number[]): Listed[] {
  const random = new RandomStream(3, 'sizes');
  const flows = flowsOf.flatMap((flows, host) => Array.from({ length: flows }, () => host));
  const list = flows.flatMap((host, flow) => {
    const own: (Listed & { place: number })[] = [];
    for (let held = 0; held < (bytesPerFlow[host] as number); held += own.at(-1)?.bytes ?? 0) {
      const bytes = 40 + random.integer(LARGEST - 39);
      own.push({ name: `${flow}`, flow, host, bytes, place: random.integer(1e6) });
    }
    return own;
  });
  return list.sort((one, other) => one.place - other.place);
}

describe('shares that follow from the rules', () => {
  // In a round a host sends one quantum, whatever the number of its flows. Each flow is ahead or behind by at most its
  // part of a quantum and one packet; before all of them count as busy, each has sent at most a quantum and a packet.
  test.each([
    [
      [8, 1],
      [50_000, 300_000],
    ],
    [
      [1, 3, 12],
      [250_000, 90_000, 25_000],
    ],
  ] as const)('hosts with %j flows send the same', (flowsOf, bytesPerFlow) => {
    const verdicts = play(crowd(flowsOf, bytesPerFlow), { ...patient, tins: 'besteffort' });
    const hosts = flowsOf.length;
    const first = sentBy(verdicts, 100);
    const sent = sentBy(verdicts, 550)
      .map((bytes, host) => bytes - (first[host] as number))
      .slice(0, hosts);
    const most = Math.max(...flowsOf);
    const total = sent.reduce((sum, bytes) => sum + bytes, 0);
    for (const bytes of sent)
      expect(Math.abs(bytes - total / hosts)).toBeLessThanOrEqual(QUANTUM + (most + 1) * LARGEST);
    for (const bytes of sent) expect(bytes / total).toBeCloseTo(1 / hosts, 1);
  });

  test('flows alone: a host with 8 flows sends 8 times as much', () => {
    const verdicts = play(crowd([8, 1], [60_000, 60_000]), { ...patient, isolation: 'flows' });
    const [many, one] = sentBy(verdicts, 400) as [number, number];
    expect(many / one).toBeGreaterThan(7.5);
    expect(many / one).toBeLessThan(8.5);
  });

  // All tins always wait: voice has 1/4, bulk 1/16, and best effort the rest, 11/16. With video (1/2) the rest is 3/16.
  test.each([
    ['diffserv3', [0, 1, 3], [11 / 16, 1 / 16, 1 / 4]],
    ['diffserv4', [0, 1, 3], [11 / 16, 1 / 16, 1 / 4]],
    ['diffserv4', [0, 2, 3], [1 / 4, 1 / 2, 1 / 4]],
    ['diffserv3', [1, 0, 2], [1 / 16, 15 / 32, 15 / 32]],
  ] as const)('%s, %j: each tin sends its share', (tins, tinOfClass, shares) => {
    const verdicts = play(crowd([1, 1, 1], [600_000, 600_000, 600_000]), { ...patient, tins, tinOfClass });
    const sent = sentBy(verdicts, 800);
    for (const [host, share] of shares.entries()) expect((sent[host] as number) / 800_000).toBeCloseTo(share, 2);
  });

  // A packet of voice, which stays below its share, waits at most for the packet in service.
  test('voice beside bulk waits at most for one packet', () => {
    const count = 400;
    const isVoice = (index: number) => index >= 300;
    const arrivals = {
      count,
      timeNs: Float64Array.from({ length: count }, (_, index) => (isVoice(index) ? (index - 299) * 3.01 * MS : 0)),
      flow: Int32Array.from({ length: count }, (_, index) => (isVoice(index) ? 1 : 0)),
      bytes: Int32Array.from({ length: count }, (_, index) => (isVoice(index) ? 200 : 1500)),
      ect: new Uint8Array(count),
      classIndex: Uint8Array.from({ length: count }, (_, index) => (isVoice(index) ? 1 : 0)),
      classes: ['bulk', 'voice'],
    };
    const longest = (tinOfClass: number[]) => {
      const verdicts = loggedVerdicts(cakeParts, arrivals, { ...patient, tinOfClass }, { rateBps: 8e6 });
      return Math.max(
        ...verdicts.flatMap(({ timeNs }, index) => (isVoice(index) ? (timeNs - arrivals.timeNs[index]!) / MS : [])),
      );
    };
    expect(longest([0, 3])).toBeLessThanOrEqual(1.5);
    expect(longest([1, 0])).toBeLessThanOrEqual(3);
  });
});
