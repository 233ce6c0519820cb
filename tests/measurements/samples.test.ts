/** Lost probes as a series: when each of them left. */
import { expect, test } from 'vitest';
import { lostProbeSeries } from '../../src/measurements/samples.ts';
import { excerpt, measured, seriesOf } from './measured.ts';

const PARTS = { countedBy: 'a host', timeOf: 'departure' };

test('a lost probe left between its neighbours; at the ends, by the mean step', () => {
  const known = { sequences: Float64Array.of(5, 2, 3), timesSeconds: Float64Array.of(13, 4, 7) };
  const [series] = lostProbeSeries([1, 4, 6], known, PARTS);
  expect([...(series?.timesSeconds ?? [])]).toEqual([1, 10, 16]);
  expect(series).toMatchObject({ quantity: 'loss', unit: 'probes', direction: 'round trip', countedBy: 'a host' });
  expect(lostProbeSeries([], known, PARTS)).toEqual([]);
});

test('the lost probes of ping, of Windows and of irtt are series, with the way that irtt tells', () => {
  const lines = [1, 2, 4].map(
    (n) => `[178000000${n}.050000] 64 bytes from 192.0.2.1: icmp_seq=${n} ttl=61 time=50.0 ms`,
  );
  const ping = measured(['PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.', ...lines].join('\n'));
  expect(seriesOf(ping, 'lost probes').timesSeconds[0]).toBeCloseTo(2, 9);
  const windows = measured(
    [
      'Pinging 192.0.2.1 with 32 bytes of data:',
      'Reply from 192.0.2.1: bytes=32 time=3ms TTL=61',
      'Request timed out.',
      'Reply from 192.0.2.1: bytes=32 time=3ms TTL=61',
      '',
      'Ping statistics for 192.0.2.1:',
      '    Packets: Sent = 3, Received = 2, Lost = 1 (33% loss),',
    ].join('\n'),
  );
  expect([...seriesOf(windows, 'lost probes').timesSeconds]).toEqual([1]);
  // The probes 5, 20 and another of the 40, at one probe each 20 ms.
  const irtt = seriesOf(measured(excerpt('irtt.json')), 'lost probes, down');
  expect(irtt.timesSeconds).toHaveLength(3);
  expect(Math.abs((irtt.timesSeconds[0] as number) - 0.1)).toBeLessThan(0.002);
  expect(irtt.countedBy).toContain('the server');
});

test('gaps in the raw values of flent are lost probes', () => {
  const raw = [0, 1, 4].map((seq) => ({ seq, t: 1_780_000_000 + seq, val: 30 }));
  const flent = measured(
    JSON.stringify({
      metadata: { SERIES_META: { 'Ping (ms) ICMP': { UNITS: 'ms' } }, T0: '2026-06-01T00:00:00.000000Z' },
      raw_values: { 'Ping (ms) ICMP': raw },
      results: {},
      version: 4,
      x_values: [],
    }),
  );
  const lost = seriesOf(flent, 'Ping (ms) ICMP, lost probes').timesSeconds;
  const known = seriesOf(flent, 'Ping (ms) ICMP, raw').timesSeconds;
  expect([...lost].map((time) => Math.round(time - (known[0] as number)))).toEqual([2, 3]);
});
