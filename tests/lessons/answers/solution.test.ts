/** Measured figures as text. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  formatReachedFigure,
  formatShortSolution,
  formatTableFigure,
  stepSolution,
} from '../../../src/lessons/answers/solution.ts';
import { parseLesson } from '../../../src/lessons/format/parse-lesson.ts';
import type { MeasuredRun } from '../../../src/lessons/measurement/measured-run.ts';

test('a short number keeps all digits before the point', () => {
  expect([1723.4, 2376, 27.04, 2.2004, 0.9996].map((value) => formatShortSolution(value))).toEqual([
    '1723',
    '2376',
    '27',
    '2.2',
    '1',
  ]);
  expect(formatShortSolution(Number.NaN)).toBe('nothing to read');
});

test('figures of a table have equal digits, and counts have no decimals', () => {
  expect([2.2, 2.0361, 16.04, 0.75, 100, 0, 5, 1723.4].map((value) => formatTableFigure(value))).toEqual([
    '2.20',
    '2.04',
    '16.0',
    '0.750',
    '100',
    '0',
    '5',
    '1723',
  ]);
  expect(formatTableFigure(2.2, 4)).toBe('2.200');
});

test('a figure beside its goal has as many digits as tell whether it reaches the goal', () => {
  expect(formatReachedFigure(0.29986, { above: 0.3 })).toBe('0.2999');
  expect(formatReachedFigure(0.98991, { above: 0.99 })).toBe('0.9899');
  expect(formatReachedFigure(0.3123, { above: 0.3 })).toBe('0.312');
  expect(formatReachedFigure(20, { below: 20, above: null })).toBe('20');
  expect(formatReachedFigure(Number.NaN, { below: 20 })).toBe('nothing to read');
});

test('the answer of a measurement names its class and its tolerance, and says if students have other runs', () => {
  const lesson = parseLesson(readFileSync(new URL('../../../public/lessons/which-bbr.json', import.meta.url), 'utf8'))
    .lesson!;
  const step = lesson.steps.find(({ kind }) => kind === 'measure')!;
  const measured = [{ figures: [0.8843], curves: [] }] as unknown as readonly MeasuredRun[];
  expect(stepSolution(step, measured, lesson, String)?.lines).toEqual([
    'Throughput, CUBIC: 0.8843 ± 0.1 Mb/s',
    'Each student has a run of their own, so this figure differs from student to student.',
  ]);
});
