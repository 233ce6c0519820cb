/** Every number of every paper has one mark, where its distance says, and none hides another. */
import { describe, expect, test } from 'vitest';
import { papers } from '../../../src/papers/index.ts';
import { distanceInTolerances, judgePaper } from '../../../src/papers/judge-paper.ts';
import { shownPaper } from '../../../src/papers/measured-or-recorded.ts';
import type { PublishedNumber } from '../../../src/papers/paper.ts';
import { TaskResults } from '../../../src/papers/task-results.ts';
import {
  fittingExtent,
  POINT_SIZE_PX,
  paperOverview,
  paperStrip,
  SCALE_END,
  shortRowName,
} from '../../../src/view/papers/overview-model.ts';
import { madeUp } from '../../papers/made-up.ts';

const measured = madeUp(papers);
const shownBy = (results: TaskResults) =>
  papers.map((paper) => ({ paper, shownPaper: shownPaper(paper, judgePaper(paper, results), undefined) }));

describe.each([1216, 358])('%i px wide', (width) => {
  const overview = paperOverview(shownBy(measured), width);
  const rows = overview.groups.flatMap((group) => group.rows);
  const marks = rows.flatMap((row) => row.points);

  test('all numbers and claims are there', () => {
    const count = papers.reduce((sum, { cells, claims }) => sum + cells.length + claims.length, 0);
    expect(new Set(marks.map(({ hash }) => hash)).size).toBe(count);
    expect(marks).toHaveLength(count);
  });

  test('each is at its distance; values within the tolerance lie between −1 and 1', () => {
    for (const mark of marks) {
      if (mark.kind !== 'number' || mark.distance === undefined) continue;
      expect(mark.x).toBe(overview.xOf(mark.distance));
      if (mark.judgement === 'within') expect(Math.abs(mark.distance)).toBeLessThanOrEqual(1);
      if (mark.judgement === 'outside') expect(Math.abs(mark.distance)).toBeGreaterThan(1);
    }
    expect(overview.xOf(100)).toBe(overview.xOf(SCALE_END));
  });

  test('no overlap, nothing outside the picture, and rows below each other', () => {
    for (const [index, row] of rows.entries()) {
      for (const [place, one] of row.points.entries()) {
        expect(one.x).toBeGreaterThan(0);
        expect(one.x).toBeLessThan(width);
        expect(one.y).toBeGreaterThan(row.top);
        expect(one.y).toBeLessThan(rows[index + 1]?.top ?? overview.height);
        for (const other of row.points.slice(place + 1))
          expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual(
            POINT_SIZE_PX.step - 1e-9,
          );
      }
    }
  });
});

test.each([
  ['R2: 50 TCPs, 85 % guaranteed, 25\u202f000 cells, Z = 1', 40, 'R2: 50 TCPs, 85 % guaranteed…'],
  ['R2: 50 TCPs, 85 % guaranteed, 25\u202f000 cells, Z = 1', 44, 'R2: 50 TCPs, 85 % guaranteed, 25\u202f000 cells…'],
  ['R2: 50 TCPs, 85 % guaranteed', 44, 'R2: 50 TCPs, 85 % guaranteed'],
])('a long name ends with a word, and no number is cut: %s, %d', (name, letters, shortName) => {
  expect(shortRowName(name, letters)).toBe(shortName);
});

test('no name of a table is cut in a number or before its unit, whatever its room is', () => {
  const rows = paperOverview(shownBy(measured), 1216).groups.flatMap((group) => group.rows);
  for (const { name } of rows)
    for (let letters = 16; letters < name.length; letters++) {
      const short = shortRowName(name, letters);
      expect(short.length).toBeLessThanOrEqual(letters);
      const kept = short.slice(0, -1);
      expect(name.startsWith(kept)).toBe(true);
      // After a number there is a comma, or nothing was cut from it.
      if (/\d$/.test(kept)) expect(name.slice(kept.length)).toMatch(/^[,:]/);
      expect(name.slice(kept.length)).toMatch(/^[,: ]/);
    }
});

test('unmeasured values have a mark too', () => {
  const marks = paperOverview(shownBy(new TaskResults()), 900).groups.flatMap(({ rows }) =>
    rows.flatMap((row) => row.points),
  );
  expect(marks.every(({ label }) => label.includes('not measured') || label.includes('not checkable'))).toBe(true);
});

describe('distance in units of the tolerance, worked by hand', () => {
  const cell = (more: Partial<PublishedNumber>): PublishedNumber => ({
    id: 'a',
    table: 't',
    row: 'r',
    column: 'c',
    printed: 100,
    tolerance: 'abeDelay',
    run: { preset: 'md1', policy: 'droptail' },
    statistic: () => 0,
    ...more,
  });
  const at = (mean: number, ci95 = 0) => ({ mean, ci95 });

  test('a factor of 1.5: 150 and 66.7 are at its ends', () => {
    expect(distanceInTolerances(cell({}), at(150))).toBeCloseTo(1);
    expect(distanceInTolerances(cell({}), at(100 / 1.5))).toBeCloseTo(-1);
    expect(distanceInTolerances(cell({}), at(200))).toBeCloseTo(2);
    expect(distanceInTolerances(cell({}), at(100))).toBe(0);
    expect(distanceInTolerances(cell({}), at(0))).toBe(Number.NEGATIVE_INFINITY);
  });

  test('intervals, where they allow more than the tolerance', () => {
    expect(distanceInTolerances(cell({ interval: 60 }), at(150, 40))).toBeCloseTo(0.5);
    expect(distanceInTolerances(cell({ interval: 10 }), at(125, 0))).toBeCloseTo(0.5);
  });

  test('the distance of an index from 1: .98 for .99 is a factor of 2, where 1.5 is allowed', () => {
    const fairness = cell({ tolerance: 'gfrFairness', printed: 0.99, maxValue: 1 });
    expect(distanceInTolerances(fairness, at(0.98))).toBeCloseTo(-2);
    expect(distanceInTolerances(fairness, at(0.985))).toBeCloseTo(-1);
  });
});

describe('the strip of one paper', () => {
  const strips = shownBy(measured).flatMap(({ paper, shownPaper: shown }) => paperStrip(paper, shown, 400, true) ?? []);

  test('a cut scale has all its numbers, at least half a tolerance beside the band, and no more than the full one', () => {
    expect(fittingExtent([-1.02, 0, 2.05])).toEqual({ low: -1.5, high: 2.5 });
    expect(fittingExtent([0.2])).toEqual({ low: -1.5, high: 1.5 });
    expect(fittingExtent([Number.NEGATIVE_INFINITY, 17])).toEqual({ low: -SCALE_END, high: SCALE_END });
    expect(strips.length).toBeGreaterThan(2);
  });

  test('no mark is on an edge of the band', () => {
    for (const { points, xOf } of strips)
      for (const { judgement, x } of points) {
        const distancePx = Math.min(Math.abs(x - xOf(-1)), Math.abs(x - xOf(1)));
        expect(distancePx).toBeGreaterThan(POINT_SIZE_PX.radius);
        expect(x > xOf(-1) && x < xOf(1)).toBe(judgement === 'within');
      }
  });
});
