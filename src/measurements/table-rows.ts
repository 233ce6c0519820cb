/** Rows of tables of speed tests: CSV, also with semicolons and decimal commas as spreadsheets save it. */
import { dsvFormat } from 'd3-dsv';

export type PrintedRow = Readonly<Record<string, string | undefined>>;

/**
 * @param columns names of the columns of a table without a header
 * @param header beginning of a header
 */
export function parseTableRows(text: string, columns: readonly string[], header: RegExp): readonly PrintedRow[] {
  const plainText = text.replace(/^\uFEFF/, '');
  const [firstLine = ''] = plainText.split('\n', 1);
  const { parse, parseRows } = dsvFormat(firstLine.split(';').length > firstLine.split(',').length ? ';' : ',');
  if (header.test(plainText)) return parse(plainText);
  return parseRows(plainText).map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
}

/** The number of a cell; undefined for an empty cell or another text. */
export function numberOfCell(row: PrintedRow, name: string): number | undefined {
  const text = row[name]?.trim() ?? '';
  if (!/^-?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  return Number(text.replace(',', '.'));
}
