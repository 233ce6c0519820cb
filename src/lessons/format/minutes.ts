/**
 * The minutes that a lesson takes, from its words, its questions and its runs. docs/LESSONS.md states the rule, and a
 * test applies it to the lessons of the page.
 */

import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { decodeLessonRun } from '../runs/lesson-runs.ts';
import type { ChoiceOption, Lesson, LessonStep } from './lesson.ts';

/** Words per minute for a technical text, also in a second language. */
const WORDS_PER_MINUTE = 120;

/** Time in addition to the reading: to think, to answer, and to read the assessment, s. */
const answerSeconds = {
  choice: 45,
  order: 60,
  number: 90,
  sketch: 90,
  measure: 45,
  compare: 90,
  explain: 150,
  challenge: 180,
} as const;

/** Counts the words of all options and of the message about the right one: a student reads them. */
const textsOfOptions = (options: readonly ChoiceOption[]) =>
  options.flatMap(({ text, right, says }) => (right ? [text, says] : [text]));

function textsToRead(step: LessonStep): readonly string[] {
  if (step.kind === 'broken') return [];
  const texts = [step.title, step.text ?? ''];
  if ('question' in step) texts.push(step.question);
  if (step.kind === 'measure') texts.push(step.hint);
  if (step.kind === 'explain') texts.push(step.model);
  if (step.kind === 'compare') texts.push(...textsOfOptions(step.options));
  if (step.kind === 'predict')
    texts.push(...(step.ask.type === 'choice' ? textsOfOptions(step.ask.options) : [step.ask.says]));
  if (step.kind === 'predict' && step.ask.type === 'order') texts.push(...step.ask.items);
  return texts;
}

/** Words that are read in a lesson. */
export function wordCount(lesson: Pick<Lesson, 'steps'>): number {
  const texts = lesson.steps.flatMap(textsToRead);
  return texts.reduce(
    (sum, text) => sum + text.split(/[^\S\u202f]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    0,
  );
}

/** Time of a run that is watched, or played to its end for a figure, at the speed of its step, s. */
function playSeconds(lesson: Lesson, step: LessonStep): number {
  if (step.kind !== 'run' && step.kind !== 'measure') return 0;
  const run = lesson.runs[step.kind === 'run' ? step.view.run : step.reading.run];
  if (run === undefined) return 0;
  const { durationSeconds } = resolveScenario(scenarioOfRun(decodeLessonRun(run, undefined).run)).run;
  const endSeconds = step.kind === 'run' ? step.untilSeconds : step.reading.atSeconds;
  const from = step.view?.atSeconds ?? 0;
  return Math.max(0, Math.min(durationSeconds, endSeconds ?? durationSeconds) - from) / (step.view?.speed ?? 1);
}

function stepSeconds(lesson: Lesson, step: LessonStep): number {
  if (step.kind === 'broken' || step.kind === 'read') return 0;
  const questionKind = step.kind === 'predict' ? step.ask.type : step.kind;
  return (questionKind === 'run' ? 0 : answerSeconds[questionKind]) + playSeconds(lesson, step);
}

/** Rounded up to whole minutes. */
export function lessonMinutes(lesson: Lesson): number {
  const seconds = lesson.steps.reduce((sum, step) => sum + stepSeconds(lesson, step), 0);
  return Math.ceil(wordCount(lesson) / WORDS_PER_MINUTE + seconds / 60);
}
