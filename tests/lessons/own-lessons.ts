/** The lessons of the page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { earlierLessons } from '../../src/lessons/hand-in/lesson-version.ts';
import { chosen } from '../amount.ts';

export const lessonsFolder = join(import.meta.dirname, '../../public/lessons');

/** Names of the files of earlier versions, which are not in the list of the page. */
export const earlierLessonNames = [
  ...new Set(Object.values(earlierLessons).flatMap((byRuns) => Object.values(byRuns))),
];

const notListed = ['index', 'lesson.schema', ...earlierLessonNames].map((name) => `${name}.json`);

/** File name and text of each lesson of the list. */
export const ownLessons = readdirSync(lessonsFolder)
  .filter((name) => name.endsWith('.json') && !notListed.includes(name))
  .map((name) => [name, readFileSync(join(lessonsFolder, name), 'utf8')] as const);

/** Short runs, and each kind of question. */
const QUICK = ['bufferbloat-at-home', 'why-a-queue-fills', 'is-it-true', 'theory-beside-the-run'];

/** Those whose runs are measured. */
export const measuredLessons = chosen(ownLessons, ([name]) => QUICK.includes(name.replace('.json', '')));
