/** Measurements made here replace the record number by number, and differences are reported. */
import { describe, expect, test } from 'vitest';
import type { ExperimentRow } from '../../src/papers/bhattacharjee/rows.ts';
import { hurleyAbe } from '../../src/papers/hurley/paper.ts';
import { judgePaper, seriesOfDiagram } from '../../src/papers/judge-paper.ts';
import { comparedRows, shownPaper, shownSeries } from '../../src/papers/measured-or-recorded.ts';
import type { DrawnDiagram } from '../../src/papers/paper.ts';
import { TaskResults } from '../../src/papers/task-results.ts';
import { zhaoReddy } from '../../src/papers/zhao/paper.ts';
import type { RunTask } from '../../src/studies/tasks.ts';
import { madeUp, plainFigures } from './made-up.ts';

const nothing = judgePaper(hurleyAbe, new TaskResults());
const record = judgePaper(hurleyAbe, madeUp([hurleyAbe]));
const preset = hurleyAbe.cells[0]?.run.preset;
const ofOne = (task: RunTask) => task.preset === preset;

describe('a paper as it is shown', () => {
  test('without measurements: the record, as it is', () => {
    const shown = shownPaper(hurleyAbe, nothing, record, 'full');
    expect(shown.cells.every(({ origin }) => origin === 'record')).toBe(true);
    expect(shown.counts).toEqual(record.counts);
    expect(shown.tables).toEqual(record.tables);
    expect(shown.comparison).toMatchObject({ numberCount: 0, claimCount: 0 });
    expect([shown.runs, shown.recordMode]).toEqual([0, 'full']);
  });

  test('without a record: the unchanged measurement', () => {
    const shown = shownPaper(hurleyAbe, record, undefined);
    expect(shown.cells.every(({ origin, recordedResult }) => origin === 'here' && recordedResult === undefined)).toBe(
      true,
    );
    expect(shown.counts).toEqual(record.counts);
    expect(shown.comparison).toMatchObject({ numberCount: 0, claimCount: 0 });
  });

  test('without either: nothing', () => {
    expect(shownPaper(hurleyAbe, nothing, undefined).cells.every(({ origin }) => origin === undefined)).toBe(true);
    expect(shownPaper(hurleyAbe, nothing, nothing, 'full').counts).toEqual(nothing.counts);
  });

  test('number by number', () => {
    const here = judgePaper(hurleyAbe, madeUp([hurleyAbe], plainFigures, undefined, ofOne));
    const shown = shownPaper(hurleyAbe, here, record, 'full');
    for (const [index, cell] of shown.cells.entries())
      expect(cell.origin).toBe(hurleyAbe.cells[index]?.run.preset === preset ? 'here' : 'record');
    const numbers = shown.cells.filter(({ origin }) => origin === 'here').length;
    expect(shown.comparison).toMatchObject({
      numberCount: numbers,
      sameValueCount: numbers,
      differingValueCount: 0,
      otherJudgementCount: 0,
    });
    expect(shown.counts).toEqual(record.counts);
  });

  test('where it differs', () => {
    const louder = (task: RunTask) => {
      const plain = plainFigures(task);
      return { ...plain, classes: plain.classes.map((one) => ({ ...one, dropRate: one.dropRate * 2 })) };
    };
    const here = judgePaper(hurleyAbe, madeUp([hurleyAbe], louder, undefined, ofOne));
    const shown = shownPaper(hurleyAbe, here, record, 'full');
    const apart = shown.cells.filter(({ recordDifference }) => recordDifference?.hasOtherValue);
    expect(apart.length).toBeGreaterThan(0);
    for (const { measured = 0, ci95 = 0, recordedResult } of apart)
      expect(Math.abs(measured - (recordedResult?.measured ?? 0))).toBeGreaterThan(ci95 + (recordedResult?.ci95 ?? 0));
    expect(shown.comparison.differingValueCount).toBe(apart.length);
    expect(shown.comparison.sameValueCount).toBe(shown.comparison.numberCount - apart.length);
    const turned = shown.cells.filter(
      ({ recordedResult, verdict }) => recordedResult !== undefined && recordedResult.verdict !== verdict,
    );
    expect(shown.comparison.otherJudgementCount).toBe(turned.length);
  });
});

test('figures are replaced point by point', () => {
  const figure = zhaoReddy.diagrams.find((one): one is DrawnDiagram => one.kind === 'lines') as DrawnDiagram;
  const recorded = seriesOfDiagram(figure, madeUp([zhaoReddy]));
  const [one] = figure.series[0]?.points ?? [];
  const here = seriesOfDiagram(
    figure,
    madeUp([zhaoReddy], plainFigures, undefined, (task) => task.preset === one?.run.preset),
  );
  const shown = shownSeries(figure, here, recorded);
  expect(shown.map(({ points }) => points.length)).toEqual(figure.series.map(({ points }) => points.length));
  const own = here.flatMap(({ points }) => points);
  expect(own.length).toBeGreaterThan(0);
  expect(shown.flatMap(({ points }) => points).filter((point) => own.includes(point))).toEqual(own);
  expect(shownSeries(figure, recorded, undefined)).toEqual(recorded);
});

test('rows are replaced one by one, in their order', () => {
  const row = (x: number, policy: string, bytes: number) =>
    ({ x, line: '', policy, level: 0.9, bytesPerConnection: bytes }) as ExperimentRow;
  const recorded = [row(2, 'shb', 1), row(6, 'shb', 2), row(2, 'abd', 3)];
  const shown = comparedRows([row(6, 'shb', 9)], recorded, ['shb', 'abd']);
  expect(shown.map(({ bytesPerConnection }) => bytesPerConnection)).toEqual([1, 9, 3]);
});
