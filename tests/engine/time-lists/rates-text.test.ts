/** Lists of rates: their content, and their errors by line and column. */
import { expect, test } from 'vitest';
import { looksLikeRates, parseRates } from '../../../src/engine/time-lists/rates-text.ts';
import { syntheticRates } from '../../../src/engine/time-lists/synthetic-rates.ts';

test('mahimahi’s format: opportunities counted by hand', () => {
  // 4 in 5 ms are 4 * 12,000 bit in 5 ms.
  const { rates, ...said } = parseRates('1\n2\n2\n5\n');
  expect(said).toEqual({ meanBps: 9.6e6, durationMs: 5, repeats: true });
  const counts = [0, 0.5, 1, 2, 4.9, 5, 6, 7, 10, 12].map((ms) => rates.bitsUntil(ms * 1e6) / 12_000);
  expect(counts).toEqual([0, 0, 1, 3, 3, 4, 5, 7, 8, 11]);
  expect([1, 12_000, 12_001, 36_000, 48_000, 48_001].map((bits) => rates.timeOfBitsNs(bits) / 1e6)).toEqual([
    1, 1, 2, 2, 5, 6,
  ]);
});

test('a list whose first opportunity is at 0 has two at each repetition’s end', () => {
  const { rates } = parseRates('0\n10\n');
  expect([0, 9, 10, 20].map((ms) => rates.bitsUntil(ms * 1e6) / 12_000)).toEqual([1, 1, 3, 5]);
});

test('rates in pieces: bits and times worked out by hand, with an outage at the end and the repetition', () => {
  const { rates, ...said } = parseRates('time_s,rate_bps\r\n0,1e6\r\n1,3e6\r\n2,0\r\n4,repeat\r\n');
  expect(said).toEqual({ meanBps: 1e6, durationMs: 4_000, repeats: true });
  expect([0, 0.5, 1, 1.5, 2, 3, 4, 4.5, 6].map((s) => rates.bitsUntil(s * 1e9) / 1e6)).toEqual([
    0, 0.5, 1, 2.5, 4, 4, 4, 4.5, 8,
  ]);
  expect([0.5, 1, 2.5, 4, 4.5].map((bits) => rates.timeOfBitsNs(bits * 1e6) / 1e9)).toEqual([0.5, 1, 1.5, 2, 4.5]);
  expect([0, 1.9, 2, 3, 4].map((s) => rates.nextChangeNs(s * 1e9) / 1e9)).toEqual([0, 1.9, 4, 4, 4]);
});

test('without a repetition the last rate stays', () => {
  const { rates, repeats, meanBps } = parseRates('t_ms,rate_bps\n0,2e6\n500,1e6\n');
  expect([repeats, meanBps]).toEqual([false, 2e6]);
  expect(rates.bitsUntil(10.5e9)).toBe(11e6);
});

test.each([
  ['1\n-2\n', 'line 2, column t_ms: -2 is not allowed; allowed: a whole number of ms from 0 to 3600000'],
  ['5\n3\n', 'line 2, column t_ms: 3 is not allowed; allowed: at least 5, the time of the line before it'],
  ['1\n\n3\n', 'line 2, column t_ms: nothing is not allowed; allowed: a whole number of ms from 0 to 3600000'],
  ['1\n2.5\n', 'line 2, column t_ms: 2.5 is not allowed; allowed: a whole number of ms from 0 to 3600000'],
  [
    '1\n60001\n',
    'line 2, column t_ms: 60001 is not allowed; allowed: a time less than 60000 ms after 1 (with a longer gap, the link would send nothing for a minute)',
  ],
  [
    '60000\n',
    'line 1, column t_ms: 60000 is not allowed; allowed: a time less than 60000 ms after 0 (with a longer gap, the link would send nothing for a minute)',
  ],
  [
    '0\n0\n',
    'line 2, column t_ms: 0 is not allowed; allowed: a list whose last time is above 0, because the list repeats after its last time',
  ],
  [
    '',
    'line 1, column t_ms: nothing is not allowed; allowed: a time in whole ms (mahimahi), or a header of a time (t_ms or time_s) and a rate (rate_bps, rate_kbps, rate_mbps or rate_gbps), such as t_ms,rate_bps',
  ],
  [
    `${'3\n'.repeat(834)}`,
    'line 834, column t_ms: 3 is not allowed; allowed: at most 833 lines with the same time (10000000000 bit/s)',
  ],
  [
    't_ms,rate\n0,1\n',
    'line 1, header: t_ms,rate is not allowed; allowed: a time in whole ms (mahimahi), or a header of a time (t_ms or time_s) and a rate (rate_bps, rate_kbps, rate_mbps or rate_gbps), such as t_ms,rate_bps',
  ],
  ['t_ms,rate_bps\n', 'line 2, column t_ms: nothing is not allowed; allowed: at least one row'],
  [
    't_ms,rate_bps\n5,1e6\n',
    'line 2, column t_ms: 5 is not allowed; allowed: 0: the list gives the rate from the beginning',
  ],
  ['t_ms,rate_bps\n0,1e6\n-5,1e6\n', 'line 3, column t_ms: -5 is not allowed; allowed: a time from 0 to 3600000'],
  [
    'time_s,rate_bps\n0,1e6\n2,1e6\n2,3e6\n',
    'line 4, column time_s: 2 is not allowed; allowed: a time after 2, the time of the row before it',
  ],
  [
    't_ms,rate_bps\n0,-1\n',
    'line 2, column rate_bps: -1 is not allowed; allowed: 0, a rate from 1 to 10000000000 bit/s, or repeat in the last row',
  ],
  [
    't_ms,rate_bps\n0,1e-300\n1,repeat\n',
    'line 2, column rate_bps: 1e-300 is not allowed; allowed: 0, a rate from 1 to 10000000000 bit/s, or repeat in the last row',
  ],
  [
    't_ms,rate_bps\n0,1e6\n0.0000001,repeat\n',
    'line 3, column t_ms: 0.0000001 is not allowed; allowed: a time after 0, the time of the row before it',
  ],
  ['t_ms,rate_bps\n0,1e6\n9,repeat\n10,1\n', 'line 4, column rate_bps: 1 is not allowed; allowed: no row after repeat'],
  ['t_ms,rate_bps\n0\n', 'line 2, column t_ms: 0 is not allowed; allowed: 2 columns, as in the header'],
  [
    't_ms,rate_bps\n0,1e6\n1000,0\n',
    'line 3, column rate_bps: 0 is not allowed; allowed: a rate above 0 before 60000 ms have passed (with a longer gap, the link would send nothing for a minute)',
  ],
  [
    't_ms,rate_bps\n0,0\n60000,1e6\n90000,repeat\n',
    'line 2, column rate_bps: 0 is not allowed; allowed: a rate above 0 before 60000 ms have passed (with a longer gap, the link would send nothing for a minute)',
  ],
  // 30 s at the end and 30 s at the start of the repetition.
  [
    't_ms,rate_bps\n0,0\n30000,1e6\n40000,0\n70000,repeat\n',
    'line 2, column rate_bps: 0 is not allowed; allowed: a rate above 0 before 60000 ms have passed (with a longer gap, the link would send nothing for a minute)',
  ],
])('list %# is refused', (text, message) => {
  expect(() => parseRates(text)).toThrow(expect.objectContaining({ message }));
});

test('an outage of less than a minute is allowed', () => {
  expect(parseRates('t_ms,rate_bps\n0,1e6\n1000,0\n60999,1e6\n').durationMs).toBe(60_999);
  expect(parseRates('1\n60000\n').durationMs).toBe(60_000);
});

test('the drawn links are lists like any other', () => {
  const means = Object.values(syntheticRates).map((text) => parseRates(text).meanBps / 1e6);
  expect(means).toEqual([expect.closeTo(10.57, 2), expect.closeTo(26.78, 2), expect.closeTo(18.315, 3)]);
});

test('a list of rates is told from arrivals and scenarios by its first line', () => {
  expect(['12\n13\n', '12,13\n', '-3\n', 't_ms,rate_bps\n', 'time_s, rate_bps\r\n'].map(looksLikeRates)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(['t_ns,flow,bytes,ect\n', 'time_s,bytes\n', '{"a":1}', ''].map(looksLikeRates)).toEqual(Array(4).fill(false));
});

test('arrivals with a rate, and scenarios and captures that contain a list of rates, are no list of rates', () => {
  const texts = [
    'time_s,bytes,rate_bps\n0,128,1e6\n',
    'rate_bps;Bytes;time_s\n',
    '{"rates":"t_ms,rate_bps\\n0,1e6"}',
    ' ["t_ms", "x,rate_bps"]',
    '\u00d4\u00c3\u00b2\u00a1\u0002\0\u0004\0 t_ms,rate_bps',
  ];
  for (const text of texts) expect([text, looksLikeRates(text)]).toEqual([text, false]);
});
