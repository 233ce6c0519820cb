/** Keeps the answers of a lesson in the browser: each student's apart, one writing at a time, and always the latest. */
import { keptLessons, type LessonKeeper } from '../../app/kept-lessons.ts';
import { messageOf } from '../../app/loading.ts';
import { besides, fromKept, type KeptProgress, nothingYet, toKeep } from '../../lessons/kept-answers.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { MAX_NAME, seedOf } from '../../lessons/student-seed.ts';

/** The name of the last student is stored under this name. */
const STUDENT = 'student';

/** Where the answers of a student are kept. Names that make the same seed are one student. @param name of the lesson */
function placeOf(name: string, student: string | undefined): string {
  const seed = seedOf(student);
  return seed === undefined ? name : `${name} of ${seed}`;
}

async function lastStudent(keeper: LessonKeeper): Promise<string | undefined> {
  const student = await keeper.load(STUDENT);
  return typeof student === 'string' ? student.slice(0, MAX_NAME) : undefined;
}

/** The stored answers of a lesson, unchecked, of the student whose name was entered last. @param name of the lesson */
export async function keptProgress(name: string, keeper: LessonKeeper = keptLessons): Promise<unknown> {
  return keeper.load(placeOf(name, await lastStudent(keeper)));
}

/** What another tab has kept beside the answers that are shown. */
type FromOthers = Pick<KeptProgress, 'answers' | 'drafts'>;

export class ProgressKeeper {
  private readonly lesson: Lesson;
  private readonly name: string;
  private readonly keeper: LessonKeeper;
  private readonly progress: () => KeptProgress;
  private readonly told: (unkept: string | undefined) => void;
  private readonly others: (found: FromOthers) => void;
  /** Under which name the answers that are shown are kept. */
  private place: string;
  private writing: Promise<void> | undefined;
  private stale = false;
  /** What was last read from the place of the answers, or written there. */
  private known: KeptProgress = nothingYet;
  private forgetting = false;

  /**
   * @param name under which the answers are kept
   * @param progress the answers that are shown
   * @param told why the browser keeps nothing; undefined once it does
   * @param others gets what was answered in another tab
   */
  constructor(
    lesson: Lesson,
    name: string,
    keeper: LessonKeeper,
    progress: () => KeptProgress,
    told: (unkept: string | undefined) => void,
    others: (found: FromOthers) => void,
  ) {
    this.lesson = lesson;
    this.name = name;
    this.place = name;
    this.keeper = keeper;
    this.progress = progress;
    this.told = told;
    this.others = others;
  }

  /** Whether the answers that are shown are kept without a name. */
  get isNameless(): boolean {
    return this.place === this.name;
  }

  /** The name that was told last. @throws where the browser keeps nothing */
  lastStudent(): Promise<string | undefined> {
    return lastStudent(this.keeper);
  }

  keepStudent(student: string | undefined): void {
    this.keeper.keep(STUDENT, student).catch((error: unknown) => this.told(messageOf(error)));
  }

  /** The answers of a student, which are shown from now on. @throws where the browser keeps nothing */
  async load(student: string | undefined): Promise<KeptProgress> {
    this.place = placeOf(this.name, student);
    this.known = fromKept(this.lesson, await this.keeper.load(this.place));
    return this.known;
  }

  /**
   * Keeps the answers that are shown under another student's name.
   * @param along answers without a name go along: they are kept there and nowhere else
   * @param taken gets the answers that were stored there before
   */
  async moveTo(student: string | undefined, along: boolean, taken: (kept: KeptProgress) => void): Promise<void> {
    const place = placeOf(this.name, student);
    if (place === this.place) return;
    await this.writing;
    const wasNameless = this.isNameless;
    const kept = await this.keeper.load(place).then(
      (found) => fromKept(this.lesson, found),
      () => nothingYet,
    );
    this.place = place;
    this.known = kept;
    taken(kept);
    this.keep();
    if (along && wasNameless) await this.keeper.keep(this.name, undefined).catch(() => undefined);
  }

  /** Writes the answers that are shown. */
  keep(): void {
    this.stale = true;
    this.writing ??= this.write();
  }

  /** All answers are forgotten when the next ones are written, those of other tabs too. */
  forget(): void {
    this.forgetting = true;
  }

  /** The lesson may be open in another tab too: what was answered there is not written over. */
  private async takeOver(): Promise<void> {
    const { place } = this;
    const stored = fromKept(this.lesson, await this.keeper.load(place));
    if (place !== this.place) return;
    if (!this.forgetting) this.others(besides(this.progress(), this.known, stored));
    this.forgetting = false;
  }

  private async write(): Promise<void> {
    try {
      while (this.stale) {
        this.stale = false;
        await this.takeOver();
        this.known = this.progress();
        await this.keeper.keep(this.place, toKeep(this.lesson, this.known));
        this.told(undefined);
      }
    } catch (error) {
      this.told(messageOf(error));
    }
    this.writing = undefined;
  }
}
