/**
 * The students' answers, stored in the browser for each lesson. Each function rejects if the browser does not allow it.
 */
import { createStore, get, set, type UseStore } from 'idb-keyval';

let store: UseStore | undefined;
const openStore = (): UseStore => {
  store ??= createStore('bufferscope-lessons', 'kept');
  return store;
};

/** A store by name that outlives the page. */
export interface LessonStore {
  /** The stored value, unchecked: an older version may have written it. */
  read(name: string): Promise<unknown>;
  put(name: string, value: unknown): Promise<void>;
}

/** Longest wait for an answer of the browser, ms. A damaged store may never answer. */
const MAX_STORE_WAIT_MS = 5_000;

/** If the browser refuses the store, opening it may throw. The promise then rejects too. */
async function waitForStore<T>(ask: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('its storage does not answer')), MAX_STORE_WAIT_MS);
  });
  try {
    return await Promise.race([ask(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export const storedLessons: LessonStore = {
  read: (name) => waitForStore(() => get(name, openStore())),
  put: (name, value) => waitForStore(() => set(name, value, openStore())),
};

/** The text of the lesson that a teacher is writing is stored under this name. */
export const LESSON_IN_EDITOR = 'editor';
