/**
 * Stores the answers of a lesson in the browser, separately for each student. There is one write at a time, always of
 * the latest answers.
 */

import {
  EMPTY_PROGRESS,
  type LessonProgress,
  mergeAnswers,
  progressForStore,
  progressFromStore,
} from '../../lessons/answers/stored-answers.ts';
import type { Lesson } from '../../lessons/format/lesson.ts';
import { MAX_STUDENT_NAME_CHARACTERS, seedOfStudent } from '../../lessons/runs/student-seed.ts';
import { errorMessage } from '../loading/loading.ts';
import { type LessonStore, storedLessons } from '../stores/stored-lessons.ts';

/** The name of the last student is stored under this name. */
const LAST_STUDENT_KEY = 'student';

/**
 * The place of a student's answers in the store. Names with the same seed are one student.
 * @param name of the lesson
 */
function storageKeyOf(name: string, student: string | undefined): string {
  const seed = seedOfStudent(student);
  return seed === undefined ? name : `${name} of ${seed}`;
}

async function lastStudent(lessonStore: LessonStore): Promise<string | undefined> {
  const student = await lessonStore.read(LAST_STUDENT_KEY);
  return typeof student === 'string' ? student.slice(0, MAX_STUDENT_NAME_CHARACTERS) : undefined;
}

/**
 * The stored answers of a lesson, unchecked, of the student whose name was entered last.
 * @param name of the lesson
 */
export async function readStoredProgress(name: string, lessonStore: LessonStore = storedLessons): Promise<unknown> {
  return lessonStore.read(storageKeyOf(name, await lastStudent(lessonStore)));
}

/** Answers of another tab in addition to the shown ones. */
type OtherAnswers = Pick<LessonProgress, 'answers' | 'drafts'>;

interface ProgressStoreOptions {
  readonly lesson: Lesson;
  /** The name of the lesson, under which its answers are stored. */
  readonly storageName: string;
  readonly lessonStore: LessonStore;
  /** Returns the shown answers. */
  readonly getProgress: () => LessonProgress;
  /** Called with the reason why the browser stores nothing; undefined when it does. */
  readonly onStored: (storeError: string | undefined) => void;
  /** Called with the answers of another tab. */
  readonly onAnswersOfOtherTab: (otherAnswers: OtherAnswers) => void;
}

/** The stored answers of one lesson on this browser. */
export class ProgressStore {
  private readonly options: ProgressStoreOptions;
  /** Name under which the shown answers are stored. */
  private storageKey: string;
  private pendingWrite: Promise<void> | undefined;
  private isStale = false;
  /** The data that were last read from the place of the answers, or written there. */
  private storedProgress: LessonProgress = EMPTY_PROGRESS;
  private isDeletePending = false;

  constructor(place: ProgressStoreOptions) {
    this.options = place;
    this.storageKey = place.storageName;
  }

  /** Whether the shown answers are stored without a name. */
  get isNameless(): boolean {
    return this.storageKey === this.options.storageName;
  }

  /**
   * The last given name.
   * @throws Error or DOMException if the browser stores nothing
   */
  lastStudent(): Promise<string | undefined> {
    return lastStudent(this.options.lessonStore);
  }

  storeStudent(student: string | undefined): void {
    this.options.lessonStore
      .put(LAST_STUDENT_KEY, student)
      .catch((error: unknown) => this.options.onStored(errorMessage(error)));
  }

  /**
   * The answers of a student, which are shown from now on.
   * @throws Error or DOMException if the browser stores nothing
   */
  async read(student: string | undefined): Promise<LessonProgress> {
    this.storageKey = storageKeyOf(this.options.storageName, student);
    this.storedProgress = progressFromStore(this.options.lesson, await this.options.lessonStore.read(this.storageKey));
    return this.storedProgress;
  }

  /**
   * Stores the shown answers under another student's name.
   * @param keepsShown moves answers without a name there
   * @param onStoredProgress called with the answers that were stored there before
   */
  async moveTo(
    student: string | undefined,
    keepsShown: boolean,
    onStoredProgress: (progress: LessonProgress) => void,
  ): Promise<void> {
    const storageKey = storageKeyOf(this.options.storageName, student);
    if (storageKey === this.storageKey) return;
    await this.pendingWrite;
    const wasNameless = this.isNameless;
    const newProgress = await this.options.lessonStore.read(storageKey).then(
      (storedData) => progressFromStore(this.options.lesson, storedData),
      () => EMPTY_PROGRESS,
    );
    this.storageKey = storageKey;
    this.storedProgress = newProgress;
    onStoredProgress(newProgress);
    this.storeNow();
    if (keepsShown && wasNameless)
      await this.options.lessonStore.put(this.options.storageName, undefined).catch(() => undefined);
  }

  /** Writes the shown answers. */
  storeNow(): void {
    this.isStale = true;
    this.pendingWrite ??= this.write();
  }

  /** The next write deletes all answers, also those of other tabs. */
  deleteOnNextWrite(): void {
    this.isDeletePending = true;
  }

  /** The lesson may be open in another tab too. Answers of that tab are not overwritten. */
  private async mergeOtherTab(): Promise<void> {
    const { storageKey } = this;
    const storedProgress = progressFromStore(this.options.lesson, await this.options.lessonStore.read(storageKey));
    if (storageKey !== this.storageKey) return;
    if (!this.isDeletePending)
      this.options.onAnswersOfOtherTab(mergeAnswers(this.options.getProgress(), this.storedProgress, storedProgress));
    this.isDeletePending = false;
  }

  private async write(): Promise<void> {
    try {
      while (this.isStale) {
        this.isStale = false;
        await this.mergeOtherTab();
        this.storedProgress = this.options.getProgress();
        await this.options.lessonStore.put(this.storageKey, progressForStore(this.options.lesson, this.storedProgress));
        this.options.onStored(undefined);
      }
    } catch (error) {
      this.options.onStored(errorMessage(error));
    }
    this.pendingWrite = undefined;
  }
}
