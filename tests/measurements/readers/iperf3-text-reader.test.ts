/** The text of iperf3. */
import { expect, test } from 'vitest';
import { measured, seriesOf } from '../measured.ts';

test('several streams in reverse: the rows of SUM', () => {
  const text = measured(`Connecting to host 192.0.2.50, port 5201
Reverse mode, remote host 192.0.2.50 is sending
[  4] local 192.0.2.2 port 56794 connected to 192.0.2.50 port 5201
[  6] local 192.0.2.2 port 56808 connected to 192.0.2.50 port 5201
[ ID] Interval           Transfer     Bitrate
[  4]   0.00-1.00   sec  1.25 MBytes  10.5 Mbits/sec                  
[  6]   0.00-1.00   sec   896 KBytes  7.33 Mbits/sec                  
[SUM]   0.00-1.00   sec  2.12 MBytes  17.8 Mbits/sec                  
- - - - - - - - - - - - - - - - - - - - - - - - -
[SUM]   1.00-2.00   sec  2.25 MBytes  18.9 Mbits/sec                  
- - - - - - - - - - - - - - - - - - - - - - - - -
[ ID] Interval           Transfer     Bitrate         Retr
[  4]   0.00-2.03   sec  4.88 MBytes  10.1 Mbits/sec    6            sender
[  4]   0.00-2.00   sec  4.75 MBytes  9.96 Mbits/sec                  receiver
[SUM]   0.00-2.03   sec  9.25 MBytes  19.2 Mbits/sec   14             sender
[SUM]   0.00-2.00   sec  9.00 MBytes  18.9 Mbits/sec                  receiver

iperf Done.
`);
  expect(text.values).toMatchObject({
    streams: 2,
    direction: 'down',
    goodputMbps: 18.9,
    senderMbps: 19.2,
    retransmits: 14,
  });
  expect([...seriesOf(text, 'down, goodput').samples]).toEqual([17.8, 18.9]);
  expect(text.addresses).toEqual([]);
});

test('UDP upwards, with losses at the receiver, and rates in bytes', () => {
  const text = measured(`Connecting to host 192.0.2.50, port 5201
[  5] local 192.0.2.2 port 37294 connected to 192.0.2.50 port 5201
[ ID] Interval           Transfer     Bitrate         Total Datagrams
[  5]   0.00-1.00   sec   763 KBytes   763 KBytes/sec  540
- - - - - - - - - - - - - - - - - - - - - - - - -
[ ID] Interval           Transfer     Bitrate         Jitter    Lost/Total Datagrams
[  5]   0.00-1.00   sec   763 KBytes   763 KBytes/sec  0.000 ms  0/540 (0%)  sender
[  5]   0.00-1.05   sec   600 KBytes   571 KBytes/sec  0.751 ms  100/525 (19%)  receiver
`);
  expect(text.values).toMatchObject({
    protocol: 'UDP',
    direction: 'up',
    lostPackets: 100,
    packets: 525,
    jitterMs: 0.751,
  });
  expect(text.transfers[0]).toMatchObject({ protocol: 'UDP', lossShare: 100 / 525 });
  expect(text.values.goodputMbps).toBeCloseTo((571 * 1_024 * 8) / 1e6, 6);
});

test('UDP of which nothing arrived: no packets have no share of losses', () => {
  const text = measured(`Connecting to host 192.0.2.50, port 5201
[ ID] Interval           Transfer     Bitrate         Total Datagrams
[  5]   0.00-1.00   sec   763 KBytes   6.25 Mbits/sec  540
- - - - - - - - - - - - - - - - - - - - - - - - -
[ ID] Interval           Transfer     Bitrate         Jitter    Lost/Total Datagrams
[  5]   0.00-1.00   sec   763 KBytes   6.25 Mbits/sec  0.000 ms  0/540 (0%)  sender
[  5]   0.00-1.05   sec  0.00 Bytes  0.00 bits/sec  0.000 ms  0/0 (0%)  receiver
`);
  expect(text.values).toMatchObject({ protocol: 'UDP', lostPackets: 0, packets: 0 });
  expect(text.transfers[0]?.lossShare).toBeUndefined();
});

test('both ways: TX is up, RX is down, seen from the client', () => {
  const text = measured(`Connecting to host 192.0.2.50, port 5201
[ ID][Role] Interval           Transfer     Bitrate         Retr  Cwnd
[  5][TX-C]   0.00-1.00   sec  1.00 MBytes  8.39 Mbits/sec    0   120 KBytes
[  7][RX-C]   0.00-1.00   sec  2.00 MBytes  16.8 Mbits/sec
- - - - - - - - - - - - - - - - - - - - - - - - -
[  5][TX-C]   0.00-1.00   sec  1.00 MBytes  8.39 Mbits/sec    3             sender
[  5][TX-C]   0.00-1.04   sec   960 KBytes  7.56 Mbits/sec                  receiver
[  7][RX-C]   0.00-1.00   sec  2.10 MBytes  17.6 Mbits/sec    5             sender
[  7][RX-C]   0.00-1.04   sec  2.00 MBytes  16.1 Mbits/sec                  receiver
`);
  expect(text.values).toMatchObject({
    direction: 'both',
    up: { goodputMbps: 7.56, retransmits: 3 },
    down: { goodputMbps: 16.1, retransmits: 5 },
  });
});

test('old UDP: one row of totals behind the second header, the rate of the sender less the losses', () => {
  const text = measured(`Connecting to host 192.0.2.50, port 5201
[ ID] Interval           Transfer     Bandwidth       Total Datagrams
[  4]   0.00-1.00   sec   116 KBytes   950 Kbits/sec  15  
[  4]   1.00-2.00   sec   128 KBytes  1.05 Mbits/sec  16  
- - - - - - - - - - - - - - - - - - - - - - - - -
[ ID] Interval           Transfer     Bandwidth       Jitter    Lost/Total Datagrams
[  4]   0.00-2.00   sec   244 KBytes  1.00 Mbits/sec  0.057 ms  2/31 (6.5%)  
`);
  expect([...seriesOf(text, 'up, rate written to the socket').samples]).toEqual([0.95, 1.05]);
  expect(text.values).toMatchObject({ protocol: 'UDP', lostPackets: 2, packets: 31, goodputMbps: 0.935484 });
});

test('a server of a reverse test is its sender: the direction is still that of the client', () => {
  const server = (columns: string, end: string) => `Accepted connection from 192.0.2.2, port 56792
[  5] local 192.0.2.50 port 5201 connected to 192.0.2.2 port 56794
[ ID] Interval           Transfer     Bitrate         ${columns}
[  5]   0.00-1.00   sec  2.38 MBytes  19.9 Mbits/sec
- - - - - - - - - - - - - - - - - - - - - - - - -
[ ID] Interval           Transfer     Bitrate
[  5]   0.00-2.04   sec  4.62 MBytes  19.0 Mbits/sec                  ${end}
`;
  for (const [columns, end, direction] of [
    ['Retr  Cwnd', 'sender', 'down'],
    ['Total Datagrams', 'sender', 'down'],
    ['', 'sender', 'down'],
    ['', 'receiver', 'up'],
    ['Jitter    Lost/Total Datagrams', 'receiver', 'up'],
  ] as const) {
    const test = measured(server(columns, end));
    expect(test.values.direction).toBe(direction);
    expect(test.series[0]?.name).toBe(direction === 'down' ? 'down, rate written to the socket' : 'up, goodput');
  }
});
