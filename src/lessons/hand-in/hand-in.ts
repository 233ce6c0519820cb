/**
 * A hand-in: a student's answers in a lesson, with their runs. It is data. `hand-in-page.ts` makes a printable page
 * from it, and `sim -- grade` runs every link in it again.
 */
import * as v from 'valibot';
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { encodeRun } from '../../run-state/run-url.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { errorMessage } from '../../shared/error-message.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { isDeeperThan, isFields, type JsonFields } from '../../shared/nesting.ts';
import { required } from '../../shared/required.ts';
import { RunningStatistics } from '../../shared/statistics.ts';
import { version } from '../../version.ts';
import type { JudgedAnswer, LessonAnswer } from '../answers/answers.ts';
import { figureRequestsOfStep, type RunRequest } from '../answers/figure-requests.ts';
import { judgeAnswer } from '../answers/judge-answer.ts';
import { answerSchema, curveSchema } from '../answers/stored-answers.ts';
import type { Lesson, LessonStep } from '../format/lesson.ts';
import { lessonFigures } from '../measurement/lesson-figures.ts';
import type { MeasureTask } from '../measurement/measure-runs.ts';
import type { CurveRequest, MeasuredCurve, MeasuredRun } from '../measurement/measured-run.ts';
import {
  answeredProgram,
  classLabel,
  decodeLessonRun,
  decodeSettingsRun,
  goalLabel,
  measureTask,
} from '../runs/lesson-runs.ts';
import { MAX_STUDENT_NAME_CHARACTERS, seedOfStudent } from '../runs/student-seed.ts';

export const HAND_IN_VERSION = 1;
/** Longest hand-in, bytes. */
export const MAX_HAND_IN_BYTES = 2_000_000;
/** Most nested levels that its JSON may have. The lesson inside has at most 16. */
const MAX_JSON_DEPTH = 24;

/** Number of runs for the interval of a figure, with the student's seed and the following seeds. */
export const HAND_IN_REPLICATIONS = 5;

const text = v.pipe(v.string(), v.maxLength(20_000));
const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100));

/** A value without data (the mean of nothing) is null in JSON. */
const nullishNumber = v.nullish(v.number());
const handedNumber = v.object({
  /** Missing in files of older versions. */
  kind: v.optional(v.picklist(['answer', 'distance', 'goal']), 'answer'),
  below: nullishNumber,
  above: nullishNumber,
  label: text,
  unit: text,
  answered: nullishNumber,
  expected: nullishNumber,
  within: nullishNumber,
  met: v.boolean(),
});
/** A compared number of an assessment, with the keys of the file. */
export type HandedNumber = v.InferOutput<typeof handedNumber>;

const handedRun = v.object({
  title: text,
  /** Hash of the link, with `#`. */
  link: text,
  /** Digest of the whole run, all lanes. */
  digest: text,
  /** The queue of each lane over the whole run. */
  queues: v.pipe(v.array(curveSchema), v.maxLength(4)),
  /** Figures of this run that the step needs, over `HAND_IN_REPLICATIONS` seeds. */
  intervals: v.pipe(
    v.array(v.object({ label: text, unit: text, mean: nullishNumber, ci95: nullishNumber, n: index })),
    v.maxLength(40),
  ),
});
/** A run of a hand-in: its link, its digest, its queues and the figures that the step needs. */
export type HandedRun = v.InferOutput<typeof handedRun>;

const handedStep = v.object({
  /** From 1. */
  number: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  kind: text,
  title: text,
  answer: v.optional(answerSchema),
  judged: v.optional(
    v.object({
      right: v.optional(v.boolean()),
      says: text,
      compared: v.pipe(v.array(handedNumber), v.maxLength(20)),
      curve: v.optional(curveSchema),
    }),
  ),
  runs: v.pipe(v.array(handedRun), v.maxLength(10)),
  /** Time for which the step was shown until its answer, s; missing in files of older versions. */
  seconds: v.optional(v.pipe(v.number(), v.minValue(0))),
});
/** A step of a hand-in, with the answer and its assessment. */
export type HandedStep = v.InferOutput<typeof handedStep>;

const handIn = v.object({
  bufferscopeHandIn: v.literal(
    HAND_IN_VERSION,
    ({ received }) => `version ${received} is not known; known: ${HAND_IN_VERSION}`,
  ),
  /** Version of the page that made it. */
  build: text,
  student: v.pipe(v.string(), v.maxLength(MAX_STUDENT_NAME_CHARACTERS)),
  /** Time of the student's clock, ms since 1970 (UTC); missing in files of older versions. */
  madeAtMs: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** Computed from the student's name; missing without a name. */
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** The content of the lesson's file. */
  lesson: v.record(v.string(), v.unknown()),
  steps: v.pipe(v.array(handedStep), v.maxLength(100)),
});
/** The file that a student hands in. */
export type HandIn = v.InferOutput<typeof handIn>;

/** The place of a hand-in's JSON in its page. */
export const HAND_IN_ELEMENT = 'bufferscope-hand-in';

/**
 * Reads a hand-in: its page, or its JSON.
 * @throws Error that names the problem
 */
export function parseHandIn(content: string): HandIn {
  const inPage = new RegExp(`<script type="application/json" id="${HAND_IN_ELEMENT}">([^<]*)</script>`).exec(content);
  const json = inPage?.[1] ?? content;
  if (inPage === null && content.trimStart().startsWith('<'))
    throw new Error(
      'this page contains no hand-in, or only a part of one; allowed: the file that “Hand in” of a lesson has saved',
    );
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch (error) {
    throw new Error(`it is damaged: ${errorMessage(error)}`);
  }
  if (isDeeperThan(data, MAX_JSON_DEPTH)) throw new Error(`it has more than ${MAX_JSON_DEPTH} levels of nesting`);
  const result = v.safeParse(handIn, data);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${v.getDotPath(issue) ?? 'it'}: ${issue.message}`);
}

/** A step of a lesson with the seed and the answer of a student. */
export interface AnsweredStep {
  readonly lesson: Lesson;
  readonly step: LessonStep;
  readonly seed: number | undefined;
  readonly answer: LessonAnswer | undefined;
}

/**
 * The student's run for the question of a step.
 * @throws Error if the link of a challenge's answer cannot be read
 */
export function requestedRun(
  request: Pick<RunRequest, 'run'>,
  { lesson, step, seed, answer }: AnsweredStep,
): RunState | undefined {
  if (request.run !== undefined) {
    const run = lesson.runs[request.run];
    return run && decodeLessonRun(run, seed).run;
  }
  if (step.kind === 'challenge' && answer?.kind === 'program') {
    const run = lesson.runs[step.view.run];
    return run && decodeLessonRun(run, seed).run;
  }
  if (step.kind !== 'challenge' || answer?.kind !== 'settings') return undefined;
  const { run, problems } = decodeSettingsRun(lesson, step, answer.link, seed);
  if (problems.length > 0)
    throw new Error(`the link of step "${step.title}" has a setting that is not allowed: ${problems[0]?.path}`);
  return run;
}

/** Measures one task; the page does it in a worker. */
export type RunMeasurer = (task: MeasureTask) => Promise<MeasuredRun>;

interface HandInInput {
  readonly lesson: Lesson;
  /** The content of the lesson's file. */
  readonly file: Readonly<Record<string, unknown>>;
  /** Empty without a name. */
  readonly student: string;
  /** By index of the step. */
  readonly answers: ReadonlyMap<number, LessonAnswer>;
  /** By index of the step: the time for which it was shown until its answer, s. */
  readonly seconds?: ReadonlyMap<number, number>;
  /** The present time, ms since 1970 (UTC). */
  readonly madeAtMs?: number;
  readonly measure: RunMeasurer;
  /** Called with the finished share, 0 to 1. */
  readonly onProgress?: (progress: number) => void;
}

/** Points of the curve of a queue in a hand-in. */
const QUEUE_POINTS = 120;

/** Makes the hand-in: measures the runs of all steps again with the student's seed, and adds the answers. */
export async function createHandIn({
  lesson,
  file,
  student,
  answers,
  seconds,
  madeAtMs,
  measure,
  onProgress,
}: HandInInput): Promise<HandIn> {
  const seed = seedOfStudent(student);
  const steps: HandedStep[] = [];
  for (const stepIndex of lesson.steps.keys()) {
    const handedStep = await handInStep(lesson, stepIndex, answers.get(stepIndex), seed, measure);
    const shownSeconds = handedStep.answer && seconds?.get(stepIndex);
    steps.push(shownSeconds === undefined ? handedStep : { ...handedStep, seconds: shownSeconds });
    onProgress?.((stepIndex + 1) / lesson.steps.length);
  }
  return {
    bufferscopeHandIn: HAND_IN_VERSION,
    build: version,
    student,
    ...(madeAtMs !== undefined && { madeAtMs }),
    ...(seed !== undefined && { seed }),
    lesson: withoutNotes(file),
    steps,
  };
}

/**
 * A lesson's file without the notes for teachers, of the lesson, of its steps and of their options: students see a
 * hand-in.
 */
export function withoutNotes({ teacher: _, ...file }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!Array.isArray(file.steps)) return file;
  return { ...file, steps: file.steps.map(stepWithoutNotes) };
}

function stepWithoutNotes(step: unknown): unknown {
  if (!isFields(step)) return step;
  const { teacher: _, ...fields } = withoutMisconceptions(step);
  return isFields(fields.ask) ? { ...fields, ask: withoutMisconceptions(fields.ask) } : fields;
}

/** A step or a question, without the misconceptions of its options. */
function withoutMisconceptions(question: JsonFields): JsonFields {
  if (!Array.isArray(question.options)) return question;
  const options = question.options.map((option: unknown) => {
    if (!isFields(option)) return option;
    const { misconception: _, ...fields } = option;
    return fields;
  });
  return { ...question, options };
}

async function handInStep(
  lesson: Lesson,
  stepIndex: number,
  answer: LessonAnswer | undefined,
  seed: number | undefined,
  measure: RunMeasurer,
): Promise<HandedStep> {
  const step = required(lesson.steps[stepIndex]);
  const base = { number: stepIndex + 1, kind: step.kind, title: step.title };
  if (answer === undefined) return { ...base, runs: [] };
  const runs: HandedRun[] = [];
  const measuredRuns: MeasuredRun[] = [];
  for (const request of figureRequestsOfStep(step)) {
    const run = requestedRun(request, { lesson, step, seed, answer });
    if (run === undefined) continue;
    const program = answeredProgram(step, answer);
    const wholeRun = await measure(
      measureTask(run, { ...request, curves: [...request.curves, ...queueCurveRequests(run)] }, program),
    );
    measuredRuns.push({ ...wholeRun, curves: wholeRun.curves.slice(0, request.curves.length) });
    runs.push({
      title:
        (request.run === undefined ? undefined : lesson.runs[request.run]?.title) ??
        (program === undefined ? 'Own settings' : 'Own program'),
      link: `#${encodeRun(run)}`,
      digest: wholeRun.digest,
      queues: wholeRun.curves.slice(request.curves.length).map(copyCurve),
      intervals: await measureIntervals(run, request, wholeRun, (next, intervalRequest) =>
        measure(measureTask(next, intervalRequest, program)),
      ),
    });
  }
  const judgedAnswer =
    measuredRuns.length === figureRequestsOfStep(step).length ? judgeAnswer(step, answer, measuredRuns) : undefined;
  return {
    ...base,
    answer: answer as HandedStep['answer'],
    ...(judgedAnswer && { judged: judgedData(judgedAnswer, labelsOfGoals(lesson, step)) }),
    runs,
  };
}

const copyCurve = ({ seconds, values }: MeasuredCurve) => ({ seconds: [...seconds], values: [...values] });

const labelsOfGoals = (lesson: Lesson, step: LessonStep): readonly string[] =>
  step.kind === 'challenge' ? step.goals.map((goal) => goalLabel(lesson, step, goal)) : [];

/**
 * An assessment with the keys of the file.
 * @param goalLabels the names of its numbers; empty if they are not goals
 */
function judgedData(judgedAnswer: JudgedAnswer, goalLabels: readonly string[]): HandedStep['judged'] {
  const { says, curve } = judgedAnswer;
  return {
    ...(judgedAnswer.isRight !== undefined && { right: judgedAnswer.isRight }),
    says,
    compared: judgedAnswer.comparedNumbers.map(({ answeredValue, expectedValue, isMet, label, ...row }, index) => ({
      ...row,
      label: goalLabels[index] ?? label,
      answered: answeredValue,
      expected: expectedValue,
      met: isMet,
    })),
    ...(curve && { curve: copyCurve(curve) }),
  };
}

/** The queue of each lane over the whole run. */
function queueCurveRequests(run: RunState): CurveRequest[] {
  const toSeconds = endSeconds(run);
  return run.lanes.map((_, lane) => ({
    lane: lane + 1,
    curve: 'queuePackets',
    fromSeconds: 0,
    toSeconds,
    points: QUEUE_POINTS,
  }));
}

const endSeconds = (run: RunState) => resolveScenario(scenarioOfRun(run)).run.durationSeconds;

/** Mean and 95 % interval of each figure over the student's seed and the following seeds. */
async function measureIntervals(
  run: RunState,
  request: RunRequest,
  first: MeasuredRun,
  measure: (run: RunState, request: RunRequest) => Promise<MeasuredRun>,
): Promise<HandedRun['intervals']> {
  if (request.figures.length === 0) return [];
  const moments = request.figures.map(() => new RunningStatistics());
  for (let replication = 0; replication < HAND_IN_REPLICATIONS; replication++) {
    const next = { ...run, seed: run.seed + replication };
    const { figures: values } = replication === 0 ? first : await measure(next, { ...request, curves: [] });
    for (const [index, value] of values.entries()) moments[index]?.add(value);
  }
  return request.figures.map(({ figure, lane, class: id }, index) => {
    const { label, unit } = lessonFigures[figure];
    const qualifiers = [
      id && classLabel(run, id),
      run.lanes.length > 1 ? `lane ${laneLetter(lane - 1)}` : undefined,
    ].filter((word) => word !== undefined);
    return { label: [label, ...qualifiers].join(', '), unit, ...required(moments[index]).result() };
  });
}
