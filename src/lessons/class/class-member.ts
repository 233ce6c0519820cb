/** The hand-ins of a class: one member for each file, with its answers before and after they are judged. */
import type { GradedStep } from '../hand-in/grade.ts';

/** The hand-in of one student, with its grades. */
export interface ClassMember {
  readonly id: number;
  /** Name of the file, with its folder. */
  readonly file: string;
  /** Empty without a name. */
  readonly student: string;
  /** Computed from the name, so that one student has one seed; undefined without a name. */
  readonly seed: number | undefined;
  /** Name of the lesson's built-in file, which is its id but for earlier versions, and the title of the lesson. */
  readonly lesson: string;
  readonly lessonTitle: string;
  /**
   * When it was made, ms since 1970, as the file says; otherwise the time of the file; undefined if neither is known.
   */
  readonly madeAtMs: number | undefined;
  /** `waiting`: its answers are known and not judged yet. `unjudged`: the teacher has no copy of the lesson. */
  readonly state: 'waiting' | 'judged' | 'unjudged';
  readonly steps: readonly GradedStep[];
}

/** Which hand-ins of a class count. */
export interface CountedMembers {
  /** The newest hand-in of each student, in a fixed order that does not follow the names. */
  readonly countedMembers: readonly ClassMember[];
  /** Earlier hand-ins of the same students, each with the one that counts. */
  readonly earlierHandIns: readonly { readonly member: ClassMember; readonly newestMember: ClassMember }[];
}

/**
 * The newest hand-in of a student counts. Names with the same seed are one student; hand-ins without a name are
 * students of their own. Without times, the last one in the order of the files counts.
 */
export function newestHandIns(members: readonly ClassMember[]): CountedMembers {
  const newestBySeed = new Map<number | ClassMember, ClassMember>();
  for (const member of members) {
    const key = member.seed ?? member;
    const previousMember = newestBySeed.get(key);
    if (previousMember === undefined || isNewer(member, previousMember)) newestBySeed.set(key, member);
  }
  const countedMembers = [...newestBySeed.values()].sort((a, b) => (a.seed ?? Infinity) - (b.seed ?? Infinity) || 0);
  const earlierHandIns = members.flatMap((member) => {
    const newestMember = newestBySeed.get(member.seed ?? member);
    return newestMember === undefined || newestMember === member ? [] : [{ member, newestMember }];
  });
  return { countedMembers, earlierHandIns };
}

/** A file without a time is older than one with a time. */
function isNewer(member: ClassMember, earlierMember: ClassMember): boolean {
  return (member.madeAtMs ?? 0) >= (earlierMember.madeAtMs ?? 0);
}

/** The name in a list of the class: that of the student, or a number in place of it. */
export function memberName(member: ClassMember, index: number, showsNames: boolean): string {
  return showsNames ? member.student || 'no name' : `student ${index + 1}`;
}

const knownRemarks = new WeakMap<ClassMember, readonly string[]>();

/** The remarks on a hand-in, each once: edited results, another lesson file, another seed. Empty if all is equal. */
export function memberRemarks(member: ClassMember): readonly string[] {
  const remarks = knownRemarks.get(member) ?? collectRemarks(member);
  knownRemarks.set(member, remarks);
  return remarks;
}

function collectRemarks({ steps }: ClassMember): readonly string[] {
  const stepsByRemark = new Map<string, number[]>();
  for (const { number, differences } of steps)
    for (const remark of differences) stepsByRemark.set(remark, [...(stepsByRemark.get(remark) ?? []), number]);
  return [...stepsByRemark].map(([remark, numbers]) =>
    numbers.length === steps.length
      ? remark
      : `step${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')}: ${remark}`,
  );
}

/** A lesson, and the number of hand-ins of it. */
export interface LessonCount {
  readonly id: string;
  readonly title: string;
  readonly count: number;
}

/** The lessons of some hand-ins, the one with the most hand-ins first. */
export function lessonsOfMembers(members: readonly ClassMember[]): readonly LessonCount[] {
  const counts = new Map<string, LessonCount>();
  for (const { lesson, lessonTitle } of members) {
    const lessonCount = counts.get(lesson) ?? { id: lesson, title: lessonTitle, count: 0 };
    counts.set(lesson, { ...lessonCount, count: lessonCount.count + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
