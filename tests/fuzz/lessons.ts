/**
 * Lesson files and hand-ins, broken: the valid parts are read, the other parts are named in words, and exceptions have
 * our own messages.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { root } from '../../scripts/project.mjs';
import type { LessonAnswer } from '../../src/lessons/answers/answers.ts';
import { progressForStore, progressFromStore } from '../../src/lessons/answers/stored-answers.ts';
import type { Lesson } from '../../src/lessons/format/lesson.ts';
import { parseLesson, parseLessonData } from '../../src/lessons/format/parse-lesson.ts';
import { gradeHandIn } from '../../src/lessons/hand-in/grade.ts';
import { createHandIn, type HandIn, parseHandIn, type RunMeasurer } from '../../src/lessons/hand-in/hand-in.ts';
import type { MeasuredRun } from '../../src/lessons/measurement/measured-run.ts';
import { problemsOfRuns } from '../../src/lessons/runs/lesson-runs.ts';
import { type Attack, mutated, mutatedData, pick } from './attack.ts';

const folder = `${root}/public/lessons`;
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && !/^index|schema/.test(name))
  .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));

export const lessons: Attack = {
  name: 'lessons',
  mostMs: 2_000,
  attempt: (random) => {
    const text = pick(random, texts);
    const kind = random.uniform();
    const broken = kind < 0.7 ? JSON.stringify(mutatedData(random, JSON.parse(text))) : mutated(random, text);
    const { lesson, problems } = parseLesson(broken);
    if (lesson === undefined) return problems.length > 0 ? undefined : `not a word on ${broken}`;
    problemsOfRuns(lesson);
    const kept = mutatedData(
      random,
      progressForStore(lesson, { step: 1, answers: answersTo(lesson), drafts: { 0: 'one' } }),
    );
    const { step } = progressFromStore(lesson, kept);
    return step >= 0 && step < lesson.steps.length ? undefined : `${JSON.stringify(kept)} is kept at step ${step}`;
  },
};

/** A lesson with a step of each kind. */
const EVERY = {
  bufferscopeLesson: 1,
  id: 'every',
  title: 'Every step',
  summary: 'For the fuzzer.',
  minutes: 5,
  runs: {
    one: { title: 'One', link: '#v=1&p=single-tcp&run.durationSeconds=1&lanes=red', seed: 'student' },
    constructor: { title: 'Two', link: '#v=1&p=single-tcp&run.durationSeconds=1&lanes=droptail' },
  },
  steps: [
    { kind: 'read', title: 'Read', text: 'Text.' },
    {
      kind: 'predict',
      title: 'Choose',
      question: 'Which?',
      ask: {
        type: 'choice',
        options: [
          { text: 'This', right: true, says: 'Yes.' },
          { text: 'That', says: 'No.' },
        ],
      },
    },
    {
      kind: 'predict',
      title: 'Order',
      question: 'Which?',
      ask: { type: 'order', items: ['a', 'b', 'c'], says: 'So.' },
    },
    {
      kind: 'predict',
      title: 'Sketch',
      question: 'How?',
      ask: { type: 'sketch', run: 'one', curve: 'queuePackets', toSeconds: 1, top: 20, says: 'So.' },
    },
    {
      kind: 'measure',
      title: 'Measure',
      question: 'How much?',
      hint: 'There.',
      reading: { run: 'constructor', figure: 'delayMs' },
      tolerance: { percent: 5 },
    },
    {
      kind: 'compare',
      title: 'Compare',
      question: 'Which?',
      runs: ['one', 'constructor'],
      figures: [{ figure: 'delayMs' }],
      options: [
        { text: 'This', right: true, says: 'Yes.' },
        { text: 'That', says: 'No.' },
      ],
    },
    { kind: 'explain', title: 'Explain', question: 'Why?', model: 'So.' },
    {
      kind: 'challenge',
      title: 'Challenge',
      view: { run: 'one', controls: ['lanes.0.minThreshold'] },
      goals: [{ figure: 'delayMs', below: 5 }],
      solution: { 'lanes.0.minThreshold': 5 },
    },
  ],
} as const;

const measure: RunMeasurer = async ({ figures, curves }): Promise<MeasuredRun> => ({
  figures: figures.map(() => 1),
  curves: curves.map(() => ({ seconds: [0.5], values: [1] })),
  digest: '0'.repeat(16),
});

function answersTo(lesson: Lesson): Record<number, LessonAnswer> {
  const answer = (step: Lesson['steps'][number]): LessonAnswer => {
    if (step.kind === 'measure') return { kind: 'number', value: 1 };
    if (step.kind === 'compare') return { kind: 'choice', option: 0 };
    if (step.kind === 'explain') return { kind: 'text', text: 'So.' };
    if (step.kind === 'challenge')
      return { kind: 'settings', link: 'v=1&p=single-tcp&run.durationSeconds=1&lanes=red&lanes.0.minThreshold=5' };
    if (step.kind !== 'predict') return { kind: 'seen' };
    const { ask } = step;
    if (ask.type === 'choice') return { kind: 'choice', option: 0 };
    if (ask.type === 'order') return { kind: 'order', items: ask.items.map((_, index) => index) };
    if (ask.type === 'number') return { kind: 'number', value: 1 };
    return { kind: 'sketch', sketch: { seconds: [0, 1], values: [0, 5] } };
  };
  return Object.fromEntries(lesson.steps.map((step, index) => [index, answer(step)]));
}

let whole: Promise<HandIn> | undefined;

function wholeHandIn(): Promise<HandIn> {
  const { lesson, problems } = parseLessonData(EVERY);
  if (lesson === undefined || problems.length > 0) throw new Error(JSON.stringify(problems));
  const answers = new Map(Object.entries(answersTo(lesson)).map(([at, answer]) => [Number(at), answer]));
  return createHandIn({ lesson, file: EVERY, student: 'Ada', answers, measure });
}

/** Messages of JavaScript's own exceptions, which our code never writes. */
const SLIP = /cannot (read|set|convert)|is not (a function|iterable|defined)|maximum call/i;

export const handIns: Attack = {
  name: 'hand-ins',
  mostMs: 2_000,
  attempt: async (random) => {
    whole ??= wholeHandIn();
    const text = JSON.stringify(mutatedData(random, await whole));
    let handIn: HandIn;
    try {
      handIn = parseHandIn(random.uniform() < 0.2 ? mutated(random, text) : text);
    } catch (error) {
      const { message } = error as Error;
      return SLIP.test(message) ? `${text}: ${message}` : undefined;
    }
    try {
      const teachers = random.uniform() < 0.5 ? JSON.stringify(EVERY) : undefined;
      const steps = await gradeHandIn(handIn, teachers, measure);
      const slip = steps.flatMap(({ differences }) => differences).find((said) => SLIP.test(said));
      return slip === undefined ? undefined : `${text}: ${slip}`;
    } catch (error) {
      const { message } = error as Error;
      return message === 'its lesson cannot be read' ? undefined : `${text}: ${(error as Error).stack}`;
    }
  },
};
