/** A table as Parquet, which pandas, DuckDB, R and Spark read. Source: https://parquet.apache.org/docs/file-format/ */
import { parquetWriteBuffer } from 'hyparquet-writer/src/write.js';
import type { CsvCell } from './csv.ts';

/** A head with the name and unit of each column, then rows. */
interface ParquetTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
}

/**
 * Text columns and columns of doubles; an empty cell and NaN become null. Column names are those of the CSV.
 * @param about goes into the metadata of the file, by key
 */
export function encodeParquet(
  { head, rows }: ParquetTable,
  about: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const columnData = head.map((name, column) => {
    const columnValues = rows.map((row) => row[column]);
    const isText = columnValues.some((cell) => typeof cell === 'string');
    const data = columnValues.map((cell) =>
      typeof cell === 'number' && !Number.isFinite(cell) ? null : (cell ?? null),
    );
    return { name, data, type: isText ? ('STRING' as const) : ('DOUBLE' as const), nullable: true };
  });
  const kvMetadata = Object.entries(about).map(([key, value]) => ({ key, value }));
  return new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata }));
}
