/** The command `fit`, and the messages of other commands about its files. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sim } from '../harness.ts';

const PING = `PING 192.0.2.50 (192.0.2.50) 56(84) bytes of data.
64 bytes from 192.0.2.50: icmp_seq=1 ttl=61 time=30.0 ms
64 bytes from 192.0.2.50: icmp_seq=2 ttl=61 time=30.2 ms

--- 192.0.2.50 ping statistics ---
2 packets transmitted, 2 received, 0% packet loss, time 200ms
rtt min/avg/max/mdev = 30.000/30.100/30.200/0.100 ms
`;
const SPEED_TEST = '{"type": "result", "download": {"bandwidth": 2391250}, "upload": {"bandwidth": 594250}}';

test('--json has the values and samples of each file; names of hosts only with --addresses', () => {
  const files = { 'a.txt': PING, 'b.gz': gzipSync(SPEED_TEST) };
  const { status, out } = sim(['fit', 'a.txt', 'b.gz', '--json'], files);
  expect(status).toBe(0);
  expect(JSON.parse(out).measurements).toMatchObject([
    {
      file: 'a.txt',
      format: 'ping',
      values: { sent: 2, received: 2 },
      series: [{ unit: 'ms', count: 2, min: 30, mean: 30.1, timesSeconds: [0, 0.2], samples: [30, 30.2] }],
    },
    { file: 'b.gz', format: 'speedtest', speedTest: { downMbps: 19.13, upMbps: 4.754 } },
  ]);
  expect(out).not.toContain('192.0.2.50');
  expect(sim(['fit', 'a.txt', '--json', '--addresses'], files).out).toContain('192.0.2.50');
});

test('the text has the counts, the statistics, the notes and the questions', () => {
  const { out } = sim(['fit', 'a.txt'], { 'a.txt': PING });
  expect(out).toMatch(/^a\.txt: ping \(iputils\)\n {2}clock: none/);
  expect(out).toContain('sent 2, received 2, lost 0');
  expect(out).toMatch(/round trip, ms +2 +30 +30\.1 +30\.2 +30\.2 +30\.1/);
  expect(out).toContain('  note: Times are sequence numbers times the mean interval of the summary, 0.2 s.');
});

test.each([
  [[], /^fit: give files of ping/],
  [['none.txt'], /^file: none\.txt could not be read: no such file/],
  [['other.txt'], /^other\.txt: not a measurement; allowed: files of ping/],
  [['cut.gz'], /^file: cut\.gz could not be read: unexpected end of file/],
])('fit %j is refused', (names, message) => {
  const files = { 'other.txt': 'some words', 'cut.gz': gzipSync(PING).subarray(0, 60) };
  const { status, out, err } = sim(['fit', ...names], files);
  expect([status, out]).toEqual([2, '']);
  expect(err).toMatch(message);
});

test.each([
  ['a.txt', PING, 'the text of ping'],
  ['b.json', SPEED_TEST, 'a result of speedtest \\(Ookla\\)'],
])('run and show say that fit reads %s', (name, text, kind) => {
  for (const command of ['run', 'show']) {
    const { status, err } = sim([command, name], { [name]: text });
    expect(status).toBe(2);
    expect(err).toMatch(
      new RegExp(`^${name}: this is ${kind}, a measurement: \`fit\` reads it; allowed here: a scenario file`),
    );
  }
});
