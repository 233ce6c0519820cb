/** The grades of hand-ins as a table: one row for each student and step. The page saves it, and `sim -- grade` prints it. */
import type { ClassMember } from './class-member.ts';

export const GRADE_COLUMNS = [
  'file',
  'student',
  'lesson',
  'step',
  'kind',
  'title',
  'done',
  'right',
  'answered',
  'expected',
  'within',
  'unit',
  'chosen',
  'words',
  'seconds',
  'differs',
] as const;

type GradeCell = string | number;

export function gradeRows({
  file,
  student,
  lesson,
  steps,
}: Pick<ClassMember, 'file' | 'student' | 'lesson' | 'steps'>): (readonly GradeCell[])[] {
  return steps.map(({ number, kind, title, done, right, answered, expected, within, seconds, ...texts }) => [
    ...[file, student, lesson, number, kind, title, done ? 'yes' : 'no'],
    right === undefined ? '' : right ? 'yes' : 'no',
    ...[answered, expected, within].map((value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : '')),
    ...[texts.unit, texts.chosen, texts.words, seconds === undefined ? '' : Math.round(seconds)],
    texts.differs.join('; '),
  ]);
}

/** The remark on an earlier hand-in of a student. */
export const earlierHandInRemark = (newestFile: string): string =>
  `not counted: ${newestFile} is a newer hand-in of this student`;
