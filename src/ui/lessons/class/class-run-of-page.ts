/** The hand-ins of a class that this page has read. They stay until *Forget all*, also while their view is closed. */
import { ClassRun } from '../../../app/lessons/class-run.ts';
import { loadLessonText } from '../lesson-source.ts';

/** The address of the view. */
export const CLASS_HASH = '#lessons-class';

/** An id comes from a file, so it must not name another place of the server. */
const LESSON_ID = /^[a-z0-9-]{1,40}$/;

export const classRun = new ClassRun(async (id) => {
  if (!LESSON_ID.test(id)) throw new Error(`${id.slice(0, 40)} is not the id of a lesson`);
  return loadLessonText({ kind: 'file', path: id, step: undefined, student: undefined });
});
