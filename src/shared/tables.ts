/** The entries of tables of numbers. Tables have one type, so that reading stays fast in every drawing. */

/** The number at a place of a table; NaN outside of it. */
export function numberAt(table: Float64Array, index: number): number {
  return table[index] ?? Number.NaN;
}

/** Reads the numbers of a row of a table by column, from the place where the row begins. */
export const rowAt =
  (table: Float64Array, start: number): RowReader =>
  (column) =>
    numberAt(table, start + column);

/** Reads the numbers of a row by column. */
export type RowReader = (column: number) => number;

/**
 * The rows of a table.
 * @param stride numbers in a row
 */
export const tableRows = (table: Float64Array, stride: number): readonly RowReader[] =>
  Array.from({ length: table.length / stride }, (_, row) => rowAt(table, row * stride));
