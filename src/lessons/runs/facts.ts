/** The numbers in a lesson's texts, and the values that its facts compute. */
import { isProvedStep } from '../answers/step-proof.ts';
import type { Lesson, LessonFact, LessonStep } from '../format/lesson.ts';
import type { FigureRequest } from '../measurement/measured-run.ts';
import { decodeLessonRun, startSetting } from './lesson-runs.ts';

/** All texts of a step that students see. */
function stepTexts(step: LessonStep): readonly string[] {
  if (step.kind === 'broken') return [];
  const texts = [step.title, step.text ?? ''];
  if ('question' in step) texts.push(step.question);
  if (isProvedStep(step)) texts.push(step.proof?.look ?? '');
  if (step.kind === 'measure') texts.push(step.hint);
  if (step.kind === 'explain') texts.push(step.model);
  if (step.kind === 'compare') for (const option of step.options) texts.push(option.text, option.says);
  if (step.kind === 'predict') {
    if (step.ask.type === 'choice') for (const option of step.ask.options) texts.push(option.text, option.says);
    else texts.push(step.ask.says);
    if (step.ask.type === 'order') texts.push(...step.ask.items);
  }
  return texts;
}

const NUMBER_PATTERN = /(?<![\w.-])\d[\d,\u202f]*(?:\.\d+)?/g;

/** Numbers in a text that no fact of the step states. */
export function unprovedNumbers(step: LessonStep): readonly string[] {
  if (step.kind === 'broken') return [];
  let text = stepTexts(step).join('\n');
  for (const { says } of step.facts) text = text.replaceAll(says, ' ');
  return [...new Set(text.match(NUMBER_PATTERN) ?? [])];
}

/** Facts whose words no text of the step has. */
export function unusedFacts(step: LessonStep): readonly string[] {
  if (step.kind === 'broken') return [];
  const text = stepTexts(step).join('\n');
  return step.facts.flatMap(({ says }) => (text.includes(says) ? [] : says));
}

/** The number that a fact states. */
const statedNumber = ({ says }: LessonFact): number =>
  Number((says.match(NUMBER_PATTERN)?.[0] ?? 'NaN').replace(/[,\u202f]/g, ''));

/**
 * Arithmetic of a fact, from left to right.
 * @param settingOf the value of `RUN:PATH`
 * @throws Error if it is not arithmetic
 */
export function computeFact(terms: readonly (number | string)[], settingOf: (name: string) => number): number {
  const number = (term: number | string | undefined) => {
    if (term === undefined) throw new Error('a number is missing at the end');
    return typeof term === 'number' ? term : settingOf(term);
  };
  let value = number(terms[0]);
  for (let index = 1; index < terms.length; index += 2) {
    const right = number(terms[index + 1]);
    const operator = terms[index];
    if (operator === '+') value += right;
    else if (operator === '-') value -= right;
    else if (operator === '*') value *= right;
    else if (operator === '/') value /= right;
    else throw new Error(`${operator}: not one of + - * /`);
  }
  return value;
}

export type FigureSource = (run: string, figure: FigureRequest) => number;

/** The reason why a fact is not true; undefined if it is true. */
export function factProblem(
  fact: LessonFact,
  lesson: Lesson,
  seed: number | undefined,
  measureFigure: FigureSource,
): string | undefined {
  const statedValue = statedNumber(fact);
  const measuredValue =
    'of' in fact
      ? measureFigure(fact.of.run, fact.of)
      : computeFact(fact.is, (name) => {
          const [run = '', path = ''] = name.split(':');
          const lessonRun = lesson.runs[run];
          if (lessonRun === undefined) throw new Error(`${name}: no such run`);
          return startSetting(decodeLessonRun(lessonRun, seed).run, path);
        });
  const tolerance = fact.within ?? 1e-9 * Math.abs(measuredValue);
  return Math.abs(measuredValue - statedValue) <= tolerance
    ? undefined
    : `"${fact.says}" is ${measuredValue}; allowed error: ${tolerance}`;
}
