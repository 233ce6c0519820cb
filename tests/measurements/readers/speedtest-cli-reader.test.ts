/** Results of speedtest-cli and librespeed-cli. */
import { expect, test } from 'vitest';
import { measured, measuredAll } from '../measured.ts';

const HEADER = 'Server ID,Sponsor,Server Name,Timestamp,Distance,Ping,Download,Upload,Share,IP Address\n';
const ROWS = `1,Example,"Example, North",2026-03-02T09:12:11.123456Z,1.2,30.212,19130000.42,4754000.1,,192.0.2.200
2,Example,Example,2026-03-02T10:12:11.000000Z,1.2,31.5,18900000.0,4700000.0,,192.0.2.200
`;

test.each([
  ['with', HEADER + ROWS],
  ['without', ROWS],
])('CSV of speedtest-cli %s a header: bits per second, one measurement for each row', (_, text) => {
  expect(measuredAll(text).map(({ speedTest }) => speedTest)).toEqual([
    { downMbps: 19.13, upMbps: 4.754, idleMs: 30.212 },
    { downMbps: 18.9, upMbps: 4.7, idleMs: 31.5 },
  ]);
});

test('JSON of speedtest-cli is in bits per second, that of librespeed-cli in Mb/s', () => {
  const python = measured(
    JSON.stringify({
      download: 19130000.4,
      upload: 4754000.1,
      ping: 30.2,
      server: { host: 'server.example' },
      timestamp: '2026-03-02T09:12:11.123456Z',
      bytes_sent: 1,
      bytes_received: 2,
      share: null,
      client: { ip: '192.0.2.200' },
    }),
  );
  expect(python).toMatchObject({
    tool: 'speedtest-cli',
    speedTest: { downMbps: 19.13, upMbps: 4.754, idleMs: 30.2 },
    addresses: [],
  });
  const libre = measured(
    JSON.stringify([
      {
        timestamp: '2026-03-02T09:12:11.1+00:00',
        server: { name: 'Example', url: 'https://server.example' },
        client: { ip: '' },
        bytes_sent: 1,
        bytes_received: 2,
        ping: 30.2,
        jitter: 0.4,
        upload: 4.75,
        download: 19.13,
        share: '',
      },
    ]),
  );
  expect(libre).toMatchObject({ tool: 'librespeed-cli', speedTest: { downMbps: 19.13, upMbps: 4.75, idleMs: 30.2 } });
});

test('their short texts', () => {
  expect(measured('Ping: 30.212 ms\nDownload: 19.13 Mbit/s\nUpload: 4.75 Mbit/s\n').speedTest).toEqual({
    downMbps: 19.13,
    upMbps: 4.75,
    idleMs: 30.212,
  });
  expect(
    measured('Ping:\t30.21 ms\tJitter:\t0.41 ms\nDownload rate:\t19.13 Mbps\nUpload rate:\t4.75 Mbps\n').tool,
  ).toBe('librespeed-cli');
});

test('a table that a spreadsheet saved with semicolons and decimal commas', () => {
  const text = `${HEADER}${ROWS}`
    .replace('"Example, North"', 'Example')
    .replaceAll(',', ';')
    .replace(/(\d)\.(\d)/g, '$1,$2');
  expect(text).toContain(';30,212;19130000,42;');
  expect(measuredAll(text)[0]?.speedTest).toEqual({ downMbps: 19.13, upMbps: 4.754, idleMs: 30.212 });
});
