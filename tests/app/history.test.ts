/** The rows of a lane's series as frames bring them: some again, some in place of others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { History } from '../../src/app/history.ts';

const STRIDE = 3;

/** Rows whose cells tell where they stand and which frame brought them. */
function rows(from: number, count: number, frame: number): Float64Array {
  return Float64Array.from({ length: count * STRIDE }, (_, cell) => 1_000 * frame + STRIDE * from + cell);
}

test('rows are where they were put; beyond them nothing is known', () => {
  const history = new History(STRIDE);
  expect([history.rows, history.at(0, 0)]).toEqual([0, Number.NaN]);
  history.place(0, rows(0, 2, 1));
  history.place(2, rows(2, 1, 2));
  expect(history.rows).toBe(3);
  expect([history.at(1, 2), history.at(2, 0), history.at(3, 0)]).toEqual([1_005, 2_006, Number.NaN]);
});

test('what comes again takes the place of what was known from there on', () => {
  const history = new History(STRIDE);
  history.place(0, rows(0, 10, 1));
  history.place(4, rows(4, 2, 2));
  expect(history.rows).toBe(6);
  expect([history.at(3, 0), history.at(4, 0), history.at(6, 0)]).toEqual([1_009, 2_012, Number.NaN]);
  history.place(2, new Float64Array(0));
  expect([history.rows, history.at(1, 0), history.at(2, 0)]).toEqual([2, 1_003, Number.NaN]);
});

test('any sequence of frames leaves what a plain list would hold', () => {
  const frame = fc.record({ back: fc.nat(40), count: fc.nat(300) });
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
      const history = new History(STRIDE);
      let plain: number[] = [];
      for (const [index, { back, count }] of frames.entries()) {
        const from = Math.max(0, plain.length / STRIDE - back);
        const brought = rows(from, count, index);
        plain = [...plain.slice(0, from * STRIDE), ...brought];
        history.place(from, brought);
      }
      expect(history.rows * STRIDE).toBe(plain.length);
      expect([...history.cells.subarray(0, plain.length)]).toEqual(plain);
    }),
    { seed: 1, numRuns: 60 },
  );
});
