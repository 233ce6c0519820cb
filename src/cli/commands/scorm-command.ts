/** `scorm`: a lesson with the whole page as a SCORM 1.2 package, for course systems such as Moodle and Canvas. */
import { type Zippable, zipSync } from 'fflate';
import { formatScormManifest, SCORM_MANIFEST } from '../../lessons/course-system/scorm.ts';
import { lessonLimits } from '../../lessons/format/lesson.ts';
import { parseLesson } from '../../lessons/format/parse-lesson.ts';
import { problemsOfRuns } from '../../lessons/runs/lesson-runs.ts';
import { describeProblem } from '../../params/schema.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';
import { parseArguments } from '../input/arguments.ts';
import { type CommandIo, InputError } from '../io.ts';

/** Folder of the page that `npm run build` writes. */
const BUILD_FOLDER = 'dist';
/** Largest file of the page, bytes. */
const MAX_BUILT_FILE_BYTES = 100_000_000;
/** The earliest date of ZIP. With a fixed date, the same lesson gives the same package. */
const ZIP_DATE = '1980-01-01T00:00:00';

export function scormCommand(argv: readonly string[], io: CommandIo): void {
  const parsedArguments = parseArguments(argv, ['--out'], [], 1);
  const [name] = parsedArguments.positionals;
  if (name === undefined) throw new InputError('scorm: give a lesson: a file, or the id of a built-in lesson');
  const file = /[./\\]/.test(name) ? name : `public/lessons/${name}.json`;
  const text = readTextFile(file, io);
  const { lesson, problems } = parseLesson(text);
  const allProblems = lesson === undefined ? problems : [...problems, ...problemsOfRuns(lesson)];
  if (lesson === undefined || allProblems.length > 0) throw new InputError(allProblems.map(describeProblem).join('\n'));
  const buildFiles = listBuildFiles(io);
  const lessonPath = `lessons/${lesson.id}.json`;
  const others = buildFiles.filter((path) => path !== lessonPath);
  const outputPath = parsedArguments.values.get('--out')?.at(-1) ?? `${lesson.id}.zip`;
  const entries: Zippable = {};
  const put = (path: string, bytes: Uint8Array) => {
    entries[path] = [bytes, { mtime: new Date(ZIP_DATE) }];
  };
  const encoder = new TextEncoder();
  put(SCORM_MANIFEST, encoder.encode(formatScormManifest(lesson, lessonPath, others)));
  for (const path of others) put(path, io.readBytes(`${BUILD_FOLDER}/${path}`, MAX_BUILT_FILE_BYTES));
  put(lessonPath, encoder.encode(text));
  const bytes = zipSync(entries, { level: 9 });
  const zip = io.openBytes(outputPath, '--out');
  try {
    zip.write(bytes);
  } finally {
    zip.close();
  }
  io.out(`${outputPath}: ${Object.keys(entries).length} files, ${(bytes.length / 1e6).toFixed(1)} MB`);
}

function readTextFile(file: string, io: CommandIo): string {
  try {
    return decodeUtf8(io.readBytes(file, 4 * lessonLimits.file));
  } catch (error) {
    throw new InputError(`scorm: ${file} could not be read: ${(error as Error).message}`);
  }
}

function listBuildFiles(io: CommandIo): readonly string[] {
  const files = io.files(BUILD_FOLDER);
  if (!files.includes('index.html'))
    throw new InputError(`scorm: ${BUILD_FOLDER}/ contains no page; run \`npm run build\` first`);
  return files;
}
