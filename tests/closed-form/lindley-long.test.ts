/**
 * Random arrivals: the wait of each packet is computed from that of the last packet (Lindley 1952), to the nanosecond.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEPARTURE_STRIDE, DepartureColumn } from '../../src/engine/frame/frame.ts';
import type { Scenario, SourceSpec } from '../../src/engine/scenario/scenario.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { amount, validatedTest } from '../amount.ts';

const md1 = findPreset('md1') as Scenario;
/** 8 microseconds a byte: every transmission takes whole nanoseconds. */
const BYTE_NS = 8_000;

interface Arrival {
  readonly timeNs: number;
  readonly bytes: number;
}

/** Sources that send one packet each: `startsUs` of them, of this size. */
function singles(bytes: number, startsUs: readonly number[]): SourceSpec {
  return {
    kind: 'cbr',
    label: `${bytes} bytes`,
    flows: startsUs.length,
    rateBps: 1e3,
    packetBytes: bytes,
    timing: 'periodic',
    accessDelayMs: 0,
    startSeconds: startsUs.map((us) => us / 1e6),
    stopSeconds: startsUs.map((us) => (us + 1) / 1e6),
  };
}

function watch(sources: Readonly<Record<string, SourceSpec>>, durationSeconds: number) {
  const arrivals = new Map<number, Arrival>();
  const departures: { serial: number; timeNs: number }[] = [];
  const simulation = openRun({
    scenario: { ...md1, sources, run: { durationSeconds } },
    policy: 'droptail',
    seed: 1,
    recordsPackets: true,
    trace: ({ serial, timeNs, bytes }) => arrivals.set(serial, { timeNs, bytes }),
  });
  while (simulation.nowNs < simulation.endNs) {
    simulation.advance(simulation.nowNs + 10e6);
    const { departures: rows, departureCount } = simulation.frame();
    expect(rows).toHaveLength(departureCount * DEPARTURE_STRIDE);
    for (let row = 0; row < rows.length; row += DEPARTURE_STRIDE)
      departures.push({
        serial: rows[row + DepartureColumn.serial] as number,
        timeNs: rows[row + DepartureColumn.timeNs] as number,
      });
  }
  return { arrivals, departures };
}

/** w[n+1] = max(0, w[n] + s[n] - (a[n+1] - a[n])), compared with the waits that were seen. */
function expectLindley({ arrivals, departures }: ReturnType<typeof watch>): void {
  const inOrder = [...arrivals];
  let wait = 0;
  for (const [index, departure] of departures.entries()) {
    const [serial, arrival] = inOrder[index] as [number, Arrival];
    expect(departure.serial).toBe(serial);
    const before = inOrder[index - 1]?.[1];
    if (before !== undefined) wait = Math.max(0, wait + before.bytes * BYTE_NS - (arrival.timeNs - before.timeNs));
    expect(departure.timeNs - arrival.bytes * BYTE_NS - arrival.timeNs).toBe(wait);
  }
}

test('any finite set of arrivals of three sizes', () => {
  const starts = fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(starts, starts, starts, (small, middle, large) => {
      const sources = { a: singles(40, small), b: singles(125, middle), c: singles(1000, large) };
      const seen = watch(sources, 1);
      expect(seen.departures).toHaveLength(small.length + middle.length + large.length);
      expectLindley(seen);
    }),
    { numRuns: amount(40, 150), seed: 1952 },
  );
});

validatedTest('a minute of Poisson, on/off and constant-rate traffic together', () => {
  const datagrams = { flows: 3, accessDelayMs: 0 };
  const seen = watch(
    {
      poisson: {
        kind: 'poisson',
        label: 'Poisson',
        ...datagrams,
        rateBps: 0.1e6,
        packetBytes: 700,
        sizes: 'exponential',
      },
      onOff: { kind: 'onOff', label: 'on/off', ...datagrams, rateBps: 0.2e6, packetBytes: 300, periods: 'exponential' },
      cbr: { kind: 'cbr', label: 'constant rate', ...datagrams, rateBps: 0.1e6, packetBytes: 999 },
    },
    60,
  );
  expect(seen.departures.length).toBeGreaterThan(5_000);
  expectLindley(seen);
});
