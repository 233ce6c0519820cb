import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowRing } from '../../../src/engine/metrics/row-ring.ts';

test('keeps the newest rows in order of time, and counts all', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 6 }),
      (rows, stride, batches) => {
        const ring = new RowRing(rows, stride);
        let value = 0;
        for (const batch of batches) {
          const written: number[] = [];
          for (let row = 0; row < batch; row++) {
            const at = ring.beginRow();
            for (let column = 0; column < stride; column++) ring.table[at + column] = value;
            written.push(value++);
          }
          expect(ring.writtenRowCount).toBe(batch);
          const table = ring.drain();
          const kept = written.slice(-rows);
          expect([...table]).toEqual(kept.flatMap((row) => new Array<number>(stride).fill(row)));
          expect(table.buffer).not.toBe(ring.table.buffer);
          expect(ring.writtenRowCount).toBe(0);
        }
        expect(ring.drain()).toHaveLength(0);
      },
    ),
    { seed: 1 },
  );
});
