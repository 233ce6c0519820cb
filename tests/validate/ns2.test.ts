/**
 * All cells of Zhao & Reddy and other settings against ns-2.35; its figures put to the paper's questions. Writes
 * docs/NS2.md.
 */
import { afterAll, expect, test } from 'vitest';
import { formatEvidence } from '../../src/papers/evidence-text.ts';
import { type JudgedPaper, judgePaper } from '../../src/papers/judge-paper.ts';
import { zhaoReddy } from '../../src/papers/zhao/paper.ts';
import {
  compare,
  failures,
  measure,
  ns2Others,
  ns2Zhao,
  type OtherCell,
  otherScenario,
  type ZhaoCell,
  zhaoScenario,
} from '../golden/cells.ts';
import { asResults } from './as-results.ts';
import { type Measured, writeReport } from './ns2-report.ts';

const began = Date.now();
const zhao: Measured<ZhaoCell>[] = [];
const others: Measured<OtherCell>[] = [];

const seedsOf = (preset: string) => (preset.includes('100mb') ? 3 : 5);

test.each(ns2Zhao.map((cell) => [`${cell.preset} ${cell.timing ?? ''}`, cell.policy, cell] as const))(
  '%s, %s: as ns-2',
  (_, policy, cell) => {
    const ours = measure(zhaoScenario(cell), policy, seedsOf(cell.preset));
    const rows = compare(ours, cell, policy, cell.preset.includes('third'));
    zhao.push({ cell, ours, rows });
    expect(failures(rows)).toEqual([]);
  },
);

test.each(ns2Others.map((cell) => [cell.name, cell] as const))('%s: as ns-2', (_, cell) => {
  const ours = measure(otherScenario(cell), cell.policy, 5, cell.policyValues);
  const rows = compare(ours, cell, cell.policy, false);
  others.push({ cell, ours, rows });
  expect(failures(rows)).toEqual([]);
});

const theirs: JudgedPaper = judgePaper(zhaoReddy, asResults(ns2Zhao.map((cell) => ({ cell, figures: cell }))));
const judgeOurs = () => judgePaper(zhaoReddy, asResults(zhao.map(({ cell, ours: figures }) => ({ cell, figures }))));

test('printed figures that ours miss are missed by ns-2 too, or ours lies nearer to it than to them', () => {
  const alone = judgeOurs().cells.filter(({ verdict, measured, difference }, index) => {
    const other = theirs.cells[index];
    if (verdict === 'within' || other?.verdict === 'outside') return false;
    return Math.abs((measured ?? Number.NaN) - (other?.measured ?? Number.NaN)) >= Math.abs(difference ?? 0) / 2;
  });
  expect(alone).toEqual([]);
});

test.each(zhaoReddy.claims.map(({ id }, index) => [id, index] as const))(
  '%s: the same verdict as from ns-2',
  (_, at) => {
    const [ours, other] = [judgeOurs().claims[at], theirs.claims[at]];
    expect(
      ours?.verdict,
      `${ours && formatEvidence(ours.evidence)}; ns-2 ${other && formatEvidence(other.evidence)}`,
    ).toBe(other?.verdict);
    expect(ours?.verdict).not.toBe('not checkable');
  },
);

afterAll(() => writeReport({ zhao, others, ours: judgeOurs(), theirs, minutes: (Date.now() - began) / 60_000 }));
