/** The direction up as the limit of a download: one ACK for each segment, or for two of them. */
import { describe, expect, test } from 'vitest';
import type { Scenario, SourceSpec } from '../../src/engine/scenario/scenario.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { measureSeed } from '../golden/two-way-cells.ts';

/** Ten megabits a second down and `upBps` up, ACKs of 40 bytes, segments of 1,000 bytes, one download. */
function download(upBps: number, bufferUp: number, values: Readonly<Record<string, unknown>>): Scenario {
  return {
    id: 'ack-limited',
    title: '',
    summary: '',
    citation: '',
    link: { rateBps: 10e6, delayMs: 20 },
    up: { link: { rateBps: upBps }, buffer: { packets: bufferUp }, policies: {} },
    access: {},
    buffer: { packets: 200 },
    run: { durationSeconds: 60, warmupSeconds: 20 },
    sources: { download: { kind: 'tcp', label: '', windowPackets: 200, ...values } as SourceSpec },
    policies: {},
  };
}

function figures(scenario: Scenario) {
  const run = openRun({ scenario, policy: 'droptail', seed: 1 });
  run.advance(run.endNs);
  return run.summary();
}

describe('without a lost ACK, the ACKs are the limit', () => {
  test('100 kbit/s carry 312.5 ACKs of 40 bytes a second: 2.5 Mb/s of segments', () => {
    const { utilisation, up } = figures(download(100e3, 100_000, {}));
    expect(utilisation * 10e6).toBeCloseTo(2.5e6, -2);
    expect(up?.busy).toBeCloseTo(1, 6);
    expect(up?.classes[0]?.acks).toMatchObject({ dropped: 0, arrived: 312.5 * 40 });
  });

  test('twice as much with an ACK for two segments', () => {
    const { utilisation, up } = figures(download(100e3, 100_000, { delayedAck: true }));
    expect(utilisation * 10e6).toBeCloseTo(5e6, -2);
    expect(up?.dropped).toBe(0);
  });

  // 128 segments in flight; 40 bytes, then 1,040 bytes, on access links of 100 Mb/s; a delayed ACK waits for a segment.
  test.each([
    ['C1', 0.625, 128 / 781.25 - 0.048 - 0.9984e-3 - 1.2864e-3],
    ['C1d', 0.5, 128 / 625 - 0.048 - 0.9984e-3 - 3.2064e-3 - 0.832e-3],
  ] as const)('%s: throughput, and the wait of ACKs behind each other', (name, utilisation, wait) => {
    const measured = measureSeed(name, 1, [0.2]);
    expect(Math.abs((measured.util_payload_down ?? 0) / utilisation - 1)).toBeLessThan(1e-4);
    expect(Math.abs((measured.qdelay_mean_up ?? 0) / wait - 1)).toBeLessThan(1e-4);
  });
});

test('with room for ten ACKs, each that survives acknowledges several segments: far above the limit, as in ns-2', () => {
  const ns2 = { conformance: 'ns2', initialWindow: 2, initialRtoMs: 3000, minRtoMs: 200, clockGranularityMs: 10 };
  const { utilisation, up } = figures(download(100e3, 10, { ...ns2, windowPackets: 10_000 }));
  const lost = up?.classes[0]?.acks?.dropRate ?? 0;
  expect(utilisation * 10e6).toBeGreaterThan(8.5e6);
  expect(1 / (1 - lost)).toBeGreaterThan(3);
});
