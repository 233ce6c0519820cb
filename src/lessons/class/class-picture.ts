/**
 * The picture of a class: the answers of many hand-ins to each step of a lesson, counted. The page draws it and `sim --
 * grade --class` prints it.
 */
import { median, quantile } from 'd3-array';
import { required } from '../../shared/required.ts';
import type { LessonAnswer } from '../answers/answers.ts';
import type { SketchAxis } from '../answers/sketch-draft.ts';
import { optionsOfStep } from '../format/choice-question.ts';
import type { ChoiceOption, Lesson, LessonStep } from '../format/lesson.ts';
import type { GradedStep } from '../hand-in/grade.ts';
import { lessonCurves, lessonFigures } from '../measurement/lesson-figures.ts';
import type { MeasuredCurve } from '../measurement/measured-run.ts';
import { goalLabel } from '../runs/lesson-runs.ts';
import type { ClassMember } from './class-member.ts';
import { type AxisFigure, type NumberHistogram, numberHistogram } from './number-histogram.ts';

/** An option of a question, and how often it was chosen. */
export interface OptionCount {
  readonly text: string;
  readonly isRight: boolean;
  readonly misconception: string | undefined;
  readonly count: number;
}

/** One order of the items that students gave. */
export interface OrderCount {
  readonly items: readonly number[];
  readonly isRight: boolean;
  readonly count: number;
}

export interface WrittenAnswer {
  /** Index in the members of the picture. */
  readonly member: number;
  readonly text: string;
}

/** The lowest and the highest value of the runs of a class at one time. */
export interface RunSpan {
  readonly seconds: number;
  readonly low: number;
  readonly high: number;
}

/** The answers to one step. */
export type StepAnswers =
  | { readonly kind: 'options'; readonly options: readonly OptionCount[] }
  | { readonly kind: 'orders'; readonly items: readonly string[]; readonly orders: readonly OrderCount[] }
  | { readonly kind: 'numbers'; readonly histograms: readonly NumberHistogram[] }
  | (SketchAxis & {
      readonly kind: 'sketches';
      readonly label: string;
      readonly unit: string;
      readonly sketches: readonly MeasuredCurve[];
      /** Empty before the runs are measured. */
      readonly runSpans: readonly RunSpan[];
    })
  | { readonly kind: 'texts'; readonly model: string | undefined; readonly texts: readonly WrittenAnswer[] }
  | { readonly kind: 'none' };

/** Times that students took for a step, s. */
export interface StepTimes {
  readonly median: number;
  /** The quartiles; of few students, the shortest and the longest time. */
  readonly low: number;
  readonly high: number;
  readonly hasQuartiles: boolean;
}

/** Fewer times have no quartiles. */
const MIN_QUARTILE_TIMES = 4;

/** The answers of a class to one step. */
export interface StepPicture {
  /** From 1. */
  readonly number: number;
  readonly kind: LessonStep['kind'];
  readonly title: string;
  readonly question: string;
  readonly answerCount: number;
  readonly rightCount: number;
  readonly wrongCount: number;
  /** Answers whose runs are not measured yet. */
  readonly waitingCount: number;
  readonly answers: StepAnswers;
  readonly times: StepTimes | undefined;
}

/** A wrong option that was chosen, with its misconception if the lesson names it. */
export interface MisconceptionCount {
  readonly step: number;
  readonly option: number;
  readonly text: string;
  readonly count: number;
  /** Answers to the step. */
  readonly answerCount: number;
}

/** The answers of a class to a lesson. */
export interface ClassPicture {
  readonly memberCount: number;
  readonly steps: readonly StepPicture[];
  /** The most frequent first. */
  readonly misconceptions: readonly MisconceptionCount[];
}

type ClassLesson = Pick<Lesson, 'steps' | 'runs'>;

/** @param members the hand-ins that count, all of this lesson */
export function classPicture(lesson: ClassLesson, members: readonly ClassMember[]): ClassPicture {
  const steps = lesson.steps.map((step, index) => stepPicture(lesson, step, index, members));
  return { memberCount: members.length, steps, misconceptions: misconceptionCounts(steps) };
}

/** The members that chose an option of a step, from 1 and from 0. */
export function membersWithOption(
  members: readonly ClassMember[],
  stepNumber: number,
  option: number,
): readonly ClassMember[] {
  return members.filter(({ steps }) => {
    const answer = steps[stepNumber - 1]?.answer;
    return answer?.kind === 'choice' && answer.option === option;
  });
}

interface MemberStep {
  readonly member: number;
  readonly gradedStep: GradedStep;
  readonly answer: LessonAnswer;
}

function stepPicture(
  lesson: ClassLesson,
  step: LessonStep,
  index: number,
  members: readonly ClassMember[],
): StepPicture {
  const memberSteps = members.flatMap(({ steps }, member): MemberStep[] => {
    const gradedStep = steps[index];
    return gradedStep?.answer === undefined ? [] : [{ member, gradedStep, answer: gradedStep.answer }];
  });
  const isJudged = step.kind !== 'read' && step.kind !== 'run' && step.kind !== 'explain' && step.kind !== 'broken';
  const rightCount = memberSteps.filter(({ gradedStep }) => gradedStep.isRight === true).length;
  const wrongCount = memberSteps.filter(({ gradedStep }) => gradedStep.isRight === false).length;
  const waitingCount = memberSteps.filter(
    ({ member, gradedStep }) => gradedStep.isRight === undefined && members[member]?.state === 'waiting',
  ).length;
  return {
    number: index + 1,
    kind: step.kind,
    title: step.title,
    question: 'question' in step ? step.question : '',
    answerCount: memberSteps.length,
    rightCount,
    wrongCount,
    waitingCount: isJudged ? waitingCount : 0,
    answers: answersOfStep(lesson, step, memberSteps),
    times: stepTimes(memberSteps.flatMap(({ gradedStep }) => gradedStep.seconds ?? [])),
  };
}

function answersOfStep(lesson: ClassLesson, step: LessonStep, memberSteps: readonly MemberStep[]): StepAnswers {
  const options = optionsOfStep(step);
  if (options.length > 0) return { kind: 'options', options: memberOptionCounts(options, memberSteps) };
  if (step.kind === 'explain') return { kind: 'texts', model: step.model, texts: writtenAnswers(memberSteps, 'text') };
  if (step.kind === 'measure') {
    return { kind: 'numbers', histograms: [answeredNumbers(lessonFigures[step.reading.figure], memberSteps)] };
  }
  if (step.kind === 'challenge')
    return {
      kind: 'numbers',
      histograms: step.goals.map((goal, index) =>
        goalNumbers({ ...lessonFigures[goal.figure], label: goalLabel(lesson, step, goal) }, index, memberSteps),
      ),
    };
  if (step.kind !== 'predict') return { kind: 'none' };
  const { ask } = step;
  if (ask.type === 'number') {
    const figure: AxisFigure | undefined =
      typeof ask.answer === 'number' ? undefined : lessonFigures[ask.answer.figure];
    const axis = { label: 'Answer', unit: ask.unit, highest: figure?.highest };
    return { kind: 'numbers', histograms: [answeredNumbers(axis, memberSteps)] };
  }
  if (ask.type === 'order') return { kind: 'orders', items: ask.items, orders: orderCounts(memberSteps) };
  if (ask.type !== 'sketch') return { kind: 'none' };
  const { label, unit } = lessonCurves[ask.curve];
  const { fromSeconds, toSeconds, top } = ask;
  return {
    kind: 'sketches',
    label,
    unit,
    fromSeconds,
    toSeconds,
    top,
    sketches: memberSteps.flatMap(({ answer }) => (answer.kind === 'sketch' ? answer.sketch : [])),
    runSpans: runSpans(memberSteps.flatMap(({ gradedStep }) => gradedStep.curve ?? [])),
  };
}

function memberOptionCounts(options: readonly ChoiceOption[], memberSteps: readonly MemberStep[]): OptionCount[] {
  return options.map(({ text, right: isRight, misconception }, option) => ({
    text,
    isRight,
    misconception,
    count: memberSteps.filter(({ answer }) => answer.kind === 'choice' && answer.option === option).length,
  }));
}

function answeredNumbers(figure: AxisFigure, memberSteps: readonly MemberStep[]): NumberHistogram {
  const numbers = memberSteps.flatMap(({ answer, gradedStep }) =>
    answer.kind === 'number'
      ? { value: answer.value, isRight: gradedStep.isRight, comparedNumber: gradedStep.comparedNumbers[0] }
      : [],
  );
  return numberHistogram(figure, numbers);
}

/** The measured figures of a goal of a challenge: only of answers whose runs are measured. */
function goalNumbers(figure: AxisFigure, index: number, memberSteps: readonly MemberStep[]): NumberHistogram {
  const numbers = memberSteps.flatMap(({ gradedStep }) => {
    const comparedNumber = gradedStep.comparedNumbers[index];
    return comparedNumber?.answeredValue === undefined
      ? []
      : { value: comparedNumber.answeredValue, isRight: comparedNumber.isMet, comparedNumber };
  });
  return numberHistogram(figure, numbers);
}

/** The most frequent order first. */
function orderCounts(memberSteps: readonly MemberStep[]): OrderCount[] {
  const counts = new Map<string, OrderCount>();
  for (const { answer } of memberSteps) {
    if (answer.kind !== 'order') continue;
    const key = answer.items.join();
    const isRight = answer.items.every((item, place) => item === place);
    counts.set(key, { items: answer.items, isRight, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

function writtenAnswers(memberSteps: readonly MemberStep[], kind: 'text'): WrittenAnswer[] {
  return memberSteps.flatMap(({ member, answer }) => (answer.kind === kind ? { member, text: answer.text } : []));
}

/** All curves of a step have the same times, except for parts without data. */
function runSpans(curves: readonly MeasuredCurve[]): RunSpan[] {
  const valuesByTime = new Map<number, { low: number; high: number }>();
  for (const { seconds, values } of curves)
    for (const [index, time] of seconds.entries()) {
      const value = required(values[index]);
      const span = valuesByTime.get(time) ?? { low: value, high: value };
      span.low = Math.min(span.low, value);
      span.high = Math.max(span.high, value);
      valuesByTime.set(time, span);
    }
  return [...valuesByTime].map(([seconds, span]) => ({ seconds, ...span })).sort((a, b) => a.seconds - b.seconds);
}

function stepTimes(seconds: readonly number[]): StepTimes | undefined {
  if (seconds.length === 0) return undefined;
  const hasQuartiles = seconds.length >= MIN_QUARTILE_TIMES;
  const share = hasQuartiles ? 0.25 : 0;
  return {
    median: required(median(seconds)),
    low: required(quantile(seconds, share)),
    high: required(quantile(seconds, 1 - share)),
    hasQuartiles,
  };
}

function misconceptionCounts(steps: readonly StepPicture[]): MisconceptionCount[] {
  const counts = steps.flatMap(({ number, answers, answerCount }) =>
    answers.kind !== 'options'
      ? []
      : answers.options.flatMap(({ text, isRight, misconception, count }, option) =>
          isRight || count === 0 ? [] : { step: number, option, text: misconception ?? text, count, answerCount },
        ),
  );
  return counts.sort((a, b) => b.count / b.answerCount - a.count / a.answerCount);
}
