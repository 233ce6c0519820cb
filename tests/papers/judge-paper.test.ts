/** Verdicts on figures and claims whose result is obvious. */
import { describe, expect, test } from 'vitest';
import { findExperiment } from '../../src/papers/bhattacharjee/experiments.ts';
import { bhattacharjeeMcKinnon } from '../../src/papers/bhattacharjee/paper.ts';
import { differenceOf, figureOf, judgeByChecks, judgeFigures } from '../../src/papers/claim-checks.ts';
import { goyalDfba } from '../../src/papers/goyal/paper.ts';
import { huVbs } from '../../src/papers/hu/paper.ts';
import { hurleyAbe } from '../../src/papers/hurley/paper.ts';
import {
  formatScore,
  type JudgedTable,
  judgeNumber,
  judgePaper,
  seriesOfDiagram,
} from '../../src/papers/judge-paper.ts';
import { medianModel } from '../../src/papers/null-models.ts';
import type { DrawnDiagram, NullModel, Paper, PublishedNumber } from '../../src/papers/paper.ts';
import { NotRunError, runKey, TaskResults } from '../../src/papers/task-results.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { zhaoReddy } from '../../src/papers/zhao/paper.ts';
import type { RunTask, SearchTaskResult } from '../../src/studies/tasks.ts';
import { madeUp, plainFigures, runTasks } from './made-up.ts';

const run = { preset: 'zhao-5mb-1bwdp-stf30', policy: 'red' };
const cell = (more: Partial<PublishedNumber>): PublishedNumber => ({
  id: 'x',
  table: 't',
  row: 'r',
  column: 'c',
  printed: 0.97,
  tolerance: 'publishedUtilisation',
  run,
  statistic: ({ utilisation }) => utilisation,
  ...more,
});
const figure = (mean: number, ci95 = 0.001) => ({ mean, ci95, n: 5 });
const verdict = (more: Partial<PublishedNumber>, mean: number, ci95?: number) =>
  judgeNumber(cell(more), figure(mean, ci95)).verdict;

describe('a cell', () => {
  test('absolute: within and outside', () => {
    expect(judgeNumber(cell({}), figure(0.966))).toMatchObject({
      verdict: 'within',
      measured: 0.966,
      ci95: 0.001,
      n: 5,
    });
    expect(judgeNumber(cell({}), figure(0.966)).difference).toBeCloseTo(-0.004, 12);
    expect(verdict({}, 0.964)).toBe('outside');
  });

  test('a factor, both ways, and differences that are too small to count', () => {
    const rate = { tolerance: 'publishedRate', printed: 0.03 } as const;
    expect([0.0241, 0.0374, 0.0239, 0.0376].map((mean) => verdict(rate, mean))).toEqual([
      'within',
      'within',
      'outside',
      'outside',
    ]);
    expect(verdict({ tolerance: 'publishedRate', printed: 0 }, tolerances.publishedRate.floor)).toBe('within');
    expect(verdict({ tolerance: 'publishedRate', printed: 0 }, 0.0006)).toBe('outside');
  });

  test('relative, and part of a whole', () => {
    expect(verdict({ tolerance: 'abeBlue', printed: 100 }, 100.49)).toBe('within');
    expect(verdict({ tolerance: 'abeBlue', printed: 100 }, 100.51)).toBe('outside');
    expect(verdict({ tolerance: 'gfrPart', printed: 0.32, wholeValue: 126.88 }, 1.58)).toBe('within');
    expect(verdict({ tolerance: 'gfrPart', printed: 0.32, wholeValue: 126.88 }, 1.6)).toBe('outside');
  });

  test('intervals that overlap agree, for any tolerance', () => {
    const blue = { tolerance: 'abeBlue', printed: 631.14 } as const;
    expect(verdict({ ...blue, interval: 44.06 }, 590)).toBe('within');
    expect(verdict(blue, 590)).toBe('outside');
  });

  test('the distance from the maximum, by a factor', () => {
    const total = { tolerance: 'gfrDeficit', printed: 142, maxValue: 150 } as const;
    expect([140.1, 143.5, 139.9, 143.7, 150].map((mean) => verdict(total, mean))).toEqual([
      'within',
      'within',
      'outside',
      'outside',
      'outside',
    ]);
  });

  test('a derived figure is shown and not counted', () => {
    expect(judgeNumber(cell({ derived: 'a sum' }), figure(0.97))).toMatchObject({
      verdict: 'derived',
      derived: 'a sum',
    });
    expect(judgeNumber(cell({ derived: 'a sum' }), figure(0.5)).verdict).toBe('derived');
    expect(judgeNumber(cell({ derived: 'a sum' }), undefined).verdict).toBe('missing');
  });

  test('a suspect is shown and not counted; a number that was not measured is missing', () => {
    expect(judgeNumber(cell({ suspect: 'a copy' }), figure(0.5))).toMatchObject({
      verdict: 'suspect',
      suspect: 'a copy',
    });
    expect(judgeNumber(cell({}), undefined)).toMatchObject({ verdict: 'missing', n: 0 });
  });

  test('only a miss names its cause', () => {
    expect(judgeNumber(cell({ cause: 'known' }), figure(0.5)).cause).toBe('known');
    expect(judgeNumber(cell({ cause: 'known' }), figure(0.97)).cause).toBeUndefined();
  });
});

describe('a null model', () => {
  const says = (value: number): NullModel => ({ description: 'a constant', rationale: 'a test', predict: () => value });
  const paper = (value: number): Paper => ({
    ...zhaoReddy,
    tables: [{ id: 't', title: '', unit: '', source: '', digits: 3, nullModel: says(value) }],
    cells: [
      cell({ id: 'a' }),
      cell({ id: 'b', printed: 0.9 }),
      cell({ id: 'c', derived: 'a sum' }),
      cell({ id: 'd', suspect: 'a copy' }),
    ],
    claims: [],
    diagrams: [],
  });
  /** All four are measured as 0.97. */
  const judged = (value: number) => {
    const own = paper(value);
    const measured = madeUp([own], (task) => ({ ...plainFigures(task), utilisation: 0.97 }));
    return judgePaper(own, measured).tables[0] as JudgedTable;
  };

  test('is judged by the same tolerances, in the cells that are counted', () => {
    expect(judged(0.97)).toEqual({
      id: 't',
      counted: 2,
      within: 1,
      nullModel: { what: 'a constant', why: 'a test', within: 1 },
    });
    expect(judged(0.5).nullModel.within).toBe(0);
  });

  test('that does as well as our model is named', () => {
    expect(formatScore(judged(0.5))).toBe('ours 1 of 2, null model 0 of 2');
    expect(formatScore(judged(0.97))).toMatch(/^ours 1 of 2, null model 1 of 2\. The null model does as well/);
    expect(formatScore({ ...judged(0.97), counted: 0, within: 0 })).not.toMatch(/as well/);
  });

  test('the median is that of the table', () => {
    expect(medianModel([3, 1, 2]).predict(cell({}))).toBe(2);
    expect(medianModel([4, 1, 2, 3], ' %')).toMatchObject({ description: '2.5 % in every cell' });
  });
});

describe('intervals decide', () => {
  test.each([
    [figure(0.5, 0.1), 'holds'],
    [figure(0.9, 0.2), 'not distinguishable'],
    [figure(1.3, 0.2), 'fails'],
    [figure(-0.3, 0.2), 'fails'],
    [{ mean: 0.5, ci95: 0, n: 1 }, 'not checkable'],
  ])('between 0 and 1: %o %s', (each, expected) => {
    expect(judgeFigures([figure(0.5, 0.1), each], { low: 0, high: 1 })).toBe(expected);
  });

  test('between a bound and no bound', () => {
    expect(judgeFigures([figure(9e9, 1)], { low: 0 })).toBe('holds');
    expect(judgeFigures([figure(-9e9, 1)], { high: 0 })).toBe('holds');
  });

  test.each([
    [[figure(1, 0.5), figure(2, 0.1)], 'holds', 'holds'],
    [[figure(1, 0.5), figure(0.1, 0.2)], 'not distinguishable', 'holds'],
    [[figure(1, 0.5), figure(-0.1, 0.2)], 'not distinguishable', 'not distinguishable'],
    [[figure(1, 0.5), figure(-0.3, 0.2)], 'fails', 'fails'],
    // Equal in every seed: neither above nor below.
    [[figure(0, 0)], 'not distinguishable', 'holds'],
  ] as const)('%j', (differences, more, notLess) => {
    expect(judgeFigures(differences, {})).toBe(more);
    expect(judgeFigures(differences, { isAtLeast: true })).toBe(notLess);
  });

  test('the worst of several parts counts, and all are named', () => {
    const check = (value: number, text: string) => ({ figures: [figureOf(run, () => value)], evidence: [[text]] });
    expect(judgeByChecks({ one: check(1, 'a'), other: check(-1, 'b') })(madeUp([zhaoReddy]))).toEqual({
      verdict: 'fails',
      evidence: [
        { name: 'one', verdict: 'holds', evidence: [['a']] },
        { name: 'other', verdict: 'fails', evidence: [['b']] },
      ],
    });
  });
});

describe('results', () => {
  test('pairs by seed show differences that means alone would hide', () => {
    const results = new TaskResults();
    const other = { ...run, policy: 'droptail' };
    const [task] = runTasks([zhaoReddy]);
    if (task === undefined) throw new Error('no task');
    for (const [seed, delay] of [10, 2, 30, 4].entries())
      for (const [index, each] of [run, other].entries())
        results.add({
          kind: 'run',
          key: runKey(each),
          seed,
          figures: { ...plainFigures(task), meanDelayMs: delay + index * (0.1 + 0.001 * seed) },
          digest: '',
          simulatedSeconds: 1,
        });
    const { mean, ci95, n } = results.combinedFigure(
      differenceOf(
        figureOf(other, ({ meanDelayMs }) => meanDelayMs),
        figureOf(run, ({ meanDelayMs }) => meanDelayMs),
      ),
    );
    expect([Number(mean.toFixed(4)), n]).toEqual([0.1015, 4]);
    expect(ci95).toBeLessThan(0.01);
    expect(() => results.figureOf({ ...run, policy: 'red-ecn' }, () => 0)).toThrow(NotRunError);
  });

  test('the order in which values are given does not make another run', () => {
    const values = { 'run.durationSeconds': 1, 'link.delayMs': 2 };
    const turned = { 'link.delayMs': 2, 'run.durationSeconds': 1 };
    expect(runKey({ ...run, settings: values })).toBe(runKey({ ...run, settings: turned }));
    expect(runKey({ ...run, settings: {} })).toBe(runKey(run));
    expect(runKey({ ...run, settings: values })).not.toBe(runKey(run));
  });
});

describe('papers', () => {
  test('counts, runs and simulated seconds add up', () => {
    const judged = judgePaper(hurleyAbe, madeUp([hurleyAbe]));
    const { claims, ...cells } = judged.counts;
    expect(Object.values(cells).reduce((sum, count) => sum + count, 0)).toBe(hurleyAbe.cells.length);
    expect(Object.values(claims).reduce((sum, count) => sum + count, 0)).toBe(8);
    expect(cells.suspect).toBe(1);
    // Five mixes under four columns, three seeds.
    expect([judged.runs, judged.simulatedSeconds]).toEqual([60, 600]);
  });

  test('a VC below its minimum fails C1.1, chance leaves it open', () => {
    const less = (by: (seed: number) => number) =>
      judgePaper(
        goyalDfba,
        madeUp([goyalDfba], (task) => {
          const figures = plainFigures(task);
          return {
            ...figures,
            classes: figures.classes.map((item, vc) => ({
              ...item,
              throughputBps: (item.mcrBps ?? 0) * (vc === 2 ? by(task.seed) : 1.1),
            })),
          };
        }),
      ).claims.find(({ id }) => id === 'C1.1')?.verdict;
    expect(less((seed) => 1.1 + 0.001 * seed)).toBe('holds');
    expect(less((seed) => 0.9 + 0.001 * seed)).toBe('fails');
    expect(less((seed) => 0.8 + 0.1 * seed)).toBe('not distinguishable');
  });

  test('an experiment with a place missing decides nothing', () => {
    const results = new TaskResults();
    const added: SearchTaskResult[] = [];
    const e6 = findExperiment('e6');
    if (e6 === undefined) throw new Error('it is missing');
    const verdictOf = (id: string) =>
      judgePaper(bhattacharjeeMcKinnon, results).claims.find((claim) => claim.id === id)?.verdict;
    const level = (share: number) => ({ mean: share, ci95: 0, n: 3 });
    for (const { x } of e6.places) {
      expect(verdictOf('C0.16b')).toBe('missing');
      const points = e6.paradigms.map((paradigm) => {
        const share = { shb: 0.5, pfb: 0.4, 'pfb-ad': 0.6, abd: 0.7 }[paradigm] ?? 0;
        const shares = [0, 1, 2].map((seed) => share + 0.001 * seed * (paradigm === 'abd' ? 2 : 1));
        return {
          experiment: 'e6',
          x,
          line: '',
          paradigm,
          goodput: undefined,
          videos: x,
          data: x / 2,
          result: {
            bytesPerFlow: 1_500,
            video: level(share),
            data: level(share),
            videoByReplication: level(share),
            worstVideo: share,
            delayMs: level(1),
            videoDelayMs: level(1),
            replications: 3,
            replays: 3,
            samples: { video: shares, data: shares, delayMs: [1, 1, 1], videoDelayMs: [1, 1, 1] },
          },
        };
      });
      added.push({ kind: 'search', experiment: 'e6', points, runs: 15, simulatedSeconds: 30.1 });
      results.add(added.at(-1) as SearchTaskResult);
    }
    expect(verdictOf('C0.16b')).toBe('holds');
    expect(verdictOf('C0.16e')).toBe('fails');
    expect(verdictOf('C0.15a')).toBe('missing');
    expect(judgePaper(bhattacharjeeMcKinnon, results)).toMatchObject({ runs: 180, simulatedSeconds: 361.2 });
    const turned = new TaskResults();
    for (const result of added.toReversed()) turned.add(result);
    expect(judgePaper(bhattacharjeeMcKinnon, turned)).toEqual(judgePaper(bhattacharjeeMcKinnon, results));
    expect(turned.rows('e6')).toEqual(results.rows('e6'));
  });

  test.each([goyalDfba, zhaoReddy, hurleyAbe, huVbs])('$id has the same result in any order of its runs', (paper) => {
    // Chances by seed whose sums are rounded.
    const figuresOf = (task: RunTask) => plainFigures({ ...task, seed: Math.sin(task.seed) });
    const tasks = runTasks([paper]);
    const judged = (some: typeof tasks) => judgePaper(paper, madeUp([paper], figuresOf, some));
    expect(judged(tasks.toReversed())).toEqual(judged(tasks));
  });

  test('a figure is drawn from the results that exist', () => {
    const [first] = zhaoReddy.diagrams as readonly DrawnDiagram[];
    if (first === undefined) throw new Error('no figure');
    const drawn = seriesOfDiagram(first, madeUp([zhaoReddy]));
    expect(drawn.map(({ policy }) => policy)).toEqual(['red', 'red-ecn', 'droptail']);
    expect(drawn[0]?.points.map(({ x }) => x)).toEqual([1 / 3, 1, 3]);
    expect(drawn[0]?.points[0]?.y).toMatchObject({ mean: expect.closeTo(100.2 * 1.002, 9), n: 3 });
    expect(seriesOfDiagram(first, new TaskResults())[0]?.points).toEqual([]);
  });
});
