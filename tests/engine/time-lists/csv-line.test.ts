/** Lines of comma-separated values: no more cells are made than a right line has, and one more. */
import { expect, test } from 'vitest';
import { parseArrivalsCsv } from '../../../src/engine/time-lists/arrivals-csv.ts';
import { splitCsvLine } from '../../../src/engine/time-lists/csv-line.ts';
import { parseRates } from '../../../src/engine/time-lists/rates-text.ts';

test.each([
  ['a,b', ['a', 'b']],
  ['a,b,c', ['a', 'b', 'c']],
  ['a,b,c,d,e', ['a', 'b', 'c']],
  ['', ['']],
  ['"a", "b" ,c"', ['a', 'b', 'c"']],
])('%s with at most two cells', (line, cells) => {
  expect(splitCsvLine(line, 2)).toEqual(cells);
});

const COMMAS = ','.repeat(20_000_000);
test.each([
  [
    'a header of arrivals',
    () => parseArrivalsCsv(`t_ns,flow,bytes,ect${COMMAS}\n0,1,1,1`),
    'line 1, column 5: nothing',
  ],
  ['a row of arrivals', () => parseArrivalsCsv(`t_ns,flow,bytes,ect\n0,1,1,1${COMMAS}`), 'line 2, column 5: 0,1,1,1,'],
  ['a header of rates', () => parseRates(`t_ms,rate_bps${COMMAS}\n0,1`), 'line 1, column header: t_ms,rate_bps,'],
  ['a row of rates', () => parseRates(`t_ms,rate_bps\n0,1${COMMAS}`), 'line 2, column rate_bps: 0,1,'],
])('%s of many cells is refused in less time than its cells take', (_, parse, message) => {
  // As a list, the cells take 160 MB.
  const startBytes = process.memoryUsage().heapUsed;
  expect(parse).toThrow(message);
  expect(process.memoryUsage().heapUsed - startBytes).toBeLessThan(100e6);
});
