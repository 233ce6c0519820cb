/** Packet for packet against ns-2.35, with a queue in each direction: the first events of three cases. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { PortObserver } from '../../src/engine/network/port.ts';
import { PacketFlag } from '../../src/engine/packets/packet.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { type CaseName, ns2Case, parametersOf, policyOf, twoWayScenario } from './two-way-cells.ts';

interface TraceEvent {
  readonly us: number;
  /** Direction, flow, kind, segment, bytes and event, as ns-2's trace has them. */
  readonly text: string;
}

function theirEvents(name: CaseName): TraceEvent[] {
  const file = join(import.meta.dirname, `fixtures/ns2-two-way-${name}.csv.gz`);
  const [, ...lines] = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  return lines.map((line) => ({
    us: Number(line.slice(0, line.indexOf(','))),
    text: line.slice(line.indexOf(',') + 1),
  }));
}

/** Arrivals that are taken (E) or dropped (X), and starts of transmissions (Q), at both queues. */
function ourEvents(name: CaseName, untilNs: number): TraceEvent[] {
  const scenario = twoWayScenario(name, ns2Case(name).starts[0]);
  const run = openRun({ scenario, policy: policyOf(scenario), seed: 1, allowsProbe: true });
  const downloads = parametersOf(name).ndown;
  const events: TraceEvent[] = [];
  const add = (direction: string, packet: number, event: string) => {
    const [flow, flags, sequence, bytes] = (['flow', 'flags', 'sequence', 'bytes'] as const).map(
      (column) => run.packets[column][packet] as number,
    ) as [number, number, number, number];
    const id = flow < downloads ? `D${flow + 1}` : `U${flow - downloads + 1}`;
    const kind = (flags & PacketFlag.ack) === 0 ? 'tcp' : 'ack';
    events.push({ us: run.nowNs / 1e3, text: [direction, id, kind, sequence, bytes, event].join() });
  };
  const observer = (direction: string): Partial<PortObserver> => ({
    onVerdict: (packet, _reason, kind) => add(direction, packet, kind === 'drop' ? 'X' : 'E'),
    onServiceStart: (packet) => add(direction, packet, 'Q'),
  });
  run.probe = { ...observer('d'), up: observer('u') };
  run.advance(untilNs);
  return events;
}

/** Number of events that are the same, from the first one on. */
function sameCount(ours: readonly TraceEvent[], theirs: readonly TraceEvent[]): number {
  const first = theirs.findIndex(({ us, text }, index) => {
    const own = ours[index];
    return own === undefined || own.text !== text || Math.abs(own.us - us) > tolerances.traceUs.value;
  });
  return first < 0 ? theirs.length : first;
}

describe('the same events as in ns-2, beyond the first drop', () => {
  test('P1: until a retransmission timer, whose clock has a phase of its own there', () => {
    const theirs = theirEvents('P1');
    const ours = ourEvents('P1', 1e9);
    const count = sameCount(ours, theirs);
    expect(count).toBeGreaterThan(theirs.findIndex(({ text }) => text.endsWith('X')));
    expect(count).toBe(392);
    // The timer of the second download runs out here a whole number of its ticks of 10 ms before that of ns-2.
    const repeated = 'd,D2,tcp,3,1040,E';
    expect(ours[count]?.text).toBe(repeated);
    const laterUs =
      (theirs.slice(count).find(({ text }) => text === repeated)?.us ?? Number.NaN) - (ours[count]?.us ?? 0);
    expect(Math.abs(laterUs - 20_000)).toBeLessThanOrEqual(tolerances.traceUs.value);
  });

  test.each([
    ['P3', 459],
    ['P3d', 281],
  ] as const)('%s: until an arrival and a departure of one instant, whose order differs', (name, expected) => {
    const theirs = theirEvents(name);
    const ours = ourEvents(name, 2e9);
    const count = sameCount(ours, theirs);
    expect(count).toBe(expected);
    expect(count).toBeGreaterThan(theirs.findIndex(({ text }) => text.endsWith('X')));
    // ns-2 takes the event that it scheduled first: the arrival. Here the departure is first.
    expect(ours.slice(count, count + 2).map(({ text }) => text)).toEqual(
      theirs
        .slice(count, count + 2)
        .map(({ text }) => text)
        .reverse(),
    );
    expect(theirs[count]?.us).toBe(theirs[count + 1]?.us);
  });
});
