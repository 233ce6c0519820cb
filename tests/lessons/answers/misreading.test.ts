/** Wrong numbers of a *measure* step: the quantity that was read instead. */
import { expect, test } from 'vitest';
import { misreadingRequests, misreadingsOfStep, recognizeMisreading } from '../../../src/lessons/answers/misreading.ts';
import type { MeasureStep } from '../../../src/lessons/format/lesson.ts';
import type { FigureRequest } from '../../../src/lessons/measurement/measured-run.ts';

const names = {
  laneCount: 2,
  warmupSeconds: 5,
  classes: [
    { id: 'ping', label: 'Ping' },
    { id: 'tcp', label: 'Download' },
  ],
  laneName: (lane: number) => 'AB'[lane - 1] ?? '',
};
const step = (reading: object): MeasureStep =>
  ({ kind: 'measure', reading: { run: 'one', lane: 2, ...reading }, tolerance: { percent: 4 } }) as MeasureStep;

/** What is said about an answer, if each figure has the value of its key. */
function said(measured: MeasureStep, answer: number, values: (figure: FigureRequest, countsWarmup: boolean) => number) {
  const candidates = misreadingsOfStep(measured, names);
  const [plain, withWarmup] = misreadingRequests(candidates).map((figures, index) => ({
    figures: figures.map((figure) => values(figure, index === 1)),
    curves: [],
    digest: '',
  }));
  return recognizeMisreading(measured, answer, candidates, [plain, withWarmup])?.text;
}

const delay = step({ figure: 'delayMs', class: 'tcp' });
const values = ({ lane, figure, class: source }: FigureRequest, countsWarmup: boolean) =>
  countsWarmup
    ? 90
    : lane === 1
      ? 200
      : figure === 'p95DelayMs'
        ? 75
        : source === 'ping'
          ? 12
          : source === 'tcp'
            ? 50
            : 40;

test('the warm-up, the other lane, another class, another figure and another unit are recognized', () => {
  expect(said(delay, 91, values)).toContain('the first 5 s, does not count');
  expect(said(delay, 201, values)).toBe('lane A');
  expect(said(delay, 12, values)).toBe('the class Ping');
  expect(said(delay, 40.5, values)).toBe('all classes together');
  expect(said(delay, 75, values)).toBe('another figure: 95th percentile of the queueing delay');
  expect(said(delay, 0.05, values)).toBe('the right figure in another unit: s, not ms');
});

test('the nearest value counts, and a number that agrees with nothing gets no guess', () => {
  const close = (figure: FigureRequest, countsWarmup: boolean) => (countsWarmup ? 92 : values(figure, false));
  const closer = (figure: FigureRequest, countsWarmup: boolean) =>
    countsWarmup ? 92 : figure.class === 'ping' ? 90.5 : values(figure, false);
  expect(said(delay, 90, close)).toContain('warm-up');
  expect(said(delay, 90, closer)).toBe('the class Ping');
  expect(said(delay, 123, values)).toBeUndefined();
});

test('nothing is measured that the run does not have', () => {
  const busy = misreadingsOfStep(step({ figure: 'busyPercent', lane: 1 }), {
    ...names,
    laneCount: 1,
    warmupSeconds: 0,
  });
  expect(busy.filter(({ figure }) => figure.lane !== 1)).toEqual([]);
  expect(busy.some(({ countsWarmup }) => countsWarmup)).toBe(false);
  expect(busy.every(({ figure }) => figure.class === undefined)).toBe(true);
});
