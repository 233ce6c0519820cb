/** Lessons for commands: a built-in one by its id, or the file of a teacher. */
import { join } from 'node:path';
import { lessonLimits } from '../../lessons/format/lesson.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';
import { type CommandIo, InputError } from '../io.ts';
import { systemErrorText } from '../system-error.ts';

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
  try {
    return readLessonText(name, io);
  } catch (error) {
    const ids = listBuiltInLessons(io);
    const allowed = ids.length === 0 ? '' : `; allowed: a file, or a built-in lesson: ${ids.join(', ')}`;
    throw new InputError(`${subject}: ${name} could not be read: ${systemErrorText(error)}${allowed}`);
  }
}

const readLessonText = (file: string, io: CommandIo): string => decodeUtf8(io.readBytes(file, MAX_LESSON_BYTES));

/** Ids of all built-in lessons. */
function listBuiltInLessons(io: CommandIo): readonly string[] {
  const names = io.files(join(io.packageFolder, BUILT_IN_LESSONS));
  return names.flatMap((name) => /^([a-z0-9-]+)\.json$/.exec(name)?.[1] ?? []).filter((id) => id !== 'index');
}
