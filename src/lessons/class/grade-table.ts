/**
 * The grades of hand-ins as a table: one row for each student and step. The page saves it, and `sim -- grade` prints
 * it.
 */
import type { ComparedNumber } from '../answers/answers.ts';
import { formatBounds } from '../answers/bounds.ts';
import type { GradedStep } from '../hand-in/grade.ts';
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

/** One row for each step of a student, in the order of `GRADE_COLUMNS`. */
export function gradeRows({
  file,
  student,
  lesson,
  steps,
}: Pick<ClassMember, 'file' | 'student' | 'lesson' | 'steps'>): (readonly GradeCell[])[] {
  return steps.map(({ number, kind, title, isDone, isRight, seconds, ...step }) => [
    file,
    student,
    lesson,
    number,
    kind,
    title,
    isDone ? 'yes' : 'no',
    isRight === undefined ? '' : isRight ? 'yes' : 'no',
    ...resultCells(step),
    step.chosenText,
    step.words,
    seconds === undefined ? '' : Math.round(seconds),
    step.differences.join('; '),
  ]);
}

/**
 * Answer, expected result, tolerance and unit. A challenge and a sketch have those of all figures that are judged, in
 * order, with the bounds of a goal in words.
 */
function resultCells({
  answeredValue,
  expectedValue,
  within,
  unit,
  comparedNumbers,
}: Pick<GradedStep, 'answeredValue' | 'expectedValue' | 'within' | 'unit' | 'comparedNumbers'>): readonly GradeCell[] {
  if (comparedNumbers.length < 2 && comparedNumbers[0]?.kind !== 'goal')
    return [...[answeredValue, expectedValue, within].map(roundedCell), unit];
  const joinCells = (cellOf: (number: ComparedNumber) => GradeCell) => comparedNumbers.map(cellOf).join('; ');
  return [
    joinCells((number) => roundedCell(number.answeredValue)),
    joinCells((number) => (number.kind === 'goal' ? formatBounds(number) : roundedCell(number.expectedValue))),
    comparedNumbers.every((number) => number.within === undefined)
      ? ''
      : joinCells((number) => roundedCell(number.within)),
    joinCells((number) => number.unit),
  ];
}

const roundedCell = (value: number | undefined): GradeCell =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : '';

/** The remark on an earlier hand-in of a student. */
export const earlierHandInRemark = (newestFile: string): string =>
  `not counted: ${newestFile} is a newer hand-in of this student`;
