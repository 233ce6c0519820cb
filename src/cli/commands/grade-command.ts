/**
 * `grade`: repeats every run of hand-ins, compares digests and figures, and prints one line for each student and step.
 */

import { type CsvCell, formatCsv } from '../../export/csv.ts';
import { type GradedStep, gradeHandIn } from '../../lessons/hand-in/grade.ts';
import { type HandIn, MAX_HAND_IN_BYTES, parseHandIn } from '../../lessons/hand-in/hand-in.ts';
import { type EventBudget, type MeasureTask, measureWithinBudget } from '../../lessons/measurement/measure-runs.ts';
import type { MeasuredRun } from '../../lessons/measurement/measured-run.ts';
import { registerProgram } from '../../policies/loaded-policies.ts';
import { hashText } from '../../shared/text-hash.ts';
import { isUtf16, NotUtf8Error } from '../../shared/utf8.ts';
import { version } from '../../version.ts';
import { parseArguments } from '../input/arguments.ts';
import { readBuiltInLesson, readLesson } from '../input/lesson-file.ts';
import { definitionOfProgram } from '../input/policy-file.ts';
import { type CommandIo, InputError, OutputError } from '../io.ts';
import { alignColumns } from '../output/report.ts';
import { systemErrorText } from '../system-error.ts';

const CSV_HEADER = [
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
  'differs',
] as const;
/** Only in CSV: below the text table, they are printed as they were written. */
const ANSWER_COLUMNS: readonly string[] = ['chosen', 'words'];

/**
 * Largest number of events of all runs of a hand-in: a minute of work. Hand-ins of the built-in lessons have a few
 * million. Without a limit, a student could choose settings that keep a teacher's computer busy for days.
 */
export const MAX_GRADED_EVENTS = 1e8;

interface GradedHandIn {
  readonly file: string;
  /** Hash of the hand-in. */
  readonly hash: string;
  /** Hash of the lesson that was used for grading, and of the columns. */
  readonly lessonHash: string;
  readonly build: string;
  readonly student: string;
  readonly lesson: string;
  readonly steps: readonly GradedStep[];
}

export async function gradeCommand(argv: readonly string[], io: CommandIo): Promise<void> {
  const parsedArguments = parseArguments(argv, ['--lesson', '--resume'], ['--csv'], 10_000);
  if (parsedArguments.positionals.length === 0) throw new InputError('grade: give one or more hand-ins');
  const trustedLessons = new Map<string, string>();
  const requestedLessons = parsedArguments.values.get('--lesson') ?? [];
  for (const name of requestedLessons) trustedLessons.set(...readNamedLesson(name, io));
  const unknownLessons = new Set<string>();
  const earlierResults = parsedArguments.values.get('--resume')?.at(-1);
  const earlierGrades =
    earlierResults === undefined ? new Map<string, GradedHandIn>() : readEarlierGrades(earlierResults, io);
  const resultOfRun = new Map<string, MeasuredRun>();
  const rows: (readonly CsvCell[])[] = [];
  const failures: string[] = [];
  const startSeconds = io.seconds();
  for (const [index, file] of parsedArguments.positionals.entries()) {
    try {
      const content = readText(file, io);
      const hash = hashText(content);
      const handIn = parseHandIn(content);
      const knownLesson = findLesson(handIn, trustedLessons, requestedLessons, io);
      if (knownLesson.text === undefined) unknownLessons.add(String(handIn.lesson.id));
      const lessonHash = hashText([...CSV_HEADER, ...knownLesson.differs, knownLesson.text ?? ''].join(' '));
      let gradedHandIn = earlierGrades.get(gradingKey({ hash, lessonHash }));
      if (gradedHandIn === undefined) {
        gradedHandIn = { file, hash, lessonHash, ...(await grade(handIn, knownLesson, resultOfRun)) };
        // A line that was torn when the program was stopped ends here.
        if (earlierResults !== undefined) io.append(earlierResults, `\n${JSON.stringify(gradedHandIn)}\n`);
      }
      rows.push(...csvRows({ ...gradedHandIn, file }));
    } catch (error) {
      if (error instanceof OutputError) throw error;
      failures.push(`${file}: ${(error as Error).message}`);
      rows.push([file, ...CSV_HEADER.slice(1, -1).map(() => ''), `not graded: ${(error as Error).message}`]);
    }
    if (io.seconds() - startSeconds > 5) io.err(`grade: ${index + 1} of ${parsedArguments.positionals.length}`);
  }
  if (parsedArguments.flags.has('--csv')) io.out(formatCsv([[...CSV_HEADER], ...rows]));
  else printTables(rows, io);
  for (const id of unknownLessons)
    io.err(`grade: ${id} is not a built-in lesson: its answers are not judged. Give its file with --lesson`);
  io.err('This proves the runs, but it does not prove who made them.');
  if (failures.length > 0) throw new InputError(failures.join('\n'));
}

/** The table without the texts of answers, then these texts. Lines of an answer are indented, so it cannot look like a row. */
function printTables(rows: readonly (readonly CsvCell[])[], io: CommandIo): void {
  const isInTable = CSV_HEADER.map((name) => !ANSWER_COLUMNS.includes(name));
  const tableRow = (row: readonly CsvCell[]) =>
    row.filter((_, column) => isInTable[column]).map((cell) => String(cell ?? '').replace(/\s/g, ' '));
  io.out(alignColumns([CSV_HEADER, ...rows].map(tableRow)));
  for (const row of rows) {
    const cell = (name: (typeof CSV_HEADER)[number]) => String(row[CSV_HEADER.indexOf(name)] ?? '');
    const texts = ANSWER_COLUMNS.map((name) => cell(name as (typeof CSV_HEADER)[number])).filter((text) => text !== '');
    if (texts.length === 0) continue;
    io.out(`\n${cell('file')}, ${cell('student')}, step ${cell('step')}: ${cell('title')}`.replace(/(?!^)\s/g, ' '));
    for (const line of texts.join('\n').split(/\r\n|[\n\r]/)) io.out(`    ${line}`);
  }
}

/** The lesson that a hand-in is graded with. */
interface KnownLesson {
  /** Text of the lesson file; undefined if there is none. */
  readonly text: string | undefined;
  /** Remarks about the lesson, which every step repeats. */
  readonly differs: readonly string[];
}

/** @param requestedLessons the lesson files that the teacher gives */
function findLesson(
  handIn: HandIn,
  trustedLessons: Map<string, string>,
  requestedLessons: readonly string[],
  io: CommandIo,
): KnownLesson {
  const id = String(handIn.lesson.id);
  const text = trustedLessons.get(id) ?? readBuiltInLesson(id, io);
  if (text !== undefined) {
    trustedLessons.set(id, text);
    return { text, differs: [] };
  }
  const reason =
    requestedLessons.length > 0 ? 'none of the lessons of --lesson' : 'no lesson file; give it with --lesson';
  return { text, differs: [`not judged: ${reason}`] };
}

async function grade(
  handIn: HandIn,
  { text, differs }: KnownLesson,
  resultOfRun: Map<string, MeasuredRun>,
): Promise<Pick<GradedHandIn, 'build' | 'student' | 'lesson' | 'steps'>> {
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
  return { build: version, student: handIn.student, lesson: String(handIn.lesson.id), steps };
}

const gradingKey = ({ hash, lessonHash }: Pick<GradedHandIn, 'hash' | 'lessonHash'>) => `${hash} ${lessonHash}`;

function csvRows({ file, student, lesson, steps }: GradedHandIn): (readonly CsvCell[])[] {
  return steps.map(({ number, kind, title, done, right, answered, expected, within, ...texts }) => [
    ...[file, student, lesson, number, kind, title, done ? 'yes' : 'no'],
    right === undefined ? '' : right ? 'yes' : 'no',
    ...[answered, expected, within].map((value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : '')),
    ...[texts.unit, texts.chosen, texts.words, texts.differs.join('; ')],
  ]);
}

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
  try {
    return [String((JSON.parse(text) as { id?: unknown }).id), text];
  } catch (error) {
    throw new InputError(`--lesson: ${name} could not be read: ${systemErrorText(error)}`);
  }
}

/** The beginning of each line of a file of results. */
const RESULT_LINE_START = '{"file":';

/**
 * Results of an earlier call, by `gradingKey`. Incomplete lines, and lines of another build or lesson, are left out and graded again.
 * @throws InputError if the file cannot be read, is the standard output or has other content, so nothing is added to a hand-in that was named by mistake
 */
function readEarlierGrades(file: string, io: CommandIo): Map<string, GradedHandIn> {
  const gradedByName = new Map<string, GradedHandIn>();
  let text = '';
  try {
    text = new TextDecoder().decode(io.readBytes(file, 1e9));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return gradedByName;
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
