/**
 * Reads and judges the hand-ins of a class, each by the teacher's copy of its lesson. Only that which is needed of a file
 * stays in memory. Equal runs are requested once.
 */
import { hashText } from '../../shared/text-hash.ts';
import type { Lesson } from '../format/lesson.ts';
import { parseLesson, parseLessonData } from '../format/parse-lesson.ts';
import {
  gradedSteps,
  gradingTasks,
  type HandInToGrade,
  handInToGrade,
  type TaskOutcome,
  unjudgedSteps,
} from '../hand-in/grade.ts';
import { type HandIn, parseHandIn } from '../hand-in/hand-in.ts';
import { lessonFileName, versionedTitle } from '../hand-in/lesson-version.ts';
import { type LimitedMeasureTask, MAX_GRADED_EVENTS, type MeasureTask } from '../measurement/measure-runs.ts';
import { seedOfStudent } from '../runs/student-seed.ts';
import type { ClassMember } from './class-member.ts';
import type { ClassTask } from './class-messages.ts';

/** A hand-in whose lesson is not known yet, or not at all. */
interface WaitingHandIn {
  readonly id: number;
  readonly file: string;
  readonly timeMs: number | undefined;
  readonly handIn: HandIn;
}

/** A hand-in whose runs are not measured yet. */
interface WaitingMember {
  readonly member: ClassMember;
  readonly toGrade: HandInToGrade;
  readonly missingKeys: Set<string>;
}

/** New members, or members that are judged now, and the runs that must be measured. */
export interface ClassChange {
  readonly members: readonly ClassMember[];
  readonly tasks: readonly ClassTask[];
}

/** The copy of a lesson, with its text for comparisons. */
interface KnownLesson {
  readonly text: string;
  readonly lesson: Lesson;
}

const NO_LESSON_REMARK = 'not judged: there is no such lesson here';

export class ClassJudge {
  /** Undefined for a lesson that the teacher does not have. */
  private readonly lessons = new Map<string, KnownLesson | undefined>();
  private readonly handInsByLesson = new Map<string, WaitingHandIn[]>();
  /** Hand-ins of lessons that the teacher does not have: the lesson may be given later. */
  private readonly unjudgedByLesson = new Map<string, WaitingHandIn[]>();
  private readonly waitingMembers = new Set<WaitingMember>();
  private readonly outcomes = new Map<string, TaskOutcome>();
  /** A hand-in that needs a run, by the key of the run. */
  private readonly handInByKey = new Map<string, HandInToGrade>();
  private readonly contentHashes = new Set<string>();
  private fileCount = 0;

  /**
   * @param file its name, for messages
   * @param timeMs of the file, ms since 1970
   * @returns the id of its lesson
   * @throws Error that names the problem
   */
  add(file: string, content: string, timeMs: number | undefined): string {
    const hash = hashText(content);
    if (this.contentHashes.has(hash)) throw new Error('the same file was already read');
    const handIn = parseHandIn(content);
    this.contentHashes.add(hash);
    const lesson = lessonFileName(handIn.lesson);
    const waitingHandIns = this.handInsByLesson.get(lesson) ?? [];
    waitingHandIns.push({ id: this.fileCount++, file, timeMs, handIn: withoutRuns(handIn) });
    this.handInsByLesson.set(lesson, waitingHandIns);
    return lesson;
  }

  knowsLesson(id: string): boolean {
    return this.lessons.has(id);
  }

  /** @param text the teacher's copy; undefined without one: then answers are shown and not judged */
  setLesson(id: string, text: string | undefined): void {
    const lesson = text === undefined ? undefined : parseLesson(text).lesson;
    this.lessons.set(id, text === undefined || lesson === undefined ? undefined : { text, lesson });
    const unjudgedHandIns = this.unjudgedByLesson.get(id) ?? [];
    this.unjudgedByLesson.delete(id);
    this.handInsByLesson.set(id, [...(this.handInsByLesson.get(id) ?? []), ...unjudgedHandIns]);
  }

  /** The members of hand-ins whose lessons are known now, with the reasons why others have none. */
  takeReady(): ClassChange & { readonly refusedFiles: readonly { file: string; reason: string }[] } {
    const members: ClassMember[] = [];
    const tasks: ClassTask[] = [];
    const refusedFiles: { file: string; reason: string }[] = [];
    for (const [id, handIns] of this.handInsByLesson) {
      if (!this.lessons.has(id)) continue;
      const known = this.lessons.get(id);
      for (const waitingHandIn of handIns)
        try {
          const { member, newTasks } = this.beginMember(waitingHandIn, known);
          members.push(member);
          tasks.push(...newTasks);
        } catch (error) {
          refusedFiles.push({ file: waitingHandIn.file, reason: (error as Error).message });
        }
      this.handInsByLesson.delete(id);
      if (known === undefined) this.unjudgedByLesson.set(id, [...(this.unjudgedByLesson.get(id) ?? []), ...handIns]);
    }
    return { members: [...members, ...this.takeJudged()], tasks, refusedFiles };
  }

  /** The task of a run. It is computed again, so that a large class needs little memory. */
  task(key: string): LimitedMeasureTask | undefined {
    const toGrade = this.handInByKey.get(key);
    const task = toGrade && gradingTasks(toGrade).find((candidate) => taskKey(candidate) === key);
    return task && { ...task, maxEvents: MAX_GRADED_EVENTS };
  }

  /** @returns the members that are judged with it */
  setOutcome(key: string, outcome: TaskOutcome): readonly ClassMember[] {
    this.handInByKey.delete(key);
    this.outcomes.set(key, outcome);
    for (const { missingKeys } of this.waitingMembers) missingKeys.delete(key);
    return this.takeJudged();
  }

  private beginMember(
    { id, file, timeMs, handIn }: WaitingHandIn,
    known: KnownLesson | undefined,
  ): { readonly member: ClassMember; readonly newTasks: readonly ClassTask[] } {
    const graded = handInToGrade(handIn, known?.text, known === undefined ? [NO_LESSON_REMARK] : []);
    // All hand-ins share one lesson, and their own copies are no longer needed.
    const toGrade = { ...graded, lesson: known?.lesson ?? graded.lesson, handIn: { ...handIn, lesson: {} } };
    const member: ClassMember = {
      ...{ id, file, student: handIn.student, seed: seedOfStudent(handIn.student) },
      lesson: lessonFileName(handIn.lesson),
      lessonTitle: versionedTitle(toGrade.lesson.title, handIn.lesson),
      madeAtMs: handIn.madeAtMs ?? timeMs,
      state: known === undefined ? 'unjudged' : 'waiting',
      steps: unjudgedSteps(toGrade),
    };
    if (known === undefined) return { member, newTasks: [] };
    const newTasks: ClassTask[] = [];
    const missingKeys = new Set<string>();
    for (const task of gradingTasks(toGrade)) {
      const key = taskKey(task);
      if (!this.outcomes.has(key)) missingKeys.add(key);
      if (this.handInByKey.has(key) || this.outcomes.has(key)) continue;
      this.handInByKey.set(key, toGrade);
      newTasks.push({ key });
    }
    this.waitingMembers.add({ member, toGrade, missingKeys });
    return { member, newTasks };
  }

  private takeJudged(): readonly ClassMember[] {
    const judgedMembers: ClassMember[] = [];
    for (const waitingMember of this.waitingMembers) {
      const { member, toGrade, missingKeys } = waitingMember;
      if (missingKeys.size > 0) continue;
      this.waitingMembers.delete(waitingMember);
      const steps = gradedSteps(toGrade, (task) => this.outcomes.get(taskKey(task)) ?? new Error('not measured'));
      judgedMembers.push({ ...member, state: 'judged', steps });
    }
    return judgedMembers;
  }
}

const taskKey = (task: MeasureTask): string => hashText(JSON.stringify(task));

/** The lesson that a text is; undefined for other texts. */
export function lessonIdOfText(text: string): string | undefined {
  if (!text.includes('"bufferscopeLesson"') || text.includes('"bufferscopeHandIn"')) return undefined;
  try {
    return parseLessonData(JSON.parse(text)).lesson?.id;
  } catch {
    return undefined;
  }
}

/** Queues and intervals of the runs are only for the printed page, and are most of a file. */
function withoutRuns(handIn: HandIn): HandIn {
  const steps = handIn.steps.map((step) => ({
    ...step,
    runs: step.runs.map(({ link, digest }) => ({ title: '', link, digest, queues: [], intervals: [] })),
    ...(step.judged && { judged: { ...step.judged, says: '', curve: undefined } }),
  }));
  return { ...handIn, steps };
}
