/** The only writer of comma-separated values. */
import { csvFormatRows } from 'd3-dsv';

/** A value of a cell; undefined for an empty one. */
export type CsvCell = string | number | undefined;

/**
 * RFC 4180, without a newline at the end. A cell without a value, or with NaN, is empty.
 * @param numberText returns the text of a finite number
 */
export function formatCsv(
  rows: readonly (readonly CsvCell[])[],
  numberText: (value: number) => string = String,
): string {
  return csvFormatRows(rows.map((row) => row.map((cell) => escapeFormula(cell, numberText))));
}

/**
 * Spreadsheets run a text that begins with one of these signs, also in full width, as a formula. A quote before it
 * prevents this.
 */
function escapeFormula(cell: CsvCell, numberText: (value: number) => string): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : '';
  return /^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell;
}
