/** The proof of an answer: its defaults, and those of the page's own lessons. */
import { describe, expect, test } from 'vitest';
import { resolveScenario } from '../../../src/engine/scenario/scenario.ts';
import { isProvedStep, placeOfFigure, plotOfFigure, proofOfStep } from '../../../src/lessons/answers/step-proof.ts';
import type { Lesson, LessonStep } from '../../../src/lessons/format/lesson.ts';
import { parseLesson, parseLessonData } from '../../../src/lessons/format/parse-lesson.ts';
import { figureIds, lessonCurves, lessonFigures } from '../../../src/lessons/measurement/lesson-figures.ts';
import { decodeLessonRun, problemsOfRuns, proofRequests } from '../../../src/lessons/runs/lesson-runs.ts';
import { allPlots } from '../../../src/plots/all-plots.ts';
import { MAX_LANES } from '../../../src/run-state/run-state.ts';
import { scenarioOfRun } from '../../../src/run-state/run-values.ts';
import { ownLessons } from '../own-lessons.ts';

const plotIds = new Set(allPlots.map(({ id }) => id));
const runs = {
  one: { title: 'One', link: '#v=1&p=single-tcp&lanes=droptail' },
  two: { title: 'Two', link: '#v=1&p=single-tcp&buffer.packets=5&lanes=droptail' },
};
const lessonWith = (step: object) =>
  parseLessonData({ bufferscopeLesson: 1, id: 'a', title: 'A', summary: 'A.', minutes: 5, runs, steps: [step] });
const stepOf = (step: object) => (lessonWith(step).lesson as Lesson).steps[0] as LessonStep;
const predict = (ask: object, more: object = {}) =>
  stepOf({ kind: 'predict', title: 'P', question: 'Which?', ask, ...more });
const options = [
  { text: 'a', says: 'No.' },
  { text: 'b', right: true, says: 'Yes.' },
];

describe('a step without a proof of its own', () => {
  test('a predicted figure is seen in its run, at its time, as a line in its plot', () => {
    const answer = { run: 'two', figure: 'roundTripMs', class: 'ping', atSeconds: 7 };
    const ask = { type: 'number', unit: 'ms', answer, tolerance: { percent: 5 }, says: 'So.' };
    expect(proofOfStep(predict(ask))).toMatchObject({
      runs: ['two'],
      atSeconds: 7,
      plots: ['round-trip'],
      guess: { plot: 'round-trip', class: 'ping' },
    });
  });

  test('a sketch is seen over its curve, to its end', () => {
    const ask = { type: 'sketch', run: 'one', curve: 'queuePackets', toSeconds: 10, top: 25, says: 'So.' };
    expect(proofOfStep(predict(ask))).toMatchObject({ runs: ['one'], atSeconds: 10, guess: { plot: 'queue' } });
  });

  test('a choice is seen in the run of the view, at its end; without a run nothing can be seen', () => {
    const ask = { type: 'choice', options };
    expect(proofOfStep(predict(ask, { view: { run: 'one' } }))).toMatchObject({ runs: ['one'], atSeconds: undefined });
    expect(proofOfStep(predict(ask))).toBeUndefined();
  });

  test('figures of a proof that stops earlier have its time, unless they have their own', () => {
    const ask = { type: 'choice', options };
    const figures = [{ figure: 'lossPercent' }, { figure: 'delayMs', atSeconds: 3 }];
    const proof = { runs: ['one'], atSeconds: 10.6, figures };
    const step = predict(ask, { proof });
    expect(proofOfStep(step)?.figures.map(({ atSeconds }) => atSeconds)).toEqual([10.6, 3]);
    expect(proofRequests(step)[0]?.figures).toEqual(proofOfStep(step)?.figures);
  });

  test('compared runs are lanes, and a challenge has the run of its answer', () => {
    const figures = [{ figure: 'busyPercent' }, { figure: 'delayMs' }];
    const compare = { kind: 'compare', title: 'C', runs: ['one', 'two'], figures, question: 'Which?', options };
    expect(proofOfStep(stepOf(compare))).toMatchObject({ runs: ['one', 'two'], plots: ['busy', 'delay'] });
    const goals = [{ figure: 'delayMs', below: 20 }];
    const challenge = { kind: 'challenge', title: 'G', view: { run: 'one' }, goals, solution: { 'buffer.packets': 5 } };
    expect(proofOfStep(stepOf(challenge))).toMatchObject({ runs: undefined, plots: ['delay'] });
  });
});

test('a proof whose run or figure is not there is named with its place', () => {
  const ask = { type: 'choice', options };
  const missing = lessonWith({
    kind: 'predict',
    title: 'P',
    question: 'Which?',
    ask,
    proof: { runs: ['one', 'nine'] },
  });
  expect(missing.problems.map(({ path, given }) => [path, given])).toEqual([['steps.1.proof.runs.1', 'nine']]);
  const proof = { runs: ['one'], atSeconds: 31, figures: [{ figure: 'delayMs', lane: 2 }, { figure: 'delayMs' }] };
  const { lesson } = lessonWith({ kind: 'predict', title: 'P', question: 'Which?', ask, proof });
  const allowed = problemsOfRuns(lesson as Lesson).map((problem) => problem.allowed);
  expect(allowed).toContain('1 to 1');
  expect(allowed).toContain('at most 30 s, the end of the run');
});

test('each figure and curve names a plot of the page', () => {
  for (const figure of figureIds)
    for (const source of [undefined, 'x']) expect(plotIds).toContain(plotOfFigure({ figure, class: source }));
  for (const { plot } of Object.values(lessonCurves))
    expect([plotIds.has(plot.lane), plotIds.has(plot.class)]).toEqual([true, true]);
  for (const figure of figureIds) {
    const unit = allPlots.find(({ id }) => id === placeOfFigure({ figure })?.plot)?.unit;
    if (unit !== undefined) expect([figure, unit]).toEqual([figure, lessonFigures[figure].unit]);
  }
});

/** In each predict, compare and challenge step of our lessons, the proof is seen. */
describe.each(ownLessons)('%s', (_, text) => {
  const { lesson } = parseLesson(text);
  const { steps, runs: lessonRuns } = lesson as Lesson;
  const provedSteps = steps.filter(isProvedStep).map((step) => [step.title, step] as const);

  test.each(provedSteps)('%s: the quantity is shown at a time of the run, after its warm-up', (_title, step) => {
    const proof = proofOfStep(step);
    expect(proof).toBeDefined();
    const { atSeconds, fromSeconds = 0, figures = [], guess, plots = [] } = proof ?? {};
    const ids = step.kind === 'challenge' ? [step.view.run] : (proof?.runs ?? []);
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) {
      const { run } = decodeLessonRun(lessonRuns[id]!, undefined);
      const { durationSeconds, warmupSeconds } = resolveScenario(scenarioOfRun(run)).run;
      const seconds = atSeconds ?? durationSeconds;
      expect(seconds).toBeLessThanOrEqual(durationSeconds);
      expect(seconds).toBeGreaterThan(fromSeconds);
      if (figures.some(({ figure }) => lessonFigures[figure].span === 'since the warm-up'))
        expect(seconds).toBeGreaterThan(warmupSeconds);
    }
    // The page has no room for all of these lanes, so the text says which ones it shows.
    if (ids.length > 1 && ids.length * (proof?.lanes.length ?? 1) > MAX_LANES)
      expect(proof?.look).toMatch(/\bthe lanes are\b/i);
    // A table or a line has the quantity.
    expect(figures.length > 0 || guess !== undefined).toBe(true);
    for (const id of plots) expect(plotIds).toContain(id);
    if (guess !== undefined) expect(plots).toContain(guess.plot);
  });
});
