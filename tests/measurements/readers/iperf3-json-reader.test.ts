/** JSON of iperf3. */
import { expect, test } from 'vitest';
import { excerpt, measured, measuredAll, seriesOf, statisticsOf } from '../measured.ts';

test('both ways: the sums of the receivers are the goodput, and only senders have round trips', () => {
  const test2 = measured(excerpt('iperf3-both.json'));
  expect(test2.values).toMatchObject({
    protocol: 'TCP',
    streams: 2,
    direction: 'both',
    up: {
      goodputMbps: 8.832072,
      receivedBytes: 6684672,
      receivedSeconds: 6.054907,
      senderMbps: 9.086231,
      retransmits: 49,
    },
    down: { goodputMbps: 14.72012, receivedBytes: 11141120, sentBytes: 11665408, retransmits: 60 },
  });
  expect(statisticsOf(test2, 'up, smoothed round trip of TCP')).toEqual({
    min: 58.596,
    median: 64.547,
    p95: 74.53,
    max: 74.53,
    mean: 64.7478,
  });
  expect(seriesOf(test2, 'up, rate written to the socket').countedBy).toBe('the sender');
  expect([...seriesOf(test2, 'down, goodput').samples].map((rate) => Number(rate.toFixed(4)))).toEqual([
    11.5237, 13.6323, 14.6833, 15.7304,
  ]);
  expect(test2.transfers.map(({ direction, isBothWays, flows }) => [direction, isBothWays, flows])).toEqual([
    ['up', true, 2],
    ['down', true, 2],
  ]);
  expect(test2.startUnixSeconds).toBe(1772787677.286);
  expect(JSON.stringify(test2)).not.toContain('192.0.2');
});

test('UDP in reverse: packets under way at the end are neither received nor lost', () => {
  const udp = measured(excerpt('iperf3-udp-down.json'));
  expect(udp.values).toMatchObject({
    protocol: 'UDP',
    direction: 'down',
    goodputMbps: 19.437345,
    receivedPackets: 16781,
    sentPackets: 21649,
    lostPackets: 4547,
    inFlightAtEnd: 321,
    payloadBytes: 1448,
    offeredMbps: 25,
  });
  // Of the received and lost packets: 4547 / 21328.
  expect(udp.values.lossPercent).toBeCloseTo(21.3194, 4);
});

test('old UDP without the sum of the receiver: goodput of packets sent and not lost', () => {
  const sum = {
    seconds: 10,
    bytes: 14_480_000,
    bits_per_second: 11_584_000,
    jitter_ms: 0.2,
    lost_packets: 1_000,
    packets: 10_000,
  };
  const udp = measured(
    JSON.stringify({
      start: {
        connected: [],
        version: 'iperf 3.1.3',
        test_start: { protocol: 'UDP', num_streams: 1, blksize: 1_448, reverse: 0 },
      },
      intervals: [],
      end: { streams: [], sum },
    }),
  );
  expect(udp.values).toMatchObject({ goodputMbps: (9_000 * 1_448 * 8) / 10 / 1e6, lossPercent: 10, inFlightAtEnd: 0 });
});

test('after --omit, the interval with the wrong time is left out', () => {
  const omit = measured(excerpt('iperf3-omit.json'));
  expect(omit.values).toMatchObject({ omitSeconds: 2, intervalsOmitted: 1, intervalsUnusable: [1] });
  expect([...seriesOf(omit, 'down, goodput').samples].map((rate) => Number(rate.toFixed(4)))).toEqual([
    17.8285, 19.9167,
  ]);
});

test('a file that was cut off: its whole intervals, and no totals', () => {
  const cut = measured(excerpt('iperf3-cut.json'));
  expect(seriesOf(cut, 'down, goodput').samples).toHaveLength(4);
  expect(cut.values).not.toHaveProperty('down');
  expect(cut.notes[0]).toMatch(/cut off in line \d+, at intervals\[4\]\.streams\[0\]/);
});

test('--json-stream, and several tests in a file', () => {
  const text = new TextDecoder().decode(excerpt('iperf3-stream.jsonl'));
  const [first, second] = measuredAll(text + text);
  expect(first?.values).toMatchObject({ streams: 2, intervals: 4, up: { goodputMbps: 9.22477, retransmits: 6 } });
  expect(second?.values).toEqual(first?.values);
});

test('an error beside empty parts is told, and no rate is made up', () => {
  const failed = measured(
    '{"start": {"connected": [], "version": "iperf 3.22"}, "intervals": [], "end": {}, "error": "unable to connect"}',
  );
  expect(failed.error).toBe('unable to connect');
  expect([failed.transfers, failed.series]).toEqual([[], []]);
});

test('nan, which old versions write, is read as missing', () => {
  const text = new TextDecoder()
    .decode(excerpt('iperf3-udp-down.json'))
    .replace(/"jitter_ms": [\d.]+/g, '"jitter_ms": -nan');
  const udp = measured(text);
  expect(udp.values).toMatchObject({ goodputMbps: 19.437345 });
  expect(udp.values).not.toHaveProperty('jitterMs');
  expect(udp.notes.join()).toMatch(/\d+ numbers are nan or inf/);
});

test('a title before the start, and a cut behind the totals', () => {
  const text = new TextDecoder().decode(excerpt('pfifo-tcp-down.json')).replace('{', '{"title": "a \\"test\\"",');
  const [whole, cut] = [text, text.slice(0, text.lastIndexOf('"sender_tcp_congestion"'))].map((part) => measured(part));
  expect(whole?.values).toMatchObject({ direction: 'down' });
  expect(cut?.notes[0]).toContain('cut off');
  expect(cut?.notes.join()).not.toContain('totals at the end of the test are missing');
  expect(cut?.transfers).toEqual(whole?.transfers);
});
