/** The published file of records fits the present papers and the present engine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeRecords } from '../../src/app/measuring/record-file.ts';
import { findPaper, paperIds, papers } from '../../src/papers/index.ts';
import { judgeFindings } from '../../src/papers/judge-paper.ts';
import type { Paper } from '../../src/papers/paper.ts';
import { findingsOfRecord, incomparabilityReason, seriesOfRecord } from '../../src/papers/paper-record.ts';
import { runTask } from '../../src/papers/run-task.ts';
import { formatValidationReport } from '../../src/papers/validation-report.ts';
import { version } from '../../src/version.ts';
import { chosen } from '../amount.ts';

const HOW = 'measure again: npm run validate, or node scripts/papers.mjs --quick --records-only';

const records = decodeRecords(readFileSync(join(import.meta.dirname, '../../src/papers/records.bin')));

test('has one record for each paper', () => {
  expect(records.map(({ paper }) => paper).sort(), HOW).toEqual([...paperIds].sort());
  expect(papers.length).toBe(records.length);
});

test('docs/VALIDATION.md agrees with the records', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/VALIDATION.md'), 'utf8');
  expect(document, 'write it again: node scripts/papers.mjs --documents-only').toBe(
    formatValidationReport(records, []),
  );
});

describe.each(records.map((record) => [record.paper, record] as const))('%s', (id, record) => {
  const paper = findPaper(id) as Paper;

  test('was measured with this version, these runs, printed values and tolerances', () => {
    expect(incomparabilityReason(record, paper, version), HOW).toBeUndefined();
  });

  test('is complete', () => {
    const { cells, claims } = judgeFindings(paper, findingsOfRecord(record));
    expect(cells.filter(({ verdict }) => verdict === 'missing')).toEqual([]);
    expect(claims.filter(({ verdict }) => verdict === 'missing')).toEqual([]);
    for (const figure of paper.diagrams) {
      if (figure.kind === 'experiment') expect(record.rows[figure.experiment]?.length, figure.id).toBeGreaterThan(0);
      else for (const { points } of seriesOfRecord(figure, record)) expect(points.length, figure.id).toBeGreaterThan(0);
    }
  });
});

// `npm test` runs the shortest again.
test.each(chosen(records, ({ paper }) => paper === 'zhao-reddy'))(
  '$paper: its check run: the same run gives the same result again',
  (record) => {
    expect(record.witness).toBeDefined();
    const { task, result } = record.witness as NonNullable<typeof record.witness>;
    // A run may have figures that are newer than the record.
    expect(JSON.parse(JSON.stringify(runTask(task))), HOW).toMatchObject(result);
  },
);
