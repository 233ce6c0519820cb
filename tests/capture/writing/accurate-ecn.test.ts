/** Accurate ECN in a capture: the tables of RFC 9768, and a run whose ACKs count the marked packets. */
import { expect, test } from 'vitest';
import { accurateSynAckFlags, aceFlags } from '../../../src/capture/writing/accurate-ecn.ts';
import { Capture } from '../../../src/capture/writing/capture.ts';
import { resolveScenario, type Scenario, withValue } from '../../../src/engine/scenario/scenario.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { readCapture } from '../reader.ts';

/** AE, CWR, ECE as a number of three bits. */
const bits = (flags: number) => ((flags & 0x100) >> 6) | ((flags & 0xc0) >> 6);

test('a SYN-ACK says which ECN field the SYN had (RFC 9768, table 2)', () => {
  // Not-ECT, ECT(1), ECT(0), CE.
  expect([0, 1, 2, 3].map((ecn) => bits(accurateSynAckFlags(ecn)))).toEqual([0b010, 0b011, 0b100, 0b110]);
});

test('the ACE field begins at 5 and counts modulo 8 (RFC 9768, section 3.2.1)', () => {
  expect([0, 1, 2, 3, 4, 10, 11].map((count) => bits(aceFlags(count)))).toEqual([5, 6, 7, 0, 1, 7, 0]);
});

test.each([
  ['prague', 0b1_1100_0010],
  ['dctcp', 0b1_1100_0010],
  ['cubic', 0b0_1100_0010],
])('%s: the SYN, and the ACE field of each ACK', (congestion, synFlags) => {
  let scenario = findPreset('two-rtts') as Scenario;
  const values = { 'run.durationSeconds': 5, 'run.warmupSeconds': 0, 'sources.tcp.conformance': 'rfc' };
  for (const [path, value] of Object.entries({ ...values, 'sources.tcp.congestion': congestion }))
    scenario = withValue(scenario, path, value);
  const chunks: Uint8Array[] = [];
  const policy = congestion === 'prague' ? 'dualpi2' : 'red-ecn';
  const simulation = openRun({ scenario, policy, seed: 1, allowsProbe: true });
  const capture = Capture.ofRun(simulation, {
    scenario: resolveScenario(scenario),
    application: 'test',
    runLines: [],
    write: (chunk) => chunks.push(chunk.slice()),
  });
  simulation.advance(simulation.endNs);
  capture.finish();
  const flagsOf = (bytes: Uint8Array) => (((bytes[32] as number) & 1) << 8) | (bytes[33] as number);
  const packets = readCapture(chunks).packets.filter(({ tap, ip }) => tap === 'before' && ip.tcp !== undefined);
  const syns = packets.filter(({ bytes }) => (flagsOf(bytes) & 0x12) === 2);
  expect(new Set(syns.map(({ bytes }) => flagsOf(bytes)))).toEqual(new Set([synFlags]));
  if (congestion === 'cubic') return;
  const replies = packets.filter(({ direction, bytes }) => direction === 2 && (flagsOf(bytes) & 2) === 0);
  // The comment of an ACK has the count of the receiver.
  const counts = replies.map(({ comment }) => Number(/ceCount=(\d+)/.exec(comment)?.[1] ?? 0));
  expect(replies.map(({ bytes }) => bits(flagsOf(bytes)))).toEqual(counts.map((count) => (5 + count) % 8));
  expect(Math.max(...counts)).toBeGreaterThan(congestion === 'prague' ? 100 : 5);
  const data = packets.filter(({ direction, bytes }) => direction === 1 && (flagsOf(bytes) & 2) === 0);
  expect(new Set(data.map(({ bytes }) => bits(flagsOf(bytes))))).toEqual(new Set([5]));
});
