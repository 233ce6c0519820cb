/** The rows of a lane's series as frames bring them: some again, some in place of others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeriesRows } from '../../../src/app/lanes/series-rows.ts';

const STRIDE = 3;

/** Rows whose cells contain their own place and the number of their frame. */
function rows(from: number, count: number, frame: number): Float64Array {
  return Float64Array.from({ length: count * STRIDE }, (_, cell) => 1_000 * frame + STRIDE * from + cell);
}

test('rows are at their places; other places have no values', () => {
  const kept = new SeriesRows(STRIDE);
  expect([kept.rowCount, kept.at(0, 0)]).toEqual([0, Number.NaN]);
  kept.writeRows(0, rows(0, 2, 1));
  kept.writeRows(2, rows(2, 1, 2));
  expect(kept.rowCount).toBe(3);
  expect([kept.at(1, 2), kept.at(2, 0), kept.at(3, 0)]).toEqual([1_005, 2_006, Number.NaN]);
});

test('a snapshot has the rows of its moment, also after the table grew', () => {
  const kept = new SeriesRows(STRIDE);
  kept.writeRows(0, rows(0, 2, 1));
  const { snapshot } = kept;
  kept.writeRows(2, rows(2, 500, 2));
  expect([snapshot.rowCount, snapshot.at(1, 2), snapshot.at(2, 0)]).toEqual([2, 1_005, Number.NaN]);
});

test('a snapshot keeps its rows when other rows take their places', () => {
  const kept = new SeriesRows(STRIDE);
  kept.writeRows(0, rows(0, 10, 1));
  const before = kept.snapshot;
  kept.writeRows(4, rows(4, 2, 2));
  const between = kept.snapshot;
  kept.writeRows(5, rows(5, 3, 3));
  expect([before.rowCount, before.at(4, 0), before.at(5, 0), before.at(9, 0)]).toEqual([10, 1_012, 1_015, 1_027]);
  expect([between.rowCount, between.at(4, 0), between.at(5, 0), between.at(6, 0)]).toEqual([
    6,
    2_012,
    2_015,
    Number.NaN,
  ]);
  expect([kept.rowCount, kept.at(4, 0), kept.at(5, 0), kept.at(7, 0)]).toEqual([8, 2_012, 3_015, 3_021]);
});

test('rows are copied once for each snapshot that must keep them, and never while a run plays', () => {
  const kept = new SeriesRows(STRIDE);
  kept.writeRows(0, rows(0, 10, 1));
  const { entries } = kept;
  for (let from = 10; from < 100; from++) {
    void kept.snapshot;
    kept.writeRows(from, rows(from, 1, 2));
  }
  expect(kept.entries).toBe(entries);
  kept.writeRows(50, rows(50, 1, 3));
  const copiedEntries = kept.entries;
  expect(copiedEntries).not.toBe(entries);
  for (let from = 50; from > 0; from--) kept.writeRows(from, rows(from, 1, 4));
  expect(kept.entries).toBe(copiedEntries);
});

test('rows that come again replace the rows from there on', () => {
  const kept = new SeriesRows(STRIDE);
  kept.writeRows(0, rows(0, 10, 1));
  kept.writeRows(4, rows(4, 2, 2));
  expect(kept.rowCount).toBe(6);
  expect([kept.at(3, 0), kept.at(4, 0), kept.at(6, 0)]).toEqual([1_009, 2_012, Number.NaN]);
  kept.writeRows(2, new Float64Array(0));
  expect([kept.rowCount, kept.at(1, 0), kept.at(2, 0)]).toEqual([2, 1_003, Number.NaN]);
});

test('after any sequence of frames the content is that of a plain list', () => {
  const frame = fc.record({ back: fc.nat(40), count: fc.nat(300) });
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
      const kept = new SeriesRows(STRIDE);
      let plain: number[] = [];
      for (const [index, { back, count }] of frames.entries()) {
        const from = Math.max(0, plain.length / STRIDE - back);
        const brought = rows(from, count, index);
        plain = [...plain.slice(0, from * STRIDE), ...brought];
        kept.writeRows(from, brought);
      }
      expect(kept.rowCount * STRIDE).toBe(plain.length);
      expect([...kept.entries.subarray(0, plain.length)]).toEqual(plain);
    }),
    { seed: 1, numRuns: 60 },
  );
});
