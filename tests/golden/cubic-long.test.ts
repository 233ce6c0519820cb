/**
 * CUBIC's window, ACK by ACK, beside RFC 9438 worked out elsewhere in real numbers (fixtures/README.md). The events are
 * given: the times of the ACKs, and the losses. So the control is tested alone, with a constant round trip.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../../src/engine/transport/congestion/control.ts';
import { Cubic } from '../../src/engine/transport/congestion/cubic.ts';

interface Case {
  readonly rttMs: number;
  readonly gapNs: readonly number[];
  readonly losses: readonly number[];
  /** Once a round trip: time in ms, window, W_est and W_cubic in packets. */
  readonly grid: readonly (readonly [number, number, number, number])[];
  readonly epochs: readonly {
    readonly ms: number;
    readonly windowMax: number;
    readonly window: number;
    readonly k: number;
    readonly fast: boolean;
  }[];
}

const cases = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures/rfc9438-cubic.json.gz'))).toString(),
) as Record<string, Case>;

interface Epoch {
  readonly ms: number;
  readonly windowMax: number;
  readonly window: number;
  readonly k: number;
}

/**
 * Feeds the events: an ACK of a packet sent a round trip before, or its loss. ACKs of packets sent before a loss are
 * ignored.
 */
function driven({ rttMs, gapNs, losses, grid }: Case) {
  const connection: Connection & { nowNs: number } = {
    congestionWindow: 10,
    slowStartThreshold: Number.POSITIVE_INFINITY,
    receiverWindow: Number.POSITIVE_INFINITY,
    nowNs: 0,
    highestSent: 0,
    highestAcked: 0,
    isInRecovery: false,
    get inFlight() {
      return connection.congestionWindow;
    },
    get flightSize() {
      return connection.congestionWindow;
    },
    smoothedRttNs: rttMs * 1e6,
    isApplicationLimited: false,
  };
  const control = new Cubic(connection, { hystart: false, cubicGrowth: 'rfc', pacing: false, rfc8511: false });
  const lost = new Set(losses);
  const epochs: Epoch[] = [];
  const rows: (readonly [expected: number, window: number, region: 'cubic' | 'reno' | 'slow'])[] = [];
  let cutNs = -1;
  let row = 0;
  for (const [index, gap] of gapNs.entries()) {
    connection.nowNs += gap;
    const sentBeforeCut = connection.nowNs - rttMs * 1e6 <= cutNs;
    if (lost.has(index) && !sentBeforeCut) {
      cutNs = connection.nowNs;
      connection.slowStartThreshold = Math.max(2, control.onLoss(connection.congestionWindow));
      connection.congestionWindow = connection.slowStartThreshold;
      epochs.push({
        ms: connection.nowNs / 1e6,
        windowMax: control.flatWindow,
        window: connection.congestionWindow,
        k: control.flatSeconds,
      });
    } else if (!lost.has(index)) control.onAck({ acked: 1, growthSegments: 1, marked: 0, mayGrow: !sentBeforeCut });
    const [ms, window, reno, cubic] = grid[row] ?? [Number.POSITIVE_INFINITY, 0, 0, 0];
    if (connection.nowNs / 1e6 < ms - 5e-4) continue;
    rows.push([window, connection.congestionWindow, cutNs < 0 ? 'slow' : cubic < reno ? 'reno' : 'cubic']);
    row++;
  }
  return { epochs, rows };
}

describe.each(Object.entries(cases))('%s', (_name, given) => {
  const { epochs, rows } = driven(given);

  test("has the window of the RFC once a round trip: in both regions within 1e-4 packets, the grid's last digit", () => {
    expect(rows.length).toBe(given.grid.length);
    const worst = rows.reduce((most, [expected, window]) => Math.max(most, Math.abs(expected - window)), 0);
    expect(worst).toBeLessThan(1e-4);
  });

  test('has K, W_max and the window of each epoch', () => {
    expect(epochs.length).toBe(given.epochs.length);
    for (const [index, { ms, windowMax, window, k }] of given.epochs.entries()) {
      const ours = epochs[index] as Epoch;
      expect(ours.ms).toBe(ms);
      expect(Math.abs(ours.k - k)).toBeLessThan(1e-9);
      expect(Math.abs(ours.windowMax - windowMax)).toBeLessThan(1e-9);
      expect(Math.abs(ours.window - window)).toBeLessThan(1e-9);
    }
  });
});

test('the cases go through both regions, fast convergence, and losses within one recovery', () => {
  const all = Object.values(cases);
  const regions = all.map((given) => driven(given).rows.map(([, , region]) => region));
  expect(regions.some((rows) => rows.filter((region) => region === 'reno').length > 20)).toBe(true);
  expect(regions.some((rows) => rows.filter((region) => region === 'cubic').length > 100)).toBe(true);
  expect(all.some(({ epochs }) => epochs.some(({ fast }) => fast))).toBe(true);
  expect(all.some(({ epochs, losses }) => losses.length > epochs.length)).toBe(true);
});
