/** The questions of a lesson that have options, so that a class can answer them with cards. */
import type { ChoiceOption, Lesson, LessonStep } from './lesson.ts';

/** A question with options, of a step of any kind. */
export interface ChoiceQuestion {
  readonly question: string;
  readonly options: readonly ChoiceOption[];
  /** Text of the step, before the question. */
  readonly text: string | undefined;
  /** Titles of the runs that are compared; otherwise empty. */
  readonly comparedTitles: readonly string[];
}

/** The options of a step; empty without any. */
export function optionsOfStep(step: LessonStep): readonly ChoiceOption[] {
  if (step.kind === 'compare') return step.options;
  return step.kind === 'predict' && step.ask.type === 'choice' ? step.ask.options : [];
}

/** The question of a step; undefined if it has no options. */
export function choiceQuestionOf(step: LessonStep, { runs }: Pick<Lesson, 'runs'>): ChoiceQuestion | undefined {
  if (step.kind === 'compare') {
    const { question, options, text } = step;
    return { question, options, text, comparedTitles: step.runs.flatMap((id) => runs[id]?.title ?? []) };
  }
  return step.kind === 'predict' && step.ask.type === 'choice'
    ? { question: step.question, options: step.ask.options, text: step.text, comparedTitles: [] }
    : undefined;
}

/** The steps with options, by their index. */
export function stepsWithOptions(lesson: Pick<Lesson, 'steps' | 'runs'>): readonly number[] {
  return lesson.steps.flatMap((step, index) => (choiceQuestionOf(step, lesson) === undefined ? [] : index));
}
