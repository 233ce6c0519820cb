/** Lines of nuttcp. */
import { expect, test } from 'vitest';
import { measured, measuredAll, seriesOf } from '../measured.ts';

test('TCP: intervals, the whole, and a direction that is not told', () => {
  const nuttcp = measured(`    2.1250 MB /   1.00 sec =   17.8258 Mbps     0 retrans    183 KB-cwnd
    2.3125 MB /   1.00 sec =   19.3987 Mbps    13 retrans    291 KB-cwnd

    4.6263 MB /   2.22 sec =   17.4806 Mbps 0 %TX 0 %RX 13 retrans 291 KB-cwnd 30.00 msRTT
`);
  expect(nuttcp.values).toEqual({
    protocol: 'TCP',
    intervals: 2,
    goodputMbps: 17.4806,
    bytesAbout: Math.round(4.6263 * 2 ** 20),
    seconds: 2.22,
    retransmits: 13,
    connectRttMs: 30,
  });
  expect([...seriesOf(nuttcp, 'congestion window').samples]).toEqual([183 * 1024, 291 * 1024]);
  expect(nuttcp.transfers[0]?.direction).toBe('not told');
  expect(nuttcp.questions).toHaveLength(1);
});

test('UDP, with drops', () => {
  const nuttcp = measured(`    1.1924 MB /   1.00 sec =   10.0024 Mbps    12 /  1221 ~drop/pkt  0.98 ~%loss
    1.1900 MB /   1.00 sec =    9.9824 Mbps 98 %TX 1 %RX 12 / 1221 drop/pkt 0.98 %loss
`);
  expect(nuttcp.values).toMatchObject({
    protocol: 'UDP',
    intervals: 1,
    lostPackets: 12,
    packets: 1221,
    lossPercent: 0.98,
  });
});

test('-v: the client prints first, so its side tells the direction', () => {
  const line = (side: string, seconds: string, rate: string) =>
    `nuttcp-${side}: 5.7500 MB in ${seconds} real seconds = 588.80 KB/sec = ${rate} Mbps`;
  const upload = measured(
    [
      'nuttcp-t: connect to 192.0.2.50 with mss=1448, RTT=30.000 ms',
      line('t', '10.00', '4.8234'),
      'nuttcp-t: retrans = 13',
      line('r', '10.19', '4.7334'),
    ].join('\n'),
  );
  expect(upload.values).toMatchObject({
    goodputMbps: 4.7334,
    senderMbps: 4.8234,
    seconds: 10.19,
    retransmits: 13,
    connectRttMs: 30,
  });
  expect([upload.transfers[0]?.direction, upload.questions]).toEqual(['up', []]);
  const download = measured([line('r', '10.19', '4.7334'), line('t', '10.00', '4.8234')].join('\n'));
  expect(download.transfers[0]?.direction).toBe('down');
});

test('two tests in a file', () => {
  const one = '    4.6263 MB /   2.22 sec =   17.4806 Mbps 0 %TX 0 %RX 13 retrans 291 KB-cwnd 30.00 msRTT\n';
  expect(measuredAll(one + one.replace('17.4806', '18.5000')).map(({ values }) => values.goodputMbps)).toEqual([
    17.4806, 18.5,
  ]);
});
