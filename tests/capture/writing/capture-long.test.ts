/** Whole runs as captures: every packet of the run is there once at each place, as in the model. */
import { describe, expect, test } from 'vitest';
import { Capture, type CaptureOptions } from '../../../src/capture/writing/capture.ts';
import { resolveScenario, type Scenario, withValue } from '../../../src/engine/scenario/scenario.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { amount } from '../../amount.ts';
import { sim } from '../../cli/harness.ts';
import { type ReadPacket, readCapture, type Tcp } from '../reader.ts';

interface Case {
  readonly preset: string;
  readonly policy: string;
  readonly seconds: number;
  readonly values?: Readonly<Record<string, number | string | boolean>>;
  readonly options?: Partial<CaptureOptions>;
}

function captured({ preset, policy, seconds, values = {}, options }: Case) {
  let scenario = findPreset(preset) as Scenario;
  const all = { 'run.durationSeconds': seconds, 'run.warmupSeconds': 0, ...values };
  for (const [path, value] of Object.entries(all)) scenario = withValue(scenario, path, value);
  const chunks: Uint8Array[] = [];
  const simulation = openRun({ scenario, policy, seed: 1, allowsProbe: true });
  const task = { scenario: resolveScenario(scenario), application: 'test', runLines: ['a run'], ...options };
  const capture = Capture.ofRun(simulation, { ...task, write: (chunk) => chunks.push(chunk.slice()) });
  simulation.advance(simulation.endNs);
  capture.finish();
  const file = readCapture(chunks);
  const at = (tap: string) => file.packets.filter((packet) => packet.tap === tap);
  return { scenario, simulation, summary: simulation.summary(), file, capture, at };
}

const INBOUND = 1;
const OUTBOUND = 2;
const CE = 3;
const came = (packet: ReadPacket) => packet.direction === INBOUND;
const tcpOf = (packet: ReadPacket) => packet.ip.tcp as Tcp;
const isTcp = (packet: ReadPacket) => packet.ip.tcp !== undefined;

test('a reply that the link loses comes to no interface, and a SYN whose answer was lost has another SYN-ACK', () => {
  const values = { 'sources.tcp.flows': 60, 'link.ackLossRate': 0.4 };
  const { at, summary } = captured({ preset: 'single-tcp', policy: 'droptail', seconds: 10, values });
  const replies = at('behind').filter((packet) => came(packet));
  expect(summary.lostAcks).toBeGreaterThan(100);
  expect(at('before').filter((packet) => !came(packet))).toHaveLength(replies.length);
  const answered = ({ ip }: ReadPacket) => `${ip.to}/${ip.tcp?.to}`;
  const firsts = new Map<string, ReadPacket>();
  for (const reply of replies) if (!firsts.has(answered(reply))) firsts.set(answered(reply), reply);
  expect(firsts.size).toBeGreaterThanOrEqual(20);
  expect([...firsts.values()].every((reply) => tcpOf(reply).flags.includes('SYN'))).toBe(true);
});

const cases: readonly Case[] = [
  { preset: 'opening', policy: 'droptail', seconds: amount(2, 5) },
  { preset: 'opening', policy: 'red-ecn', seconds: amount(2, 5), options: { payloadBytes: 65_535 } },
  { preset: 'opening', policy: 'codel', seconds: amount(2, 5) },
  { preset: 'opening', policy: 'fq-codel', seconds: amount(2, 5) },
  { preset: 'zhao-5mb-1bwdp-stf30', policy: 'red-ecn', seconds: amount(2, 5) },
  { preset: 'mm1k', policy: 'droptail', seconds: amount(8, 20) },
  { preset: 'abe-100k-blue4', policy: 'abe-dsd', seconds: amount(2, 5) },
  { preset: 'bm-e1', policy: 'shb', seconds: amount(2, 5) },
];

describe.each(cases)('$preset, $policy', (item) => {
  const run = captured(item);
  const { summary, file, at } = run;
  const [before, behind, dropped] = ['before', 'behind', 'dropped'].map(at) as [
    ReadPacket[],
    ReadPacket[],
    ReadPacket[],
  ];

  test('is written in the order of time', () => {
    expect(file.packets.length).toBe(run.capture.packetCount);
    const late = file.packets.findIndex((packet, index) => packet.timeNs < (file.packets[index - 1]?.timeNs ?? 0));
    expect(late).toBe(-1);
    expect(file.interfaces.map(({ linkType, resolution }) => [linkType, resolution])).toEqual(Array(3).fill([1, 9]));
  });

  test('has each packet once at its arrival, and once at its departure or drop', () => {
    expect(before.filter(came)).toHaveLength(summary.arrived);
    expect(behind.filter((packet) => packet.direction === OUTBOUND)).toHaveLength(summary.departed);
    expect(dropped).toHaveLength(summary.dropped);
    const ids = new Set(before.filter(came).map(({ id }) => id));
    expect(ids.size).toBe(summary.arrived);
    for (const { id } of [...dropped, ...behind.filter((packet) => !came(packet))]) expect(ids.has(id)).toBe(true);
    // Replies pass both sides at once.
    const replies = (packets: ReadPacket[], direction: number) =>
      packets.filter((packet) => packet.direction === direction).map(({ id, timeNs }) => `${id} ${timeNs}`);
    expect(replies(before, OUTBOUND)).toEqual(replies(behind, INBOUND));
  });

  test('has the marks after the queue, and no other marks', () => {
    expect(before.filter(({ ip }) => ip.ecn === CE)).toEqual([]);
    const waiting = new Set(before.filter(came).map(({ id }) => id));
    for (const { id } of [...dropped, ...behind]) waiting.delete(id);
    const marked = behind.filter(({ ip }) => ip.ecn === CE).length + dropped.filter(({ ip }) => ip.ecn === CE).length;
    expect(marked).toBeLessThanOrEqual(summary.marked);
    expect(marked).toBeGreaterThanOrEqual(summary.marked - waiting.size);
  });

  test('names each verdict', () => {
    for (const packet of before.filter(came))
      expect(packet.comment).toMatch(
        /^verdict=(accept|mark|drop) reason=\S+ packet=\d+ class=\S+ segment=\d+ bytes=\d+ waitingPackets=\d+ \|/,
      );
    for (const packet of dropped) expect(packet.comment).toContain('verdict=drop');
    for (const packet of dropped) expect(packet.comment).toContain(` packet=${packet.id} `);
  });

  test('is the same run', () => {
    const { scenario, simulation } = run;
    const alone = openRun({ scenario, policy: item.policy, seed: 1 });
    alone.advance(alone.endNs);
    expect(alone.digest()).toBe(simulation.digest());
  });
});

describe('TCP', () => {
  const { at, file } = captured({ preset: 'opening', policy: 'red-ecn', seconds: 10 });
  const before = at('before').filter(isTcp);

  test('begins each connection by SYN, SYN-ACK, with the options of both and the ECN bits of RFC 3168', () => {
    const byConnection = new Map<string, ReadPacket[]>();
    for (const packet of before) {
      const { ip } = packet;
      const end = came(packet) ? `${ip.from}:${tcpOf(packet).from}` : `${ip.to}:${tcpOf(packet).to}`;
      byConnection.set(end, [...(byConnection.get(end) ?? []), packet]);
    }
    expect(byConnection.size).toBeGreaterThan(60);
    let shaken = 0;
    for (const packets of byConnection.values()) {
      const [first] = packets as [ReadPacket];
      expect(tcpOf(first)).toMatchObject({
        flags: 'SYN ECE CWR',
        sequence: 1_000,
        acknowledgement: 0,
        payloadBytes: 0,
      });
      expect(tcpOf(first).options).toEqual([[2, 1_000 >> 8, 1_000 & 255], [3, 0], [4]]);
      const answer = packets.find((packet) => !came(packet));
      if (answer === undefined) continue;
      shaken++;
      expect(tcpOf(answer)).toMatchObject({ flags: 'SYN ACK ECE', sequence: 1_000, acknowledgement: 1_001 });
      // 10,000 segments of 1,000 bytes: 10^7 = 39,063 * 256 and a little less.
      expect(tcpOf(answer).options).toEqual([[2, 1_000 >> 8, 1_000 & 255], [3, 8], [4]]);
      const later = packets.filter((packet) => !came(packet) && packet !== answer);
      for (const packet of later) expect(tcpOf(packet)).toMatchObject({ sequence: 1_001, window: 39_063 });
    }
    expect(shaken).toBeGreaterThan(50);
  });

  test('has segments in bytes, all of one size, with an ACK', () => {
    const data = before.filter((packet) => came(packet) && tcpOf(packet).payloadBytes > 0);
    for (const packet of data) {
      const { sequence, payloadBytes, flags, acknowledgement } = tcpOf(packet);
      expect([payloadBytes, (sequence - 1_001) % 1_000, acknowledgement]).toEqual([1_000, 0, 1_001]);
      expect(flags).toMatch(/^ACK( CWR)?$/);
      expect(packet.original).toBe(1_040);
    }
    expect(data.filter((packet) => tcpOf(packet).flags === 'ACK CWR').length).toBeGreaterThan(10);
  });

  test('names the hosts by their class, and hands on flow, packet and path', () => {
    expect(file.names.get('10.0.0.1')).toBe('ltrf-0.sender');
    expect(file.names.get('10.128.0.1')).toBe('ltrf-0.receiver');
    expect(
      new Set(
        at('before')
          .filter(came)
          .map(({ ip }) => ip.ttl),
      ),
    ).toEqual(new Set([64]));
    expect(new Set(at('behind').map(({ ip }) => ip.ttl))).toEqual(new Set([63]));
    for (const { ip, id } of file.packets) expect(ip.id).toBe(id % 65_536);
  });
});

describe('TCP with timestamps', () => {
  const values = { 'sources.tcp.timestamps': true, 'sources.tcp.variant': 'rack', 'link.lossRate': 0.02 };
  const { at } = captured({ preset: 'single-tcp', policy: 'droptail', seconds: 5, values });
  const timestamps = (packet: ReadPacket): [number, number] => {
    const [, ...bytes] = tcpOf(packet).options.find(([kind]) => kind === 8) ?? [8];
    const [value, echo] = [bytes.slice(0, 4), bytes.slice(4)].map((word) => word.reduce((sum, b) => sum * 256 + b, 0));
    return [value as number, echo as number];
  };
  const data = at('before').filter(came);
  const acks = at('before').filter((packet) => !came(packet));

  test('has the time of each segment, and an ACK returns that of a segment', () => {
    const sentAt = new Set(data.map((packet) => timestamps(packet)[0]));
    expect(data.length).toBeGreaterThan(500);
    expect(data.every((packet) => timestamps(packet)[0] <= packet.timeNs / 1e6)).toBe(true);
    expect(acks.every((packet) => sentAt.has(timestamps(packet)[1]))).toBe(true);
  });

  test('a data segment returns the time of the last ACK before it', () => {
    const all = at('before');
    let last = 0;
    for (const packet of all) {
      if (came(packet)) expect(timestamps(packet)[1]).toBe(tcpOf(packet).flags.includes('SYN') ? 0 : last);
      else [last] = timestamps(packet);
    }
  });

  test('offers SACK at the handshake, also where losses are found by time', () => {
    for (const packet of [...data, ...acks].filter((one) => tcpOf(one).flags.includes('SYN')))
      expect(tcpOf(packet).options.map(([kind]) => kind)).toContain(4);
  });

  test('headers of data have the option in their 52 bytes', () => {
    const [segment] = data.filter((packet) => tcpOf(packet).payloadBytes > 0);
    expect((segment?.ip.length ?? 0) - tcpOf(segment as ReadPacket).payloadBytes).toBe(52);
  });
});

describe('packets without TCP', () => {
  test('a ping is an echo request and its reply', () => {
    const { at, summary } = captured({ preset: 'home-bufferbloat', policy: 'droptail', seconds: 5 });
    const pings = at('before').filter(({ ip }) => ip.icmp !== undefined);
    const requests = pings.filter(came);
    expect(requests.length).toBeGreaterThan(10);
    expect(requests.length).toBeLessThan(summary.arrived);
    expect(new Set(requests.map(({ ip }) => ip.icmp?.type))).toEqual(new Set([8]));
    const replies = pings.filter((packet) => !came(packet));
    expect(new Set(replies.map(({ ip }) => ip.icmp?.type))).toEqual(new Set([0]));
    for (const [index, { ip }] of replies.entries()) expect(ip.icmp?.sequence).toBe(requests[index]?.ip.icmp?.sequence);
  });

  test('a datagram is as long as the model says, but not shorter than its headers; a green one says so', () => {
    const { at } = captured({ preset: 'mm1k', policy: 'droptail', seconds: 20 });
    const bytes = (packet: ReadPacket) => Number(/bytes=(\d+)/.exec(packet.comment)?.[1]);
    for (const packet of at('before')) expect(packet.original).toBe(Math.max(28, bytes(packet)));
    const abe = captured({ preset: 'abe-100k-blue4', policy: 'abe-dsd', seconds: 5 });
    expect(new Set(abe.at('before').map(({ ip }) => ip.dscp))).toEqual(new Set([0, 3]));
  });
});

describe('a port for cells', () => {
  const { at, summary } = captured({ preset: 'goyal-r1', policy: 'tail-cells', seconds: 5 });

  test('has IP packets before they are cut and after they are put together; a broken frame is dropped', () => {
    expect(at('before').filter(came)).toHaveLength(summary.arrived);
    const broken = at('dropped').filter(({ comment }) => comment.startsWith('verdict=broken'));
    expect(broken.length).toBeGreaterThan(10);
    expect(at('behind').filter((packet) => !came(packet))).toHaveLength(summary.departed - broken.length);
    expect(at('dropped')).toHaveLength(summary.dropped + broken.length);
    expect(
      new Set(
        at('before')
          .filter(came)
          .map(({ original }) => original),
      ).size,
    ).toBeLessThanOrEqual(2);
  });
});

describe('a part of a run', () => {
  const whole = captured({ preset: 'opening', policy: 'droptail', seconds: 5 });
  const [fromNs, toNs] = [2e9, 3e9];
  const options = { fromNs, toNs, capturePoints: ['dropped', 'before'] as const };
  const part = captured({ preset: 'opening', policy: 'droptail', seconds: 5, options });

  test('has the packets of its time span at the chosen interfaces, as in the capture of the whole run', () => {
    expect(part.file.interfaces.map(({ name }) => name)).toEqual(['before', 'dropped']);
    const texts = (packets: readonly ReadPacket[]) =>
      packets.map(({ tap, timeNs, bytes }) => `${tap} ${timeNs} ${bytes}`);
    const wanted = ({ tap, timeNs }: ReadPacket) => tap !== 'behind' && timeNs >= fromNs && timeNs <= toNs;
    expect(part.file.packets.length).toBeGreaterThan(1_000);
    expect(texts(part.file.packets)).toEqual(texts(whole.file.packets.filter(wanted)));
  });
});

describe('sim -- run --pcapng', () => {
  const run = (...more: string[]) => sim(['run', 'opening', '--duration', '1', '--pcapng', 'out.pcapng', ...more]);

  test('writes one file for one policy, and a file for each of several', () => {
    const one = run('--policy', 'red');
    expect([...one.binary.keys()]).toEqual(['out.pcapng']);
    expect(readCapture(one.binary.get('out.pcapng') ?? []).comment).toContain('Scenario opening, policy red, seed 1.');
    expect([...run('--policy', 'red', '--policy', 'droptail').binary.keys()]).toEqual([
      'out-red.pcapng',
      'out-droptail.pcapng',
    ]);
  });

  test.each([
    [['--replications', '2'], '--pcapng: not allowed with --replications 2'],
    [['--interfaces', 'before,beside'], '--interfaces: beside is not allowed; allowed: before, behind, dropped'],
    [['--from', '2'], '--from: 2 is not allowed; allowed: seconds from 0 to 1'],
    [['--from', '0.5', '--to', '0.25'], '--to: 0.25 is not allowed; allowed: seconds from 0.5 to 1'],
    [['--payload', '-1'], '--payload: -1 is not allowed'],
  ])('refuses %j', (more, message) => {
    const { status, err } = run('--policy', 'red', ...more);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });

  test('refuses its options without it', () => {
    const { status, err } = sim(['run', 'opening', '--to', '1']);
    expect([status, err]).toEqual([2, '--to: not allowed without --pcapng']);
  });

  test('agrees with a trace: the same verdicts', () => {
    const { files, binary } = run('--policy', 'red', '--trace', 'trace');
    const packets = readCapture(binary.get('out.pcapng') ?? []).packets;
    const traced = (files.get('trace') ?? []).map((line) => JSON.parse(line).packet);
    expect(packets.filter((packet) => packet.tap === 'before' && came(packet)).map(({ id }) => id)).toEqual(traced);
  });
});
