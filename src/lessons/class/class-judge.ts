/**
 * Reads and judges the hand-ins of a class, each by the teacher's copy of its lesson. Only that which is needed of a
 * file stays in memory. Equal runs are requested once.
 */

import { errorMessage } from '../../shared/error-message.ts';
import { hashText } from '../../shared/text-hash.ts';
import {
  compareLesson,
  gradedSteps,
  gradingTasks,
  type HandInToGrade,
  handInToGrade,
  type LessonComparison,
  type LessonCopy,
  parseLessonCopy,
  type TaskOutcome,
  unjudgedSteps,
} from '../hand-in/grade.ts';
import { planGrading } from '../hand-in/grading-plan.ts';
import { lessonFileName, versionedTitle } from '../hand-in/lesson-version.ts';
import { type LimitedMeasureTask, MAX_GRADED_EVENTS, type MeasureTask } from '../measurement/measure-runs.ts';
import { seedOfStudent } from '../runs/student-seed.ts';
import type { ClassMember } from './class-member.ts';
import type { ClassTask } from './class-messages.ts';
import type { ReadHandIn } from './read-hand-in.ts';

/** A hand-in whose lesson is not known yet, or not at all. */
interface WaitingHandIn extends ReadHandIn {
  readonly id: number;
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

type GradingPlan = ReturnType<typeof planGrading>;

const MAX_KEPT_PLANS = 8;
const NO_LESSON_REMARK = 'not judged: there is no such lesson here';

/** The work on one class. Hand-ins are added one by one. */
export class ClassJudge {
  /** Undefined for a lesson that the teacher does not have. */
  private readonly lessons = new Map<string, LessonCopy | undefined>();
  private readonly handInsByLesson = new Map<string, WaitingHandIn[]>();
  /** Hand-ins of lessons that the teacher does not have: the lesson may be given later. */
  private readonly unjudgedByLesson = new Map<string, WaitingHandIn[]>();
  private readonly waitingMembers = new Set<WaitingMember>();
  private readonly outcomes = new Map<string, TaskOutcome>();
  /** A hand-in that needs a run, by the key of the run. */
  private readonly handInByKey = new Map<string, HandInToGrade>();
  /** Plans are large, so only the latest are kept. A pool begins the runs of few hand-ins at a time. */
  private readonly latestPlans = new Map<HandInToGrade, GradingPlan>();
  /** Comparisons with the teacher's copies, by the hash of the lesson in the hand-ins. */
  private readonly comparisons = new Map<string, LessonComparison>();
  private readonly contentHashes = new Set<string>();
  private fileCount = 0;

  /**
   * @returns the id of its lesson
   * @throws Error if it was already added
   */
  add(handIn: ReadHandIn): string {
    if (this.contentHashes.has(handIn.hash)) throw new Error('the same file was already read');
    this.contentHashes.add(handIn.hash);
    const lesson = lessonFileName(handIn.handIn.lesson);
    const waitingHandIns = this.handInsByLesson.get(lesson) ?? [];
    waitingHandIns.push({ id: this.fileCount++, ...handIn });
    this.handInsByLesson.set(lesson, waitingHandIns);
    return lesson;
  }

  knowsLesson(id: string): boolean {
    return this.lessons.has(id);
  }

  /** @param text the teacher's copy; undefined without one: then answers are shown and not judged */
  setLesson(id: string, text: string | undefined): void {
    this.lessons.set(id, text === undefined ? undefined : parseLessonCopy(text));
    this.comparisons.clear();
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
      const knownLesson = this.lessons.get(id);
      for (const waitingHandIn of handIns)
        try {
          const { member, newTasks } = this.beginMember(waitingHandIn, knownLesson);
          members.push(member);
          tasks.push(...newTasks);
        } catch (error) {
          refusedFiles.push({ file: waitingHandIn.file, reason: errorMessage(error) });
        }
      this.handInsByLesson.delete(id);
      if (knownLesson === undefined)
        this.unjudgedByLesson.set(id, [...(this.unjudgedByLesson.get(id) ?? []), ...handIns]);
    }
    return { members: [...members, ...this.takeJudged()], tasks, refusedFiles };
  }

  /** The task of a run. It is computed again, so that a large class needs little memory. */
  task(key: string): LimitedMeasureTask | undefined {
    const toGrade = this.handInByKey.get(key);
    const task = toGrade && gradingTasks(this.planOf(toGrade)).find((candidate) => taskKey(candidate) === key);
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
    { id, file, timeMs, lessonHash, handIn }: WaitingHandIn,
    lessonCopy: LessonCopy | undefined,
  ): { readonly member: ClassMember; readonly newTasks: readonly ClassTask[] } {
    const comparison = this.comparisons.get(lessonHash) ?? compareLesson(handIn.lesson, lessonCopy);
    if (lessonCopy !== undefined) this.comparisons.set(lessonHash, comparison);
    // All hand-ins share one lesson, and their own copies are no longer needed.
    const toGrade = handInToGrade(
      { ...handIn, lesson: {} },
      comparison,
      lessonCopy === undefined ? [NO_LESSON_REMARK] : [],
    );
    const member: ClassMember = {
      id,
      file,
      student: handIn.student,
      seed: seedOfStudent(handIn.student),
      lesson: lessonFileName(handIn.lesson),
      lessonTitle: versionedTitle(toGrade.lesson.title, handIn.lesson),
      madeAtMs: handIn.madeAtMs ?? timeMs,
      state: lessonCopy === undefined ? 'unjudged' : 'waiting',
      steps: unjudgedSteps(toGrade),
    };
    if (lessonCopy === undefined) return { member, newTasks: [] };
    const newTasks: ClassTask[] = [];
    const missingKeys = new Set<string>();
    for (const task of gradingTasks(planGrading(toGrade))) {
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
      const steps = gradedSteps(
        toGrade,
        this.planOf(toGrade),
        (task) => this.outcomes.get(taskKey(task)) ?? new Error('not measured'),
      );
      this.latestPlans.delete(toGrade);
      judgedMembers.push({ ...member, state: 'judged', steps });
    }
    return judgedMembers;
  }

  private planOf(toGrade: HandInToGrade): GradingPlan {
    const plan = this.latestPlans.get(toGrade) ?? planGrading(toGrade);
    this.latestPlans.set(toGrade, plan);
    if (this.latestPlans.size > MAX_KEPT_PLANS)
      this.latestPlans.delete(this.latestPlans.keys().next().value as HandInToGrade);
    return plan;
  }
}

const taskKey = (task: MeasureTask): string => hashText(JSON.stringify(task));
