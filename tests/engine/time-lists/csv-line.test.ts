/** Lists as other programs write them: separators, decimal commas, units, times since 1970, further columns. */
import { describe, expect, test } from 'vitest';
import { parseArrivalsCsv } from '../../../src/engine/time-lists/arrivals-csv.ts';
import { splitCsvLine } from '../../../src/engine/time-lists/csv-line.ts';
import { looksLikeRates, parseRates } from '../../../src/engine/time-lists/rates-text.ts';

describe('rates', () => {
  const WANTED = { meanBps: 1e6, durationMs: 1e3, repeats: true };

  test.each([
    ['commas', 'time_s,rate_mbps\n0,0.5\n0.5,1.5\n1,repeat'],
    ['blanks', 'time_s  rate_mbps\n0 0.5\n0.5   1.5\n1 repeat'],
    ['tabs', 't_ms\trate_kbps\n0\t500\n500\t1500\n1000\trepeat'],
    ['semicolons and decimal commas', 'time_s;rate_mbps\r\n0;0,5\r\n0,5;1,5\r\n1;repeat\r\n'],
    ['tabs and decimal commas', 'time_s\trate_mbps\n0,0\t0,5\n0,5\t1,5\n1,0\trepeat'],
    ['capital letters', 'Time_S,Rate_bps\n0,5e5\n0.5,1.5e6\n1,repeat'],
    ['the rate first', 'rate_gbps,t_us\n0.0005,0\n0.0015,500000\nrepeat,1000000'],
    ['times since 1970', 'time_s,rate_mbps\n1700000000,0.5\n1700000000.5,1.5\n1700000001,repeat'],
    ['quotation marks', '"time_s","rate_mbps"\n"0","0.5"\n"0.5","1.5"\n"1","repeat"'],
  ])('%s', (_name, text) => {
    expect(looksLikeRates(text)).toBe(true);
    expect(parseRates(text)).toMatchObject(WANTED);
  });

  test.each([
    ['blanks', '0.0 0.9\n0.5 1.2', /line 1.*0\.0 0\.9.*first line must be "time_s rate_mbps"/],
    ['tabs', '0.0\t0.9\n0.5\t1.2', /first line must be "time_s\trate_mbps"/],
    ['commas', '0,12000000\n100,4000000', /first line must be "time_s,rate_mbps".*rate_bps is bit\/s/],
    ['three columns', '0 1 2\n1 1 2', /a header above the numbers/],
  ])('numbers without a header, %s: the message has the missing line', (_name, text, message) => {
    expect(looksLikeRates(text)).toBe(true);
    expect(() => parseRates(text)).toThrow(message);
  });

  test('a third column and an unknown unit are refused with the allowed names', () => {
    for (const header of ['time_s,rate_bps,loss', 'time_s,rate_mbytes', 'time,rate_bps'])
      expect(() => parseRates(`${header}\n0,1,0`)).toThrow(/rate_kbps, rate_mbps or rate_gbps/);
  });

  test('limits are those of bit/s, in every unit', () => {
    expect(() => parseRates('time_s,rate_gbps\n0,10.1')).toThrow(
      /line 2, column rate_gbps: 10\.1 .*10000000000 bit\/s/,
    );
    expect(() => parseRates('time_s,rate_mbps\n0,1\n3601,2')).toThrow(/line 3, column time_s: 3601 .* 0 to 3600/);
  });

  test('mahimahi, and lists of arrivals, stay what they are', () => {
    expect(parseRates('1\n2\n2\n5\n')).toMatchObject({ durationMs: 5, repeats: true });
    expect(looksLikeRates('time_s,bytes\n0,100')).toBe(false);
    expect(looksLikeRates('{"id": 1}')).toBe(false);
  });
});

describe('arrivals', () => {
  const read = (text: string) => {
    const { arrivals, notes } = parseArrivalsCsv(text);
    return { rows: Array.from(arrivals.timeNs, (ns, row) => [ns, arrivals.flow[row], arrivals.bytes[row]]), notes };
  };
  const WANTED = [
    [0, 1, 1500],
    [250_000_000, 2, 40],
  ];

  test.each([
    ['semicolons and decimal commas', 'time_s;bytes;flow\n0;1500;1\n0,25;40;2\n'],
    ['tabs', 'time_s\tbytes\tflow\n0\t1500\t1\n0.25\t40\t2\n'],
    ['blanks', 'time_s bytes flow\n0 1500 1\n 0.25  40 2\n'],
    ['capital letters', 'TIME_S, Bytes ,Flow\n0,1500,1\n0.25,40,2\n'],
    ['ms', 't_ms,bytes,flow\n0,1500,1\n250,40,2\n'],
    ['µs', 'time_us,bytes,flow\n0,1500,1\n250000,40,2\n'],
    ['seconds since 1970', 'time_s,bytes,flow\n1700000000.123456789,1500,1\n1700000000.373456789,40,2\n'],
    ['ns since 1970', 't_ns,flow,bytes,ect\n1700000000123456789,1,1500,0\n1700000000373456789,2,40,0\n'],
  ])('%s', (_name, text) => {
    expect(read(text)).toEqual({ rows: WANTED, notes: [] });
  });

  test('further columns are left out with a message', () => {
    const text = 'time_s,bytes,flow,host,port\n0,1500,1,a,80\n0.25,40,2,b,81\n';
    expect(read(text)).toEqual({ rows: WANTED, notes: ['Not read: columns host, port.'] });
  });

  test.each([
    ['numbers without a header', '0.0 1500\n0.1 40', /line 1.*first line must be "time_s bytes"/],
    ['a column that is missing', 'time_s,size\n0,1', /column bytes/],
    ['two columns of times', 't_ms,time_s,bytes\n0,0,1', /each column once/],
    ['a time since 1970 that goes back', 'time_s,bytes\n1700000001,1\n1700000000,1', /line 3, column time_s/],
    ['a time since 1970 that is no number', 'time_s,bytes\n1700000001,1\nx,1', /line 3, column time_s: x/],
    ['ms beyond the limit', 't_ms,bytes\n1e12,1', /line 2, column t_ms/],
  ])('%s: refused', (_name, text, message) => {
    expect(() => parseArrivalsCsv(text, { timeNs: 3.6e12 })).toThrow(message);
  });
});

test.each([
  ['a,b', ['a', 'b']],
  ['a,b,c', ['a', 'b', 'c']],
  ['a,b,c,d,e', ['a', 'b', 'c']],
  ['', ['']],
  ['"a", "b" ,c"', ['a', 'b', 'c"']],
])('%s with at most two cells', (line, cells) => {
  expect(splitCsvLine(line, ',', 2)).toEqual(cells);
});

const COMMAS = ','.repeat(20_000_000);
test.each([
  [
    'a header of arrivals',
    () => parseArrivalsCsv(`t_ns,flow,bytes,ect${COMMAS}\n0,1,1,1`),
    'line 1, header: t_ns,flow,bytes,ect,',
  ],
  ['a row of arrivals', () => parseArrivalsCsv(`t_ns,flow,bytes,ect\n0,1,1,1${COMMAS}`), 'line 2, column 5: 0,1,1,1,'],
  ['a header of rates', () => parseRates(`t_ms,rate_bps${COMMAS}\n0,1`), 'line 1, header: t_ms,rate_bps,'],
  ['a row of rates', () => parseRates(`t_ms,rate_bps\n0,1${COMMAS}`), 'line 2, column rate_bps: 0,1,'],
])('%s of many cells is refused in less time than its cells take', (_, parse, message) => {
  // As a list, the cells take 160 MB.
  const startBytes = process.memoryUsage().heapUsed;
  expect(parse).toThrow(message);
  expect(process.memoryUsage().heapUsed - startBytes).toBeLessThan(100e6);
});
