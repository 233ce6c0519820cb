/** The page's own lessons with other seeds, and with the settings that solve their challenges. */
import { deviation } from 'd3-array';
import { describe, expect, test } from 'vitest';
import { figureRequestsOfStep, type RunRequest } from '../../src/lessons/answers/figure-requests.ts';
import { answerTolerance, judgeAnswer } from '../../src/lessons/answers/judge-answer.ts';
import { formatShortSolution } from '../../src/lessons/answers/solution.ts';
import { proofOfStep } from '../../src/lessons/answers/step-proof.ts';
import type { Lesson, LessonRun, MeasureStep, ValidStep } from '../../src/lessons/format/lesson.ts';
import { parseLesson } from '../../src/lessons/format/parse-lesson.ts';
import type { FigureId } from '../../src/lessons/measurement/lesson-figures.ts';
import { type MeasureTask, measureRuns } from '../../src/lessons/measurement/measure-runs.ts';
import { factProblem } from '../../src/lessons/runs/facts.ts';
import { decodeLessonRun, measureTask } from '../../src/lessons/runs/lesson-runs.ts';
import { measureLesson } from '../../src/lessons/runs/measure-lesson.ts';
import { studentSeed } from '../../src/lessons/runs/student-seed.ts';
import type { RunState } from '../../src/run-state/run-state.ts';
import { scenarioOfRun } from '../../src/run-state/run-values.ts';
import { problemWith } from '../../src/run-state/validity.ts';
import { withStartValue } from '../../src/run-state/with-value.ts';
import { amount, chosen } from '../amount.ts';
import { measuredLessons, ownLessons } from './own-lessons.ts';

/** The students whose runs are tested, beside the run of the link itself. */
const students = ['Ada Lovelace', 'Grace Hopper', '1234567'].slice(0, amount(1, 3)).map(studentSeed);

/** Students of a class: each has runs of their own. */
const classNames = [
  'Ada',
  'Bao',
  'Chidi',
  'Dana',
  ...Array.from({ length: 20 }, (_, index) => String(index + 1)),
].slice(0, amount(2, 24));

const saysThatItVaries = ({ text, hint }: MeasureStep) => /\b(seed|varies)\b/.test(`${text} ${hint}`);

describe.each(measuredLessons)('%s', (_, text) => {
  const whole = parseLesson(text).lesson as Lesson;
  const own = measureLesson(whole, undefined);
  const places = whole.steps.map((each, index) => [`step ${index + 1}`, each as ValidStep] as const);

  test('a challenge is not met at its start, and is met by its solution, within the controls that it leaves', () => {
    for (const [place, each] of places) {
      if (each.kind !== 'challenge') continue;
      const asked = figureRequestsOfStep(each);
      const settings = { kind: 'settings', link: '' } as const;
      const { controls } = each.view;
      if (controls !== 'all') expect(controls, place).toEqual(expect.arrayContaining(Object.keys(each.solution)));
      for (const seed of [undefined, ...students]) {
        const start = decodeLessonRun(whole.runs[each.view.run] as LessonRun, seed).run;
        let solved = start;
        for (const [path, value] of Object.entries(each.solution)) solved = withStartValue(solved, path, value);
        expect(problemWith(solved), place).toBeUndefined();
        const met = (run: RunState) =>
          judgeAnswer(each, settings, [measureRuns(measureTask(run, asked[0] as RunRequest))]);
        expect(met(start), place).toMatchObject({ isRight: false });
        expect(met(solved), place).toMatchObject({ isRight: true });
        if (whole.runs[each.view.run]?.seed !== 'student') break;
      }
    }
  });

  test('figures that students read hold for other seeds, or the step says that they vary', () => {
    const seeded = Object.entries(whole.runs).map(([run, each]) => [run, { ...each, seed: 'student' as const }]);
    const lessonOfStudent: Lesson = { ...whole, runs: Object.fromEntries(seeded) };
    for (const seed of students) {
      const theirs = measureLesson(lessonOfStudent, seed);
      for (const [place, each] of places) {
        if (each.kind !== 'measure' || saysThatItVaries(each)) continue;
        const [expected, found] = [own, theirs].map(({ figureOfRun }) => figureOfRun(each.reading.run, each.reading));
        expect(Math.abs((found as number) - (expected as number)), place).toBeLessThanOrEqual(
          answerTolerance(each.tolerance, expected as number),
        );
      }
    }
  });

  test('the figure of another class of the same run is not accepted', () => {
    for (const [place, each] of places) {
      if (each.kind !== 'measure' || each.reading.class === undefined) continue;
      const { run } = decodeLessonRun(whole.runs[each.reading.run] as LessonRun, undefined);
      const { run: _, ...reading } = each.reading;
      const classes = [reading.class, ...Object.keys(scenarioOfRun(run).sources).filter((id) => id !== reading.class)];
      const request = { figures: classes.map((id) => ({ ...reading, class: id })), curves: [] };
      const [expected, ...others] = measureRuns(measureTask(run, request)).figures as [number, ...number[]];
      expect(expected, place).toBe(own.figureOfRun(each.reading.run, each.reading));
      // In one queue, the packets of all classes wait equally long.
      const differing = others.filter((other) => Math.abs(other - expected) > 0.01 * Math.abs(expected));
      for (const other of differing)
        expect(Math.abs(other - expected), place).toBeGreaterThan(answerTolerance(each.tolerance, expected));
    }
  });

  test('facts of runs with the seed of the student are true for each student', () => {
    for (const name of classNames) {
      const seed = studentSeed(name);
      const theirs = measureLesson(whole, seed);
      for (const [place, { facts }] of places)
        for (const fact of facts)
          if ('of' in fact && whole.runs[fact.of.run]?.seed === 'student')
            expect(factProblem(fact, whole, seed, theirs.figureOfRun), `${place}, ${name}`).toBeUndefined();
    }
  });
});

/** Words without an equal number, for each student: the lesson says that the figure is between these values. */
const STATED_BOUNDS = [
  ['which-bbr', 'over 2 % in A', 'v1-shallow', 'lossPercent', undefined, 2, 100],
  ['which-bbr', 'under 0.5 % in B', 'v3-shallow', 'lossPercent', undefined, 0, 0.5],
  ['which-bbr', 'waits more than 240 ms on average in both runs', 'v1-deep', 'delayMs', undefined, 240, 1e3],
  ['which-bbr', 'waits more than 240 ms on average in both runs', 'v3-deep', 'delayMs', undefined, 240, 1e3],
  ['which-bbr', 'uses about a fifth', 'cubic-loss', 'busyPercent', undefined, 17, 23],
  ['which-bbr', 'wait shorter than those of BBRv1', 'v1-loss', 'delayMs', undefined, 2.3, 5],
  ['which-bbr', 'wait shorter than those of BBRv1', 'v3-loss', 'delayMs', undefined, 0, 2.3],
  ['which-bbr', 'in all three runs at most a few ms on average', 'cubic-loss', 'delayMs', undefined, 0, 5],
  ['which-bbr', 'BBRv3 uses 60 to 90 %', 'v3-loss', 'busyPercent', undefined, 60, 90],
  ['how-big-a-buffer', 'busy more than 99 % of the time', 'small', 'busyPercent', undefined, 99, 100],
  // The download alone has 15.44 Mb/s.
  [
    'upload-spoils-download',
    'about a third of the rate, or less',
    'both',
    'throughputMbps',
    'download',
    3,
    15.44 * 0.36,
  ],
  // A full buffer takes 480 ms.
  [
    'upload-spoils-download',
    'about three quarters of the time of a full buffer',
    'both',
    'upDelayMs',
    'download',
    330,
    400,
  ],
  // A share of 20 Mb/s for each of 21 flows.
  [
    'a-fair-evening',
    'it may get half of this, or half more',
    'line',
    'throughputMbps',
    'film',
    0.5 * (20 / 21),
    1.5 * (20 / 21),
  ],
] as const;

test.each(chosen(STATED_BOUNDS, ([, , run]) => run === 'v3-loss'))(
  '%s: %s (%s)',
  (name, words, run, figure, id, low, high) => {
    const text = ownLessons.find(([file]) => file === `${name}.json`)?.[1] as string;
    expect(text).toContain(words);
    const { runs } = parseLesson(text).lesson as Lesson;
    const request = { lane: 1, figure, ...(id === undefined ? {} : { class: id }) };
    const values = classNames.map((student) => {
      const task = measureTask(decodeLessonRun(runs[run] as LessonRun, studentSeed(student)).run, {
        figures: [request],
        curves: [],
      });
      return measureRuns(task).figures[0] as number;
    });
    for (const value of values) {
      expect(value).toBeGreaterThanOrEqual(low);
      expect(value).toBeLessThanOrEqual(high);
    }
  },
);

test('the shown runs of three-pies agree with the means: spaced drops take more of the difference than all else', () => {
  const text = ownLessons.find(([name]) => name === 'three-pies.json')?.[1] as string;
  const { figureOfRun } = measureLesson(parseLesson(text).lesson as Lesson, undefined);
  const [rfc, spaced, thousand] = ['rfc', 'spaced', 'thousand'].map((run) =>
    figureOfRun(run, { lane: 1, figure: 'lossPercent' }),
  ) as [number, number, number];
  expect(rfc - spaced).toBeGreaterThan(1.5 * (spaced - thousand));
});

/** The verdicts of the last lesson, from runs: differences between two lanes, and Student's t of a printed table. */
describe('the intervals that is-it-true states', () => {
  const text = ownLessons.find(([name]) => name === 'is-it-true.json')?.[1] as string;
  const { runs } = parseLesson(text).lesson as Lesson;

  /** Of the first run's lanes with n seeds from `start` on: mean of A − B and half of the 95 % interval. */
  function interval(run: string, start: number, n: number, t: number, figure: FigureId, id: string) {
    const { run: first } = decodeLessonRun(runs[run] as LessonRun, undefined);
    const differences = Array.from({ length: n }, (_, index) => {
      const figures = [1, 2].map((lane) => ({ lane, figure, class: id }));
      const [a, b] = measureRuns(measureTask({ ...first, seed: start + index }, { figures, curves: [] })).figures;
      return (a as number) - (b as number);
    });
    const mean = differences.reduce((sum, each) => sum + each, 0) / n;
    const squares = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0);
    return { mean, half: (t * Math.sqrt(squares / (n - 1))) / Math.sqrt(n) };
  }

  const intervals = [
    ['z1', 1, 4, 3.182, 'throughputMbps', 'ltrf', 0.161, 0.031, 0.0005, '0.16 ± 0.03 Mb/s'],
    [
      'a1',
      1,
      4,
      3.182,
      'throughputMbps',
      'blue',
      -0.00018,
      0.00045,
      0.00001,
      '0.18 kbit/s, and the interval is ± 0.45 kbit/s',
    ],
    ['b1', 1, 4, 3.182, 'usefulPercent', 'data', -3.7, 3.9, 0.05, '−3.7 percentage points, and the interval is ± 3.9'],
    ['b1', 5, 12, 2.201, 'usefulPercent', 'data', -4.3, 1.2, 0.05, '−4.3 points, and the interval is ± 1.2'],
  ] as const;

  test.each(intervals.slice(0, amount(1, intervals.length)))(
    '%s, from seed %i on, %i seeds',
    (run, start, n, t, figure, id, mean, half, within, words) => {
      const found = interval(run, start, n, t, figure, id);
      expect(Math.abs(found.mean - mean)).toBeLessThanOrEqual(within);
      expect(Math.abs(found.half - half)).toBeLessThanOrEqual(within);
      expect(text).toContain(words);
    },
  );
});

/** A student computes from the table on the page. */
test('the rounded table of is-it-true gives the interval that its question asks for', () => {
  const text = ownLessons.find(([name]) => name === 'is-it-true.json')?.[1] as string;
  const { runs, steps } = parseLesson(text).lesson as Lesson;
  const step = steps.find(({ title }) => title === 'The interval') as ValidStep;
  const proof = proofOfStep(step)!;
  expect(proof.runs).toHaveLength(4);
  const differences = proof.runs!.map((run) => {
    const asked = { figures: proof.figures, curves: [] };
    const { figures } = measureRuns(measureTask(decodeLessonRun(runs[run] as LessonRun, undefined).run, asked));
    const [a, b] = figures.map((figure) => Number(formatShortSolution(figure, proof.digits)));
    return (a as number) - (b as number);
  });
  const half = (3.18 * (deviation(differences) as number)) / Math.sqrt(4);
  expect(judgeAnswer(step, { kind: 'number', value: half }, []).isRight).toBe(true);
});

test('after the start, the three routers of mark-dont-drop only mark', () => {
  const text = ownLessons.find(([name]) => name === 'mark-dont-drop.json')?.[1] as string;
  const { runs } = parseLesson(text).lesson as Lesson;
  for (const seed of [undefined, ...students])
    for (const run of ['single', 'dual', 'fq']) {
      const figures = (['lossPercent', 'markPercent'] as const).map((figure) => ({ lane: 1, figure }));
      const task = measureTask(decodeLessonRun(runs[run] as LessonRun, seed).run, { figures, curves: [] });
      const [lossPercent, markPercent] = measureRuns(task).figures;
      expect(lossPercent, run).toBe(0);
      expect(markPercent, run).toBeGreaterThan(0);
    }
});

/** The runs of the seeds 1 to 13, in `npm test` of fewer. */
function measuredSeeds(name: string, run: string, ask: Pick<MeasureTask, 'figures' | 'curves'>) {
  const text = ownLessons.find(([file]) => file === `${name}.json`)?.[1] as string;
  const { runs } = parseLesson(text).lesson as Lesson;
  const { run: first } = decodeLessonRun(runs[run] as LessonRun, undefined);
  return Array.from({ length: amount(1, 13) }, (_, index) =>
    measureRuns(measureTask({ ...first, seed: index + 1 }, ask)),
  );
}

test('the download of bufferbloat-at-home keeps its buffer about half full at least, and never empty', () => {
  const BUFFER_PACKETS = 100;
  const curves = [{ lane: 1, curve: 'queuePackets', fromSeconds: 5, toSeconds: 40, points: 175 }] as const;
  for (const { curves: queues } of measuredSeeds('bufferbloat-at-home', 'hundred', { figures: [], curves })) {
    const waitingPackets = queues.flatMap(({ values }) => values);
    expect(waitingPackets).toHaveLength(175);
    expect(Math.min(...waitingPackets)).toBeGreaterThan(0.45 * BUFFER_PACKETS);
    expect(Math.max(...waitingPackets)).toBeGreaterThan(0.95 * BUFFER_PACKETS);
  }
});

test('the answers of bufferbloat-at-home wait a quarter to a third less than behind a full buffer', () => {
  const FULL_MS = 2376;
  const figures = [{ lane: 1, figure: 'upDelayMs', class: 'ping' }] as const;
  for (const {
    figures: [waitMs],
  } of measuredSeeds('bufferbloat-at-home', 'photos', { figures, curves: [] })) {
    expect(waitMs).toBeGreaterThan((2 / 3) * FULL_MS);
    expect(waitMs).toBeLessThan((3 / 4) * FULL_MS);
  }
});

test('beside ten CUBIC flows, the BBR flow of cubic-and-bbr gets far more than an equal share', () => {
  const figures = [{ lane: 1, figure: 'throughputMbps', class: 'bbr' }] as const;
  for (const {
    figures: [rateMbps],
  } of measuredSeeds('cubic-and-bbr', 'many', { figures, curves: [] })) {
    // The lesson says 5 to 11 Mb/s. The seeds 1 to 150 give 5.42 to 11.21 Mb/s, 12 of them more than 10.
    expect(Math.round(rateMbps as number)).toBeGreaterThanOrEqual(5);
    expect(Math.round(rateMbps as number)).toBeLessThanOrEqual(11);
  }
});

test('after the warm-up, the one queue of green-or-blue refuses every green packet', () => {
  const figures = [{ lane: 1, figure: 'lossPercent', class: 'green' }] as const;
  for (const {
    figures: [lossPercent],
  } of measuredSeeds('green-or-blue', 'refuse', { figures, curves: [] }))
    expect(lossPercent).toBe(100);
});
