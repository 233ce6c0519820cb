/** Directions of a capture: marked, or taken from connections that go both ways. */
import { describe, expect, test } from 'vitest';
import { CaptureReader } from '../../src/capture/capture-reader.ts';
import type { ReadDirection } from '../../src/capture/options.ts';
import { type ForeignPacket, ipv4, joined, pcap, section, tcp } from './foreign-captures.ts';

function read(file: Uint8Array, direction?: ReadDirection) {
  const reader = new CaptureReader({}, direction);
  reader.push(file);
  const { arrivals, notes, readDirection } = reader.finish();
  return { rows: Array.from(arrivals.timeNs, (ns, row) => `${ns}:${arrivals.flow[row]}`), notes, readDirection };
}

/** A packet from host to host, with the ports of a connection. */
const sent = (timeNs: number, from: number, to: number, ports = [80, 9], more: Partial<ForeignPacket> = {}) => ({
  timeNs,
  bytes: ipv4({ from: `10.0.0.${from}`, to: `10.0.0.${to}`, protocol: 6 }, tcp(ports[0] ?? 0, ports[1] ?? 0, 16, 10)),
  ...more,
});
const back = [9, 80];
const [INBOUND, OUTBOUND] = [1, 2];

describe('a capture without marks', () => {
  const file = pcap(101, [sent(0, 1, 2), sent(1, 2, 1, back), sent(2, 1, 2)]);

  test('both directions are read, counted and named', () => {
    expect(read(file)).toEqual({
      rows: ['0:0', '1:1', '2:0'],
      notes: [expect.stringMatching(/both directions.* 2 in the direction of the first packet, 1 in the other/)],
      readDirection: 'both',
    });
  });

  test('one direction can be chosen', () => {
    expect(read(file, 'first')).toEqual({
      rows: ['0:0', '2:0'],
      notes: ['Left out: 1 packet in the other direction.'],
      readDirection: 'first',
    });
    expect(read(file, 'other')).toEqual({
      rows: ['1:0'],
      notes: ['Left out: 2 packets in the direction of the first packet.'],
      readDirection: 'other',
    });
  });

  test('a capture of one direction has no message: many flows, flows from one host to others, the same ports', () => {
    const oneWay = pcap(101, [sent(0, 1, 2), sent(1, 3, 2), sent(2, 1, 4), sent(3, 1, 2, back), sent(4, 5, 6)]);
    expect(read(oneWay)).toMatchObject({ notes: [], readDirection: undefined });
    expect(read(oneWay, 'first').rows).toHaveLength(5);
  });

  test('the side of a host gives the direction of its other connections, whoever began them', () => {
    // Host 1 is the one that captures. Its first packet comes in.
    const host = pcap(101, [
      sent(0, 7, 1),
      sent(1, 1, 7, back),
      sent(2, 1, 8, [1000, 443]),
      sent(3, 8, 1, [443, 1000]),
      sent(4, 9, 1, [2000, 22]),
    ]);
    expect(read(host, 'first').rows.map((row) => Number(row.split(':')[0]))).toEqual([0, 3, 4]);
    expect(read(host, 'other').rows.map((row) => Number(row.split(':')[0]))).toEqual([1, 2]);
  });

  test('the two directions of a connection are never the same one, even where the sides of hosts contradict', () => {
    // 1 and 4 would both be on the first side.
    const ring = [sent(0, 1, 2), sent(1, 4, 3), sent(2, 1, 4, [5, 6]), sent(3, 4, 1, [6, 5])];
    expect(read(pcap(101, ring), 'first').rows).toHaveLength(3);
    expect(read(pcap(101, ring), 'other').rows).toEqual(['3:0']);
  });

  test('packets without ports, such as pings, have directions too', () => {
    const ping = (timeNs: number, from: string, to: string) => ({
      timeNs,
      bytes: ipv4({ from, to, protocol: 1 }, new Uint8Array(64)),
    });
    const pings = pcap(101, [ping(0, '10.0.0.1', '10.0.0.2'), ping(1, '10.0.0.2', '10.0.0.1')]);
    expect(read(pings)).toMatchObject({ readDirection: 'both' });
    expect(read(pings, 'other').rows).toEqual(['1:0']);
  });
});

describe('a capture with marks', () => {
  const packets = [sent(0, 1, 2), sent(1, 2, 1, back), sent(2, 1, 2)];
  const cooked = (type: number) => Uint8Array.from([0, type, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, 8, 0]);
  const cooked2 = (type: number) => Uint8Array.from([8, 0, 0, 0, 0, 0, 0, 3, 0, 1, type, 6, 2, 0, 0, 0, 0, 1, 0, 0]);
  const inCooked = (header: (type: number) => Uint8Array, types: readonly number[]) =>
    packets.map(({ timeNs, bytes }, index) => ({ timeNs, bytes: joined([header(types[index] ?? 0), bytes]) }));
  const flagged = (flags: readonly (number | undefined)[]) =>
    section(
      [{ resolution: [9, 1e9] }],
      packets.map((packet, index) => ({ ...packet, flags: flags[index] ?? 0 })),
    );

  test.each([
    ['flags of pcapng', flagged([INBOUND, OUTBOUND, INBOUND])],
    ['flags, the first one outbound', flagged([OUTBOUND, INBOUND, OUTBOUND])],
    ['flags, one packet without', flagged([OUTBOUND, INBOUND, undefined])],
    ['Linux cooked, received first', pcap(113, inCooked(cooked, [0, 4, 0]))],
    ['Linux cooked, sent first', pcap(113, inCooked(cooked, [4, 0, 4]))],
    ['Linux cooked, version 2, broadcast and for others', pcap(276, inCooked(cooked2, [1, 4, 3]))],
  ])('%s: the direction of the first packet is read, the other one counted', (_name, file) => {
    expect(read(file)).toEqual({
      rows: ['0:0', '2:0'],
      notes: ['Left out: 1 packet in the other direction.'],
      readDirection: 'first',
    });
    expect(read(file, 'other')).toMatchObject({ rows: [expect.stringMatching(/:0$/)], readDirection: 'other' });
    expect(read(file, 'both').rows).toHaveLength(3);
    expect(read(file, 'both').notes).toEqual([expect.stringContaining('both directions')]);
  });

  test('a packet that is not IP does not decide the direction', () => {
    const arp = { timeNs: 0, bytes: new Uint8Array(40), flags: OUTBOUND };
    const file = section([{}], [arp, ...packets.map((packet) => ({ ...packet, flags: INBOUND }))]);
    expect(read(file)).toMatchObject({ readDirection: undefined, notes: ['Left out: 1 packet without an IP header.'] });
  });
});

describe('a capture in which only some packets have marks', () => {
  const marked = (flags: readonly (number | undefined)[]) =>
    section(
      [{ resolution: [9, 1e9] }],
      flags.map((flag, index) => ({
        ...(index % 2 === 0 ? sent(index, 1, 2) : sent(index, 2, 1, back)),
        ...(flag === undefined ? {} : { flags: flag }),
      })),
    );
  const timesOf = (file: Uint8Array, direction?: ReadDirection) =>
    read(file, direction).rows.map((row) => Number(row.split(':')[0]));

  test.each([
    ['a mark of the first direction', [undefined, undefined, OUTBOUND, INBOUND, undefined, undefined]],
    ['a mark of the other direction', [undefined, undefined, undefined, INBOUND, OUTBOUND, undefined]],
    ['a value that is no mark', [3, 3, OUTBOUND, undefined, undefined, undefined]],
  ])('%s comes later: the rule stays that of the first packet, and the message says so', (_name, flags) => {
    const file = marked(flags);
    expect(read(file)).toMatchObject({
      readDirection: 'both',
      notes: [expect.stringMatching(/both directions.* 3 in the direction of the first packet, 3 in the other/)],
    });
    expect([timesOf(file), timesOf(file, 'first'), timesOf(file, 'other')]).toEqual([
      [0, 1, 2, 3, 4, 5],
      [0, 2, 4],
      [1, 3, 5],
    ]);
  });

  test('marks begin with the first packet: a packet without one goes in the direction of its flow', () => {
    const file = marked([OUTBOUND, INBOUND, undefined, undefined]);
    expect(read(file)).toMatchObject({
      readDirection: 'first',
      notes: ['Left out: 2 packets in the other direction.'],
    });
    expect([timesOf(file), timesOf(file, 'other')]).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });
});

describe('the limit of flows', () => {
  const flows = [1, 2, 3, 4, 5, 6].map((port) => sent(port, 1, 2, [port, 9]));

  test('counts only flows that are read', () => {
    const reader = new CaptureReader({ maxFlows: 2 }, 'other');
    reader.push(pcap(101, [...flows, sent(7, 2, 1, [9, 1])]));
    expect(Array.from(reader.finish().arrivals.timeNs)).toEqual([7]);
  });

  test('names the first flow too many', () => {
    const reader = new CaptureReader({ maxFlows: 2 }, 'first');
    expect(() => reader.push(pcap(101, flows))).toThrow(/packet 3: flow number 3 is not allowed; allowed: at most 2 /);
  });
});
