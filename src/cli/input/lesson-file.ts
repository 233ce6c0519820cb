/** Lessons for commands: a built-in one by its id, or the file of a teacher. */
import { join } from 'node:path';
import { type Lesson, lessonLimits } from '../../lessons/format/lesson.ts';
import { parseLesson } from '../../lessons/format/parse-lesson.ts';
import { problemsOfRuns } from '../../lessons/runs/lesson-runs.ts';
import { describeProblem } from '../../params/schema.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';
import { type CommandIo, InputError } from '../io.ts';
import type { ParsedArguments } from './arguments.ts';
import { readInput } from './read-input.ts';

/** Largest number of bytes of a UTF-8 character, for each character of a lesson. */
const MAX_LESSON_BYTES = 4 * lessonLimits.file;

/** Folder of the built-in lessons, below that of the package. */
const BUILT_IN_LESSONS = 'public/lessons';

/** The text of the built-in lesson with this id; undefined if there is none. */
export function readBuiltInLesson(id: string, io: CommandIo): string | undefined {
  // The folder also has files that are not lessons.
  if (!listBuiltInLessons(io).includes(id)) return undefined;
  return readLessonText(join(io.packageFolder, BUILT_IN_LESSONS, `${id}.json`), io);
}

/**
 * The text of a lesson.
 * @param name a file, or the id of a built-in lesson
 * @param subject command or option, for messages
 * @throws InputError
 */
export function readLesson(name: string, io: CommandIo, subject: string): string {
  const builtInText = readBuiltInLesson(name, io);
  if (builtInText !== undefined) return builtInText;
  const allowed = () => {
    const ids = listBuiltInLessons(io);
    return ids.length === 0 ? '' : `; allowed: a file, or a built-in lesson: ${ids.join(', ')}`;
  };
  return readInput(subject, name, () => readLessonText(name, io), allowed);
}

/**
 * The lesson that a command names, without problems, and its text.
 * @param command for messages
 * @throws InputError
 */
export function readCheckedLesson(
  { positionals: [name] }: ParsedArguments,
  io: CommandIo,
  command: string,
): { readonly lesson: Lesson; readonly text: string } {
  if (name === undefined) throw new InputError(`${command}: give a lesson: a file, or the id of a built-in lesson`);
  const text = readLesson(name, io, command);
  const { lesson, problems } = parseLesson(text);
  const allProblems = lesson === undefined ? problems : [...problems, ...problemsOfRuns(lesson)];
  if (lesson === undefined || allProblems.length > 0) throw new InputError(allProblems.map(describeProblem).join('\n'));
  return { lesson, text };
}

const readLessonText = (file: string, io: CommandIo): string => decodeUtf8(io.readBytes(file, MAX_LESSON_BYTES));

/** Ids of all built-in lessons. */
function listBuiltInLessons(io: CommandIo): readonly string[] {
  const names = io.files(join(io.packageFolder, BUILT_IN_LESSONS));
  return names.flatMap((name) => /^([a-z0-9-]+)\.json$/.exec(name)?.[1] ?? []).filter((id) => id !== 'index');
}
