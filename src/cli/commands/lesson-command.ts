/** `lesson`: checks a lesson file for its author, and prints the results of its runs. */

import { figureRequestsOfStep } from '../../lessons/answers/figure-requests.ts';
import type { Lesson } from '../../lessons/format/lesson.ts';
import { lessonJsonSchema } from '../../lessons/format/lesson-schema.ts';
import { lessonFigures } from '../../lessons/measurement/lesson-figures.ts';
import {
  type EventBudget,
  MAX_GRADED_EVENTS,
  type MeasureTask,
  measureWithinBudget,
} from '../../lessons/measurement/measure-runs.ts';
import { factProblem, unprovedNumbers } from '../../lessons/runs/facts.ts';
import { measureLesson } from '../../lessons/runs/measure-lesson.ts';
import { studentSeed } from '../../lessons/runs/student-seed.ts';
import { errorMessage } from '../../shared/error-message.ts';
import { groupDigits } from '../../shared/number-text.ts';
import { parseArguments } from '../input/arguments.ts';
import { readCheckedLesson } from '../input/lesson-file.ts';
import { type CommandIo, InputError } from '../io.ts';

/**
 * Runs `lesson`.
 * @throws InputError if the lesson cannot be read, or a number in its texts is not that of its runs
 */
export function lessonCommand(argv: readonly string[], io: CommandIo): void {
  const parsedArguments = parseArguments(argv, ['--student'], [], 1);
  const { lesson } = readCheckedLesson(parsedArguments, io, 'lesson');
  const student = parsedArguments.last('--student');
  const falseFacts = printLesson(lesson, student === undefined ? undefined : studentSeed(student), io);
  if (falseFacts.length > 0) throw new InputError(falseFacts.join('\n'));
}

/** `lesson-schema`: prints the JSON schema of a lesson file. */
export function lessonSchemaCommand(argv: readonly string[], io: CommandIo): void {
  parseArguments(argv, [], [], 0);
  io.out(JSON.stringify(lessonJsonSchema(), null, 2));
}

/**
 * Prints each step with its figures and facts.
 * @returns messages about false facts
 */
function printLesson(lesson: Lesson, seed: number | undefined, io: CommandIo): readonly string[] {
  const falseFacts: string[] = [];
  io.out(`${lesson.title} (${lesson.id}), ${lesson.steps.length} steps, ${lesson.minutes} minutes`);
  // The limit is needed because the students' computers and `grade` repeat these runs.
  const budget: EventBudget = { remainingEvents: MAX_GRADED_EVENTS };
  const { figureOfRun: measured } = measureLesson(lesson, seed, (task) => measureInBudget(budget, task));
  for (const [index, step] of lesson.steps.entries()) {
    io.out(`${index + 1} ${step.kind}: ${step.title}`);
    if (step.kind === 'broken') continue;
    for (const { run, figures: requests } of figureRequestsOfStep(step))
      for (const figure of requests) {
        const id = run ?? (step.kind === 'challenge' ? step.view.run : '');
        const { label, unit, span } = lessonFigures[figure.figure];
        const classSuffix = figure.class === undefined ? '' : `, ${figure.class}`;
        io.out(`   ${id}, lane ${figure.lane}: ${label}${classSuffix}, ${span}: ${measured(id, figure)} ${unit}`);
      }
    for (const fact of step.facts) {
      const problemText = thrownMessage(() => factProblem(fact, lesson, seed, measured));
      io.out(`   ${problemText === undefined ? 'true' : 'NOT TRUE'}: ${fact.says}`);
      if (problemText !== undefined) falseFacts.push(`steps.${index + 1}: ${problemText}`);
    }
    for (const number of unprovedNumbers(step)) io.out(`   no fact gives this number: ${number}`);
  }
  return falseFacts;
}

/** @throws InputError */
function measureInBudget(budget: EventBudget, task: MeasureTask): ReturnType<typeof measureWithinBudget> {
  try {
    return measureWithinBudget(budget, task);
  } catch (error) {
    if (budget.remainingEvents >= 0) throw error;
    throw new InputError(
      `lesson: its runs have more than ${groupDigits(MAX_GRADED_EVENTS)} events; \`grade\` would not repeat them`,
    );
  }
}

/** The error of a fact, or the reason why it cannot be computed. */
function thrownMessage(check: () => string | undefined): string | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof InputError) throw error;
    return errorMessage(error);
  }
}
