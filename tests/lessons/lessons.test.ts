/** Lessons as data: the allowed content of a file, and the verdicts on answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { resolveScenario } from '../../src/engine/scenario/scenario.ts';
import {
  answerTolerance,
  curveValueAt,
  judgeAnswer,
  meanCurveDistance,
} from '../../src/lessons/answers/judge-answer.ts';
import { choiceQuestionOf } from '../../src/lessons/format/choice-question.ts';
import type { Lesson, ValidStep } from '../../src/lessons/format/lesson.ts';
import { lessonJsonSchema } from '../../src/lessons/format/lesson-schema.ts';
import { parseLesson, parseLessonData } from '../../src/lessons/format/parse-lesson.ts';
import { splitParagraphs } from '../../src/lessons/format/text-markup.ts';
import { measureRuns, measureWithinBudget } from '../../src/lessons/measurement/measure-runs.ts';
import type { MeasuredRun } from '../../src/lessons/measurement/measured-run.ts';
import { computeFact } from '../../src/lessons/runs/facts.ts';
import { decodeLessonRun, measureTask, problemsOfRuns } from '../../src/lessons/runs/lesson-runs.ts';
import { measureLesson } from '../../src/lessons/runs/measure-lesson.ts';
import { studentSeed } from '../../src/lessons/runs/student-seed.ts';
import { scenarioOfRun } from '../../src/run-state/run-values.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { typedNumber } from '../../src/shared/typed-number.ts';
import { lessonsFolder, ownLessons } from './own-lessons.ts';

/** Another program's reading of the schema. */
const accepts = new Ajv2020({ strict: true, strictTypes: false }).compile(lessonJsonSchema());

const step = { kind: 'read', title: 'A step', text: 'Text.' };
const lessonOf = (...steps: unknown[]) => ({
  bufferscopeLesson: 1,
  id: 'a',
  title: 'A',
  summary: 'A.',
  minutes: 5,
  runs: { one: { title: 'One', link: '#v=1&p=single-tcp&lanes=droptail' } },
  steps,
});

test('the published schema is that of the reader', () => {
  expect(JSON.parse(readFileSync(join(lessonsFolder, 'lesson.schema.json'), 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(lessonJsonSchema())),
  );
  expect(accepts(lessonOf(step))).toBe(true);
  expect(accepts(lessonOf({ ...step, kind: 'watch' }))).toBe(false);
});

describe('a file that is broken', () => {
  test('a step that cannot be read is left out and named with its place; the other steps stay', () => {
    const { lesson, problems } = parseLessonData(
      lessonOf(step, { kind: 'run', title: 'Go' }, { ...step, colour: 'red' }, step),
    );
    expect(lesson?.steps.map(({ kind }) => kind)).toEqual(['read', 'broken', 'broken', 'read']);
    expect(problems.map(({ path }) => path)).toEqual(['steps.2.view', 'steps.3.colour']);
  });

  test('a step whose run is not there is named', () => {
    const measuring = {
      kind: 'measure',
      title: 'M',
      question: 'How long?',
      hint: 'Look.',
      reading: { run: 'two', figure: 'delayMs' },
      tolerance: { percent: 5 },
    };
    const { lesson, problems } = parseLessonData(lessonOf(measuring));
    expect(lesson?.steps[0]?.kind).toBe('broken');
    expect(problems[0]).toEqual({ path: 'steps.1.reading.run', given: 'two', allowed: 'a run of this lesson (one)' });
  });

  test('questions without a wrong answer, or without a right one, are refused', () => {
    for (const right of [true, false]) {
      const options = [1, 2].map((number) => ({ text: `${number}`, right, says: 'So.' }));
      const asking = { kind: 'predict', title: 'P', question: 'Which?', ask: { type: 'choice', options } };
      expect(parseLessonData(lessonOf(asking)).problems[0]?.path).toBe('steps.1.ask.options');
    }
  });

  test('for other kinds of files the message names their kind', () => {
    expect(parseLesson('{\n  "id": 1,\n  "steps": [1 2]}').problems[0]?.given).toBe('line 3, column 15: 2]}');
    expect(parseLesson('[]').problems[0]?.allowed).toBe('an object: a lesson');
    expect(parseLesson(' '.repeat(300_000)).problems[0]?.allowed).toBe('at most 262144');
    expect(parseLessonData({ ...lessonOf(step), bufferscopeLesson: 2 }).problems[0]?.allowed).toMatch(
      /newer than this page/,
    );
    expect(parseLessonData(lessonOf(...Array.from({ length: 100_000 }, () => step))).lesson?.steps).toHaveLength(100);
    expect(parseLessonData({ ...lessonOf(step), title: 7 }).lesson?.title).toBe('A lesson');
  });

  test.each([
    ['a list', (deep: string) => deep],
    ['a field', (deep: string) => `{"bufferscopeLesson":1,"more":${deep}}`],
    ['a step', (deep: string) => JSON.stringify(lessonOf(0)).replace('[0]', `[${deep}]`)],
    ['keys given twice', () => `${'{"a":1,"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ])('%s that is nested very deep is refused by name, and soon', (_, textWith) => {
    const text = textWith(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const began = performance.now();
    const { lesson, problems } = parseLesson(text);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(lesson).toBeUndefined();
    expect(problems).toEqual([{ path: 'file', given: 'deeper nesting', allowed: 'at most 16 levels' }]);
  });

  test('a lesson whose runs are too long is measured only within its budget', () => {
    const reading = { run: 'one', figure: 'delayMs' };
    const asking = {
      kind: 'measure',
      title: 'M',
      question: 'How long?',
      hint: 'Look.',
      tolerance: { percent: 5 },
      reading,
    };
    const { lesson } = parseLessonData(lessonOf(asking));
    const measuredWith = (remainingEvents: number) =>
      measureLesson(lesson as Lesson, undefined, (task) => measureWithinBudget({ remainingEvents }, task)).figureOfRun(
        'one',
        {
          figure: 'delayMs',
          lane: 1,
        },
      );
    expect(measuredWith(1e8)).toBeGreaterThan(0);
    expect(() => measuredWith(1e4)).toThrow('too long');
  });

  test('a figure that a run does not have is named', () => {
    const ask = (reading: object) => ({
      kind: 'measure',
      title: 'M',
      question: 'How long?',
      hint: 'Look.',
      tolerance: { percent: 5 },
      reading: { run: 'one', figure: 'delayMs', ...reading },
    });
    const readings = [{ lane: 2 }, { class: 'udp' }, { atSeconds: 31 }, { figure: 'roundTripMs' }];
    const { lesson } = parseLessonData(lessonOf(...readings.map(ask)));
    const found = problemsOfRuns(lesson as Lesson).map(({ path, allowed }) => `${path}: ${allowed}`);
    expect(found).toEqual([
      'steps.1.delayMs: 1 to 1',
      'steps.2.delayMs: tcp',
      'steps.3.delayMs: at most 30 s, the end of the run',
      'steps.4.roundTripMs: tcp',
    ]);
  });
});

test('texts have strong words and TeX, and nothing else', () => {
  expect(splitParagraphs('A **b** $c^2$.\n\n<b>d</b> * 5\\$')).toEqual([
    [
      { kind: 'plain', text: 'A ' },
      { kind: 'strong', text: 'b' },
      { kind: 'plain', text: ' ' },
      { kind: 'tex', tex: 'c^2' },
      { kind: 'plain', text: '.' },
    ],
    [{ kind: 'plain', text: '<b>d</b> * 5$' }],
  ]);
});

describe('answers', () => {
  const measured = (figure: number): MeasuredRun[] => [{ figures: [figure], curves: [], digest: '' }];

  test('a reading is right within its tolerance, the larger of an amount and a share', () => {
    expect(answerTolerance({ within: 1 }, 50)).toBe(1);
    expect(answerTolerance({ within: 1, percent: 10 }, 50)).toBe(5);
    const reading = {
      kind: 'measure',
      title: 'M',
      question: 'How long?',
      hint: 'Look at the head.',
      facts: [],
      reading: { run: 'one', figure: 'delayMs', lane: 1 },
      tolerance: { percent: 10 },
    } as unknown as ValidStep;
    expect(judgeAnswer(reading, { kind: 'number', value: 54 }, measured(50)).isRight).toBe(true);
    const wrong = judgeAnswer(reading, { kind: 'number', value: 56 }, measured(50));
    expect(wrong).toMatchObject({ isRight: false, says: 'Look at the head.' });
    expect(judgeAnswer(reading, { kind: 'number', value: 56 }, measured(Number.NaN)).isRight).toBe(false);
  });

  test('the distance of a sketch is its mean distance at the points of the run', () => {
    const ramp = { seconds: [0, 10], values: [0, 10] };
    expect([-1, 0, 2.5, 10, 11].map((time) => curveValueAt(ramp, time))).toEqual([0, 0, 2.5, 10, 10]);
    expect(meanCurveDistance(ramp, { seconds: [0, 5, 10], values: [3, 5, 7] })).toBe(2);
    expect(meanCurveDistance({ seconds: [], values: [] }, ramp)).toBe(Number.POSITIVE_INFINITY);
  });

  test('the shape of a sketch is judged from a time on: how high, how low, and how often it falls', () => {
    // The run: a tall start, then a saw of four teeth between 5 and 20.
    const teeth = Array.from({ length: 41 }, (_, index) => (index < 5 ? 25 : 5 + 15 * (((index - 5) % 9) / 8)));
    const seconds = teeth.map((_, index) => index / 4);
    const run: MeasuredRun[] = [{ figures: [], curves: [{ seconds, values: teeth }], digest: '' }];
    const step = (shape: object) => {
      const ask = { type: 'sketch', run: 'one', curve: 'queuePackets', toSeconds: 10, top: 30, says: 'So.', shape };
      const { lesson } = parseLessonData(lessonOf({ kind: 'predict', title: 'S', question: 'Draw.', ask }));
      return lesson?.steps[0] as ValidStep;
    };
    const saw = step({ fromSeconds: 1.25, highest: 4, lowest: 6, falls: 2 });
    const judged = (values: readonly number[], of = saw) => {
      const sketch = { seconds: values.map((_, index) => (index * 10) / Math.max(1, values.length - 1)), values };
      return judgeAnswer(of, { kind: 'sketch', sketch }, run);
    };
    expect(judged([0, 10, 20, 10, 20, 10]).isRight).toBe(true);
    expect(judged([10, 20, 20, 20]).comparedNumbers.map(({ label, isMet }) => [label, isMet])).toEqual([
      ['Highest value from 1.25 s on', true],
      ['Lowest value from 1.25 s on', false],
      ['Number of falls from 1.25 s on', false],
    ]);
    expect(judged([15]).isRight).toBe(false);
    expect(judged([20, 10, 20]).comparedNumbers[2]).toMatchObject({ answeredValue: 1, isMet: false });
    expect(judged([25, 9, 25, 9, 25]).comparedNumbers[0]).toMatchObject({
      answeredValue: 25,
      expectedValue: 20,
      isMet: false,
    });
    // Corners of the sketch between two points of the run count too: they are at 10 s / 11, 20 s / 11, and so on.
    expect(
      judged([20, 5, 20, 5, 20, 5, 20, 5, 20, 5, 20, 5]).comparedNumbers.map(({ answeredValue }) => answeredValue),
    ).toEqual([20, 5, 5]);
    const mean = step({ fromSeconds: 1.25, mean: 3 });
    expect([9, 12.5, 16].map((value) => judged([value], mean).isRight)).toEqual([false, true, false]);
    expect(step({ fromSeconds: 1 }).kind).toBe('broken');
  });

  test('a number is read only if it has one possible meaning', () => {
    const typed = ['12.5', '12,5', ' 1 500 ', '1\u202f500', '−3', '0,125', '1,500', '1.2.3', 'x', '', '12 5'];
    expect(typed.map((text) => typedNumber(text))).toEqual([
      ...[12.5, 12.5, 1500, 1500, -3, 0.125],
      ...Array(5).fill(undefined),
    ]);
    const withUnit = ['19%', '19 %', '19', '19 s', '%'];
    expect(withUnit.map((text) => typedNumber(text, '%'))).toEqual([19, 19, 19, undefined, undefined]);
  });

  test('arithmetic of facts goes from left to right', () => {
    expect(computeFact(['a', '+', 4, '*', 2], () => 20)).toBe(48);
    expect(() => computeFact([1, '^', 2], () => 0)).toThrow('^');
  });

  test('a seed of a name does not depend on how it is typed', () => {
    expect(studentSeed(' Ada  LOVELACE ')).toBe(studentSeed('ada lovelace'));
    expect(studentSeed('Jose\u0301')).toBe(studentSeed('José'));
    expect(studentSeed('ada')).not.toBe(studentSeed('adb'));
  });
});

/**
 * A text is the same for all students. A figure of runs with their own seeds stands in it only where it hardly depends
 * on the seed.
 */
test.each(ownLessons)('%s states no figure that depends on the student', (_, text) => {
  const { runs, steps } = parseLesson(text).lesson as Lesson;
  for (const [index, each] of steps.entries()) {
    if (each.kind === 'broken') continue;
    const computedFacts = new Set(each.facts.flatMap((fact) => ('is' in fact ? [fact.says] : [])));
    for (const fact of each.facts)
      if ('of' in fact && runs[fact.of.run]?.seed === 'student' && !computedFacts.has(fact.says)) {
        const stated = Number(/\d[\d,]*(?:\.\d+)?/.exec(fact.says)?.[0].replaceAll(',', ''));
        expect(fact.within, `step ${index + 1}: ${fact.says}`).toBeLessThanOrEqual(0.1 * stated);
      }
  }
});

/** The picture of a class counts it. */
test.each(ownLessons)('%s names the misconception of each wrong option, and of no right one', (_, text) => {
  const lesson = parseLesson(text).lesson as Lesson;
  for (const [index, each] of lesson.steps.entries()) {
    if (each.kind === 'broken') continue;
    for (const option of choiceQuestionOf(each, lesson)?.options ?? [])
      expect(option.misconception !== undefined, `step ${index + 1}: ${option.text}`).toBe(!option.right);
  }
});

/** Figures of runs with different seeds differ for two reasons. */
test.each(ownLessons)('%s compares runs with the same seed, or says so in their titles', (_, text) => {
  const { runs, steps } = parseLesson(text).lesson as Lesson;
  for (const [index, each] of steps.entries()) {
    if (each.kind !== 'compare' || each.runs.some((run) => runs[run]?.title.startsWith('Seed '))) continue;
    const seeds = each.runs.map((run) => [runs[run]?.seed, new URLSearchParams(runs[run]?.link.slice(1)).get('seed')]);
    expect(new Set(seeds.map(String)).size, `step ${index + 1}`).toBe(1);
  }
});

test('a step begins at the start of its run, or after its warm-up: nothing from the warm-up looks like a result', () => {
  const earlySteps = ownLessons.flatMap(([name, text]) => {
    const { steps, runs } = parseLesson(text).lesson!;
    return steps.flatMap((lessonStep) => {
      const view = lessonStep.kind === 'broken' ? undefined : lessonStep.view;
      const lessonRun = view?.run === undefined ? undefined : runs[view.run];
      const { atSeconds = 0 } = view ?? {};
      if (lessonRun === undefined || atSeconds === 0) return [];
      const { warmupSeconds } = resolveScenario(scenarioOfRun(decodeLessonRun(lessonRun, undefined).run)).run;
      return atSeconds > warmupSeconds ? [] : [`${name}: ${lessonStep.title} at ${atSeconds} s`];
    });
  });
  expect(earlySteps).toEqual([]);
});

/** One packet size, so that bytes are packets. The summary integrates the queue over time, and does not use windows. */
test('the mean queue counts since the warm-up, as the plot beside it', () => {
  const link = '#v=1&p=single-tcp&run.warmupSeconds=5&run.durationSeconds=15&lanes=droptail';
  const { run } = decodeLessonRun({ title: 'One', link, seed: 'link' }, undefined);
  const figures = [{ lane: 1, figure: 'meanQueuePackets' as const }];
  const task = measureTask(run, { figures, curves: [] });
  const [packets] = measureRuns(task).figures;
  const simulation = openRun(task.lanes[0]!);
  simulation.advance(15e9);
  expect(packets).toBeCloseTo(simulation.summary().meanQueueBytes / 1_040, 1);
});
