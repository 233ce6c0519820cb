/**
 * A lesson: one JSON file. This is the only definition of its fields. The published JSON Schema is made from it (`npm
 * run sim -- lesson-schema`). Texts are plain: empty lines separate paragraphs, `**strong**`, `$TeX$`, no HTML.
 */

import * as v from 'valibot';
import { keysOfRecord } from '../../shared/record-keys.ts';
import { curveIds, figureIds } from '../measurement/lesson-figures.ts';

export const LESSON_VERSION = 1;

/** The limits of a lesson, so that no file can stop a page. */
export const lessonLimits = {
  /** Longest file, characters. */
  file: 262_144,
  /** Levels of its JSON. */
  levels: 16,
  steps: 100,
  runs: 40,
  /** Longest text, question and label, characters. */
  text: 6_000,
  question: 600,
  label: 200,
  /** Longest link of a run, characters. */
  link: 20_000,
  options: 12,
  /** Longest program of a challenge, characters. */
  program: 20_000,
} as const;

const text = (max: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(max));
const label = text(lessonLimits.label);
const prose = text(lessonLimits.text);
const question = text(lessonLimits.question);
const id = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and -, at most 40'));
const finiteNumber = v.pipe(v.number(), v.finite());
const positiveNumber = v.pipe(finiteNumber, v.gtValue(0));
const seconds = v.pipe(finiteNumber, v.minValue(0), v.maxValue(3_600));
/** A lane, from 1 for the leftmost one. */
const lane = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4));
const list = <T extends v.GenericSchema>(item: T, min: number, max: number) =>
  v.pipe(v.array(item), v.minLength(min), v.maxLength(max));

const figureRead = {
  lane: v.optional(lane, 1),
  figure: v.picklist(figureIds),
  /** Id of a class; without it, all classes together. */
  class: v.optional(label),
  /** Time at which it is read, s; without it, the end of the run. */
  atSeconds: v.optional(seconds),
};
/** A figure read off a run. */
const figureOfRun = v.strictObject({ run: id, ...figureRead });

/** Allowed error of an answer: an amount in the figure's unit, a share of the right answer, or the larger of both. */
const tolerance = v.pipe(
  v.strictObject({ within: v.optional(positiveNumber), percent: v.optional(v.pipe(positiveNumber, v.maxValue(100))) }),
  v.check(({ within, percent }) => within !== undefined || percent !== undefined, 'give within, percent, or both'),
);
export type AnswerTolerance = v.InferOutput<typeof tolerance>;

const option = v.strictObject({
  text: question,
  right: v.optional(v.boolean(), false),
  /** The message to a student who chose it. */
  says: prose,
  /** The wrong idea that leads to it, for teachers: the picture of a class counts it. Not shown to students. */
  misconception: v.optional(label),
});
/** An option of a question. */
export type ChoiceOption = v.InferOutput<typeof option>;

const choiceAsk = v.strictObject({ type: v.literal('choice'), options: list(option, 2, lessonLimits.options) });
const orderAsk = v.strictObject({
  type: v.literal('order'),
  /** In the right order; the page shows them in another order. */
  items: list(question, 2, lessonLimits.options),
  says: prose,
});
const numberAsk = v.strictObject({
  type: v.literal('number'),
  unit: v.pipe(v.string(), v.maxLength(40)),
  /** The right answer: a number, or a figure of a run. */
  answer: v.union([finiteNumber, figureOfRun]),
  tolerance,
  says: prose,
});
/** The judged properties of a sketch, instead of its distance from the run: at least one of the four. */
const sketchShape = v.pipe(
  v.strictObject({
    /** The part before this time is shown but not judged, s. */
    fromSeconds: v.optional(seconds),
    /** Allowed errors of the mean, the highest and the lowest value, in the curve's unit. */
    mean: v.optional(positiveNumber),
    highest: v.optional(positiveNumber),
    lowest: v.optional(positiveNumber),
    /** Smallest number of falls, each by at least a third of the run's range. */
    falls: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20))),
  }),
  v.check(
    ({ mean, highest, lowest, falls }) => [mean, highest, lowest, falls].some((candidate) => candidate !== undefined),
    'give mean, highest, lowest or falls',
  ),
);
export type SketchShape = v.InferOutput<typeof sketchShape>;
const sketchAsk = v.strictObject({
  type: v.literal('sketch'),
  run: id,
  lane: v.optional(lane, 1),
  curve: v.picklist(curveIds),
  class: v.optional(label),
  fromSeconds: v.optional(seconds, 0),
  toSeconds: seconds,
  /** Top of the vertical axis, in the curve's unit. */
  top: positiveNumber,
  /** Largest mean distance between sketch and curve that counts as right, as a share of the axis. */
  closePercent: v.optional(v.pipe(positiveNumber, v.maxValue(100)), 12),
  /** Used if the shape counts, not the distance. */
  shape: v.optional(sketchShape),
  says: prose,
});
const ask = v.variant('type', [choiceAsk, orderAsk, numberAsk, sketchAsk]);
/** What a prediction asks for: an option, an order, a number or a sketch. */
export type PredictionQuestion = v.InferOutput<typeof ask>;

/** The view of the page during a step. */
const view = v.strictObject({
  /** The run that is opened; a run that is open already stays. */
  run: v.optional(id),
  /** The run goes to this time and pauses there, s. */
  atSeconds: v.optional(seconds),
  /** Simulated seconds per second. */
  speed: v.optional(positiveNumber),
  /** The values that may be changed: all, none, or these paths. */
  controls: v.optional(v.union([v.picklist(['all', 'none']), list(label, 1, 20)]), 'none'),
  /** The plots that are shown, from the top; without it, the page's usual ones. */
  plots: v.optional(list(label, 1, 4)),
  /** Files of measurements beside the page, which the student can open in *My line*, or replace by own ones. */
  measurements: v.optional(list(label, 1, 6)),
  /** Whether the table of figures is shown in place of the plots. */
  table: v.optional(v.boolean(), false),
  /** Whether the lenses are shown in place of the plots, where there is no room for both. */
  lenses: v.optional(v.boolean(), false),
  /** The hidden parts. */
  hide: v.optional(v.pipe(v.array(v.picklist(['figures', 'plots', 'lenses', 'queues'])), v.maxLength(4)), []),
});

/** A number in a text, and its source; a test and `sim -- lesson` compare them. */
const fact = v.union([
  /** A figure of a run. */
  v.strictObject({ says: label, of: figureOfRun, within: positiveNumber }),
  /** Arithmetic, from left to right: numbers, `+ - * /`, and settings of a run as `RUN:PATH`. */
  v.strictObject({ says: label, is: list(v.union([finiteNumber, label]), 1, 30), within: v.optional(positiveNumber) }),
]);
export type LessonFact = v.InferOutput<typeof fact>;

/** Significant digits of the numbers of a table, and their number where a step does not give it. */
const digits = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(6));
export const TABLE_DIGITS = 3;

/**
 * How the answer is seen in the run. `src/lessons/answers/step-proof.ts` derives each field that is left out from the
 * step.
 */
const proof = v.strictObject({
  /** The runs that are played: one run with all of its lanes, or one lane of each of several runs. */
  runs: v.optional(list(id, 1, 4)),
  /** The time at which the answer is seen: the run stops there, s. */
  atSeconds: v.optional(seconds),
  /** The run is played from this time, and the plots begin with it, s. */
  fromSeconds: v.optional(seconds, 0),
  /** The plots that show it. */
  plots: v.optional(list(label, 1, 3)),
  /** Whether the window of the first sender is shown in place of the plots. */
  sender: v.optional(v.boolean(), false),
  /** Whether the lenses show it, in place of the plots where there is no room for both. */
  lenses: v.optional(v.boolean(), false),
  /** The quantity that the question is about: read at that time in each of the runs. */
  figures: v.optional(list(v.strictObject(figureRead), 1, 4)),
  /** Digits of the numbers of this quantity. */
  digits: v.optional(digits, TABLE_DIGITS),
  /** The plot in which a predicted number is drawn as a line, because it has the same unit. */
  guessPlot: v.optional(label),
  /** Where to look. */
  look: v.optional(question),
});
export type AnswerProof = v.InferOutput<typeof proof>;

const commonFields = {
  title: label,
  text: v.optional(prose),
  /**
   * A drawing above the text: `path` is the way of a packet from its sender to its receiver, and of the
   * acknowledgement.
   */
  drawing: v.optional(v.picklist(['path'])),
  view: v.optional(view),
  /** For teachers: not shown to students. */
  teacher: v.optional(prose),
  facts: v.optional(v.pipe(v.array(fact), v.maxLength(40)), []),
};

const readStep = v.strictObject({ kind: v.literal('read'), ...commonFields, text: prose });
const predict = v.strictObject({
  kind: v.literal('predict'),
  ...commonFields,
  question,
  ask,
  proof: v.optional(proof),
});
/** The student plays a run until a time. */
const run = v.strictObject({
  kind: v.literal('run'),
  ...commonFields,
  view: v.object({ ...view.entries, run: id }),
  untilSeconds: v.optional(seconds),
});
const measure = v.strictObject({
  kind: v.literal('measure'),
  ...commonFields,
  question,
  reading: figureOfRun,
  tolerance,
  /** Place of the figure on the page. */
  hint: prose,
});
const compare = v.strictObject({
  kind: v.literal('compare'),
  ...commonFields,
  /** Contrasting runs, side by side in a table of these figures. */
  runs: list(id, 2, 4),
  figures: list(v.strictObject(figureRead), 1, 4),
  digits: v.optional(digits, TABLE_DIGITS),
  question,
  options: list(option, 2, lessonLimits.options),
  proof: v.optional(proof),
});
const explain = v.strictObject({
  kind: v.literal('explain'),
  ...commonFields,
  question,
  /** A good answer; shown after the student's answer. */
  model: prose,
});
const goal = v.pipe(
  v.strictObject({ ...figureRead, below: v.optional(finiteNumber), above: v.optional(finiteNumber) }),
  v.check(({ below, above }) => below !== undefined || above !== undefined, 'give below, above, or both'),
);
export type ChallengeGoal = v.InferOutput<typeof goal>;
const program = text(lessonLimits.program);
/** A challenge whose answer is a program of the student (docs/OWN-POLICY.md), in place of a lane's policy. */
const programTask = v.strictObject({
  lane: v.optional(lane, 1),
  /** The program that the student begins with. */
  template: program,
  /** A program that reaches the goals: proof that it can be done. */
  solution: program,
});
export type ProgramTask = v.InferOutput<typeof programTask>;
/** Goals that a student reaches in any way, with the controls of `view` or with a program. */
const challenge = v.strictObject({
  kind: v.literal('challenge'),
  ...commonFields,
  view: v.object({ ...view.entries, run: id }),
  goals: list(goal, 1, 6),
  /** The answer is a program; the rest of the run does not change. */
  program: v.optional(programTask),
  /** Settings that reach the goals, by path: proof that it can be done. */
  solution: v.record(label, v.union([finiteNumber, label])),
  proof: v.optional(proof),
});

/** The schema of each kind of step. */
export const stepSchemas = { read: readStep, predict, run, measure, compare, explain, challenge } as const;
/** The kind of a step that can be read. */
export type StepKind = keyof typeof stepSchemas;
export const stepKinds = keysOfRecord(stepSchemas);

const lessonRun = v.strictObject({
  title: label,
  /** Link of the run, as Share gives it. */
  link: text(lessonLimits.link),
  /** Its seed: that of its link, or a seed computed from the student's name. */
  seed: v.optional(v.picklist(['link', 'student']), 'link'),
});
export type LessonRun = v.InferOutput<typeof lessonRun>;

/** All fields except steps and runs, which are read one by one. */
export const lessonHeadSchema = v.object({
  id,
  title: label,
  /** The topic of the lesson in one sentence. */
  summary: question,
  /** Duration of the lesson, minutes. */
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(240)),
  /** Its sources: books, papers, courses. */
  sources: v.optional(v.pipe(v.array(question), v.maxLength(20)), []),
  /** For teachers: requirements and use. */
  teacher: v.optional(prose),
});
export const lessonRunSchema = lessonRun;
export const lessonRunId = id;

/** A whole lesson file, for the published schema. */
export const lessonSchema = v.strictObject({
  $schema: v.optional(v.string()),
  bufferscopeLesson: v.literal(LESSON_VERSION),
  ...lessonHeadSchema.entries,
  runs: v.optional(v.record(id, lessonRun), {}),
  steps: list(v.variant('kind', [readStep, predict, run, measure, compare, explain, challenge]), 1, lessonLimits.steps),
});

export type LessonHead = v.InferOutput<typeof lessonHeadSchema>;
export type TextStep = v.InferOutput<typeof readStep>;
/** A question before its run. */
export type PredictStep = v.InferOutput<typeof predict>;
/** A run that the student plays. */
export type RunStep = v.InferOutput<typeof run>;
/** A figure that the student reads from a run. */
export type MeasureStep = v.InferOutput<typeof measure>;
/** Runs that the student compares. */
export type CompareStep = v.InferOutput<typeof compare>;
/** A question that the student answers in words. */
export type ExplainStep = v.InferOutput<typeof explain>;
/** Goals that the student's own settings or program must reach. */
export type ChallengeStep = v.InferOutput<typeof challenge>;
/** A challenge that asks for a program. */
export type ProgramStep = ChallengeStep & { readonly program: ProgramTask };
/** Whether a step is a challenge that asks for a program. */
export const asksForProgram = (step: LessonStep): step is ProgramStep =>
  step.kind === 'challenge' && step.program !== undefined;
/** The figures that a challenge's goals bound, in their order. */
export const goalFigures = ({ goals }: ChallengeStep) => goals.map(({ below: _, above: __, ...figure }) => figure);
/** The figure that a step asks to read, without its run. */
export const stepFigure = ({ reading: { run: _, ...figure } }: MeasureStep) => figure;
/** A step that could not be read; it keeps its place. */
export interface BrokenStep {
  readonly kind: 'broken';
  readonly title: string;
}
/** A step that could be read. */
export type ValidStep = TextStep | PredictStep | RunStep | MeasureStep | CompareStep | ExplainStep | ChallengeStep;
/** Any step of a lesson. */
export type LessonStep = ValidStep | BrokenStep;

/** A lesson that was read. A step that could not be read keeps its place. */
export interface Lesson extends LessonHead {
  readonly runs: Readonly<Record<string, LessonRun>>;
  readonly steps: readonly LessonStep[];
}
