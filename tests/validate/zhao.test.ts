/** All cells of Zhao & Reddy and other settings against ns-2.35 and the paper. Writes docs/VALIDATION.md. */
import { afterAll, expect, test } from 'vitest';
import {
  compare,
  type Figures,
  failures,
  measure,
  ns2Others,
  ns2Zhao,
  type OtherCell,
  otherScenario,
  type ZhaoCell,
  zhaoScenario,
} from '../golden/cells.ts';
import { type Lookup, type PublishedComparison, tableIII, tableIV, tableV } from '../golden/published.ts';
import { claims } from './claims.ts';
import { type JudgedClaim, type Measured, type Report, writeReport } from './report.ts';

const began = Date.now();
const zhao: Measured<ZhaoCell>[] = [];
const others: Measured<OtherCell>[] = [];
const published: Record<string, PublishedComparison[]> = {};
const judged: JudgedClaim[] = [];

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

const find = (preset: string, policy: string) => (cell: ZhaoCell) =>
  cell.preset === preset && cell.policy === policy && cell.timing === undefined;
const ours: Lookup = (preset, policy) => zhao.find(({ cell }) => find(preset, policy)(cell))?.ours as Figures;
const theirs: Lookup = (preset, policy) => ns2Zhao.find(find(preset, policy)) as Figures;

/** Half way from the paper to ns-2, or nearer: then the settings that the paper leaves out differ, not the engine. */
const nearNs2 = (row: PublishedComparison, ns2: number) =>
  Math.abs(row.ours - ns2) < Math.abs(row.ours - row.theirs) / 2;

test.each([
  ['Table III', tableIII],
  ['Table IV', tableIV],
  ['Table V', tableV],
] as const)("%s: within the paper's tolerance, or with ns-2", (name, rowsOf) => {
  const rows = rowsOf(ours);
  published[name] = rows;
  const alone = rows.filter((row) => !row.ok && !nearNs2(row, row.read(theirs(row.preset, row.policy))));
  expect(failures(alone)).toEqual([]);
});

test.each(claims.map((claim) => [claim.id, claim] as const))('%s: the same verdict as from ns-2', (_, claim) => {
  const item = { claim, ours: claim.judge(ours), theirs: claim.judge(theirs) };
  judged.push(item);
  expect(item.ours.holds, `${item.ours.evidence}; ns-2 ${item.theirs.evidence}`).toBe(item.theirs.holds);
});

afterAll(() => {
  const report: Report = {
    zhao,
    others,
    published,
    claims: judged,
    theirs: (row) => row.read(theirs(row.preset, row.policy)),
    minutes: (Date.now() - began) / 60_000,
  };
  writeReport(report);
});
