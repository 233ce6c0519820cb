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
  const texts = offeredTexts(step);
  if (answer.kind === 'choice') return [texts[answer.option] ?? `option ${answer.option + 1}`];
  if (answer.kind !== 'order') return [];
  return answer.items.map((item, index) => `${index + 1}. ${texts[item] ?? `item ${item + 1}`}`);
}

/** That which a student wrote: an explanation, or a program; empty for other answers. */
export function formatAnswerWords(answer: LessonAnswer): string {
  if (answer.kind === 'text') return answer.text;
  return answer.kind === 'program' ? answer.source : '';
}

/** The options that a step offers, or the items to put in order; empty in other steps. */
export function offeredTexts(step: LessonStep | undefined): readonly string[] {
  if (step?.kind === 'compare') return step.options.map(({ text }) => text);
  if (step?.kind !== 'predict') return [];
  if (step.ask.type === 'order') return step.ask.items;
  return step.ask.type === 'choice' ? step.ask.options.map(({ text }) => text) : [];
}
