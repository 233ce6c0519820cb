/**
 * ECN in a capture: the tables of RFC 9768, a run of Prague whose ACKs count the marked packets, and runs of DCTCP
 * whose ACKs echo them (RFC 8257).
 */
import { expect, test } from 'vitest';
import { accurateSynAckFlags, aceFlags } from '../../../src/capture/writing/accurate-ecn.ts';
import { Capture } from '../../../src/capture/writing/capture.ts';
import { resolveScenario, type Scenario, withValue } from '../../../src/engine/scenario/scenario.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { type ReadPacket, readCapture } from '../reader.ts';

/** AE, CWR, ECE as a number of three bits. */
const bits = (flags: number) => ((flags & 0x100) >> 6) | ((flags & 0xc0) >> 6);

test('a SYN-ACK says which ECN field the SYN had (RFC 9768, table 2)', () => {
  // Not-ECT, ECT(1), ECT(0), CE.
  expect([0, 1, 2, 3].map((ecn) => bits(accurateSynAckFlags(ecn)))).toEqual([0b010, 0b011, 0b100, 0b110]);
});

test('the ACE field begins at 5 and counts modulo 8 (RFC 9768, section 3.2.1)', () => {
  expect([0, 1, 2, 3, 4, 10, 11].map((count) => bits(aceFlags(count)))).toEqual([5, 6, 7, 0, 1, 7, 0]);
});

/** The TCP packets before the queue and behind it. */
function capturedRun(congestion: string, policy: string, changes: Readonly<Record<string, unknown>> = {}) {
  let scenario = findPreset('two-rtts') as Scenario;
  const values = { 'run.durationSeconds': 5, 'run.warmupSeconds': 0, 'sources.tcp.conformance': 'rfc', ...changes };
  for (const [path, value] of Object.entries({ ...values, 'sources.tcp.congestion': congestion }))
    scenario = withValue(scenario, path, value);
  const chunks: Uint8Array[] = [];
  const simulation = openRun({ scenario, policy, seed: 1, allowsProbe: true });
  const capture = Capture.ofRun(simulation, {
    scenario: resolveScenario(scenario),
    application: 'test',
    runLines: [],
    write: (chunk) => chunks.push(chunk.slice()),
  });
  simulation.advance(simulation.endNs);
  capture.finish();
  const packets = readCapture(chunks).packets.filter(({ ip }) => ip.tcp !== undefined);
  return {
    before: packets.filter(({ tap }) => tap === 'before'),
    behind: packets.filter(({ tap }) => tap === 'behind'),
  };
}

const flagsOf = ({ bytes }: ReadPacket) => (((bytes[32] as number) & 1) << 8) | (bytes[33] as number);
const isSyn = (packet: ReadPacket) => (flagsOf(packet) & 2) !== 0;
/** Receivers have the discard port. */
const isReply = ({ ip }: ReadPacket) => ip.tcp?.from === 9;
/** The comment of an ACK has the count of the receiver. */
const countOf = ({ comment }: ReadPacket) => Number(/ceCount=(\d+)/.exec(comment)?.[1] ?? 0);

test.each([
  ['prague', 'dualpi2', 0b1_1100_0010],
  ['dctcp', 'red-ecn', 0b0_1100_0010],
  ['cubic', 'red-ecn', 0b0_1100_0010],
])('%s: the SYN', (congestion, policy, synFlags) => {
  const { before } = capturedRun(congestion, policy, { 'run.durationSeconds': 1 });
  const syns = before.filter((packet) => isSyn(packet) && !isReply(packet));
  expect(new Set(syns.map(flagsOf))).toEqual(new Set([synFlags]));
  // Only DCTCP's SYN has ECT (RFC 8257, section 3.5).
  expect(new Set(syns.map(({ ip }) => ip.ecn))).toEqual(new Set([congestion === 'dctcp' ? 2 : 0]));
  const synAcks = before.filter((packet) => isSyn(packet) && isReply(packet));
  expect(new Set(synAcks.map((packet) => bits(flagsOf(packet))))).toEqual(new Set([congestion === 'prague' ? 2 : 1]));
});

test('Prague: the ACE field of each ACK', () => {
  const { before } = capturedRun('prague', 'dualpi2');
  const replies = before.filter((packet) => isReply(packet) && !isSyn(packet));
  const counts = replies.map(countOf);
  expect(replies.map((packet) => bits(flagsOf(packet)))).toEqual(counts.map((count) => (5 + count) % 8));
  expect(Math.max(...counts)).toBeGreaterThan(100);
  const data = before.filter((packet) => !isReply(packet) && !isSyn(packet));
  expect(new Set(data.map((packet) => bits(flagsOf(packet))))).toEqual(new Set([5]));
});

test.each([false, true])(
  'DCTCP: the ACKs of marked packets have ECE, and only they; delayed ACKs: %s',
  (delayedAck) => {
    const { before, behind } = capturedRun('dctcp', 'red-ecn', { 'sources.tcp.delayedAck': delayedAck });
    const lastCounts = new Map<string, number>();
    let reportedMarks = 0;
    let echoCount = 0;
    for (const packet of before.filter((packet) => isReply(packet) && !isSyn(packet))) {
      const count = countOf(packet);
      const newMarks = count - (lastCounts.get(packet.ip.to) ?? 0);
      lastCounts.set(packet.ip.to, count);
      // ECE alone: neither AE nor CWR.
      expect(bits(flagsOf(packet))).toBe(newMarks > 0 ? 1 : 0);
      expect(newMarks).toBeLessThanOrEqual(delayedAck ? 2 : 1);
      reportedMarks += newMarks;
      if (newMarks > 0) echoCount++;
    }
    expect(echoCount).toBeGreaterThan(5);
    if (!delayedAck) expect(echoCount).toBe(reportedMarks);
    // Marked packets without an ACK were under way at the end.
    const marked = behind.filter((packet) => !isReply(packet) && !isSyn(packet) && packet.ip.ecn === 3);
    expect(reportedMarks).toBeLessThanOrEqual(marked.length);
    expect(reportedMarks).toBeGreaterThan(marked.length - 20);
    // The sender announces a cut by CWR, as in RFC 3168.
    const data = before.filter((packet) => !isReply(packet) && !isSyn(packet));
    expect(new Set(data.map((packet) => bits(flagsOf(packet))))).toEqual(new Set([0, 2]));
  },
);
