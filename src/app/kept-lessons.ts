/** The students' answers, stored in the browser for each lesson. Each function throws if the browser does not allow it. */
import { createStore, get, set, type UseStore } from 'idb-keyval';

let store: UseStore | undefined;
const opened = (): UseStore => {
  store ??= createStore('bufferscope-lessons', 'kept');
  return store;
};

/** Where things outlive the page, by name. */
export interface LessonKeeper {
  /** The stored value, unchecked: an older version may have written it. */
  load(name: string): Promise<unknown>;
  keep(name: string, value: unknown): Promise<void>;
}

export const keptLessons: LessonKeeper = {
  load: (name) => get(name, opened()),
  keep: (name, value) => set(name, value, opened()),
};

/** The text of the lesson that a teacher is writing is stored under this name. */
export const LESSON_IN_EDITOR = 'editor';
