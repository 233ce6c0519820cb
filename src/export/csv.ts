/** The one writer of comma-separated values. */
import { csvFormatRows } from 'd3-dsv';

export type Cell = string | number | undefined;

/**
 * RFC 4180, without a newline at the end. A cell without a value, or with a number that is none, is left empty.
 * @param numberText how a finite number is written
 */
export function csvOfRows(rows: readonly (readonly Cell[])[], numberText: (value: number) => string = String): string {
  return csvFormatRows(rows.map((row) => row.map((cell) => inert(cell, numberText))));
}

/** Spreadsheets run a text that begins with one of these signs as a formula: a quote before it makes it a text. */
function inert(cell: Cell, numberText: (value: number) => string): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : '';
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
