/** Results of networkQuality. */
import { expect, test } from 'vitest';
import { measured } from '../measured.ts';

test('JSON: responsiveness is round trips per minute', () => {
  const quality = measured(
    '{"base_rtt": 30.2, "dl_throughput": 19130000, "dl_responsiveness": 420.5, "ul_throughput": 4754000, "ul_responsiveness": 150.25, "responsiveness": 221.1, "test_endpoint": "server.example"}',
  );
  expect(quality.speedTest).toEqual({
    downMbps: 19.13,
    upMbps: 4.754,
    idleMs: 30.2,
    loadedDownMs: 142.687277,
    loadedUpMs: 399.334443,
  });
  expect(JSON.stringify(quality)).not.toContain('server.example');
});

test('the text; one responsiveness for both directions is that of neither', () => {
  const quality = measured(`==== SUMMARY ====
Uplink capacity: 4.754 Mbps
Downlink capacity: 19.130 Mbps
Responsiveness: Low (271.350 milliseconds | 221 RPM)
Idle Latency: 30.200 milliseconds | 1986 RPM
`);
  expect(quality.speedTest).toEqual({ downMbps: 19.13, upMbps: 4.754, idleMs: 30.2 });
  expect(quality.values.responsivenessRpm).toBe(221);
});
