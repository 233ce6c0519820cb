/** The text of ping of Unix systems. */
import { expect, test } from 'vitest';
import { measured, measuredAll, statisticsOf } from '../measured.ts';

const IPUTILS = `PING 2001:db8::50 (2001:db8::50) 56 data bytes
[1772442027.478902] 64 bytes from 2001:db8::50: icmp_seq=1 ttl=61 time=30.1 ms
[1772442028.060411] no answer yet for icmp_seq=3
[1772442028.061200] 64 bytes from 2001:db8::50: icmp_seq=3 ttl=61 time=212 ms
[1772442028.711300] 64 bytes from 2001:db8::50: icmp_seq=7 ttl=61 time=31.2 ms
[1772442028.711900] 64 bytes from 2001:db8::50: icmp_seq=7 ttl=61 time=31.8 ms (DUP!)
[1772442029.160000] 64 bytes from 2001:db8::50: icmp_seq=9 ttl=61 time=78.5 ms
[1772442029.166000] 64 bytes from 2001:db8::50: icmp_seq=8 ttl=61 time=285 ms
From 2001:db8::1 icmp_seq=10 Destination unreachable: Address unreachable

--- 2001:db8::50 ping statistics ---
11 packets transmitted, 5 received, +1 duplicates, +1 errors, 54.5455% packet loss, time 2000ms
rtt min/avg/max/mdev = 30.111/111.432/285.002/97.468 ms, pipe 2
`;

test('iputils with times: losses, a late reply, a duplicate, a reply out of order', () => {
  const ping = measured(IPUTILS);
  expect(ping.values).toMatchObject({
    kind: 'iputils',
    sent: 11,
    received: 5,
    lost: 6,
    lostSequences: [2, 4, 5, 6, 10, 11],
    unansweredAtEnd: [10, 11],
    duplicates: 1,
    reordered: 1,
    summaryMs: { min: 30.111, mean: 111.432, max: 285.002 },
  });
  expect(statisticsOf(ping, 'round trip')).toEqual({ min: 30.1, median: 78.5, p95: 285, max: 285, mean: 127.36 });
  // The probe left earlier than the reply came, by its round trip.
  expect(ping.startUnixSeconds).toBeCloseTo(1772442027.478902 - 0.0301, 5);
  expect(ping.series[0]?.timesSeconds[1]).toBeCloseTo(1772442028.0612 - 0.212 - (1772442027.478902 - 0.0301), 5);
  expect(ping.notes.join('\n')).toMatch(/errors of hosts and routers count as lost probes \(line 9\)/);
});

test('without a time of day, the times come from the mean interval of the summary', () => {
  const ping = measured(`PING 192.0.2.50 (192.0.2.50) 56(84) bytes of data.
64 bytes from 192.0.2.50: icmp_seq=1 ttl=61 time=30.0 ms
64 bytes from 192.0.2.50: icmp_seq=3 ttl=61 time=30.2 ms

--- 192.0.2.50 ping statistics ---
3 packets transmitted, 2 received, 33.3333% packet loss, time 400ms
rtt min/avg/max/mdev = 30.000/30.100/30.200/0.100 ms
`);
  expect([...(ping.series[0]?.timesSeconds ?? [])]).toEqual([0, 0.4]);
  expect(ping.startUnixSeconds).toBeUndefined();
  expect(ping.clock).toMatch(/^none/);
});

test('macOS: a time-out is no loss if its reply comes', () => {
  const ping = measured(`PING server.example (192.0.2.50): 56 data bytes
64 bytes from 192.0.2.50: icmp_seq=0 ttl=61 time=30.412 ms
Request timeout for icmp_seq 1
64 bytes from 192.0.2.50: icmp_seq=1 ttl=61 time=1042.551 ms
Request timeout for icmp_seq 2
64 bytes from 192.0.2.50: icmp_seq=3 ttl=61 time=29.988 ms

--- server.example ping statistics ---
4 packets transmitted, 3 packets received, 25.0% packet loss
round-trip min/avg/max/stddev = 29.988/367.650/1042.551/477.100 ms
`);
  expect(ping.values).toMatchObject({ kind: 'macOS', sent: 4, received: 3, lost: 1, lostSequences: [2] });
  expect(ping.questions).toEqual(['At which interval were the pings sent? 1 s is assumed.']);
});

test('GNU inetutils: a decimal comma is not a separator of thousands', () => {
  const ping = measured(`PING server.example (192.0.2.50): 56 data bytes
64 bytes from 192.0.2.50: icmp_seq=0 ttl=61 time=30,052 ms
64 bytes from 192.0.2.50: icmp_seq=2 ttl=61 time=1204,556 ms
--- server.example ping statistics ---
3 packets transmitted, 2 packets received, 33% packet loss
round-trip min/avg/max/stddev = 30,052/617,304/1204,556/587,252 ms
`);
  expect(ping.values).toMatchObject({ kind: 'inetutils', lostSequences: [1], summaryMs: { max: 1204.556 } });
  expect([...(ping.series[0]?.samples ?? [])]).toEqual([30.052, 1204.556]);
});

test('busybox, and lines of another language', () => {
  const busybox = measured(`PING 192.0.2.50 (192.0.2.50): 56 data bytes
64 bytes from 192.0.2.50: seq=0 ttl=61 time=30.123 ms
64 bytes from 192.0.2.50: seq=1 ttl=61 time=30.321 ms

--- 192.0.2.50 ping statistics ---
2 packets transmitted, 2 packets received, 0% packet loss
round-trip min/avg/max = 30.123/30.222/30.321 ms
`);
  expect(busybox.values).toMatchObject({ kind: 'busybox', sent: 2, received: 2, lostSequences: [] });
  const german = measured(`PING 192.0.2.50 (192.0.2.50) 56(84) Bytes an Daten.
64 Bytes von 192.0.2.50: icmp_seq=1 ttl=61 Zeit=30.1 ms
64 Bytes von 192.0.2.50: icmp_seq=2 ttl=61 Zeit=31.0 ms

--- 192.0.2.50 Ping-Statistiken ---
3 Pakete übertragen, 2 empfangen, 33,3333% packet loss, Zeit 400ms
rtt min/avg/max/mdev = 30.100/30.550/31.000/0.450 ms
`);
  expect(german.values).toMatchObject({ kind: 'iputils', sent: 3, received: 2, unansweredAtEnd: [3] });
});

test('sequence numbers go on above 16 bits', () => {
  const line = (sequence: number) => `64 bytes from 192.0.2.50: icmp_seq=${sequence} ttl=61 time=30.0 ms`;
  const ping = measured(
    ['PING 192.0.2.50 (192.0.2.50) 56(84) bytes of data.', ...[65534, 65535, 1, 0, 2].map(line)].join('\n'),
  );
  expect(ping.values).toMatchObject({ received: 5, duplicates: 0, reordered: 1 });
  expect((ping.values.lostSequences as number[]).at(-1)).toBe(65533);
  expect(ping.notes.join()).toContain('The summary is missing');
});

test('a negative time names its line, and the rest is read', () => {
  const ping = measured(`PING 192.0.2.50 (192.0.2.50) 56(84) bytes of data.
64 bytes from 192.0.2.50: icmp_seq=1 ttl=61 time=-3.1 ms
64 bytes from 192.0.2.50: icmp_seq=2 ttl=61 time=30.0 ms
`);
  expect([...(ping.series[0]?.samples ?? [])]).toEqual([30]);
  expect(ping.notes.join()).toContain('line 2');
});

test('two runs in a file are two measurements; only -q has no samples', () => {
  const quiet = `PING 192.0.2.50 (192.0.2.50) 56(84) bytes of data.

--- 192.0.2.50 ping statistics ---
100 packets transmitted, 98 received, 2% packet loss, time 19800ms
rtt min/avg/max/mdev = 30.000/30.000/30.000/0.000 ms
`;
  const [first, second] = measuredAll(IPUTILS + quiet);
  expect(first?.values.received).toBe(5);
  expect(second?.values).toMatchObject({ sent: 100, received: 98, lost: 2, summaryMs: { mean: 30 } });
  expect(second?.series[0]?.samples).toHaveLength(0);
});

test('names of hosts are kept only if they are asked for', () => {
  expect(measured(IPUTILS).addresses).toEqual([]);
  expect(JSON.stringify(measured(IPUTILS))).not.toContain('2001:db8');
  expect(measured(IPUTILS, true).addresses).toEqual(['2001:db8::50']);
});

test('more probes than a file can have lines: the lost ones are counted, but not listed', () => {
  const ping = measured(`PING server.example (192.0.2.50) 56(84) bytes of data.
64 bytes from 192.0.2.50: icmp_seq=1 ttl=61 time=30.1 ms
900000000 packets transmitted, 1 received, 99% packet loss, time 1001ms
`);
  expect(ping.values).toMatchObject({ sent: 900_000_000, lost: 899_999_999, lostSequences: [] });
  expect(ping.notes.join()).toContain('counted, but not listed');
});

test('a line that the file cuts is left out', () => {
  const ping = measured(`PING server.example (192.0.2.50) 56(84) bytes of data.
64 bytes from 192.0.2.50: icmp_seq=1 ttl=61 time=130 ms
64 bytes from 192.0.2.50: icmp_seq=3 ttl=61 time=13`);
  expect(ping.values).toMatchObject({ sent: 1, received: 1, lost: 0 });
});
