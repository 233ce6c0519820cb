/** Files are known by their first bytes, not by their names; formats that are not read are named with a way out. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { holdsArrivals } from '../../src/app/files/open-arrivals.ts';
import { foreignFormat } from '../../src/capture/file-kind.ts';
import { sim } from '../cli/harness.ts';
import { ipv4, joined, pcap, section, udp } from './foreign-captures.ts';

const packets = [{ timeNs: 1, bytes: ipv4({}, udp(1, 9)) }];
const ARRIVALS: [name: string, content: string | Uint8Array][] = [
  ['capture', pcap(101, packets)],
  ['capture.dmp', pcap(101, packets, false)],
  ['capture.pcap0', section([{}], packets)],
  ['capture.csv', pcap(101, packets)],
  ['zipped', gzipSync(pcap(101, packets))],
  ['list', 'time_s,bytes\n0,128\n'],
  ['list.txt', 't_ns,flow,bytes,ect\n0,0,128,0\n'],
];

describe.each(ARRIVALS)('%s', (name, content) => {
  test('is opened as arrivals, by the command line and by the page', async () => {
    const { status, out } = sim(['show', name], { [name]: content });
    expect([status, JSON.parse(out).arrivals]).toEqual([0, expect.stringContaining(',0,128,0')]);
    expect(await holdsArrivals(new File([content as BlobPart], name))).toBe(true);
  });
});

const FOREIGN: [name: string, content: readonly number[] | string, message: RegExp][] = [
  ['x.pcap.zst', [0x28, 0xb5, 0x2f, 0xfd, 4], /zstd.*zstd -d/],
  ['x.pcap.lz4', [4, 0x22, 0x4d, 0x18, 4], /lz4.*lz4 -d/],
  ['x.xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], /xz -d/],
  ['x.bz2', [...new TextEncoder().encode('BZh9')], /bzip2 -d/],
  ['x.zip', [0x50, 0x4b, 3, 4], /unzip/],
  ['x.snoop', 'snoop\0\0\0', /snoop.*editcap/],
  [
    'ping.txt',
    'PING 10.0.0.1 (10.0.0.1) 56(84) bytes of data.\n64 bytes from 10.0.0.1: icmp_seq=1',
    /text of ping[;,] .*allowed/,
  ],
  [
    'ping.csv',
    'Pinging 10.0.0.1 with 32 bytes of data:\r\nReply from 10.0.0.1: bytes=32 time=1ms TTL=64',
    /text of ping/,
  ],
  ['iperf.json', '{\n\t"start":\t{\n\t\t"connected":\t[{}]}, "intervals": []}', /result of iperf3.*allowed/],
  ['dump.txt', '12:00:00.000001 IP 10.0.0.1.80 > 10.0.0.2.9: Flags [.], length 0\n', /text of tcpdump/],
];

describe.each(FOREIGN)('%s', (name, content, message) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content);

  test('is named for its format in every command and on the page', async () => {
    for (const line of [
      ['show', name],
      ['run', name],
      ['replay', name],
      ['run', 'opening', '--rates', name],
    ])
      expect(sim(line, { [name]: bytes })).toMatchObject({ status: 2, err: expect.stringMatching(message) });
    await expect(holdsArrivals(new File([bytes], name))).rejects.toThrow(message);
  });
});

test('scenarios, lists of rates and prose have no foreign format', () => {
  for (const text of ['{"id": "x"}', '0\n1\n', 't_ms,rate_bps\n0,1e6\n', 'hello'])
    expect(foreignFormat(new TextEncoder().encode(text))).toBeUndefined();
});

describe('words of other programs within a file that is read', () => {
  const irc = pcap(101, [
    { timeNs: 1, bytes: ipv4({}, joined([udp(1, 9, 0), new TextEncoder().encode('\r\nPING :irc bytes\n')])) },
  ]);
  const scenario = {
    title: 'x',
    summary: '64 bytes from 10.0.0.1: icmp_seq=1\nPING 10.0.0.1 56 bytes',
    sources: { a: { kind: 'cbr' } },
  };
  test.each([
    ['capture', irc],
    ['story.json', JSON.stringify(scenario, null, 2).replaceAll('\\n', '\n')],
    ['one-line.json', JSON.stringify(scenario)],
    ['lesson.json', '\ufeff [{"text": "icmp_seq=1, bytes=32 time=1ms"}]'],
    ['list.csv', 'time_s,bytes\n0,128\n12:00:00.000001 IP a > b\n'],
    ['rates.csv', 't_ms,rate_bps\n0,1e6\ntraceroute to x\n'],
    ['prose', 'Send\nPING 10.0.0.1 (10.0.0.1) 56(84) bytes of data.'],
  ])('%s has no foreign format', (_name, content) => {
    expect(foreignFormat(typeof content === 'string' ? new TextEncoder().encode(content) : content)).toBeUndefined();
  });

  test('such a capture and such a scenario are read, by the command line and by the page', async () => {
    expect(sim(['show', 'irc'], { irc })).toMatchObject({ status: 0 });
    expect(await holdsArrivals(new File([irc as BlobPart], 'irc'))).toBe(true);
    const text = JSON.stringify(scenario);
    expect(sim(['show', 'mine'], { mine: text })).toMatchObject({ status: 0 });
    expect(await holdsArrivals(new File([text], 'mine.json'))).toBe(false);
  });
});

test.each([
  '\r\n\ufeffPING 10.0.0.1 (10.0.0.1): 56 data bytes',
  'PING ::1(::1) 56 data bytes',
  '64 bytes from 10.0.0.1: icmp_seq=1 ttl=64',
  'Reply from 10.0.0.1: bytes=32 time<1ms',
  'tcpdump: listening on eth0, link-type EN10MB\n12:00:00.000001 IP6 a > b: x',
  'Connecting to host 10.0.0.1, port 5201\n',
  '\n<!DOCTYPE html>',
])('%j begins like the text of another program', (text) => {
  expect(foreignFormat(new TextEncoder().encode(text.replace('\r\n\ufeff', '\ufeff\r\n')))).toMatch(
    /^this is (the|a) /,
  );
});

test('an existing file is never called an unknown preset, whatever its name', () => {
  for (const name of ['hello', './hello', 'folder/hello.txt'])
    expect(sim(['show', name], { [name]: 'hello' })).toMatchObject({
      status: 2,
      err: expect.stringMatching(/the file exists, but/),
    });
  expect(sim(['show', 'no-such']).err).toMatch(/preset: no-such is unknown/);
  // A scenario is one under every name.
  const scenario = sim(['show', 'opening']).out;
  expect(sim(['show', 'mine'], { mine: scenario })).toMatchObject({ status: 0, out: scenario });
});

test('a scenario in one line that contains a list is a scenario', async () => {
  const text = JSON.stringify(JSON.parse(sim(['show', 'list'], { list: 'time_s,bytes\n0,128\n' }).out));
  expect(sim(['show', 'mine'], { mine: text }).status).toBe(0);
  expect(await holdsArrivals(new File([text], 'mine.json'))).toBe(false);
});
