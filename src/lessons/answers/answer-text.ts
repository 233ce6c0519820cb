/** The answers of students as texts, for teachers. */
import type { LessonStep } from '../format/lesson.ts';
import type { LessonAnswer } from './answers.ts';

/**
 * That which a student chose: the text of an option, the items in their order, or the link of a challenge's settings.
 * Empty for other answers.
 * @param step undefined if it cannot be read: then options and items have only numbers
 */
export function chosenTexts(step: LessonStep | undefined, answer: LessonAnswer): readonly string[] {
  if (answer.kind === 'settings') return [answer.link];
  if (answer.kind === 'choice') return [stepOptions(step)[answer.option] ?? `option ${answer.option + 1}`];
  if (answer.kind !== 'order') return [];
  const items = step?.kind === 'predict' && step.ask.type === 'order' ? step.ask.items : [];
  return answer.items.map((item, index) => `${index + 1}. ${items[item] ?? `item ${item + 1}`}`);
}

/** That which a student wrote: an explanation, or a program; empty for other answers. */
export function formatAnswerWords(answer: LessonAnswer): string {
  if (answer.kind === 'text') return answer.text;
  return answer.kind === 'program' ? answer.source : '';
}

function stepOptions(step: LessonStep | undefined): readonly string[] {
  if (step?.kind === 'compare') return step.options.map(({ text }) => text);
  return step?.kind === 'predict' && step.ask.type === 'choice' ? step.ask.options.map(({ text }) => text) : [];
}
