/**
 * DRR and SFQ against traces worked by hand from the papers' pseudocode. DRR keeps the bounds that are proved for it:
 * Shreedhar & Varghese 1996, theorem 1 (fairness); Stiliadis & Varma 1998, table I (latency).
 */
import { expect, test } from 'vitest';
import type { PacketPolicyDefinition } from '../../../src/engine/contract/policy.ts';
import { RandomStream } from '../../../src/engine/numbers/random.ts';
import type { ParameterValue } from '../../../src/params/schema.ts';
import { drr } from '../../../src/policies/packets/drr.ts';
import { sfq } from '../../../src/policies/packets/sfq.ts';
import { loggedVerdicts } from './ns3-logs.ts';

const MS = 1e6;
type Listed = readonly [name: string, ms: number, bytes: number];

/** Plays packets on 8 Mb/s, where 1,000 bytes take 1 ms; their names begin with the letter of their flow. */
function play(
  policy: PacketPolicyDefinition,
  list: readonly Listed[],
  values: Record<string, ParameterValue>,
  limitPackets?: number,
) {
  const arrivals = {
    count: list.length,
    timeNs: Float64Array.from(list, ([, ms]) => Math.round(ms * MS)),
    flow: Int32Array.from(list, ([name]) => name.charCodeAt(0) - 97),
    bytes: Int32Array.from(list, ([, , bytes]) => bytes),
    ect: new Uint8Array(list.length),
    classIndex: new Uint8Array(list.length),
    classes: ['all'],
  };
  const verdicts = loggedVerdicts(policy, arrivals, values, { rateBps: 8e6, limitPackets });
  return list
    .map(([name, ms, bytes], index) => ({
      name,
      bytes,
      arrivedMs: ms,
      ...(verdicts[index] as (typeof verdicts)[number]),
    }))
    .sort((one, other) => one.timeNs - other.timeNs);
}

const shown = (verdicts: ReturnType<typeof play>) =>
  verdicts.map(({ name, verdict, timeNs }) => `${name} ${verdict} ${timeNs / MS}`);

const sizes = (flow: string, ...bytes: number[]): Listed[] => bytes.map((size, index) => [`${flow}${index}`, 0, size]);

const three = [...sizes('a', 600, 900, 600, 500), ...sizes('b', 1200, 300), ...sizes('c', 200, 200, 900)];

// Quantum 1000. a0 is sent at once, and A, empty, leaves. Then the ring is A B C.
// 0.6: A has 1000: a1, 100 left. 1.5: a2 is larger. B has 1000: b0 is larger. C has 1000: c0, 800 left; 1.7: c1, 600
// left. 1.9: c2 is larger. A has 1100: a2, 500 left; 2.5: a3, and A leaves. 3: B has 2000: b0, 800 left; 4.2: b1. 4.5:
// C has 1600: c2.
test('DRR sends packets that the deficit of a queue covers, and keeps the rest for its next turn', () => {
  expect(shown(play(drr, three, { quantumBytes: 1000 }))).toEqual(
    'a0 Q 0,a1 Q 0.6,c0 Q 1.5,c1 Q 1.7,a2 Q 1.9,a3 Q 2.5,b0 Q 3,b1 Q 4.2,c2 Q 4.5'.split(','),
  );
});

test('SFQ sends one packet of each queue in turns', () => {
  expect(shown(play(sfq, three, { hash: 'number' }))).toEqual(
    'a0 Q 0,a1 Q 0.6,b0 Q 1.5,c0 Q 2.7,a2 Q 2.9,b1 Q 3.5,c1 Q 3.8,a3 Q 4,c2 Q 4.5'.split(','),
  );
});

// Four packets may wait: a1, a2, a3, b0. b1: A holds 3000 bytes, B would hold 2000: a3, the youngest of A, goes. b2: B
// would hold 3000, A holds 2000: b2 is dropped.
test.each([drr, sfq])('$id: a full buffer loses the youngest packet of its longest queue', (policy) => {
  const list = [...sizes('a', 1000, 1000, 1000, 1000), ...sizes('b', 1000, 1000, 1000)];
  expect(shown(play(policy, list, { hash: 'number' }, 4))).toEqual(
    'a3 O 0,b2 L 0,a0 Q 0,a1 Q 1,b0 Q 2,a2 Q 3,b1 Q 4'
      .split(',')
      .sort((one, other) => Number(one.split(' ')[2]) - Number(other.split(' ')[2]) || (one < other ? -1 : 1)),
  );
});

const QUANTUM = 1500;
const LARGEST = 1500;
const RATE = 1000; // bytes per ms

/**
 * Five flows that always wait, with sizes of their own, and one that sends 200 bytes each 1.25 ms: less than a sixth of
 * the link.
 */
function crowd(): ReturnType<typeof play> {
  const random = new RandomStream(7, 'sizes');
  const list: Listed[] = [];
  for (const [flow, least] of [
    ['a', 1500],
    ['b', 40],
    ['c', 700],
    ['d', 1000],
    ['e', 64],
  ] as const)
    for (let bytes = 0, index = 0; bytes < 200_000; index++) {
      const size = least + random.integer(LARGEST - least + 1);
      list.push([`${flow}${index}`, 0, size]);
      bytes += size;
    }
  for (let index = 0; index < 600; index++) list.push([`f${index}`, 1.25 * index, 200]);
  return play(
    drr,
    list.sort((one, other) => one[1] - other[1]),
    { quantumBytes: QUANTUM },
  );
}

// Theorem 1: in any time in which two flows always wait, their sent bytes differ by less than quantum + 2 largest
// packets.
test('DRR is fair within a quantum and two packets, whatever the sizes', () => {
  const sent = new Map<string, number>();
  let worst = 0;
  for (const { name, bytes, timeNs } of crowd().filter(({ timeNs }) => timeNs < 900 * MS)) {
    if (name.startsWith('f') || timeNs === 0) continue;
    sent.set(name.charAt(0), (sent.get(name.charAt(0)) ?? 0) + bytes);
    worst = Math.max(worst, Math.max(...sent.values()) - Math.min(...sent.values()));
  }
  expect(sent.size).toBe(5);
  expect(Math.min(...sent.values())).toBeGreaterThan(100_000);
  expect(worst).toBeGreaterThan(LARGEST);
  expect(worst).toBeLessThanOrEqual(QUANTUM + 2 * LARGEST);
});

// DRR is a latency-rate server with rate C / n and latency (3 F - 2 Q) / C, where F is the sum of the quanta. If a flow
// sends no faster than that rate, one packet at a time, each of its packets is sent within size / rate + latency.
test('DRR delays a flow within its rate by no more than its latency', () => {
  const latencyMs = (3 * 6 * QUANTUM - 2 * QUANTUM) / RATE;
  const boundMs = latencyMs + 200 / (RATE / 6);
  const waits = crowd()
    .filter(({ name }) => name.startsWith('f'))
    .map(({ timeNs, arrivedMs, bytes }) => timeNs / MS + bytes / RATE - arrivedMs);
  expect(waits.length).toBe(600);
  expect(Math.max(...waits)).toBeLessThanOrEqual(boundMs);
  // They do wait for about a round of the others.
  expect(Math.max(...waits)).toBeGreaterThan((3 * QUANTUM) / RATE);
});
