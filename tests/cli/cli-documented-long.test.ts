/** The commands in the documents work as they are printed. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { parquetReadObjects } from 'hyparquet';
import { beforeAll, expect, test } from 'vitest';
import { loadPng } from '../../src/cli/output/png.ts';
import { amount, validatedTest } from '../amount.ts';
import { sim, spawned } from './harness.ts';

const root = new URL('../..', import.meta.url);

function commands(document: string): string[][] {
  const text = readFileSync(new URL(document, root), 'utf8');
  const lines = [...text.matchAll(/^ {4}npm run --silent sim -- (run .*?)(?: {3,}.*)?$/gm)];
  return lines.map(([, line = '']) => line.trim().split(/\s+/));
}

const lines = [
  ...commands('docs/TABLES.md'),
  ...commands('docs/COMMAND-LINE.md').filter((line) =>
    line.some((word) => /^--(series|flows|notebook|run-json)/.test(word)),
  ),
];

test('there are commands', () => expect(lines.length).toBeGreaterThan(4));

// As the command does before a run that draws pixels.
beforeAll(loadPng);

/** Not named in most of them: the run is then as long as its scenario says, but in `npm test` it is short. */
const SHORT = ['--duration', '4', '--warmup', '1'];

test.each(lines.map((line) => [line.join(' '), line] as const))('%s', (_, line) => {
  const { status, binary } = sim([
    ...line,
    ...(line.includes('--duration') ? [] : SHORT.slice(amount(0, SHORT.length))),
  ]);
  expect(status).toBe(0);
  const files = line.filter((word) => /\.(csv|json|ipynb|svg|png)$/.test(word));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(Buffer.concat(binary.get(file) ?? []).length).toBeGreaterThan(1_000);
});

validatedTest('the sweep of the document has the same values as Parquet and as CSV', async () => {
  const text = readFileSync(new URL('docs/TABLES.md', root), 'utf8');
  const [, sweep = ''] = /```json\n([^`]+)```/.exec(text) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'sweep-'));
  try {
    const [file, parquet] = [join(folder, 'sweep.json'), join(folder, 'sweep.parquet')];
    writeFileSync(file, sweep);
    const { status, out } = spawned(['sweep', file, '--csv', '--parquet', parquet]);
    expect(status).toBe(0);
    const bytes = readFileSync(parquet);
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    const wanted = csvParse(out);
    expect(rows).toHaveLength(4 * 3);
    expect(rows.map((row) => wanted.columns.map((name) => String(row[name] ?? '')))).toEqual(
      wanted.map((row) => wanted.columns.map((name) => row[name])),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
