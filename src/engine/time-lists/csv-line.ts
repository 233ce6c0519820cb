/** Lines of values in a user's list: separated by commas, semicolons, tabs or blanks. */

export type Separator = ',' | ';' | '\t' | ' ';

/** Most columns of a list. Those that are not known are left out. */
export const MAX_COLUMNS = 100;

/** Units of time in the names of columns, ns. */
const TIME_UNITS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };
const TIME_COLUMN = /^(?:t|time)_(ns|us|ms|s)$/;

/** The separator of a list, by its first line. A comma in a list with another separator is a decimal comma. */
export function listSeparator(firstLine: string): Separator {
  if (firstLine.includes(';')) return ';';
  if (firstLine.includes('\t')) return '\t';
  return !firstLine.includes(',') && /\S\s+\S/.test(firstLine) ? ' ' : ',';
}

/** Names of columns: capital letters and blanks around a name do not matter. */
export function columnNames(header: string, separator: Separator): readonly string[] {
  return splitCsvLine(header, separator).map((name) => name.trim().toLowerCase());
}

/** Unit of a column of times, ns; undefined for another column. */
export function timeUnitNs(name: string): number | undefined {
  const unit = TIME_COLUMN.exec(name)?.[1];
  return unit === undefined ? undefined : TIME_UNITS[unit];
}

/** Whether a line has several numbers and no names: a list without its header. */
export function lacksNames(line: string): boolean {
  const separator = listSeparator(line);
  const cells = splitCsvLine(line, separator);
  return cells.length > 1 && cells.every((cell) => !Number.isNaN(cellNumber(cell, separator)));
}

/** The number in a cell; NaN if the cell is empty or has no number. */
export function cellNumber(text: string, separator: Separator = ','): number {
  if (text.trim() === '') return Number.NaN;
  return Number(separator === ',' ? text : text.replace(',', '.'));
}

/**
 * Cells of a line, without quotation marks around a cell.
 * @param maxCellCount of a right line. A longer line gives one cell more, and the rest of it is not read: a list of all
 *     its cells could take many times the memory of the line.
 */
export function splitCsvLine(line: string, separator: Separator = ',', maxCellCount = MAX_COLUMNS): readonly string[] {
  const cells =
    separator === ' ' ? line.trim().split(/\s+/, maxCellCount + 1) : line.split(separator, maxCellCount + 1);
  return cells.some((cell) => cell.includes('"')) ? cells.map((cell) => cell.replace(/^\s*"(.*)"\s*$/, '$1')) : cells;
}
