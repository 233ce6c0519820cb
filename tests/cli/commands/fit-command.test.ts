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
  [['x.pcap'], /^x\.pcap: no connection with 100000 bytes of data, and no ping with its reply/],
  [['twice.gz'], /^twice\.gz: the file was gzipped twice/],
  [['empty.txt'], /^empty\.txt: the file is empty/],
  [['cut.gz'], /^file: cut\.gz could not be read: unexpected end of file/],
])('fit %j is refused', (names, message) => {
  const pcap = Uint8Array.from([0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, ...new Array(16).fill(0)]);
  const files = {
    'other.txt': 'some words',
    'x.pcap': pcap,
    'cut.gz': gzipSync(PING).subarray(0, 60),
    'twice.gz': gzipSync(gzipSync(PING)),
    'empty.txt': '',
  };
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

const NUMBERS = '--down 20e6 --up 5e6 --idle-ms 30 --loaded-down-ms 120 --loaded-up-ms 400 --queue pfifo'.split(' ');

test('numbers become a scenario that run accepts', () => {
  const { status, out, files } = sim(['fit', ...NUMBERS, '--scenario', 'link.json', '--json']);
  expect(status).toBe(0);
  const { fit, scenario } = JSON.parse(out);
  expect([fit.down.bufferBytes.value, fit.up.bufferBytes.value]).toEqual([225_000, 231_250]);
  const text = files.get('link.json')?.join('\n') ?? '';
  expect(JSON.parse(text)).toEqual(scenario);
  const run = sim(['run', 'link.json', '--duration', '3', '--warmup', '1', '--json'], { 'link.json': text });
  expect(run.status).toBe(0);
  expect(JSON.parse(run.out).lanes.map(({ policy }: { policy: string }) => policy)).toEqual(['droptail']);
});

test('the text has the totals of each direction and the queues of a router', () => {
  const tc = `qdisc tbf 1: dev lan0 root refcnt 2 rate 20Mbit burst 1600b lat 41.9s 
 Sent 43180641 bytes 33190 pkt (dropped 131, overlimits 60445 requeues 0) 
 backlog 0b 0p requeues 0
`;
  const { out } = sim(['fit', 'tc.txt'], { 'tc.txt': tc });
  expect(out).toContain('queue lan0 tbf 1:, rate 20 Mb/s, since its start 43180641 bytes, 33190 packets, 131 drops');
});

const NUTTCP = '    23.1263 MB /  10.22 sec =   18.9806 Mbps 0 %TX 0 %RX 16 retrans 302 KB-cwnd 30.00 msRTT\n';

test('--way answers what a file does not tell', () => {
  const files = { 'n.txt': NUTTCP };
  const asked = JSON.parse(sim(['fit', 'n.txt', '--json'], files).out).fit;
  expect([asked.down.rateMbps, asked.questions]).toEqual([
    undefined,
    [expect.stringContaining('Was n.txt a download or an upload?')],
  ]);
  const answered = JSON.parse(sim(['fit', 'n.txt', '--way', 'n.txt=down', '--json'], files).out).fit;
  expect(answered.down.rateMbps.value).toBeCloseTo((18.9806 * 1_514) / 1_448, 5);
  expect(answered.questions).toEqual([]);
});

test.each([
  ['n.txt=sideways', /^--way: n\.txt=sideways is not allowed; allowed: FILE=down\|up\|both\|idle/],
  ['m.txt=down', /^--way: m\.txt is not one of the files; allowed: n\.txt/],
])('--way %s is refused', (way, message) => {
  const { status, err } = sim(['fit', 'n.txt', '--way', way], { 'n.txt': NUTTCP });
  expect(status).toBe(2);
  expect(err).toMatch(message);
});

test('the arithmetic is shown', () => {
  const { out } = sim(['fit', ...NUMBERS]);
  expect(out).toContain('120 ms under load − 30 ms idle = 90 ms in the queue');
  expect(out).toContain('90 ms × 20 Mb/s ÷ 8 = 225000 bytes = 148.6 packets of 1514 bytes');
});

test.each([
  [['--down', '-3'], /^--down: -3 is not allowed/],
  [['--idle-ms', '30,5'], /^--idle-ms: 30,5 is not allowed/],
  [['--queue', 'lifo'], /^--queue: lifo is not allowed; allowed: pfifo, bfifo, codel/],
  [['--down', '20e6', '--scenario', 'x.json'], /^--scenario: No scenario: the idle round trip is not known/],
])('fit %j is refused', (words, message) => {
  const { status, err } = sim(['fit', ...words]);
  expect(status).toBe(2);
  expect(err).toMatch(message);
});

test('show prints the series without a fit: a row for each sample, or the same JSON as fit; no addresses', () => {
  const files = { 'a.txt': PING };
  const { status, out } = sim(['show', 'a.txt', '--csv'], files);
  expect(status).toBe(0);
  expect(out.trimEnd().split('\n')).toEqual([
    'file,measurement,series,quantity,unit,direction,counted_by,time_s,value',
    'a.txt,1,round trip,delay,ms,round trip,the host that ran ping,0,30',
    'a.txt,1,round trip,delay,ms,round trip,the host that ran ping,0.2,30.2',
  ]);
  const { measurements } = JSON.parse(sim(['fit', 'a.txt', '--json'], files).out);
  const json = sim(['show', 'a.txt', '--json'], files).out;
  expect(JSON.parse(json)).toEqual({ measurements });
  expect(json).not.toContain('192.0.2.50');
  expect(sim(['show', 'a.txt', '--json', '--addresses'], files).out).toContain('192.0.2.50');
});

test.each([
  [['--csv'], /^show: give files of measurements with --csv/],
  [['opening', '--csv'], /^file: opening could not be read/],
  [['a.txt', '--csv', '--json'], /^--json: unknown option; allowed: --csv, --addresses/],
  [['a.txt', '--csv', '--tc'], /^--tc: unknown option/],
])('show %j is refused', (words, message) => {
  const { status, out, err } = sim(['show', ...words], { 'a.txt': PING });
  expect([status, out]).toEqual([2, '']);
  expect(err).toMatch(message);
});
