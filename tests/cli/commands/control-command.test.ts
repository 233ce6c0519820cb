/** `control` as other programs call it: a list of events as input, the answer after each ACK and loss as output. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sim } from '../harness.ts';

const HEAD = 't_ns,event,packet,in_flight_packets,flag,probe_wait,rounds_since_probe,reno_rounds_bound';
/**
 * Two packets leave at 0. After 40 ms one arrives, and the window grows from 10 to 11. Then the other one counts as
 * lost.
 */
const LIST = `${HEAD}
0,sent,0,,0,,,
0,sent,1,,0,,,
1,limited,,,,,,
40000000,acked,0,1,0,0ns,0,62
41000000,lost,1,0,,0ns,0,62
`;
/** 4 ln 2 = 2.772589 times 12 kB / 1 ms, the first pacing rate. */
const FIRST_RATE = 33_271_068;
const EXPECTED = `index,state,window_bytes,pacing_bytes_per_s
0,Startup,13200,${FIRST_RATE}
1,Startup,13200,${FIRST_RATE}`;

const control = (list: string | Uint8Array, ...line: string[]) => sim(['control', 'a.csv', ...line], { 'a.csv': list });
const BBR = ['--congestion', 'bbr3', '--csv'];

describe('BBRv3', () => {
  test('a row for each ACK and loss', () => {
    expect(control(LIST, ...BBR)).toMatchObject({ status: 0, out: EXPECTED, err: '' });
  });

  test('a list that is gzipped, or has other line ends and more columns, is read as the same list', () => {
    expect(control(gzipSync(LIST), ...BBR).out).toBe(EXPECTED);
    const wide = LIST.trim()
      .split('\n')
      .map((line, index) => `${index === 0 ? 'more' : 'x'},${line}`);
    expect(control(wide.join('\r\n'), ...BBR, '--set', 'bandwidthFilter=draft').out).toBe(EXPECTED);
    expect(control(`\uFEFF${wide.join('\r')}`, ...BBR).out).toBe(EXPECTED);
  });

  test('its filter is that of the published program, unless another is chosen', () => {
    const file = new URL('../../golden/fixtures/bbr3-shallow.csv.gz', import.meta.url);
    const [plain, draft, other] = [[], ['draft'], ['twoCycles']].map((filters) => {
      const settings = filters.flatMap((filter) => ['--set', `bandwidthFilter=${filter}`]);
      return control(readFileSync(file), ...BBR, ...settings).out;
    });
    expect(plain).toBe(draft);
    expect(plain).not.toBe(other);
  });

  test.each([
    [LIST.replace('acked', 'lots'), BBR, 'a.csv, line 5, column event: lots'],
    [LIST.replace('40000000', '-1'), BBR, 'line 5, column t_ns: -1 is not allowed; allowed: a number from 1'],
    [LIST.replace('0ns', '3 h'), BBR, 'line 5, column probe_wait: 3 h is not allowed; allowed: a number and one of ns'],
    [
      LIST.replace('acked,0', 'acked,7'),
      BBR,
      'line 5, column packet: 7 is not allowed; allowed: packets that were sent',
    ],
    [
      LIST.replace(',1,0,0ns,0,62', ''),
      BBR,
      'line 5, column in_flight_packets: nothing is not allowed; allowed: a whole',
    ],
    [LIST.replace('40000000', 'NaN'), BBR, 'line 5, column t_ns: NaN is not allowed'],
    [
      LIST.replace('sent,1', 'sent,0'),
      BBR,
      'line 3, column packet: 0 is not allowed; allowed: packets that were not sent',
    ],
    [LIST.replace('acked,0', 'acked,0 1'), BBR, 'line 5, column packet: 0 1 is not allowed; allowed: a whole number'],
    [LIST.replace('acked,0,1,0', 'acked,0,1,2'), BBR, 'line 5, column flag: 2 is not allowed; allowed: 0, 1, nothing'],
    [LIST.replace('flag', 't_ns'), BBR, 'line 1, column t_ns: twice is not allowed; allowed: one column of each name'],
    [LIST, [...BBR, '--set', 'bbr3Rules=draft'], '--set: bbr3Rules is not allowed here; allowed: bandwidthFilter'],
    [LIST.replace('flag', 'flags'), BBR, 'line 1, column flag: nothing is not allowed; allowed: a header with t_ns'],
    [LIST, ['--congestion', 'vegas', '--csv'], '--congestion: vegas is not allowed; allowed: bbr3'],
    [LIST, [...BBR, '--set', 'gain=2'], '--set: gain is unknown; allowed: bandwidthFilter'],
    [LIST, [...BBR, '--set', 'bandwidthFilter=1'], 'bandwidthFilter: 1 is not allowed; allowed: twoCycles, draft'],
    [LIST, ['--csv'], 'control: give --congestion ID or --rtt'],
    [LIST, ['--congestion', 'bbr3'], 'control: give --csv'],
    [LIST, [...BBR, '--rtt'], '--congestion: not allowed with --rtt'],
  ])('bad input is named', (list, line, message) => {
    const { status, out, err } = control(list, ...line);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });
});

describe('the estimator of the round trip', () => {
  test('a row for each sample (RFC 9002, sections 5.3, 6.1.2, 6.2.1 and 7.6.1)', () => {
    // First 100 ms: variance 50 ms, probe after 100 + 200 + 25 ms. Then 200 ms, of which 20 ms are the delay of the
    // ACK: variance (3 x 50 + 80) / 4 = 57.5 ms, average (7 x 100 + 180) / 8 = 110 ms, probe after 110 + 230 + 25 ms.
    const { status, out } = control('sample_us,ack_delay_us\n100000,20000\n200000,20000\n', '--rtt', '--csv');
    expect(status).toBe(0);
    expect(out.split('\n')).toEqual([
      'index,latest_us,min_us,smoothed_us,variance_us,pto_us,pto_backoff_8_us,loss_delay_us,persistent_congestion_us',
      '0,100000,100000,100000,50000,325000,2600000,112500,975000',
      '1,200000,100000,110000,57500,365000,2920000,225000,1095000',
    ]);
  });
});
