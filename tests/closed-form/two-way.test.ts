/** The direction up as the limit of a download: one ACK for each segment, or for two of them. */
import { describe, expect, test } from 'vitest';
import { measureSeed } from '../golden/two-way-cells.ts';
import { download, figures } from './acks-alone.ts';

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
