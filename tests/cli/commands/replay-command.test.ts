/** `replay` as other programs call it: a file of arrivals as input, the result for each packet as output. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sim } from '../harness.ts';

/**
 * 1000-byte packets on 8 Mb/s take 1 ms each, and two may wait. Packets 0 to 3 come at 0: 0 is sent at once, 1 and 2
 * wait, 3 is dropped. Packet 4 comes at 1 ms, when 0 departs: the departure is first, so that 1 is sent and there is
 * room for 4. Packet 5 comes at 10 ms.
 */
const LIST = `t_ns,flow,bytes,ect
0,0,1000,0
0,1,1000,1
0,0,1000,2
0,0,1000,0
1000000,1,1000,0
10000000,1,1000,0
`;
const PORT = ['--policy', 'shb', '--rate', '8e6', '--buffer', 'packets=2'];
const EXPECTED = `index,verdict,time_ns,reason
0,sent,0,fits
1,sent,1000000,fits
2,sent,2000000,fits
3,dropped-enqueue,0,full
4,sent,3000000,fits
5,sent,10000000,fits`;

const play = (list: string | Uint8Array, ...line: string[]) => sim(['replay', 'a.csv', ...line], { 'a.csv': list });

describe('one row for each arrival', () => {
  test('a departure comes before an arrival of the same instant', () => {
    expect(play(LIST, ...PORT, '--csv')).toMatchObject({ status: 0, out: EXPECTED, err: '' });
  });

  test('a list that is gzipped, has other line ends, or has its columns in another order is read as the same list', () => {
    expect(play(gzipSync(LIST), ...PORT, '--csv').out).toBe(EXPECTED);
    expect(play(`\uFEFF${LIST.replaceAll('\n', '\r\n')}\r\n`, ...PORT, '--csv').out).toBe(EXPECTED);
    const turned = LIST.split('\n').map((line) => line.split(',').reverse().join());
    expect(play(turned.join('\n'), ...PORT, '--csv').out).toBe(EXPECTED);
  });

  test('several policies: a column in front names the policy', () => {
    const { out } = play(LIST, ...PORT, '--policy', 'droptail', '--csv');
    const [head, ...rows] = out.split('\n');
    expect(head).toBe('policy,index,verdict,time_ns,reason');
    expect(rows.slice(0, 6).map((row) => row.replace('shb,', ''))).toEqual(EXPECTED.split('\n').slice(1));
    expect(rows).toHaveLength(12);
    expect(rows[6]).toBe('droptail,0,sent,0,fits');
  });

  test('marks, and drops at the head', () => {
    const standing = Array.from({ length: 400 }, (_, index) => `${index * 500_000},0,1000,${index % 2}`);
    const { out } = play(`t_ns,flow,bytes,ect\n${standing.join('\n')}`, '--policy', 'codel', '--rate', '8e6', '--csv');
    expect(out).toMatch(/\d+,marked,\d+,(first|next)-mark/);
    expect(out).toMatch(/\d+,dropped-dequeue,\d+,(first|next)-drop/);
  });
});

/**
 * RED whose average is the queue itself: a packet that finds one waiting is dropped if its number is below a quarter,
 * or more.
 */
const RED = ['--policy', 'red', '--rate', '1e3', '--buffer', 'packets=1000', '--csv'].concat(
  [
    'minThreshold=0.001',
    'maxThreshold=2',
    'queueWeight=1',
    'maxProbability=0.5',
    'reading=floyd93',
    'wait=false',
  ].flatMap((setting) => ['--set', `red.${setting}`]),
);

describe('given random numbers', () => {
  const list = (draws: readonly string[]) =>
    `t_ns,flow,bytes,ect,u\n${draws.map((draw, index) => `${index},0,1000,0,${draw}`).join('\n')}`;
  const verdicts = (draws: readonly string[], ...more: string[]) =>
    play(list(draws), ...RED, ...more)
      .out.split('\n')
      .slice(1)
      .map((row) => row.split(',')[1]);

  test('take the place of the policy’s own', () => {
    // The first packet is in transmission and the second waits.
    const low = verdicts(['0', '0', '0', '0', '0', '0']);
    const high = verdicts(Array(6).fill('0.24'));
    expect(low.slice(3)).toEqual(Array(3).fill('dropped-enqueue'));
    expect(high.slice(3)).toEqual(Array(3).fill('dropped-enqueue'));
    expect(verdicts(['0', '0', '0', '0.999', '0', '0'])[3]).toBe('sent');
  });

  test('a word of hexadecimal digits is its part of 2^32 or 2^64, and several words serve in their order', () => {
    const words = verdicts(['0', '0', '0', 'ffffffff', '3fffffff', '3fffffffffffffff']);
    expect(words.slice(3)).toEqual(['sent', 'dropped-enqueue', 'dropped-enqueue']);
    // CHOKe as in Linux: a place, then R. The third packet is compared with the second, of another flow.
    const rows = [0, 1, 2, 3, 4].map((index) => `${index},${index},1000,0,${index === 0 ? '' : '00000000;ffffffff'}`);
    const choke = ['minThreshold=0', 'maxThreshold=2', 'queueWeight=1', 'maxProbability=1', 'variant=linux'];
    const line = ['--policy', 'choke', '--rate', '1e3', '--csv', ...choke.flatMap((one) => ['--set', `choke.${one}`])];
    const { out } = play(`t_ns,flow,bytes,ect,u\n${rows.join('\n')}`, ...line);
    expect(out.split('\n').map((row) => row.split(',')[3])).toEqual([
      'reason',
      'below',
      'below',
      'first-above',
      'not-due',
      'certain',
    ]);
  });

  test('a cell with neither is refused', () => {
    expect(play(list(['0', '012']), ...RED).err).toContain('words of 4, 8 or 16 hexadecimal digits');
    // A word of CAKE's turns decides on no packet.
    expect(play(list(['63cb', '']), ...RED)).toEqual(play(list(['', '']), ...RED));
    expect(play(list(['0', '00000000;0.5']), ...RED).err).toContain('line 3');
  });

  test('a packet without one draws from the stream, which the seed decides', () => {
    const none = Array(200).fill('');
    const seed = (number: string) => verdicts(none, '--set', 'red.maxThreshold=400', '--seed', number);
    expect(seed('1')).toEqual(seed('1'));
    expect(seed('2')).not.toEqual(seed('1'));
  });
});

// Updates at 500 ms and each 30 ms (15 ms are two ticks of 10 ms, and one more), or each 16 ms at 1,000 ticks per
// second.
test('--kernel-hz sets the ticks of PIE as in Linux, and is checked', () => {
  const line = ['--policy', 'pie', '--policy', 'droptail', '--set', 'pie.variant=linux', '--json'];
  const params = (...more: string[]) => JSON.parse(play(LIST, ...line, ...more).out)[0].params.kernelHz;
  expect([params(), params('--kernel-hz', '1000')]).toEqual(['100', '1000']);
  expect(play(LIST, ...line, '--kernel-hz', '60')).toMatchObject({
    status: 2,
    err: '--kernel-hz: 60 is not allowed; allowed: 100, 250, 1000',
  });
});

describe('--json', () => {
  test('counts by verdict, reason and flow, and delays in ms', () => {
    const report = JSON.parse(play(LIST, ...PORT, '--json').out);
    expect(report).toMatchObject({
      policy: 'shb',
      rateBps: 8e6,
      buffer: { packets: 2 },
      seed: 1,
      arrived: 6,
      verdicts: { sent: 5, marked: 0, 'dropped-enqueue': 1, 'dropped-dequeue': 0, 'dropped-overload': 0 },
      reasons: { fits: 5, full: 1 },
      // Delays 0, 1, 2, 2 and 0 ms.
      meanDelayMs: 1,
      p50DelayMs: 1,
      p95DelayMs: 2,
      maxDelayMs: 2,
      flows: [
        { flow: 0, class: 'all', arrived: 3, meanDelayMs: 1, verdicts: { sent: 2, 'dropped-enqueue': 1 } },
        { flow: 1, class: 'all', arrived: 3, meanDelayMs: 1, verdicts: { sent: 3 } },
      ],
    });
    expect(report.digest).toMatch(/^[0-9a-f]{16}$/);
  });

  test('several policies: a list', () => {
    const reports = JSON.parse(play(LIST, ...PORT, '--policy', 'droptail', '--json').out);
    expect(reports.map(({ policy }: { policy: string }) => policy)).toEqual(['shb', 'droptail']);
  });

  test('classes are the file’s', () => {
    const list = 't_ns,flow,bytes,ect,class\n0,0,1000,0,video\n5,3,1000,0,data';
    const { flows } = JSON.parse(play(list, '--json').out);
    expect(flows).toMatchObject([
      { flow: 0, class: 'video' },
      { flow: 3, class: 'data' },
    ]);
  });

  test('a policy’s values are set by path; the output has the defaults of the others', () => {
    const { params } = JSON.parse(play(LIST, '--policy', 'codel', '--set', 'codel.targetMs=7', '--json').out);
    expect(params.targetMs).toBe(7);
    expect(JSON.parse(play(LIST, '--json').out)).toMatchObject({
      policy: 'droptail',
      rateBps: 10e6,
      buffer: { packets: 100 },
    });
    expect(JSON.parse(play(LIST, '--json', '--set', 'buffer.bytes=5000').out).buffer).toEqual({ bytes: 5000 });
  });
});

test('two classes may have the same flow numbers: their figures stay apart', () => {
  const list = 't_ns,flow,bytes,ect,class\n0,0,100,0,a\n0,0,200,0,b\n0,0,200,0,b\n';
  expect(JSON.parse(play(list, '--json').out).flows).toMatchObject([
    { flow: 0, class: 'a', arrived: 1 },
    { flow: 0, class: 'b', arrived: 2 },
  ]);
  const { out } = play(list);
  for (const row of ['droptail flow a.0', 'droptail flow b.0']) expect(out).toContain(row);
});

test('the table names port, policies, flows and reasons', () => {
  const { out } = play(LIST, ...PORT);
  expect(out).toMatch(/^one port, 8000000 bit\/s, buffer of 2 packets, seed 1\n/);
  for (const part of ['shb flow 1', 'dropped-enqueue', 'shb full']) expect(out).toContain(part);
});

test('a policy that wakes up again and again comes to an end, and one that waits sends all', () => {
  const list = `t_ns,flow,bytes,ect\n${Array.from({ length: 2_000 }, (_, index) => `${index * 1_000},${index % 3},700,0`).join('\n')}`;
  const ids = JSON.parse(sim(['list', '--json']).out).policies.map(({ id }: { id: string }) => id);
  const playable = ids.filter((id: string) => !play(LIST, '--policy', id).err.includes('does not fit'));
  expect(playable).toContain('abe-dsd');
  for (const policy of playable) {
    const report = JSON.parse(play(list, '--policy', policy, '--rate', '1e6', '--json').out);
    const total = Object.values(report.verdicts as Record<string, number>).reduce((sum, count) => sum + count, 0);
    expect([policy, report.arrived, total]).toEqual([policy, 2_000, 2_000]);
  }
});

describe('bad input ends with 2 and names line, column, value and allowed values', () => {
  const rows = (...more: string[]) => `t_ns,flow,bytes,ect\n0,0,1000,0\n${more.join('\n')}`;
  const cases: [what: string, list: string, message: RegExp, ...line: string[]][] = [
    ['an empty file', '', /line 1, header: nothing is not allowed; allowed: a header/],
    ['no header', '0,0,1000,0\n', /line 1, header: 0,0,1000,0 is not allowed; allowed: a header above the numbers/],
    ['a column too few', 't_ns,flow,bytes\n0,0,1000', /line 1, column ect: .* allowed: a header/],
    ['a column twice', 't_ns,flow,flow,ect\n', /column 3: flow is not allowed; allowed: each column once/],
    ['no arrivals', 't_ns,flow,bytes,ect\n', /line 2, column t_ns: nothing is not allowed; allowed: at least one/],
    ['a row too short', rows('1,0,1000'), /line 3, column 4: 1,0,1000 is not allowed; allowed: 4 columns/],
    ['an empty line', rows('', '1,0,1000,0'), /line 3, column t_ns: nothing is not allowed; allowed: no empty line/],
    ['a gap', rows('1,,1000,0'), /line 3, column flow: nothing is not allowed; allowed: a whole number from 0/],
    ['a negative time', rows('-1,0,1000,0'), /line 3, column t_ns: -1 is not allowed; allowed: a whole number from 0/],
    [
      'a time that goes back',
      rows('9,0,1000,0', '8,0,1000,0'),
      /line 4, column t_ns: 8 is not allowed; allowed: at least 9/,
    ],
    ['a broken time', rows('1.5,0,1000,0'), /line 3, column t_ns: 1\.5 is not/],
    ['a word', rows('soon,0,1000,0'), /line 3, column t_ns: soon is not/],
    ['zero bytes', rows('1,0,0,0'), /line 3, column bytes: 0 is not allowed; allowed: a whole number from 1/],
    ['ect 3', rows('1,0,1000,3'), /line 3, column ect: 3 is not allowed; allowed: a whole number from 0 to 2/],
    [
      'u of 1',
      't_ns,flow,bytes,ect,u\n0,0,1000,0,1',
      /line 2, column u: 1 is not allowed; allowed: a number from 0 to below 1/,
    ],
    ['u below 0', 't_ns,flow,bytes,ect,u\n0,0,1000,0,-0.1', /line 2, column u: -0\.1 is not/],
    ['a flow beyond all', rows('1,1000000,1000,0'), /line 3, column flow: 1000000 is not allowed; .* to 999999/],
    ['a class with signs', 't_ns,flow,bytes,ect,class\n0,0,1000,0,=A1', /line 2, column class: =A1 is not/],
    ['an unknown policy', LIST, /--policy: none is unknown; allowed: droptail/, '--policy', 'none'],
    [
      'a policy for cells',
      LIST,
      /--policy: dfba does not fit the traffic of a\.csv; allowed: droptail/,
      '--policy',
      'dfba',
    ],
    [
      'a buffer of cells',
      LIST,
      /--buffer: cells=9 is not allowed; allowed: packets=N or bytes=N/,
      '--buffer',
      'cells=9',
    ],
    [
      'a buffer of nothing',
      LIST,
      /--buffer packets: 0 is not allowed; allowed: a whole number from 1/,
      '--buffer',
      'packets=0',
    ],
    ['no rate', LIST, /--?rate.*: 0 is not allowed; allowed: a number from 1000/, '--rate', '0'],
    ['both forms', LIST, /--csv: not allowed with --json/, '--csv', '--json'],
    ['values of a network', LIST, /--set link\.delayMs: has no effect on one port/, '--set', 'link.delayMs=5'],
    [
      'thresholds out of order',
      LIST,
      /maxThreshold/,
      '--policy',
      'red',
      '--set',
      'red.minThreshold=50',
      '--set',
      'red.maxThreshold=5',
    ],
  ];
  test.each(cases)('%s', (_what, list, message, ...line) => {
    const { status, out, err } = play(list, ...line);
    expect(err).toMatch(message);
    expect(status).toBe(2);
    expect(out).toBe('');
  });

  test('no file, one that is not there, and one that is no text', () => {
    expect(sim(['replay'])).toMatchObject({ status: 2, err: expect.stringMatching(/give a file of arrivals/) });
    expect(sim(['replay', 'b.csv'])).toMatchObject({
      status: 2,
      err: expect.stringMatching(/b\.csv could not be read/),
    });
    expect(play(Uint8Array.of(0x74, 0xff, 0xfe))).toMatchObject({ status: 2, err: expect.stringMatching(/UTF-8/) });
    expect(play(gzipSync(LIST).subarray(0, 40))).toMatchObject({
      status: 2,
      err: expect.stringMatching(/could not be read/),
    });
  });
});
