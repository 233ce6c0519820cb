/** `scorm`: a lesson with the whole page as a SCORM 1.2 package, for course systems such as Moodle and Canvas. */
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { formatScormManifest, SCORM_MANIFEST } from '../../lessons/course-system/scorm.ts';
import { parseArguments } from '../input/arguments.ts';
import { readCheckedLesson } from '../input/lesson-file.ts';
import { type CommandIo, InputError } from '../io.ts';

/** Folder of the page that `npm run build` writes, below that of the package. */
const BUILD_FOLDER = 'dist';
/** Largest file of the page, bytes. */
const MAX_BUILT_FILE_BYTES = 100_000_000;
/** The earliest date of ZIP. With a fixed date, the same lesson gives the same package. */
const ZIP_DATE = '1980-01-01T00:00:00';

/**
 * Runs `scorm`.
 * @throws InputError for arguments or a lesson that are not allowed, or without a built page
 */
export function scormCommand(argv: readonly string[], io: CommandIo): void {
  const parsedArguments = parseArguments(argv, ['--out'], [], 1);
  const { lesson, text } = readCheckedLesson(parsedArguments, io, 'scorm');
  const buildFolder = join(io.packageFolder, BUILD_FOLDER);
  const buildFiles = io.files(buildFolder);
  if (!buildFiles.includes('index.html'))
    throw new InputError(
      `scorm: the page is missing: ${buildFolder} has no index.html; run \`npm run build\` in a copy of the repository`,
    );
  const lessonPath = `lessons/${lesson.id}.json`;
  const others = buildFiles.filter((path) => path !== lessonPath);
  const outputPath = parsedArguments.last('--out') ?? `${lesson.id}.zip`;
  const entries: Zippable = {};
  const put = (path: string, bytes: Uint8Array) => {
    entries[path] = [bytes, { mtime: new Date(ZIP_DATE) }];
  };
  const encoder = new TextEncoder();
  put(SCORM_MANIFEST, encoder.encode(formatScormManifest(lesson, lessonPath, others)));
  for (const path of others) put(path, io.readBytes(join(buildFolder, path), MAX_BUILT_FILE_BYTES));
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
