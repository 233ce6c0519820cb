/**
 * A download whose ACKs are lost, beside ns-2: a lost ACK costs nothing, because the next one acknowledges its segments
 * too.
 */
import { expect, test } from 'vitest';
import { download, figures } from './acks-alone.ts';

// ns-2.35, one Sack1 flow for 100 s, figures from 20 s on; three seeds give the same. Payload in Mb/s, and segments for
// each ACK.
test.each([
  { bufferDown: 100, windowPackets: 10_000, mbps: 9.2411, perAck: 3.7095 },
  { bufferDown: 200, windowPackets: 10_000, mbps: 9.6154, perAck: 3.8462 },
  { bufferDown: 200, windowPackets: 128, mbps: 9.6153, perAck: 3.8461 },
])(
  'with room for ten ACKs, $bufferDown packets down and a window of $windowPackets: $mbps Mb/s, as in ns-2, far above 2.5',
  ({ bufferDown, windowPackets, mbps, perAck }) => {
    const ns2 = { conformance: 'ns2', initialWindow: 2, initialRtoMs: 3000, minRtoMs: 200, clockGranularityMs: 10 };
    const base = download(100e3, 10, { ...ns2, windowPackets });
    const scenario = { ...base, buffer: { packets: bufferDown }, run: { durationSeconds: 100, warmupSeconds: 20 } };
    const { utilisation, up } = figures(scenario);
    const { arrived = 0, dropped = 0 } = up?.classes[0]?.acks ?? {};
    const seconds = 80;
    const segments = (utilisation * 10e6 * seconds) / 8000;
    // The last printed digit, and the packets at the two ends of the span.
    expect(Math.abs(utilisation * 10 - mbps)).toBeLessThan(2e-4);
    expect(Math.abs(segments / (arrived - dropped) - perAck)).toBeLessThan(2e-4);
  },
);
