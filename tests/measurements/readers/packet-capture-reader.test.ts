/** A capture of a Linux host as a measurement. tcptrace has counted the same. */
import { expect, test } from 'vitest';
import { excerpt, measured, seriesOf, statisticsOf } from '../measured.ts';

const FIRST = 'connection 1, of the first host';

test('a transfer over a pair of virtual devices: round trips and bytes as tcptrace counts them', () => {
  const capture = measured(excerpt('transfer.pcapng'));
  // tcptrace -lr: unique bytes sent 2172000 in 300 packets; 302 and 2 RTT samples, at most 0.2 ms, mean 0.1 ms.
  expect(capture.values.transfers).toMatchObject([
    {
      first: {
        newBytes: 2_172_000,
        ackedBytes: 2_172_000,
        dataSegments: 300,
        resentOrLateSegments: 0,
        roundTripsByAck: 302,
      },
      second: { newBytes: 0, roundTripsByAck: 2 },
    },
  ]);
  const { min, max, mean } = statisticsOf(capture, `${FIRST}, round trip of TCP from data to ACK`);
  expect([min, max, mean].map((ms) => (ms as number).toFixed(1))).toEqual(['0.0', '0.2', '0.1']);
  // The ACK of each segment returns its timestamp; two share a tick of 1 ms.
  const byStamps = seriesOf(capture, `${FIRST}, round trip of TCP by timestamps`);
  expect(byStamps.samples.length).toBe(301);
  const goodput = seriesOf(capture, `${FIRST}, goodput`);
  const seconds = goodput.samples.reduce((sum, mbps) => sum + mbps, 0);
  expect(seconds * 1e6).toBeCloseTo(2_172_000 * 8, -2);
  expect(capture.transfers).toMatchObject([{ direction: 'not told', flows: 1, retransmits: 0, payloadBytes: 1448 }]);
  expect(capture.questions).toHaveLength(1);
  expect(JSON.stringify(capture)).not.toContain('10.99.0.');
});

test('a capture that is cut, empty or without data is named', () => {
  const bytes = excerpt('transfer.pcapng');
  expect(measured(bytes.subarray(0, bytes.length - 7)).notes.join()).toContain('cut in the middle of packet');
  expect(() => measured(bytes.subarray(0, 2_000))).toThrow(/^no connection with 100000 bytes of data/);
  expect(() => measured(bytes.subarray(0, 10))).toThrow(/^byte 0: the file is cut in its header/);
});
