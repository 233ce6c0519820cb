/**
 * Captures read by tshark, tcptrace and tcpdump, which are independent programs. They read every export without errors,
 * and their results are those of the engine. Retransmissions are compared packet by packet, duplicate ACKs, SACK blocks
 * and ECN too, round trips one by one. What differs is counted under its reason; nothing else may differ.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { CapturePoint } from '../../src/capture/options.ts';
import { Capture } from '../../src/capture/writing/capture.ts';
import { PacketFlag } from '../../src/engine/packets/packet.ts';
import { resolveScenario, type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import type { Simulation } from '../../src/engine/simulation/simulation.ts';
import { Ns2RttEstimator, StandardRttEstimator } from '../../src/engine/transport/rtt-estimator.ts';
import type { ParameterValue } from '../../src/params/schema.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { fileOf, frames, packetCounts, tcptraceCounts, tsharkIsThere } from './tshark.ts';

interface Run {
  readonly name: string;
  readonly preset: string;
  readonly policy: string;
  readonly seconds: number;
  readonly set?: Readonly<Record<string, ParameterValue>>;
  readonly seed?: number;
}

const rfc = { 'sources.tcp.conformance': 'rfc' };
const reno = { ...rfc, 'sources.tcp.variant': 'newreno' };
const lossy = { 'link.lossRate': 0.02 };
const cubic = { ...rfc, 'sources.tcp.congestion': 'cubic' };

const runs: readonly Run[] = [
  { name: 'NewReno', preset: 'single-tcp', policy: 'droptail', seconds: 30, set: reno },
  { name: 'NewReno, random losses', preset: 'single-tcp', policy: 'droptail', seconds: 30, set: { ...reno, ...lossy } },
  { name: 'SACK', preset: 'single-tcp', policy: 'droptail', seconds: 30, set: rfc },
  {
    name: 'SACK, delayed ACKs, random losses',
    preset: 'single-tcp',
    policy: 'droptail',
    seconds: 30,
    set: { ...rfc, ...lossy, 'sources.tcp.delayedAck': true },
  },
  {
    name: 'SACK with PRR, many losses',
    preset: 'single-tcp',
    policy: 'droptail',
    seconds: 60,
    set: { ...rfc, 'link.lossRate': 0.08, 'sources.tcp.prr': true },
  },
  { name: 'CUBIC', preset: 'single-tcp', policy: 'droptail', seconds: 30, set: cubic },
  { name: 'CUBIC, CoDel marks', preset: 'single-tcp', policy: 'codel', seconds: 30, set: cubic },
  { name: 'two flows, RED', preset: 'two-rtts', policy: 'red', seconds: 30, set: rfc },
  { name: 'two flows, RED-ECN', preset: 'two-rtts', policy: 'red-ecn', seconds: 30, set: rfc },
  { name: 'many flows, DropTail', preset: 'opening', policy: 'droptail', seconds: 10 },
  { name: 'many flows, RED-ECN', preset: 'opening', policy: 'red-ecn', seconds: 10 },
  { name: 'many flows, FQ-CoDel', preset: 'opening', policy: 'fq-codel', seconds: 10 },
  { name: 'ns-2’s senders', preset: 'zhao-5mb-1bwdp-stf30', policy: 'red', seconds: 15 },
  {
    name: 'DCTCP',
    preset: 'single-tcp',
    policy: 'red-ecn',
    seconds: 20,
    set: { ...rfc, 'sources.tcp.congestion': 'dctcp', 'sources.tcp.delayedAck': true },
  },
  {
    name: 'Prague',
    preset: 'two-rtts',
    policy: 'dualpi2',
    seconds: 20,
    set: { ...rfc, 'sources.tcp.congestion': 'prague' },
  },
  { name: 'ATM frames', preset: 'goyal-r1', policy: 'tail-cells', seconds: 5 },
];

function scenarioOf({ preset, seconds, set = {} }: Run): Scenario {
  let scenario = findPreset(preset) as Scenario;
  for (const [path, value] of Object.entries({ 'run.durationSeconds': seconds, 'run.warmupSeconds': 0, ...set }))
    scenario = withValue(scenario, path, value);
  return scenario;
}

/** The engine's own knowledge, collected apart from the capture. */
interface Truth {
  readonly sent: Set<string>;
  readonly retransmitted: Set<string>;
  readonly duplicateAcks: Set<string>;
  readonly withSack: Map<string, string>;
  readonly echoes: Set<string>;
  /** ACKs whose receiver has counted more marked packets than at its last ACK. */
  readonly markReports: Set<string>;
  readonly reductions: Set<string>;
  /** Segments that left the port with CE. */
  readonly marked: Set<string>;
  readonly acks: Set<string>;
  /** Marked packets that the receiver has counted, by the ACK that says so. */
  readonly ceCounts: Map<string, number>;
  /**
   * Round trips that senders have measured, without the way between sender and router 1: by the ACK that ended each.
   */
  readonly roundTrips: Map<string, number>;
}

interface CapturedRun {
  readonly run: Run;
  readonly truth: Truth;
  readonly simulation: Simulation;
  readonly path: string;
  readonly packetCount: number;
}

function captured(run: Run, capturePoints: readonly CapturePoint[], payloadBytes = 0): CapturedRun {
  const scenario = scenarioOf(run);
  const resolved = resolveScenario(scenario);
  const simulation = openRun({ scenario, policy: run.policy, seed: run.seed ?? 1, allowsProbe: true });
  const truth = watched(simulation, (classIndex) => resolved.sources[classIndex]?.values.segmentBytes as number);
  const chunks: Uint8Array[] = [];
  const options = { scenario: resolved, capturePoints, payloadBytes, application: 'Bufferscope', runLines: [run.name] };
  const capture = Capture.ofRun(simulation, { ...options, write: (chunk) => chunks.push(chunk.slice()) });
  const restore = [StandardRttEstimator, Ns2RttEstimator].map((estimator) => {
    const { sample } = estimator.prototype;
    estimator.prototype.sample = function (sentNs, nowNs) {
      lastSample = { sentNs, nowNs };
      sample.call(this as never, sentNs, nowNs);
    };
    return () => {
      estimator.prototype.sample = sample;
    };
  });
  try {
    simulation.advance(simulation.endNs);
  } finally {
    for (const put of restore) put();
  }
  capture.finish();
  return { run, truth, simulation, path: fileOf(chunks), packetCount: capture.packetCount };
}

let lastSample: { sentNs: number; nowNs: number } | undefined;

function watched(simulation: Simulation, segmentBytes: (classIndex: number) => number): Truth {
  const { packets } = simulation;
  const truth: Truth = {
    sent: new Set(),
    retransmitted: new Set(),
    duplicateAcks: new Set(),
    withSack: new Map(),
    echoes: new Set(),
    markReports: new Set(),
    reductions: new Set(),
    marked: new Set(),
    acks: new Set(),
    ceCounts: new Map(),
    roundTrips: new Map(),
  };
  const isTcp = (packet: number) => segmentBytes(packets.classIndex[packet] as number) !== undefined;
  const has = (packet: number, flag: number) => ((packets.flags[packet] as number) & flag) !== 0;
  /** By flow: the last ACK's number in the present connection. */
  const lastAck = new Map<number, number>();
  const lastCeCount = new Map<number, number>();
  /** When ACKs pass router 1, by serial number; when segments came to the port, by flow and time of sending. */
  const passes = new Map<number, number>();
  const came = new Map<string, { segment: number; timeNs: number }>();
  simulation.probe = {
    onArrival: (packet) => {
      if (!isTcp(packet)) return;
      const [flow, id] = [packets.flow[packet] as number, String(packets.serial[packet])];
      truth.sent.add(id);
      if (has(packet, PacketFlag.retransmission)) truth.retransmitted.add(id);
      if (has(packet, PacketFlag.cwr)) truth.reductions.add(id);
      if (has(packet, PacketFlag.syn) && !has(packet, PacketFlag.retransmission)) {
        lastAck.delete(flow);
        lastCeCount.delete(flow);
      }
      came.set(`${flow} ${packets.bornNs[packet]}`, {
        segment: packets.sequence[packet] as number,
        timeNs: simulation.nowNs,
      });
    },
    onDeparture: (packet) => {
      if (isTcp(packet) && has(packet, PacketFlag.ce) && packets.lostBytes[packet] === 0)
        truth.marked.add(String(packets.serial[packet]));
    },
    onReply: (packet, passesNs) => {
      if (!isTcp(packet)) return;
      passes.set(packets.serial[packet] as number, passesNs);
      const [flow, sequence, id] = [
        packets.flow[packet] as number,
        packets.sequence[packet] as number,
        String(packets.serial[packet]),
      ];
      const duplicate = lastAck.get(flow) === sequence;
      lastAck.set(flow, sequence);
      const ceCount = packets.ceCount[packet] as number;
      const hasNewMarks = ceCount > (lastCeCount.get(flow) ?? 0);
      lastCeCount.set(flow, ceCount);
      if (passesNs > simulation.endNs) return;
      truth.acks.add(id);
      truth.ceCounts.set(id, ceCount);
      if (hasNewMarks) truth.markReports.add(id);
      if (duplicate) truth.duplicateAcks.add(id);
      if (has(packet, PacketFlag.ece)) truth.echoes.add(id);
      const blocks = packets.sackCount[packet] as number;
      const size = segmentBytes(packets.classIndex[packet] as number);
      // Relative numbers, as tshark prints them: the SYN is byte 0.
      const edges = Array.from(
        { length: 2 * blocks },
        (_, edge) => 1 + ((packets.options[8 * packet + edge] as number) - 1) * size,
      );
      if (blocks > 0) truth.withSack.set(id, edges.join(','));
    },
    onAcked: (packet) => {
      if (lastSample === undefined || !isTcp(packet)) return;
      const { sentNs, nowNs } = lastSample;
      lastSample = undefined;
      if (nowNs !== simulation.nowNs) return;
      const timed = came.get(`${packets.flow[packet]} ${sentNs}`);
      const passedNs = passes.get(packets.serial[packet] as number);
      // For an ACK of several segments, tshark uses the time of the last segment; the sender uses another one.
      if (timed === undefined || passedNs === undefined || timed.segment !== packets.sequence[packet]) return;
      truth.roundTrips.set(String(packets.serial[packet]), passedNs - timed.timeNs);
    },
  };
  return truth;
}

const KINDS = ['retransmission', 'fast_retransmission', 'spurious_retransmission', 'out_of_order'] as const;
/** Findings that no capture of a correct sender and receiver has at a point that all segments and ACKs pass. */
const IMPOSSIBLE = ['lost_segment', 'ack_lost_segment', 'zero_window', 'keep_alive', 'reused_ports'] as const;

const analysis = <K extends string>(kind: K) => `tcp.analysis.${kind}` as const;

const FIELDS = [
  ...['frame.packet_id', 'tcp.flags', 'tcp.flags.syn', 'tcp.flags.ack', 'tcp.flags.ece', 'tcp.flags.cwr', 'tcp.ack'],
  ...['tcp.options.sack_le', 'tcp.options.sack_re', 'tcp.analysis.ack_rtt'],
  ...[...KINDS, ...IMPOSSIBLE, 'window_update', 'duplicate_ack'].map(analysis),
];

const without = (one: Iterable<string>, other: ReadonlySet<string>) => [...one].filter((id) => !other.has(id));

const there = tsharkIsThere();

// If the programs could not be installed, the title says that this test is not run.
describe.skipIf(there)(
  'tshark, tcptrace, tcpdump are NOT INSTALLED: captures NOT CHECKED; apt-get install tshark tcptrace tcpdump',
  () => {
    test.skip('not run', () => undefined);
  },
);

describe.runIf(there).each(runs)('$name', (run) => {
  let capturedRun: CapturedRun;
  let rows: Record<string, string>[];
  const where = (wanted: (row: Record<string, string>) => boolean) =>
    new Set(rows.filter(wanted).map((row) => row['frame.packet_id'] as string));
  const said = (kind: string) => where((row) => row[analysis(kind)] !== '');
  const congestion = run.set?.['sources.tcp.congestion'];
  const flag = (name: string) => (row: Record<string, string>) => row[`tcp.flags.${name}`] === '1';
  let handshake: ReadonlySet<string>;

  beforeAll(() => {
    capturedRun = captured(run, ['before']);
    rows = frames(capturedRun.path, 'tcp', FIELDS);
    handshake = where(flag('syn'));
  });

  test('has losses or marks', () => {
    const { truth } = capturedRun;
    console.info(
      `${run.name}: ${truth.sent.size} segments, ${truth.retransmitted.size} of them retransmissions (${KINDS.map((kind) => `${kind} ${said(kind).size}`).join(', ')}), ` +
        `${truth.duplicateAcks.size} duplicate ACKs (window updates ${said('window_update').size}), ${truth.withSack.size} ACKs with SACK blocks, ` +
        `${without(where(flag('ece')), handshake).length} ECE, ${truth.reductions.size} CWR, ${truth.marked.size} CE, ${truth.roundTrips.size} round trips`,
    );
    expect(truth.retransmitted.size + truth.marked.size).toBeGreaterThan(10);
  });

  test('retransmissions: the same packets', () => {
    const { retransmitted } = capturedRun.truth;
    const found = new Set(KINDS.flatMap((kind) => [...said(kind)]));
    expect(without(found, retransmitted), 'only tshark says so').toEqual([]);
    expect(without(retransmitted, found), 'only the engine says so').toEqual([]);
  });

  test('duplicate ACKs: the same packets', () => {
    const { duplicateAcks } = capturedRun.truth;
    // A SYN-ACK cannot scale its window: where the next ACK has the same number, tshark calls it a window update.
    const updates = said('window_update');
    const found = new Set([...said('duplicate_ack'), ...updates]);
    expect(without(found, duplicateAcks), 'only tshark says so').toEqual([]);
    expect(without(duplicateAcks, found), 'only the engine says so').toEqual([]);
    expect(where((row) => row[analysis('window_update')] !== '' && row['tcp.ack'] !== '1').size).toBe(0);
  });

  test('SACK: the same edges', () => {
    const edges = rows.flatMap((row) => {
      const [left, right] = ['le', 're'].map((side) => (row[`tcp.options.sack_${side}`] as string).split(','));
      const pairs = (left as string[]).flatMap((edge, block) => [edge, (right as string[])[block]]).join(',');
      return pairs === ',' ? [] : [[row['frame.packet_id'] as string, pairs] as const];
    });
    expect(new Map(edges)).toEqual(capturedRun.truth.withSack);
  });

  test('ECN: the same echoes and reductions, or the same counts of marks', () => {
    const { echoes, markReports, reductions, ceCounts } = capturedRun.truth;
    if (congestion === 'prague') {
      const acks = rows.filter((row) => ceCounts.has(row['frame.packet_id'] as string) && !flag('syn')(row));
      // AE, CWR and ECE are bits 8 to 6 of the flags.
      const found = acks.map((row) => (Number(row['tcp.flags']) >> 6) & 7);
      expect(acks.length).toBeGreaterThan(100);
      expect(found).toEqual(acks.map((row) => (5 + (ceCounts.get(row['frame.packet_id'] as string) as number)) % 8));
      return;
    }
    // A receiver of DCTCP has no echo that lasts until CWR (RFC 8257, section 3.2).
    const expectedEchoes = congestion === 'dctcp' ? markReports : echoes;
    expect(without(where(flag('ece')), handshake)).toEqual(without(expectedEchoes, handshake));
    expect(without(where(flag('cwr')), handshake)).toEqual(without(reductions, handshake));
  });

  test('round trips: those that the senders have measured', () => {
    const { roundTrips } = capturedRun.truth;
    let compared = 0;
    const different: string[] = [];
    for (const row of rows) {
      const ours = roundTrips.get(row['frame.packet_id'] as string);
      const text = row['tcp.analysis.ack_rtt'] as string;
      if (ours === undefined || text === '') continue;
      compared++;
      const theirs = Math.round(Number(text) * 1e9);
      if (theirs !== ours) different.push(`${row['frame.packet_id']}: ${theirs} ns, of the sender ${ours} ns`);
    }
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThan(0.9 * roundTrips.size);
  });

  test('nothing impossible', () => {
    for (const kind of IMPOSSIBLE) expect(said(kind).size, kind).toBe(0);
  });

  test('tcptrace counts the same', () => {
    const counts = tcptraceCounts(capturedRun.path);
    const { truth } = capturedRun;
    const syns = where((row) => flag('syn')(row) && !flag('ack')(row));
    const synAcks = where((row) => flag('syn')(row) && flag('ack')(row));
    expect(counts.get('actual data pkts')).toBe(truth.sent.size - syns.size);
    // A SYN that is sent again counts as data there.
    expect(counts.get('rexmt data pkts')).toBe(truth.retransmitted.size);
    expect(counts.get('pure acks sent, back')).toBe(truth.acks.size - synAcks.size);
    expect(counts.get('sack pkts sent, back')).toBe(truth.withSack.size);
    expect(counts.get('outoforder pkts')).toBe(0);
  });

  test('nothing malformed: every header and every checksum of whole packets, at every interface; the marks are all there', () => {
    const { path, truth, packetCount } = captured(
      { ...run, seconds: Math.min(5, run.seconds) },
      ['before', 'behind', 'dropped'],
      65_535,
    );
    const states = ['ip', 'tcp', 'udp', 'icmp'].map((protocol) => `${protocol}.checksum.status`);
    const all = frames(path, '', [
      'frame.packet_id',
      '_ws.malformed',
      '_ws.short',
      'frame.interface_name',
      'ip.dsfield.ecn',
      'ip.proto',
      ...states,
    ]);
    expect(all.length).toBeGreaterThan(500);
    expect(packetCounts(path)).toEqual({ tshark: packetCount, tcpdump: packetCount, tcptrace: packetCount });
    const bad = all.filter(
      (row) =>
        row['_ws.malformed'] !== '' ||
        row['_ws.short'] !== '' ||
        row['ip.checksum.status'] !== '1' ||
        states.filter((state) => row[state] === '1').length !== 2,
    );
    expect(bad.slice(0, 5)).toEqual([]);
    const marked = all.filter(
      (row) => row['frame.interface_name'] === 'behind' && row['ip.dsfield.ecn'] === '3' && row['ip.proto'] === '6',
    );
    expect(new Set(marked.map((row) => row['frame.packet_id']))).toEqual(truth.marked);
  });
});
