/**
 * The page's own lessons: their statements are true for their runs, and each question has right and wrong answers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { LessonAnswer } from '../../src/lessons/answers/answers.ts';
import { figureRequestsOfStep } from '../../src/lessons/answers/figure-requests.ts';
import { answerTolerance, isJudged, judgeAnswer } from '../../src/lessons/answers/judge-answer.ts';
import type { ChoiceOption, Lesson, LessonStep, ValidStep } from '../../src/lessons/format/lesson.ts';
import { lessonJsonSchema } from '../../src/lessons/format/lesson-schema.ts';
import { parseLesson } from '../../src/lessons/format/parse-lesson.ts';
import type { MeasuredCurve, MeasuredRun } from '../../src/lessons/measurement/measured-run.ts';
import { factProblem, unprovedNumbers, unusedFacts } from '../../src/lessons/runs/facts.ts';
import { problemsOfRuns } from '../../src/lessons/runs/lesson-runs.ts';
import { measureLesson } from '../../src/lessons/runs/measure-lesson.ts';
import { lessonsFolder, measuredLessons, ownLessons } from './own-lessons.ts';

const index = JSON.parse(readFileSync(join(lessonsFolder, 'index.json'), 'utf8')) as readonly Record<string, unknown>[];

/** Another program's reading of the schema. */
const accepts = new Ajv2020({ strict: true, strictTypes: false }).compile(lessonJsonSchema());

describe.each(ownLessons)('%s', (name, text) => {
  const { lesson, problems } = parseLesson(text);
  const whole = lesson as Lesson;

  test('is read without a problem, by us and by another program', () => {
    expect([...problems, ...(lesson ? problemsOfRuns(lesson) : [])]).toEqual([]);
    expect(accepts(JSON.parse(text)), JSON.stringify(accepts.errors)).toBe(true);
    expect(`${whole.id}.json`).toBe(name);
    const { id, title, summary, minutes } = whole;
    expect(index).toContainEqual({ id, title, summary, minutes });
  });

  test('every number in it is a fact, and every fact stands in it', () => {
    for (const [place, each] of placesOf(whole)) {
      expect(unprovedNumbers(each), place).toEqual([]);
      expect(unusedFacts(each), place).toEqual([]);
    }
  });
});

describe.each(measuredLessons)('%s', (_, text) => {
  const whole = parseLesson(text).lesson as Lesson;
  const own = measureLesson(whole, undefined);
  const places = placesOf(whole);

  test('its facts are true', () => {
    for (const [place, each] of places)
      for (const fact of each.facts)
        expect(factProblem(fact, whole, undefined, own.figureOfRun), place).toBeUndefined();
  });

  test('its runs have the requested figures, and each question has right and wrong answers', () => {
    for (const [place, each] of places) {
      const measured = figureRequestsOfStep(each).map((asked) =>
        own.results({ ...asked, run: requestedRun(each, asked.run) }),
      );
      for (const { figures } of measured) for (const figure of figures) expect(figure, place).not.toBeNaN();
      if (each.kind === 'challenge' || !isJudged(each)) continue;
      const { right, wrong } = answersTo(each, measured);
      expect(right.length * wrong.length, place).toBeGreaterThan(0);
      for (const answer of right) expect(judgeAnswer(each, answer, measured), place).toMatchObject({ isRight: true });
      for (const answer of wrong) expect(judgeAnswer(each, answer, measured), place).toMatchObject({ isRight: false });
      for (const answer of [...right, ...wrong])
        if (each.kind !== 'measure' || wrong.includes(answer))
          expect(judgeAnswer(each, answer, measured).says, place).not.toBe('');
    }
  });
});

function placesOf({ steps }: Lesson): (readonly [place: string, step: ValidStep])[] {
  return steps.map((each, index) => [`step ${index + 1}`, each as ValidStep] as const);
}

test('the list of lessons has each lesson once', () => {
  expect(index.map(({ id }) => `${id}.json`).sort()).toEqual(ownLessons.map(([name]) => name).sort());
});

/** A run of the lesson; for a challenge, the run at its start. */
const requestedRun = (each: LessonStep, run: string | undefined) =>
  run ?? (each.kind === 'challenge' ? each.view.run : '');

/** Answers to a step that must be right, and answers that must be wrong. */
function answersTo(
  each: LessonStep,
  measured: readonly MeasuredRun[],
): { right: LessonAnswer[]; wrong: LessonAnswer[] } {
  const chosen = (options: readonly ChoiceOption[], right: boolean): LessonAnswer[] =>
    options.flatMap((option, index) => (option.right === right ? [{ kind: 'choice', option: index }] : []));
  const near = (expected: number, allowed: number) => ({
    right: [expected - 0.9 * allowed, expected, expected + 0.9 * allowed].map(numberAnswer),
    wrong: [expected - 1.1 * allowed, expected + 1.1 * allowed, 2 * expected + allowed].map(numberAnswer),
  });
  if (each.kind === 'compare') return { right: chosen(each.options, true), wrong: chosen(each.options, false) };
  if (each.kind === 'measure') {
    const expected = measured[0]?.figures[0] as number;
    return near(expected, answerTolerance(each.tolerance, expected));
  }
  if (each.kind !== 'predict') return { right: [], wrong: [] };
  const { ask } = each;
  if (ask.type === 'choice') return { right: chosen(ask.options, true), wrong: chosen(ask.options, false) };
  if (ask.type === 'number') {
    const expected = typeof ask.answer === 'number' ? ask.answer : (measured[0]?.figures[0] as number);
    return near(expected, answerTolerance(ask.tolerance, expected));
  }
  if (ask.type === 'order') {
    const items = ask.items.map((_, index) => index);
    return { right: [{ kind: 'order', items }], wrong: [{ kind: 'order', items: items.toReversed() }] };
  }
  const curve = measured[0]?.curves[0] as MeasuredCurve;
  const level = (value: number): LessonAnswer => ({ kind: 'sketch', sketch: { seconds: [0], values: [value] } });
  return { right: [{ kind: 'sketch', sketch: curve }], wrong: [level(0), level(ask.top)] };
}

const numberAnswer = (value: number): LessonAnswer => ({ kind: 'number', value });
