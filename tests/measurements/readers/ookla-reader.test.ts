/** Results of Ookla's command line. */
import { expect, test } from 'vitest';
import { measured, measuredAll } from '../measured.ts';

const RESULT = {
  type: 'result',
  timestamp: '2026-03-02T09:12:11Z',
  ping: { jitter: 0.412, latency: 30.212, low: 30.011, high: 31.4 },
  download: { bandwidth: 2391250, bytes: 29412352, elapsed: 12306, latency: { iqm: 118.4, high: 151.2 } },
  upload: { bandwidth: 594250, bytes: 6412288, elapsed: 10809, latency: { iqm: 402.7, high: 518.9 } },
  packetLoss: 0,
  server: { host: 'server.example', ip: '192.0.2.50' },
};

test('JSON: bandwidth is in bytes per second', () => {
  const ookla = measured(JSON.stringify(RESULT), true);
  expect(ookla.speedTest).toEqual({
    downMbps: 19.13,
    upMbps: 4.754,
    idleMs: 30.212,
    loadedDownMs: 118.4,
    loadedUpMs: 402.7,
  });
  expect(ookla.values).toMatchObject({ packetLossPercent: 0, loadedUpHighMs: 518.9 });
  expect(ookla.addresses).toEqual(['server.example', '192.0.2.50']);
});

test('a stream of records has one result', () => {
  const progress = { type: 'download', download: { bandwidth: 1, bytes: 2, elapsed: 3, progress: 0.1 } };
  const all = measuredAll([progress, RESULT, RESULT].map((record) => JSON.stringify(record)).join('\n'));
  expect(all.map(({ speedTest }) => speedTest?.downMbps)).toEqual([19.13, 19.13]);
});

test('CSV, with and without a header', () => {
  const row =
    '"Example, North","1","30.212","0.412","0","2391250","594250","29412352","6412288","https://server.example/1","1","118.4"';
  const header =
    '"server name","server id","idle latency","idle jitter","packet loss","download","upload","download bytes","upload bytes","share url","download server count","download latency"';
  expect(measured(`${header}\n${row}\n`).speedTest).toEqual({
    downMbps: 19.13,
    upMbps: 4.754,
    idleMs: 30.212,
    loadedDownMs: 118.4,
  });
  expect(measured(`${row}\n`).speedTest).toEqual({ downMbps: 19.13, upMbps: 4.754, idleMs: 30.212 });
});

test('the text for people, in bits per second', () => {
  const ookla = measured(`
   Speedtest by Ookla

Idle Latency:    30.21 ms   (jitter: 0.41ms, low: 30.01ms, high: 31.40ms)
    Download:    19.13 Mbps (data used: 29.4 MB)
                118.40 ms   (jitter: 9.70ms, low: 30.10ms, high: 151.20ms)
      Upload:     4.75 Mbps (data used: 6.4 MB)
                402.70 ms   (jitter: 40.20ms, low: 31.00ms, high: 518.90ms)
 Packet Loss:     0.0%
`);
  expect(ookla.speedTest).toEqual({
    downMbps: 19.13,
    upMbps: 4.75,
    idleMs: 30.21,
    loadedDownMs: 118.4,
    loadedUpMs: 402.7,
  });
  expect(ookla.values).toMatchObject({ packetLossPercent: 0, loadedDownHighMs: 151.2, loadedUpHighMs: 518.9 });
});
