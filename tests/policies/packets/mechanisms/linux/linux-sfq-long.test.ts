/**
 * SFQ of Linux beside a second program of its rules: plain lists, without any of the tables of the policy. Random
 * sizes, rates and settings. And traces worked by hand.
 */
import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../../../../src/engine/numbers/random.ts';
import { sfq } from '../../../../../src/policies/packets/sfq.ts';
import { loggedVerdicts } from '../../ns3-logs.ts';

interface Settings {
  readonly quantumBytes: number;
  readonly limit: number;
  readonly depth: number;
  readonly headdrop: boolean;
  readonly queues: number;
  readonly divisor: number;
}

interface Arrival {
  readonly ns: number;
  readonly flow: number;
  readonly bytes: number;
}

interface Slot {
  readonly waiting: number[];
  allot: number;
  /** Number of the last change of its length. */
  changed: number;
}

/** What becomes of each packet, with its time. */
function reference(list: readonly Arrival[], settings: Settings, rateBps: number): string[] {
  const result: string[] = [];
  const slots = new Map<number, Slot>();
  /** Slots with packets, in the order of their turns. */
  let ring: Slot[] = [];
  let changes = 0;
  let idleAt: number | undefined;
  const send = (ns: number) => {
    idleAt = undefined;
    for (let slot = ring[0]; slot !== undefined; slot = ring[0]) {
      if (slot.allot <= 0) {
        slot.allot += settings.quantumBytes;
        ring = [...ring.slice(1), slot];
        continue;
      }
      const index = slot.waiting.shift() as number;
      const { bytes } = list[index] as Arrival;
      slot.changed = ++changes;
      slot.allot -= bytes;
      if (slot.waiting.length === 0) ring = ring.slice(1);
      result[index] = `sent ${ns}`;
      idleAt = ns + (bytes * 8e9) / rateBps;
      return;
    }
  };
  const arrive = ({ ns, flow }: Arrival, index: number) => {
    const key = flow % settings.divisor;
    const slot = slots.get(key) ?? { waiting: [], allot: 0, changed: 0 };
    slots.set(key, slot);
    if (slot.waiting.length === 0 && ring.length >= settings.queues) return 'lost';
    if (slot.waiting.length >= settings.depth) {
      if (!settings.headdrop) return 'lost';
      result[slot.waiting.shift() as number] = `thrown out ${ns}`;
      slot.waiting.push(index);
      return '';
    }
    if (slot.waiting.length === 0) {
      ring.push(slot);
      slot.allot = settings.quantumBytes;
    }
    slot.waiting.push(index);
    slot.changed = ++changes;
    if (ring.reduce((sum, { waiting }) => sum + waiting.length, 0) <= settings.limit) return '';
    const longest = Math.max(...ring.map(({ waiting }) => waiting.length));
    const [first] = ring as [Slot];
    const loser =
      longest === 1
        ? first
        : ring
            .filter(({ waiting }) => waiting.length === longest)
            .reduce((one, other) => (one.changed > other.changed ? one : other));
    const lost = (settings.headdrop ? loser.waiting.shift() : loser.waiting.pop()) as number;
    loser.changed = ++changes;
    ring = ring.filter(({ waiting }) => waiting.length > 0);
    if (lost === index) return 'lost';
    result[lost] = `thrown out ${ns}`;
    return '';
  };
  for (const [index, arrival] of list.entries()) {
    while (idleAt !== undefined && idleAt <= arrival.ns) send(idleAt);
    const verdict = arrive(arrival, index);
    if (verdict !== '') result[index] = verdict;
    if (idleAt === undefined) send(arrival.ns);
  }
  while (idleAt !== undefined) send(idleAt);
  return result;
}

const NAMES: Readonly<Record<string, string>> = { Q: 'sent', O: 'thrown out', L: 'lost' };

function played(list: readonly Arrival[], settings: Settings, rateBps: number): string[] {
  const arrivals = {
    count: list.length,
    timeNs: Float64Array.from(list, ({ ns }) => ns),
    flow: Int32Array.from(list, ({ flow }) => flow),
    bytes: Int32Array.from(list, ({ bytes }) => bytes),
    ect: new Uint8Array(list.length),
    classIndex: new Uint8Array(list.length),
    classes: ['all'],
  };
  const values = { ...settings, variant: 'linux', hash: 'number' };
  return loggedVerdicts(sfq, arrivals, values, { rateBps, limitPackets: 3 }).map(({ verdict, timeNs }) =>
    verdict === 'L' ? 'lost' : `${NAMES[verdict]} ${timeNs}`,
  );
}

const usual: Settings = { quantumBytes: 1514, limit: 127, depth: 127, headdrop: false, queues: 128, divisor: 1024 };

/** The rates make whole ns of every size. */
const cases: readonly (readonly [string, Partial<Settings>, flows: number, rateBps: number, largest: number])[] = [
  ['as it comes', {}, 8, 10e6, 1500],
  ['a small limit', { limit: 5 }, 6, 10e6, 1500],
  ['a limit of two', { limit: 2 }, 4, 10e6, 1500],
  ['a limit of two, at the head', { limit: 2, headdrop: true }, 4, 10e6, 1500],
  ['at the head', { headdrop: true, limit: 40 }, 5, 1e6, 1500],
  ['short queues', { depth: 3, limit: 60 }, 12, 20e6, 1500],
  ['short queues, at the head', { depth: 3, limit: 60, headdrop: true }, 12, 20e6, 1500],
  ['queues of one packet', { depth: 1, limit: 20 }, 30, 10e6, 1500],
  ['few queues', { queues: 4, limit: 30 }, 9, 5e6, 1500],
  ['flows that share queues', { divisor: 3, limit: 30 }, 9, 5e6, 1500],
  ['a small quantum', { quantumBytes: 300 }, 8, 10e6, 1500],
  ['a quantum of one byte', { quantumBytes: 1, limit: 20 }, 3, 10e6, 400],
  ['a large quantum', { quantumBytes: 9000, limit: 50 }, 8, 100e6, 9000],
  ['large packets', { quantumBytes: 1514, limit: 50 }, 8, 100e6, 9000],
];

describe.each(cases)('%s', (_name, changed, flows, rateBps, largest) => {
  const settings = { ...usual, ...changed };
  test.each([1, 2, 3])('seed %i', (seed) => {
    const random = new RandomStream(seed, 'sizes');
    const list: Arrival[] = [];
    // Bursts of 1.3 times the link in the mean, with rests in which the queues become empty.
    for (let ns = 0; list.length < 3_000; ) {
      const bytes = 40 + random.integer(largest - 39);
      random.drawUniform();
      const isRest = list.length % 700 === 699;
      ns += Math.round(((isRest ? 400 : 2 * (random.drawn[0] as number)) * bytes * 8e9) / rateBps / 1.3);
      // Lower numbers send more.
      list.push({ ns, flow: Math.min(random.integer(flows), random.integer(flows)), bytes });
    }
    const expected = reference(list, settings, rateBps);
    expect(new Set(expected.map((text) => text.split(' ')[0])).size).toBeGreaterThan(1);
    expect(played(list, settings, rateBps)).toEqual(expected);
  });
});

const at0 = (...list: readonly (readonly [flow: number, bytes: number])[]): Arrival[] =>
  list.map(([flow, bytes]) => ({ ns: 0, flow, bytes }));

// Quantum 1000, 8 Mb/s. Flow 0's first packet is sent at once. Its slot is empty, so it joins again behind no one:
// turns 0, 1. 0.6: 0 has 1000: 900, left 100. 1.5: 600, left -500. 2.1: 0's turn is over, it gets 1000 and has 500. 1
// has 1000: 1200, -200. 3.3: over, 800. 0 has 500: 500. Then 1: 300.
test('a queue may send more than its quantum, and the debt stays', () => {
  const list = at0([0, 600], [0, 900], [0, 600], [0, 500], [1, 1200], [1, 300]);
  const expected = [0, 0.6e6, 1.5e6, 3.3e6, 2.1e6, 3.8e6].map((ns) => `sent ${ns}`);
  expect(played(list, { ...usual, quantumBytes: 1000 }, 8e6)).toEqual(expected);
  expect(reference(list, { ...usual, quantumBytes: 1000 }, 8e6)).toEqual(expected);
});

// Flow 0's first packet is in transmission. Then flow 0 has three small packets, flow 1 two large ones: five wait. The
// sixth is of flow 2. The longest queue is the one with three packets, not the one with most bytes.
test('the queue with most packets loses, not the one with most bytes', () => {
  const list = at0([0, 100], [0, 100], [0, 100], [0, 100], [1, 1500], [1, 1500], [2, 800]);
  expect(played(list, { ...usual, limit: 5 }, 8e6)[3]).toBe('thrown out 0');
  expect(played(list, { ...usual, limit: 5, headdrop: true }, 8e6)[1]).toBe('thrown out 0');
});

// A packet that comes to a busy link and an empty queue waits in a slot, and is in no queue: flow 0's second packet
// does not use up credit. Without the bypass, flow 0 is served 0, 2, and then has used 1500 of 1000 bytes.
test('the bypass: a packet that finds the queue empty leaves first, and no queue has sent it', () => {
  const list = at0([0, 100], [0, 900], [0, 600], [0, 500], [1, 300]);
  const order = (bypass: boolean) => {
    const arrivals = {
      count: list.length,
      timeNs: new Float64Array(list.length),
      flow: Int32Array.from(list, ({ flow }) => flow),
      bytes: Int32Array.from(list, ({ bytes }) => bytes),
      ect: new Uint8Array(list.length),
      classIndex: new Uint8Array(list.length),
      classes: ['all'],
    };
    const values = { ...usual, variant: 'linux', hash: 'number', quantumBytes: 1000, bypass };
    return loggedVerdicts(sfq, arrivals, values, { rateBps: 8e6 }).map(({ timeNs }) => timeNs / 1e6);
  };
  // Flow 0 sends 900 and 600 of its 1000 bytes, then flow 1 comes.
  expect(order(false)).toEqual([0, 0.1, 1, 1.9, 1.6]);
  // Of its queue, flow 0 sends 600 and 500.
  expect(order(true)).toEqual([0, 0.1, 1, 1.6, 2.1]);
});

test('the packet in the slot counts for the limit', () => {
  const list = at0([0, 1000], [0, 1000], [1, 1000], [2, 1000]);
  const settings = { ...usual, limit: 2, bypass: true };
  // One is sent, one is in the slot, and of two in queues the first in turn is lost.
  expect(played(list, settings, 8e6).map((text) => text.split(' ')[0])).toEqual(['sent', 'sent', 'thrown', 'sent']);
});
