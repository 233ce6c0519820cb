/** A user's own arrivals: a file as a scenario, the same packets as in `replay`, and captures that are read back. */
import { describe, expect, test } from 'vitest';
import { CaptureReader } from '../../../src/capture/capture-reader.ts';
import { parseArrivalsCsv } from '../../../src/engine/time-lists/arrivals-csv.ts';
import { ARRIVALS_LIMITS } from '../../../src/scenarios/files/arrivals-scenario.ts';
import { sim } from '../harness.ts';

const run = (file: string, content: string | Uint8Array, ...line: string[]) =>
  sim(['run', file, ...line], { [file]: content });

/** Columns of a trace: one object for each packet in the order of arrival. */
function verdicts(content: string | Uint8Array, ...line: string[]) {
  const { files, err, status } = run('a.csv', content, '--trace', 't', ...line);
  expect([status, err]).toEqual([0, '']);
  return (files.get('t') ?? []).map((text) => JSON.parse(text));
}

describe('a known trace gives the results of a calculation by hand', () => {
  /**
   * D/D/1: packets of 1000 bytes on 8 Mb/s take 1 ms each. Ten come together every 20 ms, so that they wait 0, 1, ... 9
   * ms: 4.5 ms on average; the 95th percentile is 9 ms.
   */
  const bursts = Array.from({ length: 50 }, (_, burst) => Array(10).fill(`${burst * 20e6},0,1000,0`)).flat();
  const list = `t_ns,flow,bytes,ect\n${bursts.join('\n')}\n`;

  test('waiting times of bursts at a constant rate', () => {
    const { out } = run('a.csv', list, '--policy', 'droptail', '--set', 'link.rateBps=8e6', '--json');
    const [lane] = JSON.parse(out).lanes;
    expect(lane).toMatchObject({ arrived: 500, departed: 500, dropped: 0 });
    expect(lane.meanDelayMs).toBeCloseTo(4.5, 9);
    expect(lane.classes[0]).toMatchObject({ class: 'all', flows: 1 });
  });

  test('a short buffer: three wait, one is sent, six of each ten are lost', () => {
    const lines = ['--policy', 'shb', '--set', 'link.rateBps=8e6', '--set', 'buffer.packets=3'];
    const { out } = run('a.csv', list, ...lines, '--json');
    expect(JSON.parse(out).lanes[0]).toMatchObject({ arrived: 500, departed: 200, dropped: 300 });
    const kinds = verdicts(list, ...lines).map(({ verdict }) => verdict);
    expect(kinds.slice(0, 10)).toEqual([...Array(4).fill('accept'), ...Array(6).fill('drop')]);
  });

  test('each packet reaches the queue at its time, with its size, in the order of the file', () => {
    // Two classes at one instant: neither comes before the other as a whole.
    const mixed = ['0,0,700,0,b', '0,1,100,1,a', '0,0,300,0,b', '5000000,1,40,2,a', '5000001,0,1500,0,b'];
    const rows = verdicts(`t_ns,flow,bytes,ect,class\n${mixed.join('\n')}`, '--policy', 'droptail');
    expect(rows.map((row) => [row.timeNs, row.bytes, row.class, row.flow])).toEqual([
      [0, 700, 'b', 0],
      [0, 100, 'a', 1],
      [0, 300, 'b', 0],
      [5_000_000, 40, 'a', 1],
      [5_000_001, 1500, 'b', 0],
    ]);
  });
});

/** Five flows with gaps and sizes from a small generator, at 1.2 times of 6 Mb/s. */
function overload(): string {
  let state = 12_345;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  let at = 0;
  const rows = Array.from({ length: 3_000 }, (_, index) => {
    at += next(1_600_000);
    return `${at},${index % 5},${[64, 576, 1500][next(3)]},${next(3)}`;
  });
  return `t_ns,flow,bytes,ect\n${rows.join('\n')}\n`;
}

test('the same file gives the same verdicts with replay, with run, and as a scenario file, under every policy', () => {
  const list = overload();
  const scenario = sim(['show', 'a.csv'], { 'a.csv': list }).out;
  const port = ['--set', 'link.rateBps=6e6', '--set', 'buffer.packets=40', '--json'];
  for (const policy of ['droptail', 'red-ecn', 'codel', 'fq-codel', 'pie', 'sfq', 'choke', 'pfb', 'abe-dsd']) {
    const replayed = JSON.parse(sim(['replay', 'a.csv', '--policy', policy, ...port], { 'a.csv': list }).out);
    const own = JSON.parse(run('a.csv', list, '--policy', policy, ...port).out);
    const filed = JSON.parse(run('a.json', scenario, '--policy', policy, ...port).out);
    expect([policy, own.digest, filed.digest]).toEqual([policy, replayed.digest, replayed.digest]);
    expect(own.lanes[0].arrived).toBe(3_000);
  }
});

describe('a capture of our own, read back', () => {
  const capture = (...line: string[]) => {
    const { binary } = sim(['run', 'opening', '--policy', 'red', '--duration', '3', '--pcapng', 'o.pcapng', ...line]);
    return Buffer.concat(binary.get('o.pcapng') ?? []);
  };

  test('gives the packets that came to the queue: times, sizes and ECN bits', () => {
    const { files } = sim(['run', 'opening', '--policy', 'red', '--duration', '3', '--trace', 't']);
    const sent = (files.get('t') ?? []).map((text) => JSON.parse(text));
    const shown = sim(['show', 'o.pcapng'], { 'o.pcapng': capture() });
    const { arrivals } = parseArrivalsCsv(JSON.parse(shown.out).arrivals);
    expect(arrivals.count).toBe(sent.length);
    expect(arrivals.count).toBeGreaterThan(1_000);
    expect([...arrivals.timeNs]).toEqual(sent.map(({ timeNs }) => timeNs));
    // A SYN has 52 bytes in a capture, and 40 in the model (docs/CAPTURE.md).
    const sizes = sent.map(({ bytes }) => bytes);
    expect([...arrivals.bytes].filter((bytes, row) => bytes !== sizes[row] && bytes !== 52)).toEqual([]);
    expect(shown.err).toMatch(/Left out: \d+ packets of other interfaces than before\./);
  });

  test('gives the same verdicts with replay as with run', () => {
    const file = capture('--interfaces', 'before');
    const port = ['--policy', 'codel', '--json'];
    const replayed = JSON.parse(sim(['replay', 'o.pcapng', ...port], { 'o.pcapng': file }).out);
    const own = JSON.parse(run('o.pcapng', file, ...port).out);
    expect(own.digest).toBe(replayed.digest);
  });
});

/** A classic capture: link type, and packets of [seconds, nanoseconds, bytes of Ethernet or IP]. */
function pcap(linkType: number, packets: readonly (readonly [number, number, Uint8Array, number?])[], big = false) {
  const size = 24 + packets.reduce((sum, [, , bytes]) => sum + 16 + bytes.length, 0);
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  const little = !big;
  view.setUint32(0, 0xa1b23c4d, little);
  view.setUint16(4, 2, little);
  view.setUint16(6, 4, little);
  view.setUint32(16, 65_535, little);
  view.setUint32(20, linkType, little);
  let at = 24;
  for (const [seconds, ns, bytes, original = bytes.length] of packets) {
    for (const [index, value] of [seconds, ns, bytes.length, original].entries())
      view.setUint32(at + 4 * index, value, little);
    file.set(bytes, at + 16);
    at += 16 + bytes.length;
  }
  return file;
}

/** An IPv4 and UDP header of a packet of `length` bytes, with this traffic class. */
function udp(length: number, trafficClass: number, port: number): Uint8Array {
  const bytes = new Uint8Array(28);
  const view = new DataView(bytes.buffer);
  bytes[0] = 0x45;
  bytes[1] = trafficClass;
  view.setUint16(2, length);
  bytes[9] = 17;
  view.setUint16(20, port);
  return bytes;
}

const ethernet = (type: readonly number[], bytes: Uint8Array) =>
  Uint8Array.from([...Array(12).fill(2), ...type, ...bytes]);

describe('captures of other programs', () => {
  const arrivalsOf = (file: Uint8Array) => {
    const { out, err, status } = sim(['show', 'x.pcap'], { 'x.pcap': file });
    expect([status, status === 0 ? '' : err]).toEqual([0, '']);
    return { rows: (JSON.parse(out).arrivals as string).trim().split('\n').slice(1), err };
  };

  test.each([false, true])(
    'Ethernet with and without a tag, IP lengths, ECN, flows by ports; big endian: %s',
    (big) => {
      const noon = 1_700_000_000;
      const file = pcap(
        1,
        [
          [noon, 999_999_999, ethernet([8, 0], udp(1500, 0, 7)), 1514],
          [noon + 1, 0, ethernet([0x81, 0, 0, 5, 8, 0], udp(300, 2, 8)), 318],
          [noon + 1, 500, ethernet([8, 6], new Uint8Array(28))],
          [noon + 1, 600, ethernet([8, 0], udp(46, 1, 7)), 60],
          [noon + 1, 700, ethernet([8, 0], udp(46, 3, 7)), 60],
          [noon + 2, 0, ethernet([8, 0], udp(0, (3 << 2) | 0, 7)), 40_014],
        ],
        big,
      );
      const { rows, err } = arrivalsOf(file);
      // The last packet has no length of its own, and DSCP 3, which our captures use for green.
      expect(rows).toEqual([
        '0,0,1500,0,blue',
        '1,1,300,1,blue',
        '601,0,46,2,blue',
        '701,0,46,1,blue',
        '1000000001,0,40000,0,green',
      ]);
      expect(err).toMatch(/Left out: 1 packet without an IP header\./);
      expect(err).toMatch(/1 packet .*\(CE\)/);
    },
  );

  const two = [
    [1, 0, udp(100, 0, 1)],
    [2, 0, udp(200, 0, 1)],
  ] as const;

  test('a capture that ends inside a packet: the packets before it are read, and a note says so', () => {
    const { rows, err } = arrivalsOf(pcap(101, two).subarray(0, -5));
    expect(rows).toEqual(['1000000000,0,100,0']);
    expect(err).toMatch(/x\.pcap: The file is cut in the middle of packet 2, after byte 68/);
  });

  const bad: [what: string, file: Uint8Array, message: RegExp][] = [
    [
      'another link type',
      pcap(105, two),
      /interface number 0: link type 105 .Wi-Fi. is not allowed; allowed: Ethernet/,
    ],
    [
      'times that go back',
      pcap(101, [...two].reverse()),
      /packet 2: a time 1000 ms before that of the previous packet/,
    ],
    ['a gap of two hours', pcap(101, [two[0], [7_300, 0, udp(9, 0, 1)]]), /packet 2: a time 7300 s .*at most 3600 s/],
    [
      'no IP',
      pcap(1, [[1, 0, ethernet([8, 6], new Uint8Array(28))]]),
      /no packets to read\. Left out: 1 packet without an IP/,
    ],
    ['only a header', pcap(1, []), /no packets to read/],
    ['cut in the header', pcap(1, []).subarray(0, 20), /byte 0: the file is cut in its header; it has 20 bytes/],
    ['a length of 4 GB', pcapWithLength(1), /packet 1: a captured length of 4294967295 bytes is not allowed/],
    ['the same in the second packet', pcapWithLength(2), /packet 2: a captured length of 4294967295 bytes is not/],
    [
      'a packet block that is too short',
      Uint8Array.from([...pcapngHeader(), ...pcapngBlock(6, new Uint8Array(8))]),
      /packet 1: a packet block without its fields is not allowed/,
    ],
    [
      'more interfaces than memory should hold',
      Uint8Array.from([
        ...pcapngHeader(),
        ...Array(1_000)
          .fill([...pcapngBlock(1, new Uint8Array(8))])
          .flat(),
      ]),
      /x\.pcap, interface 1001 is not allowed; allowed: at most 1000 interfaces/,
    ],
    [
      'a packet without a time',
      Uint8Array.from([...pcapngHeader(), ...pcapngBlock(3, new Uint8Array(32))]),
      /packet 1: a packet without a time .* is not allowed/,
    ],
    [
      'neither IP nor a whole packet',
      pcap(1, [[1, 0, ethernet([8, 6], new Uint8Array(28))], two[0]]).subarray(0, -5),
      /no packets to read\. The file is cut [^.]*\. Left out: 1 packet without an IP header\./,
    ],
  ];
  test.each(bad)('%s: status 2 and what is wrong', (_what, file, message) => {
    for (const command of ['run', 'show']) {
      const { status, out, err } = sim([command, 'x.pcap'], { 'x.pcap': file });
      expect(err).toMatch(message);
      expect([status, out]).toEqual([2, '']);
    }
  });

  function pcapWithLength(packet: number): Uint8Array {
    const file = pcap(101, two);
    const at = 24 + (packet - 1) * (16 + two[0][2].length);
    file.fill(0xff, at + 8, at + 12);
    return file;
  }

  function pcapngBlock(type: number, body: Uint8Array): Uint8Array {
    const length = 12 + body.length;
    const block = new Uint8Array(length);
    const view = new DataView(block.buffer);
    view.setUint32(0, type, true);
    view.setUint32(4, length, true);
    block.set(body, 8);
    view.setUint32(length - 4, length, true);
    return block;
  }

  /** A section header and an interface for raw IP. */
  function pcapngHeader(): Uint8Array {
    const section = [0x4d, 0x3c, 0x2b, 0x1a, 1, 0, 0, 0, ...Array(8).fill(0xff)];
    const raw = [101, 0, 0, 0, 0, 0, 0, 0];
    return Uint8Array.from([
      ...pcapngBlock(0x0a0d0d0a, Uint8Array.from(section)),
      ...pcapngBlock(1, Uint8Array.from(raw)),
    ]);
  }

  test('long packets in short fragments are put together once', () => {
    // If each fragment copied all waiting data, this would copy 100 GB.
    const long = new Uint8Array(15 * 2 ** 20);
    long.set(udp(100, 0, 1));
    const file = pcap(101, [
      [1, 0, long],
      [2, 0, udp(200, 0, 1)],
    ]);
    const reader = new CaptureReader(ARRIVALS_LIMITS);
    const began = performance.now();
    for (let index = 0; index < file.length; index += 1_000) reader.push(file.subarray(index, index + 1_000));
    expect(performance.now() - began).toBeLessThan(3_000);
    const { arrivals, notes } = reader.finish();
    expect([[...arrivals.bytes], notes]).toEqual([[100, 200], []]);
  });

  test('packets that are not IP by their EtherType are left out, even if they look like IP', () => {
    const { rows, err } = arrivalsOf(
      pcap(1, [
        [1, 0, ethernet([0x88, 0xb5], udp(100, 0, 1))],
        [2, 0, ethernet([8, 0], udp(200, 0, 1))],
      ]),
    );
    expect(rows).toEqual(['2000000000,0,200,0']);
    expect(err).toMatch(/Left out: 1 packet without an IP header\./);
  });
});

describe('CSV with seconds', () => {
  const shown = (text: string) => sim(['show', 'a.csv'], { 'a.csv': text });

  test('needs time and bytes; flow, class and colour are there where the file has them', () => {
    expect(JSON.parse(shown('time_s,bytes\n0.000000001,40\n1.5,1500').out)).toMatchObject({
      arrivals: 't_ns,flow,bytes,ect\n1,0,40,0\n1500000000,0,1500,0\n',
      sources: { all: { kind: 'arrivals', flows: 1 } },
    });
    const coloured = JSON.parse(shown('bytes,time_s,class,colour,flow\n40,0,web,green,7\n50,0,bulk,blue,3').out);
    expect(coloured.arrivals).toBe('t_ns,flow,bytes,ect,class,colour\n0,7,40,0,web,green\n0,3,50,0,bulk,blue\n');
    expect(Object.keys(coloured.sources)).toEqual(['bulk', 'web']);
    expect(Object.keys(coloured.policies)).toContain('abe-dsd');
  });

  test.each([
    ['both times', 'time_s,t_ns,bytes\n0,0,1', /column time_s: .*t_ns or time_s, not both/],
    ['a time that goes back', 'time_s,bytes\n2,1\n1.5,1', /line 3, column time_s: 1\.5 .*at least 2, the time of/],
    ['a time beyond the longest run', 'time_s,bytes\n3601,1', /line 2, column time_s: 3601 .* from 0 to 3600/],
    ['a negative time', 'time_s,bytes\n-0.1,1', /line 2, column time_s: -0\.1 is not allowed/],
    ['zero bytes', 'time_s,bytes\n0,0', /line 2, column bytes: 0 is not allowed/],
    ['no number', 'time_s,bytes\n0,\n', /line 2, column bytes: nothing is not allowed/],
    ['another colour', 'time_s,bytes,colour\n0,1,red', /line 2, column colour: red .* blue or green/],
  ])('%s', (_what, text, message) => {
    expect(shown(text)).toMatchObject({ status: 2, err: expect.stringMatching(message) });
  });

  test('more packets than a scenario may have: the first ones are read, and a note says so', () => {
    const rows = Array.from({ length: 100_001 }, (_, index) => `${index},0,40,0`);
    const { out, err } = shown(`t_ns,flow,bytes,ect\n${rows.join('\n')}`);
    expect(err).toMatch(/Only the first 100000 packets are read/);
    expect(JSON.parse(out).arrivals.trim().split('\n')).toHaveLength(100_001);
  });
});

describe('a scenario file with a list', () => {
  const scenario = JSON.parse(sim(['show', 'a.csv'], { 'a.csv': 'time_s,bytes\n0,100\n1,200' }).out);
  const opened = (change: object) => run('s.json', JSON.stringify({ ...scenario, ...change }), '--json');

  test('has a link that comes back as it was', () => {
    const { out } = sim(['url', 's.json'], { 's.json': JSON.stringify(scenario) });
    const hash = out.slice(out.indexOf('#'));
    expect(JSON.parse(sim(['url', hash]).out)).toMatchObject({ custom: { arrivals: scenario.arrivals } });
  });

  test('a long list has no link, and a message says so', () => {
    const list = Array.from(
      { length: 20_000 },
      (_, index) => `${index * 100_000 + ((index * 7919) % 97_001)},0,${40 + ((index * 31) % 1400)},0`,
    );
    const { status, err } = sim(['url', 'a.csv'], { 'a.csv': `t_ns,flow,bytes,ect\n${list.join('\n')}` });
    expect(status).toBe(2);
    expect(err).toMatch(/has no link: it would be longer than the limit for links/);
  });

  test.each([
    ['a broken row', { arrivals: 't_ns,flow,bytes,ect\n0,0,0,0' }, /arrivals, line 2, column bytes: 0 is not allowed/],
    ['no text', { arrivals: [1] }, /arrivals: \[1\] is not allowed/],
    ['no list', { arrivals: undefined }, /sources\.all\.kind: arrivals is not allowed; allowed: .*no `arrivals`/],
    [
      'another class',
      { arrivals: 't_ns,flow,bytes,ect,class\n0,0,9,0,web' },
      /sources\.all: all is not allowed; allowed: a class of `arrivals`: web/,
    ],
  ])('%s', (_what, change, message) => {
    expect(opened(change)).toMatchObject({ status: 2, err: expect.stringMatching(message) });
  });
});
