/** Lines of comma-separated values in a user's list. */

/** The number in a cell; NaN if the cell is empty or has no number. */
export function cellNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Cells of a line, without quotation marks around a cell. */
export function splitCsvLine(line: string): readonly string[] {
  const cells = line.split(',');
  return line.includes('"') ? cells.map((cell) => cell.replace(/^\s*"(.*)"\s*$/, '$1')) : cells;
}
