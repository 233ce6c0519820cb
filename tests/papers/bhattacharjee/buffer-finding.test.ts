/** The answer to the question of Bhattacharjee & McKinnon, and what was measured for its claims, from recorded rows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeRecords } from '../../../src/app/measuring/record-file.ts';
import { bufferFinding } from '../../../src/papers/bhattacharjee/buffer-finding.ts';
import { experimentDiagrams } from '../../../src/papers/bhattacharjee/experiment-diagrams.ts';
import { findExperiment } from '../../../src/papers/bhattacharjee/experiments.ts';
import { bhattacharjeeMcKinnon } from '../../../src/papers/bhattacharjee/paper.ts';
import { completeRows, type ExperimentRow } from '../../../src/papers/bhattacharjee/rows.ts';
import type { EvidenceStatement } from '../../../src/papers/claim-judgement.ts';
import { formatStatement } from '../../../src/papers/evidence-text.ts';
import { judgeFindings } from '../../../src/papers/judge-paper.ts';
import { shownFinding } from '../../../src/papers/measured-or-recorded.ts';
import { findingsOfRecord } from '../../../src/papers/paper-record.ts';
import { TaskResults } from '../../../src/papers/task-results.ts';
import { required } from '../../../src/shared/required.ts';
import type { StudyPoint } from '../../../src/studies/tasks.ts';

const records = decodeRecords(readFileSync(join(import.meta.dirname, '../../../src/papers/records.bin')));
const record = required(records.find(({ paper }) => paper === bhattacharjeeMcKinnon.id));
const rows = required(record.rows.e1);
const e1 = required(findExperiment('e1'));

const words = (statement: EvidenceStatement | undefined) => statement && formatStatement(statement, '\u00a0');

/** The rows with another buffer for one policy. */
const withNeed = (policy: string, videoBytes: number) =>
  rows.map((row): ExperimentRow => (row.policy === policy ? { ...row, videoBytes } : row));

describe('the answer', () => {
  test('has the needs of the recorded rows with 30 videos', () => {
    const need = (policy: string) =>
      `${Math.round(required(rows.find((row) => row.policy === policy && row.x === 30)?.videoBytes) / 1e3)} kB`;
    expect([need('pfb'), need('shb'), need('abd')]).toEqual(['363 kB', '88 kB', '86 kB']);
    expect(formatStatement(required(bufferFinding.answer(rows)))).toBe(
      'Sharing a buffer saves much, refusing packets that depend on lost ones saves little: for 90 % goodput, 30 videos without data need 363 kB with a buffer for each flow (PFB), 88 kB with one for all (SHB), and 86 kB with one for video that refuses such packets (ABD).',
    );
  });

  test('is not given where its words are not true, or without rows', () => {
    expect(bufferFinding.answer(withNeed('pfb', 150_000))).toBeUndefined();
    expect(bufferFinding.answer(withNeed('abd', 60_000))).toBeUndefined();
    expect(bufferFinding.answer(withNeed('abd', 90_000))).toBeUndefined();
    expect(bufferFinding.answer(withNeed('pfb-ad', 200_000))).toBeUndefined();
    expect(bufferFinding.answer([])).toBeUndefined();
  });
});

describe('the title of the picture', () => {
  test('names the policies with the largest and the smallest need with the most videos', () => {
    expect(words(bufferFinding.title(rows))).toBe('With 30 videos, PFB needs 4.2 times the buffer of ABD');
    expect(words(bufferFinding.title(withNeed('shb', 36_289)))).toBe(
      'With 30 videos, PFB needs 10.0 times the buffer of SHB',
    );
    expect(bufferFinding.title([])).toBeUndefined();
  });

  test('compares buffers that count the same, and the note says where', () => {
    expect(bufferFinding.countingNote(rows)).toBe(
      'With 30 videos there is no data, so SHB counts the same as the others.',
    );
    expect(bufferFinding.countingNote(rows.filter(({ videos }) => videos < 30))).toBeUndefined();
    expect(bufferFinding.countingNote([])).toBeUndefined();
  });

  test('its picture is one of its experiment', () => {
    expect(experimentDiagrams(e1, rows).map(({ id }) => id)).toContain(bufferFinding.picture);
  });
});

describe('the rows behind the answer', () => {
  /** The recorded rows as results; the buffers are larger by this factor. */
  const results = (count: number, factor: number) => {
    const points = rows.slice(0, count).map(
      ({ x, line, policy, level, videos, data, bytesPerConnection }): StudyPoint =>
        ({
          ...{ experiment: 'e1', x, line, paradigm: policy, goodput: level, videos, data },
          result: {
            ...{ bytesPerFlow: factor * required(bytesPerConnection), video: {}, videoByReplication: {} },
            ...{ data: {}, delayMs: {}, videoDelayMs: {} },
          },
        }) as unknown as StudyPoint,
    );
    const taskResults = new TaskResults();
    taskResults.add({ kind: 'search', experiment: 'e1', points, runs: 1, simulatedSeconds: 1 });
    return taskResults;
  };
  const shown = (taskResults: TaskResults, from = [record]) =>
    shownFinding(bhattacharjeeMcKinnon, 'quick', taskResults, from[0]);

  test('are those of the record until all are measured here', () => {
    expect(shown(new TaskResults())).toMatchObject({ mode: 'full', rows });
    expect(shown(results(rows.length - 1, 2))).toMatchObject({ mode: 'full', rows });
    const own = required(shown(results(rows.length, 2)));
    expect(own.mode).toBe('quick');
    expect(formatStatement(required(own.answer))).toContain('726 kB with a buffer for each flow');
    expect(shown(new TaskResults(), [])).toBeUndefined();
  });
});

describe('what was measured for a claim', () => {
  const { claims } = judgeFindings(bhattacharjeeMcKinnon, findingsOfRecord(record));

  test('each claim that fails has a number', () => {
    expect(
      Object.fromEntries(
        claims.flatMap(({ id, verdict, measured }) => (verdict === 'fails' ? [[id, words(measured)]] : [])),
      ),
    ).toEqual({
      'C0.4': '1.03 times',
      'C0.5': 'SHB 23\u00a0kB, ABD 20\u00a0kB',
      'C0.13': '±0.1 to ±1.1\u00a0ms',
      'C0.14a': 'both 324\u00a0kB',
      'C0.16d': '0.73, PFB/AD 0.99',
      'C0.16e': '0.99, ABD 0.73',
    });
  });

  test('without complete rows there is none', () => {
    const [, ...others] = rows;
    expect(completeRows('e1', rows)).toBe(rows);
    expect(completeRows('e1', others)).toEqual([]);
    const partRecord = { ...record, rows: { ...record.rows, e1: others } };
    const partClaims = judgeFindings(bhattacharjeeMcKinnon, findingsOfRecord(partRecord)).claims;
    const textOf = (id: string) => words(required(partClaims.find((claim) => claim.id === id)).measured);
    expect([textOf('C0.4'), textOf('C0.16d')]).toEqual([undefined, '0.73, PFB/AD 0.99']);
  });

  test('the two needs are named where they differ on every link', () => {
    const claim = required(bhattacharjeeMcKinnon.claims.find(({ id }) => id === 'C0.14a'));
    const e4 = required(record.rows.e4).map((row) => (row.policy === 'shb' ? { ...row, videoBytes: 400_000 } : row));
    expect(words(claim.measured?.(() => e4))).toBe('324\u00a0kB, SHB 400\u00a0kB');
  });
});
