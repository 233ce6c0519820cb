/** A record has the verdicts of its results, and it detects that it was made from other runs. */
import { describe, expect, test } from 'vitest';
import { hurleyAbe } from '../../src/papers/hurley/paper.ts';
import { papers } from '../../src/papers/index.ts';
import { judgeFindings, judgePaper, seriesOfDiagram } from '../../src/papers/judge-paper.ts';
import type { Paper } from '../../src/papers/paper.ts';
import {
  findingsOfRecord,
  incomparabilityReason,
  type PaperRecord,
  paperRecord,
  recordFingerprint,
  seriesOfRecord,
} from '../../src/papers/paper-record.ts';
import { zhaoReddy } from '../../src/papers/zhao/paper.ts';
import { madeUp } from './made-up.ts';

const provenance = { version: '1.2.3', date: '2026-01-31' };

const results = madeUp(papers);
const recorded = (paper: Paper): PaperRecord =>
  JSON.parse(JSON.stringify(paperRecord(paper, 'quick', results, provenance)));

describe.each(papers.map((paper) => [paper.id, paper] as const))('a record of %s', (_, paper) => {
  const record = recorded(paper);

  test('is judged as the results are, to the last digit', () => {
    expect(judgeFindings(paper, findingsOfRecord(record))).toEqual(judgePaper(paper, results));
  });

  test('draws the figures that the results draw', () => {
    for (const figure of paper.diagrams)
      if (figure.kind !== 'experiment')
        expect(seriesOfRecord(figure, record)).toEqual(seriesOfDiagram(figure, results));
  });

  test('is accepted by its own page', () => {
    expect(incomparabilityReason(record, paper, '1.2.3')).toBeUndefined();
  });
});

describe('a record is not comparable with', () => {
  const record = recorded(hurleyAbe);

  test('another version', () => {
    expect(incomparabilityReason(record, hurleyAbe, '1.3.0')).toBe(
      'it was measured with version 1.2.3 on 2026-01-31; this page is version 1.3.0',
    );
  });

  const [cell] = hurleyAbe.cells;
  const [claim] = hurleyAbe.claims;
  if (cell === undefined || claim === undefined) throw new Error('the paper has neither numbers nor claims');
  const withCell = (change: Partial<typeof cell>): Paper => ({
    ...hurleyAbe,
    cells: [{ ...cell, ...change }, ...hurleyAbe.cells.slice(1)],
  });
  const changed: readonly (readonly [string, Paper])[] = [
    ['another printed value', withCell({ printed: cell.printed + 0.01 })],
    ['another tolerance', withCell({ tolerance: 'abeBlue' })],
    ['another run', withCell({ run: { ...cell.run, policyValues: { ...cell.run.policyValues, nothing: 1 } } })],
    ['a number that became suspect', withCell({ suspect: 'a misprint' })],
    [
      'more seeds',
      {
        ...hurleyAbe,
        simulationAmounts: {
          ...hurleyAbe.simulationAmounts,
          quick: { ...hurleyAbe.simulationAmounts.quick, seedCount: 9 },
        },
      },
    ],
    [
      'longer runs',
      {
        ...hurleyAbe,
        simulationAmounts: {
          ...hurleyAbe.simulationAmounts,
          quick: { ...hurleyAbe.simulationAmounts.quick, settings: () => ({ 'run.durationSeconds': 7 }) },
        },
      },
    ],
    [
      'another claim',
      { ...hurleyAbe, claims: [{ ...claim, sentence: 'Something else.' }, ...hurleyAbe.claims.slice(1)] },
    ],
    ['another paper', zhaoReddy],
  ];

  test.each(changed)('%s', (_, paper) => {
    expect(incomparabilityReason(record, paper, '1.2.3')).toMatch(/runs, printed values or tolerances differ/);
  });

  test('the other mode', () => {
    expect(recordFingerprint(hurleyAbe, 'full')).not.toBe(recordFingerprint(hurleyAbe, 'quick'));
  });
});

test('values that were not measured are left out of a record', () => {
  const some = madeUp([hurleyAbe], undefined, undefined, ({ preset }) => preset === hurleyAbe.cells[0]?.run.preset);
  const record = paperRecord(hurleyAbe, 'quick', some, provenance);
  const missing = judgeFindings(hurleyAbe, findingsOfRecord(record)).cells.filter(
    ({ verdict }) => verdict === 'missing',
  );
  expect(missing.length).toBeGreaterThan(0);
  expect(missing).toEqual(judgePaper(hurleyAbe, some).cells.filter(({ verdict }) => verdict === 'missing'));
});
