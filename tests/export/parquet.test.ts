/** Parquet, read back by an independent reader. */
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { encodeParquet } from '../../src/export/parquet.ts';

const head = ['Rate (Mb/s)', 'policy', 'Mean queueing delay (ms)'];
const rows = [
  [1.5, 'red', 12.345678901234567],
  [2, 'droptail', undefined],
  [4e-300, 'Grüße', Number.NaN],
];

test('numbers come back to the last digit, texts with all characters, missing values as null', async () => {
  const { buffer } = encodeParquet({ head, rows }, { bufferscope: 'Bufferscope 1', sweep: '{"a":1}' });
  expect(await parquetReadObjects({ file: buffer })).toEqual([
    { 'Rate (Mb/s)': 1.5, policy: 'red', 'Mean queueing delay (ms)': 12.345678901234567 },
    { 'Rate (Mb/s)': 2, policy: 'droptail', 'Mean queueing delay (ms)': null },
    { 'Rate (Mb/s)': 4e-300, policy: 'Grüße', 'Mean queueing delay (ms)': null },
  ]);
  const { key_value_metadata: texts, schema } = await parquetMetadataAsync(buffer);
  expect(texts).toContainEqual({ key: 'sweep', value: '{"a":1}' });
  expect(schema.slice(1).map(({ type, converted_type: as }) => [type, as])).toEqual([
    ['DOUBLE', undefined],
    ['BYTE_ARRAY', 'UTF8'],
    ['DOUBLE', undefined],
  ]);
});

test('a column without any value is one of numbers', async () => {
  const { buffer } = encodeParquet({ head: ['a'], rows: [[undefined], [undefined]] }, {});
  expect(await parquetReadObjects({ file: buffer })).toEqual([{ a: null }, { a: null }]);
});
