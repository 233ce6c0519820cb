/**
 * Hand-ins of an invented class, for tests and benchmarks: right and wrong answers, edited files, several of a student.
 */
import type { LessonAnswer } from '../../../src/lessons/answers/answers.ts';
import type { Lesson, LessonStep } from '../../../src/lessons/format/lesson.ts';
import { parseLesson } from '../../../src/lessons/format/parse-lesson.ts';
import { createHandIn, type HandIn, withoutNotes } from '../../../src/lessons/hand-in/hand-in.ts';
import { lessonFigures } from '../../../src/lessons/measurement/lesson-figures.ts';
import { type MeasureTask, measureRuns } from '../../../src/lessons/measurement/measure-runs.ts';
import type { MeasuredRun } from '../../../src/lessons/measurement/measured-run.ts';
import { decodeLessonRun } from '../../../src/lessons/runs/lesson-runs.ts';
import { studentSeed } from '../../../src/lessons/runs/student-seed.ts';
import { encodeRun } from '../../../src/run-state/run-url.ts';
import { version } from '../../../src/version.ts';
import { randomFrom } from '../../random.ts';

const FIRST_NAMES = ['Ada', 'Bao', 'Chidi', 'Dana', 'Emre', 'Fatima', 'Goran', 'Hana', 'Ivo', 'Jun', 'Kofi', 'Lena'];
const LAST_NAMES = ['Okafor', 'Nowak', 'Silva', 'Tanaka', 'Berg'];
const WORDS = ['The queue fills, because the window grows until a packet is lost.', 'More buffer, more waiting.', '?'];

/** The name of a student of the class. */
const studentOf = (index: number): string =>
  `${FIRST_NAMES[index % FIRST_NAMES.length]} ${LAST_NAMES[Math.floor(index / FIRST_NAMES.length) % LAST_NAMES.length]}${index >= 60 ? ` ${index}` : ''}`;

const measuredRuns = new Map<string, MeasuredRun>();
const measureOnce = async (task: MeasureTask): Promise<MeasuredRun> => {
  const key = JSON.stringify(task);
  const measuredRun = measuredRuns.get(key) ?? measureRuns(task);
  measuredRuns.set(key, measuredRun);
  return measuredRun;
};

type Draw = () => number;

/** Half of the answers are right or near it, the others are typical mistakes. */
function answerOf(lesson: Lesson, step: LessonStep, seed: number, draw: Draw): LessonAnswer {
  const near = (value: number) => {
    const kind = draw();
    if (kind < 0.6) return value * (0.97 + 0.06 * draw());
    if (kind < 0.95) return value * (kind < 0.8 ? 0.5 : 2) * (0.9 + 0.2 * draw());
    return value * 1_000;
  };
  const pick = (options: readonly { readonly right: boolean }[]) => {
    const right = options.findIndex((option) => option.right);
    return draw() < 0.5 ? right : Math.floor(draw() * options.length);
  };
  const numberAnswer = (value: number): LessonAnswer => ({ kind: 'number', value: Number(near(value).toPrecision(3)) });
  if (step.kind === 'compare') return { kind: 'choice', option: pick(step.options) };
  if (step.kind === 'explain') return { kind: 'text', text: WORDS[Math.floor(draw() * WORDS.length)] as string };
  if (step.kind === 'measure') return numberAnswer(lessonFigures[step.reading.figure].unit === 'ms' ? 90 : 20);
  if (step.kind === 'challenge') {
    if (step.program !== undefined) return { kind: 'program', source: step.program.solution };
    const { run } = decodeLessonRun(lesson.runs[step.view.run] as Lesson['runs'][string], seed);
    const url = new URLSearchParams(encodeRun(run));
    if (draw() < 0.5) for (const [path, value] of Object.entries(step.solution)) url.set(path, String(value));
    return { kind: 'settings', link: decodeURIComponent(url.toString()) };
  }
  if (step.kind !== 'predict') return { kind: 'seen' };
  const { ask } = step;
  if (ask.type === 'choice') return { kind: 'choice', option: pick(ask.options) };
  if (ask.type === 'number') return numberAnswer(typeof ask.answer === 'number' ? ask.answer : 50);
  if (ask.type === 'order') {
    const items = [...ask.items.keys()];
    return { kind: 'order', items: draw() < 0.5 ? items : items.toSorted(() => draw() - 0.5) };
  }
  const times = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => ask.fromSeconds + share * (ask.toSeconds - ask.fromSeconds));
  return { kind: 'sketch', sketch: { seconds: times, values: times.map(() => ask.top * (0.3 + 0.5 * draw())) } };
}

/**
 * @param measures whether the files have the results of their runs, as the page makes them
 */
export async function madeHandIn(text: string, index: number, measures: boolean): Promise<HandIn> {
  const lesson = parseLesson(text).lesson as Lesson;
  const student = studentOf(index);
  const draw = randomFrom(index + 1);
  const seed = studentSeed(student);
  const answers = new Map(lesson.steps.map((step, place) => [place, answerOf(lesson, step, seed, draw)] as const));
  const seconds = new Map(lesson.steps.map((_, place) => [place, Math.round(20 + 160 * draw() * draw())] as const));
  const madeAtMs = Date.UTC(2026, 10, 2, 9, 0, index);
  const file = JSON.parse(text);
  if (measures) return createHandIn({ lesson, file, student, answers, seconds, madeAtMs, measure: measureOnce });
  const steps = lesson.steps.map(({ kind, title }, place) => ({
    ...{ number: place + 1, kind, title, runs: [] },
    ...{ answer: answers.get(place) as HandIn['steps'][number]['answer'], seconds: seconds.get(place) },
  }));
  return { bufferscopeHandIn: 1, build: version, student, madeAtMs, seed, lesson: withoutNotes(file), steps };
}

/** A copy in which the student's verdicts and tolerances are changed: everything is right. */
export function editedHandIn(handIn: HandIn): HandIn {
  const copy = structuredClone(handIn) as HandIn & { lesson: { steps: Record<string, unknown>[] } };
  for (const step of copy.steps) if (step.judged?.right !== undefined) step.judged.right = true;
  for (const step of copy.lesson.steps) {
    if (step.tolerance !== undefined) step.tolerance = { percent: 100 };
    const ask = step.ask as Record<string, unknown> | undefined;
    if (ask?.tolerance !== undefined) ask.tolerance = { percent: 100 };
  }
  return copy;
}
