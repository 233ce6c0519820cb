/** Output of netperf. */
import { expect, test } from 'vitest';
import { measured } from '../measured.ts';

const table = (
  test: string,
  row: string,
) => `MIGRATED ${test} TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to 192.0.2.50 () port 0 AF_INET : demo
Recv   Send    Send                          
Socket Socket  Message  Elapsed              
Size   Size    Size     Time     Throughput  
bytes  bytes   bytes    secs.    10^6bits/sec  

${row}
`;

test.each([
  ['TCP MAERTS', 'down', 18.92, 10],
  ['TCP STREAM', 'up', 4.75, 11.08],
] as const)('%s is %s', (name, direction, goodputMbps, seconds) => {
  const netperf = measured(table(name, `131072  16384  16384    ${seconds.toFixed(2)}      ${goodputMbps}   `));
  expect(netperf.values).toMatchObject({
    direction,
    goodputMbps,
    seconds,
    recvSocketBytes: 131072,
    messageBytes: 16384,
  });
});

test('omni with interim results: they end at a time of day, and -1 means not measured', () => {
  const netperf =
    measured(`OMNI Receive TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to 192.0.2.50 () port 0 AF_INET : demo
NETPERF_INTERIM_RESULT[0]=14.99
NETPERF_UNITS[0]=10^6bits/s
NETPERF_INTERVAL[0]=0.500
NETPERF_ENDING[0]=1772442058.330
NETPERF_INTERIM_RESULT[1]=19130.00
NETPERF_UNITS[1]=10^3bits/s
NETPERF_INTERVAL[1]=0.500
NETPERF_ENDING[1]=1772442058.830
THROUGHPUT=18.92
THROUGHPUT_UNITS=10^6bits/s
ELAPSED_TIME=1.00
LOCAL_TRANSPORT_RETRANS=-1
REMOTE_TRANSPORT_RETRANS=15
`);
  expect(netperf.values).toMatchObject({
    interim: 2,
    firstEnd: 1772442058.33,
    lastEnd: 1772442058.83,
    goodputMbps: 18.92,
    remoteRetransmits: 15,
  });
  expect(netperf.values).not.toHaveProperty('localRetransmits');
  expect([...(netperf.series[0]?.samples ?? [])]).toEqual([14.99, 19.13]);
  expect(netperf.transfers[0]).toMatchObject({ direction: 'down', retransmits: 15, startUnixSeconds: 1772442057.83 });
});

test('a log that is cut off in the time of an interim result: the result before it is the last one', () => {
  const netperf = measured(`OMNI Receive TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to 192.0.2.50 () port 0 AF_INET
NETPERF_INTERIM_RESULT[0]=14.99
NETPERF_UNITS[0]=10^6bits/s
NETPERF_INTERVAL[0]=0.500
NETPERF_ENDING[0]=1772442058.330
NETPERF_INTERIM_RESULT[1]=19.13
NETPERF_UNITS[1]=10^6bits/s
NETPERF_INTERVAL[1]=0.500
NETPERF_ENDING[1]=17724`);
  expect(netperf.values).toMatchObject({ interim: 1, lastEnd: 1772442058.33 });
  expect([netperf.transfers, netperf.notes]).toEqual([[], expect.arrayContaining([expect.stringContaining('totals')])]);
});

test('interim lines of -D, UDP with two rows, and units of bytes', () => {
  const interim =
    measured(`${table('TCP STREAM', '131072  16384  16384    2.00      9.40   ')}Interim result:    9.41 10^6bits/s over 1.000 seconds ending at 1772442058.330
`);
  expect(interim.values).toMatchObject({ interim: 1, goodputMbps: 9.4 });
  const udp = measured(`UDP STREAM TEST from 0.0.0.0 port 0 AF_INET to 192.0.2.50 port 0 AF_INET
Socket  Message  Elapsed      Messages
Size    Size     Time         Okay Errors   Throughput
bytes   bytes    secs            #      #   KBytes/sec

212992    1448   10.00       10000      0    1414.06
212992           10.00        8000           1131.25
`);
  expect(udp.transfers[0]).toMatchObject({ protocol: 'UDP', direction: 'up' });
  expect(udp.values.goodputMbps).toBeCloseTo((1131.25 * 1024 * 8) / 1e6, 5);
});
