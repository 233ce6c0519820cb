/** The questions of a lesson that have options, so that a class can answer them with cards. */
import type { ChoiceOption, Lesson, LessonStep } from './lesson.ts';

export interface ChoiceQuestion {
  readonly question: string;
  readonly options: readonly ChoiceOption[];
}

/** The question of a step; undefined if it has no options. */
export function choiceQuestionOf(step: LessonStep): ChoiceQuestion | undefined {
  if (step.kind === 'compare') return step;
  return step.kind === 'predict' && step.ask.type === 'choice'
    ? { question: step.question, options: step.ask.options }
    : undefined;
}

/** The steps with options, by their index. */
export function stepsWithOptions({ steps }: Pick<Lesson, 'steps'>): readonly number[] {
  return steps.flatMap((step, index) => (choiceQuestionOf(step) === undefined ? [] : index));
}
