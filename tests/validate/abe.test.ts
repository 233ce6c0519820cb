/** The ABE draft's tables in three readings, the flat column also against ns-2.35. Writes docs/ABE.md. */
import { afterAll, describe, expect, test } from 'vitest';
import { abePaper, abeReadings } from '../../src/papers/abe.ts';
import { type JudgedPaper, judgePaper } from '../../src/papers/judge.ts';
import { planOf } from '../../src/papers/plan.ts';
import { Results } from '../../src/papers/results.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { runTask } from '../../src/studies/run-task.ts';
import ns2Flat from '../golden/fixtures/ns2-abe-flat.json' with { type: 'json' };
import { type AbeResult, type Ns2Flat, writeAbeReport } from './abe-report.ts';

const began = Date.now();
const results: AbeResult[] = [];

describe.each(abeReadings)('$name', (reading) => {
  const paper = abePaper(reading);
  const ns2 = ns2Flat[reading.acks] as unknown as readonly Ns2Flat[];
  let judged: JudgedPaper;

  test('is measured', () => {
    const measured = new Results();
    for (const task of planOf([paper], 'full').tasks) measured.add(runTask(task));
    judged = judgePaper(paper, measured);
    results.push({ reading, judged, ns2 });
    expect(judged.counts.missing).toBe(0);
    for (const { evidence } of judged.claims) expect(evidence).not.toMatch(/NaN/);
  });

  test.each(ns2.map((row) => [row.preset, row] as const))('%s, flat: as ns-2', (preset, { lossPercent, blueKbps }) => {
    const measuredAt = (tables: readonly string[]) =>
      paper.cells.flatMap(({ run, table }, at) =>
        run.preset === preset && run.policy === 'flat-be' && tables.includes(table) ? judged.cells[at]?.measured : [],
      )[0] as number;
    const slack = Math.max(tolerances.abeFlatLossFloor.value, tolerances.abeFlatLoss.value * lossPercent[0]);
    expect(Math.abs(measuredAt(['1', '3']) - lossPercent[0])).toBeLessThan(slack);
    expect(Math.abs(measuredAt(['2', '4']) / blueKbps[0] - 1)).toBeLessThan(tolerances.abeFlatBlue.value);
  });

  // Delayed acknowledgements halve the losses of few connections, in ns-2 too.
  test.runIf(reading.acks === 'everyPacket')('every miss has a cause that is known', () => {
    expect(judged.cells.filter(({ verdict, cause }) => verdict === 'outside' && cause === undefined)).toEqual([]);
  });
});

afterAll(() => writeAbeReport(results, (Date.now() - began) / 60_000));
