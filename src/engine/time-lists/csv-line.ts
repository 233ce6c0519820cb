/** Lines of comma-separated values in a user's list. */

/** The number in a cell; NaN if the cell is empty or has no number. */
export function cellNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/**
 * Cells of a line, without quotation marks around a cell.
 * @param maxCellCount of a right line. A longer line gives one cell more, and the rest of it is not read: a list of all
 *     its cells could take many times the memory of the line.
 */
export function splitCsvLine(line: string, maxCellCount: number): readonly string[] {
  const cells = line.split(',', maxCellCount + 1);
  return cells.some((cell) => cell.includes('"')) ? cells.map((cell) => cell.replace(/^\s*"(.*)"\s*$/, '$1')) : cells;
}
