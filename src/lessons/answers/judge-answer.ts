/** Judges an answer by the measured figures. The page, hand-ins and `sim -- grade` call the same function. */

import { required } from '../../shared/required.ts';
import { formatSeconds } from '../../shared/seconds-text.ts';
import type {
  AnswerTolerance,
  ChallengeStep,
  ChoiceOption,
  LessonStep,
  MeasureStep,
  PredictionQuestion,
  SketchShape,
} from '../format/lesson.ts';
import { lessonCurves, lessonFigures } from '../measurement/lesson-figures.ts';
import type { MeasuredCurve, MeasuredRun } from '../measurement/measured-run.ts';
import type { ComparedNumber, JudgedAnswer, LessonAnswer } from './answers.ts';

/** The tolerance of an answer, in the unit of the expected value. */
export function answerTolerance({ within = 0, percent = 0 }: AnswerTolerance, expectedValue: number): number {
  return Math.max(within, (Math.abs(expectedValue) * percent) / 100);
}

/**
 * A share of the tolerance for rounding: 4.35 is within 4.5 ± 0.15, although the computed difference is slightly
 * larger.
 */
const ROUNDING_SHARE = 1e-9;

/** Whether a distance is within its limit. */
const isWithin = (difference: number, tolerance: number): boolean => difference <= tolerance * (1 + ROUNDING_SHARE);

/**
 * @param measuredRuns the figures of `figureRequestsOfStep` for this step, in its order
 * @throws Error if the answer does not belong to this step
 */
export function judgeAnswer(
  step: LessonStep,
  answer: LessonAnswer,
  measuredRuns: readonly MeasuredRun[],
): JudgedAnswer {
  if (step.kind === 'predict') return judgePrediction(step.ask, answer, measuredRuns);
  if (step.kind === 'measure' && answer.kind === 'number') return judgeMeasured(step, answer.value, measuredRuns);
  if (step.kind === 'compare' && answer.kind === 'choice') return judgeChoice(step.options, answer.option);
  if (step.kind === 'explain' && answer.kind === 'text')
    return { isRight: undefined, says: step.model, comparedNumbers: [] };
  if (step.kind === 'challenge' && answer.kind === (step.program === undefined ? 'settings' : 'program'))
    return judgeGoals(step, measuredRuns);
  if ((step.kind === 'read' || step.kind === 'run') && answer.kind === 'seen')
    return { isRight: undefined, says: '', comparedNumbers: [] };
  throw new Error(`${answer.kind}: not an answer to a step of kind ${step.kind}`);
}

function judgePrediction(
  ask: PredictionQuestion,
  answer: LessonAnswer,
  measuredRuns: readonly MeasuredRun[],
): JudgedAnswer {
  if (ask.type === 'choice' && answer.kind === 'choice') return judgeChoice(ask.options, answer.option);
  if (ask.type === 'order' && answer.kind === 'order')
    return {
      isRight: answer.items.length === ask.items.length && answer.items.every((item, index) => item === index),
      says: ask.says,
      comparedNumbers: [],
    };
  if (ask.type === 'number' && answer.kind === 'number') {
    const expectedValue = typeof ask.answer === 'number' ? ask.answer : measuredFigure(measuredRuns, 0, 0);
    const label = typeof ask.answer === 'number' ? 'Answer' : lessonFigures[ask.answer.figure].label;
    const comparedNumber = compareNumber(label, ask.unit, answer.value, expectedValue, ask.tolerance);
    return { isRight: comparedNumber.isMet, says: ask.says, comparedNumbers: [comparedNumber] };
  }
  if (ask.type === 'sketch' && answer.kind === 'sketch') {
    const curve = measuredRuns[0]?.curves[0] ?? { seconds: [], values: [] };
    const comparedNumbers =
      ask.shape === undefined
        ? [comparedDistance(answer.sketch, curve, ask)]
        : comparedShape(answer.sketch, curve, ask.shape, lessonCurves[ask.curve].unit);
    return {
      isRight: comparedNumbers.every(({ isMet }) => isMet),
      says: ask.says,
      comparedNumbers,
      curve,
    };
  }
  throw new Error(`${answer.kind}: not an answer to a question of type ${ask.type}`);
}

function comparedDistance(
  sketch: MeasuredCurve,
  curve: MeasuredCurve,
  ask: { top: number; closePercent: number },
): ComparedNumber {
  const difference = meanCurveDistance(sketch, curve) / ask.top;
  return {
    kind: 'distance',
    label: 'Mean distance from the run, as a share of the axis',
    unit: '%',
    answeredValue: 100 * difference,
    expectedValue: 0,
    within: ask.closePercent,
    isMet: isWithin(difference, ask.closePercent / 100),
  };
}

/** A sketch may be early or late: its mean, its highest and lowest value and its falls are judged, not its distance. */
function comparedShape(
  sketch: MeasuredCurve,
  curve: MeasuredCurve,
  shape: SketchShape,
  unit: string,
): ComparedNumber[] {
  const { fromSeconds = 0, falls } = shape;
  const from = fromSeconds === 0 ? '' : ` from ${formatSeconds(fromSeconds * 1e9)} on`;
  const times = curve.seconds.filter((time) => time >= fromSeconds);
  const drawnValues = sketch.seconds.length === 0 ? [] : times.map((time) => curveValueAt(sketch, time));
  // A corner of the sketch may lie between two points of the run.
  const corners = sketch.values.filter((_, index) => required(sketch.seconds[index]) >= fromSeconds);
  const run = times.map((time) => curveValueAt(curve, time));
  const judgedShare = (
    label: string,
    tolerance: number | undefined,
    value: (values: readonly number[]) => number,
    moreValues: readonly number[] = [],
  ) =>
    tolerance === undefined
      ? []
      : [compareNumber(label, unit, value([...drawnValues, ...moreValues]), value(run), { within: tolerance })];
  const fall = (Math.max(...run) - Math.min(...run)) / 3;
  const drawnFalls = countFalls(drawnValues, fall);
  const comparedNumbers: ComparedNumber[] =
    falls === undefined
      ? []
      : [
          {
            kind: 'goal',
            label: `Number of falls${from}`,
            unit: '',
            answeredValue: drawnFalls,
            within: undefined,
            expectedValue: falls - 1,
            above: falls - 1,
            isMet: drawnFalls >= falls,
          },
        ];
  return [
    ...judgedShare(
      `Mean${from}`,
      shape.mean,
      (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
    ),
    ...judgedShare(`Highest value${from}`, shape.highest, (values) => Math.max(...values), corners),
    ...judgedShare(`Lowest value${from}`, shape.lowest, (values) => Math.min(...values), corners),
    ...comparedNumbers,
  ];
}

/** Number of falls by at least `least`, each after a rise. */
function countFalls(values: readonly number[], minFall: number): number {
  let fallCount = 0;
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  let isFalling = false;
  for (const value of values) {
    high = Math.max(high, value);
    low = Math.min(low, value);
    if (!isFalling && value <= high - minFall) {
      fallCount += 1;
      isFalling = true;
      low = value;
    } else if (isFalling && value >= low + minFall) {
      isFalling = false;
      high = value;
    }
  }
  return fallCount;
}

function judgeChoice(options: readonly ChoiceOption[], index: number): JudgedAnswer {
  const option = options[index];
  if (option === undefined) throw new Error(`option ${index + 1}: there are ${options.length}`);
  return { isRight: option.right, says: option.says, comparedNumbers: [] };
}

function judgeMeasured(step: MeasureStep, value: number, measuredRuns: readonly MeasuredRun[]): JudgedAnswer {
  const { label, unit } = lessonFigures[step.reading.figure];
  const comparedNumber = compareNumber(label, unit, value, measuredFigure(measuredRuns, 0, 0), step.tolerance);
  return {
    isRight: comparedNumber.isMet,
    says: comparedNumber.isMet ? '' : step.hint,
    comparedNumbers: [comparedNumber],
  };
}

function judgeGoals({ goals }: ChallengeStep, measuredRuns: readonly MeasuredRun[]): JudgedAnswer {
  const comparedNumbers = goals.map((goal, index): ComparedNumber => {
    const { label, unit } = lessonFigures[goal.figure];
    const measuredValue = measuredFigure(measuredRuns, 0, index);
    const isMet =
      measuredValue < (goal.below ?? Number.POSITIVE_INFINITY) &&
      measuredValue > (goal.above ?? Number.NEGATIVE_INFINITY);
    const { below, above } = goal;
    const bounds = { below, above, expectedValue: below ?? above ?? Number.NaN };
    return { kind: 'goal', label, unit, answeredValue: measuredValue, ...bounds, within: undefined, isMet };
  });
  return { isRight: comparedNumbers.every(({ isMet }) => isMet), says: '', comparedNumbers };
}

function compareNumber(
  label: string,
  unit: string,
  answeredValue: number,
  expectedValue: number,
  tolerance: AnswerTolerance,
): ComparedNumber {
  const allowedDifference = answerTolerance(tolerance, expectedValue);
  return {
    kind: 'answer',
    label,
    unit,
    answeredValue,
    expectedValue,
    within: allowedDifference,
    isMet: isWithin(Math.abs(answeredValue - expectedValue), allowedDifference),
  };
}

const measuredFigure = (measuredRuns: readonly MeasuredRun[], run: number, figure: number): number =>
  measuredRuns[run]?.figures[figure] ?? Number.NaN;

/** Mean distance between a sketch and a curve, at the curve's points; infinite if one of them is missing. */
export function meanCurveDistance(sketch: MeasuredCurve, curve: MeasuredCurve): number {
  if (sketch.seconds.length === 0 || curve.seconds.length === 0) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (const [index, seconds] of curve.seconds.entries())
    sum += Math.abs(curveValueAt(sketch, seconds) - required(curve.values[index]));
  return sum / curve.seconds.length;
}

/** A sketch is straight between its points, and constant before the first and after the last. */
export function curveValueAt({ seconds, values }: MeasuredCurve, timeSeconds: number): number {
  const nextIndex = seconds.findIndex((point) => point >= timeSeconds);
  if (nextIndex === 0) return required(values[0]);
  if (nextIndex === -1) return required(values.at(-1));
  const [left, right] = [required(seconds[nextIndex - 1]), required(seconds[nextIndex])];
  const share = right === left ? 1 : (timeSeconds - left) / (right - left);
  return required(values[nextIndex - 1]) * (1 - share) + required(values[nextIndex]) * share;
}

/** Whether a step has a question that is judged right or wrong. */
export function isJudged(step: LessonStep): boolean {
  return step.kind === 'predict' || step.kind === 'measure' || step.kind === 'compare' || step.kind === 'challenge';
}
