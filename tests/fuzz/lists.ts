/**
 * Lists in files: arrivals as CSV and as captures, rates of a link. They are read, or refused with the place of the
 * problem; lists that are read can be run.
 */
import { CaptureError, CaptureReader } from '../../src/capture/capture-reader.ts';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { RandomStream } from '../../src/engine/numbers/random.ts';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import type { Arrivals } from '../../src/engine/time-lists/arrivals.ts';
import { parseArrivalsCsv } from '../../src/engine/time-lists/arrivals-csv.ts';
import { parseRates } from '../../src/engine/time-lists/rates-text.ts';
import { TimeListError } from '../../src/engine/time-lists/time-list-error.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { openRunOfPolicy } from '../../src/runs/open-run-of-policy.ts';
import { ARRIVALS_LIMITS, scenarioOfArrivals } from '../../src/scenarios/files/arrivals-scenario.ts';
import { parseScenarioFile, scenarioToFile } from '../../src/scenarios/files/file.ts';
import { withRates } from '../../src/scenarios/files/rates.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { type Attack, mutated, mutatedBytes, pick } from './attack.ts';

/** Events of a run that is read from a list. */
const EVENTS = 3_000;

const rising = (random: RandomStream, rows: number, most: number): number[] =>
  Array.from({ length: rows }, () => random.uniform() * most).sort((one, other) => one - other);

/** A valid list of arrivals: either header, with or without the optional columns. */
export function randomArrivals(random: RandomStream): string {
  const inNs = random.uniform() < 0.5;
  const more = inNs ? ['flow', 'ect'] : ['flow', 'ect'].filter(() => random.uniform() < 0.5);
  const columns = [inNs ? 't_ns' : 'time_s', 'bytes', ...more];
  if (random.uniform() < 0.3) columns.push('class');
  if (random.uniform() < 0.2) columns.push('colour');
  const classes = pick(random, [['web', 'voice'], ['constructor'], ['a']]);
  const cells: Record<string, (seconds: number) => string | number> = {
    t_ns: (seconds) => Math.round(seconds * 1e9),
    time_s: (seconds) => seconds.toFixed(6),
    bytes: () => pick(random, [1, 40, 576, 1500, 65_535]),
    flow: () => random.integer(5),
    ect: () => random.integer(3),
    class: () => pick(random, classes),
    colour: () => pick(random, ['blue', 'green']),
  };
  const rows = rising(random, 1 + random.integer(200), pick(random, [0.01, 1, 100])).map((seconds) =>
    columns.map((column) => cells[column]?.(seconds)).join(','),
  );
  return `${[columns.join(','), ...rows].join('\n')}\n`;
}

/** A list of rates that is allowed: of mahimahi's kind, or pieces that may repeat. */
export function randomRates(random: RandomStream): string {
  const rows = 1 + random.integer(50);
  if (random.uniform() < 0.5) {
    const times = rising(random, rows, pick(random, [2, 1_000, 50_000])).map(Math.floor);
    return [...times, (times.at(-1) ?? 0) + 1].join('\n');
  }
  const pieces = [...new Set([0, ...rising(random, rows, pick(random, [10, 5_000])).map(Math.ceil)])];
  const lines = pieces.map((ms) => `${ms},${ms === 0 ? 1e6 : pick(random, [0, 1, 1e6, 35e6, 1e10])}`);
  const end = (pieces.at(-1) ?? 0) + 1;
  return ['t_ms,rate_bps', ...lines, `${end},${random.uniform() < 0.5 ? 'repeat' : '5e6'}`].join('\n');
}

/** A capture (pcap) of IPv4 and UDP. */
function randomCapture(random: RandomStream): Uint8Array {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(0xa1b2c3d4);
  header.writeUInt32LE(65_535, 16);
  header.writeUInt32LE(101, 20);
  const packets = rising(random, 1 + random.integer(40), 10).map((seconds) => {
    const packet = Buffer.alloc(16 + 28);
    packet.writeUInt32LE(Math.floor(seconds));
    packet.writeUInt32LE(Math.floor((seconds % 1) * 1e6), 4);
    packet.writeUInt32LE(28, 8);
    packet.writeUInt32LE(28, 12);
    packet.set([0x45, random.integer(256), 0, 28, 0, 0, 0, 0, 64, 17], 16);
    packet.writeUInt16BE(random.integer(4), 16 + 20);
    return packet;
  });
  return Buffer.concat([header, ...packets]);
}

/** The same in blocks (pcapng). */
function inBlocks(capture: Uint8Array): Uint8Array {
  const from = Buffer.from(capture);
  const block = (type: number, body: Buffer) => {
    const whole = Buffer.alloc(12 + body.length);
    whole.writeUInt32LE(type);
    whole.writeUInt32LE(whole.length, 4);
    whole.set(body, 8);
    whole.writeUInt32LE(whole.length, whole.length - 4);
    return whole;
  };
  const section = Buffer.from('4d3c2b1a01000000ffffffffffffffff', 'hex');
  const blocks = [block(0x0a0d0d0a, section), block(1, Buffer.from('6500000000000000', 'hex'))];
  for (let index = 24; index < from.length; index += 44) {
    const body = Buffer.alloc(48);
    const micros = BigInt(from.readUInt32LE(index)) * 1_000_000n + BigInt(from.readUInt32LE(index + 4));
    body.writeUInt32LE(Number(micros >> 32n), 4);
    body.writeUInt32LE(Number(micros & 0xffffffffn), 8);
    body.writeUInt32LE(28, 12);
    body.writeUInt32LE(28, 16);
    body.set(from.subarray(index + 16, index + 44), 20);
    blocks.push(block(6, body));
  }
  return Buffer.concat(blocks);
}

/** In pieces, as a page reads a file. */
function readCapture(random: RandomStream, bytes: Uint8Array): Arrivals {
  const reader = new CaptureReader(ARRIVALS_LIMITS);
  for (let index = 0; index < bytes.length; ) {
    const next = index + 1 + random.integer(500);
    reader.push(bytes.subarray(index, next));
    index = next;
  }
  return reader.finish().arrivals;
}

function scenarioFrom(random: RandomStream): Scenario {
  const broken = random.uniform() < 0.7;
  const kind = random.uniform();
  if (kind < 0.4) {
    const text = randomArrivals(random);
    const { arrivals } = parseArrivalsCsv(broken ? mutated(random, text) : text, ARRIVALS_LIMITS);
    return scenarioOfArrivals('own.csv', arrivals);
  }
  if (kind < 0.7) {
    const capture = random.uniform() < 0.5 ? randomCapture(random) : inBlocks(randomCapture(random));
    return scenarioOfArrivals('own.pcap', readCapture(random, broken ? mutatedBytes(random, capture) : capture));
  }
  const text = randomRates(random);
  return withRates(findPreset('opening') as Scenario, 'own.down', broken ? mutated(random, text) : text).scenario;
}

export const lists: Attack = {
  name: 'lists',
  mostMs: 2_000,
  attempt: (random) => {
    let scenario: Scenario;
    try {
      scenario = scenarioFrom(random);
    } catch (error) {
      if (error instanceof TimeListError || error instanceof CaptureError) return undefined;
      throw error;
    }
    const own = JSON.stringify(scenarioToFile(scenario));
    const again = parseScenarioFile(own);
    if (again.problems.length > 0 || again.scenario === undefined)
      return `${own}\n  has ${JSON.stringify(again.problems)}`;
    if (JSON.stringify(scenarioToFile(again.scenario)) !== own) return `${own}\n  is read otherwise`;
    if (scenario.rates !== undefined && !isSteady(random, scenario.rates)) return `${scenario.rates}\n  is not steady`;
    const simulation = openRunOfPolicy(findPolicy('red') as PolicyDefinition, { scenario: again.scenario, seed: 1 });
    const before = simulation.nowNs;
    simulation.advance(simulation.endNs, EVENTS);
    return simulation.nowNs >= before && simulation.nowNs <= simulation.endNs ? undefined : `${own}\n  runs back`;
  },
};

/** The bits that a link can have sent never fall, and each of them has an instant by which it can have been sent. */
function isSteady(random: RandomStream, text: string): boolean {
  const { rates } = parseRates(text);
  const times = rising(random, 20, 2e11).map(Math.round);
  let before = 0;
  return times.every((timeNs) => {
    const bits = rates.bitsUntil(timeNs);
    const again = bits === 0 ? 0 : rates.bitsUntil(Math.ceil(rates.timeOfBitsNs(bits)));
    // A sum of bits is as exact as its digits, and a nanosecond of 10 Gb/s is ten bits.
    const steady =
      bits >= before && rates.nextChangeNs(timeNs) >= timeNs && Math.abs(again - bits) <= 20 + 1e-12 * bits;
    before = bits;
    return steady;
  });
}
