/** Lines of nuttcp. */
import { expect, test } from 'vitest';
import { measured, seriesOf } from '../measured.ts';

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
