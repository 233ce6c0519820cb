/**
 * `grade`: repeats every run of hand-ins, compares digests and figures, and prints one line for each student and step.
 */

import { type CsvCell, formatCsv } from '../../export/csv.ts';
import { type ClassMember, lessonsOfMembers, newestHandIns } from '../../lessons/class/class-member.ts';
import { earlierHandInRemark, GRADE_COLUMNS, gradeRows } from '../../lessons/class/grade-table.ts';
import { parseLesson, parseLessonData } from '../../lessons/format/parse-lesson.ts';
import { gradeHandIn } from '../../lessons/hand-in/grade.ts';
import { type HandIn, MAX_HAND_IN_BYTES, parseHandIn } from '../../lessons/hand-in/hand-in.ts';
import { lessonFileName, versionedTitle } from '../../lessons/hand-in/lesson-version.ts';
import {
  type EventBudget,
  MAX_GRADED_EVENTS,
  type MeasureTask,
  measureWithinBudget,
} from '../../lessons/measurement/measure-runs.ts';
import type { MeasuredRun } from '../../lessons/measurement/measured-run.ts';
import { seedOfStudent } from '../../lessons/runs/student-seed.ts';
import { registerProgram } from '../../policies/loaded-policies.ts';
import { errorMessage } from '../../shared/error-message.ts';
import { hashText } from '../../shared/text-hash.ts';
import { isUtf16, NotUtf8Error } from '../../shared/utf8.ts';
import { version } from '../../version.ts';
import { parseArguments } from '../input/arguments.ts';
import { readBuiltInLesson, readLesson } from '../input/lesson-file.ts';
import { definitionOfProgram } from '../input/policy-file.ts';
import { readInput } from '../input/read-input.ts';
import { type CommandIo, InputError, OutputError } from '../io.ts';
import { formatClass } from '../output/class-report.ts';
import { alignColumns } from '../output/report.ts';
import { systemErrorCode, systemErrorText } from '../system-error.ts';

/** Only in CSV: below the text table, they are printed as they were written. */
const ANSWER_COLUMNS: readonly string[] = ['chosen', 'words'];

/** Results of a build with other columns or other fields are graded again. */
const RESULT_KEYS: readonly string[] = [...GRADE_COLUMNS, 'isRight'];

interface GradedHandIn extends Omit<ClassMember, 'id' | 'seed' | 'state'> {
  /** Hash of the hand-in. */
  readonly hash: string;
  /** Hash of the lesson that was used for grading, and of `RESULT_KEYS`. */
  readonly lessonHash: string;
  readonly build: string;
  readonly isJudged: boolean;
}

/**
 * Runs `grade`. A hand-in that cannot be read gets a line, and the others are graded.
 * @throws InputError for arguments that are not allowed, or, after the report, if a hand-in was not graded; OutputError
 * if the file of `--resume` cannot be written
 */
export async function gradeCommand(argv: readonly string[], io: CommandIo): Promise<void> {
  const parsedArguments = parseArguments(argv, ['--lesson', '--resume'], ['--csv', '--class'], 10_000);
  if (parsedArguments.positionals.length === 0) throw new InputError('grade: give one or more hand-ins');
  const trustedLessons = new Map<string, string>();
  const requestedLessons = parsedArguments.values.get('--lesson') ?? [];
  for (const name of requestedLessons) trustedLessons.set(...readNamedLesson(name, io));
  const givenIds = new Set(trustedLessons.keys());
  const unknownLessons = new Set<string>();
  const earlierResults = parsedArguments.last('--resume');
  const earlierGrades =
    earlierResults === undefined ? new Map<string, GradedHandIn>() : readEarlierGrades(earlierResults, io);
  const resultOfRun = new Map<string, MeasuredRun>();
  const members: ClassMember[] = [];
  const failedRows: (readonly CsvCell[])[] = [];
  const failures: string[] = [];
  const startSeconds = io.seconds();
  for (const [index, file] of parsedArguments.positionals.entries()) {
    try {
      const content = readText(file, io);
      const hash = hashText(content);
      const handIn = parseHandIn(content);
      const knownLesson = findLesson(handIn, trustedLessons, givenIds, io);
      if (knownLesson.text === undefined) unknownLessons.add(knownLesson.name);
      const lessonHash = hashText([...RESULT_KEYS, ...knownLesson.differs, knownLesson.text ?? ''].join(' '));
      let gradedHandIn = earlierGrades.get(gradingKey({ hash, lessonHash }));
      if (gradedHandIn === undefined) {
        gradedHandIn = { file, hash, lessonHash, ...(await grade(handIn, knownLesson, resultOfRun)) };
        // A line that was torn when the program was stopped ends here.
        if (earlierResults !== undefined) io.append(earlierResults, `\n${JSON.stringify(gradedHandIn)}\n`);
      }
      members.push(memberOf({ ...gradedHandIn, file }, index));
    } catch (error) {
      if (error instanceof OutputError) throw error;
      failures.push(`${file}: ${errorMessage(error)}`);
      failedRows.push([file, ...GRADE_COLUMNS.slice(1, -1).map(() => ''), `not graded: ${errorMessage(error)}`]);
    }
    if (io.seconds() - startSeconds > 5) io.err(`grade: ${index + 1} of ${parsedArguments.positionals.length}`);
  }
  const rows = [...membersWithRemarks(members).flatMap(gradeRows), ...failedRows];
  if (parsedArguments.flags.has('--class')) printClasses(members, trustedLessons, io);
  else if (parsedArguments.flags.has('--csv')) io.out(formatCsv([[...GRADE_COLUMNS], ...rows]));
  else printTables(rows, io);
  for (const id of unknownLessons)
    io.err(`grade: ${id} is not a built-in lesson: its answers are not judged. Give its file with --lesson`);
  io.err('This proves the runs, but it does not prove who made them.');
  if (failures.length > 0) throw new InputError(failures.join('\n'));
}

const memberOf = (
  { file, student, lesson, lessonTitle, madeAtMs, isJudged, steps }: GradedHandIn,
  id: number,
): ClassMember => ({
  id,
  file,
  student,
  lesson,
  lessonTitle,
  madeAtMs,
  steps,
  seed: seedOfStudent(student),
  state: isJudged ? 'judged' : 'unjudged',
});

/** Each row of an earlier hand-in of a student has a remark. */
function membersWithRemarks(members: readonly ClassMember[]): readonly ClassMember[] {
  const newestOf = new Map<ClassMember, ClassMember>();
  for (const { id } of lessonsOfMembers(members))
    for (const { member, newestMember } of newestHandIns(members.filter(({ lesson }) => lesson === id)).earlierHandIns)
      newestOf.set(member, newestMember);
  return members.map((member) => {
    const newestMember = newestOf.get(member);
    if (newestMember === undefined) return member;
    const remark = earlierHandInRemark(newestMember.file);
    return { ...member, steps: member.steps.map((step) => ({ ...step, differences: [...step.differences, remark] })) };
  });
}

/** The picture of the class for each lesson that is known. */
function printClasses(members: readonly ClassMember[], trustedLessons: Map<string, string>, io: CommandIo): void {
  const pictures = [...trustedLessons].flatMap(([id, text]) => {
    const { lesson } = parseLesson(text);
    const ofLesson = members.filter((member) => member.lesson === id);
    return lesson !== undefined && ofLesson.length > 0 ? [formatClass(lesson, ofLesson)] : [];
  });
  if (pictures.length > 0) io.out(pictures.join('\n\n'));
}

/**
 * The table without the texts of answers, then these texts. Lines of an answer are indented, so it cannot look like a
 * row.
 */
function printTables(rows: readonly (readonly CsvCell[])[], io: CommandIo): void {
  const isInTable = GRADE_COLUMNS.map((name) => !ANSWER_COLUMNS.includes(name));
  const tableRow = (row: readonly CsvCell[]) =>
    row.filter((_, column) => isInTable[column]).map((cell) => String(cell ?? '').replace(/\s/g, ' '));
  io.out(alignColumns([GRADE_COLUMNS, ...rows].map(tableRow)));
  for (const row of rows) {
    const cell = (name: (typeof GRADE_COLUMNS)[number]) => String(row[GRADE_COLUMNS.indexOf(name)] ?? '');
    const texts = ANSWER_COLUMNS.map((name) => cell(name as (typeof GRADE_COLUMNS)[number])).filter(
      (text) => text !== '',
    );
    if (texts.length === 0) continue;
    io.out(`\n${cell('file')}, ${cell('student')}, step ${cell('step')}: ${cell('title')}`.replace(/(?!^)\s/g, ' '));
    for (const line of texts.join('\n').split(/\r\n|[\n\r]/)) io.out(`    ${line}`);
  }
}

/** The lesson that a hand-in is graded with. */
interface KnownLesson {
  /** Its id, or the name of an earlier version. */
  readonly name: string;
  /** Text of the lesson file; undefined if there is none. */
  readonly text: string | undefined;
  /** Remarks about the lesson, which every step repeats. */
  readonly differs: readonly string[];
}

/**
 * @param givenIds the lessons whose files the teacher gives: they come before the built-in version that the student had
 */
function findLesson(
  handIn: HandIn,
  trustedLessons: Map<string, string>,
  givenIds: ReadonlySet<string>,
  io: CommandIo,
): KnownLesson {
  const id = String(handIn.lesson.id);
  const name = givenIds.has(id) ? id : lessonFileName(handIn.lesson);
  const text = trustedLessons.get(name) ?? readBuiltInLesson(name, io);
  if (text !== undefined) {
    trustedLessons.set(name, text);
    return { name, text, differs: [] };
  }
  const reason = givenIds.size > 0 ? 'none of the lessons of --lesson' : 'no lesson file; give it with --lesson';
  return { name, text, differs: [`not judged: ${reason}`] };
}

async function grade(
  handIn: HandIn,
  { name, text, differs }: KnownLesson,
  resultOfRun: Map<string, MeasuredRun>,
): Promise<Omit<GradedHandIn, 'file' | 'hash' | 'lessonHash'>> {
  const budget: EventBudget = { remainingEvents: MAX_GRADED_EVENTS };
  // Most runs of a class of students are the same.
  const measureOnce = async (task: MeasureTask) => {
    const key = hashText(JSON.stringify(task));
    if (task.program !== undefined) registerProgram(definitionOfProgram({ source: task.program, name: 'the program' }));
    const cachedRun = resultOfRun.get(key) ?? measureWithinBudget(budget, task);
    resultOfRun.set(key, cachedRun);
    return cachedRun;
  };
  const steps = await gradeHandIn(handIn, text, measureOnce, differs);
  const { student, madeAtMs, lesson } = handIn;
  const lessonTitle = versionedTitle(parseLessonData(lesson).lesson?.title ?? '', lesson);
  const isJudged = text !== undefined;
  return { build: version, student, madeAtMs, isJudged, lesson: name, lessonTitle, steps };
}

const gradingKey = ({ hash, lessonHash }: Pick<GradedHandIn, 'hash' | 'lessonHash'>) => `${hash} ${lessonHash}`;

function readText(file: string, io: CommandIo): string {
  let bytes: Uint8Array;
  try {
    bytes = io.readBytes(file, MAX_HAND_IN_BYTES);
  } catch (error) {
    throw new Error(`it could not be read: ${systemErrorText(error)}`);
  }
  // A damaged character in an answer does not affect the rest of the hand-in.
  if (isUtf16(bytes)) throw new NotUtf8Error(bytes);
  return new TextDecoder().decode(bytes);
}

/** Id and text of a lesson. */
function readNamedLesson(name: string, io: CommandIo): [string, string] {
  const text = readLesson(name, io, '--lesson');
  const { id } = readInput('--lesson', name, () => JSON.parse(text) as { readonly id?: unknown });
  return [String(id), text];
}

/** The beginning of each line of a file of results. */
const RESULT_LINE_START = '{"file":';

/**
 * Results of an earlier call, by `gradingKey`. Incomplete lines, and lines of another build or lesson, are left out and
 * graded again.
 * @throws InputError if the file cannot be read, is the standard output or has other content, so nothing is added to a
 * hand-in that was named by mistake
 */
function readEarlierGrades(file: string, io: CommandIo): Map<string, GradedHandIn> {
  const gradedByName = new Map<string, GradedHandIn>();
  let text = '';
  try {
    text = new TextDecoder().decode(io.readBytes(file, 1e9));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return gradedByName;
    throw new InputError(`--resume: ${file} could not be read: ${systemErrorText(error)}`);
  }
  for (const line of text.split('\n')) {
    if (!line.startsWith(RESULT_LINE_START) && !RESULT_LINE_START.startsWith(line))
      throw new InputError(`--resume: ${file} is not allowed; allowed: a file of results of \`grade\`, or a new one`);
    try {
      const gradedHandIn = JSON.parse(line) as GradedHandIn;
      if (
        gradedHandIn.build === version &&
        [gradedHandIn.hash, gradedHandIn.lessonHash].every((hash) => typeof hash === 'string') &&
        Array.isArray(gradedHandIn.steps)
      )
        gradedByName.set(gradingKey(gradedHandIn), gradedHandIn);
    } catch {
      // A line that was being written when the program was stopped.
    }
  }
  return gradedByName;
}
