/** The right answer to a step, in words: for teachers, and on request. */
import {
  type AnswerTolerance,
  type ChoiceOption,
  type Lesson,
  type LessonStep,
  TABLE_DIGITS,
} from '../format/lesson.ts';
import { lessonFigures } from '../measurement/lesson-figures.ts';
import type { MeasuredCurve, MeasuredRun } from '../measurement/measured-run.ts';
import { figureOfRunLabel } from '../runs/lesson-runs.ts';
import type { GoalBounds } from './bounds.ts';
import { answerTolerance } from './judge-answer.ts';

/** Beside a figure of a run whose seed comes from the student's name. */
const OWN_RUN_NOTE = 'Each student has a run of their own, so this figure differs from student to student.';

export interface StepSolution {
  readonly lines: readonly string[];
  /** The curve of the sketch question. */
  readonly curve?: MeasuredCurve | undefined;
}

/** A number with few digits, or with all digits before the point. */
export function formatShortSolution(value: number, digits = TABLE_DIGITS): string {
  if (!Number.isFinite(value)) return 'nothing to read';
  const shortValue = Number(value.toPrecision(digits));
  return String(Number.isInteger(shortValue) ? Math.round(value) : shortValue);
}

/** Digits of a figure that is nearly at its bound. */
const MAX_REACHED_DIGITS = 7;

/** A figure beside the bounds of a goal, with as many digits as tell on which side of them it is, but at most seven. */
export function formatReachedFigure(value: number, { above, below }: GoalBounds): string {
  const bounds = [above, below].filter((bound) => typeof bound === 'number');
  for (let digits = TABLE_DIGITS; digits < MAX_REACHED_DIGITS; digits++) {
    const text = formatShortSolution(value, digits);
    if (bounds.every((bound) => Math.sign(Number(text) - bound) === Math.sign(value - bound))) return text;
  }
  return formatShortSolution(value, MAX_REACHED_DIGITS);
}

/** A measured figure in a table, with the digits of its neighbours: 2.200 beside 2.036. A count has no decimals. */
export function formatTableFigure(value: number, digits = TABLE_DIGITS): string {
  const text = value.toPrecision(digits);
  const hasDecimals = !Number.isInteger(value) && /^-?\d+\.\d+$/.test(text);
  return hasDecimals ? text : formatShortSolution(value, digits);
}

/** The form of a solution, with four digits. */
export const formatSolution = (value: number): string => formatShortSolution(value, 4);

/** The right answer to a question that is answered once, in words; empty if the assessment already contains it. */
export function rightAnswer(step: LessonStep): readonly string[] {
  if (step.kind !== 'predict') return [];
  if (step.ask.type === 'choice') return rightOptions(step.ask.options);
  return step.ask.type === 'order' ? step.ask.items.map((item, index) => `${index + 1}. ${item}`) : [];
}

/**
 * Undefined without a question.
 * @param measuredRuns the figures of `figureRequestsOfStep` for this step; undefined while they are not measured
 * @param lesson of the step
 * @param formatSetting a setting of a challenge in words
 */
export function stepSolution(
  step: LessonStep,
  measuredRuns: readonly MeasuredRun[] | undefined,
  lesson: Pick<Lesson, 'runs'>,
  formatSetting: (path: string, value: number | string) => string,
): StepSolution | undefined {
  const formatFigure = (run: number, figureIndex: number) =>
    measuredRuns === undefined
      ? '(not measured yet)'
      : formatSolution(measuredRuns[run]?.figures[figureIndex] ?? Number.NaN);
  /** The measured figure of a question with its tolerance, and whose run it is of. */
  const measuredLines = (runId: string, label: string, unit: string, tolerance: AnswerTolerance) => {
    const value = measuredRuns?.[0]?.figures[0];
    const within = value === undefined ? Number.NaN : answerTolerance(tolerance, value);
    const withinText = within > 0 ? ` ± ${formatShortSolution(within, 2)}` : '';
    const text = `${label}${formatFigure(0, 0)}${withinText} ${unit}`.trim();
    return lesson.runs[runId]?.seed === 'student' ? [text, OWN_RUN_NOTE] : [text];
  };
  if (step.kind === 'explain') return { lines: [step.model] };
  if (step.kind === 'compare') return { lines: rightOptions(step.options) };
  if (step.kind === 'measure') {
    const { reading, tolerance } = step;
    const label = `${figureOfRunLabel(lesson, reading.run, reading)}: `;
    return { lines: measuredLines(reading.run, label, lessonFigures[reading.figure].unit, tolerance) };
  }
  if (step.kind === 'challenge')
    return {
      lines: [
        ...Object.entries(step.solution).map(([path, value]) => formatSetting(path, value)),
        ...(step.program === undefined ? [] : [step.program.solution]),
      ],
    };
  if (step.kind !== 'predict') return undefined;
  const { ask } = step;
  if (ask.type === 'choice') return { lines: rightOptions(ask.options) };
  if (ask.type === 'order') return { lines: [...ask.items.map((item, index) => `${index + 1}. ${item}`), ask.says] };
  if (ask.type === 'sketch') return { lines: [ask.says], curve: measuredRuns?.[0]?.curves[0] };
  if (typeof ask.answer === 'object')
    return { lines: [...measuredLines(ask.answer.run, '', ask.unit, ask.tolerance), ask.says] };
  return { lines: [`${formatSolution(ask.answer)} ${ask.unit}`.trim(), ask.says] };
}

const rightOptions = (options: readonly ChoiceOption[]) =>
  options.filter(({ right }) => right).flatMap(({ text, says }) => [text, says]);
