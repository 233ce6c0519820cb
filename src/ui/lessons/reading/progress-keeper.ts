/**
 * Stores the answers of a lesson in the browser, separately for each student. There is one write at a time, always of
 * the latest answers.
 */

import { messageOf } from '../../../app/loading/loading.ts';
import { type LessonStore, storedLessons } from '../../../app/stores/stored-lessons.ts';
import {
  type LessonProgress,
  mergeAnswers,
  nothingYet,
  progressForStore,
  progressFromStore,
} from '../../../lessons/answers/stored-answers.ts';
import type { Lesson } from '../../../lessons/format/lesson.ts';
import { MAX_STUDENT_NAME_CHARACTERS, seedOfStudent } from '../../../lessons/runs/student-seed.ts';

/** The name of the last student is stored under this name. */
const STUDENT = 'student';

/**
 * The place of a student's answers in the store. Names with the same seed are one student.
 * @param name of the lesson
 */
function placeOf(name: string, student: string | undefined): string {
  const seed = seedOfStudent(student);
  return seed === undefined ? name : `${name} of ${seed}`;
}

async function lastStudent(keeper: LessonStore): Promise<string | undefined> {
  const student = await keeper.load(STUDENT);
  return typeof student === 'string' ? student.slice(0, MAX_STUDENT_NAME_CHARACTERS) : undefined;
}

/**
 * The stored answers of a lesson, unchecked, of the student whose name was entered last.
 * @param name of the lesson
 */
export async function loadProgress(name: string, keeper: LessonStore = storedLessons): Promise<unknown> {
  return keeper.load(placeOf(name, await lastStudent(keeper)));
}

/** Answers of another tab in addition to the shown ones. */
type FromOthers = Pick<LessonProgress, 'answers' | 'drafts'>;

export class ProgressKeeper {
  private readonly lesson: Lesson;
  private readonly name: string;
  private readonly keeper: LessonStore;
  private readonly getProgress: () => LessonProgress;
  private readonly onStored: (storeError: string | undefined) => void;
  private readonly onOthers: (found: FromOthers) => void;
  /** Name under which the shown answers are stored. */
  private place: string;
  private writing: Promise<void> | undefined;
  private stale = false;
  /** The data that were last read from the place of the answers, or written there. */
  private known: LessonProgress = nothingYet;
  private forgetting = false;

  /**
   * @param name under which the answers are stored
   * @param getProgress returns the shown answers
   * @param onStored called with the reason why the browser stores nothing; undefined when it does
   * @param onOthers called with the answers of another tab
   */
  constructor(
    lesson: Lesson,
    name: string,
    keeper: LessonStore,
    getProgress: () => LessonProgress,
    onStored: (storeError: string | undefined) => void,
    onOthers: (found: FromOthers) => void,
  ) {
    this.lesson = lesson;
    this.name = name;
    this.place = name;
    this.keeper = keeper;
    this.getProgress = getProgress;
    this.onStored = onStored;
    this.onOthers = onOthers;
  }

  /** Whether the shown answers are stored without a name. */
  get isNameless(): boolean {
    return this.place === this.name;
  }

  /**
   * The last given name.
   * @throws if the browser stores nothing
   */
  lastStudent(): Promise<string | undefined> {
    return lastStudent(this.keeper);
  }

  keepStudent(student: string | undefined): void {
    this.keeper.save(STUDENT, student).catch((error: unknown) => this.onStored(messageOf(error)));
  }

  /**
   * The answers of a student, which are shown from now on.
   * @throws if the browser stores nothing
   */
  async load(student: string | undefined): Promise<LessonProgress> {
    this.place = placeOf(this.name, student);
    this.known = progressFromStore(this.lesson, await this.keeper.load(this.place));
    return this.known;
  }

  /**
   * Stores the shown answers under another student's name.
   * @param along moves answers without a name there
   * @param onTaken called with the answers that were stored there before
   */
  async moveTo(student: string | undefined, along: boolean, onTaken: (kept: LessonProgress) => void): Promise<void> {
    const place = placeOf(this.name, student);
    if (place === this.place) return;
    await this.writing;
    const wasNameless = this.isNameless;
    const kept = await this.keeper.load(place).then(
      (found) => progressFromStore(this.lesson, found),
      () => nothingYet,
    );
    this.place = place;
    this.known = kept;
    onTaken(kept);
    this.keep();
    if (along && wasNameless) await this.keeper.save(this.name, undefined).catch(() => undefined);
  }

  /** Writes the shown answers. */
  keep(): void {
    this.stale = true;
    this.writing ??= this.write();
  }

  /** The next write deletes all answers, also those of other tabs. */
  forget(): void {
    this.forgetting = true;
  }

  /** The lesson may be open in another tab too. Answers of that tab are not overwritten. */
  private async takeOver(): Promise<void> {
    const { place } = this;
    const stored = progressFromStore(this.lesson, await this.keeper.load(place));
    if (place !== this.place) return;
    if (!this.forgetting) this.onOthers(mergeAnswers(this.getProgress(), this.known, stored));
    this.forgetting = false;
  }

  private async write(): Promise<void> {
    try {
      while (this.stale) {
        this.stale = false;
        await this.takeOver();
        this.known = this.getProgress();
        await this.keeper.save(this.place, progressForStore(this.lesson, this.known));
        this.onStored(undefined);
      }
    } catch (error) {
      this.onStored(messageOf(error));
    }
    this.writing = undefined;
  }
}
